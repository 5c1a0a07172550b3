/* T x[static 1] is a pointer that is not null, as T *x is; other static extents are extents. */
#include <weft/annotate.h>
WEFT_TYPEVAR(T);
WEFT_GUVECTORIZE("(n)->()", "void(float32[:], float32[:])", "void(float64[:], float64[:])")
void total(size_t n, const T x[static 1], T sum[static 1])
{
    *sum = 0;
    for (size_t i = 0; i < n; i++)
        *sum += x[i];
}
WEFT_GUVECTORIZE("(n)->(n)")
void twice(size_t n, const double x[static n], double y[const static 1])
{
    for (size_t i = 0; i < n; i++)
        y[i] = 2 * x[i];
}
WEFT_GUVECTORIZE()
double first(const double x[static 3]) { return x[0]; }
WEFT_VECTORIZE()
void halves(double x, double half[static 1]) { *half = x / 2; }

/* added.ufuncs.c: loops of a dtype that the sources do not have. */
#include <weft/annotate.h>

WEFT_TYPEVAR(T);

/** a + b. */
WEFT_OPTIONS(identity(0), reorderable, widening)
WEFT_VECTORIZE("float8(float8, float8)", "float32(float32, float32)")
T plus(T a, T b) { return (T)(a + b); }

/** a stored in fewer bits. */
WEFT_VECTORIZE("float8(float64)")
float narrow(double a) { return (float)a; }

/** The sum of products. */
WEFT_GUVECTORIZE("(n),(n)->()", "void(float8[:], float8[:], float8[:])")
void inner(long n, const T a[n], const T b[n], T *c)
{
    T sum = 0;
    for (long i = 0; i < n; i++)
        sum += a[i] * b[i];
    *c = sum;
}

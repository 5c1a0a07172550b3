// flags: --targets=cpu
/* C types that are no operands, and layouts that say something else. */
#include <weft/annotate.h>
WEFT_VECTORIZE()
char *returns_pointer(double x) { return x > 0 ? "positive" : ""; }
WEFT_VECTORIZE()
double wide(long double x) { return (double)x; }
WEFT_VECTORIZE()
void no_output(double x) { (void)x; }
WEFT_VECTORIZE()
double pointer_input(const double *x) { return *x; }
WEFT_VECTORIZE()
double array_input(const double x[3]) { return x[0]; }
WEFT_GUVECTORIZE()
double unnamed(double *, double x1) { return x1; }
WEFT_GUVECTORIZE()
double no_extent(const double *x) { return *x; }
WEFT_GUVECTORIZE()
double first_missing(size_t n, const double A[][n]) { return A[0][0]; }
WEFT_GUVECTORIZE()
double pointers(size_t n, const double *A[n]) { return *A[0]; }
WEFT_GUVECTORIZE()
double pointer_to_pointer(double **A) { return **A; }
WEFT_GUVECTORIZE()
double square_extent(size_t n, const double x[n * n]) { return x[0]; }
WEFT_GUVECTORIZE()
double computed_input(size_t n, const double x[n], const double y[n + 1]) { return x[0] + y[0]; }
WEFT_GUVECTORIZE()
void unbound(size_t n, size_t m, const double x[n], double y[n + m]) { y[0] = x[0]; }
WEFT_GUVECTORIZE("(n),(n)->()")
double disagrees(size_t n, const double x[n], const double y[n][n]) { return x[0] + y[0][0]; }
WEFT_GUVECTORIZE("(n)->(n)")
double output_rank(size_t n, const double x[n]) { return x[0]; }
WEFT_GUVECTORIZE("(m,n)->(m)")
void swapped(size_t m, size_t n, const double A[m][n], double y[n]) { y[0] = A[0][0]; }
WEFT_GUVECTORIZE("(k)->()")
double size_of_nothing(size_t m, long k, const double x[m]) { return k * x[m - 1]; }
WEFT_VECTORIZE()
float halves(_Float16 x)
{
    return x;
}

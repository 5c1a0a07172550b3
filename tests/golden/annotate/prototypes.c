// flags: --targets=cpu
/* Prototypes that are none, or that do not fit the C types. */
#include <weft/annotate.h>
WEFT_TYPEVAR(T);
WEFT_VECTORIZE("float64(flot64)", "float64 float64", "float64(float64", "float64(float64) x", "(float64)")
double spelling(double x) { return x; }
WEFT_VECTORIZE("float64()", "float64(float64, float64)")
double counts(double x) { return x; }
WEFT_VECTORIZE("float32(float64)", "int8(float64)", "void(float64)")
double result(double x) { return x; }
WEFT_VECTORIZE("float64(int32)")
double argument(double x) { return x; }
WEFT_VECTORIZE("float64(float64, float64[:])")
void no_result(double x, double *y) { *y = x; }
WEFT_VECTORIZE("float64[:](float64)")
double array_result(double x) { return x; }
WEFT_VECTORIZE("float64(float64, float32)")
T two_bindings(T x, T y) { return x + y; }
WEFT_GUVECTORIZE("(m,n)->()", "float64(float64[:])", "float64(float64[:,:,:])", "float64(float64[:;:])", "float64(float64[:)")
double rank(size_t m, size_t n, const double A[m][n]) { return A[0][0]; }
WEFT_VECTORIZE("float64(float64)", "float32(float32)", "float64(float64)")
T twice(T x) { return x + x; }
WEFT_NAME("thrice") WEFT_VECTORIZE("float64(float64)")
T thrice_one(T x) { return 3 * x; }
WEFT_NAME("thrice") WEFT_VECTORIZE("float64(float64)")
T thrice_other(T x) { return x * 3; }
WEFT_NAME("thrice") WEFT_VECTORIZE("void(float32, float32, float32)")
void thrice_two(T x, T y, T *z) { *z = x + y; }

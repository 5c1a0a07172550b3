/* The header is missing: nothing that C says of the rest is worth reading. WEFT_TYPEVAR(T) here is none. */
#include <math.h>
#ifdef WEFT_NAME
#endif
double before(double x) { return undeclared(x) + ; }
WEFT_VECTORIZE("float64(float64, float64)")
double hypotenuse(double a, double b) { return sqrt(a * a + b * b); }
WEFT_GUVECTORIZE("(n)->()")
void total(size_t n, const double x[n], double *sum) { *sum = n ? x[0] : 0; }

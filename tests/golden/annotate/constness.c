// flags: --targets=cpu
/* Layouts that the C types do not say because a const is missing, or there for nothing. */
#include <weft/annotate.h>
WEFT_GUVECTORIZE("(n),(n)->()", "void(float64[:], float64[:], float64[:])")
void dot(size_t n, double x[n], const double y[n], double *sum) { *sum = n ? x[0] * y[0] : 0; }
WEFT_GUVECTORIZE("(n),(n)->()")
void pointers(size_t n, double *x, double *y, double *sum) { *sum = n ? x[0] * y[0] : 0; }
WEFT_GUVECTORIZE("(n)->(n)")
void copy(size_t n, const double x[n], const double y[n], double *extra) { *extra = x[0] + y[0]; }
WEFT_GUVECTORIZE("(m)->(n)")
void no_question_of_const(size_t n, const double x[n], double y[n]) { y[0] = x[0]; }

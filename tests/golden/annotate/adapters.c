/* flags: --targets=cpu */
#include <weft/annotate.h>
#include <stdint.h>

/* What is read and written has a size that C knows. */
WEFT_GUVECTORIZE("(n),()->(n)")
void without_size(double *x, double by);
/* More operands than parameters that are written. */
WEFT_GUVECTORIZE("(3),(3)->(3),(3)")
void one_array(double x[3]);
/* One output that is not updated, and no second one. */
WEFT_GUVECTORIZE("(),(),()->()")
void one_number(double x, double *y);
WEFT_VECTORIZE() WEFT_OPTIONS(nan)
int no_nan(double x);
WEFT_VECTORIZE("int32(int32)") WEFT_OPTIONS(invalid(-1))
int32_t no_invalid(int32_t x);
WEFT_VECTORIZE() WEFT_OPTIONS(invalid(big))
double nonsense(double x);
WEFT_VECTORIZE() WEFT_OPTIONS(invalid(9007199254740993))
double inexact(double x);
static double square(double x) { return x * x; }
WEFT_REDUCE("float64(float64)") WEFT_OPTIONS(map(square), nan)
double sum(double x, double y) { return x + y; }

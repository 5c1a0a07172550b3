// flags: --targets=cpu
/* Annotations that say nothing that can be understood. */
#include <weft/annotate.h>
WEFT_VECTORIZE(float64)
double no_string(double x) { return x; }
WEFT_NAME(exp) WEFT_VECTORIZE()
double name_no_string(double x) { return x; }
WEFT_NAME("two words") WEFT_VECTORIZE()
double name_no_identifier(double x) { return x; }
WEFT_OPTIONS(fast, strict) WEFT_VECTORIZE()
double unknown_option(double x) { return x; }
WEFT_OPTIONS(identity(zero)) WEFT_VECTORIZE()
double no_number(double x) { return x; }
WEFT_VECTORIZE() WEFT_GUVECTORIZE("()->()")
double two_annotations(double x) { return x; }

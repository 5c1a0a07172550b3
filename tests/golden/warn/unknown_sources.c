#include <weft/annotate.h>
WEFT_VECTORIZE() double first(double x);
WEFT_VECTORIZE() double second(double x);
WEFT_VECTORIZE() double third(double x);
WEFT_VECTORIZE() double own(double x) { return x; }

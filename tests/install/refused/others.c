#include <weft/annotate.h>

WEFT_VECTORIZE() double another(double x) { return x - 1; }

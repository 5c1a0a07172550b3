#include <weft/annotate.h>
WEFT_VECTORIZE() double good(double x);

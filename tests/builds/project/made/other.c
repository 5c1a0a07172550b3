#include <weft/annotate.h>
#include "made_other.h"
WEFT_VECTORIZE() double other(double x) { return x + 2; }

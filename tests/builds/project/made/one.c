#include <weft/annotate.h>
#include "made_one.h"
WEFT_VECTORIZE() double one(double x) { return x + 1; }

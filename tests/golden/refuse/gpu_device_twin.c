// flags: --targets=cpu,gpu --require-all
#include <weft/annotate.h>
WEFT_DEVICE_TWIN static float twice(float x) { return 2 * x; }
static float inner(float x) { return twice(x); }
WEFT_VECTORIZE() float f(float x) { return twice(x) + inner(x); }

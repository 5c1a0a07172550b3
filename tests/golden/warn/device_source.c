// flags: --device-source sources/theirs.cuh
#include <weft/annotate.h>
WEFT_DEVICE_TWIN static float twice(float x) { return 2 * x; }
WEFT_VECTORIZE() float f(float x) { return x; }

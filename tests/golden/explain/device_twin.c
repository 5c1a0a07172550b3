// flags: --device-source sources/device_twin.cuh
/* What is said of functions that the gpu has in CUDA C++. */
#include <math.h>
#include <weft/annotate.h>

static float half(float x) { return x / 2; }
WEFT_DEVICE_TWIN static float inverse_root(float x) { return 1 / sqrtf(x); }
WEFT_DEVICE_TWIN double theirs(double x);

WEFT_VECTORIZE()
float scaled(float x) { return half(inverse_root(x)); }

WEFT_VECTORIZE()
double linked(double x) { return theirs(x); }

// flags: --device-source parts/device_twin.cuh -D SCALE=2
/* Functions that the gpu has in CUDA C++: the hosts' own come along, those of another library are linked. */
#include <math.h>
#include <weft/annotate.h>

WEFT_DEVICE_TWIN
static float inverse_root(float x)
{
    return 1 / sqrtf(x);
}

WEFT_DEVICE_TWIN double theirs(double x, const double *table);

static float third(float x) { return x / 3; } /* of the hosts' twin alone */
WEFT_DEVICE_TWIN static float cube(float x) { return third(x) * x * x * 3; }
static float half(float x) { return x / 2; } /* of both */

WEFT_VECTORIZE()
float scaled(float x, float y) { return half(inverse_root(x * x + y * y) + cube(x)) * SCALE; }

WEFT_GUVECTORIZE("(n),()->()")
double looked(size_t n, const double x[n], double y) { return theirs(y, x); }

/* The ripples of a drop under a light: every point is as bright as its normal leans to the light,
 * and the length of the normal is divided out by what each target has for it. */
#include <math.h>
#include <weft/annotate.h>

/* On the gpu one instruction, which shading.cuh asks CUDA for; on the hosts this. */
WEFT_DEVICE_TWIN
static float inverse_root(float x)
{
    return 1 / sqrtf(x);
}

/** The light at (x, y) from the direction (u, v, w) of length 1, from 0 to 1. */
WEFT_VECTORIZE()
float shade(float x, float y, float u, float v, float w)
{
    const float r = sqrtf(x * x + y * y);
    const float slope = (cosf(6 * r) * 6 - sinf(6 * r) / (r + 0.4F)) / (6 * (r + 0.4F));
    const float down_x = slope * x / r, down_y = slope * y / r;
    const float light = w - down_x * u - down_y * v;
    return fmaxf(0, light * inverse_root(down_x * down_x + down_y * down_y + 1));
}

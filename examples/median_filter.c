/* median_filter.c: the median of 3 × 3 neighbours, of windows that are a view of the image. */
#include <weft/annotate.h>
#include <weft/order.h>

/** The middle one of nine. */
WEFT_GUVECTORIZE("(3,3)->()")
float median9(const float x[3][3])
{
    float v[9];
    for (int i = 0; i < 9; i++)
        v[i] = x[i / 3][i % 3];
    return weft_select_float32(9, v, 4);
}

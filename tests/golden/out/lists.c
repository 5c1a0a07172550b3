/* Lists: which dimension is the size of which operand's. */
#include <weft/annotate.h>

WEFT_GUVECTORIZE("(3),(n~),(m~,2)->(n~)", "void(float32[:], float32[:], float32[:,:], float32[:])")
void shifted(size_t n, size_t m, const float w[3], const float x[n], const float by[m][2], float y[n])
{
    for (size_t i = 0; i < n; i++)
        y[i] = w[0] * x[i] + (m ? by[m - 1][1] : w[1]);
}

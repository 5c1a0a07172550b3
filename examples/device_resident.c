/* device_resident.c: one step of heat flowing through a rod that is kept at both ends. */
#include <weft/annotate.h>

/** The temperatures after one step: each point moves towards the mean of its neighbours. */
WEFT_GUVECTORIZE("(n),()->(n)", "void(float64[:], float64, float64[:])")
void heat_step(size_t n, const double now[n], double rate, double next[n])
{
    for (size_t i = 0; i < n; i++) {
        double left = i > 0 ? now[i - 1] : now[i];
        double right = i + 1 < n ? now[i + 1] : now[i];
        next[i] = now[i] + rate * (left - 2 * now[i] + right);
    }
}

// flags: --targets=cpu,parallel
#include <weft/annotate.h>
#include <stdint.h>

static const int16_t marks[2] = {10, 11};

static int16_t mark(uint64_t i)
{
    return marks[i];
}

/* The second product needs the last round: it is fused with the sum. The index may be a truth value. */
WEFT_GUVECTORIZE("(n),(),()->(n)", "void(float32[:], float32, uint8, float32[:])")
void smooth(int64_t n, const float x[n], float weight, uint8_t kind, float y[n])
{
    float last = 0, other = marks[(uint64_t)(kind > 3)];
    for (int64_t t = 0; t < n; t++) {
        last = weight * x[t] + (1 - weight) * last;
        other = other * weight + x[t] * other; /* both need it */
        y[t] = last + other + mark(kind == 1);
    }
}

/* Nothing to reorder: the first product needs it already. */
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->()", "float64(float64[:])")
double horner_and_sum(int64_t n, const double x[n])
{
    double sum = 0, value = 0;
    for (int64_t i = 0; i < n; i++)
        sum += x[i];
    for (int64_t i = 0; i < n; i++)
        value = value * 0.5 + x[i] * 2;
    return sum + value;
}

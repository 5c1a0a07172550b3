/* histogram.c: a parallel histogram: an elementwise function says the bin, a reduction by keys
 * counts, or sums what each element weighs. */
#include <weft/annotate.h>
#include <weft/random.h>

/** Two heaps of normal numbers, at -1 and 2. */
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE()
double sample(uint64_t seed, uint64_t i)
{
    const double z = weft_normal_double(seed, i, 0);
    return weft_random_below(seed, i, 2, 3) == 0 ? 2 + 0.4 * z : -1 + 0.8 * z;
}

/** The bin of x among `count` of one width from low to high; -1 outside. */
WEFT_VECTORIZE()
int64_t bin_of(double x, double low, double high, int64_t count)
{
    return x >= low && x < high ? (int64_t)((x - low) / (high - low) * (double)count) : -1;
}

/** a + b. */
WEFT_VECTORIZE("int64(int64, int64)")
WEFT_OPTIONS(identity(0), reorderable)
int64_t total(int64_t a, int64_t b)
{
    return a + b;
}

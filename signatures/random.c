/* random.c: random numbers that ship: element i of a call is a function of the seed and i alone,
 * and has the same bits on every target. */
#include <weft/annotate.h>
#include <weft/random.h>

/** 64 random bits of a seed. */
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE("uint64(uint64)")
uint64_t random_raw(uint64_t seed, uint64_t i)
{
    return weft_random_bits(seed, i >> 1, i & 1);
}

/** A seed of its own for each number: of streams, of runs. */
WEFT_VECTORIZE("uint64(uint64, uint64)")
uint64_t random_seed(uint64_t seed, uint64_t number)
{
    return weft_random_fold(seed, number);
}

/** Uniform in [low, high), which are 0 and 1 where they are left out; of float32 24 bits, of
 * float64 53. */
WEFT_OPTIONS(index(i), default(low, 0), default(high, 1))
WEFT_VECTORIZE("float64(uint64, float64, float64)")
double random_uniform(uint64_t seed, double low, double high, uint64_t i)
{
    return fma(high - low, weft_random_double(seed, i >> 1, i & 1), low);
}

WEFT_NAME("random_uniform")
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE("float32(uint64, float32, float32)")
float random_uniform_float(uint64_t seed, float low, float high, uint64_t i)
{
    return fmaf(high - low, weft_random_float(seed, i >> 2, i & 3), low);
}

/** Normal, with this mean and standard deviation, which are 0 and 1 where they are left out. */
WEFT_OPTIONS(index(i), default(mean, 0), default(deviation, 1))
WEFT_VECTORIZE("float64(uint64, float64, float64)")
double random_normal(uint64_t seed, double mean, double deviation, uint64_t i)
{
    return fma(deviation, weft_normal_double(seed, i >> 1, i & 1), mean);
}

WEFT_NAME("random_normal")
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE("float32(uint64, float32, float32)")
float random_normal_float(uint64_t seed, float mean, float deviation, uint64_t i)
{
    return fmaf(deviation, weft_normal_float(seed, i >> 2, i & 3), mean);
}

/** Exponential, with this mean, which is 1 where it is left out. */
WEFT_OPTIONS(index(i), default(mean, 1))
WEFT_VECTORIZE("float64(uint64, float64)")
double random_exponential(uint64_t seed, double mean, uint64_t i)
{
    return mean * weft_exponential_double(seed, i >> 1, i & 1);
}

WEFT_NAME("random_exponential")
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE("float32(uint64, float32)")
float random_exponential_float(uint64_t seed, float mean, uint64_t i)
{
    return mean * weft_exponential_float(seed, i >> 2, i & 3);
}

/** Uniform integers in [low, high), without a bias. */
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE("void(uint64, int64, int64, int64[:], int8[:])")
WEFT_STATUS("status", "error 1: low is not below high")
void random_integers(uint64_t seed, int64_t low, int64_t high, int64_t *number, int8_t *status,
                     uint64_t i)
{
    const uint64_t count = (uint64_t)high - (uint64_t)low;
    *status = low >= high;
    *number = (int64_t)((uint64_t)low + weft_random_below(seed, i >> 1, i & 1, count));
}

/** How many events there are, of this mean number of them. */
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE("void(uint64, float64, int64[:], int8[:])")
WEFT_STATUS("status", "error 1: the mean is no number from 0 to 2^62")
void random_poisson(uint64_t seed, double mean, int64_t *number, int8_t *status, uint64_t i)
{
    *number = weft_poisson(seed, i, 0, mean);
    *status = *number < 0;
}

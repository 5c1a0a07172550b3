/* numbers.c: arrays of the random numbers of <weft/random.h>. */
#include <weft/annotate.h>
#include <weft/random.h>

WEFT_TYPEVAR(T);

/** Random bits of a seed. */
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE("uint64(uint64)")
uint64_t many_bits(uint64_t seed, uint64_t i)
{
    return weft_random_bits(seed, i >> 1, i & 1);
}

/** Uniform numbers of a seed, in [0, 1); of float32 24 bits, of float64 53. */
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE("float64(uint64)")
double many_uniform(uint64_t seed, uint64_t i)
{
    return weft_random_double(seed, i >> 1, i & 1);
}

WEFT_NAME("many_uniform")
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE("float32(uint64)")
float many_uniform_float(uint64_t seed, uint64_t i)
{
    return weft_random_float(seed, i >> 2, i & 3);
}

/** Normal numbers of a seed, of mean 0 and variance 1. */
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE("float64(uint64)")
double many_normal(uint64_t seed, uint64_t i)
{
    return weft_normal_double(seed, i >> 1, i & 1);
}

WEFT_NAME("many_normal")
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE("float32(uint64)")
float many_normal_float(uint64_t seed, uint64_t i)
{
    return weft_normal_float(seed, i >> 2, i & 3);
}

/** Exponential numbers of a seed, of mean 1. */
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE("float64(uint64)")
double many_exponential(uint64_t seed, uint64_t i)
{
    return weft_exponential_double(seed, i >> 1, i & 1);
}

WEFT_NAME("many_exponential")
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE("float32(uint64)")
float many_exponential_float(uint64_t seed, uint64_t i)
{
    return weft_exponential_float(seed, i >> 2, i & 3);
}

/** Uniform integers of a seed, in [0, n); of n = 0 any of 64 bits. */
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE("uint64(uint64, uint64)")
uint64_t many_below(uint64_t seed, uint64_t n, uint64_t i)
{
    return weft_random_below(seed, i >> 1, i & 1, n);
}

/** Numbers of events of a seed, of a mean number of them. */
WEFT_OPTIONS(index(i))
WEFT_VECTORIZE("int64(uint64, float64)")
int64_t many_poisson(uint64_t seed, double mean, uint64_t i)
{
    return weft_poisson(seed, i, 0, mean);
}

/** The seed of a number's own: of streams, of runs. */
WEFT_VECTORIZE("uint64(uint64, uint64)")
uint64_t many_fold(uint64_t seed, uint64_t number)
{
    return weft_random_fold(seed, number);
}

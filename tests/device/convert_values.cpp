/* convert_values.cpp: the device's own conversions, compiled for the host, against those of
 * <weft/convert.h> and cast.h: special numbers, numbers around every limit, random bits. */
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <limits>

#include "math/types.cuh"
#include "host_conversions.h"

namespace
{

uint64_t state = 88172645463325252U;
int failures;

uint64_t next_bits()
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545F4914F6CDD1DU;
}

void expect(bool good, const char *what, double value)
{
    if (!good && failures++ < 20)
        std::printf("%s of %a\n", what, value);
}

/* Doubles in front of, on and behind a value. */
template <class F> void check_around(double value, const F &check)
{
    const double infinity = std::numeric_limits<double>::infinity();
    for (double x : {value, std::nextafter(value, infinity), std::nextafter(value, -infinity)}) {
        check(x);
        check(-x);
    }
}

void check_integers(double value)
{
#define COMPARE_b(name)
#define COMPARE_h(name)
#define COMPARE_f(name)
#define COMPARE_c(name)
#define COMPARE_i(name)                                                       \
    expect(weft::name(value) == host_##name(value), #name, value);            \
    expect(weft::name((float)value) == host_##name((double)(float)value), #name, (float)value);
#define COMPARE_u(name) COMPARE_i(name)
#define COMPARE(ENUM, name, kind, ...) COMPARE_##kind(weft_to_##name)
    WEFT_DTYPES(COMPARE)
#undef COMPARE
}

/* Short formats; a GPU has one NaN for float16. */
template <class D> void check_short(const char *name, double value)
{
    using traits = weft::dtype_traits<D>;
    uint32_t wanted = host_narrow(value, traits::width, traits::digits);
    uint32_t found = traits::put(weft::round_to_odd(value));
    bool is_nan = std::isnan(traits::get((typename traits::storage)found));
    expect(value != value ? is_nan : found == wanted, name, value);
    expect(value != value || traits::put((float)value) ==
                                 host_narrow((double)(float)value, traits::width, traits::digits),
           name, (float)value);
}

template <class D> void check_all_bits(const char *name)
{
    using traits = weft::dtype_traits<D>;
    for (uint32_t bits = 0; bits < 1U << traits::width; bits++) {
        double found = traits::get((typename traits::storage)bits);
        double wanted = host_widen(bits, traits::width, traits::digits);
        expect(found == wanted || (found != found && wanted != wanted), name, wanted);
    }
    std::printf("%s: all %u bit patterns\n", name, 1U << traits::width);
}

/* SHORT_h is defined where it is used. */
#define SHORT_b(name)
#define SHORT_i(name)
#define SHORT_u(name)
#define SHORT_f(name)
#define SHORT_c(name)
#define SHORT(ENUM, name, kind, ...) SHORT_##kind(name)

void check_value(double value)
{
    check_integers(value);
#define SHORT_h(name) check_short<weft::dtype::name>(#name, value);
    WEFT_DTYPES(SHORT)
#undef SHORT_h
}

} // namespace

int main()
{
#define SHORT_h(name) check_all_bits<weft::dtype::name>(#name);
    WEFT_DTYPES(SHORT)
#undef SHORT_h
    check_value(std::numeric_limits<double>::quiet_NaN());
    check_around(std::numeric_limits<double>::infinity(), check_value);
    check_around(0, check_value);
    for (int exponent = -160; exponent <= 160; exponent++)
        for (double more : {0.0, 0.5, 1.0, 0.0009765625, 0.00390625})
            check_around(std::ldexp(1 + more, exponent), check_value);
    for (int exponent = 0; exponent <= 64; exponent++) /* the limits of integers */
        for (double more : {-1.0, -0.5, 0.5, 1.0})
            check_around(std::ldexp(1, exponent) + more, check_value);
    for (int i = 0; i < 1000000; i++) {
        uint64_t bits = next_bits();
        if (i & 1) /* of a size that matters */
            bits = (bits & ~(0x7FFULL << 52)) | (863 + (bits >> 52) % 320) << 52;
        double value;
        std::memcpy(&value, &bits, sizeof value);
        check_value(value);
    }
    std::printf("%d failures\n", failures);
    return failures != 0;
}

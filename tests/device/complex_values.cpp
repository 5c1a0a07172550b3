/* complex_values.cpp: the device's complex functions, compiled for the host, against the C
 * library's: random numbers of all sizes, numbers near the branch points, and special values. */
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>

#include "complex_functions.cuh"

/* The C library's own, which C++ hides. */
#define DECLARE(name)                                    \
    extern "C" double _Complex c##name(double _Complex); \
    extern "C" float _Complex c##name##f(float _Complex);
WEFT_MATH_UNARY_COMPLEX(DECLARE)
#undef DECLARE

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

double _Complex make(double re, double im)
{
    double _Complex z;
    __real__ z = re;
    __imag__ z = im;
    return z;
}

float _Complex make(float re, float im)
{
    float _Complex z;
    __real__ z = re;
    __imag__ z = im;
    return z;
}

/* Moderate, tiny, large or special, as often as each is worth. */
template <class F> F random_part()
{
    static const F special[] = {0, -0.0F, 1, -1, 0.5F, 2, -2};
    F unit = (F)((double)(next_bits() >> 11) * 0x1p-52 - 1);
    switch (next_bits() >> 60) {
    case 0:
        return special[(next_bits() >> 40) % 7];
    case 1:
        return std::ldexp(unit, (int)(next_bits() >> 58) - 32);
    case 2:
        return 1 + unit * (F)0x1p-8;
    default:
        return unit * 8;
    }
}

/* The distance of two numbers in units of the last place of the expected one's size. */
template <class F> double distance(weft::complex<F> actual, F re, F im)
{
    double size = std::hypot((double)re, (double)im), unit = std::numeric_limits<F>::epsilon();
    double tiny = std::numeric_limits<F>::min();
    if ((std::isnan(re) || std::isnan(im)) || !(size <= std::numeric_limits<F>::max()))
        return (std::isnan(re) == std::isnan(actual.re) &&
                std::isnan(im) == std::isnan(actual.im) &&
                (std::isnan(re) || (std::isinf(re) == std::isinf(actual.re))) &&
                (std::isnan(im) || (std::isinf(im) == std::isinf(actual.im))))
                   ? 0
                   : 1e9;
    return std::hypot((double)actual.re - (double)re, (double)actual.im - (double)im) /
           (std::fmax(size, tiny) * unit);
}

template <class F, class Ours, class Theirs>
void compare(const char *name, Ours ours, Theirs theirs, double limit)
{
    double worst = 0;
    for (int n = 0; n < 200000; n++) {
        weft::complex<F> z = {random_part<F>(), random_part<F>()};
        auto expected = theirs(z.re, z.im);
        weft::complex<F> actual = ours(z);
        double error = distance<F>(actual, __real__ expected, __imag__ expected);
        if (error > limit && failures++ < 40)
            std::printf("%s(%.17g, %.17g) is (%.17g, %.17g), expected (%.17g, %.17g): %g ulp\n",
                        name, (double)z.re, (double)z.im, (double)actual.re, (double)actual.im,
                        (double)__real__ expected, (double)__imag__ expected, error);
        worst = error > worst ? error : worst;
    }
    std::printf("%s: %.1f ulp at most\n", name, worst);
}

} // namespace

int main()
{
#define COMPARE(name)                                                             \
    compare<double>(                                                              \
        "c" #name, [](weft_complex128 z) { return weft::functions::name(z); },    \
        [](double x, double y) { return c##name(make(x, y)); }, 8);               \
    compare<float>(                                                               \
        "c" #name "f", [](weft_complex64 z) { return weft::functions::name(z); }, \
        [](float x, float y) { return c##name##f(make(x, y)); }, 8);
    WEFT_MATH_UNARY_COMPLEX(COMPARE)
    std::printf("%d failures\n", failures);
    return failures != 0;
}

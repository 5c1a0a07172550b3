/* complex_values.cpp: the device's complex functions, compiled for the host, against the C
 * library's: random numbers of all sizes, numbers near the branch points, and special values. */
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>

#include "math/complex_functions.cuh"

/* The C library's own, which C++ hides. */
#define DECLARE(name)                                    \
    extern "C" double _Complex c##name(double _Complex); \
    extern "C" float _Complex c##name##f(float _Complex);
WEFT_MATH_UNARY_COMPLEX(DECLARE)
#undef DECLARE
extern "C" double _Complex cpow(double _Complex, double _Complex);
extern "C" float _Complex cpowf(float _Complex, float _Complex);

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

/* Zeros, infinities, NaN, and numbers whose results are large, small and neither. */
const double parts[] = {0, -0.0, 1, -1, 0.5, 2, -3, 1e30, -1e30, INFINITY, -INFINITY, NAN};

/* Whether a part is the expected one: a NaN, an infinity of its sign, a zero of its sign. Annex G
 * leaves open the signs of infinities beside a NaN, and of zeros that no finite number gave. */
template <class F> bool is_part(F actual, F expected, F beside, bool all_finite)
{
    if (std::isnan(expected))
        return std::isnan(actual);
    if (std::isinf(expected))
        return std::isinf(actual) && (std::isnan(beside) || actual == expected);
    if (expected == 0)
        return actual == 0 && (!all_finite || std::isnan(beside) ||
                               std::signbit(actual) == std::signbit(expected));
    return std::fabs(actual - expected) <=
           64 * std::numeric_limits<F>::epsilon() * std::fmax(std::fabs(expected), (F)1);
}

template <class F>
void check_special(const char *name, weft::complex<F> z, weft::complex<F> w,
                   weft::complex<F> actual, F re, F im)
{
    bool finite = std::isfinite(z.re) && std::isfinite(z.im) && std::isfinite(w.re) &&
                  std::isfinite(w.im);
    if (is_part(actual.re, re, im, finite) && is_part(actual.im, im, re, finite))
        return;
    if (failures++ < 40)
        std::printf("%s(%g, %g; %g, %g) is (%g, %g), expected (%g, %g)\n", name, (double)z.re,
                    (double)z.im, (double)w.re, (double)w.im, (double)actual.re, (double)actual.im,
                    (double)re, (double)im);
}

/* Of numbers with these parts every function of one argument. */
void check_special_values(double x, double y)
{
#define CHECK(name)                                                                         \
    {                                                                                       \
        double _Complex wide = c##name(make(x, y));                                         \
        float _Complex narrow = c##name##f(make((float)x, (float)y));                       \
        weft_complex128 z = {x, y};                                                         \
        weft_complex64 f = {(float)x, (float)y};                                            \
        check_special<double>("c" #name, z, 0, weft::functions::name(z), __real__ wide,     \
                              __imag__ wide);                                               \
        check_special<float>("c" #name "f", f, 0, weft::functions::name(f), __real__ narrow, \
                             __imag__ narrow);                                              \
    }
    WEFT_MATH_UNARY_COMPLEX(CHECK)
#undef CHECK
}

/* The powers of a number that is not 0; a power 0 is 1 here, where the library may have NaN. */
void check_special_powers(weft_complex128 z)
{
    for (double u : parts)
        for (double v : parts) {
            weft_complex128 w = {u, v};
            double size = std::hypot(u, v);
            if (!z || !w || (size > 5 && std::isfinite(size))) /* their angles are noise */
                continue;
            double _Complex wide = cpow(make(z.re, z.im), make(u, v));
            float _Complex narrow =
                cpowf(make((float)z.re, (float)z.im), make((float)u, (float)v));
            weft_complex64 f = z, g = w;
            check_special<double>("cpow", z, w, weft::functions::pow(z, w), __real__ wide,
                                  __imag__ wide);
            check_special<float>("cpowf", f, g, weft::functions::pow(f, g), __real__ narrow,
                                 __imag__ narrow);
        }
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
    for (double x : parts)
        for (double y : parts) {
            check_special_values(x, y);
            check_special_powers({x, y});
        }
    std::printf("%d failures\n", failures);
    return failures != 0;
}

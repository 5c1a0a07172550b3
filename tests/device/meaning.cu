/* meaning.cu: that names in bodies mean what they mean in C, under <math.h> and under <tgmath.h>.
 * Compiling it is the test. */
#include <weft_device.cuh>

template <class A, class B> inline constexpr bool same = std::is_same_v<A, B>;
#define RETURNS(type, ...) static_assert(same<type, decltype(__VA_ARGS__)>, #__VA_ARGS__)

namespace weft::math::instance {

static WEFT_DEVICE void check(float f, double d, int i, long l, weft_complex64 c,
                              weft_complex128 z)
{
    int exponent;
    RETURNS(double, exp(f));
    RETURNS(double, exp(1.0f));
    RETURNS(double, sqrt(i));
    RETURNS(double, pow(f, 2));
    RETURNS(double, fmax(f, f));
    RETURNS(double, fabs(f));
    RETURNS(double, fma(f, f, f));
    RETURNS(double, ldexp(f, 2));
    RETURNS(double, frexp(f, &exponent));
    RETURNS(double, remquo(f, f, &exponent));
    RETURNS(double, nan(""));
    RETURNS(double, tgamma(f));
    RETURNS(float, expf(d));
    RETURNS(float, sqrtf(i));
    RETURNS(float, fminf(d, d));
    RETURNS(float, nexttowardf(f, d));
    RETURNS(int, abs(-2.5));
    RETURNS(int, abs(f));
    RETURNS(long, labs(l));
    RETURNS(long, lrint(f));
    RETURNS(long long, llround(f));
    RETURNS(int, ilogb(f));
    RETURNS(int, isnan(f));
    RETURNS(int, isnan(i));
    RETURNS(int, signbit(d));
    RETURNS(int, isgreater(f, d));
    RETURNS(int, fpclassify(f));
    RETURNS(double, creal(c));
    RETURNS(float, crealf(z));
    RETURNS(weft_complex128, cexp(c));
    RETURNS(weft_complex64, cexpf(z));
    RETURNS(weft_complex128, conj(c));
    RETURNS(double, cabs(f));
    RETURNS(weft_complex128, cpow(2, d));
}

} // namespace weft::math::instance

namespace weft::tgmath::instance {

static WEFT_DEVICE void check(float f, double d, int i, bool b, weft_complex64 c,
                              weft_complex128 z)
{
    int exponent;
    RETURNS(float, exp(f));
    RETURNS(double, exp(d));
    RETURNS(double, exp(i));
    RETURNS(double, exp(b));
    RETURNS(weft_complex64, exp(c));
    RETURNS(weft_complex128, exp(z));
    RETURNS(float, pow(f, f));
    RETURNS(double, pow(f, d));
    RETURNS(double, pow(f, i));
    RETURNS(weft_complex64, pow(c, f));
    RETURNS(weft_complex128, pow(c, d));
    RETURNS(weft_complex128, pow(z, f));
    RETURNS(float, fmax(f, f));
    RETURNS(double, fmax(f, i));
    RETURNS(float, fabs(c));
    RETURNS(double, fabs(z));
    RETURNS(float, fma(f, f, f));
    RETURNS(double, fma(f, f, d));
    RETURNS(float, ldexp(f, i));
    RETURNS(float, frexp(f, &exponent));
    RETURNS(float, remquo(f, f, &exponent));
    RETURNS(float, nexttoward(f, d));
    RETURNS(long, lrint(f));
    RETURNS(int, ilogb(f));
    RETURNS(int, abs(f)); /* not type-generic in C */
    RETURNS(float, sqrtf(d));
    RETURNS(weft_complex128, cexp(c));
    RETURNS(float, creal(c));
    RETURNS(float, creal(f));
    RETURNS(double, cimag(z));
    RETURNS(float, carg(f));
    RETURNS(weft_complex64, conj(c));
    RETURNS(weft_complex64, conj(f));
    RETURNS(weft_complex128, conj(i));
    RETURNS(double, modf(d, &d));
}

} // namespace weft::tgmath::instance

namespace weft::math::arithmetic {

static WEFT_DEVICE void check(float f, double d, int i, long l, bool b, weft_complex64 c,
                              weft_complex128 z)
{
    RETURNS(weft_complex64, c * c);
    RETURNS(weft_complex64, c + f);
    RETURNS(weft_complex64, i * c);
    RETURNS(weft_complex64, c - l);
    RETURNS(weft_complex64, b + c);
    RETURNS(weft_complex128, c / d);
    RETURNS(weft_complex128, d - c);
    RETURNS(weft_complex128, z * f);
    RETURNS(weft_complex128, c + z);
    RETURNS(weft_complex64, 3 + 2 * I);
    RETURNS(weft_complex128, 3.0 + 2 * I);
    RETURNS(weft_complex64, -c);
    RETURNS(bool, c == z);
    RETURNS(bool, c != 1);
    RETURNS(bool, 0 == z);
    RETURNS(bool, !c);
    z = c;
    c = z;
    z = 1;
    d = (double)z;
    i = (int)c;
    z += f;
    z *= c;
    c /= z;
    d += z;
    f *= c;
    z -= 1;
    if (z && !c)
        z = b ? z : 0;
    weft_complex64 few[4] = {0};
    few[i & 3] = CMPLXF(f, f);
    (void)few;
}

/* Constants of the C headers. */
static WEFT_DEVICE double constants()
{
    return INFINITY + NAN + HUGE_VAL + HUGE_VALF + M_PI + DBL_MAX + FLT_MAX + FLT_EPSILON +
           INT32_MAX + INT_MAX + (double)UINT64_MAX + (double)SIZE_MAX + DBL_EPSILON + FP_NAN;
}

} // namespace weft::math::arithmetic

/* Something to emit, so that it is all compiled. */
struct output {
    double *x;
};

WEFT_KERNEL(meaning, 32, output)
{
    *params.x = weft::math::arithmetic::constants();
}

/* Walks of arrays with windows are in order, by these: what team.cuh finds must stand before it. */
static_assert(std::is_same_v<decltype(weft::walked(std::declval<const weft::views::streamed<const float> &>()).of),
                             weft::stream_round *>);

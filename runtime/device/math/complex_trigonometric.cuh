/* complex_trigonometric.cuh: circular and hyperbolic functions of complex numbers and their
 * inverses, after W. Kahan, "Branch cuts for complex elementary functions" (1987). */
#ifndef WEFT_COMPLEX_TRIGONOMETRIC_CUH
#define WEFT_COMPLEX_TRIGONOMETRIC_CUH

#include "complex_elementary.cuh"

namespace weft::functions
{

/* i z and -i z: the circular functions are the hyperbolic ones turned by a right angle. */
template <class F> WEFT_DEVICE_INLINE complex<F> turn(complex<F> z)
{
    return {-z.im, z.re};
}
template <class F> WEFT_DEVICE_INLINE complex<F> turn_back(complex<F> z)
{
    return {z.im, -z.re};
}

template <class F> WEFT_DEVICE_INLINE complex<F> sinh(complex<F> z)
{
    if (z.im == 0)
        return {::sinh(z.re), z.im};
    if (z.re == 0)
        return {weft::isfinite(z.im) ? z.re * ::cos(z.im) : z.re, ::sin(z.im)};
    if (weft::isinf(z.re) && !weft::isfinite(z.im))
        return {z.re, not_a_number<F>};
    F cosine = ::cos(z.im), sine = ::sin(z.im), size = ::fabs(z.re);
    if (size > exp_limit<F> && size < infinity<F>) {
        F root = ::exp(size / 2);
        return {::copysign(root / 2, z.re) * cosine * root, root / 2 * sine * root};
    }
    return {::sinh(z.re) * cosine, ::cosh(z.re) * sine};
}

template <class F> WEFT_DEVICE_INLINE complex<F> cosh(complex<F> z)
{
    if (z.im == 0)
        return {::cosh(z.re), z.im * ::copysign((F)1, z.re)};
    if (z.re == 0)
        return {::cos(z.im), weft::isfinite(z.im) ? z.re * ::sin(z.im) : z.re};
    if (weft::isinf(z.re) && !weft::isfinite(z.im))
        return {infinity<F>, not_a_number<F>};
    F cosine = ::cos(z.im), sine = ::sin(z.im), size = ::fabs(z.re);
    if (size > exp_limit<F> && size < infinity<F>) {
        F root = ::exp(size / 2);
        return {root / 2 * cosine * root, ::copysign(root / 2, z.re) * sine * root};
    }
    return {::cosh(z.re) * cosine, ::sinh(z.re) * sine};
}

template <class F> WEFT_DEVICE_INLINE complex<F> tanh(complex<F> z)
{
    F size = ::fabs(z.re);
    if (z.re != 0 && size < infinity<F> && !weft::isfinite(z.im))
        return {not_a_number<F>, not_a_number<F>};
    if (size > exp_limit<F> / 4) { /* 1, but for less than the last bit */
        F rest = weft::isfinite(z.im) ? 4 * ::sin(z.im) * ::cos(z.im) * ::exp(-size) : 0;
        return {::copysign((F)1, z.re), rest * ::exp(-size)};
    }
    F tangent = ::tan(z.im), square = 1 + tangent * tangent;
    F sine = ::sinh(z.re), root = ::sqrt(1 + sine * sine);
    if (z.im == 0)
        return {::tanh(z.re), z.im};
    if (z.re == 0)
        return {z.re, tangent};
    if (weft::isinf(square))
        return {root / sine, 1 / tangent};
    F denominator = 1 + square * sine * sine;
    return {square * root * sine / denominator, tangent / denominator};
}

template <class F> WEFT_DEVICE_INLINE complex<F> sin(complex<F> z)
{
    return turn_back(functions::sinh(turn(z)));
}
template <class F> WEFT_DEVICE_INLINE complex<F> cos(complex<F> z)
{
    return functions::cosh(turn(z));
}
template <class F> WEFT_DEVICE_INLINE complex<F> tan(complex<F> z)
{
    return turn_back(functions::tanh(turn(z)));
}

template <class F> inline constexpr F half_pi = (F)1.57079632679489661923;

/* The angle of a number that is not finite, from the real axis; on the imaginary one it is known,
 * however far out. */
template <class F> WEFT_DEVICE_INLINE F unbounded_angle(complex<F> z)
{
    return z.re == 0 ? ::copysign(half_pi<F>, z.im) : angle(z);
}

template <class F> WEFT_DEVICE_INLINE complex<F> acos(complex<F> z)
{
    if (!is_finite(z))
        return {::fabs(unbounded_angle(z)), ::copysign(unbounded_size(z), -z.im)};
    complex<F> below = functions::sqrt((F)1 - z), above = functions::sqrt((F)1 + z);
    return {2 * ::atan2(below.re, above.re), ::asinh(above.re * below.im - above.im * below.re)};
}

template <class F> WEFT_DEVICE_INLINE complex<F> asin(complex<F> z)
{
    if (!is_finite(z))
        return {z.re == 0 ? z.re : ::atan2(z.re, ::fabs(z.im)),
                ::copysign(unbounded_size(z), z.im)};
    complex<F> below = functions::sqrt((F)1 - z), above = functions::sqrt((F)1 + z);
    return {::atan2(z.re, below.re * above.re - below.im * above.im),
            ::asinh(below.re * above.im - below.im * above.re)};
}

template <class F> WEFT_DEVICE_INLINE complex<F> acosh(complex<F> z)
{
    if (!is_finite(z))
        return {unbounded_size(z), unbounded_angle(z)};
    complex<F> below = functions::sqrt(z - (F)1), above = functions::sqrt(z + (F)1);
    return {::asinh(below.re * above.re + below.im * above.im), 2 * ::atan2(below.im, above.re)};
}

template <class F> WEFT_DEVICE_INLINE complex<F> asinh(complex<F> z)
{
    return turn_back(functions::asin(turn(z)));
}

template <class F> WEFT_DEVICE_INLINE complex<F> atanh(complex<F> z)
{
    F sign = ::copysign((F)1, z.re), x = ::fabs(z.re), y = sign * z.im;
    F bound = ::sqrt(largest<F>) / 4;
    if (z.re != z.re || z.im != z.im) { /* what an infinity beside it leaves known */
        F real = unbounded_size(z) == infinity<F> ? ::copysign((F)0, z.re) : not_a_number<F>;
        return {z.re == 0 ? z.re : real,
                weft::isinf(z.im) ? ::copysign(half_pi<F>, z.im) : not_a_number<F>};
    }
    if (x > bound || ::fabs(y) > bound) { /* 1/z for the real part; sizes first */
        F large = ::fmax(x, ::fabs(y)), a = x / large, b = y / large;
        F real = weft::isinf(large) ? 0 : a / (a * a + b * b) / large;
        return {sign * real, sign * ::copysign(half_pi<F>, y)};
    }
    F gap = 1 - x;
    if (gap == 0 && ::fabs(y) < ::sqrt(smallest<F>)) { /* at the pole: y² would vanish */
        F real = y == 0 ? infinity<F> : (F)0.34657359027997265471 - ::log(::fabs(y)) / 2;
        return {sign * real, sign * (y == 0 ? y : ::copysign(half_pi<F> / 2, y))};
    }
    F real = ::log1p(4 * x / (gap * gap + y * y)) / 4;
    return {sign * real, sign * ::atan2(2 * y, gap * (1 + x) - y * y) / 2};
}

template <class F> WEFT_DEVICE_INLINE complex<F> atan(complex<F> z)
{
    return turn_back(functions::atanh(turn(z)));
}

} // namespace weft::functions
#endif

/* complex_elementary.cuh: magnitude, exponential, logarithm, root and power of complex numbers, for
 * float and double. Special values are those of C's annex G. */
#ifndef WEFT_COMPLEX_ELEMENTARY_CUH
#define WEFT_COMPLEX_ELEMENTARY_CUH

#include <limits>

#include "common_functions.cuh"
#include "complex.cuh"

namespace weft::functions
{

template <class F> inline constexpr F largest = std::numeric_limits<F>::max();
template <class F> inline constexpr F smallest = std::numeric_limits<F>::min();
template <class F> inline constexpr F not_a_number = std::numeric_limits<F>::quiet_NaN();
template <class F> inline constexpr F infinity = std::numeric_limits<F>::infinity();
/* exp overflows just above. */
template <class F> inline constexpr F exp_limit = sizeof(F) == 4 ? (F)88.7 : (F)709.7;

/* Whether both parts are finite. */
template <class F> WEFT_DEVICE_INLINE bool is_finite(complex<F> z)
{
    return weft::isfinite(z.re) && weft::isfinite(z.im);
}

/* The size of a number that is not finite: infinite, or unknown. */
template <class F> WEFT_DEVICE_INLINE F unbounded_size(complex<F> z)
{
    return weft::isinf(z.re) || weft::isinf(z.im) ? infinity<F> : not_a_number<F>;
}

template <class F> WEFT_DEVICE_INLINE F magnitude(complex<F> z)
{
    return ::hypot(z.re, z.im);
}
template <class F> WEFT_DEVICE_INLINE F angle(complex<F> z)
{
    return ::atan2(z.im, z.re);
}
template <class F> WEFT_DEVICE_INLINE complex<F> conjugate(complex<F> z)
{
    return {z.re, -z.im};
}

/* All infinities to one. */
template <class F> WEFT_DEVICE_INLINE complex<F> project(complex<F> z)
{
    if (weft::isinf(z.re) || weft::isinf(z.im))
        return {infinity<F>, ::copysign((F)0, z.im)};
    return z;
}

template <class F> WEFT_DEVICE_INLINE complex<F> exp(complex<F> z)
{
    if (z.im == 0)
        return {::exp(z.re), z.im};
    if (!weft::isfinite(z.im)) {
        if (z.re == -infinity<F>)
            return {0, ::copysign((F)0, z.im)};
        return {z.re == infinity<F> ? infinity<F> : not_a_number<F>, not_a_number<F>};
    }
    F cosine = ::cos(z.im), sine = ::sin(z.im);
    if (z.re > exp_limit<F> && z.re < infinity<F>) { /* the product may still be finite */
        F root = ::exp(z.re / 2);
        return {root * cosine * root, root * sine * root};
    }
    F scale = ::exp(z.re);
    return {scale * cosine, scale * sine};
}

/* large² + small² - 1 for `large` near 1, without cancellation: exact squares, compensated sums. */
template <class F> WEFT_DEVICE_INLINE F squares_minus_one(F large, F small)
{
    F t = large - 1, twice = 2 * t;
    F t2 = t * t, t2_rest = ::fma(t, t, -t2);
    F s2 = small * small, s2_rest = ::fma(small, small, -s2);
    F sum = twice + s2, part = sum - twice;
    F lost = (twice - (sum - part)) + (s2 - part);
    F total = sum + t2;
    part = total - sum;
    lost += (sum - (total - part)) + (t2 - part);
    return total + (lost + (t2_rest + s2_rest));
}

/* log |z| over the whole range. */
template <class F> WEFT_DEVICE_INLINE F log_magnitude(complex<F> z)
{
    F x = ::fabs(z.re), y = ::fabs(z.im);
    F large = ::fmax(x, y), small = ::fmin(x, y);
    if (x != x || y != y) /* which fmax would drop; an infinity beside it stays one */
        return ::hypot(x, y);
    if (large > (F)0.5 && large < 2)
        return ::log1p(squares_minus_one(large, small)) / 2;
    if (large > largest<F> / 4 && large < infinity<F>)
        return ::log(::hypot(x / 4, y / 4)) + (F)1.38629436111989061883;
    if (large < smallest<F> && large > 0) /* 2^60 times as large */
        return ::log(::hypot(x * (F)0x1p60, y * (F)0x1p60)) - (F)41.5888308335967185651;
    return ::log(::hypot(x, y));
}

template <class F> WEFT_DEVICE_INLINE complex<F> log(complex<F> z)
{
    return {log_magnitude(z), angle(z)};
}

/* The root of a finite number that is not 0, whose size is no problem. */
template <class F> WEFT_DEVICE_INLINE complex<F> root_in_range(F x, F y)
{
    F t = ::sqrt((::fabs(x) + ::hypot(x, y)) / 2);
    if (x >= 0)
        return {t, y / (2 * t)};
    return {::fabs(y) / (2 * t), ::copysign(t, y)};
}

template <class F> WEFT_DEVICE_INLINE complex<F> sqrt(complex<F> z)
{
    F x = z.re, y = z.im;
    if (x == 0 && y == 0)
        return {0, y};
    if (weft::isinf(y))
        return {infinity<F>, y};
    if (x != x)
        return {x, x};
    if (weft::isinf(x)) {
        if (x > 0)
            return {x, y != y ? y : ::copysign((F)0, y)};
        return {y != y ? y : 0, ::copysign(infinity<F>, y)};
    }
    F large = ::fmax(::fabs(x), ::fabs(y));
    if (large > largest<F> / 8) {
        complex<F> quarter = root_in_range(x / 16, y / 16);
        return {quarter.re * 4, quarter.im * 4};
    }
    if (large < smallest<F> * 16) {
        complex<F> scaled = root_in_range(x * (F)0x1p60, y * (F)0x1p60);
        return {scaled.re * (F)0x1p-30, scaled.im * (F)0x1p-30};
    }
    return root_in_range(x, y);
}

/* A part of a factor as its infinities have it: 1 where it is infinite, else 0, of its sign. */
template <class F> WEFT_DEVICE_INLINE F infinite_part(F part)
{
    return ::copysign((F)(weft::isinf(part) ? 1 : 0), part);
}

/* 0 for NaN, of its sign. */
template <class F> WEFT_DEVICE_INLINE F number_part(F part)
{
    return part != part ? ::copysign((F)0, part) : part;
}

/* Annex G's product: that of an infinity and what is not 0 is an infinity, where the plain formula
 * has NaN. */
template <class F> WEFT_DEVICE_INLINE complex<F> multiply_infinite(complex<F> a, complex<F> b)
{
    complex<F> product = a * b;
    if (product.re == product.re || product.im == product.im)
        return product;
    bool left = weft::isinf(a.re) || weft::isinf(a.im);
    bool right = weft::isinf(b.re) || weft::isinf(b.im);
    bool overflows = weft::isinf(a.re * b.re) || weft::isinf(a.im * b.im) ||
                     weft::isinf(a.re * b.im) || weft::isinf(a.im * b.re);
    if (!left && !right && !overflows)
        return product;
    if (left)
        a = {infinite_part(a.re), infinite_part(a.im)};
    if (right)
        b = {infinite_part(b.re), infinite_part(b.im)};
    a = {number_part(a.re), number_part(a.im)};
    b = {number_part(b.re), number_part(b.im)};
    product = a * b;
    return {infinity<F> * product.re, infinity<F> * product.im};
}

/* exp(w log z), but a zero to a power is what it is for real numbers. */
template <class F> WEFT_DEVICE_INLINE complex<F> pow(complex<F> z, complex<F> w)
{
    if (!w)
        return {1, 0};
    if (!z && w.re > 0)
        return {0, 0};
    return functions::exp(multiply_infinite(w, functions::log(z)));
}

} // namespace weft::functions
#endif

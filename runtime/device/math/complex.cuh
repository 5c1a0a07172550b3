/* complex.cuh: C's complex numbers. nvcc drops arithmetic on _Complex silently, so this is a type
 * of our own, with C's conversions: real and complex mix freely, a real operand stays real, complex
 * to real drops the imaginary part. Products are the plain formula without a search for lost
 * infinities, quotients Smith's method (Communications of the ACM 5, 1962): what gcc's
 * -fcx-fortran-rules does. It stands in a namespace of its own, so that argument-dependent lookup
 * finds the operators and nothing else. */
#ifndef WEFT_COMPLEX_CUH
#define WEFT_COMPLEX_CUH

#include <type_traits>

#include "machine.cuh"

namespace weft::numbers
{

template <class A>
concept real = std::is_arithmetic_v<A> || std::is_enum_v<A>;

/* Two reals without padding; aligned as C's complex types are: like one of them. */
template <class F> struct complex {
    F re, im;

    complex() = default;
    template <real A> WEFT_DEVICE_INLINE constexpr complex(A x) : re((F)x), im(0) {}
    WEFT_DEVICE_INLINE constexpr complex(F x, F y) : re(x), im(y) {}
    template <class G>
    WEFT_DEVICE_INLINE constexpr complex(const complex<G> &z) : re((F)z.re), im((F)z.im)
    {
    }

    /* Explicit, or c ? z : 0 would convert either way. An implicit one in C is written WEFT_REAL.
     */
    template <real A> WEFT_DEVICE_INLINE constexpr explicit operator A() const
    {
        if constexpr (std::is_same_v<A, bool>)
            return re != 0 || im != 0;
        else
            return (A)re;
    }
    WEFT_DEVICE_INLINE constexpr bool operator!() const { return re == 0 && im == 0; }
    WEFT_DEVICE_INLINE constexpr complex operator+() const { return *this; }
    WEFT_DEVICE_INLINE constexpr complex operator-() const { return {-re, -im}; }
};

template <class A> struct is_complex_type : std::false_type {
};
template <class F> struct is_complex_type<complex<F>> : std::true_type {
};
template <class A>
concept is_complex = is_complex_type<A>::value;
template <class A>
concept number = real<A> || is_complex<A>;

/* The real type that an operand brings to C's usual arithmetic conversions: integers bring none. */
template <class A> struct real_part_type {
    using type = std::conditional_t<std::is_same_v<A, double>, double, float>;
};
template <class F> struct real_part_type<complex<F>> {
    using type = F;
};
template <class A, class B>
using common_real = std::conditional_t<std::is_same_v<typename real_part_type<A>::type, double> ||
                                           std::is_same_v<typename real_part_type<B>::type, double>,
                                       double, float>;

/* An operand in the common real type; reals stay real. */
template <class F, class A> WEFT_DEVICE_INLINE constexpr auto widen(const A &a)
{
    if constexpr (is_complex<A>)
        return complex<F>(a);
    else
        return (F)a;
}

template <class F> WEFT_DEVICE_INLINE constexpr complex<F> add(complex<F> a, complex<F> b)
{
    return {a.re + b.re, a.im + b.im};
}
template <class F> WEFT_DEVICE_INLINE constexpr complex<F> add(complex<F> a, F b)
{
    return {a.re + b, a.im};
}
template <class F> WEFT_DEVICE_INLINE constexpr complex<F> add(F a, complex<F> b)
{
    return {a + b.re, b.im};
}

template <class F> WEFT_DEVICE_INLINE constexpr complex<F> subtract(complex<F> a, complex<F> b)
{
    return {a.re - b.re, a.im - b.im};
}
template <class F> WEFT_DEVICE_INLINE constexpr complex<F> subtract(complex<F> a, F b)
{
    return {a.re - b, a.im};
}
template <class F> WEFT_DEVICE_INLINE constexpr complex<F> subtract(F a, complex<F> b)
{
    return {a - b.re, -b.im};
}

template <class F> WEFT_DEVICE_INLINE constexpr complex<F> multiply(complex<F> a, complex<F> b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
template <class F> WEFT_DEVICE_INLINE constexpr complex<F> multiply(complex<F> a, F b)
{
    return {a.re * b, a.im * b};
}
template <class F> WEFT_DEVICE_INLINE constexpr complex<F> multiply(F a, complex<F> b)
{
    return {a * b.re, a * b.im};
}

template <class F> WEFT_DEVICE_INLINE constexpr complex<F> divide(complex<F> a, complex<F> b)
{
    if ((b.re < 0 ? -b.re : b.re) < (b.im < 0 ? -b.im : b.im)) {
        F ratio = b.re / b.im, denominator = b.re * ratio + b.im;
        return {(a.re * ratio + a.im) / denominator, (a.im * ratio - a.re) / denominator};
    }
    F ratio = b.im / b.re, denominator = b.im * ratio + b.re;
    return {(a.im * ratio + a.re) / denominator, (a.im - a.re * ratio) / denominator};
}
template <class F> WEFT_DEVICE_INLINE constexpr complex<F> divide(complex<F> a, F b)
{
    return {a.re / b, a.im / b};
}
template <class F> WEFT_DEVICE_INLINE constexpr complex<F> divide(F a, complex<F> b)
{
    return divide(complex<F>(a, 0), b);
}

/* Each operator, and its compound assignment to a complex or (as C has it) a real. */
#define WEFT_COMPLEX_OPERATOR(symbol, function)                                                 \
    template <number A, number B>                                                               \
    requires is_complex<A> || is_complex<B> WEFT_DEVICE_INLINE constexpr auto operator symbol(  \
        const A &a, const B &b)                                                                 \
    {                                                                                           \
        using F = common_real<A, B>;                                                            \
        return function(widen<F>(a), widen<F>(b));                                              \
    }                                                                                           \
    template <number A, number B>                                                               \
    requires is_complex<A> || is_complex<B> WEFT_DEVICE_INLINE constexpr A &operator symbol##=( \
        A &a, const B &b)                                                                       \
    {                                                                                           \
        return a = (A)(a symbol b);                                                             \
    }
WEFT_COMPLEX_OPERATOR(+, add)
WEFT_COMPLEX_OPERATOR(-, subtract)
WEFT_COMPLEX_OPERATOR(*, multiply)
WEFT_COMPLEX_OPERATOR(/, divide)
#undef WEFT_COMPLEX_OPERATOR

template <number A, number B>
requires is_complex<A> || is_complex<B> WEFT_DEVICE_INLINE constexpr bool operator==(const A &a,
                                                                                     const B &b)
{
    using F = common_real<A, B>;
    complex<F> x(a), y(b);
    return x.re == y.re && x.im == y.im;
}

} // namespace weft::numbers

namespace weft
{
using numbers::complex;
}

typedef weft::complex<float> weft_complex64;
typedef weft::complex<double> weft_complex128;

/* What C does by itself where a complex number becomes a real one. */
#define WEFT_REAL(z) ((z).re)
/* A product or quotient of complex constants, each part of it rounded once. */
#define WEFT_ROUNDED(part, real, imaginary, ...) (::weft::complex<part>(real, imaginary))
/* An index that may be a truth value: as it is, for nothing here makes vectors of it. */
#define WEFT_INDEX(i) (i)
/* The sum of two products, the second of what the round before left: as written, which the device's
 * compiler fuses. */
#define WEFT_RECURRENCE(first, second) ((first) + (second))
#endif

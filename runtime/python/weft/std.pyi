# The functions of libweft_std.so. Made by `weft python`.
from typing import Any, Final, Unpack

from weft import Ufunc
from weft.typing import (ArrayLike, Axes, CoreOptions, ElementOptions, Out, Outs, Reduction)

class _add(Ufunc):
    """
     a + b; of truth values, a or b.

     bool(bool, bool)
     int8(int8, int8)
     uint8(uint8, uint8)
     int16(int16, int16)
     uint16(uint16, uint16)
     int32(int32, int32)
     uint32(uint32, uint32)
     int64(int64, int64)
     uint64(uint64, uint64)
     float16(float16, float16)
     bfloat16(bfloat16, bfloat16)
     float32(float32, float32)
     float64(float64, float64)
     complex64(complex64, complex64)
     complex128(complex128, complex128)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

add: Final[_add]

class _subtract(Ufunc):
    """
     a - b.

     int8(int8, int8)
     uint8(uint8, uint8)
     int16(int16, int16)
     uint16(uint16, uint16)
     int32(int32, int32)
     uint32(uint32, uint32)
     int64(int64, int64)
     uint64(uint64, uint64)
     float16(float16, float16)
     bfloat16(bfloat16, bfloat16)
     float32(float32, float32)
     float64(float64, float64)
     complex64(complex64, complex64)
     complex128(complex128, complex128)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

subtract: Final[_subtract]

class _multiply(Ufunc):
    """
     a * b; of truth values, a and b.

     bool(bool, bool)
     int8(int8, int8)
     uint8(uint8, uint8)
     int16(int16, int16)
     uint16(uint16, uint16)
     int32(int32, int32)
     uint32(uint32, uint32)
     int64(int64, int64)
     uint64(uint64, uint64)
     float16(float16, float16)
     bfloat16(bfloat16, bfloat16)
     float32(float32, float32)
     float64(float64, float64)
     complex64(complex64, complex64)
     complex128(complex128, complex128)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

multiply: Final[_multiply]

class _fma(Ufunc):
    """
     a * b + c with a single rounding.

     float16(float16, float16, float16)
     bfloat16(bfloat16, bfloat16, bfloat16)
     float32(float32, float32, float32)
     float64(float64, float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, c: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

fma: Final[_fma]

class _square(Ufunc):
    """
     a * a.

     int8(int8)
     uint8(uint8)
     int16(int16)
     uint16(uint16)
     int32(int32)
     uint32(uint32)
     int64(int64)
     uint64(uint64)
     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

square: Final[_square]

class _negative(Ufunc):
    """
     -a; unsigned integers and the least signed one wrap.

     int8(int8)
     uint8(uint8)
     int16(int16)
     uint16(uint16)
     int32(int32)
     uint32(uint32)
     int64(int64)
     uint64(uint64)
     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

negative: Final[_negative]

class _conjugate(Ufunc):
    """
     The complex conjugate of a.

     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

conjugate: Final[_conjugate]

class _divide(Ufunc):
    """
     a / b; of integers, in float64.

     float64(int8, int8)
     float64(uint8, uint8)
     float64(int16, int16)
     float64(uint16, uint16)
     float64(int32, int32)
     float64(uint32, uint32)
     float64(int64, int64)
     float64(uint64, uint64)
     float16(float16, float16)
     bfloat16(bfloat16, bfloat16)
     float32(float32, float32)
     float64(float64, float64)
     complex64(complex64, complex64)
     complex128(complex128, complex128)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

divide: Final[_divide]

class _floor_divide(Ufunc):
    """
     The largest integer not above a / b; of integers 0 where b is 0.

     int8(int8, int8)
     uint8(uint8, uint8)
     int16(int16, int16)
     uint16(uint16, uint16)
     int32(int32, int32)
     uint32(uint32, uint32)
     int64(int64, int64)
     uint64(uint64, uint64)
     float16(float16, float16)
     bfloat16(bfloat16, bfloat16)
     float32(float32, float32)
     float64(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

floor_divide: Final[_floor_divide]

class _remainder(Ufunc):
    """
     The remainder of floor_divide, with the sign of b; where b is 0, 0 of integers and NaN of
     floats.

     int8(int8, int8)
     uint8(uint8, uint8)
     int16(int16, int16)
     uint16(uint16, uint16)
     int32(int32, int32)
     uint32(uint32, uint32)
     int64(int64, int64)
     uint64(uint64, uint64)
     float16(float16, float16)
     bfloat16(bfloat16, bfloat16)
     float32(float32, float32)
     float64(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

remainder: Final[_remainder]

class _divmod(Ufunc):
    """
     floor_divide(a, b) and remainder(a, b).

     void(int8, int8, int8[:], int8[:])
     void(uint8, uint8, uint8[:], uint8[:])
     void(int16, int16, int16[:], int16[:])
     void(uint16, uint16, uint16[:], uint16[:])
     void(int32, int32, int32[:], int32[:])
     void(uint32, uint32, uint32[:], uint32[:])
     void(int64, int64, int64[:], int64[:])
     void(uint64, uint64, uint64[:], uint64[:])
     void(float16, float16, float16[:], float16[:])
     void(bfloat16, bfloat16, bfloat16[:], bfloat16[:])
     void(float32, float32, float32[:], float32[:])
     void(float64, float64, float64[:], float64[:])
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Outs = ...,
            **options: Unpack[ElementOptions]) -> tuple[Any, ...]: ...

divmod: Final[_divmod]

class _fmod(Ufunc):
    """
     The remainder of a / b rounded towards zero, with the sign of a; where b is 0,
            0 of integers and
     NaN of floats.

     int8(int8, int8)
     uint8(uint8, uint8)
     int16(int16, int16)
     uint16(uint16, uint16)
     int32(int32, int32)
     uint32(uint32, uint32)
     int64(int64, int64)
     uint64(uint64, uint64)
     float16(float16, float16)
     bfloat16(bfloat16, bfloat16)
     float32(float32, float32)
     float64(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

fmod: Final[_fmod]

class _reciprocal(Ufunc):
    """
     1 / a; in integers 0 but for 1 and -1.

     int8(int8)
     int16(int16)
     int32(int32)
     int64(int64)
     uint8(uint8)
     uint16(uint16)
     uint32(uint32)
     uint64(uint64)
     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

reciprocal: Final[_reciprocal]

class _absolute(Ufunc):
    """
     |a|, the distance from 0, real where a is complex; the least integer wraps to itself.

     bool(bool)
     int8(int8)
     uint8(uint8)
     int16(int16)
     uint16(uint16)
     int32(int32)
     uint32(uint32)
     int64(int64)
     uint64(uint64)
     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     float32(complex64)
     float64(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

absolute: Final[_absolute]

class _sign(Ufunc):
    """
     -1, 0 or 1; NaN where a is NaN.

     int8(int8)
     uint8(uint8)
     int16(int16)
     uint16(uint16)
     int32(int32)
     uint32(uint32)
     int64(int64)
     uint64(uint64)
     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

sign: Final[_sign]

class _minimum(Ufunc):
    """
     The smaller one; NaN if either is NaN; false before true.

     bool(bool, bool)
     int8(int8, int8)
     uint8(uint8, uint8)
     int16(int16, int16)
     uint16(uint16, uint16)
     int32(int32, int32)
     uint32(uint32, uint32)
     int64(int64, int64)
     uint64(uint64, uint64)
     float16(float16, float16)
     bfloat16(bfloat16, bfloat16)
     float32(float32, float32)
     float64(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

minimum: Final[_minimum]

class _maximum(Ufunc):
    """
     The larger one; NaN if either is NaN; true after false.

     bool(bool, bool)
     int8(int8, int8)
     uint8(uint8, uint8)
     int16(int16, int16)
     uint16(uint16, uint16)
     int32(int32, int32)
     uint32(uint32, uint32)
     int64(int64, int64)
     uint64(uint64, uint64)
     float16(float16, float16)
     bfloat16(bfloat16, bfloat16)
     float32(float32, float32)
     float64(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

maximum: Final[_maximum]

class _clip(Ufunc):
    """
     a, but at least low and at most high; high wins where they cross; false before true.

     bool(bool, bool, bool)
     int8(int8, int8, int8)
     uint8(uint8, uint8, uint8)
     int16(int16, int16, int16)
     uint16(uint16, uint16, uint16)
     int32(int32, int32, int32)
     uint32(uint32, uint32, uint32)
     int64(int64, int64, int64)
     uint64(uint64, uint64, uint64)
     float16(float16, float16, float16)
     bfloat16(bfloat16, bfloat16, bfloat16)
     float32(float32, float32, float32)
     float64(float64, float64, float64)
    """
    def __call__(self, a: ArrayLike, low: ArrayLike, high: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

clip: Final[_clip]

class _power(Ufunc):
    """
     a to the power of b. Integers: by repeated squaring, wrapping; a negative power is 1 / a^-b.

     int8(int8, int8)
     uint8(uint8, uint8)
     int16(int16, int16)
     uint16(uint16, uint16)
     int32(int32, int32)
     uint32(uint32, uint32)
     int64(int64, int64)
     uint64(uint64, uint64)
     float16(float16, float16)
     bfloat16(bfloat16, bfloat16)
     float32(float32, float32)
     float64(float64, float64)
     complex64(complex64, complex64)
     complex128(complex128, complex128)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

power: Final[_power]

class _float_power(Ufunc):
    """
     a to the power of b, in float64.

     float64(float64, float64)
     complex128(complex128, complex128)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

float_power: Final[_float_power]

class _sqrt(Ufunc):
    """
     The square root of a, not left of 0; NaN of negative real numbers.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

sqrt: Final[_sqrt]

class _cbrt(Ufunc):
    """
     The real cube root of a.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

cbrt: Final[_cbrt]

class _exp(Ufunc):
    """
     e to the power of a.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

exp: Final[_exp]

class _exp2(Ufunc):
    """
     2 to the power of a.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

exp2: Final[_exp2]

class _expm1(Ufunc):
    """
     e to the power of a, less 1, exact near 0.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

expm1: Final[_expm1]

class _log(Ufunc):
    """
     The natural logarithm of a; NaN of negative numbers.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

log: Final[_log]

class _log2(Ufunc):
    """
     The logarithm of a to the base 2.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

log2: Final[_log2]

class _log10(Ufunc):
    """
     The logarithm of a to the base 10.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

log10: Final[_log10]

class _log1p(Ufunc):
    """
     The natural logarithm of 1 + a, exact near 0.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

log1p: Final[_log1p]

class _logaddexp(Ufunc):
    """
     The logarithm of e^a + e^b, without overflow on the way.

     float16(float16, float16)
     bfloat16(bfloat16, bfloat16)
     float32(float32, float32)
     float64(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

logaddexp: Final[_logaddexp]

class _logaddexp2(Ufunc):
    """
     The logarithm to the base 2 of 2^a + 2^b, without overflow on the way.

     float16(float16, float16)
     bfloat16(bfloat16, bfloat16)
     float32(float32, float32)
     float64(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

logaddexp2: Final[_logaddexp2]

class _sin(Ufunc):
    """
     The sine of a.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

sin: Final[_sin]

class _cos(Ufunc):
    """
     The cosine of a.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

cos: Final[_cos]

class _tan(Ufunc):
    """
     The tangent of a.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

tan: Final[_tan]

class _arcsin(Ufunc):
    """
     The angle from -pi/2 to pi/2 whose sine is a; NaN beyond 1.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

arcsin: Final[_arcsin]

class _arccos(Ufunc):
    """
     The angle from 0 to pi whose cosine is a; NaN beyond 1.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

arccos: Final[_arccos]

class _arctan(Ufunc):
    """
     The angle from -pi/2 to pi/2 whose tangent is a.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

arctan: Final[_arctan]

class _arctan2(Ufunc):
    """
     The angle from -pi to pi of the point (b, a).

     float16(float16, float16)
     bfloat16(bfloat16, bfloat16)
     float32(float32, float32)
     float64(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

arctan2: Final[_arctan2]

class _hypot(Ufunc):
    """
     The length of the hypotenuse over a and b, without overflow on the way.

     float16(float16, float16)
     bfloat16(bfloat16, bfloat16)
     float32(float32, float32)
     float64(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

hypot: Final[_hypot]

class _degrees(Ufunc):
    """
     a radians in degrees.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

degrees: Final[_degrees]

class _rad2deg(Ufunc):
    """
     a radians in degrees.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

rad2deg: Final[_rad2deg]

class _radians(Ufunc):
    """
     a degrees in radians.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

radians: Final[_radians]

class _deg2rad(Ufunc):
    """
     a degrees in radians.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

deg2rad: Final[_deg2rad]

class _sinh(Ufunc):
    """
     The hyperbolic sine of a.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

sinh: Final[_sinh]

class _cosh(Ufunc):
    """
     The hyperbolic cosine of a.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

cosh: Final[_cosh]

class _tanh(Ufunc):
    """
     The hyperbolic tangent of a.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

tanh: Final[_tanh]

class _arcsinh(Ufunc):
    """
     The number whose hyperbolic sine is a.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

arcsinh: Final[_arcsinh]

class _arccosh(Ufunc):
    """
     The number, not left of 0, whose hyperbolic cosine is a; NaN below 1.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

arccosh: Final[_arccosh]

class _arctanh(Ufunc):
    """
     The number whose hyperbolic tangent is a; NaN beyond 1.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

arctanh: Final[_arctanh]

class _floor(Ufunc):
    """
     The largest whole number not above a.

     bool(bool)
     int8(int8)
     uint8(uint8)
     int16(int16)
     uint16(uint16)
     int32(int32)
     uint32(uint32)
     int64(int64)
     uint64(uint64)
     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

floor: Final[_floor]

class _ceil(Ufunc):
    """
     The least whole number not below a.

     bool(bool)
     int8(int8)
     uint8(uint8)
     int16(int16)
     uint16(uint16)
     int32(int32)
     uint32(uint32)
     int64(int64)
     uint64(uint64)
     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

ceil: Final[_ceil]

class _trunc(Ufunc):
    """
     a without its fraction.

     bool(bool)
     int8(int8)
     uint8(uint8)
     int16(int16)
     uint16(uint16)
     int32(int32)
     uint32(uint32)
     int64(int64)
     uint64(uint64)
     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

trunc: Final[_trunc]

class _rint(Ufunc):
    """
     The nearest whole number; halves go to the even one.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

rint: Final[_rint]

class _modf(Ufunc):
    """
     The fraction and the whole part of a, both with its sign.

     void(float16, float16[:], float16[:])
     void(bfloat16, bfloat16[:], bfloat16[:])
     void(float32, float32[:], float32[:])
     void(float64, float64[:], float64[:])
    """
    def __call__(self, a: ArrayLike, /, out: Outs = ...,
            **options: Unpack[ElementOptions]) -> tuple[Any, ...]: ...

modf: Final[_modf]

class _frexp(Ufunc):
    """
     f and e with a = f 2^e and f from 1/2 to below 1; of 0, infinities and NaN a and 0.

     void(float16, float16[:], int32[:])
     void(bfloat16, bfloat16[:], int32[:])
     void(float32, float32[:], int32[:])
     void(float64, float64[:], int32[:])
    """
    def __call__(self, a: ArrayLike, /, out: Outs = ...,
            **options: Unpack[ElementOptions]) -> tuple[Any, ...]: ...

frexp: Final[_frexp]

class _ldexp(Ufunc):
    """
     a 2^b.

     float16(float16, int32)
     bfloat16(bfloat16, int32)
     float32(float32, int32)
     float64(float64, int32)
     float16(float16, int64)
     bfloat16(bfloat16, int64)
     float32(float32, int64)
     float64(float64, int64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

ldexp: Final[_ldexp]

class _fabs(Ufunc):
    """
     |a|, of integers as a float.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

fabs: Final[_fabs]

class _positive(Ufunc):
    """
     a itself.

     int8(int8)
     uint8(uint8)
     int16(int16)
     uint16(uint16)
     int32(int32)
     uint32(uint32)
     int64(int64)
     uint64(uint64)
     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
     complex64(complex64)
     complex128(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

positive: Final[_positive]

class _copysign(Ufunc):
    """
     |a| with the sign of b.

     float16(float16, float16)
     bfloat16(bfloat16, bfloat16)
     float32(float32, float32)
     float64(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

copysign: Final[_copysign]

class _signbit(Ufunc):
    """
     Whether a has a minus, as -0 has.

     bool(float16)
     bool(bfloat16)
     bool(float32)
     bool(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

signbit: Final[_signbit]

class _heaviside(Ufunc):
    """
     0 of a negative a, b where a is 0, 1 of a positive a; NaN where a is NaN.

     float16(float16, float16)
     bfloat16(bfloat16, bfloat16)
     float32(float32, float32)
     float64(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

heaviside: Final[_heaviside]

class _isnan(Ufunc):
    """
     Whether a is NaN.

     bool(bool)
     bool(int8)
     bool(uint8)
     bool(int16)
     bool(uint16)
     bool(int32)
     bool(uint32)
     bool(int64)
     bool(uint64)
     bool(float16)
     bool(bfloat16)
     bool(float32)
     bool(float64)
     bool(complex64)
     bool(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

isnan: Final[_isnan]

class _isinf(Ufunc):
    """
     Whether a is infinite.

     bool(bool)
     bool(int8)
     bool(uint8)
     bool(int16)
     bool(uint16)
     bool(int32)
     bool(uint32)
     bool(int64)
     bool(uint64)
     bool(float16)
     bool(bfloat16)
     bool(float32)
     bool(float64)
     bool(complex64)
     bool(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

isinf: Final[_isinf]

class _isfinite(Ufunc):
    """
     Whether a is neither infinite nor NaN.

     bool(bool)
     bool(int8)
     bool(uint8)
     bool(int16)
     bool(uint16)
     bool(int32)
     bool(uint32)
     bool(int64)
     bool(uint64)
     bool(float16)
     bool(bfloat16)
     bool(float32)
     bool(float64)
     bool(complex64)
     bool(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

isfinite: Final[_isfinite]

class _nextafter(Ufunc):
    """
     The next number from a towards b.

     float16(float16, float16)
     float32(float32, float32)
     float64(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

nextafter: Final[_nextafter]

class _spacing(Ufunc):
    """
     The distance from a to the next number above.

     float16(float16)
     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

spacing: Final[_spacing]

class _fmin(Ufunc):
    """
     The smaller one; of a number and NaN the number.

     bool(bool, bool)
     int8(int8, int8)
     uint8(uint8, uint8)
     int16(int16, int16)
     uint16(uint16, uint16)
     int32(int32, int32)
     uint32(uint32, uint32)
     int64(int64, int64)
     uint64(uint64, uint64)
     float16(float16, float16)
     bfloat16(bfloat16, bfloat16)
     float32(float32, float32)
     float64(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

fmin: Final[_fmin]

class _fmax(Ufunc):
    """
     The larger one; of a number and NaN the number.

     bool(bool, bool)
     int8(int8, int8)
     uint8(uint8, uint8)
     int16(int16, int16)
     uint16(uint16, uint16)
     int32(int32, int32)
     uint32(uint32, uint32)
     int64(int64, int64)
     uint64(uint64, uint64)
     float16(float16, float16)
     bfloat16(bfloat16, bfloat16)
     float32(float32, float32)
     float64(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

fmax: Final[_fmax]

class _erf(Ufunc):
    """
     The error function of a.

     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

erf: Final[_erf]

class _erfc(Ufunc):
    """
     1 - erf(a), exact where that is small.

     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

erfc: Final[_erfc]

class _gamma(Ufunc):
    """
     The gamma function of a.

     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

gamma: Final[_gamma]

class _lgamma(Ufunc):
    """
     The logarithm of |gamma(a)|.

     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

lgamma: Final[_lgamma]

class _beta(Ufunc):
    """
     gamma(a) gamma(b) / gamma(a + b).

     float32(float32, float32)
     float64(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

beta: Final[_beta]

class _digamma(Ufunc):
    """
     The derivative of the logarithm of gamma(a); NaN of negative whole numbers.

     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

digamma: Final[_digamma]

class _j0(Ufunc):
    """
     The Bessel function of the first kind and order 0.

     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

j0: Final[_j0]

class _j1(Ufunc):
    """
     The Bessel function of the first kind and order 1.

     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

j1: Final[_j1]

class _y0(Ufunc):
    """
     The Bessel function of the second kind and order 0; NaN of negative numbers.

     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

y0: Final[_y0]

class _y1(Ufunc):
    """
     The Bessel function of the second kind and order 1; NaN of negative numbers.

     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

y1: Final[_y1]

class _i0(Ufunc):
    """
     The modified Bessel function of the first kind and order 0.

     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

i0: Final[_i0]

class _k0(Ufunc):
    """
     The modified Bessel function of the second kind and order 0; NaN of negative numbers.

     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

k0: Final[_k0]

class _expit(Ufunc):
    """
     The logistic function, 1 / (1 + e^-a).

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

expit: Final[_expit]

class _logit(Ufunc):
    """
     The logarithm of a / (1 - a), which expit takes back; NaN outside of 0 to 1.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

logit: Final[_logit]

class _softplus(Ufunc):
    """
     The logarithm of 1 + e^a, without overflow on the way.

     float16(float16)
     bfloat16(bfloat16)
     float32(float32)
     float64(float64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

softplus: Final[_softplus]

class _equal(Ufunc):
    """
     a == b.

     bool(bool, bool)
     bool(int8, int8)
     bool(uint8, uint8)
     bool(int16, int16)
     bool(uint16, uint16)
     bool(int32, int32)
     bool(uint32, uint32)
     bool(int64, int64)
     bool(uint64, uint64)
     bool(int64, uint64)
     bool(uint64, int64)
     bool(float16, float16)
     bool(bfloat16, bfloat16)
     bool(float32, float32)
     bool(float64, float64)
     bool(complex64, complex64)
     bool(complex128, complex128)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

equal: Final[_equal]

class _not_equal(Ufunc):
    """
     a != b.

     bool(bool, bool)
     bool(int8, int8)
     bool(uint8, uint8)
     bool(int16, int16)
     bool(uint16, uint16)
     bool(int32, int32)
     bool(uint32, uint32)
     bool(int64, int64)
     bool(uint64, uint64)
     bool(int64, uint64)
     bool(uint64, int64)
     bool(float16, float16)
     bool(bfloat16, bfloat16)
     bool(float32, float32)
     bool(float64, float64)
     bool(complex64, complex64)
     bool(complex128, complex128)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

not_equal: Final[_not_equal]

class _less(Ufunc):
    """
     a < b.

     bool(bool, bool)
     bool(int8, int8)
     bool(uint8, uint8)
     bool(int16, int16)
     bool(uint16, uint16)
     bool(int32, int32)
     bool(uint32, uint32)
     bool(int64, int64)
     bool(uint64, uint64)
     bool(int64, uint64)
     bool(uint64, int64)
     bool(float16, float16)
     bool(bfloat16, bfloat16)
     bool(float32, float32)
     bool(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

less: Final[_less]

class _less_equal(Ufunc):
    """
     a <= b.

     bool(bool, bool)
     bool(int8, int8)
     bool(uint8, uint8)
     bool(int16, int16)
     bool(uint16, uint16)
     bool(int32, int32)
     bool(uint32, uint32)
     bool(int64, int64)
     bool(uint64, uint64)
     bool(int64, uint64)
     bool(uint64, int64)
     bool(float16, float16)
     bool(bfloat16, bfloat16)
     bool(float32, float32)
     bool(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

less_equal: Final[_less_equal]

class _greater(Ufunc):
    """
     a > b.

     bool(bool, bool)
     bool(int8, int8)
     bool(uint8, uint8)
     bool(int16, int16)
     bool(uint16, uint16)
     bool(int32, int32)
     bool(uint32, uint32)
     bool(int64, int64)
     bool(uint64, uint64)
     bool(int64, uint64)
     bool(uint64, int64)
     bool(float16, float16)
     bool(bfloat16, bfloat16)
     bool(float32, float32)
     bool(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

greater: Final[_greater]

class _greater_equal(Ufunc):
    """
     a >= b.

     bool(bool, bool)
     bool(int8, int8)
     bool(uint8, uint8)
     bool(int16, int16)
     bool(uint16, uint16)
     bool(int32, int32)
     bool(uint32, uint32)
     bool(int64, int64)
     bool(uint64, uint64)
     bool(int64, uint64)
     bool(uint64, int64)
     bool(float16, float16)
     bool(bfloat16, bfloat16)
     bool(float32, float32)
     bool(float64, float64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

greater_equal: Final[_greater_equal]

class _logical_and(Ufunc):
    """
     Whether both are true.

     bool(bool, bool)
     bool(int8, int8)
     bool(uint8, uint8)
     bool(int16, int16)
     bool(uint16, uint16)
     bool(int32, int32)
     bool(uint32, uint32)
     bool(int64, int64)
     bool(uint64, uint64)
     bool(float16, float16)
     bool(bfloat16, bfloat16)
     bool(float32, float32)
     bool(float64, float64)
     bool(complex64, complex64)
     bool(complex128, complex128)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

logical_and: Final[_logical_and]

class _logical_or(Ufunc):
    """
     Whether one or both are true.

     bool(bool, bool)
     bool(int8, int8)
     bool(uint8, uint8)
     bool(int16, int16)
     bool(uint16, uint16)
     bool(int32, int32)
     bool(uint32, uint32)
     bool(int64, int64)
     bool(uint64, uint64)
     bool(float16, float16)
     bool(bfloat16, bfloat16)
     bool(float32, float32)
     bool(float64, float64)
     bool(complex64, complex64)
     bool(complex128, complex128)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

logical_or: Final[_logical_or]

class _logical_xor(Ufunc):
    """
     Whether exactly one is true.

     bool(bool, bool)
     bool(int8, int8)
     bool(uint8, uint8)
     bool(int16, int16)
     bool(uint16, uint16)
     bool(int32, int32)
     bool(uint32, uint32)
     bool(int64, int64)
     bool(uint64, uint64)
     bool(float16, float16)
     bool(bfloat16, bfloat16)
     bool(float32, float32)
     bool(float64, float64)
     bool(complex64, complex64)
     bool(complex128, complex128)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

logical_xor: Final[_logical_xor]

class _logical_not(Ufunc):
    """
     Whether a is false.

     bool(bool)
     bool(int8)
     bool(uint8)
     bool(int16)
     bool(uint16)
     bool(int32)
     bool(uint32)
     bool(int64)
     bool(uint64)
     bool(float16)
     bool(bfloat16)
     bool(float32)
     bool(float64)
     bool(complex64)
     bool(complex128)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

logical_not: Final[_logical_not]

class _bitwise_and(Ufunc):
    """
     The bits set in both.

     bool(bool, bool)
     int8(int8, int8)
     uint8(uint8, uint8)
     int16(int16, int16)
     uint16(uint16, uint16)
     int32(int32, int32)
     uint32(uint32, uint32)
     int64(int64, int64)
     uint64(uint64, uint64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

bitwise_and: Final[_bitwise_and]

class _bitwise_or(Ufunc):
    """
     The bits set in one or both.

     bool(bool, bool)
     int8(int8, int8)
     uint8(uint8, uint8)
     int16(int16, int16)
     uint16(uint16, uint16)
     int32(int32, int32)
     uint32(uint32, uint32)
     int64(int64, int64)
     uint64(uint64, uint64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

bitwise_or: Final[_bitwise_or]

class _bitwise_xor(Ufunc):
    """
     The bits set in exactly one.

     bool(bool, bool)
     int8(int8, int8)
     uint8(uint8, uint8)
     int16(int16, int16)
     uint16(uint16, uint16)
     int32(int32, int32)
     uint32(uint32, uint32)
     int64(int64, int64)
     uint64(uint64, uint64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

bitwise_xor: Final[_bitwise_xor]

class _invert(Ufunc):
    """
     Every bit of a turned over; of a truth value, not a.

     bool(bool)
     int8(int8)
     uint8(uint8)
     int16(int16)
     uint16(uint16)
     int32(int32)
     uint32(uint32)
     int64(int64)
     uint64(uint64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

invert: Final[_invert]

class _left_shift(Ufunc):
    """
     a shifted up by b bits; 0 where b is negative or not below the width of a.

     int8(int8, int8)
     uint8(uint8, uint8)
     int16(int16, int16)
     uint16(uint16, uint16)
     int32(int32, int32)
     uint32(uint32, uint32)
     int64(int64, int64)
     uint64(uint64, uint64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

left_shift: Final[_left_shift]

class _right_shift(Ufunc):
    """
     a shifted down by b bits, keeping its sign; where b is negative or not below the width of a, 0
     or, for a negative a, -1.

     int8(int8, int8)
     uint8(uint8, uint8)
     int16(int16, int16)
     uint16(uint16, uint16)
     int32(int32, int32)
     uint32(uint32, uint32)
     int64(int64, int64)
     uint64(uint64, uint64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

right_shift: Final[_right_shift]

class _bitwise_count(Ufunc):
    """
     How many bits of |a| are set.

     uint8(int8)
     uint8(uint8)
     uint8(int16)
     uint8(uint16)
     uint8(int32)
     uint8(uint32)
     uint8(int64)
     uint8(uint64)
    """
    def __call__(self, a: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

bitwise_count: Final[_bitwise_count]

class _gcd(Ufunc):
    """
     The greatest common divisor of |a| and |b|; 0 of two zeros.

     int8(int8, int8)
     uint8(uint8, uint8)
     int16(int16, int16)
     uint16(uint16, uint16)
     int32(int32, int32)
     uint32(uint32, uint32)
     int64(int64, int64)
     uint64(uint64, uint64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

gcd: Final[_gcd]

class _lcm(Ufunc):
    """
     The least common multiple of |a| and |b|.

     int8(int8, int8)
     uint8(uint8, uint8)
     int16(int16, int16)
     uint16(uint16, uint16)
     int32(int32, int32)
     uint32(uint32, uint32)
     int64(int64, int64)
     uint64(uint64, uint64)
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

lcm: Final[_lcm]

class _matmul(Ufunc):
    """
     The matrix product A B; one of them, or both,
            may be a vector. Of bool: whether there is a k with
     A[i][k] and B[k][j].

     void(bool[:,:], bool[:,:], bool[:,:])
     void(int8[:,:], int8[:,:], int8[:,:])
     void(uint8[:,:], uint8[:,:], uint8[:,:])
     void(int16[:,:], int16[:,:], int16[:,:])
     void(uint16[:,:], uint16[:,:], uint16[:,:])
     void(int32[:,:], int32[:,:], int32[:,:])
     void(uint32[:,:], uint32[:,:], uint32[:,:])
     void(int64[:,:], int64[:,:], int64[:,:])
     void(uint64[:,:], uint64[:,:], uint64[:,:])
     void(float16[:,:], float16[:,:], float16[:,:])
     void(bfloat16[:,:], bfloat16[:,:], bfloat16[:,:])
     void(float32[:,:], float32[:,:], float32[:,:])
     void(float64[:,:], float64[:,:], float64[:,:])
     void(complex64[:,:], complex64[:,:], complex64[:,:])
     void(complex128[:,:], complex128[:,:], complex128[:,:])
    """
    def __call__(self, A: ArrayLike, B: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

matmul: Final[_matmul]

class _matvec(Ufunc):
    """
     The matrix A times the column x.

     void(bool[:,:], bool[:], bool[:])
     void(int8[:,:], int8[:], int8[:])
     void(uint8[:,:], uint8[:], uint8[:])
     void(int16[:,:], int16[:], int16[:])
     void(uint16[:,:], uint16[:], uint16[:])
     void(int32[:,:], int32[:], int32[:])
     void(uint32[:,:], uint32[:], uint32[:])
     void(int64[:,:], int64[:], int64[:])
     void(uint64[:,:], uint64[:], uint64[:])
     void(float16[:,:], float16[:], float16[:])
     void(bfloat16[:,:], bfloat16[:], bfloat16[:])
     void(float32[:,:], float32[:], float32[:])
     void(float64[:,:], float64[:], float64[:])
     void(complex64[:,:], complex64[:], complex64[:])
     void(complex128[:,:], complex128[:], complex128[:])
    """
    def __call__(self, A: ArrayLike, x: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

matvec: Final[_matvec]

class _vecmat(Ufunc):
    """
     The row x, conjugated where it is complex, times the matrix A.

     void(bool[:], bool[:,:], bool[:])
     void(int8[:], int8[:,:], int8[:])
     void(uint8[:], uint8[:,:], uint8[:])
     void(int16[:], int16[:,:], int16[:])
     void(uint16[:], uint16[:,:], uint16[:])
     void(int32[:], int32[:,:], int32[:])
     void(uint32[:], uint32[:,:], uint32[:])
     void(int64[:], int64[:,:], int64[:])
     void(uint64[:], uint64[:,:], uint64[:])
     void(float16[:], float16[:,:], float16[:])
     void(bfloat16[:], bfloat16[:,:], bfloat16[:])
     void(float32[:], float32[:,:], float32[:])
     void(float64[:], float64[:,:], float64[:])
     void(complex64[:], complex64[:,:], complex64[:])
     void(complex128[:], complex128[:,:], complex128[:])
    """
    def __call__(self, x: ArrayLike, A: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

vecmat: Final[_vecmat]

class _vecdot(Ufunc):
    """
     The dot product of two vectors, the first one conjugated where it is complex;
            numbers are summed up in any order. Of
     bool: whether there is a k with a[k] and b[k].

     bool(bool[:], bool[:])
     int8(int8[:], int8[:])
     uint8(uint8[:], uint8[:])
     int16(int16[:], int16[:])
     uint16(uint16[:], uint16[:])
     int32(int32[:], int32[:])
     uint32(uint32[:], uint32[:])
     int64(int64[:], int64[:])
     uint64(uint64[:], uint64[:])
     float16(float16[:], float16[:])
     bfloat16(bfloat16[:], bfloat16[:])
     float32(float32[:], float32[:])
     float64(float64[:], float64[:])
     complex64(complex64[:], complex64[:])
     complex128(complex128[:], complex128[:])
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

vecdot: Final[_vecdot]

class _outer(Ufunc):
    """
     All products of an element of a and an element of b.

     void(int32[:], int32[:], int32[:,:])
     void(int64[:], int64[:], int64[:,:])
     void(float16[:], float16[:], float16[:,:])
     void(bfloat16[:], bfloat16[:], bfloat16[:,:])
     void(float32[:], float32[:], float32[:,:])
     void(float64[:], float64[:], float64[:,:])
     void(complex64[:], complex64[:], complex64[:,:])
     void(complex128[:], complex128[:], complex128[:,:])
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

outer: Final[_outer]

class _cross(Ufunc):
    """
     The cross product of two vectors in space.

     void(int32[:], int32[:], int32[:])
     void(int64[:], int64[:], int64[:])
     void(float16[:], float16[:], float16[:])
     void(bfloat16[:], bfloat16[:], bfloat16[:])
     void(float32[:], float32[:], float32[:])
     void(float64[:], float64[:], float64[:])
     void(complex64[:], complex64[:], complex64[:])
     void(complex128[:], complex128[:], complex128[:])
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

cross: Final[_cross]

class _trace(Ufunc):
    """
     The sum of the diagonal of a square matrix.

     int32(int32[:,:])
     int64(int64[:,:])
     float16(float16[:,:])
     bfloat16(bfloat16[:,:])
     float32(float32[:,:])
     float64(float64[:,:])
     complex64(complex64[:,:])
     complex128(complex128[:,:])
    """
    def __call__(self, A: ArrayLike, /, out: Out = ..., **options: Unpack[CoreOptions]) -> Any: ...

trace: Final[_trace]

class _norm(Ufunc):
    """
     The Euclidean length of a vector, real where it is complex; squares are summed up in any order.

     float16(float16[:])
     bfloat16(bfloat16[:])
     float32(float32[:])
     float64(float64[:])
     float32(complex64[:])
     float64(complex128[:])
    """
    def __call__(self, a: ArrayLike, /, out: Out = ..., **options: Unpack[CoreOptions]) -> Any: ...

norm: Final[_norm]

class _solve(Ufunc):
    """
     X with A X = B, as numpy.linalg.solve;
            B of one axis is one right side. NaN where A is singular.

     void(float32[:,:], float32[:,:], float32[:,:])
     void(float64[:,:], float64[:,:], float64[:,:])
     void(complex64[:,:], complex64[:,:], complex64[:,:])
     void(complex128[:,:], complex128[:,:], complex128[:,:])
    """
    def __call__(self, A: ArrayLike, B: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

solve: Final[_solve]

class _inv(Ufunc):
    """
     The inverse of A, as numpy.linalg.inv; NaN where A is singular.

     void(float32[:,:], float32[:,:])
     void(float64[:,:], float64[:,:])
     void(complex64[:,:], complex64[:,:])
     void(complex128[:,:], complex128[:,:])
    """
    def __call__(self, A: ArrayLike, /, out: Out = ..., **options: Unpack[CoreOptions]) -> Any: ...

inv: Final[_inv]

class _det(Ufunc):
    """
     The determinant of A, as numpy.linalg.det.

     float32(float32[:,:])
     float64(float64[:,:])
     complex64(complex64[:,:])
     complex128(complex128[:,:])
    """
    def __call__(self, A: ArrayLike, /, out: Out = ..., **options: Unpack[CoreOptions]) -> Any: ...

det: Final[_det]

class _slogdet(Ufunc):
    """
     The sign of the determinant of A and the logarithm of its absolute value,
            as numpy.linalg.slogdet: 0 and
     -inf of a singular matrix. Of a complex one the sign has the absolute value 1.

     void(float32[:,:], float32[:], float32[:])
     void(float64[:,:], float64[:], float64[:])
     void(complex64[:,:], complex64[:], float32[:])
     void(complex128[:,:], complex128[:], float64[:])
    """
    def __call__(self, A: ArrayLike, /, out: Outs = ...,
            **options: Unpack[CoreOptions]) -> tuple[Any, ...]: ...

slogdet: Final[_slogdet]

class _lu_factor(Ufunc):
    """
     L and U with P A = L U in one matrix: below the diagonal L, whose diagonal is 1, elsewhere U;
     and for each row the one that it was exchanged with, as scipy.linalg.lu_factor.

     void(float32[:,:], float32[:,:], int64[:])
     void(float64[:,:], float64[:,:], int64[:])
    """
    def __call__(self, A: ArrayLike, /, out: Outs = ...,
            **options: Unpack[CoreOptions]) -> tuple[Any, ...]: ...

lu_factor: Final[_lu_factor]

class _lu_det(Ufunc):
    """
     The determinant of the matrix that lu_factor factored.

     float32(float32[:,:], int64[:])
     float64(float64[:,:], int64[:])
    """
    def __call__(self, LU: ArrayLike, pivots: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

lu_det: Final[_lu_det]

class _lu_solve(Ufunc):
    """
     X with A X = B, where lu_factor factored A; for B = 1 the inverse of A. NaN where a pivot is
     none of the rows.

     void(float32[:,:], int64[:], float32[:,:], float32[:,:])
     void(float64[:,:], int64[:], float64[:,:], float64[:,:])
    """
    def __call__(self, LU: ArrayLike, pivots: ArrayLike, B: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

lu_solve: Final[_lu_solve]

class _solve_lower(Ufunc):
    """
     X with L X = B, where L is a lower triangle: what stands above its diagonal is not read.

     void(float32[:,:], float32[:,:], float32[:,:])
     void(float64[:,:], float64[:,:], float64[:,:])
    """
    def __call__(self, L: ArrayLike, B: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

solve_lower: Final[_solve_lower]

class _solve_upper(Ufunc):
    """
     X with U X = B, where U is an upper triangle: what stands below its diagonal is not read.

     void(float32[:,:], float32[:,:], float32[:,:])
     void(float64[:,:], float64[:,:], float64[:,:])
    """
    def __call__(self, U: ArrayLike, B: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

solve_upper: Final[_solve_upper]

class _cholesky(Ufunc):
    """
     The lower triangle L with L Lᵀ = A, of which the upper triangle is not read;
            NaN where A is not
     positive definite.

     void(float32[:,:], float32[:,:])
     void(float64[:,:], float64[:,:])
    """
    def __call__(self, A: ArrayLike, /, out: Out = ..., **options: Unpack[CoreOptions]) -> Any: ...

cholesky: Final[_cholesky]

class _qr(Ufunc):
    """
     Q and R with Q R = A: the columns of Q are orthogonal and of length 1, R is an upper triangle
     with a positive diagonal. A column that depends on those before it gives zeros in Q and on the
     diagonal.

     void(float32[:,:], float32[:,:], float32[:,:])
     void(float64[:,:], float64[:,:], float64[:,:])
    """
    def __call__(self, A: ArrayLike, /, out: Outs = ...,
            **options: Unpack[CoreOptions]) -> tuple[Any, ...]: ...

qr: Final[_qr]

class _eigvalsh(Ufunc):
    """
     The eigenvalues of a symmetric matrix, the smallest first, as numpy.linalg.eigvalsh: the upper
     triangle is not read. NaN where an element is not finite. By Jacobi's rotations, which make the
     elements beside the diagonal vanish: for small matrices.

     void(float32[:,:], float32[:])
     void(float64[:,:], float64[:])
    """
    def __call__(self, A: ArrayLike, /, out: Out = ..., **options: Unpack[CoreOptions]) -> Any: ...

eigvalsh: Final[_eigvalsh]

class _cdist(Ufunc):
    """
     The distances of all points of A, a row each, from all points of B.

     void(float32[:,:], float32[:,:], float32[:,:])
     void(float64[:,:], float64[:,:], float64[:,:])
    """
    def __call__(self, A: ArrayLike, B: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

cdist: Final[_cdist]

class _cumsum(Ufunc):
    """
     The sums of all elements up to each.

     void(int64[:], int64[:])
     void(uint64[:], uint64[:])
     void(float32[:], float32[:])
     void(float64[:], float64[:])
    """
    def __call__(self, x: ArrayLike, /, out: Out = ..., **options: Unpack[CoreOptions]) -> Any: ...

cumsum: Final[_cumsum]

class _cumprod(Ufunc):
    """
     The products of all elements up to each.

     void(int64[:], int64[:])
     void(uint64[:], uint64[:])
     void(float32[:], float32[:])
     void(float64[:], float64[:])
    """
    def __call__(self, x: ArrayLike, /, out: Out = ..., **options: Unpack[CoreOptions]) -> Any: ...

cumprod: Final[_cumprod]

class _mean(Ufunc):
    """
     The mean.

     float32(float32[:])
     float64(float64[:])
    """
    def __call__(self, x: ArrayLike, /, out: Out = ..., **options: Unpack[CoreOptions]) -> Any: ...

mean: Final[_mean]

class _var(Ufunc):
    """
     The variance, the mean square of distances from the mean.

     float32(float32[:])
     float64(float64[:])
    """
    def __call__(self, x: ArrayLike, /, out: Out = ..., **options: Unpack[CoreOptions]) -> Any: ...

var: Final[_var]

class _std(Ufunc):
    """
     The standard deviation, the root of the variance.

     float32(float32[:])
     float64(float64[:])
    """
    def __call__(self, x: ArrayLike, /, out: Out = ..., **options: Unpack[CoreOptions]) -> Any: ...

std: Final[_std]

class _gaussian_kde(Ufunc):
    """
     The density of a sample at each point: the mean of normal distributions of this width around the
     numbers of the sample, as scipy.stats.gaussian_kde.

     void(float32[:], float32[:], float32, float32[:])
     void(float64[:], float64[:], float64, float64[:])
    """
    def __call__(self, sample: ArrayLike, points: ArrayLike, width: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

gaussian_kde: Final[_gaussian_kde]

class _moving_mean(Ufunc):
    """
     The mean of each element and those before it, `width` in all, or as many as there are.

     void(float32[:], int64, float32[:])
     void(float64[:], int64, float64[:])
    """
    def __call__(self, x: ArrayLike, width: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

moving_mean: Final[_moving_mean]

class _moving_variance(Ufunc):
    """
     The variance, the mean square of distances from the mean, of the elements of moving_mean.

     void(float32[:], int64, float32[:])
     void(float64[:], int64, float64[:])
    """
    def __call__(self, x: ArrayLike, width: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

moving_variance: Final[_moving_variance]

class _convolve(Ufunc):
    """
     The convolution of a and b, in full.

     void(int64[:], int64[:], int64[:])
     void(float32[:], float32[:], float32[:])
     void(float64[:], float64[:], float64[:])
    """
    def __call__(self, a: ArrayLike, b: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

convolve: Final[_convolve]

class _fir(Ufunc):
    """
     The signal x through a filter of finite response h: the first n elements of convolve(x, h).

     void(float32[:], float32[:], float32[:])
     void(float64[:], float64[:], float64[:])
    """
    def __call__(self, x: ArrayLike, h: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

fir: Final[_fir]

class _lfilter(Ufunc):
    """
     The signal x through the filter b / a: the sum of a[k] y[i-k] is that of b[k] x[i-k].

     void(float32[:], float32[:], float32[:], float32[:])
     void(float64[:], float64[:], float64[:], float64[:])
    """
    def __call__(self, b: ArrayLike, a: ArrayLike, x: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

lfilter: Final[_lfilter]

class _softmax(Ufunc):
    """
     e^x over the sum of e^x, which is taken in any order.

     void(float32[:], float32[:])
     void(float64[:], float64[:])
    """
    def __call__(self, x: ArrayLike, /, out: Out = ..., **options: Unpack[CoreOptions]) -> Any: ...

softmax: Final[_softmax]

class _layer_norm(Ufunc):
    """
     The elements less their mean, over the root of their variance and epsilon, times gain, plus
     bias. Sums are taken in any order.

     void(float32[:], float32[:], float32[:], float32, float32[:])
     void(float64[:], float64[:], float64[:], float64, float64[:])
    """
    def __call__(self, x: ArrayLike, gain: ArrayLike, bias: ArrayLike, epsilon: ArrayLike, /,
            out: Out = ..., **options: Unpack[CoreOptions]) -> Any: ...

layer_norm: Final[_layer_norm]

class _argmin(Ufunc):
    """
     The index of the least element, or of the first NaN; -1 where there are none.

     int64(int64[:])
     int64(float32[:])
     int64(float64[:])
    """
    def __call__(self, x: ArrayLike, /, out: Out = ..., **options: Unpack[CoreOptions]) -> Any: ...

argmin: Final[_argmin]

class _argmax(Ufunc):
    """
     The index of the largest element, or of the first NaN; -1 where there are none.

     int64(int64[:])
     int64(float32[:])
     int64(float64[:])
    """
    def __call__(self, x: ArrayLike, /, out: Out = ..., **options: Unpack[CoreOptions]) -> Any: ...

argmax: Final[_argmax]

class _histogram(Ufunc):
    """
     How many elements of x lie between each two neighbours of the sorted edges;
            one that lies at the
     last edge counts in.

     void(float64[:], float64[:], int64[:])
    """
    def __call__(self, x: ArrayLike, edges: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

histogram: Final[_histogram]

class _interp(Ufunc):
    """
     The values at x of the lines through the points (at, value), where at rises; beyond both ends
     the last value.

     void(float64[:], float64[:], float64[:], float64[:])
    """
    def __call__(self, x: ArrayLike, at: ArrayLike, value: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

interp: Final[_interp]

class _polyval(Ufunc):
    """
     The polynomial with these coefficients, that of the highest power first, at x.

     float32(float32[:], float32)
     float64(float64[:], float64)
    """
    def __call__(self, coefficients: ArrayLike, x: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

polyval: Final[_polyval]

class _fft(Ufunc):
    """
     The discrete Fourier transform of a row. scale: what it is multiplied by; 0: 1.

     void(complex64[:], float32, complex64[:])
     void(complex128[:], float64, complex128[:])
    """
    def __call__(self, x: ArrayLike, scale: ArrayLike = ..., /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

fft: Final[_fft]

class _fft2(Ufunc):
    """
     The discrete Fourier transform of a matrix, over both axes. scale: what it is multiplied by; 0:
     1.

     void(complex64[:,:], float32, complex64[:,:])
     void(complex128[:,:], float64, complex128[:,:])
    """
    def __call__(self, x: ArrayLike, scale: ArrayLike = ..., /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

fft2: Final[_fft2]

class _fft3(Ufunc):
    """
     The discrete Fourier transform of an array of three axes, over all of them. scale: what it is
     multiplied by; 0: 1.

     void(complex64[:,:,:], float32, complex64[:,:,:])
     void(complex128[:,:,:], float64, complex128[:,:,:])
    """
    def __call__(self, x: ArrayLike, scale: ArrayLike = ..., /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

fft3: Final[_fft3]

class _ifft(Ufunc):
    """
     The inverse discrete Fourier transform of a row. scale: what it is multiplied by; 0: 1 over the
     number of elements.

     void(complex64[:], float32, complex64[:])
     void(complex128[:], float64, complex128[:])
    """
    def __call__(self, x: ArrayLike, scale: ArrayLike = ..., /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

ifft: Final[_ifft]

class _ifft2(Ufunc):
    """
     The inverse discrete Fourier transform of a matrix,
            over both axes. scale: what it is multiplied
     by; 0: 1 over the number of elements.

     void(complex64[:,:], float32, complex64[:,:])
     void(complex128[:,:], float64, complex128[:,:])
    """
    def __call__(self, x: ArrayLike, scale: ArrayLike = ..., /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

ifft2: Final[_ifft2]

class _ifft3(Ufunc):
    """
     The inverse discrete Fourier transform of an array of three axes, over all of them. scale: what
     it is multiplied by; 0: 1 over the number of elements.

     void(complex64[:,:,:], float32, complex64[:,:,:])
     void(complex128[:,:,:], float64, complex128[:,:,:])
    """
    def __call__(self, x: ArrayLike, scale: ArrayLike = ..., /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

ifft3: Final[_ifft3]

class _rfft(Ufunc):
    """
     The first half of the discrete Fourier transform of real numbers, a row: of the last axis the
     elements 0 to n / 2. scale: what it is multiplied by; 0: 1.

     void(float32[:], float32, complex64[:])
     void(float64[:], float64, complex128[:])
    """
    def __call__(self, x: ArrayLike, scale: ArrayLike = ..., /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

rfft: Final[_rfft]

class _rfft2(Ufunc):
    """
     The first half of the discrete Fourier transform of real numbers,
            a matrix: of the last axis the
     elements 0 to n / 2. scale: what it is multiplied by; 0: 1.

     void(float32[:,:], float32, complex64[:,:])
     void(float64[:,:], float64, complex128[:,:])
    """
    def __call__(self, x: ArrayLike, scale: ArrayLike = ..., /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

rfft2: Final[_rfft2]

class _rfft3(Ufunc):
    """
     The first half of the discrete Fourier transform of real numbers,
            an array of three axes: of the
     last axis the elements 0 to n / 2. scale: what it is multiplied by; 0: 1.

     void(float32[:,:,:], float32, complex64[:,:,:])
     void(float64[:,:,:], float64, complex128[:,:,:])
    """
    def __call__(self, x: ArrayLike, scale: ArrayLike = ..., /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

rfft3: Final[_rfft3]

class _irfft(Ufunc):
    """
     What a rfft has made of an even number of elements. scale: what the sums are multiplied by;
            0: 1
     over their number.

     void(complex64[:], float32, float32[:])
     void(complex128[:], float64, float64[:])
    """
    def __call__(self, x: ArrayLike, scale: ArrayLike = ..., /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

irfft: Final[_irfft]

class _irfft2(Ufunc):
    """
     What a rfft2 has made of an even number of elements of the last axis. scale: what the sums are
     multiplied by; 0: 1 over their number.

     void(complex64[:,:], float32, float32[:,:])
     void(complex128[:,:], float64, float64[:,:])
    """
    def __call__(self, x: ArrayLike, scale: ArrayLike = ..., /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

irfft2: Final[_irfft2]

class _irfft3(Ufunc):
    """
     What a rfft3 has made of an even number of elements of the last axis. scale: what the sums are
     multiplied by; 0: 1 over their number.

     void(complex64[:,:,:], float32, float32[:,:,:])
     void(complex128[:,:,:], float64, float64[:,:,:])
    """
    def __call__(self, x: ArrayLike, scale: ArrayLike = ..., /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

irfft3: Final[_irfft3]

class _irfft_odd(Ufunc):
    """
     What a rfft has made of an odd number of elements. scale: what the sums are multiplied by; 0: 1
     over their number.

     void(complex64[:], float32, float32[:])
     void(complex128[:], float64, float64[:])
    """
    def __call__(self, x: ArrayLike, scale: ArrayLike = ..., /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

irfft_odd: Final[_irfft_odd]

class _irfft2_odd(Ufunc):
    """
     What a rfft2 has made of an odd number of elements of the last axis. scale: what the sums are
     multiplied by; 0: 1 over their number.

     void(complex64[:,:], float32, float32[:,:])
     void(complex128[:,:], float64, float64[:,:])
    """
    def __call__(self, x: ArrayLike, scale: ArrayLike = ..., /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

irfft2_odd: Final[_irfft2_odd]

class _irfft3_odd(Ufunc):
    """
     What a rfft3 has made of an odd number of elements of the last axis. scale: what the sums are
     multiplied by; 0: 1 over their number.

     void(complex64[:,:,:], float32, float32[:,:,:])
     void(complex128[:,:,:], float64, float64[:,:,:])
    """
    def __call__(self, x: ArrayLike, scale: ArrayLike = ..., /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

irfft3_odd: Final[_irfft3_odd]

class _random_raw(Ufunc):
    """
     64 random bits of a seed.

     uint64(uint64)
    """
    def __call__(self, seed: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

random_raw: Final[_random_raw]

class _random_seed(Ufunc):
    """
     A seed of its own for each number: of streams, of runs.

     uint64(uint64, uint64)
    """
    def __call__(self, seed: ArrayLike, number: ArrayLike, /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

random_seed: Final[_random_seed]

class _random_uniform(Ufunc):
    """
     Uniform in [low, high), which are 0 and 1 where they are left out; of float32 24 bits, of
     float64 53.

     float64(uint64, float64, float64)
     float32(uint64, float32, float32)
    """
    def __call__(self, seed: ArrayLike, low: ArrayLike = ..., high: ArrayLike = ..., /,
            out: Out = ..., **options: Unpack[ElementOptions]) -> Any: ...

random_uniform: Final[_random_uniform]

class _random_normal(Ufunc):
    """
     Normal, with this mean and standard deviation, which are 0 and 1 where they are left out.

     float64(uint64, float64, float64)
     float32(uint64, float32, float32)
    """
    def __call__(self, seed: ArrayLike, mean: ArrayLike = ..., deviation: ArrayLike = ..., /,
            out: Out = ..., **options: Unpack[ElementOptions]) -> Any: ...

random_normal: Final[_random_normal]

class _random_exponential(Ufunc):
    """
     Exponential, with this mean, which is 1 where it is left out.

     float64(uint64, float64)
     float32(uint64, float32)
    """
    def __call__(self, seed: ArrayLike, mean: ArrayLike = ..., /, out: Out = ...,
            **options: Unpack[ElementOptions]) -> Any: ...

random_exponential: Final[_random_exponential]

class _random_integers(Ufunc):
    """
     Uniform integers in [low, high), without a bias.

     void(uint64, int64, int64, int64[:], int8[:])
    """
    def __call__(self, seed: ArrayLike, low: ArrayLike, high: ArrayLike, /, out: Outs = ...,
            **options: Unpack[ElementOptions]) -> tuple[Any, ...]: ...

random_integers: Final[_random_integers]

class _random_poisson(Ufunc):
    """
     How many events there are, of this mean number of them.

     void(uint64, float64, int64[:], int8[:])
    """
    def __call__(self, seed: ArrayLike, mean: ArrayLike, /, out: Outs = ...,
            **options: Unpack[ElementOptions]) -> tuple[Any, ...]: ...

random_poisson: Final[_random_poisson]

class _sort_row(Ufunc):
    """
     The elements from the least to the largest.

     void(int64[:], int64[:])
     void(float32[:], float32[:])
     void(float64[:], float64[:])
    """
    def __call__(self, x: ArrayLike, /, out: Out = ..., **options: Unpack[CoreOptions]) -> Any: ...

sort_row: Final[_sort_row]

class _argsort_row(Ufunc):
    """
     The places of the elements from the least to the largest; equals as they stand.

     void(int64[:], int64[:])
     void(float32[:], int64[:])
     void(float64[:], int64[:])
    """
    def __call__(self, x: ArrayLike, /, out: Out = ..., **options: Unpack[CoreOptions]) -> Any: ...

argsort_row: Final[_argsort_row]

class _partition_row(Ufunc):
    """
     The elements, that which sorting would leave at kth there, none larger before it and none less
     behind it; negative ones count from the end.

     void(int64[:], int64, int64[:], int8[:])
     void(float32[:], int64, float32[:], int8[:])
     void(float64[:], int64, float64[:], int8[:])
    """
    def __call__(self, x: ArrayLike, kth: ArrayLike, /, out: Outs = ...,
            **options: Unpack[CoreOptions]) -> tuple[Any, ...]: ...

partition_row: Final[_partition_row]

class _top_k(Ufunc):
    """
     The largest elements, as many as the outputs have room for, the largest first,
            and their places;
     of equals the first. NaN are larger than all. Beyond the row's end: 0, and the place -1.

     void(int64[:], int64[:], int64[:])
     void(float32[:], float32[:], int64[:])
     void(float64[:], float64[:], int64[:])
    """
    def __call__(self, x: ArrayLike, /, out: Outs = ...,
            **options: Unpack[CoreOptions]) -> tuple[Any, ...]: ...

top_k: Final[_top_k]

class _median(Ufunc):
    """
     The middle element, or the mean of the two; NaN where one is, and of none.

     float32(float32[:])
     float64(float64[:])
    """
    def __call__(self, x: ArrayLike, /, out: Out = ..., **options: Unpack[CoreOptions]) -> Any: ...

median: Final[_median]

class _quantile(Ufunc):
    """
     The element at q (n - 1), from 0, of the sorted row, or what lies on the line between the two
     beside it; NaN where one is, of none, and of a q that is no number from 0 to 1.

     float32(float32[:], float64)
     float64(float64[:], float64)
    """
    def __call__(self, x: ArrayLike, q: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

quantile: Final[_quantile]

class _bin_even(Ufunc):
    """
     The number of the bin of x among `count` of one width from low to high, which belongs to the
     last; -1 outside, of NaN, and where low is not below high. Edges and bins are those of
     numpy.histogram.

     int64(float64, float64, float64, int64)
    """
    def __call__(self, x: ArrayLike, low: ArrayLike, high: ArrayLike, count: ArrayLike, /,
            out: Out = ..., **options: Unpack[ElementOptions]) -> Any: ...

bin_even: Final[_bin_even]

class _histogram_even(Ufunc):
    """
     How many elements lie in each of the bins of one width, as many as the output has, from low to
     high, which belongs to the last.

     void(float64[:], float64, float64, int64[:])
    """
    def __call__(self, x: ArrayLike, low: ArrayLike, high: ArrayLike, /, out: Out = ...,
            **options: Unpack[CoreOptions]) -> Any: ...

histogram_even: Final[_histogram_even]

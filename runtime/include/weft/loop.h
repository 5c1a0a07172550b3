/* loop.h: what a generated .c and the body it carries are written in: attributes, loads and stores
 * of the dtypes, conversions. Each has a twin in the device code (runtime/device), because the
 * carried text is the same there. */
#ifndef WEFT_LOOP_H
#define WEFT_LOOP_H

#include <weft/loop/needs.h> /* before all else: who misses one is told that first */

#include <math.h>
#include <string.h>

#include <weft/convert.h>
#include <weft/kernel.h>
#include <weft/loop_instance.h>

/* ---- attributes ---- */

#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
#define WEFT_ALWAYS_INLINE inline __attribute__((__always_inline__))
#else
/* A compiler that is not asked for speed is better off with calls: half the time, a sixth of the
 * bytes of what reductions have. */
#define WEFT_ALWAYS_INLINE inline
#endif
#define WEFT_FUNCTION static __attribute__((__unused__))
#define WEFT_INLINE   static WEFT_ALWAYS_INLINE
/* Stands before a carried helper or table, which the gpu wants marked. */
#define WEFT_DEVICE
#define WEFT_DEVICE_NOINLINE
#define WEFT_DEVICE_CODE 0
#if defined(__AVX512DQ__)
#define WEFT_LONG_VECTORS 1
#else
#define WEFT_LONG_VECTORS 0
#endif
/* An array parameter; on the gpu it takes a view. */
#define WEFT_ARRAY(type, name, ...) type name __VA_ARGS__
/* What a function with a nest is told on the gpu. */
#define WEFT_NESTED
#define WEFT_NEST_ARGUMENT
/* A carried name where no macro stands for it, because the text around it has another thing of that
 * name; and one that begins as those of the loops do, which are no WEFT_RENAMED. */
#define WEFT_RENAMED(name) WEFT_SYMBOL_(WEFT_LOOP(_0##name))
/* A carried type has the size and alignment that it has in the user's file. */
#define WEFT_LAYOUT(type, size, alignment)                                  \
    _Static_assert(sizeof(type) == (size) && _Alignof(type) == (alignment), \
                   "another layout than in the source: " #type)
/* The next loop's iterations are independent: an output may be the same view as an input. */
#define WEFT_SIMD _Pragma("omp simd")

/* The loop's own copy of what the user calls so. */
#define WEFT_INSTANCE(name) WEFT_SYMBOL_(WEFT_LOOP(_##name))
/* The one copy that several functions have of it. */
#define WEFT_COMMON(name, number) weft_shared_##number##_##name
/* Around the user's text; on the gpu it stands in a namespace. */
#define WEFT_BEGIN
#define WEFT_COMMON_BEGIN
#define WEFT_END
/* What is read behind it. */
#define WEFT_ELEMENTWISE_LOOP <weft/loop_elementwise.h>
#define WEFT_CORE_LOOP        <weft/loop_core.h>
#define WEFT_RAGGED_LOOP      <weft/loop/ragged.h>
/* What the loops say of each operand k. */
#define WEFT_PLACE(k, type)   type p##k
#define WEFT_STEP(k, type)    type s##k
#define WEFT_TAKE_STEP(k, _)  const int64_t s##k = steps[k];
#define WEFT_TAKE_PLACE(k, _) char *p##k = args[k] + (rows ? row * rows->steps[k] : 0);

/* What the table of kernels is called in the instruction set that it is compiled for. */
#ifndef WEFT_ISA
#define WEFT_ISA base
#endif
#define WEFT_ISA_NAME(name)        WEFT_ISA_NAME_(name, WEFT_ISA)
#define WEFT_ISA_NAME_(name, isa)  WEFT_ISA_NAME__(name, isa)
#define WEFT_ISA_NAME__(name, isa) name##_##isa
/* No reduction asks for floating-point flags: the kernels that raise them have none of its loops.
 */
#define WEFT_FOLDS_WANTED        (!WEFT_ISA_NAME(weft_without_folds))
#define weft_without_folds_flags 1
/* The same of a file of this name and build id. */
#ifndef WEFT_KERNEL_TABLE
#define WEFT_KERNEL_TABLE(stem, build_id) WEFT_ISA_NAME(weft_kernels_##stem##_##build_id)
#endif

/* ---- values: what a body sees of a dtype ---- */

typedef float _Complex weft_complex64;
typedef double _Complex weft_complex128;

/* glibc's <complex.h> gives these to gcc only. */
#if defined(__clang__) && !defined(CMPLX)
#define CMPLX(x, y)  __builtin_complex((double)(x), (double)(y))
#define CMPLXF(x, y) __builtin_complex((float)(x), (float)(y))
#endif

/* The C type of a dtype's own values, by kind; then that of a dtype whose values are another's. */
#define WEFT_OWN_b(part)                          bool
#define WEFT_OWN_i(part)                          part
#define WEFT_OWN_u(part)                          part
#define WEFT_OWN_h(part)                          part
#define WEFT_OWN_f(part)                          part
#define WEFT_OWN_c(part)                          part _Complex
#define WEFT_OWN_ROW(ENUM, name, kind, part, ...) typedef WEFT_OWN_##kind(part) weft_own_##ENUM;
#define WEFT_VALUE_ROW(ENUM, name, kind, part, VALUE, ...) \
    typedef weft_own_##VALUE weft_value_##name;
WEFT_DTYPES(WEFT_OWN_ROW)
WEFT_DTYPES(WEFT_VALUE_ROW)
#undef WEFT_OWN_ROW
#undef WEFT_VALUE_ROW

/* <stdbool.h> makes bool a macro, so the dtype's name arrives here as _Bool. */
#define weft_value__Bool  weft_value_bool
#define weft_get__Bool    weft_get_bool
#define weft_put__Bool    weft_put_bool
#define weft_settle__Bool weft_settle_bool

#define WEFT_VALUE(dtype)  WEFT_VALUE_(dtype)
#define WEFT_VALUE_(dtype) weft_value_##dtype
/* The element at p, of any alignment; and its replacement. */
#define WEFT_GET(dtype, p)         WEFT_GET_(dtype, p)
#define WEFT_GET_(dtype, p)        weft_get_##dtype(p)
#define WEFT_PUT(dtype, p, value)  WEFT_PUT_(dtype, p, value)
#define WEFT_PUT_(dtype, p, value) weft_put_##dtype(p, value)
/* The value as an element holds it. */
#define WEFT_SETTLE(dtype, value)  WEFT_SETTLE_(dtype, value)
#define WEFT_SETTLE_(dtype, value) weft_settle_##dtype(value)
/* Bytes of one element. */
#define WEFT_SIZE(dtype)  WEFT_SIZE_(dtype)
#define WEFT_SIZE_(dtype) ((int64_t)weft_size_##dtype)
#define weft_size__Bool   weft_size_bool

enum {
#define WEFT_SIZE_ROW(ENUM, name, kind, part, ...) weft_size_##name = WEFT_DTYPE_SIZE(kind, part),
    WEFT_DTYPES(WEFT_SIZE_ROW)
#undef WEFT_SIZE_ROW
};

/* Loads and stores by kind; value: the C type that bodies compute in. */
#define WEFT_LOAD_STORE(get, put, value_type)                     \
    static WEFT_ALWAYS_INLINE value_type get(const char *p)       \
    {                                                             \
        value_type value;                                         \
        memcpy(&value, p, sizeof value);                          \
        return value;                                             \
    }                                                             \
    static WEFT_ALWAYS_INLINE void put(char *p, value_type value) \
    {                                                             \
        memcpy(p, &value, sizeof value);                          \
    }
#define WEFT_LOAD_STORE_i(get, put, value, part, digits) WEFT_LOAD_STORE(get, put, value)
#define WEFT_LOAD_STORE_u(get, put, value, part, digits) WEFT_LOAD_STORE(get, put, value)
/* A floating number copied as bytes is an integer to gcc, and a choice of two is no maximum any
 * more. */
#define WEFT_LOAD_STORE_f(get, put, value_type, part, digits)                    \
    typedef value_type __attribute__((__may_alias__, __aligned__(1))) get##_any; \
    static WEFT_ALWAYS_INLINE value_type get(const char *p)                      \
    {                                                                            \
        return *(const get##_any *)p;                                            \
    }                                                                            \
    static WEFT_ALWAYS_INLINE void put(char *p, value_type value)                \
    {                                                                            \
        *(get##_any *)p = value;                                                 \
    }

/* Any byte that is not 0 is true. */
#define WEFT_LOAD_STORE_b(get, put, value_type, part, digits)     \
    static WEFT_ALWAYS_INLINE value_type get(const char *p)       \
    {                                                             \
        return *(const unsigned char *)p != 0;                    \
    }                                                             \
    static WEFT_ALWAYS_INLINE void put(char *p, value_type value) \
    {                                                             \
        *(unsigned char *)p = value;                              \
    }

/* To nearest, ties to even; NaN stays NaN. */
#define WEFT_LOAD_STORE_h(get, put, value_type, part, digits)                  \
    static WEFT_ALWAYS_INLINE value_type get(const char *p)                    \
    {                                                                          \
        part bits;                                                             \
        memcpy(&bits, p, sizeof bits);                                         \
        return weft_float_of_short(bits, 8 * sizeof bits, digits);             \
    }                                                                          \
    static WEFT_ALWAYS_INLINE void put(char *p, value_type value)              \
    {                                                                          \
        part bits = (part)weft_short_of_float(value, 8 * sizeof bits, digits); \
        memcpy(p, &bits, sizeof bits);                                         \
    }

/* float16, IEEE 754 binary16, may have instructions; the other short formats have none. They are
 * asked for by the compilers' own names, for to read <immintrin.h> takes longer than to compile
 * most files. */
#if defined(__F16C__)
typedef short weft_eight_shorts __attribute__((__vector_size__(16)));
typedef float weft_four_floats __attribute__((__vector_size__(16)));
#endif
static WEFT_ALWAYS_INLINE float weft_float_of_short(uint32_t bits, int width, int digits)
{
#if defined(__F16C__)
    if (width == 16 && digits == 11)
        return __builtin_ia32_vcvtph2ps((weft_eight_shorts){(short)bits})[0];
#endif
    return weft_widen(bits, width, digits);
}

static WEFT_ALWAYS_INLINE uint32_t weft_short_of_float(float value, int width, int digits)
{
#if defined(__F16C__)
    if (width == 16 && digits == 11)
        return (uint16_t)__builtin_ia32_vcvtps2ph((weft_four_floats){value}, 0)[0];
#endif
    return weft_narrow(value, width, digits);
}

/* Part by part: a complex number copied as a whole is one integer to gcc, and keeps the loop around
 * it from being vectorised. Not where nothing may be fused: in vectors gcc 12 fuses a product's
 * parts all the same (vfmaddsub), whatever -ffp-contract says. */
#if WEFT_STRICT
#define WEFT_LOAD_STORE_c(get, put, value, part, digits) \
    WEFT_LOAD_STORE_f(get, put, value, part, digits)
#else
#define WEFT_LOAD_STORE_c(get, put, value_type, part, digits)     \
    static WEFT_ALWAYS_INLINE value_type get(const char *p)       \
    {                                                             \
        part real, imaginary;                                     \
        memcpy(&real, p, sizeof real);                            \
        memcpy(&imaginary, p + sizeof real, sizeof imaginary);    \
        return __builtin_complex(real, imaginary);                \
    }                                                             \
    static WEFT_ALWAYS_INLINE void put(char *p, value_type value) \
    {                                                             \
        part real = __real__ value, imaginary = __imag__ value;   \
        memcpy(p, &real, sizeof real);                            \
        memcpy(p + sizeof real, &imaginary, sizeof imaginary);    \
    }
#endif
#define WEFT_LOAD_STORE_ROW(ENUM, name, kind, part, VALUE, digits, npy) \
    WEFT_LOAD_STORE_##kind(weft_get_##name, weft_put_##name, weft_value_##name, part, digits)
WEFT_DTYPES(WEFT_LOAD_STORE_ROW)
#undef WEFT_LOAD_STORE_ROW

#define WEFT_SETTLE_ROW(ENUM, name, kind, part, ...)                                        \
    static WEFT_ALWAYS_INLINE weft_value_##name weft_settle_##name(weft_value_##name value) \
    {                                                                                       \
        char element[WEFT_DTYPE_SIZE(kind, part)];                                          \
        if (#kind[0] != 'h')                                                                \
            return value;                                                                   \
        weft_put_##name(element, value);                                                    \
        return weft_get_##name(element);                                                    \
    }
WEFT_DTYPES(WEFT_SETTLE_ROW)
#undef WEFT_SETTLE_ROW

/* gcc 12 has no instruction for what it makes of the sign bits of a vector of floats, and stops
 * ("unrecognizable insn"); by the bits it finds one. <math.h>'s signbit is this builtin. */
#if defined(__GNUC__) && !defined(__clang__)
static WEFT_ALWAYS_INLINE int weft_sign_of_float(float value)
{
    return (int)(weft_bits_of_float(value) >> 31);
}

static WEFT_ALWAYS_INLINE int weft_sign_of_double(double value)
{
    return __builtin_signbit(value) != 0;
}

#define __builtin_signbit(x) \
    _Generic((x), float : weft_sign_of_float, default : weft_sign_of_double)(x)
#define __builtin_signbitf weft_sign_of_float
#endif

/* What an index is told by: its value is its address, so that the element behind it is 1 byte
 * away. */
#define WEFT_INDEX(name)                                                             \
    typedef weft_value_##name weft_value_index_##name;                               \
    enum { weft_size_index_##name = 1 };                                             \
    static WEFT_ALWAYS_INLINE weft_value_##name weft_get_index_##name(const char *p) \
    {                                                                                \
        return (weft_value_##name)((uint64_t)(uintptr_t)p - WEFT_INDEX_ORIGIN);      \
    }
WEFT_INDEX(int64)
WEFT_INDEX(uint64)
#undef WEFT_INDEX
#define WEFT_IS_INDEX(dtype)                           WEFT_IS_INDEX_(dtype)
#define WEFT_IS_INDEX_(dtype)                          (weft_is_index_##dtype != 0)
#define weft_is_index__Bool                            weft_is_index_bool
#define WEFT_IS_INDEX_ROW(ENUM, name, kind, part, ...) weft_is_index_##name = 0,
enum {
    WEFT_DTYPES(WEFT_IS_INDEX_ROW) weft_is_index_index_int64 = 1,
    weft_is_index_index_uint64 = 1
};
#undef WEFT_IS_INDEX_ROW

/* Whether the elements of a dtype are integers, booleans among them. */
#define WEFT_IS_INTEGER(dtype)  WEFT_IS_INTEGER_(dtype)
#define WEFT_IS_INTEGER_(dtype) (weft_is_integer_##dtype != 0)
#define weft_is_integer__Bool   weft_is_integer_bool
#define WEFT_IS_INTEGER_ROW(ENUM, name, kind, part, ...) \
    weft_is_integer_##name = WEFT_KIND_##kind != 'f' && WEFT_KIND_##kind != 'c',
enum {
    WEFT_DTYPES(WEFT_IS_INTEGER_ROW) weft_is_integer_index_int64 = 1,
    weft_is_integer_index_uint64 = 1
};
#undef WEFT_IS_INTEGER_ROW

/* ---- floating point to integer: weft_to_int8 … of convert.h, on every target ---- */

/* The types that a value on its way to an integer may have. */
/* clang-format off */
#define WEFT_ARITHMETIC_TYPES(X)                                                \
    X(bool, bool) X(char, char) X(schar, signed char) X(uchar, unsigned char)   \
    X(short, short) X(ushort, unsigned short) X(int, int) X(uint, unsigned int) \
    X(long, long) X(ulong, unsigned long) X(llong, long long)                   \
    X(ullong, unsigned long long) X(float, float) X(double, double)             \
    X(complex64, weft_complex64) X(complex128, weft_complex128)
/* clang-format on */

#define WEFT_SAME(name, type)                                   \
    static WEFT_ALWAYS_INLINE type weft_same_##name(type value) \
    {                                                           \
        return value;                                           \
    }
WEFT_ARITHMETIC_TYPES(WEFT_SAME)
#undef WEFT_SAME

/* Of a complex number its real part becomes the integer. */
#define WEFT_TO_OF_COMPLEX(name, type)                                                   \
    static WEFT_ALWAYS_INLINE type weft_to_##name##_of_complex64(weft_complex64 value)   \
    {                                                                                    \
        return weft_to_##name##_of_float(__real__ value);                                \
    }                                                                                    \
    static WEFT_ALWAYS_INLINE type weft_to_##name##_of_complex128(weft_complex128 value) \
    {                                                                                    \
        return weft_to_##name(__real__ value);                                           \
    }
WEFT_TO_OF_COMPLEX(int8, int8_t)
WEFT_TO_OF_COMPLEX(int16, int16_t)
WEFT_TO_OF_COMPLEX(int32, int32_t)
WEFT_TO_OF_COMPLEX(int64, int64_t)
WEFT_TO_OF_COMPLEX(uint8, uint8_t)
WEFT_TO_OF_COMPLEX(uint16, uint16_t)
WEFT_TO_OF_COMPLEX(uint32, uint32_t)
WEFT_TO_OF_COMPLEX(uint64, uint64_t)
#undef WEFT_TO_OF_COMPLEX

/* A value on its way to `type`: saturated where that is an integer and the value a floating number,
 * else unchanged. A choice among functions, so that nested casts do not multiply their text. */
#define WEFT_CAST(type, value)                                                    \
    _Generic((value), float                                                       \
             : WEFT_TO(type, weft_same_float, _of_float), double                  \
             : WEFT_TO(type, weft_same_double, ), bool                            \
             : weft_same_bool, char                                               \
             : weft_same_char, signed char                                        \
             : weft_same_schar, unsigned char                                     \
             : weft_same_uchar, short                                             \
             : weft_same_short, unsigned short                                    \
             : weft_same_ushort, int                                              \
             : weft_same_int, unsigned int                                        \
             : weft_same_uint, long                                               \
             : weft_same_long, unsigned long                                      \
             : weft_same_ulong, long long                                         \
             : weft_same_llong, unsigned long long                                \
             : weft_same_ullong, weft_complex64                                   \
             : WEFT_TO(type, weft_same_complex64, _of_complex64), weft_complex128 \
             : WEFT_TO(type, weft_same_complex128, _of_complex128))(value)
#define WEFT_TO(type, same, of)                       \
    _Generic((type)0, char                            \
             : weft_to_int8##of, signed char          \
             : weft_to_int8##of, short                \
             : weft_to_int16##of, int                 \
             : weft_to_int32##of, long                \
             : weft_to_int64##of, long long           \
             : weft_to_int64##of, unsigned char       \
             : weft_to_uint8##of, unsigned short      \
             : weft_to_uint16##of, unsigned int       \
             : weft_to_uint32##of, unsigned long      \
             : weft_to_uint64##of, unsigned long long \
             : weft_to_uint64##of, default            \
             : same)

/* An index that may be a truth value, of which gcc 12 makes vectors of -1. */
#if defined(__clang__)
#define WEFT_INDEX(i) (i)
#else
#define WEFT_INDEX(i) ((i) | (__typeof__(i))weft_no_bits)
#endif

/* A complex number that C makes a real one. */
#define WEFT_REAL(z) (z)
/* A product or quotient of complex constants, each part of it rounded once. */
#define WEFT_ROUNDED(part, real, imaginary, ...) __builtin_complex((part)(real), (part)(imaginary))
/* The sum of two products, the second of what the round before left: the first that gcc sees is
 * fused with the sum. */
#define WEFT_RECURRENCE(first, second) ((second) + (first))

#include <weft/loop/wrap.h>

/* ---- a loop whose steps devices speculate; the counter, its limit, and what it writes are
 * for them ---- */

#define WEFT_SPECULATE(counter, limit, condition, ...) while (condition)
#define WEFT_SPECULATE_END

/* ---- strided outputs ---- */

/* Whether those of so many rows are, and not in near caches: lines that are read the processor
 * prefetches by itself, those that are written in part it does not. */
static inline __attribute__((__always_inline__)) bool weft_is_strided(int64_t step, int64_t rows,
                                                                      int64_t items)
{
    enum { LEAST_STEP = 8, NEAR_BYTES = 1 << 20 };
    const uint64_t size = step < 0 ? -(uint64_t)step : (uint64_t)step;
    return size >= LEAST_STEP && size * (uint64_t)items * (uint64_t)rows > NEAR_BYTES;
}

/* Prefetches the elements behind those that are written next, the first of which is at `place`; how
 * many of `left` that are. */
static __attribute__((__noinline__, __unused__)) int64_t
weft_prefetch_writes(const char *place, int64_t step, int64_t left)
{
    enum { LINE = 64, LINES = 32, LEAST_BLOCK = 16 };
    const int64_t size = step < 0 ? -step : step;
    const int64_t block = size < LINES * LINE / LEAST_BLOCK ? LINES * LINE / size : LEAST_BLOCK;
    const int64_t line = size >= LINE ? step : step < 0 ? -LINE : LINE;
    if (left <= block)
        return left;
    for (int64_t i = 0; i < block * step / line; i++)
        __builtin_prefetch(place + block * step + i * line, 1, 2);
    return block;
}

/* ---- walks ---- */

/* The next loop's sums may be combined in any grouping. Vectors of them are, but not where an item
 * is computed for floating-point flags. */
#define WEFT_REORDERED(...) WEFT_PRAGMA(omp simd __VA_ARGS__)
#define WEFT_PRAGMA(...)    _Pragma(#__VA_ARGS__)
/* A loop over an axis, whose head stands first; the rest is for devices. WEFT_TEAMED: 1, 2 where
 * threads may keep rows that other loops are over, too, or 0 where its rounds follow each other. */
#define WEFT_WALK(head, sums, ...)      WEFT_WALK_(WEFT_TEAMED, head, sums)
#define WEFT_WALK_(teamed, head, sums)  WEFT_WALK__(teamed, head, sums)
#define WEFT_WALK__(teamed, head, sums) WEFT_WALK_##teamed(head, sums)
#define WEFT_WALK_0(head, sums)         head
#define WEFT_WALK_1(head, sums)         sums head
#define WEFT_WALK_2(head, sums)         sums head
#define WEFT_WALK_END
/* A loop whose rounds a team may deal out, and a statement that one of its threads computes:
 * WEFT_TEAMED is 3. */
#define WEFT_DEAL(head, ...) head
#define WEFT_ALONE(array, ...) \
    do {                       \
        __VA_ARGS__            \
    } while (0)
/* An output in whose elements a round counts: h of h[k]++. */
#define WEFT_COUNTED(output) output

#include <weft/loop/pack.h>

#endif

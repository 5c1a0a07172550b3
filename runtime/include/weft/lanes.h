/* lanes.h: what functions are written in that compute an item in each lane of a vector: generated
 * by the translator of generator/lanes, which takes scalar C apart into masks. The loop around such
 * a function is <weft/loop_lanes.h>.
 *
 *     WEFT_LANE_BITS     the widest element that the function has: 32 or 64; it says how many lanes
 *     WEFT_LANES_MATH    1 where it calls functions of <weft/vector_math.h>, else 0
 *     WEFT_VECTOR_COUNT  vectors that go side by side: what varies is an array of so many, x[v]
 *
 * Elements are named as in <weft/vector.h>, f64. Their names are pasted at once, for a name of the
 * user's may be a macro here. */
#ifndef WEFT_LANES_H
#define WEFT_LANES_H

#include <weft/loop.h>
#include <weft/vector.h>
#if !defined(WEFT_LIBRARY_MATH)
#include <weft/vector_math.h>
#endif

/* Where the floating-point flags are to be those of the C code, items are computed one by one; and
 * where a benchmark wants to know what lanes are worth. */
#if defined(WEFT_WITHOUT_LANES)
#define WEFT_LANES_WANTED 0
#else
#define WEFT_LANES_WANTED (!WEFT_ISA_NAME(weft_without_lanes))
#endif
#define weft_without_lanes_flags 1

/* Two lanes of 64 bits are slower than items one by one, with the registers and comparisons of
 * SSE2, and gcc 12 fails on some of them (gimple_expand_vec_cond_expr); so are functions of
 * <weft/vector_math.h> (WEFT_LANES_MATH: the text has some) without fused products. */
#if defined(__AVX2__)
#define WEFT_LANES_WIDE 1
#else
#define WEFT_LANES_WIDE 0
#endif
#if defined(__FMA__) || defined(__AVX512F__) || defined(__ARM_FEATURE_FMA) || \
    defined(WEFT_LIBRARY_MATH)
#define WEFT_LANES_FUSE 1
#else
#define WEFT_LANES_FUSE 0
#endif
#define WEFT_LANES_PAY \
    ((WEFT_LANES_WIDE || WEFT_LANE_BITS == 32) && (WEFT_LANES_FUSE || !WEFT_LANES_MATH))

#if defined(__AVX512F__)
#define WEFT_LANES_64 8
#define WEFT_LANES_32 16
#elif defined(__AVX2__)
#define WEFT_LANES_64 4
#define WEFT_LANES_32 8
#else
#define WEFT_LANES_64 2
#define WEFT_LANES_32 4
#endif

/* A function of vectors that stands in the place of its calls; one that is too large for that. */
#define WEFT_LANES_FUNCTION WEFT_FUNCTION WEFT_ALWAYS_INLINE
#define WEFT_LANES_NOINLINE WEFT_FUNCTION __attribute__((__noinline__))

/* ---- names ---- */

#define WEFT_LANES           WEFT_LANES_BY(WEFT_LANE_BITS)
#define WEFT_LANES_BY(bits)  WEFT_LANES_BY_(bits)
#define WEFT_LANES_BY_(bits) WEFT_LANES_##bits
/* A name that ends in the number of lanes. */
#define WEFT_LANES_NAME(begin)          WEFT_LANES_NAME_(begin, WEFT_LANES)
#define WEFT_LANES_NAME_(begin, lanes)  WEFT_LANES_NAME__(begin, lanes)
#define WEFT_LANES_NAME__(begin, lanes) begin##lanes
/* A name with the number of bits in it. */
#define WEFT_BITS_NAME(begin)         WEFT_BITS_NAME_(begin, WEFT_LANE_BITS)
#define WEFT_BITS_NAME_(begin, bits)  WEFT_BITS_NAME__(begin, bits)
#define WEFT_BITS_NAME__(begin, bits) begin##bits##x

/* A vector; a mask, -1 in each lane that is meant. */
#define WEFT_V(element) WEFT_LANES_NAME(weft_##element##x)
#define WEFT_MASK       WEFT_LANES_NAME(WEFT_BITS_NAME(weft_i))
#define WEFT_NONE       ((WEFT_MASK){0})
#define WEFT_ALL        (~(WEFT_MASK){0})

/* For each vector v. */
#define WEFT_VECTORS _Pragma("GCC unroll 8") for (int v = 0; v < WEFT_VECTOR_COUNT; v++)
/* A loop that is left once no item is in it. */
#define WEFT_ROUNDS _Pragma("GCC unroll 1") while (1)
/* A function that stands once, and is no part of another. */
#if defined(__clang__)
#define WEFT_ONCE WEFT_FUNCTION __attribute__((__noinline__))
#else
#define WEFT_ONCE WEFT_FUNCTION __attribute__((__noipa__))
#endif

/* ---- masks ---- */

/* Masks of doubles are those of their halves, twice; gcc 12 would go from one to the other lane by
 * lane where the machine has no instruction for it. */
WEFT_VECTOR_INLINE weft_i32x8 weft_halve_8(weft_i64x8 mask)
{
    return __builtin_convertvector(mask, weft_i32x8);
}

WEFT_VECTOR_INLINE weft_i64x8 weft_double_8(weft_i32x8 mask)
{
    return __builtin_convertvector(mask, weft_i64x8);
}

WEFT_VECTOR_INLINE weft_i32x4 weft_halve_4(weft_i64x4 mask)
{
#if defined(__AVX512VL__)
    return __builtin_convertvector(mask, weft_i32x4);
#else
    const weft_i32x8 halves = (weft_i32x8)mask;
    return __builtin_shufflevector(halves, halves, 0, 2, 4, 6);
#endif
}

WEFT_VECTOR_INLINE weft_i64x4 weft_double_4(weft_i32x4 mask)
{
    return __builtin_convertvector(mask, weft_i64x4);
}

WEFT_VECTOR_INLINE weft_i32x2 weft_halve_2(weft_i64x2 mask)
{
    const weft_i32x4 halves = (weft_i32x4)mask;
    return __builtin_shufflevector(halves, halves, 0, 2);
}

WEFT_VECTOR_INLINE weft_i64x2 weft_double_2(weft_i32x2 mask)
{
    return (weft_i64x2)__builtin_shufflevector(mask, mask, 0, 0, 1, 1);
}

/* X(bits, element, its mask, lanes) */
#define WEFT_LANES_MASKS(X, bits, lanes) \
    X(bits, i8, i8, lanes) X(bits, u8, i8, lanes) X(bits, i16, i16, lanes) X(bits, u16, i16, lanes)
#define WEFT_LANES_SAME(X, bits, lanes, integer, number, real) \
    X(bits, integer, integer, lanes) X(bits, number, integer, lanes) X(bits, real, integer, lanes)

/* weft_is_64_f32x4: the mask that goes with elements as that of 64 bits; weft_as_64_f32x4: back. */
#define WEFT_LANES_MASK(bits, element, mask, lanes)                                 \
    WEFT_VECTOR_INLINE weft_i##bits##x##lanes weft_is_##bits##_##element##x##lanes( \
        weft_##mask##x##lanes from)                                                 \
    {                                                                               \
        return __builtin_convertvector(from, weft_i##bits##x##lanes);               \
    }                                                                               \
    WEFT_VECTOR_INLINE weft_##mask##x##lanes weft_as_##bits##_##element##x##lanes(  \
        weft_i##bits##x##lanes from)                                                \
    {                                                                               \
        return __builtin_convertvector(from, weft_##mask##x##lanes);                \
    }
#define WEFT_LANES_HALF(bits, element, mask, lanes)                                           \
    WEFT_VECTOR_INLINE weft_i64x##lanes weft_is_64_##element##x##lanes(weft_i32x##lanes from) \
    {                                                                                         \
        return weft_double_##lanes(from);                                                     \
    }                                                                                         \
    WEFT_VECTOR_INLINE weft_i32x##lanes weft_as_64_##element##x##lanes(weft_i64x##lanes from) \
    {                                                                                         \
        return weft_halve_##lanes(from);                                                      \
    }
#define WEFT_LANES_OF_64(lanes)                                \
    WEFT_LANES_MASKS(WEFT_LANES_MASK, 64, lanes)               \
    WEFT_LANES_SAME(WEFT_LANES_MASK, 64, lanes, i64, u64, f64) \
    WEFT_LANES_SAME(WEFT_LANES_HALF, 64, lanes, i32, u32, f32)
#define WEFT_LANES_OF_32(lanes)                  \
    WEFT_LANES_MASKS(WEFT_LANES_MASK, 32, lanes) \
    WEFT_LANES_SAME(WEFT_LANES_MASK, 32, lanes, i32, u32, f32)
#if defined(__AVX512F__)
WEFT_LANES_OF_64(8)
WEFT_LANES_OF_32(16)
#elif defined(__AVX2__)
WEFT_LANES_OF_64(4)
WEFT_LANES_OF_32(8)
#else
WEFT_LANES_OF_64(2)
WEFT_LANES_OF_32(4)
#endif
#undef WEFT_LANES_OF_64
#undef WEFT_LANES_OF_32
#undef WEFT_LANES_MASK
#undef WEFT_LANES_HALF
#undef WEFT_LANES_MASKS
#undef WEFT_LANES_SAME

/* "weft_is_64_f32x4" of "weft_is_" and "_f32x" */
#define WEFT_MASK_NAME(begin, end)         WEFT_MASK_NAME_(begin, WEFT_LANE_BITS, end)
#define WEFT_MASK_NAME_(begin, bits, end)  WEFT_MASK_NAME__(begin, bits, end)
#define WEFT_MASK_NAME__(begin, bits, end) begin##bits##end

/* What a comparison of elements gives as a mask; that of scalars; a mask as the numbers 0 and 1. */
#define WEFT_IS(element, comparison) \
    WEFT_LANES_NAME(WEFT_MASK_NAME(weft_is_, _##element##x))(comparison)
#define WEFT_TRUE(scalar) ((scalar) ? WEFT_ALL : WEFT_NONE)
#define WEFT_TRUTH(element, mask)                                                                  \
    ((WEFT_LANES_NAME(weft_##element##x))WEFT_LANES_NAME(WEFT_MASK_NAME(weft_as_, _##element##x))( \
         mask) &                                                                                   \
     1)
/* Whether a mask has a lane; whether an array of masks has one. */
#define WEFT_HAS_LANE(mask) WEFT_LANES_NAME(WEFT_BITS_NAME(weft_any_i))(mask)
#define WEFT_ANY(masks)                                                                \
    __extension__({                                                                    \
        WEFT_MASK any_ = (masks)[0];                                                   \
        _Pragma("GCC unroll 8") for (int k_ = 1; k_ < WEFT_VECTOR_COUNT; k_++) any_ |= \
            (masks)[k_];                                                               \
        WEFT_LANES_NAME(WEFT_BITS_NAME(weft_any_i))(any_);                             \
    })

/* Whether a loop goes on whose lanes take other items: until nobody is in it, or, where that is not
 * waited for, until no vector has anybody at some place. That is as quickly asked as the first, and
 * of items that leave at random so many have gone by then that half of the lanes are free. Counts
 * the rounds. */
#define WEFT_STAY(masks, to_end, rounds)                                                \
    __extension__({                                                                     \
        ++*(rounds);                                                                    \
        WEFT_MASK stay_ = (masks)[0];                                                   \
        _Pragma("GCC unroll 8") for (int k_ = 1; k_ < WEFT_VECTOR_COUNT; k_++) stay_ |= \
            (masks)[k_];                                                                \
        (to_end) ? WEFT_HAS_LANE(stay_) : !WEFT_HAS_LANE(~stay_);                       \
    })

/* A value that is evaluated where a mask has a lane, else 0. */
#define WEFT_IF_ANY(mask, value)                               \
    __extension__({                                            \
        __typeof__((value) + 0) asked_ = {0};                  \
        if (WEFT_LANES_NAME(WEFT_BITS_NAME(weft_any_i))(mask)) \
            asked_ = (value);                                  \
        asked_;                                                \
    })

/* a where the mask is, else b. */
#define WEFT_SELECT(element, mask, a, b)      \
    WEFT_LANES_NAME(weft_select_##element##x) \
    (WEFT_LANES_NAME(WEFT_MASK_NAME(weft_as_, _##element##x))(mask), a, b)

/* A number and 1 more, or less, where the mask is: it is -1 there. */
#define WEFT_UP(element, mask, number)   ((number)-WEFT_MASK_OF(element, mask))
#define WEFT_DOWN(element, mask, number) ((number) + WEFT_MASK_OF(element, mask))
#define WEFT_MASK_OF(element, mask)                                                                \
    ((WEFT_LANES_NAME(weft_##element##x))WEFT_LANES_NAME(WEFT_MASK_NAME(weft_as_, _##element##x))( \
        mask))

/* ---- values ---- */

/* A scalar in each lane. */
#define WEFT_SET(element, scalar) WEFT_LANES_NAME(weft_set_##element##x)(scalar)
#define WEFT_CONVERT(element, vector) \
    __builtin_convertvector(vector, WEFT_LANES_NAME(weft_##element##x))
/* A function of <weft/vector.h> whose results are exact, or rounded as C's are. */
#define WEFT_EXACT(element, function) WEFT_LANES_NAME(weft_##function##_##element##x)

/* The products of numbers below 2^32 in 64 bits: gcc 12 multiplies all bits of them. */
#define WEFT_WORDS_PRODUCT(a, b)                                                          \
    __extension__({                                                                       \
        const WEFT_V(u64) a_ = (a), b_ = (b);                                             \
        WEFT_V(u64) c_;                                                                   \
        weft_words_product((char *)&c_, (const char *)&a_, (const char *)&b_, sizeof c_); \
        c_;                                                                               \
    })

/* ---- lane by lane ---- */

typedef int8_t weft_i8;
typedef int16_t weft_i16;
typedef int32_t weft_i32;
typedef int64_t weft_i64;
typedef uint8_t weft_u8;
typedef uint16_t weft_u16;
typedef uint32_t weft_u32;
typedef uint64_t weft_u64;
typedef float weft_f32;
typedef double weft_f64;

/* What C makes of `value`, in which l is a lane, in the lanes of a mask; 0 in others. */
#define WEFT_LANEWISE(element, mask, value)                                                       \
    __extension__({                                                                               \
        union {                                                                                   \
            WEFT_LANES_NAME(weft_##element##x) whole;                                             \
            weft_##element lane[WEFT_LANES];                                                      \
        } made_ = {{0}};                                                                          \
        const WEFT_MASK now_ = (mask);                                                            \
        _Pragma("GCC unroll 1") for (int l = 0; l < WEFT_LANES; l++) if (now_[l]) made_.lane[l] = \
            (value);                                                                              \
        made_.whole;                                                                              \
    })
/* A function of the C library by its twin of vectors; where tests want C's own bits, lane by lane.
 */
#if defined(WEFT_LIBRARY_MATH)
#define WEFT_MATH(element, mask, function, vectors, value) WEFT_LANEWISE(element, mask, value)
#else
#define WEFT_MATH(element, mask, function, vectors, value) \
    WEFT_LANES_NAME(weft_##function##_##element##x) vectors
#endif
/* The same, of a statement. */
#define WEFT_EACH_LANE(mask, statement)      \
    {                                        \
        const WEFT_MASK now_ = (mask);       \
        for (int l = 0; l < WEFT_LANES; l++) \
            if (now_[l])                     \
                statement;                   \
    }

/* a / b and a % b of integers of 32 bits. */
#define WEFT_QUOTIENT(element, a, b) WEFT_LANES_NAME(weft_quotient_##element##x)(a, b)
#define WEFT_REST(element, a, b)     WEFT_LANES_NAME(weft_rest_##element##x)(a, b)
#include <weft/loop/lanes_quotient.h>

/* A function of the C library of complex numbers by its twin: a + ib becomes real + i imaginary. */
#if defined(WEFT_LIBRARY_MATH)
#define WEFT_COMPLEX_MATH(element, mask, function, a, b, real, imaginary, value) \
    WEFT_EACH_LANE(mask, WEFT_HALVES(value, (real)[l], (imaginary)[l]))
#else
#define WEFT_COMPLEX_MATH(element, mask, function, a, b, real, imaginary, value) \
    WEFT_LANES_NAME(weft_##function##_##element##x)(a, b, &(real), &(imaginary));
#endif

/* Takes a complex number apart. */
#define WEFT_HALVES(number, real, imaginary)          \
    {                                                 \
        const __typeof__(number) number_ = (number);  \
        (real) = __extension__ __real__ number_;      \
        (imaginary) = __extension__ __imag__ number_; \
    }
/* The complex quotients of gcc and clang are Smith's, but for divisors whose parts are of a size.
 */
#if defined(__clang__)
#define WEFT_TIES_ARE_LARGER 1
#else
#define WEFT_TIES_ARE_LARGER 0
#endif

#define WEFT_TO_i8  weft_to_int8
#define WEFT_TO_i16 weft_to_int16
#define WEFT_TO_i32 weft_to_int32
#define WEFT_TO_i64 weft_to_int64
#define WEFT_TO_u8  weft_to_uint8
#define WEFT_TO_u16 weft_to_uint16
#define WEFT_TO_u32 weft_to_uint32
#define WEFT_TO_u64 weft_to_uint64
/* Floating numbers as integers: truncated, saturating, 0 of NaN, as WEFT_CAST does. */
#define WEFT_SATURATE(to, from, vector)                         \
    __extension__({                                             \
        const WEFT_LANES_NAME(weft_##from##x) from_ = (vector); \
        WEFT_LANES_NAME(weft_##to##x) to_;                      \
        for (int l = 0; l < WEFT_LANES; l++)                    \
            to_[l] = WEFT_TO_##to(from_[l]);                    \
        to_;                                                    \
    })

/* ---- complex elements ---- */

/* Complex numbers side by side as their real and their imaginary parts, and back. */
#define WEFT_LANES_PAIRS(element, lanes, evens, odds, low, high)                               \
    WEFT_VECTOR_INLINE void weft_deinterleave_##element##x##lanes(                             \
        weft_##element##x##lanes *real, weft_##element##x##lanes *imaginary, const char *from) \
    {                                                                                          \
        weft_##element##x##lanes a, b;                                                         \
        memcpy(&a, from, sizeof a);                                                            \
        memcpy(&b, from + sizeof a, sizeof b);                                                 \
        *real = __builtin_shufflevector(a, b, WEFT_UNPACKED evens);                            \
        *imaginary = __builtin_shufflevector(a, b, WEFT_UNPACKED odds);                        \
    }                                                                                          \
    WEFT_VECTOR_INLINE void weft_interleave_##element##x##lanes(                               \
        weft_##element##x##lanes real, weft_##element##x##lanes imaginary, char *to)           \
    {                                                                                          \
        const weft_##element##x##lanes a =                                                     \
            __builtin_shufflevector(real, imaginary, WEFT_UNPACKED low);                       \
        const weft_##element##x##lanes b =                                                     \
            __builtin_shufflevector(real, imaginary, WEFT_UNPACKED high);                      \
        memcpy(to, &a, sizeof a);                                                              \
        memcpy(to + sizeof a, &b, sizeof b);                                                   \
    }
#define WEFT_UNPACKED(...) __VA_ARGS__
#if defined(__AVX512F__)
WEFT_LANES_PAIRS(f32, 16, (0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
                 (1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31),
                 (0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
                 (8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31))
WEFT_LANES_PAIRS(f64, 8, (0, 2, 4, 6, 8, 10, 12, 14), (1, 3, 5, 7, 9, 11, 13, 15),
                 (0, 8, 1, 9, 2, 10, 3, 11), (4, 12, 5, 13, 6, 14, 7, 15))
WEFT_LANES_PAIRS(f32, 8, (0, 2, 4, 6, 8, 10, 12, 14), (1, 3, 5, 7, 9, 11, 13, 15),
                 (0, 8, 1, 9, 2, 10, 3, 11), (4, 12, 5, 13, 6, 14, 7, 15))
#elif defined(__AVX2__)
WEFT_LANES_PAIRS(f32, 8, (0, 2, 4, 6, 8, 10, 12, 14), (1, 3, 5, 7, 9, 11, 13, 15),
                 (0, 8, 1, 9, 2, 10, 3, 11), (4, 12, 5, 13, 6, 14, 7, 15))
WEFT_LANES_PAIRS(f64, 4, (0, 2, 4, 6), (1, 3, 5, 7), (0, 4, 1, 5), (2, 6, 3, 7))
WEFT_LANES_PAIRS(f32, 4, (0, 2, 4, 6), (1, 3, 5, 7), (0, 4, 1, 5), (2, 6, 3, 7))
#else
WEFT_LANES_PAIRS(f32, 4, (0, 2, 4, 6), (1, 3, 5, 7), (0, 4, 1, 5), (2, 6, 3, 7))
WEFT_LANES_PAIRS(f64, 2, (0, 2), (1, 3), (0, 2), (1, 3))
WEFT_LANES_PAIRS(f32, 2, (0, 2), (1, 3), (0, 2), (1, 3))
#endif
#undef WEFT_LANES_PAIRS
#undef WEFT_UNPACKED

/* ---- elements in memory ---- */

/* The kind of a dtype, as dtypes.h has it. */
enum {
#define WEFT_LANES_KIND_b                          'b'
#define WEFT_LANES_KIND_i                          'i'
#define WEFT_LANES_KIND_u                          'u'
#define WEFT_LANES_KIND_h                          'h'
#define WEFT_LANES_KIND_f                          'f'
#define WEFT_LANES_KIND_c                          'c'
#define WEFT_LANES_KIND_ROW(ENUM, name, kind, ...) weft_kind_##name = WEFT_LANES_KIND_##kind,
    WEFT_DTYPES(WEFT_LANES_KIND_ROW)
#undef WEFT_LANES_KIND_ROW
};
#define weft_kind__Bool weft_kind_bool
/* Of an index, which lies nowhere. */
enum { weft_kind_index_int64 = 'n', weft_kind_index_uint64 = 'n' };
#define WEFT_LANES_KIND(dtype)    WEFT_LANES_KIND_OF(dtype)
#define WEFT_LANES_KIND_OF(dtype) weft_kind_##dtype

/* Fills a block of `room` elements with `count`, more than none, and the last one again. */
WEFT_FUNCTION void weft_lanes_fill(char *to, const char *from, int64_t step, int64_t size,
                                   int64_t count, int64_t room)
{
    weft_pack(to, from, step, size, count);
    weft_lanes_copy(to + count * size, size, to + (count - 1) * size, 0, size, room - count);
}

#endif

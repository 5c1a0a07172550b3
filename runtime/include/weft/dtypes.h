/* dtypes.h: the one table of dtypes. The generator, the runtime and the device code all read it.
 * A dtype that bodies compute as one of the table's C types is one line here and a test. Narrow
 * stands before wide within a kind. */
#ifndef WEFT_DTYPES_H
#define WEFT_DTYPES_H

#include <stdint.h>

/* X(ENUM, name, kind, part, VALUE, digits, npy)
 *   kind    b bool, i signed, u unsigned, f floating, c complex; h floating, with fewer bits than a
 *           float, which is what bodies compute it as
 *   part    the C type that an element has in memory, and each part of a complex one; of h its bits
 *   VALUE   the dtype whose C type bodies compute in: itself, or that of an h
 *   digits  bits of an integer without its sign, of the significand of the others: the leading one
 *           counts, stored or not
 *   npy     the code in .npy files; "" where NumPy has no such dtype */
#define WEFT_DTYPES(X)                                     \
    X(BOOL, bool, b, uint8_t, BOOL, 1, "b1")               \
    X(INT8, int8, i, int8_t, INT8, 7, "i1")                \
    X(INT16, int16, i, int16_t, INT16, 15, "i2")           \
    X(INT32, int32, i, int32_t, INT32, 31, "i4")           \
    X(INT64, int64, i, int64_t, INT64, 63, "i8")           \
    X(UINT8, uint8, u, uint8_t, UINT8, 8, "u1")            \
    X(UINT16, uint16, u, uint16_t, UINT16, 16, "u2")       \
    X(UINT32, uint32, u, uint32_t, UINT32, 32, "u4")       \
    X(UINT64, uint64, u, uint64_t, UINT64, 64, "u8")       \
    X(FLOAT16, float16, h, uint16_t, FLOAT32, 11, "f2")    \
    X(BFLOAT16, bfloat16, h, uint16_t, FLOAT32, 8, "")     \
    X(FLOAT32, float32, f, float, FLOAT32, 24, "f4")       \
    X(FLOAT64, float64, f, double, FLOAT64, 53, "f8")      \
    X(COMPLEX64, complex64, c, float, COMPLEX64, 24, "c8") \
    X(COMPLEX128, complex128, c, double, COMPLEX128, 53, "c16")

/* A kind as messages and the rules of casting know it. */
#define WEFT_KIND_b 'b'
#define WEFT_KIND_i 'i'
#define WEFT_KIND_u 'u'
#define WEFT_KIND_h 'f'
#define WEFT_KIND_f 'f'
#define WEFT_KIND_c 'c'

/* Bytes of an element. */
#define WEFT_DTYPE_SIZE(kind, part) (sizeof(part) * (WEFT_KIND_##kind == 'c' ? 2 : 1))
/* Its finite values are below 2 to this power. */
#define WEFT_DTYPE_EXPONENT(kind, part, digits)                                                \
    (WEFT_KIND_##kind == 'f' || WEFT_KIND_##kind == 'c' ? 1 << (8 * sizeof(part) - (digits)-1) \
                                                        : (digits))

/* 0 is "no dtype": an output with it is allocated by the call. */
typedef enum weft_dtype {
    WEFT_NONE = 0,
#define WEFT_DTYPE_ENUM(ENUM, ...) WEFT_##ENUM,
    WEFT_DTYPES(WEFT_DTYPE_ENUM)
#undef WEFT_DTYPE_ENUM
        WEFT_DTYPE_END /* one past the last dtype */
} weft_dtype;

/* An index, an operand that is the number of the item, is an array whose elements are their
 * addresses. That of number 0: none that pointers of C have, and a multiple of all that kernels
 * align by. */
#define WEFT_INDEX_ORIGIN (UINT64_C(1) << 62)

#endif

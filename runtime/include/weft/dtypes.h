/* dtypes.h: the one table of dtypes. The generator, the runtime and the device code all read it.
 * A new dtype is one line here and a test. Narrow stands before wide within a kind. */
#ifndef WEFT_DTYPES_H
#define WEFT_DTYPES_H

/* X(ENUM, name, size in bytes, alignment, kind, .npy code) kind: b bool, i signed, u unsigned, f
 * floating, c complex. bfloat16 has no .npy code of its own. */
#define WEFT_DTYPES(X)                       \
    X(BOOL, bool, 1, 1, 'b', "b1")           \
    X(INT8, int8, 1, 1, 'i', "i1")           \
    X(INT16, int16, 2, 2, 'i', "i2")         \
    X(INT32, int32, 4, 4, 'i', "i4")         \
    X(INT64, int64, 8, 8, 'i', "i8")         \
    X(UINT8, uint8, 1, 1, 'u', "u1")         \
    X(UINT16, uint16, 2, 2, 'u', "u2")       \
    X(UINT32, uint32, 4, 4, 'u', "u4")       \
    X(UINT64, uint64, 8, 8, 'u', "u8")       \
    X(FLOAT16, float16, 2, 2, 'f', "f2")     \
    X(BFLOAT16, bfloat16, 2, 2, 'f', "")     \
    X(FLOAT32, float32, 4, 4, 'f', "f4")     \
    X(FLOAT64, float64, 8, 8, 'f', "f8")     \
    X(COMPLEX64, complex64, 8, 4, 'c', "c8") \
    X(COMPLEX128, complex128, 16, 8, 'c', "c16")

/* 0 is "no dtype": an output with it is allocated by the call. */
typedef enum weft_dtype {
    WEFT_NONE = 0,
#define WEFT_DTYPE_ENUM(ENUM, name, size, alignment, kind, npy) WEFT_##ENUM,
    WEFT_DTYPES(WEFT_DTYPE_ENUM)
#undef WEFT_DTYPE_ENUM
    WEFT_DTYPE_END /* one past the last dtype */
} weft_dtype;

#endif

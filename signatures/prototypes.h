/* prototypes.h: lists of prototypes that the elementwise families share, from narrow to wide,
 * because the first loop that takes the inputs is used. _1, _2, _3: the number of inputs; _1_2,
 * _2_2: of inputs and outputs. */
#ifndef SIGNATURES_PROTOTYPES_H
#define SIGNATURES_PROTOTYPES_H

#define SIGNED_1 "int8(int8)", "int16(int16)", "int32(int32)", "int64(int64)"
#define UNSIGNED_1 "uint8(uint8)", "uint16(uint16)", "uint32(uint32)", "uint64(uint64)"
#define INTEGERS_1                                                                           \
    "int8(int8)", "uint8(uint8)", "int16(int16)", "uint16(uint16)", "int32(int32)",          \
        "uint32(uint32)", "int64(int64)", "uint64(uint64)"
#define FLOATS_1                                                                             \
    "float16(float16)", "bfloat16(bfloat16)", "float32(float32)", "float64(float64)"
#define WIDE_FLOATS_1 "float32(float32)", "float64(float64)"
#define COMPLEX_1 "complex64(complex64)", "complex128(complex128)"

#define INTEGERS_2                                                                           \
    "int8(int8, int8)", "uint8(uint8, uint8)", "int16(int16, int16)",                        \
        "uint16(uint16, uint16)", "int32(int32, int32)", "uint32(uint32, uint32)",           \
        "int64(int64, int64)", "uint64(uint64, uint64)"
#define FLOATS_2                                                                             \
    "float16(float16, float16)", "bfloat16(bfloat16, bfloat16)",                             \
        "float32(float32, float32)", "float64(float64, float64)"
#define COMPLEX_2                                                                            \
    "complex64(complex64, complex64)", "complex128(complex128, complex128)"

#define INTEGERS_3                                                                           \
    "int8(int8, int8, int8)", "uint8(uint8, uint8, uint8)", "int16(int16, int16, int16)",    \
        "uint16(uint16, uint16, uint16)", "int32(int32, int32, int32)",                      \
        "uint32(uint32, uint32, uint32)", "int64(int64, int64, int64)",                      \
        "uint64(uint64, uint64, uint64)"
#define FLOATS_3                                                                             \
    "float16(float16, float16, float16)", "bfloat16(bfloat16, bfloat16, bfloat16)",          \
        "float32(float32, float32, float32)", "float64(float64, float64, float64)"

#define INTEGERS_2_2                                                                         \
    "void(int8, int8, int8[:], int8[:])", "void(uint8, uint8, uint8[:], uint8[:])",          \
        "void(int16, int16, int16[:], int16[:])",                                            \
        "void(uint16, uint16, uint16[:], uint16[:])",                                        \
        "void(int32, int32, int32[:], int32[:])",                                            \
        "void(uint32, uint32, uint32[:], uint32[:])",                                        \
        "void(int64, int64, int64[:], int64[:])",                                            \
        "void(uint64, uint64, uint64[:], uint64[:])"
#define FLOATS_2_2                                                                           \
    "void(float16, float16, float16[:], float16[:])",                                        \
        "void(bfloat16, bfloat16, bfloat16[:], bfloat16[:])",                                \
        "void(float32, float32, float32[:], float32[:])",                                    \
        "void(float64, float64, float64[:], float64[:])"
#define FLOATS_1_2                                                                           \
    "void(float16, float16[:], float16[:])", "void(bfloat16, bfloat16[:], bfloat16[:])",     \
        "void(float32, float32[:], float32[:])", "void(float64, float64[:], float64[:])"
#define FLOAT_PREDICATES_1                                                                   \
    "bool(float16)", "bool(bfloat16)", "bool(float32)", "bool(float64)"

#define WHOLE_PREDICATES_1                                                                   \
    "bool(bool)", "bool(int8)", "bool(uint8)", "bool(int16)", "bool(uint16)", "bool(int32)", \
        "bool(uint32)", "bool(int64)", "bool(uint64)"

#define REAL_PREDICATES_1                                                                    \
    "bool(bool)", "bool(int8)", "bool(uint8)", "bool(int16)", "bool(uint16)", "bool(int32)", \
        "bool(uint32)", "bool(int64)", "bool(uint64)", "bool(float16)", "bool(bfloat16)",    \
        "bool(float32)", "bool(float64)"
#define COMPLEX_PREDICATES_1 "bool(complex64)", "bool(complex128)"
#define WHOLE_PREDICATES_2                                                                   \
    "bool(bool, bool)", "bool(int8, int8)", "bool(uint8, uint8)", "bool(int16, int16)",      \
        "bool(uint16, uint16)", "bool(int32, int32)", "bool(uint32, uint32)",                \
        "bool(int64, int64)", "bool(uint64, uint64)"
#define FLOAT_PREDICATES_2                                                                   \
    "bool(float16, float16)", "bool(bfloat16, bfloat16)", "bool(float32, float32)",          \
        "bool(float64, float64)"
#define REAL_PREDICATES_2 WHOLE_PREDICATES_2, FLOAT_PREDICATES_2
#define COMPLEX_PREDICATES_2 "bool(complex64, complex64)", "bool(complex128, complex128)"

#endif

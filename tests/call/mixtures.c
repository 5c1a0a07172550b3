/* mixtures.c: dtypes that meet, and what they are computed in. */
#include "cases.h"
#include "cores.h"
#include "elementwise.h"
#include "sizes.h"
#include "tgmath_meaning.h"

const mixture mixtures[] = {
    {&weft_ufunc_plus, {WEFT_INT8, WEFT_INT16}, "int16(int16, int16)"},
    {&weft_ufunc_plus, {WEFT_UINT8, WEFT_INT8}, "int16(int16, int16)"},
    {&weft_ufunc_plus, {WEFT_UINT32, WEFT_INT32}, "int64(int64, int64)"},
    {&weft_ufunc_plus, {WEFT_UINT64, WEFT_INT64}, "float64(float64, float64)"},
    {&weft_ufunc_plus, {WEFT_BOOL, WEFT_UINT8}, "uint8(uint8, uint8)"},
    {&weft_ufunc_plus, {WEFT_BOOL, WEFT_FLOAT32}, "float32(float32, float32)"},
    {&weft_ufunc_plus, {WEFT_INT16, WEFT_FLOAT16}, "float32(float32, float32)"},
    {&weft_ufunc_plus, {WEFT_INT32, WEFT_FLOAT32}, "float64(float64, float64)"},
    {&weft_ufunc_plus, {WEFT_FLOAT16, WEFT_BFLOAT16}, "float32(float32, float32)"},
    {&weft_ufunc_plus, {WEFT_INT8, WEFT_BFLOAT16}, "bfloat16(bfloat16, bfloat16)"},
    {&weft_ufunc_plus, {WEFT_UINT16, WEFT_BFLOAT16}, "float32(float32, float32)"},
    {&weft_ufunc_plus, {WEFT_INT16, WEFT_COMPLEX64}, "complex64(complex64, complex64)"},
    {&weft_ufunc_plus, {WEFT_INT64, WEFT_COMPLEX64}, "complex128(complex128, complex128)"},
    {&weft_ufunc_plus, {WEFT_FLOAT64, WEFT_COMPLEX64}, "complex128(complex128, complex128)"},
    {&weft_ufunc_polynomial, {WEFT_INT8}, "float16(float16)"},
    {&weft_ufunc_polynomial, {WEFT_UINT16}, "float32(float32)"},
    {&weft_ufunc_polynomial, {WEFT_INT64}, "float64(float64)"},
    {&weft_ufunc_choose, {WEFT_BOOL, WEFT_INT8, WEFT_INT16}, "int16(bool, int16, int16)"},
    {&weft_ufunc_choose, {WEFT_BOOL, WEFT_FLOAT32, WEFT_INT8}, "float64(bool, float64, float64)"},
    {&weft_ufunc_hypotenuse, {WEFT_INT32, WEFT_FLOAT32}, "float64(float64, float64)"},
    {&weft_ufunc_matrix_product,
     {WEFT_UINT8, WEFT_INT8},
     "void(int64[:,:], int64[:,:], int64[:,:])"},
    {&weft_ufunc_matrix_product,
     {WEFT_INT8, WEFT_FLOAT32},
     "void(float32[:,:], float32[:,:], float32[:,:])"},
    {&weft_ufunc_matrix_product,
     {WEFT_BOOL, WEFT_COMPLEX64},
     "void(complex64[:,:], complex64[:,:], complex64[:,:])"},
    {&weft_ufunc_cross_product, {WEFT_INT16, WEFT_INT32}, "void(int32[:], int32[:], int32[:])"},
    {&weft_ufunc_cross_product,
     {WEFT_INT64, WEFT_INT8},
     "void(float64[:], float64[:], float64[:])"},
    {.ufunc = NULL},
};

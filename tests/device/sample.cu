/* sample.cu: generated code written by hand, so that the device templates are tested without the
 * generator. */
#include <weft_device.cuh>

#define WEFT_SPACE tgmath
#define WEFT_BODY_hypotenuse(x) hypotenuse_float16_float16##x, (float), float16, float16, float16
#include "sample.body.h"
#define WEFT_BODY_hypotenuse(x) hypotenuse_float32_float32##x, (float), float32, float32, float32
#include "sample.body.h"
#define WEFT_BODY_hypotenuse(x) hypotenuse_float64_float64##x, (double), float64, float64, float64
#include "sample.body.h"

#undef WEFT_SPACE
#define WEFT_SPACE math
#define WEFT_BODY_add(x) add_bool_bool##x, (bool), bool, bool, bool
#include "sample.body.h"
#define WEFT_BODY_add(x) add_int8_int8##x, (int8_t), int8, int8, int8
#include "sample.body.h"
#define WEFT_BODY_add(x) add_int16_int16##x, (int16_t), int16, int16, int16
#include "sample.body.h"
#define WEFT_BODY_add(x) add_int32_int32##x, (int32_t), int32, int32, int32
#include "sample.body.h"
#define WEFT_BODY_add(x) add_int64_int64##x, (int64_t), int64, int64, int64
#include "sample.body.h"
#define WEFT_BODY_add(x) add_uint8_uint8##x, (uint8_t), uint8, uint8, uint8
#include "sample.body.h"
#define WEFT_BODY_add(x) add_uint16_uint16##x, (uint16_t), uint16, uint16, uint16
#include "sample.body.h"
#define WEFT_BODY_add(x) add_uint32_uint32##x, (uint32_t), uint32, uint32, uint32
#include "sample.body.h"
#define WEFT_BODY_add(x) add_uint64_uint64##x, (uint64_t), uint64, uint64, uint64
#include "sample.body.h"
#define WEFT_BODY_add(x) add_float16_float16##x, (float), float16, float16, float16
#include "sample.body.h"
#define WEFT_BODY_add(x) add_bfloat16_bfloat16##x, (float), bfloat16, bfloat16, bfloat16
#include "sample.body.h"
#define WEFT_BODY_add(x) add_float32_float32##x, (float), float32, float32, float32
#include "sample.body.h"
#define WEFT_BODY_add(x) add_float64_float64##x, (double), float64, float64, float64
#include "sample.body.h"

#undef WEFT_SPACE
#define WEFT_SPACE tgmath
#define WEFT_BODY_product(x) product_int8_int8##x, (int8_t), int8, int8, int8
#include "sample.body.h"
#define WEFT_BODY_product(x) product_uint8_uint8##x, (uint8_t), uint8, uint8, uint8
#include "sample.body.h"
#define WEFT_BODY_product(x) product_complex64_complex64##x, (weft_complex64), complex64, \
    complex64, complex64
#include "sample.body.h"
#define WEFT_BODY_product(x) product_complex128_complex128##x, (weft_complex128), complex128, \
    complex128, complex128
#include "sample.body.h"

#undef WEFT_SPACE
#define WEFT_SPACE math
#define WEFT_BODY_less(x) less_int8_float16##x, (int8_t, float), int8, float16, bool
#include "sample.body.h"
#define WEFT_BODY_less(x) less_int8_bfloat16##x, (int8_t, float), int8, bfloat16, bool
#include "sample.body.h"
#define WEFT_BODY_less(x) less_int8_int16##x, (int8_t, int16_t), int8, int16, bool
#include "sample.body.h"
#define WEFT_BODY_less(x) less_int8_float32##x, (int8_t, float), int8, float32, bool
#include "sample.body.h"
#define WEFT_BODY_less(x) less_int8_float64##x, (int8_t, double), int8, float64, bool
#include "sample.body.h"
#define WEFT_BODY_less(x) less_uint8_float16##x, (uint8_t, float), uint8, float16, bool
#include "sample.body.h"
#define WEFT_BODY_less(x) less_uint8_bfloat16##x, (uint8_t, float), uint8, bfloat16, bool
#include "sample.body.h"
#define WEFT_BODY_less(x) less_uint8_int16##x, (uint8_t, int16_t), uint8, int16, bool
#include "sample.body.h"
#define WEFT_BODY_less(x) less_uint8_float32##x, (uint8_t, float), uint8, float32, bool
#include "sample.body.h"
#define WEFT_BODY_less(x) less_uint8_float64##x, (uint8_t, double), uint8, float64, bool
#include "sample.body.h"

#undef WEFT_SPACE
#define WEFT_SPACE tgmath
#define WEFT_BODY_mixed(x) mixed_int8_float16_uint8##x, (int8_t, float, uint8_t), int8, float16, \
    uint8, int8, float16
#include "sample.body.h"
#define WEFT_BODY_mixed(x) mixed_int8_float64_bool##x, (int8_t, double, bool), int8, float64, \
    bool, int8, float64
#include "sample.body.h"
#define WEFT_BODY_mixed(x) mixed_int16_complex128_float32##x, (int16_t, weft_complex128, float), \
    int16, complex128, float32, int16, complex128
#include "sample.body.h"
#define WEFT_BODY_matmul(x) matmul_float32_float32##x, (float), float32, float32, float32
#include "sample.body.h"
#define WEFT_BODY_matmul(x) matmul_float64_float64##x, (double), float64, float64, float64
#include "sample.body.h"
#define WEFT_BODY_matmul(x) matmul_complex64_complex64##x, (weft_complex64), complex64, \
    complex64, complex64
#include "sample.body.h"

#undef WEFT_SPACE
#define WEFT_SPACE math
#define WEFT_BODY_smooth(x) smooth_float64_float64##x, (double), float64, float64, float64, float64
#include "sample.body.h"

/* sample.cu: generated code written by hand, so that the device templates are tested without the
 * generator. One block per loop, as in every generated .cu. */
#include <weft_device.cuh>

#define WEFT_INSTANCE(name) name

namespace weft::tgmath::hypotenuse_float16_float16 {
typedef float T;
#define WEFT_UFUNC_hypotenuse
#define WEFT_DTYPE_0 float16
#define WEFT_DTYPE_1 float16
#define WEFT_DTYPE_2 float16
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::tgmath, hypotenuse_float16_float16, 2, float16, float16, float16)

namespace weft::tgmath::hypotenuse_float32_float32 {
typedef float T;
#define WEFT_UFUNC_hypotenuse
#define WEFT_DTYPE_0 float32
#define WEFT_DTYPE_1 float32
#define WEFT_DTYPE_2 float32
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::tgmath, hypotenuse_float32_float32, 2, float32, float32, float32)

namespace weft::tgmath::hypotenuse_float64_float64 {
typedef double T;
#define WEFT_UFUNC_hypotenuse
#define WEFT_DTYPE_0 float64
#define WEFT_DTYPE_1 float64
#define WEFT_DTYPE_2 float64
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::tgmath, hypotenuse_float64_float64, 2, float64, float64, float64)

namespace weft::math::add_bool_bool {
typedef bool T;
#define WEFT_UFUNC_add
#define WEFT_DTYPE_0 bool
#define WEFT_DTYPE_1 bool
#define WEFT_DTYPE_2 bool
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, add_bool_bool, 2, bool, bool, bool)

namespace weft::math::add_int8_int8 {
typedef int8_t T;
#define WEFT_UFUNC_add
#define WEFT_DTYPE_0 int8
#define WEFT_DTYPE_1 int8
#define WEFT_DTYPE_2 int8
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, add_int8_int8, 2, int8, int8, int8)

namespace weft::math::add_int16_int16 {
typedef int16_t T;
#define WEFT_UFUNC_add
#define WEFT_DTYPE_0 int16
#define WEFT_DTYPE_1 int16
#define WEFT_DTYPE_2 int16
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, add_int16_int16, 2, int16, int16, int16)

namespace weft::math::add_int32_int32 {
typedef int32_t T;
#define WEFT_UFUNC_add
#define WEFT_DTYPE_0 int32
#define WEFT_DTYPE_1 int32
#define WEFT_DTYPE_2 int32
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, add_int32_int32, 2, int32, int32, int32)

namespace weft::math::add_int64_int64 {
typedef int64_t T;
#define WEFT_UFUNC_add
#define WEFT_DTYPE_0 int64
#define WEFT_DTYPE_1 int64
#define WEFT_DTYPE_2 int64
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, add_int64_int64, 2, int64, int64, int64)

namespace weft::math::add_uint8_uint8 {
typedef uint8_t T;
#define WEFT_UFUNC_add
#define WEFT_DTYPE_0 uint8
#define WEFT_DTYPE_1 uint8
#define WEFT_DTYPE_2 uint8
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, add_uint8_uint8, 2, uint8, uint8, uint8)

namespace weft::math::add_uint16_uint16 {
typedef uint16_t T;
#define WEFT_UFUNC_add
#define WEFT_DTYPE_0 uint16
#define WEFT_DTYPE_1 uint16
#define WEFT_DTYPE_2 uint16
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, add_uint16_uint16, 2, uint16, uint16, uint16)

namespace weft::math::add_uint32_uint32 {
typedef uint32_t T;
#define WEFT_UFUNC_add
#define WEFT_DTYPE_0 uint32
#define WEFT_DTYPE_1 uint32
#define WEFT_DTYPE_2 uint32
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, add_uint32_uint32, 2, uint32, uint32, uint32)

namespace weft::math::add_uint64_uint64 {
typedef uint64_t T;
#define WEFT_UFUNC_add
#define WEFT_DTYPE_0 uint64
#define WEFT_DTYPE_1 uint64
#define WEFT_DTYPE_2 uint64
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, add_uint64_uint64, 2, uint64, uint64, uint64)

namespace weft::math::add_float16_float16 {
typedef float T;
#define WEFT_UFUNC_add
#define WEFT_DTYPE_0 float16
#define WEFT_DTYPE_1 float16
#define WEFT_DTYPE_2 float16
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, add_float16_float16, 2, float16, float16, float16)

namespace weft::math::add_bfloat16_bfloat16 {
typedef float T;
#define WEFT_UFUNC_add
#define WEFT_DTYPE_0 bfloat16
#define WEFT_DTYPE_1 bfloat16
#define WEFT_DTYPE_2 bfloat16
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, add_bfloat16_bfloat16, 2, bfloat16, bfloat16, bfloat16)

namespace weft::math::add_float32_float32 {
typedef float T;
#define WEFT_UFUNC_add
#define WEFT_DTYPE_0 float32
#define WEFT_DTYPE_1 float32
#define WEFT_DTYPE_2 float32
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, add_float32_float32, 2, float32, float32, float32)

namespace weft::math::add_float64_float64 {
typedef double T;
#define WEFT_UFUNC_add
#define WEFT_DTYPE_0 float64
#define WEFT_DTYPE_1 float64
#define WEFT_DTYPE_2 float64
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, add_float64_float64, 2, float64, float64, float64)

namespace weft::tgmath::product_int8_int8 {
typedef int8_t T;
#define WEFT_UFUNC_product
#define WEFT_DTYPE_0 int8
#define WEFT_DTYPE_1 int8
#define WEFT_DTYPE_2 int8
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::tgmath, product_int8_int8, 2, int8, int8, int8)

namespace weft::tgmath::product_uint8_uint8 {
typedef uint8_t T;
#define WEFT_UFUNC_product
#define WEFT_DTYPE_0 uint8
#define WEFT_DTYPE_1 uint8
#define WEFT_DTYPE_2 uint8
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::tgmath, product_uint8_uint8, 2, uint8, uint8, uint8)

namespace weft::tgmath::product_complex64_complex64 {
typedef weft_complex64 T;
#define WEFT_UFUNC_product
#define WEFT_DTYPE_0 complex64
#define WEFT_DTYPE_1 complex64
#define WEFT_DTYPE_2 complex64
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::tgmath, product_complex64_complex64, 2, complex64, complex64, complex64)

namespace weft::tgmath::product_complex128_complex128 {
typedef weft_complex128 T;
#define WEFT_UFUNC_product
#define WEFT_DTYPE_0 complex128
#define WEFT_DTYPE_1 complex128
#define WEFT_DTYPE_2 complex128
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::tgmath, product_complex128_complex128, 2, complex128, complex128, complex128)

namespace weft::math::less_int8_float16 {
typedef int8_t X;
typedef float Y;
#define WEFT_UFUNC_less
#define WEFT_DTYPE_0 int8
#define WEFT_DTYPE_1 float16
#define WEFT_DTYPE_2 bool
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, less_int8_float16, 2, int8, float16, bool)

namespace weft::math::less_int8_bfloat16 {
typedef int8_t X;
typedef float Y;
#define WEFT_UFUNC_less
#define WEFT_DTYPE_0 int8
#define WEFT_DTYPE_1 bfloat16
#define WEFT_DTYPE_2 bool
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, less_int8_bfloat16, 2, int8, bfloat16, bool)

namespace weft::math::less_int8_int16 {
typedef int8_t X;
typedef int16_t Y;
#define WEFT_UFUNC_less
#define WEFT_DTYPE_0 int8
#define WEFT_DTYPE_1 int16
#define WEFT_DTYPE_2 bool
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, less_int8_int16, 2, int8, int16, bool)

namespace weft::math::less_int8_float32 {
typedef int8_t X;
typedef float Y;
#define WEFT_UFUNC_less
#define WEFT_DTYPE_0 int8
#define WEFT_DTYPE_1 float32
#define WEFT_DTYPE_2 bool
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, less_int8_float32, 2, int8, float32, bool)

namespace weft::math::less_int8_float64 {
typedef int8_t X;
typedef double Y;
#define WEFT_UFUNC_less
#define WEFT_DTYPE_0 int8
#define WEFT_DTYPE_1 float64
#define WEFT_DTYPE_2 bool
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, less_int8_float64, 2, int8, float64, bool)

namespace weft::math::less_uint8_float16 {
typedef uint8_t X;
typedef float Y;
#define WEFT_UFUNC_less
#define WEFT_DTYPE_0 uint8
#define WEFT_DTYPE_1 float16
#define WEFT_DTYPE_2 bool
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, less_uint8_float16, 2, uint8, float16, bool)

namespace weft::math::less_uint8_bfloat16 {
typedef uint8_t X;
typedef float Y;
#define WEFT_UFUNC_less
#define WEFT_DTYPE_0 uint8
#define WEFT_DTYPE_1 bfloat16
#define WEFT_DTYPE_2 bool
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, less_uint8_bfloat16, 2, uint8, bfloat16, bool)

namespace weft::math::less_uint8_int16 {
typedef uint8_t X;
typedef int16_t Y;
#define WEFT_UFUNC_less
#define WEFT_DTYPE_0 uint8
#define WEFT_DTYPE_1 int16
#define WEFT_DTYPE_2 bool
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, less_uint8_int16, 2, uint8, int16, bool)

namespace weft::math::less_uint8_float32 {
typedef uint8_t X;
typedef float Y;
#define WEFT_UFUNC_less
#define WEFT_DTYPE_0 uint8
#define WEFT_DTYPE_1 float32
#define WEFT_DTYPE_2 bool
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, less_uint8_float32, 2, uint8, float32, bool)

namespace weft::math::less_uint8_float64 {
typedef uint8_t X;
typedef double Y;
#define WEFT_UFUNC_less
#define WEFT_DTYPE_0 uint8
#define WEFT_DTYPE_1 float64
#define WEFT_DTYPE_2 bool
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::math, less_uint8_float64, 2, uint8, float64, bool)

namespace weft::tgmath::mixed_int8_float16_uint8 {
typedef int8_t X;
typedef float Y;
typedef uint8_t Z;
#define WEFT_UFUNC_mixed
#define WEFT_DTYPE_0 int8
#define WEFT_DTYPE_1 float16
#define WEFT_DTYPE_2 uint8
#define WEFT_DTYPE_3 int8
#define WEFT_DTYPE_4 float16
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::tgmath, mixed_int8_float16_uint8, 3, int8, float16, uint8, int8, float16)

namespace weft::tgmath::mixed_int8_float64_bool {
typedef int8_t X;
typedef double Y;
typedef bool Z;
#define WEFT_UFUNC_mixed
#define WEFT_DTYPE_0 int8
#define WEFT_DTYPE_1 float64
#define WEFT_DTYPE_2 bool
#define WEFT_DTYPE_3 int8
#define WEFT_DTYPE_4 float64
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::tgmath, mixed_int8_float64_bool, 3, int8, float64, bool, int8, float64)

namespace weft::tgmath::mixed_int16_complex128_float32 {
typedef int16_t X;
typedef weft_complex128 Y;
typedef float Z;
#define WEFT_UFUNC_mixed
#define WEFT_DTYPE_0 int16
#define WEFT_DTYPE_1 complex128
#define WEFT_DTYPE_2 float32
#define WEFT_DTYPE_3 int16
#define WEFT_DTYPE_4 complex128
#include "sample.body.h"
}
WEFT_ELEMENTWISE(weft::tgmath, mixed_int16_complex128_float32, 3, int16, complex128, float32,
                 int16, complex128)

namespace weft::tgmath::matmul_float32_float32 {
typedef float T;
#define WEFT_UFUNC_matmul
#define WEFT_DTYPE_0 float32
#define WEFT_DTYPE_1 float32
#define WEFT_DTYPE_2 float32
#include "sample.body.h"
}
WEFT_GUFUNC(weft::tgmath, matmul_float32_float32, 3, 2, 2, 2)

namespace weft::tgmath::matmul_float64_float64 {
typedef double T;
#define WEFT_UFUNC_matmul
#define WEFT_DTYPE_0 float64
#define WEFT_DTYPE_1 float64
#define WEFT_DTYPE_2 float64
#include "sample.body.h"
}
WEFT_GUFUNC(weft::tgmath, matmul_float64_float64, 3, 2, 2, 2)

namespace weft::tgmath::matmul_complex64_complex64 {
typedef weft_complex64 T;
#define WEFT_UFUNC_matmul
#define WEFT_DTYPE_0 complex64
#define WEFT_DTYPE_1 complex64
#define WEFT_DTYPE_2 complex64
#include "sample.body.h"
}
WEFT_GUFUNC(weft::tgmath, matmul_complex64_complex64, 3, 2, 2, 2)

namespace weft::math::smooth_float64_float64 {
typedef double T;
#define WEFT_UFUNC_smooth
#define WEFT_DTYPE_0 float64
#define WEFT_DTYPE_1 float64
#define WEFT_DTYPE_2 float64
#define WEFT_DTYPE_3 float64
#include "sample.body.h"
}
WEFT_GUFUNC(weft::math, smooth_float64_float64, 1, 1, 0, 1, 0)

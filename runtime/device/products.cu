/* products.cu: libweft's own kernels: matrix products of many items, or of large ones. Every sum runs over
 * k upwards, as in the loops that the user wrote. */
#include "products.h"

#include "product_blocks.cuh"
#include "product_finish.cuh"
#include "product_items.cuh"

namespace weft::product
{

using of_truth = truth;
using of_int8 = whole<uint8_t, uint32_t>;
using of_int16 = whole<uint16_t, uint32_t>;
using of_int32 = whole<uint32_t, uint32_t>;
using of_int64 = whole<uint64_t, uint64_t>;
using of_float32 = real<float, true>;
using of_float64 = real<double, true>;
using of_strict_float32 = real<float, false>;
using of_strict_float64 = real<double, false>;
using of_complex64 = complex<float>;
using of_complex128 = complex<double>;

namespace finish
{
using of_int32 = int32_t;
using of_int64 = int64_t;
using of_uint32 = uint32_t;
using of_uint64 = uint64_t;
using of_float32 = float;
using of_float64 = double;
using of_complex64 = pair<float>;
using of_complex128 = pair<double>;
} // namespace finish

/* k that a block stages at a time: as much of narrow elements as gives each thread a few bytes to load. */
template <class T> inline constexpr int depth = sizeof(typename T::element) < 8 ? 16 : 8;

} // namespace weft::product

#define WEFT_TILE_KERNEL(type, name, rows, columns, is_wide)                          \
    WEFT_KERNEL(weft_product_##type##_##name, WEFT_PRODUCT_THREADS, weft_gpu_product) \
    {                                                                                 \
        using namespace ::weft::product;                                              \
        WEFT_SHARED_ROOM(room);                                                       \
        run_items<of_##type, rows, columns, is_wide>(params, room);                   \
    }
#define WEFT_BLOCK_KERNEL(type, name, rows, columns, tall, broad)                         \
    WEFT_KERNEL(weft_product_##type##_##name, (rows) / (tall) * (columns) / (broad),      \
                weft_gpu_product)                                                         \
    {                                                                                     \
        using namespace ::weft::product;                                                  \
        WEFT_SHARED_ROOM(room);                                                           \
        run_block<of_##type, rows, columns, tall, broad, depth<of_##type>>(params, room); \
    }
#define WEFT_FINISH_KERNEL(type)                                           \
    WEFT_KERNEL(weft_finish_##type, WEFT_GPU_THREADS, weft_gpu_finish)     \
    {                                                                      \
        ::weft::product::run_finish<::weft::product::finish::of_##type>(params); \
    }
#define WEFT_KERNELS_OF(type)                  \
    WEFT_PRODUCT_TILES(WEFT_TILE_KERNEL, type) \
    WEFT_PRODUCT_BLOCKS(WEFT_BLOCK_KERNEL, type)
WEFT_PRODUCT_TYPES(WEFT_KERNELS_OF)
WEFT_PRODUCT_FUSED_TILES(WEFT_TILE_KERNEL, float32)
WEFT_PRODUCT_FUSED_TILES(WEFT_TILE_KERNEL, float64)
WEFT_PRODUCT_LARGE_BLOCKS(WEFT_BLOCK_KERNEL, float32)
WEFT_PRODUCT_FINISHES(WEFT_FINISH_KERNEL)

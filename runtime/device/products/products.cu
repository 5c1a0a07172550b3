/* products.cu: libweft's own kernels: matrix products of many items, or of large ones. Every sum
 * runs over k upwards, as in the loops that the user wrote, but for those of 16-bit floating
 * numbers. */
#include "products.h"

#include "product_blocks.cuh"
#include "product_epilogue.cuh"
#include "product_halves.cuh"
#include "product_items.cuh"
#include "product_rows.cuh"

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

namespace epilogue
{
using of_int32 = int32_t;
using of_int64 = int64_t;
using of_uint32 = uint32_t;
using of_uint64 = uint64_t;
using of_float32 = float;
using of_float64 = double;
using of_complex64 = pair<float>;
using of_complex128 = pair<double>;
} // namespace epilogue

} // namespace weft::product

#define WEFT_TILE_KERNEL(type, name, rows, columns, is_wide, threads, blocks)               \
    WEFT_BUSY_KERNEL(                                                                       \
        weft_product_##type##_##name, threads,                                              \
        WEFT_PRODUCT_TILE_BLOCKS(blocks, (int)sizeof(::weft::product::of_##type::element)), \
        weft_gpu_product)                                                                   \
    {                                                                                       \
        using namespace ::weft::product;                                                    \
        WEFT_SHARED_ROOM(room);                                                             \
        run_items<of_##type, rows, columns, is_wide>(params, room);                         \
    }
#define WEFT_WHOLE_TILE_KERNEL(type, name, rows, columns, is_wide, threads, blocks)         \
    WEFT_BUSY_KERNEL(                                                                       \
        weft_whole_##type##_##name, threads,                                                \
        WEFT_PRODUCT_TILE_BLOCKS(blocks, (int)sizeof(::weft::product::of_##type::element)), \
        weft_gpu_product)                                                                   \
    {                                                                                       \
        using namespace ::weft::product;                                                    \
        WEFT_SHARED_ROOM(room);                                                             \
        run_whole_items<of_##type, rows, columns>(params, room);                            \
    }
#define WEFT_BLOCK_KERNEL(type, name, kind, rows, columns, tall, broad, blocks)            \
    WEFT_BUSY_KERNEL(weft_product_##type##_##name,                                         \
                     WEFT_PRODUCT_BLOCK_THREADS(kind, rows, columns, tall, broad), blocks, \
                     weft_gpu_product)                                                     \
    {                                                                                      \
        using namespace ::weft::product;                                                   \
        constexpr int size = sizeof(of_##type::element);                                   \
        constexpr int depth = WEFT_PRODUCT_##kind##_DEPTH(size);                           \
        using tile = kind##_tile<of_##type, rows, columns, tall, broad, depth>;            \
        static_assert(tile::THREADS ==                                                     \
                          WEFT_PRODUCT_BLOCK_THREADS(kind, rows, columns, tall, broad) &&  \
                      tile::a_panel::room == WEFT_PRODUCT_##kind##_ROOM(rows, size) &&     \
                      tile::b_panel::room == WEFT_PRODUCT_##kind##_ROOM(columns, size));   \
        WEFT_SHARED_ROOM(room);                                                            \
        run_block<of_##type, tile, depth>(params, room);                                   \
    }
#define WEFT_WHOLE_BLOCK_KERNEL(type, name, kind, rows, columns, tall, broad, blocks)      \
    WEFT_BUSY_KERNEL(weft_whole_##type##_##name,                                           \
                     WEFT_PRODUCT_BLOCK_THREADS(kind, rows, columns, tall, broad), blocks, \
                     weft_gpu_product)                                                     \
    {                                                                                      \
        using namespace ::weft::product;                                                   \
        constexpr int depth = WEFT_PRODUCT_##kind##_DEPTH(sizeof(of_##type::element));     \
        using tile = kind##_tile<of_##type, rows, columns, tall, broad, depth>;            \
        WEFT_SHARED_ROOM(room);                                                            \
        run_whole_block<of_##type, tile, depth>(params, room);                             \
    }
#define WEFT_ROWS_KERNEL_OF(prefix, is_whole, type, name, kind, rows, columns, tall, broad,        \
                            blocks)                                                                \
    WEFT_BUSY_KERNEL(prefix##_##type##_##name,                                                     \
                     WEFT_PRODUCT_BLOCK_THREADS(kind, rows, columns, tall, broad), blocks,         \
                     weft_gpu_product)                                                             \
    {                                                                                              \
        using namespace ::weft::product;                                                           \
        constexpr int depth = WEFT_PRODUCT_rows_DEPTH(sizeof(of_##type::element));                 \
        using tile = rows_tile<of_##type, rows, columns, tall, broad, depth>;                      \
        static_assert(                                                                             \
            tile::THREADS == WEFT_PRODUCT_BLOCK_THREADS(kind, rows, columns, tall, broad) &&       \
            tile::ROOM == WEFT_PRODUCT_rows_ROOM((rows) + (columns), sizeof(of_##type::element))); \
        WEFT_SHARED_ROOM(room);                                                                    \
        run_rows<of_##type, tile, WEFT_PRODUCT_rows_STAGES, is_whole>(params, room);               \
    }
#define WEFT_ROWS_KERNEL(...)       WEFT_ROWS_KERNEL_OF(weft_product, false, __VA_ARGS__)
#define WEFT_WHOLE_ROWS_KERNEL(...) WEFT_ROWS_KERNEL_OF(weft_whole, true, __VA_ARGS__)
#define WEFT_HALF_KERNEL_OF(prefix, is_whole, type, name, rows, columns, tall, broad, depth,   \
                            stages, tasks, blocks)                                             \
    WEFT_BUSY_KERNEL(prefix##_##type##_##name,                                                 \
                     WEFT_HALF_THREADS(rows, columns, tall, broad, tasks), blocks,             \
                     weft_gpu_product)                                                         \
    {                                                                                          \
        using namespace ::weft::product;                                                       \
        using cut = half_cut<rows, columns, tall, broad, depth, stages, tasks>;                \
        static_assert(cut::threads * tasks ==                                                  \
                          WEFT_HALF_THREADS(rows, columns, tall, broad, tasks) &&              \
                      2 * cut::room * tasks == WEFT_HALF_STAGE(rows, columns, depth, tasks) && \
                      cut::threads / 32 * 4 * cut::window::room * tasks ==                     \
                          WEFT_HALF_WINDOW(rows, columns, tall, tasks));                       \
        WEFT_SHARED_ROOM(room);                                                                \
        run_halves<::weft::dtype::type, cut, is_whole>(params, room);                          \
    }
#define WEFT_HALF_KERNEL(...)                             \
    WEFT_HALF_KERNEL_OF(weft_product, false, __VA_ARGS__) \
    WEFT_HALF_KERNEL_OF(weft_whole, true, __VA_ARGS__)
#define WEFT_EPILOGUE_KERNEL(type)                                                   \
    WEFT_KERNEL(weft_epilogue_##type, WEFT_GPU_THREADS, weft_gpu_epilogue)           \
    {                                                                                \
        ::weft::product::run_epilogue<::weft::product::epilogue::of_##type>(params); \
    }
#define WEFT_TILES_OF(type) WEFT_PRODUCT_TILES(WEFT_TILE_KERNEL, type)
WEFT_PRODUCT_TYPES(WEFT_TILES_OF)
WEFT_PRODUCT_FUSED_TILES(WEFT_TILE_KERNEL, float32)
WEFT_PRODUCT_FUSED_TILES(WEFT_TILE_KERNEL, float64)
WEFT_PRODUCT_WIDE_TILES(WEFT_TILE_KERNEL, float32)
WEFT_PRODUCT_WIDE_TILES(WEFT_TILE_KERNEL, float64)
WEFT_PRODUCT_FLOAT_TILES(WEFT_TILE_KERNEL, float32)
WEFT_PRODUCT_WHOLE_TILES(WEFT_WHOLE_TILE_KERNEL)
WEFT_PRODUCT_BLOCKS(WEFT_BLOCK_KERNEL)
WEFT_PRODUCT_WHOLE_BLOCKS(WEFT_WHOLE_BLOCK_KERNEL)
WEFT_PRODUCT_ROWS(WEFT_ROWS_KERNEL)
WEFT_PRODUCT_WHOLE_ROWS(WEFT_WHOLE_ROWS_KERNEL)
#define WEFT_HALVES_OF(type) WEFT_HALF_CUTS(WEFT_HALF_KERNEL, type)
WEFT_HALF_TYPES(WEFT_HALVES_OF)
WEFT_PRODUCT_EPILOGUES(WEFT_EPILOGUE_KERNEL)

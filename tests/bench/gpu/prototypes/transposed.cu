// transposed.cu: a + b where an operand is contiguous along another axis than the result.
#include "common.cuh"

// The offset of an index that stands for two axes, of which the inner one has `inner.by` elements.
struct axes {
    divider inner;
    int64_t outer_step, inner_step;

    __device__ __forceinline__ int64_t offset(uint32_t index) const
    {
        const uint32_t outer = inner.quotient(index);
        return outer * outer_step + (index - outer * inner.by) * inner_step;
    }
};

constexpr int SIDE = 64, STRIPES = 8;

// Planes of rows and columns, both multiples of SIDE. `straight` has the result's order; rows of
// `turned` are contiguous, its columns and planes are where `column` and `plane` say. With BOTH,
// `straight` lies as `turned` does. A tile goes through shared memory, whose rows are one element
// longer, so that columns meet all banks.
template <bool BOTH>
__global__ void __launch_bounds__(SIDE *STRIPES)
    tiles(float *out, const float *straight, const float *turned, uint32_t columns, divider across,
          divider tiles_in, int64_t out_plane, axes column, axes plane)
{
    __shared__ float turning[BOTH ? 2 : 1][SIDE][SIDE + 1];
    const uint32_t z = tiles_in.quotient(blockIdx.x), tile = blockIdx.x - z * tiles_in.by;
    const uint32_t down = across.quotient(tile);
    const uint32_t c0 = (tile - down * across.by) * SIDE, r0 = down * SIDE;
    const int x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
    turned += plane.offset(z);
    if (BOTH)
        straight += plane.offset(z);
    else
        straight += z * out_plane + (int64_t)(r0 + y) * columns + c0 + x;
    float value[SIDE / STRIPES];
#pragma unroll
    for (int k = 0; k < SIDE / STRIPES; k++)
        if constexpr (!BOTH)
            value[k] = straight[(int64_t)k * STRIPES * columns];
#pragma unroll
    for (int k = 0; k < SIDE / STRIPES; k++) {
        const int64_t from = column.offset(c0 + y + k * STRIPES) + r0 + x;
        turning[0][y + k * STRIPES][x] = turned[from];
        if constexpr (BOTH)
            turning[1][y + k * STRIPES][x] = straight[from];
    }
    __syncthreads();
    out += z * out_plane + (int64_t)(r0 + y) * columns + c0 + x;
#pragma unroll
    for (int k = 0; k < SIDE / STRIPES; k++) {
        if constexpr (BOTH)
            value[k] = turning[1][x][y + k * STRIPES];
        out[(int64_t)k * STRIPES * columns] = value[k] + turning[0][x][y + k * STRIPES];
    }
}

template <bool BOTH>
static int run_tiles(float *out, const float *straight, const float *turned, int64_t planes,
                     int64_t rows, int64_t columns, axes column, axes plane, cudaStream_t stream)
{
    if (rows % SIDE || columns % SIDE)
        return cudaErrorInvalidValue;
    const uint32_t across = (uint32_t)columns / SIDE, in_plane = across * ((uint32_t)rows / SIDE);
    tiles<BOTH><<<(uint32_t)planes * in_plane, SIDE * STRIPES, 0, stream>>>(
        out, straight, turned, (uint32_t)columns, divider(across), divider(in_plane),
        rows * columns, column, plane);
    return cudaGetLastError();
}

// a (rows, columns) and the transpose of b (columns, rows).
PROTOTYPE add_transposed(float *out, const float *a, const float *b, int64_t rows, int64_t columns,
                         cudaStream_t stream)
{
    const axes column = {divider((uint32_t)columns), 0, rows}, plane = {divider(1), 0, 0};
    return run_tiles<false>(out, a, b, 1, rows, columns, column, plane, stream);
}

// The transposes of both.
PROTOTYPE add_both_transposed(float *out, const float *a, const float *b, int64_t rows,
                              int64_t columns, cudaStream_t stream)
{
    const axes column = {divider((uint32_t)columns), 0, rows}, plane = {divider(1), 0, 0};
    return run_tiles<true>(out, a, b, 1, rows, columns, column, plane, stream);
}

// An array of five axes (p, q, r, s, t) as (s, q, t, p, r), and one that lies so: t is contiguous
// in the first, so it makes the rows of a plane; p and r, together contiguous in the result, its
// columns; s and q the planes.
PROTOTYPE add_five_axes(float *out, const float *a, const float *b, int64_t p, int64_t q, int64_t r,
                        int64_t s, int64_t t, cudaStream_t stream)
{
    const axes column = {divider((uint32_t)r), q * r * s * t, s * t},
               plane = {divider((uint32_t)q), t, r * s * t};
    return run_tiles<false>(out, b, a, s * q, t, p * r, column, plane, stream);
}

// Narrow elements: a thread turns a block of N × N of them in registers, loaded and stored as
// words.
template <class T, int WARPS_ACROSS, int WARPS_DOWN>
__global__ void __launch_bounds__(32 * WARPS_ACROSS * WARPS_DOWN)
    blocks(T *out, const T *a, const T *b, int64_t rows, int64_t columns)
{
    constexpr int N = 16 / sizeof(T), ACROSS = 4, DOWN = 8;
    const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int64_t c0 =
        ((blockIdx.x * WARPS_ACROSS + warp % WARPS_ACROSS) * ACROSS + lane % ACROSS) * N;
    const int64_t r0 = ((blockIdx.y * WARPS_DOWN + warp / WARPS_ACROSS) * DOWN + lane / ACROSS) * N;
    pack<T, N> x[N], y[N];
#pragma unroll
    for (int i = 0; i < N; i++) {
        x[i] = load<N>(a + (r0 + i) * columns + c0);
        y[i] = load<N>(b + (c0 + i) * rows + r0);
    }
#pragma unroll
    for (int i = 0; i < N; i++) {
        pack<T, N> z;
#pragma unroll
        for (int j = 0; j < N; j++)
            z.at[j] = (T)(x[i].at[j] + y[j].at[i]);
        store(out + (r0 + i) * columns + c0, z);
    }
}

template <class T, int WARPS_ACROSS, int WARPS_DOWN>
static int run_blocks(T *out, const T *a, const T *b, int64_t rows, int64_t columns,
                      cudaStream_t stream)
{
    constexpr int N = 16 / sizeof(T), ACROSS = WARPS_ACROSS * 4 * N, DOWN = WARPS_DOWN * 8 * N;
    if (rows % DOWN || columns % ACROSS)
        return cudaErrorInvalidValue;
    blocks<T, WARPS_ACROSS, WARPS_DOWN>
        <<<dim3((uint32_t)(columns / ACROSS), (uint32_t)(rows / DOWN)),
           32 * WARPS_ACROSS * WARPS_DOWN, 0, stream>>>(out, a, b, rows, columns);
    return cudaGetLastError();
}

PROTOTYPE add_transposed_int8(int8_t *out, const int8_t *a, const int8_t *b, int64_t rows,
                              int64_t columns, cudaStream_t stream)
{
    return run_blocks<int8_t, 2, 2>(out, a, b, rows, columns, stream);
}

PROTOTYPE add_transposed_int16(int16_t *out, const int16_t *a, const int16_t *b, int64_t rows,
                               int64_t columns, cudaStream_t stream)
{
    return run_blocks<int16_t, 2, 2>(out, a, b, rows, columns, stream);
}

// An array (p, q, r, 4) as (p, r, q, 4), and one that lies so: words of four elements, and the
// lanes of a warp over two axes, so that both operands' words are neighbours.
constexpr int WORD_ACROSS = 16, WORD_DOWN = 16;

__global__ void __launch_bounds__(WORD_ACROSS *WORD_DOWN)
    words(float4 *out, const float4 *a, const float4 *b, uint32_t q, uint32_t r)
{
    const uint32_t i = blockIdx.x * WORD_ACROSS + threadIdx.x % WORD_ACROSS;
    const uint32_t j = blockIdx.y * WORD_DOWN + threadIdx.x / WORD_ACROSS;
    const int64_t plane = (int64_t)blockIdx.z * q * r;
    if (i >= q || j >= r)
        return;
    const float4 x = a[plane + (int64_t)i * r + j], y = b[plane + (int64_t)j * q + i];
    out[plane + (int64_t)j * q + i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
}

PROTOTYPE add_swapped_words(float4 *out, const float4 *a, const float4 *b, int64_t p, int64_t q,
                            int64_t r, cudaStream_t stream)
{
    words<<<dim3(blocks_for(q, WORD_ACROSS), blocks_for(r, WORD_DOWN), (uint32_t)p),
            WORD_ACROSS * WORD_DOWN, 0, stream>>>(out, a, b, (uint32_t)q, (uint32_t)r);
    return cudaGetLastError();
}

// sums.cu: sums of rows, of columns, of all, and running ones; float32. Every sum has one order,
// whatever runs first.
#include "common.cuh"

constexpr int THREADS = 256;

__device__ __forceinline__ float whole(float4 value)
{
    return (value.x + value.y) + (value.z + value.w);
}

__device__ __forceinline__ void add_to(float4 &sum, float4 value)
{
    sum.x += value.x;
    sum.y += value.y;
    sum.z += value.z;
    sum.w += value.w;
}

// What is summed of an element, and what is made of the sum of a row.
struct plain {
    __device__ __forceinline__ static float4 of(float4 value) { return value; }
    __device__ __forceinline__ static float of(float value) { return value; }
    __device__ __forceinline__ static float finished(float sum, uint32_t) { return sum; }
};

struct mean : plain {
    __device__ __forceinline__ static float finished(float sum, uint32_t n)
    {
        return sum / (float)n;
    }
};

struct length {
    __device__ __forceinline__ static float of(float x) { return x * x; }
    __device__ __forceinline__ static float4 of(float4 v)
    {
        return {v.x * v.x, v.y * v.y, v.z * v.z, v.w * v.w};
    }
    __device__ __forceinline__ static float finished(float sum, uint32_t) { return sqrtf(sum); }
};

// Rows of 4 × lanes elements, lanes a power of two: neighbours exchange their sums.
template <int U>
__global__ void __launch_bounds__(THREADS)
    lanes_a_row(float *out, const float4 *in, int64_t words, uint32_t lanes, uint32_t shift)
{
    const int64_t first = (int64_t)blockIdx.x * (THREADS * U) + threadIdx.x;
    float4 value[U];
#pragma unroll
    for (int u = 0; u < U; u++)
        value[u] = first + u * THREADS < words ? in[first + u * THREADS] : float4{};
#pragma unroll
    for (int u = 0; u < U; u++) {
        float sum = whole(value[u]);
        for (uint32_t distance = 1; distance < lanes; distance <<= 1)
            sum += __shfl_xor_sync(~0u, sum, distance);
        if (first + u * THREADS < words && (threadIdx.x & (lanes - 1)) == 0)
            out[(first + u * THREADS) >> shift] = sum;
    }
}

// Short rows of any length: a block of them in shared memory, a row a thread.
__global__ void __launch_bounds__(THREADS)
    staged_rows(float *out, const float *in, int64_t rows, int n, int per_block)
{
    extern __shared__ __align__(128) float staged[];
    __shared__ alignas(8) uint64_t arrived;
    const int64_t first = (int64_t)blockIdx.x * per_block;
    const uint32_t count = (uint32_t)min(rows - first, (int64_t)per_block);
    if (threadIdx.x == 0) {
        const uint32_t bytes = count * n * 4;
        barrier_begin(&arrived, 1);
        fence_block_copies();
        barrier_expect(&arrived, bytes / 16 * 16);
        copy_in(staged, in + first * n, bytes / 16 * 16, &arrived);
    }
    const int copied = (int)(count * n / 4 * 4); // the last block's rest comes by elements
    if (copied + threadIdx.x < count * n)
        staged[copied + threadIdx.x] = in[first * n + copied + threadIdx.x];
    __syncthreads();
    barrier_wait(&arrived, 0);
    for (uint32_t row = threadIdx.x; row < count; row += THREADS) {
        const float *const at = staged + row * n;
        float sum[4] = {};
        int i = 0;
        for (; i + 4 <= n; i += 4)
#pragma unroll
            for (int k = 0; k < 4; k++)
                sum[k] += at[i + k];
        for (; i < n; i++)
            sum[0] += at[i];
        out[first + row] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }
}

// A warp a row, single elements.
__global__ void __launch_bounds__(THREADS)
    warp_a_short_row(float *out, const float *in, int64_t rows, uint32_t n)
{
    constexpr int U = 8;
    const int64_t row = (int64_t)blockIdx.x * (THREADS / 32) + threadIdx.x / 32;
    const uint32_t lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const float *const at = in + row * n;
    float partial[U] = {};
    for (uint32_t i = lane; i < n; i += 32 * U)
#pragma unroll
        for (int u = 0; u < U; u++)
            if (i + 32 * u < n)
                partial[u] += at[i + 32 * u];
    float sum = 0;
#pragma unroll
    for (int u = 0; u < U; u++)
        sum += partial[u];
    sum = warp_sum(sum);
    if (lane == 0)
        out[row] = sum;
}

// A warp a row, by words from the first address that is aligned.
template <class Sum>
__global__ void __launch_bounds__(THREADS)
    warp_a_row(float *out, const float *in, int64_t rows, uint32_t n)
{
    constexpr int U = 4;
    const int64_t row = (int64_t)blockIdx.x * (THREADS / 32) + threadIdx.x / 32;
    const uint32_t lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const float *const at = in + row * n;
    const uint32_t head = min((uint32_t)((16 - ((uint64_t)at & 15)) & 15) / 4, n),
                   words = (n - head) / 4;
    const float4 *const body = (const float4 *)(at + head);
    float sum = lane < head ? Sum::of(at[lane]) : 0.f;
    float4 partial[U] = {};
    for (uint32_t i = lane; i < words; i += 32 * U)
#pragma unroll
        for (int u = 0; u < U; u++)
            if (i + 32 * u < words)
                add_to(partial[u], Sum::of(body[i + 32 * u]));
    const uint32_t tail = head + 4 * words + lane;
    if (tail < n)
        sum += Sum::of(at[tail]);
#pragma unroll
    for (int u = 0; u < U; u++)
        sum += whole(partial[u]);
    sum = warp_sum(sum);
    if (lane == 0)
        out[row] = Sum::finished(sum, n);
}

// A block a row of `words` words.
template <class Sum>
__global__ void __launch_bounds__(THREADS) block_a_row(float *out, const float4 *in, uint32_t words)
{
    constexpr int U = 4;
    const float4 *const at = in + (int64_t)blockIdx.x * words;
    float4 partial[U] = {};
    uint32_t i = threadIdx.x;
    for (; i + THREADS * (U - 1) < words; i += THREADS * U) {
        float4 value[U];
#pragma unroll
        for (int u = 0; u < U; u++)
            value[u] = at[i + THREADS * u];
#pragma unroll
        for (int u = 0; u < U; u++)
            add_to(partial[u], Sum::of(value[u]));
    }
    for (; i < words; i += THREADS)
        add_to(partial[0], Sum::of(at[i]));
    float sum = 0;
#pragma unroll
    for (int u = 0; u < U; u++)
        sum += whole(partial[u]);
    __shared__ float of_warp[THREADS / 32];
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x >= 32)
        return;
    sum = warp_sum(threadIdx.x < THREADS / 32 ? of_warp[threadIdx.x] : 0.f);
    if (threadIdx.x == 0)
        out[blockIdx.x] = Sum::finished(sum, 4 * words);
}

template <class Sum>
static int run_long_rows(float *out, const float *in, int64_t rows, int64_t n, cudaStream_t stream)
{
    if (n >= 4096 && n % 4 == 0)
        block_a_row<Sum>
            <<<(uint32_t)rows, THREADS, 0, stream>>>(out, (const float4 *)in, (uint32_t)n / 4);
    else
        warp_a_row<Sum>
            <<<blocks_for(rows, THREADS / 32), THREADS, 0, stream>>>(out, in, rows, (uint32_t)n);
    return cudaGetLastError();
}

// Rows of n: by lanes, staged, by a warp or by a block, as n asks for.
PROTOTYPE sum_rows(float *out, const float *in, int64_t rows, int64_t n, cudaStream_t stream)
{
    if (n >= 8 && n <= 128 && (n & (n - 1)) == 0) {
        uint32_t shift = 0;
        while (4ll << shift < n)
            shift++;
        lanes_a_row<4><<<blocks_for(rows * n / 4, THREADS * 4), THREADS, 0, stream>>>(
            out, (const float4 *)in, rows * n / 4, 1u << shift, shift);
    } else if (n < 64) {
        const int per_block = (int)(48000 / (4 * n) / 4 * 4);
        staged_rows<<<blocks_for(rows, per_block), THREADS, per_block * n * 4, stream>>>(
            out, in, rows, (int)n, per_block);
    } else if (n < 500) {
        warp_a_short_row<<<blocks_for(rows, THREADS / 32), THREADS, 0, stream>>>(out, in, rows,
                                                                                 (uint32_t)n);
    } else {
        return run_long_rows<plain>(out, in, rows, n, stream);
    }
    return cudaGetLastError();
}

PROTOTYPE mean_rows(float *out, const float *in, int64_t rows, int64_t n, cudaStream_t stream)
{
    return run_long_rows<mean>(out, in, rows, n, stream);
}

PROTOTYPE norm_rows(float *out, const float *in, int64_t rows, int64_t n, cudaStream_t stream)
{
    return run_long_rows<length>(out, in, rows, n, stream);
}

// All of count elements, a multiple of PIECE; partials has one place for each piece.
constexpr int64_t PIECE = 32768;

PROTOTYPE sum_all(float *out, const float *in, float *partials, int64_t count, cudaStream_t stream)
{
    const int64_t pieces = count / PIECE;
    if (count % PIECE || pieces % 4)
        return cudaErrorInvalidValue;
    block_a_row<plain>
        <<<(uint32_t)pieces, THREADS, 0, stream>>>(partials, (const float4 *)in, PIECE / 4);
    block_a_row<plain>
        <<<1, THREADS, 0, stream>>>(out, (const float4 *)partials, (uint32_t)pieces / 4);
    return cudaGetLastError();
}

// Columns: a warp has 128 of them, a block 8 warps that go down a chunk of rows in turn.
constexpr int WARPS = 8, CHUNK = 512;

__global__ void __launch_bounds__(32 * WARPS)
    columns_of_chunk(float *out, const float *in, uint32_t rows, int64_t pitch)
{
    constexpr int U = 4;
    const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32,
                   column = (blockIdx.x * 32 + lane) * 4;
    const uint32_t end = min((blockIdx.y + 1) * CHUNK, rows);
    float4 partial[U] = {};
    for (uint32_t row = blockIdx.y * CHUNK + warp; row < end; row += WARPS * U)
#pragma unroll
        for (int u = 0; u < U; u++)
            if (row + WARPS * u < end)
                add_to(partial[u], *(const float4 *)(in + (row + WARPS * u) * pitch + column));
#pragma unroll
    for (int u = 1; u < U; u++)
        add_to(partial[0], partial[u]);
    __shared__ float4 of_warp[WARPS][32];
    of_warp[warp][lane] = partial[0];
    __syncthreads();
    if (warp)
        return;
#pragma unroll
    for (int k = 1; k < WARPS; k++)
        add_to(partial[0], of_warp[k][lane]);
    *(float4 *)(out + blockIdx.y * pitch + column) = partial[0];
}

__global__ void __launch_bounds__(128)
    columns_of_all(float *out, const float *partials, uint32_t chunks, int64_t columns)
{
    const int64_t column = (int64_t)blockIdx.x * 128 + threadIdx.x;
    float sum = 0;
#pragma unroll 8
    for (uint32_t chunk = 0; chunk < chunks; chunk++)
        sum += partials[chunk * columns + column];
    out[column] = sum;
}

// partials: as many rows as there are chunks.
PROTOTYPE sum_columns(float *out, const float *in, float *partials, int64_t rows, int64_t columns,
                      cudaStream_t stream)
{
    if (columns % 128)
        return cudaErrorInvalidValue;
    const uint32_t chunks = blocks_for(rows, CHUNK);
    columns_of_chunk<<<dim3((uint32_t)columns / 128, chunks), 32 * WARPS, 0, stream>>>(
        partials, in, (uint32_t)rows, columns);
    columns_of_all<<<(uint32_t)columns / 128, 128, 0, stream>>>(out, partials, chunks, columns);
    return cudaGetLastError();
}

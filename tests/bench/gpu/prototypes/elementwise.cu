// elementwise.cu: a + b and a b by layout: contiguous, broadcast, strided, misaligned, transposed,
// permuted.
#include "common.cuh"
#include <cuda_fp16.h>

template <class T> struct sum {
    __device__ __forceinline__ T operator()(T a, T b) const { return (T)(a + b); }
};

struct complex_product {
    __device__ __forceinline__ float2 operator()(float2 a, float2 b) const
    {
        return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
    }
};

constexpr int THREADS = 256;

// Contiguous: a word of 16 bytes a thread, a grid as large as the array.
template <class F, class T>
__global__ void __launch_bounds__(THREADS) contiguous(T *out, const T *a, const T *b, int64_t count)
{
    constexpr int N = 16 / sizeof(T);
    const int64_t begin = (int64_t)blockIdx.x * (THREADS * N);
    if (begin + THREADS * N <= count) {
        const int64_t at = begin + threadIdx.x * N;
        const pack<T, N> x = load<N>(a + at), y = load<N>(b + at);
        pack<T, N> z;
#pragma unroll
        for (int i = 0; i < N; i++)
            z.at[i] = F()(x.at[i], y.at[i]);
        store(out + at, z);
    } else {
        for (int64_t at = begin + threadIdx.x; at < count; at += THREADS)
            out[at] = F()(a[at], b[at]);
    }
}

#define CONTIGUOUS(name, F, T)                                                                 \
    PROTOTYPE name(T *out, const T *a, const T *b, int64_t count, cudaStream_t stream)         \
    {                                                                                          \
        contiguous<F, T><<<blocks_for(count, THREADS * 16 / sizeof(T)), THREADS, 0, stream>>>( \
            out, a, b, count);                                                                 \
        return cudaGetLastError();                                                             \
    }
CONTIGUOUS(add_float32, sum<float>, float)
CONTIGUOUS(add_float16, sum<__half>, __half)
CONTIGUOUS(add_int8, sum<int8_t>, int8_t)
CONTIGUOUS(add_float64, sum<double>, double)
CONTIGUOUS(multiply_complex64, complex_product, float2)

// Rows of `words` words: a (r, c) or (r, 1), b (c,); U words a thread.
template <bool A_IS_COLUMN, int U>
__global__ void __launch_bounds__(THREADS)
    broadcast(float *out, const float *a, const float *b, uint32_t all, divider words)
{
    const uint32_t first = blockIdx.x * (THREADS * U) + threadIdx.x;
    pack<float, 4> x[U], y[U];
#pragma unroll
    for (int u = 0; u < U; u++) {
        const uint32_t word = first + u * THREADS;
        if (word >= all)
            break;
        const uint32_t row = words.quotient(word), column = word - row * words.by;
        if constexpr (A_IS_COLUMN)
            x[u].at[0] = a[row];
        else
            x[u] = load<4>(a + (int64_t)word * 4);
        y[u] = load<4>(b + column * 4);
    }
#pragma unroll
    for (int u = 0; u < U; u++) {
        const uint32_t word = first + u * THREADS;
        if (word >= all)
            break;
        pack<float, 4> z;
#pragma unroll
        for (int i = 0; i < 4; i++)
            z.at[i] = x[u].at[A_IS_COLUMN ? 0 : i] + y[u].at[i];
        store(out + (int64_t)word * 4, z);
    }
}

PROTOTYPE add_row(float *out, const float *a, const float *b, int64_t rows, int64_t columns,
                  cudaStream_t stream)
{
    const int64_t words = rows * columns / 4;
    broadcast<false, 1><<<blocks_for(words, THREADS), THREADS, 0, stream>>>(
        out, a, b, (uint32_t)words, divider((uint32_t)columns / 4));
    return cudaGetLastError();
}

// It writes only, so that one word a thread is too little on the way.
PROTOTYPE add_outer(float *out, const float *a, const float *b, int64_t rows, int64_t columns,
                    cudaStream_t stream)
{
    const int64_t words = rows * columns / 4;
    broadcast<true, 4><<<blocks_for(words, THREADS * 4), THREADS, 0, stream>>>(
        out, a, b, (uint32_t)words, divider((uint32_t)columns / 4));
    return cudaGetLastError();
}

// Every second element: words are loaded whole, and half of each is used.
__global__ void __launch_bounds__(THREADS)
    every_second(float *out, const float *a, const float *b, int64_t count)
{
    const int64_t at = ((int64_t)blockIdx.x * THREADS + threadIdx.x) * 4;
    if (at >= count)
        return;
    const pack<float, 8> x = load<8>(a + 2 * at), y = load<8>(b + 2 * at);
    pack<float, 4> z;
#pragma unroll
    for (int i = 0; i < 4; i++)
        z.at[i] = x.at[2 * i] + y.at[2 * i];
    store(out + at, z);
}

PROTOTYPE add_every_second(float *out, const float *a, const float *b, int64_t count,
                           cudaStream_t stream)
{
    if (count % 4)
        return cudaErrorInvalidValue;
    every_second<<<blocks_for(count, THREADS * 4), THREADS, 0, stream>>>(out, a, b, count);
    return cudaGetLastError();
}

// Rows that begin anywhere: single elements of 4 bytes, 8 a thread.
__global__ void __launch_bounds__(THREADS)
    ragged_rows(float *out, const float *a, const float *b, uint32_t columns, int64_t pitch)
{
    constexpr int U = 8;
    const int64_t row = blockIdx.y;
    const uint32_t first = blockIdx.x * (THREADS * U) + threadIdx.x;
    float x[U], y[U];
#pragma unroll
    for (int u = 0; u < U; u++) {
        const uint32_t column = first + u * THREADS;
        if (column < columns) {
            x[u] = a[row * pitch + column];
            y[u] = b[row * pitch + column];
        }
    }
#pragma unroll
    for (int u = 0; u < U; u++) {
        const uint32_t column = first + u * THREADS;
        if (column < columns)
            out[row * columns + column] = x[u] + y[u];
    }
}

PROTOTYPE add_ragged_rows(float *out, const float *a, const float *b, int64_t rows, int64_t columns,
                          int64_t pitch, cudaStream_t stream)
{
    ragged_rows<<<dim3(blocks_for(columns, THREADS * 8), (uint32_t)rows), THREADS, 0, stream>>>(
        out, a, b, (uint32_t)columns, pitch);
    return cudaGetLastError();
}

// 16 bytes that begin `offset` bytes into a pair of words.
__device__ __forceinline__ uint4 shifted(uint4 low, uint4 high, uint32_t offset)
{
    const uint32_t in[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
    const uint32_t skip = offset / 4, bits = offset % 4 * 8;
    uint32_t kept[5];
#pragma unroll
    for (int i = 0; i < 5; i++)
        kept[i] = skip == 0   ? in[i]
                  : skip == 1 ? in[i + 1]
                  : skip == 2 ? in[i + 2]
                              : in[i + 3 < 8 ? i + 3 : 7];
    return make_uint4(
        __funnelshift_r(kept[0], kept[1], bits), __funnelshift_r(kept[1], kept[2], bits),
        __funnelshift_r(kept[2], kept[3], bits), __funnelshift_r(kept[3], kept[4], bits));
}

// Bytes that begin anywhere, `out` aligned: two aligned words of each input, of which the second is
// in a cache.
__global__ void __launch_bounds__(THREADS)
    misaligned(int8_t *out, const int8_t *a, const int8_t *b, int64_t words)
{
    const int64_t at = (int64_t)blockIdx.x * THREADS + threadIdx.x;
    if (at >= words)
        return;
    const uint32_t skip_a = (uint32_t)((uint64_t)a & 15), skip_b = (uint32_t)((uint64_t)b & 15);
    const uint4 *from_a = (const uint4 *)(a - skip_a) + at,
                *from_b = (const uint4 *)(b - skip_b) + at;
    const uint4 x = shifted(from_a[0], from_a[skip_a != 0], skip_a);
    const uint4 y = shifted(from_b[0], from_b[skip_b != 0], skip_b);
    pack<int8_t, 16> p, q, z;
    memcpy(&p, &x, 16);
    memcpy(&q, &y, 16);
#pragma unroll
    for (int i = 0; i < 16; i++)
        z.at[i] = (int8_t)(p.at[i] + q.at[i]);
    store(out + at * 16, z);
}

PROTOTYPE add_misaligned_int8(int8_t *out, const int8_t *a, const int8_t *b, int64_t count,
                              cudaStream_t stream)
{
    if (count % 16 || (uint64_t)out % 16)
        return cudaErrorInvalidValue;
    misaligned<<<blocks_for(count / 16, THREADS), THREADS, 0, stream>>>(out, a, b, count / 16);
    return cudaGetLastError();
}

// products.cu: batches of C = A B, their sizes known to the compiler: what a generator that knows
// them can reach.
#include "common.cuh"

__device__ __forceinline__ float fused(float a, float b, float c)
{
    return fmaf(a, b, c);
}
__device__ __forceinline__ double fused(double a, double b, double c)
{
    return fma(a, b, c);
}

// N elements of memory that is aligned to all of them, or to 16 bytes.
template <int N, class T> __device__ __forceinline__ void read(T *to, const T *from)
{
    if constexpr (N * sizeof(T) % 16 == 0) {
        const pack<T, N> word = load<N>(from);
#pragma unroll
        for (int i = 0; i < N; i++)
            to[i] = word.at[i];
    } else {
#pragma unroll
        for (int i = 0; i < N; i++)
            to[i] = from[i];
    }
}

template <int N, class T> __device__ __forceinline__ void write(T *to, const T *from)
{
    if constexpr (N * sizeof(T) % 16 == 0) {
        pack<T, N> word;
#pragma unroll
        for (int i = 0; i < N; i++)
            word.at[i] = from[i];
        store(to, word);
    } else {
#pragma unroll
        for (int i = 0; i < N; i++)
            to[i] = from[i];
    }
}

// Brings blocks of A and B, multiples of 16 bytes, into shared memory.
__device__ __forceinline__ void bring(void *to_a, const void *a, uint32_t bytes_a, void *to_b,
                                      const void *b, uint32_t bytes_b)
{
    __shared__ alignas(8) uint64_t arrived;
    if (threadIdx.x == 0) {
        barrier_begin(&arrived, 1);
        fence_block_copies();
        barrier_expect(&arrived, bytes_a + bytes_b);
        copy_in(to_a, a, bytes_a, &arrived);
        copy_in(to_b, b, bytes_b, &arrived);
    }
    __syncthreads();
    barrier_wait(&arrived, 0);
}

// Tiny items: one a thread, staged on the way in and out.
template <class T, int M, int K, int N, int THREADS>
__global__ void __launch_bounds__(THREADS)
    item_a_thread(T *c, const T *a, const T *b, int64_t items)
{
    extern __shared__ __align__(128) char memory[];
    T *const in_a = (T *)memory, *const in_b = in_a + THREADS * M * K,
             *const out = in_b + THREADS * K * N;
    const int64_t first = (int64_t)blockIdx.x * THREADS;
    const uint32_t count = (uint32_t)min(items - first, (int64_t)THREADS);
    bring(in_a, a + first * M * K, count * M * K * sizeof(T), in_b, b + first * K * N,
          count * K * N * sizeof(T));
    if (threadIdx.x < count) {
        T x[M * K], y[K * N];
        read<M * K>(x, in_a + threadIdx.x * M * K);
        read<K * N>(y, in_b + threadIdx.x * K * N);
#pragma unroll
        for (int i = 0; i < M; i++)
#pragma unroll
            for (int j = 0; j < N; j++) {
                T value = 0;
#pragma unroll
                for (int k = 0; k < K; k++)
                    value = fused(x[i * K + k], y[k * N + j], value);
                out[threadIdx.x * M * N + i * N + j] = value;
            }
    }
    fence_block_copies();
    __syncthreads();
    if (threadIdx.x == 0)
        copy_out(c + first * M * N, out, count * M * N * sizeof(T));
}

PROTOTYPE products_2_4_5_float32(float *c, const float *a, const float *b, int64_t items,
                                 cudaStream_t stream)
{
    constexpr int THREADS = 128, SHARED = THREADS * (8 + 20 + 10) * sizeof(float);
    if (items % 2) // blocks are copied in words of 16 bytes
        return cudaErrorInvalidValue;
    const auto kernel = item_a_thread<float, 2, 4, 5, THREADS>;
    if (const cudaError_t error = allow_shared(kernel, SHARED))
        return error;
    kernel<<<blocks_for(items, THREADS), THREADS, SHARED, stream>>>(c, a, b, items);
    return cudaGetLastError();
}

// Register tiles of RM × RN a thread, ITEMS items a block; the block brings its items whole, and
// other blocks work meanwhile. A tile's rows and groups of columns are far apart, so that
// neighbours read neighbouring words. SLICES blocks of rows are items of their own that share B.
template <class T, int M, int K, int N, int RM, int RN, int ITEMS, int SLICES>
__global__ void __launch_bounds__((ITEMS * (M / RM) * (N / RN) + 31) / 32 * 32)
    register_tiles(T *c, const T *a, const T *b, int64_t items)
{
    constexpr int V = 16 / sizeof(T), TILES_DOWN = M / RM, TILES_ACROSS = N / RN,
                  TILES = TILES_DOWN * TILES_ACROSS;
    static_assert(M % RM == 0 && N % RN == 0 && K % V == 0 && RN % V == 0, "tiles of whole words");
    static_assert(SLICES == 1 || ITEMS == 1, "a slice is a block's only item");
    extern __shared__ __align__(128) char memory[];
    T *const in_a = (T *)memory, *const in_b = in_a + ITEMS * M * K;
    const int64_t first = (int64_t)blockIdx.x * ITEMS;
    const uint32_t count = (uint32_t)min(items - first, (int64_t)ITEMS);
    bring(in_a, a + first * M * K, count * M * K * sizeof(T), in_b, b + first / SLICES * K * N,
          count * K * N * sizeof(T));
    const uint32_t item = threadIdx.x / TILES, tile = threadIdx.x % TILES;
    const uint32_t down = tile / TILES_ACROSS, across = tile % TILES_ACROSS;
    if (item >= count)
        return;
    const T *const from_a = in_a + item * M * K + down * K, *const from_b =
                                                                in_b + item * K * N + across * V;
    T sum[RM][RN] = {};
#pragma unroll(K <= 32 ? K / V : 16 / V)
    for (int k0 = 0; k0 < K; k0 += V) {
        T x[RM][V];
#pragma unroll
        for (int i = 0; i < RM; i++)
            read<V>(x[i], from_a + i * TILES_DOWN * K + k0);
#pragma unroll
        for (int k = 0; k < V; k++) {
            T y[RN];
#pragma unroll
            for (int j = 0; j < RN / V; j++)
                read<V>(y + j * V, from_b + (k0 + k) * N + j * TILES_ACROSS * V);
#pragma unroll
            for (int i = 0; i < RM; i++)
#pragma unroll
                for (int j = 0; j < RN; j++)
                    sum[i][j] = fused(x[i][k], y[j], sum[i][j]);
        }
    }
    T *const to = c + (first + item) * M * N + down * N + across * V;
#pragma unroll
    for (int i = 0; i < RM; i++)
#pragma unroll
        for (int j = 0; j < RN / V; j++)
            write<V>(to + i * TILES_DOWN * N + j * TILES_ACROSS * V, sum[i] + j * V);
}

template <class T, int M, int K, int N, int RM, int RN, int ITEMS, int SLICES = 1>
static int run_tiles(T *c, const T *a, const T *b, int64_t items, cudaStream_t stream)
{
    constexpr int SHARED = ITEMS * (M * K + K * N) * sizeof(T);
    constexpr int THREADS = (ITEMS * (M / RM) * (N / RN) + 31) / 32 * 32;
    const auto kernel = register_tiles<T, M, K, N, RM, RN, ITEMS, SLICES>;
    if (const cudaError_t error = allow_shared(kernel, SHARED))
        return error;
    kernel<<<blocks_for(items * SLICES, ITEMS), THREADS, SHARED, stream>>>(c, a, b, items * SLICES);
    return cudaGetLastError();
}

#define PRODUCTS(name, T, n, ...)                                                    \
    PROTOTYPE name(T *c, const T *a, const T *b, int64_t items, cudaStream_t stream) \
    {                                                                                \
        return run_tiles<T, n, n, n, __VA_ARGS__>(c, a, b, items, stream);           \
    }
PRODUCTS(products_4_float32, float, 4, 1, 4, 32)
PRODUCTS(products_8_float32, float, 8, 2, 4, 16)
PRODUCTS(products_16_float32, float, 16, 4, 4, 8)
PRODUCTS(products_32_float32, float, 32, 4, 4, 2)
PRODUCTS(products_48_float32, float, 48, 6, 4, 1)
PRODUCTS(products_64_float32, float, 64, 8, 8, 1)
PRODUCTS(products_8_float64, double, 8, 4, 2, 16)
PRODUCTS(products_32_float64, double, 32, 4, 2, 1)
PRODUCTS(products_48_float64, double, 48, 8, 4, 1)
PRODUCTS(products_64_float64, double, 64, 8, 8, 1)

PROTOTYPE products_128_float32(float *c, const float *a, const float *b, int64_t items,
                               cudaStream_t stream)
{
    return run_tiles<float, 64, 128, 128, 8, 4, 1, 2>(c, a, b, items, stream);
}

// Large items, multiples of 128: a block has 128 × 128 of C, 16 × 8 a thread, and goes along k by
// slabs of DEPTH through a ring in shared memory. Rows of A are four elements longer there, so that
// columns meet all banks.
constexpr int SIDE = 128, DEPTH = 32, STAGES = 2, RM = 16, WORKERS = SIDE * SIDE / (RM * 8),
              PITCH = DEPTH + 4;
constexpr int RING = STAGES * (SIDE * PITCH + DEPTH * SIDE) * sizeof(float);

__global__ void __launch_bounds__(WORKERS, 2)
    pipelined(float *c, const float *a, const float *b, int m, int k, int n)
{
    extern __shared__ __align__(128) float ring[];
    float *const slabs_a = ring, *const slabs_b = ring + STAGES * SIDE * PITCH;
    const uint32_t thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    constexpr int WARP_ROWS = RM * 4, WARPS_DOWN = SIDE / WARP_ROWS; // a warp has WARP_ROWS × 64
    const uint32_t row = warp % WARPS_DOWN * WARP_ROWS + lane / 8,
                   column = warp / WARPS_DOWN * 64 + lane % 8 * 4;
    a += (int64_t)blockIdx.z * m * k + (int64_t)blockIdx.y * SIDE * k;
    b += (int64_t)blockIdx.z * k * n + blockIdx.x * SIDE;
    c += (int64_t)blockIdx.z * m * n + (int64_t)blockIdx.y * SIDE * n + blockIdx.x * SIDE;
    const auto bring_slab = [&](int stage, int k0) {
#pragma unroll
        for (int i = 0; i < SIDE * DEPTH / 4 / WORKERS; i++) {
            const uint32_t word = thread + i * WORKERS, r = word / (DEPTH / 4),
                           at = word % (DEPTH / 4) * 4;
            copy_word(slabs_a + (stage * SIDE + r) * PITCH + at, a + (int64_t)r * k + k0 + at);
        }
#pragma unroll
        for (int i = 0; i < SIDE * DEPTH / 4 / WORKERS; i++) {
            const uint32_t word = thread + i * WORKERS, r = word / (SIDE / 4),
                           at = word % (SIDE / 4) * 4;
            copy_word(slabs_b + (stage * DEPTH + r) * SIDE + at, b + (int64_t)(k0 + r) * n + at);
        }
    };
    const int slabs = k / DEPTH;
#pragma unroll
    for (int s = 0; s < STAGES - 1; s++) {
        if (s < slabs)
            bring_slab(s, s * DEPTH);
        close_group();
    }
    float sum[RM][8] = {};
    for (int slab = 0, stage = 0; slab < slabs; slab++, stage = (stage + 1) % STAGES) {
        wait_groups<STAGES - 2>();
        __syncthreads();
        if (slab + STAGES - 1 < slabs)
            bring_slab((stage + STAGES - 1) % STAGES, (slab + STAGES - 1) * DEPTH);
        close_group();
        const float *const from_a = slabs_a + (stage * SIDE + row) * PITCH;
        const float *const from_b = slabs_b + stage * DEPTH * SIDE + column;
#pragma unroll
        for (int k0 = 0; k0 < DEPTH; k0 += 4) {
            float x[RM][4];
#pragma unroll
            for (int i = 0; i < RM; i++)
                read<4>(x[i], from_a + i * 4 * PITCH + k0);
#pragma unroll
            for (int kk = 0; kk < 4; kk++) {
                float y[8];
                read<4>(y, from_b + (k0 + kk) * SIDE);
                read<4>(y + 4, from_b + (k0 + kk) * SIDE + 32);
#pragma unroll
                for (int i = 0; i < RM; i++)
#pragma unroll
                    for (int j = 0; j < 8; j++)
                        sum[i][j] = fmaf(x[i][kk], y[j], sum[i][j]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < RM; i++) {
        write<4>(c + (int64_t)(row + i * 4) * n + column, sum[i]);
        write<4>(c + (int64_t)(row + i * 4) * n + column + 32, sum[i] + 4);
    }
}

PROTOTYPE products_256_float32(float *c, const float *a, const float *b, int64_t items,
                               cudaStream_t stream)
{
    constexpr int n = 256;
    if (const cudaError_t error = allow_shared(pipelined, RING))
        return error;
    pipelined<<<dim3(n / SIDE, n / SIDE, (uint32_t)items), WORKERS, RING, stream>>>(c, a, b, n, n,
                                                                                    n);
    return cudaGetLastError();
}

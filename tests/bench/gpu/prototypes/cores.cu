// cores.cu: functions with work of their own: 3 × 3 inverses, smoothing of long rows, escape
// times, option prices.
#include "common.cuh"

// A matrix a thread; a block's items are neighbours, so they come and go through shared memory.
// Nine is odd: threads meet all banks.
constexpr int ITEMS = 128;

__global__ void __launch_bounds__(ITEMS) inverses(float *out, const float *in, int64_t items)
{
    __shared__ __align__(128) float staged[ITEMS * 9];
    __shared__ alignas(8) uint64_t arrived;
    const int64_t first = (int64_t)blockIdx.x * ITEMS;
    const uint32_t bytes = (uint32_t)min(items - first, (int64_t)ITEMS) * 9 * sizeof(float);
    if (threadIdx.x == 0) {
        barrier_begin(&arrived, 1);
        fence_block_copies();
        barrier_expect(&arrived, bytes);
        copy_in(staged, in + first * 9, bytes, &arrived);
    }
    __syncthreads();
    barrier_wait(&arrived, 0);
    float a[9];
#pragma unroll
    for (int i = 0; i < 9; i++)
        a[i] = staged[threadIdx.x * 9 + i];
    const float c0 = a[4] * a[8] - a[5] * a[7], c1 = a[5] * a[6] - a[3] * a[8],
                c2 = a[3] * a[7] - a[4] * a[6];
    const float share = 1 / (a[0] * c0 + a[1] * c1 + a[2] * c2);
    const float inverse[9] = {c0, a[2] * a[7] - a[1] * a[8], a[1] * a[5] - a[2] * a[4],
                              c1, a[0] * a[8] - a[2] * a[6], a[2] * a[3] - a[0] * a[5],
                              c2, a[1] * a[6] - a[0] * a[7], a[0] * a[4] - a[1] * a[3]};
#pragma unroll
    for (int i = 0; i < 9; i++)
        staged[threadIdx.x * 9 + i] = inverse[i] * share;
    fence_block_copies();
    __syncthreads();
    if (threadIdx.x == 0)
        copy_out(out + first * 9, staged, bytes);
}

PROTOTYPE inverse_3(float *out, const float *in, int64_t items, cudaStream_t stream)
{
    if (items % 4) // blocks are copied in words of 16 bytes
        return cudaErrorInvalidValue;
    inverses<<<blocks_for(items, ITEMS), ITEMS, 0, stream>>>(out, in, items);
    return cudaGetLastError();
}

// A warp has 32 rows, a lane walks along its own: chunks of columns are staged ahead, and leave
// from where they were staged. Rows there are four elements longer, so that lanes meet all banks.
constexpr int COLUMNS = 64, STAGES = 2, WARPS = 4, PITCH = COLUMNS + 4, STAGE = 32 * PITCH;
constexpr int SHARED = WARPS * STAGES * STAGE * sizeof(float);

__global__ void __launch_bounds__(32 * WARPS)
    smoothed(float *out, const float *in, float weight, int64_t rows, int n)
{
    extern __shared__ __align__(128) float staged[];
    constexpr int LANES = COLUMNS / 4,
                  AT_ONCE = 32 / LANES; // lanes a row, and rows a step, of copies
    const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int64_t first = ((int64_t)blockIdx.x * WARPS + warp) * 32;
    if (first >= rows)
        return;
    float *const ring = staged + warp * STAGES * STAGE;
    const uint32_t count = (uint32_t)min(rows - first, (int64_t)32), row = lane / LANES,
                   column = lane % LANES * 4;
    const int chunks = (n + COLUMNS - 1) / COLUMNS;
    in += first * n;
    out += first * n;
    const auto bring = [&](int chunk) {
        if (chunk < chunks) {
            float *const to = ring + chunk % STAGES * STAGE;
            const int from = chunk * COLUMNS + column;
#pragma unroll
            for (uint32_t r = row; r < 32; r += AT_ONCE)
                if (r < count && from < n)
                    copy_word(to + r * PITCH + column, in + (int64_t)r * n + from);
        }
        close_group();
    };
#pragma unroll
    for (int s = 0; s < STAGES - 1; s++)
        bring(s);
    float last = 0;
    for (int chunk = 0; chunk < chunks; chunk++) {
        bring(chunk + STAGES - 1);
        wait_groups<STAGES - 1>();
        __syncwarp();
        float *const stage = ring + chunk % STAGES * STAGE, *const own = stage + lane * PITCH;
        const auto walk = [&](int i) {
            pack<float, 4> word = load<4>(own + i);
#pragma unroll
            for (int k = 0; k < 4; k++)
                word.at[k] = last = weight * word.at[k] + (1 - weight) * last;
            store(own + i, word);
        };
        const int here = min(COLUMNS, n - chunk * COLUMNS);
        if (here == COLUMNS) {
#pragma unroll
            for (int i = 0; i < COLUMNS; i += 4)
                walk(i);
        } else {
            for (int i = 0; i < here; i += 4)
                walk(i);
        }
        __syncwarp();
        const int to = chunk * COLUMNS + column;
#pragma unroll
        for (uint32_t r = row; r < 32; r += AT_ONCE)
            if (r < count && to < n)
                store(out + (int64_t)r * n + to, load<4>(stage + r * PITCH + column));
        __syncwarp();
    }
}

PROTOTYPE smooth(float *out, const float *in, double weight, int64_t rows, int64_t n,
                 cudaStream_t stream)
{
    if (n % 4)
        return cudaErrorInvalidValue;
    if (const cudaError_t error = allow_shared(smoothed, SHARED))
        return error;
    smoothed<<<blocks_for(rows, 32 * WARPS), 32 * WARPS, SHARED, stream>>>(out, in, (float)weight,
                                                                           rows, (int)n);
    return cudaGetLastError();
}

// Steps of z -> z² + c within 2. After a few steps it runs 16 ahead without a branch, and back
// where that was too far.
struct orbit {
    float real, imaginary;

    __device__ __forceinline__ bool is_near() const
    {
        return __fmaf_rn(real, real, __fmul_rn(imaginary, imaginary)) < 4.f;
    }

    __device__ __forceinline__ void step(float x, float y)
    {
        const float next = __fadd_rn(__fmaf_rn(real, real, -__fmul_rn(imaginary, imaginary)), x);
        imaginary = __fmaf_rn(__fadd_rn(real, real), imaginary, y);
        real = next;
    }
};

__device__ __forceinline__ int escape_time(float x, float y, int limit)
{
    constexpr int AT_FIRST = 8, AHEAD = 16;
    orbit z = {0, 0};
    int steps = 0;
    for (; steps < min(AT_FIRST, limit) && z.is_near(); steps++)
        z.step(x, y);
    if (steps < min(AT_FIRST, limit))
        return steps;
    while (steps + AHEAD <= limit) {
        const orbit before = z;
        bool near = true;
#pragma unroll
        for (int i = 0; i < AHEAD; i++) {
            near &= z.is_near();
            z.step(x, y);
        }
        if (!near) {
            z = before;
            break;
        }
        steps += AHEAD;
    }
    for (; steps < limit && z.is_near(); steps++)
        z.step(x, y);
    return steps;
}

// A warp has 8 × 4 points, a block 32 × 8: neighbours take about as long.
__global__ void __launch_bounds__(256)
    escapes(int *out, const float *x, const float *y, int limit, uint32_t rows, uint32_t columns)
{
    const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint32_t column = blockIdx.x * 32 + warp % 4 * 8 + lane % 8,
                   row = blockIdx.y * 8 + warp / 4 * 4 + lane / 8;
    if (column < columns && row < rows)
        out[(int64_t)row * columns + column] = escape_time(x[column], y[row], limit);
}

PROTOTYPE escape(int *out, const float *x, const float *y, int64_t limit, int64_t rows,
                 int64_t columns, cudaStream_t stream)
{
    escapes<<<dim3(blocks_for(columns, 32), blocks_for(rows, 8)), 256, 0, stream>>>(
        out, x, y, (int)limit, (uint32_t)rows, (uint32_t)columns);
    return cudaGetLastError();
}

// A word of 16 bytes of each operand a thread, 128 threads: the body has some 190 instructions an
// element.
constexpr int PRICERS = 128;

__device__ __forceinline__ void price(float spot, float strike, float years, float rate,
                                      float volatility, float &call, float &put)
{
    const float root = sqrtf(years);
    const float d1 = (logf(spot / strike) + (rate + .5f * volatility * volatility) * years) /
                     (volatility * root);
    const float d2 = d1 - volatility * root;
    const float n1 = .5f * erfcf(-d1 * .70710678118654752440f),
                n2 = .5f * erfcf(-d2 * .70710678118654752440f);
    const float worth = strike * expf(-rate * years);
    call = spot * n1 - worth * n2;
    put = worth * (1 - n2) - spot * (1 - n1);
}

__global__ void __launch_bounds__(PRICERS)
    prices(float *call, float *put, const float *spot, const float *strike, const float *years,
           float rate, float volatility, int64_t words)
{
    const int64_t word = (int64_t)blockIdx.x * PRICERS + threadIdx.x;
    if (word >= words)
        return;
    const pack<float, 4> s = load<4>(spot + word * 4), k = load<4>(strike + word * 4),
                         t = load<4>(years + word * 4);
    pack<float, 4> c, p;
#pragma unroll
    for (int i = 0; i < 4; i++)
        price(s.at[i], k.at[i], t.at[i], rate, volatility, c.at[i], p.at[i]);
    store(call + word * 4, c);
    store(put + word * 4, p);
}

PROTOTYPE black_scholes(float *call, float *put, const float *spot, const float *strike,
                        const float *years, double rate, double volatility, int64_t count,
                        cudaStream_t stream)
{
    if (count % 4)
        return cudaErrorInvalidValue;
    prices<<<blocks_for(count / 4, PRICERS), PRICERS, 0, stream>>>(
        call, put, spot, strike, years, (float)rate, (float)volatility, count / 4);
    return cudaGetLastError();
}

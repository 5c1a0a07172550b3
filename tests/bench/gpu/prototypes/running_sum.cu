// running_sum.cu: the running sum of a long array in one pass. The sums of tiles are added up in a
// tree of 32 × 32, so that the result does not depend on which block was first.
#include "common.cuh"

constexpr int WORKERS = 256, WORDS = 16, STAGES = 2, TILE = WORKERS * WORDS * 4,
              WARPS = WORKERS / 32, RING = 4;
constexpr int SHARED = STAGES * TILE * sizeof(float);
constexpr int64_t MOST_TILES = 1 << 17;

// A sum and the number of the run that it belongs to, in one word: whoever sees the number sees the
// sum.
__device__ __forceinline__ void publish(uint64_t *place, float sum, uint32_t run)
{
    const uint64_t word = (uint64_t)run << 32 | __float_as_uint(sum);
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(place), "l"(word) : "memory");
}

__device__ __forceinline__ float awaited(const uint64_t *place, uint32_t run)
{
    uint64_t word;
    do
        asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(place) : "memory");
    while ((uint32_t)(word >> 32) != run);
    return __uint_as_float((uint32_t)word);
}

__device__ __forceinline__ void wait_for_workers()
{
    asm volatile("bar.sync 1, %0;" ::"n"(WORKERS) : "memory");
}

// Places for the sums of tiles, of 32 tiles, of 1024.
struct tree {
    uint64_t *tiles, *groups, *large;
};

// The last warp: what comes before each of the block's tiles.
__device__ void find_prefixes(float *prefix, uint64_t *ready, tree sums, uint32_t tiles,
                              uint32_t run)
{
    const uint32_t lane = threadIdx.x % 32;
    uint32_t turn = 0;
    for (uint32_t tile = blockIdx.x; tile < tiles; tile += gridDim.x, turn++) {
        const uint32_t in_group = tile % 32, group = tile / 32, in_large = group % 32,
                       large = group / 32;
        const float near = lane <= in_group ? awaited(sums.tiles + group * 32 + lane, run) : 0.f;
        const float own = __shfl_sync(~0u, near, in_group),
                    of_tiles = warp_sum(lane < in_group ? near : 0.f);
        if (in_group == 31 && lane == 0)
            publish(sums.groups + group, of_tiles + own, run);
        const float of_groups =
            warp_sum(lane < in_large ? awaited(sums.groups + large * 32 + lane, run) : 0.f);
        if (in_group == 31 && in_large == 31 && lane == 0)
            publish(sums.large + large, of_groups + (of_tiles + own), run);
        float far = 0;
        for (uint32_t k = lane; k < large; k += 32)
            far += awaited(sums.large + k, run);
        far = warp_sum(far);
        if (lane == 0) {
            prefix[turn % RING] = (far + of_groups) + of_tiles;
            barrier_arrive(ready + turn % RING);
        }
    }
}

// Blocks stay: each takes every gridDim.x-th tile. A tile's sum is published while the one before
// it is finished.
__global__ void __launch_bounds__(WORKERS + 32)
    running(float *out, const float *in, uint32_t tiles, tree sums, uint32_t run)
{
    extern __shared__ __align__(128) float staged[];
    __shared__ alignas(8) uint64_t arrived[STAGES], ready[RING];
    __shared__ float of_warp[RING][WARPS], prefix[RING];
    const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32, blocks = gridDim.x;
    const auto bring = [&](uint32_t tile, int stage) {
        if (tile < tiles) {
            barrier_expect(arrived + stage, TILE * sizeof(float));
            copy_in(staged + stage * TILE, in + (int64_t)tile * TILE, TILE * sizeof(float),
                    arrived + stage);
        }
    };
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++)
            barrier_begin(arrived + s, 1);
        for (int k = 0; k < RING; k++)
            barrier_begin(ready + k, 1);
        fence_block_copies();
        for (int s = 0; s < STAGES; s++)
            bring(blockIdx.x + s * blocks, s);
    }
    __syncthreads();
    if (warp == WARPS) {
        find_prefixes(prefix, ready, sums, tiles, run);
        return;
    }
    const auto add_up = [&](uint32_t tile, int stage, uint32_t phase, int turn) {
        if (tile >= tiles)
            return;
        barrier_wait(arrived + stage, phase);
        const float4 *const from = (const float4 *)(staged + stage * TILE) + warp * (32 * WORDS);
        float4 sum = {};
#pragma unroll
        for (int k = 0; k < WORDS; k++) {
            const float4 value = from[k * 32 + lane];
            sum.x += value.x;
            sum.y += value.y;
            sum.z += value.z;
            sum.w += value.w;
        }
        const float all = warp_sum((sum.x + sum.y) + (sum.z + sum.w));
        if (lane == 0)
            of_warp[turn % RING][warp] = all;
    };
    const auto tell = [&](uint32_t tile, int turn) {
        if (tile >= tiles || warp)
            return;
        const float all = warp_sum(lane < WARPS ? of_warp[turn % RING][lane] : 0.f);
        if (lane == 0)
            publish(sums.tiles + tile, all, run);
    };
    add_up(blockIdx.x, 0, 0, 0);
    wait_for_workers();
    tell(blockIdx.x, 0);
    int stage = 0, turn = 0;
    for (uint32_t tile = blockIdx.x; tile < tiles; tile += blocks, turn++) {
        add_up(tile + blocks, (turn + 1) % STAGES, (turn + 1) / STAGES % 2, turn + 1);
        const float4 *const from = (const float4 *)(staged + stage * TILE) + warp * (32 * WORDS);
        float4 value[WORDS];
#pragma unroll
        for (int k = 0; k < WORDS; k++)
            value[k] = from[k * 32 + lane];
        wait_for_workers(); // the stage has been read, and all sums of the next tile are known
        tell(tile + blocks, turn + 1);
        if (threadIdx.x == WORKERS - 1)
            bring(tile + STAGES * blocks, stage);
        float before = 0, so_far = 0, start[WORDS];
#pragma unroll
        for (uint32_t w = 0; w < WARPS; w++)
            before += w < warp ? of_warp[turn % RING][w] : 0.f;
#pragma unroll
        for (int k = 0; k < WORDS; k++) {
            value[k].y += value[k].x;
            value[k].z += value[k].y;
            value[k].w += value[k].z;
            float sum = value[k].w;
#pragma unroll
            for (uint32_t distance = 1; distance < 32; distance <<= 1) {
                const float left = __shfl_up_sync(~0u, sum, distance);
                sum += lane >= distance ? left : 0.f;
            }
            const float left = __shfl_up_sync(~0u, sum, 1);
            start[k] = (lane ? left : 0.f) + so_far;
            so_far += __shfl_sync(~0u, sum, 31);
        }
        barrier_wait(ready + turn % RING, turn / RING % 2);
        before += prefix[turn % RING];
        float4 *const to = (float4 *)out + (int64_t)tile * (TILE / 4) + warp * (32 * WORDS);
#pragma unroll
        for (int k = 0; k < WORDS; k++) {
            const float more = before + start[k];
            to[k * 32 + lane] = {value[k].x + more, value[k].y + more, value[k].z + more,
                                 value[k].w + more};
        }
        stage = (stage + 1) % STAGES;
    }
}

// places: 2^18 numbers of 8 bytes, zero before the first run. All blocks must be there at once:
// nothing else may hold the device for good.
PROTOTYPE running_sum(float *out, const float *in, uint64_t *places, int64_t count,
                      cudaStream_t stream)
{
    static uint32_t run;
    const int64_t tiles = count / TILE;
    if (count % TILE || tiles > MOST_TILES)
        return cudaErrorInvalidValue;
    int device, processors, each;
    if (cudaGetDevice(&device) ||
        cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device))
        return cudaGetLastError();
    if (const cudaError_t error = allow_shared(running, SHARED))
        return error;
    if (const cudaError_t error =
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, running, WORKERS + 32, SHARED))
        return error;
    const tree sums = {places, places + MOST_TILES, places + MOST_TILES + MOST_TILES / 32};
    running<<<processors * each, WORKERS + 32, SHARED, stream>>>(out, in, (uint32_t)tiles, sums,
                                                                 ++run);
    return cudaGetLastError();
}

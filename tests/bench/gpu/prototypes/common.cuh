// common.cuh: what the prototypes share: words of 16 bytes, division by a number known to the host,
// and copies of whole blocks into shared memory that a barrier there counts.
#pragma once
#include <cstdint>
#include <cstring>
#include <cuda_runtime.h>

// What rows.py calls: pointers first, then numbers, the stream last; a cudaError_t, which is 0 for
// success.
#define PROTOTYPE extern "C" __attribute__((visibility("default"))) int

// N elements of 16 bytes together, or of a multiple of that.
template <class T, int N> struct alignas(16) pack {
    T at[N];
};

// The same from memory: as words, which no compiler splits into elements.
template <int N, class T> __device__ __forceinline__ pack<T, N> load(const T *from)
{
    static_assert(sizeof(T) * N % 16 == 0, "whole words");
    pack<T, N> made;
#pragma unroll
    for (int i = 0; i < (int)(sizeof(T) * N / 16); i++) {
        const uint4 word = ((const uint4 *)from)[i];
        memcpy((char *)&made + 16 * i, &word, 16);
    }
    return made;
}

template <int N, class T> __device__ __forceinline__ void store(T *to, const pack<T, N> &value)
{
    static_assert(sizeof(T) * N % 16 == 0, "whole words");
#pragma unroll
    for (int i = 0; i < (int)(sizeof(T) * N / 16); i++) {
        uint4 word;
        memcpy(&word, (const char *)&value + 16 * i, 16);
        ((uint4 *)to)[i] = word;
    }
}

// Division of numbers below 2^31 by one multiplication.
struct divider {
    uint32_t by, factor, shift;

    __host__ explicit divider(uint32_t divisor) : by(divisor), factor(0), shift(0)
    {
        while (shift < 32 && (uint64_t)1 << shift < divisor)
            shift++;
        factor =
            (uint32_t)((((uint64_t)1 << 32) * (((uint64_t)1 << shift) - divisor)) / divisor + 1);
    }

    __device__ __forceinline__ uint32_t quotient(uint32_t n) const
    {
        return (__umulhi(n, factor) + n) >> shift;
    }
};

__device__ __forceinline__ uint32_t shared_address(const void *place)
{
    return (uint32_t)__cvta_generic_to_shared(place);
}

// A barrier in shared memory for `arrivals` threads, one of which says how many bytes are to come.
__device__ __forceinline__ void barrier_begin(uint64_t *barrier, uint32_t arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)),
                 "r"(arrivals)
                 : "memory");
}

// Makes writes to shared memory by threads seen by block copies, and barriers ready for them.
__device__ __forceinline__ void fence_block_copies()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__device__ __forceinline__ void barrier_expect(uint64_t *barrier, uint32_t bytes)
{
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
        "r"(bytes)
        : "memory");
}

__device__ __forceinline__ void barrier_arrive(uint64_t *barrier)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier))
                 : "memory");
}

__device__ __forceinline__ void barrier_wait(uint64_t *barrier, uint32_t phase)
{
    asm volatile("{\n\t.reg .pred done;\n"
                 "AGAIN%=:\n\tmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n\t"
                 "@!done bra AGAIN%=;\n\t}" ::"r"(shared_address(barrier)),
                 "r"(phase)
                 : "memory");
}

// `bytes`, a multiple of 16, to shared memory; the barrier counts them.
__device__ __forceinline__ void copy_in(void *to, const void *from, uint32_t bytes,
                                        uint64_t *barrier)
{
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(shared_address(to)),
        "l"(from), "r"(bytes), "r"(shared_address(barrier))
        : "memory");
}

// The same back; returns when shared memory has been read.
__device__ __forceinline__ void copy_out(void *to, const void *from, uint32_t bytes)
{
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n\t"
                 "cp.async.bulk.commit_group;\n\t"
                 "cp.async.bulk.wait_group.read 0;" ::"l"(to),
                 "r"(shared_address(from)), "r"(bytes)
                 : "memory");
}

// 16 bytes to shared memory, in groups: begun, closed, and waited for but the newest `left`.
__device__ __forceinline__ void copy_word(void *to, const void *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from)
                 : "memory");
}

__device__ __forceinline__ void close_group()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

template <int left> __device__ __forceinline__ void wait_groups()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(left) : "memory");
}

// The sum over a warp, in every lane.
__device__ __forceinline__ float warp_sum(float value)
{
#pragma unroll
    for (int distance = 16; distance; distance >>= 1)
        value += __shfl_xor_sync(~0u, value, distance);
    return value;
}

// Lets a kernel have `bytes` of dynamic shared memory, and the caches leave it the room.
template <class Kernel> inline cudaError_t allow_shared(Kernel *kernel, size_t bytes)
{
    const cudaError_t error =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    return error
               ? error
               : cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 100);
}

inline uint32_t blocks_for(int64_t items, int64_t per_block)
{
    return (uint32_t)((items + per_block - 1) / per_block);
}

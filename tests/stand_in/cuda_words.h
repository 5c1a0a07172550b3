/* cuda_words.h: the words of CUDA C++ that files of users' have, for a host compiler: what stands before
 * functions, where a thread is, and the intrinsics that the tests and examples use. */
#ifndef STAND_IN_CUDA_WORDS_H
#define STAND_IN_CUDA_WORDS_H

#include <cmath>
#include <cstddef>
#include <cstring>
#include <tuple>
#include <utility>

#include "machine.cuh"

/* How a kernel is launched. */
struct stand_in_grid {
    unsigned blocks[3], threads[3], shared;
};
/* One launch of a user's kernel: its arguments lie one behind the other. */
struct stand_in_launch {
    stand_in_grid grid;
    const char *arguments;
};
/* A user's kernel, as STAND_IN_KERNEL notes it. */
struct stand_in_kernel {
    void (*run)(const void *launch);
    const size_t *sizes;
    unsigned count;
};

/* The grid of the launch that a thread of the host runs. */
inline thread_local const stand_in_grid *stand_in_current;

struct stand_in_place {
    unsigned x, y, z;
};
inline stand_in_place stand_in_split(unsigned number, const unsigned *counts)
{
    return {number % counts[0], number / counts[0] % counts[1], number / counts[0] / counts[1]};
}

#define __device__
#define __host__
#define __global__
#define __forceinline__ inline
#define __shared__      thread_local
#define threadIdx       stand_in_split(weft::machine::current_thread, stand_in_current->threads)
#define blockIdx        stand_in_split(weft::machine::current_block, stand_in_current->blocks)
#define blockDim        (stand_in_place{stand_in_current->threads[0], stand_in_current->threads[1], \
                                        stand_in_current->threads[2]})
#define gridDim         (stand_in_place{stand_in_current->blocks[0], stand_in_current->blocks[1], \
                                        stand_in_current->blocks[2]})

inline void __syncthreads()
{
    weft::machine::barrier();
}

inline float rsqrtf(float x)
{
    return 1 / std::sqrt(x);
}

template <auto kernel> struct stand_in_runner;
template <class... A, void (*kernel)(A...)> struct stand_in_runner<kernel> {
    static constexpr size_t sizes[] = {sizeof(A)..., 0};
    static void run(const void *launch)
    {
        const auto *all = (const stand_in_launch *)launch;
        const char *at = all->arguments;
        std::tuple<A...> values;
        std::apply(
            [&](A &...each) {
                ((memcpy((void *)&each, at, sizeof(A)), at += sizeof(A)), ...);
            },
            values);
        std::apply(kernel, values);
    }
    static constexpr stand_in_kernel known = {run, sizes, sizeof...(A)};
};

/* Notes a kernel of extern "C". */
#define STAND_IN_KERNEL(name)                                                        \
    extern "C" {                                                                     \
    extern const stand_in_kernel name##_raw;                                         \
    const stand_in_kernel name##_raw = stand_in_runner<name>::known;                 \
    }

#endif

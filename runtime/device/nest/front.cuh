/* front.cuh: kernels of functions that are a parallel loop whose rounds go side by side through
 * loops in order: a round of it a thread, which holds in registers what is its own, while the
 * elements that all rounds of a block read in a loop in order are brought to shared memory, those
 * of some of its rounds at a time. Each round is what the text makes of it. */
#ifndef WEFT_FRONT_CUH
#define WEFT_FRONT_CUH

#include "nest.cuh"

namespace weft
{

namespace front
{

using nest::least;
using nest::range;

/* Bytes of shared memory for what is brought together, of all loops; and rounds of it at most. */
constexpr size_t MOST_BYTES = 24576;
constexpr int MOST_ROUNDS = 64;

/* A loop in order, which all threads of the block go through together, one of so many of the
 * function. Bring puts an element of each array of a round in its place. */
template <class Line, int elements, int loops, class Bring, class Step>
WEFT_DEVICE_INLINE void in_order(range rounds, const Bring &bring, const Step &step)
{
    constexpr int fitting = (int)(MOST_BYTES / loops / sizeof(Line));
    constexpr int many = fitting < 1 ? 1 : fitting < MOST_ROUNDS ? fitting : MOST_ROUNDS;
    WEFT_SHARED(Line, lines, many);
    WEFT_ROLLED
    for (int64_t first = rounds.begin; first < rounds.end; first += many) {
        const int count = (int)least(many, rounds.end - first);
        machine::barrier(); /* of the rounds before nothing is read any more */
        if constexpr (elements > 0) {
            WEFT_UNROLL_BY(4)
            for (int at = (int)machine::thread_index(); at < count * elements;
                 at += WEFT_GPU_NEST_THREADS)
                bring(lines[at / elements], first + at / elements, at % elements);
        }
        machine::barrier();
        WEFT_UNROLL_BY((elements <= 16 ? 4 : 2))
        for (int k = 0; k < count; k++)
            step(lines[k], first + k);
    }
}

/* Computes the loop, or leaves it to the text. */
template <class Round> WEFT_DEVICE_INLINE bool run(nest_alone, range, const Round &)
{
    return false;
}

/* Round: of a number, and whether it is the thread's own: behind the last round that one goes along
 * with the others. */
template <class Round>
WEFT_DEVICE_INLINE bool run(const nest_block &block, range side, const Round &round)
{
    WEFT_ROLLED
    for (int64_t first = side.begin + (int64_t)block.index * WEFT_GPU_NEST_THREADS;
         first < side.end; first += (int64_t)block.count * WEFT_GPU_NEST_THREADS) {
        const int64_t own = first + machine::thread_index();
        round(least(own, side.end - 1), own < side.end);
    }
    return true;
}

} // namespace front

} // namespace weft

/* Instantiates SYMBOL_nf over ns::SYMBOL::weft_body; then the core rank of each operand. */
#define WEFT_FRONT(ns, symbol, dimension_count, ...) \
    WEFT_NEST_KERNEL(ns, symbol, _nf, 1, dimension_count, __VA_ARGS__)
#endif

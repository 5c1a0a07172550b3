/* speculate.cuh: loops whose steps are speculated, ahead of their condition. A step that only
 * computes costs less than to branch on whether it is wanted: so some are made at once, and taken
 * back where the condition did not hold before each of them. What the loop leaves is what it leaves
 * as written: the same steps of the same values, though nvcc may fuse products and sums otherwise
 * in either form. */
#ifndef WEFT_SPECULATE_CUH
#define WEFT_SPECULATE_CUH

#include <type_traits>

#include "machine.cuh"

namespace weft
{

/* Steps that are made one by one, so that a short loop makes none in vain; and then at once. */
enum { SPECULATE_FIRST = 8, SPECULATE_STEPS = 16 };

/* Whether the counter is so far below its limit. */
template <class T> WEFT_DEVICE_INLINE bool is_below(T counter, T limit, unsigned distance)
{
    using bits = std::make_unsigned_t<T>;
    return counter < limit && (bits)limit - (bits)counter >= distance;
}

/* The steps of a loop as long as `holds`, each of which adds 1 to the counter; `holds` is false
 * where that is not below the limit. State: the variables that a step writes. */
template <class T, class Limit, class Condition, class Step, class... State>
WEFT_DEVICE_INLINE void run_speculated(const T &counter, const Limit &limit, Condition holds,
                                       Step step, State &...state)
{
    WEFT_ROLLED
    for (int k = 0; k < SPECULATE_FIRST; k++) {
        if (!holds())
            return;
        step();
    }
    while (is_below<T>(counter, limit, SPECULATE_STEPS)) {
        auto take_back = [... kept = state, &state...] { ((state = kept), ...); };
        bool all_hold = true;
        WEFT_UNROLL
        for (int k = 0; k < SPECULATE_STEPS; k++) {
            WEFT_ASSUME(counter < limit);
            all_hold &= holds();
            step();
        }
        if (!all_hold) {
            take_back();
            break;
        }
    }
    WEFT_ROLLED
    while (holds())
        step();
}

/* What stands before a loop's block, which becomes its step. */
template <class Run> struct loop_head {
    Run run;

    template <class Step> WEFT_DEVICE_INLINE void operator=(Step step) const { run(step); }
};

template <class Run> WEFT_DEVICE_INLINE loop_head<Run> make_loop_head(Run run)
{
    return {run};
}

} // namespace weft

#define WEFT_SPECULATE(counter, limit, condition, ...)                                    \
    ::weft::make_loop_head([&](auto weft_step) {                                          \
        ::weft::run_speculated(                                                           \
            counter, limit, [&]() -> bool { return condition; }, weft_step, __VA_ARGS__); \
    }) = [&]() -> void
#define WEFT_SPECULATE_END ;

#endif

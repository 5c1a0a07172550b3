/* nest.cuh: kernels of functions that are a nest of two parallel loops around one in order: a block
 * of threads has a tile of an item's results, each thread some, in registers while the rounds go by
 * in their order, so that each result is what the text makes of it. What the rounds of the tile
 * read is brought to shared memory, some rounds at a time.
 *
 * Such a nest stands in the text behind a macro, which calls a function that is made of it; that
 * leaves it to the text in every other kernel. */
#ifndef WEFT_NEST_CUH
#define WEFT_NEST_CUH

#include "ring.cuh"

namespace weft
{

/* Who computes a nest: a thread, by the text; one of the blocks of an item. */
struct nest_alone {
};
struct nest_block {
    uint32_t index, count;
};

struct nest_item : item {
    nest_block nest;
};

template <class Item> WEFT_DEVICE_INLINE nest_alone nest_of(const Item &)
{
    return {};
}
WEFT_DEVICE_INLINE nest_block nest_of(const nest_item &one)
{
    return one.nest;
}

namespace nest
{

/* Computes the nest, or leaves it to the text. left_deep, right_deep: whether elements of
 * successive rounds of a side lie side by side, 1, or the other way round, -1. */
template <class State, class Left, class Right, int left_deep, int right_deep, class... Of>
WEFT_DEVICE_INLINE bool run(nest_alone, range, range, range, const Of &...)
{
    return false;
}

template <class State, class Left, class Right, int left_deep, int right_deep, class... Of>
WEFT_DEVICE_INLINE bool run(const nest_block &block, range down, range along, range depth,
                            const Of &...of)
{
    if (down.begin >= down.end || along.begin >= along.end)
        return true;
    const parts<Of...> all{of...};
    using ring = ring_of<State, Left, Right, left_deep, right_deep, parts<Of...>>;
    constexpr size_t bytes =
        ring::room > room_of<Left, Right>() ? ring::room : room_of<Left, Right>();
    WEFT_SHARED(unit, room, bytes / sizeof(unit) + 1);
    const ring fast(down, along, depth, all);
    const int64_t many = (along.end - along.begin + columns - 1) / columns;
    const int64_t tiles = (down.end - down.begin + rows - 1) / rows * many;
    WEFT_ROLLED
    for (int64_t tile = block.index; tile < tiles; tile += block.count) {
        const int64_t row = down.begin + tile / many * rows;
        const int64_t column = along.begin + tile % many * columns;
        if (fast.applies)
            fast.run(row, column, all, room);
        else
            run_tile<State, Left, Right, left_deep, right_deep>(row, column, down, along, depth,
                                                                all, room);
    }
    return true;
}

} // namespace nest

/* ---- the kernel ---- */

template <class Body, int... core_ranks, class Params, int... i>
WEFT_DEVICE_INLINE void run_nest_items(const Params &params, std::integer_sequence<int, i...> all)
{
    const uint32_t blocks = params.items.team / WEFT_GPU_NEST_THREADS;
    const uint32_t index = machine::block_index() / blocks;
    char *data[] = {params.operands[i].at.data...};
    nest_item one;
    move_to(params, index, data, all);
    one.nest = {machine::block_index() % blocks, blocks};
    call_body<Body, core_ranks...>(params, data, one);
}

template <class Body, int... core_ranks, class Params>
WEFT_DEVICE_INLINE void run_nest(const Params &params)
{
    run_nest_items<Body, core_ranks...>(params,
                                        std::make_integer_sequence<int, sizeof...(core_ranks)>());
}

} // namespace weft

/* Instantiates SYMBOL_nt over ns::SYMBOL::weft_body, of which a multiprocessor should have room for
 * some blocks; then the core rank of each operand. */
#define WEFT_NEST(ns, symbol, blocks, dimension_count, ...) \
    WEFT_NEST_KERNEL(ns, symbol, _nt, blocks, dimension_count, __VA_ARGS__)
#define WEFT_NEST_KERNEL(ns, symbol, suffix, blocks, dimension_count, ...)                         \
    WEFT_FOR_ALL_LEVELS(WEFT_BUSY_KERNEL(symbol##suffix, WEFT_GPU_NEST_THREADS, blocks,            \
                                         ::weft::gufunc_params_of<dimension_count, __VA_ARGS__>) { \
        ::weft::run_nest<::ns::symbol::weft_body, __VA_ARGS__>(params);                            \
    })
#endif

/* gufunc.cuh: kernels of functions with core dimensions: one thread per item. Blocks of some
 * elements go through shared memory, so that neighbours are brought together. */
#ifndef WEFT_GUFUNC_CUH
#define WEFT_GUFUNC_CUH

#include <utility>

#include "math/division.cuh"
#include "math/types.cuh"
#include "view.cuh"

namespace weft
{

/* What a body is called with: one item of every operand. All pointers are borrowed. */
struct item {
    char *const *data;      /* per operand: its core block */
    const int64_t *sizes;   /* per core dimension */
    const int64_t *steps;   /* bytes: the core steps of all operands, one after the other */
    const int *first_steps; /* per operand: where its core steps begin */
    const weft_gpu_item_operand *operands;
    uint32_t values; /* bit i: operand i, without core axes, is the value at its place */

    WEFT_DEVICE_INLINE int64_t size(int dimension) const { return sizes[dimension]; }

    /* An array of any steps. */
    template <class T, int rank> WEFT_DEVICE_INLINE views::view<T, rank> view(int operand) const
    {
        views::view<T, rank> array;
        array.data = data[operand];
        WEFT_UNROLL
        for (int axis = 0; axis < rank; axis++)
            array.steps[axis] = steps[first_steps[operand] + axis];
        return array;
    }

    /* An array in C order, which the backend saw to: of one axis, a pointer. */
    template <class T, int rank> WEFT_DEVICE_INLINE auto block(int operand) const
    {
        T *first = reinterpret_cast<T *>(data[operand]);
        if constexpr (rank == 1) {
            return first;
        } else {
            views::block<T, rank> array;
            array.data = first;
            WEFT_UNROLL
            for (int axis = 0; axis + 1 < rank; axis++)
                array.row_lengths[axis] = steps[first_steps[operand] + axis] / (int64_t)sizeof(T);
            return array;
        }
    }

    /* An input without core axes. */
    template <class T> WEFT_DEVICE_INLINE T value(int operand) const
    {
        if constexpr (is_index_value<T>)
            return T::at(data[operand]);
        if ((values >> operand & 1) == 0)
            return *reinterpret_cast<const T *>(data[operand]);
        T x;
        ::memcpy(&x, operands[operand].at.value, sizeof x);
        return x;
    }

    /* An output without core axes. */
    template <class T> WEFT_DEVICE_INLINE void put(int operand, T x) const
    {
        *reinterpret_cast<T *>(data[operand]) = x;
    }
};

/* What a gufunc's kernel is handed: n operands, core sizes, core steps; no array is of length 0. */
template <int n, int dimension_count, int step_count> struct gufunc_params {
    weft_gpu_item_loop items;
    weft_gpu_item_operand operands[n];
    int64_t sizes[dimension_count > 0 ? dimension_count : 1];
    int64_t core_steps[step_count > 0 ? step_count : 1];
};

/* The parameters of operands with these core ranks. */
template <int dimension_count, int... core_ranks>
using gufunc_params_of =
    gufunc_params<sizeof...(core_ranks), dimension_count, (core_ranks + ... + 0)>;

/* Copies the blocks of one operand, which lie as one in memory from `data` on, to shared memory or
 * back: as one block where they lie so there, too. `count`: of the block's items. */
template <bool back>
WEFT_DEVICE_INLINE void copy_blocks(const weft_gpu_item_operand &operand, char *data, char *room,
                                    uint32_t count, uint64_t *arrived)
{
    const uint32_t words = count * operand.words.extent;
    const bool is_block = operand.pitch == operand.words.extent && (uintptr_t)data % 16 == 0;
    const uint32_t whole = is_block ? words / 4 * 4 : 0;
    char *const all = room + operand.room;
    if constexpr (back)
        machine::copy_block_back(data, all, 4 * whole, WEFT_GPU_ITEM_THREADS);
    else
        machine::copy_block_later(all, data, 4 * whole, WEFT_GPU_ITEM_THREADS, arrived);
    WEFT_ROLLED
    for (uint32_t at = whole + machine::thread_index(); at < words; at += WEFT_GPU_ITEM_THREADS) {
        uint32_t word = at;
        const uint32_t item = divide(word, operand.words);
        char *near = all + 4 * (item * operand.pitch + word);
        if constexpr (back)
            machine::store<4>(data + 4 * (int64_t)at, near);
        else
            machine::copy_later<4>(near, data + 4 * (int64_t)at);
    }
}

/* Moves all operands to an item. */
template <class Params, int... i>
WEFT_DEVICE_INLINE void move_to(const Params &params, uint32_t index, char **data,
                                std::integer_sequence<int, i...>)
{
    WEFT_UNROLL
    for (uint32_t axis = 0; axis < WEFT_GPU_RANK; axis++) {
        bool last = axis + 1 >= params.items.loop.rank;
        uint32_t quotient = last ? 0 : divide(index, params.items.loop.axes[axis]);
        ((data[i] += (int64_t)index * params.operands[i].steps[axis]), ...);
        index = quotient;
        if (last)
            break;
    }
}

/* The body on one item of these core sizes; Item has its elements. */
template <class Body, int... core_ranks, class Params, class Item>
WEFT_DEVICE_INLINE void call_sized(const Params &params, const int64_t *sizes, char *const *data,
                                   Item &one)
{
    const int ranks[] = {core_ranks...};
    int first_steps[sizeof...(core_ranks)] = {};
    int step = 0;
    for (size_t k = 0; k < sizeof...(core_ranks); k++) {
        first_steps[k] = step;
        step += ranks[k];
    }
    one.data = data;
    one.sizes = sizes;
    one.steps = params.core_steps;
    one.first_steps = first_steps;
    one.operands = params.operands;
    one.values = params.items.loop.values;
    Body()(one);
}

/* The same where all items have the same sizes. */
template <class Body, int... core_ranks, class Params, class Item>
WEFT_DEVICE_INLINE void call_body(const Params &params, char *const *data, Item &one)
{
    call_sized<Body, core_ranks...>(params, params.sizes, data, one);
}

/* One item per thread. */
template <class Body, int... core_ranks, class Params, int... i>
WEFT_DEVICE_INLINE void run_items(const Params &params, std::integer_sequence<int, i...> all)
{
    WEFT_SHARED_ROOM(shared);
    char *const room = (char *)shared;
    const weft_gpu_item_loop &items = params.items;
    const uint32_t first = machine::block_index() * WEFT_GPU_ITEM_THREADS;
    const uint32_t own = machine::thread_index(), left = items.loop.count - first;
    const uint32_t count = left < WEFT_GPU_ITEM_THREADS ? left : WEFT_GPU_ITEM_THREADS;
    const uint32_t staged = items.brought | items.taken;
    WEFT_SHARED(uint64_t, arrived, 1);
    if (items.brought != 0)
        machine::begin_block_copies(arrived);
    ((items.brought >> i & 1
          ? copy_blocks<false>(params.operands[i],
                               params.operands[i].at.data + first * params.operands[i].steps[0],
                               room, count, arrived)
          : (void)0),
     ...);
    if (items.brought != 0)
        machine::wait_for_block_copies(arrived);
    if (own < count) {
        item one;
        char *data[] = {params.operands[i].at.data...};
        move_to(params, first + own, data, all);
        ((staged >> i & 1 ? (void)(data[i] = room + params.operands[i].room +
                                             4 * own * params.operands[i].pitch)
                          : (void)0),
         ...);
        call_body<Body, core_ranks...>(params, data, one);
    }
    if (items.taken == 0)
        return;
    machine::end_stores();
    machine::barrier();
    ((items.taken >> i & 1
          ? copy_blocks<true>(params.operands[i],
                              params.operands[i].at.data + first * params.operands[i].steps[0],
                              room, count, arrived)
          : (void)0),
     ...);
    machine::wait_for_blocks_back();
}

/* The kernel's entry. */
template <class Body, int... core_ranks, class Params>
WEFT_DEVICE_INLINE void run_gufunc(const Params &params)
{
    run_items<Body, core_ranks...>(params,
                                   std::make_integer_sequence<int, sizeof...(core_ranks)>());
}

/* ---- lists, one thread each ---- */

/* By operand, the dimension that is the size of its lists; -1: it has none. */
template <int... dimensions> struct list_sizes {
};

/* The list that a launch has at this place: the next one, or that of a table. */
WEFT_DEVICE_INLINE int64_t find_list(const weft_gpu_item_operand &any, uint32_t index)
{
    const uint32_t *table = reinterpret_cast<const uint32_t *>(any.steps[2]);
    const int64_t place = any.steps[1] + index;
    return table ? (int64_t)table[place] : place;
}

/* Moves an operand to a list, and takes the list's size; or to the list's item. */
template <int dimension>
WEFT_DEVICE_INLINE void move_to_list(const weft_gpu_item_operand &operand, int64_t list,
                                     char *&data, int64_t *sizes)
{
    if constexpr (dimension < 0) {
        data += (list - operand.steps[1]) * operand.steps[0];
    } else {
        const int64_t *first = reinterpret_cast<const int64_t *>(operand.length);
        data += (first[list] - first[0]) * operand.steps[0];
        sizes[dimension] = first[list + 1] - first[list];
    }
}

/* The kernel's entry. */
template <class Body, int... core_ranks, class Params, int... dimensions, int... i>
WEFT_DEVICE_INLINE void run_lists(const Params &params, list_sizes<dimensions...>,
                                  std::integer_sequence<int, i...>)
{
    constexpr int count = sizeof params.sizes / sizeof *params.sizes;
    const uint32_t index = machine::block_index() * WEFT_GPU_ITEM_THREADS + machine::thread_index();
    if (index >= params.items.loop.count)
        return;
    item one;
    int64_t sizes[count];
    const int64_t list = find_list(params.operands[0], index);
    char *data[] = {params.operands[i].at.data...};
    WEFT_UNROLL
    for (int k = 0; k < count; k++)
        sizes[k] = params.sizes[k];
    (move_to_list<dimensions>(params.operands[i], list, data[i], sizes), ...);
    call_sized<Body, core_ranks...>(params, sizes, data, one);
}

/* ---- hand-written kernels ---- */

/* The entry of a kernel whose body is the user's: all threads of a grid run it on one item. Of
 * several items each has a layer of blocks, so many as items.threads says. */
template <class Body, int... core_ranks, class Params, int... i>
WEFT_DEVICE_INLINE void run_raw(const Params &params, std::integer_sequence<int, i...> all)
{
    item one;
    char *data[] = {params.operands[i].at.data...};
    if (params.items.loop.count > 1)
        move_to(params, machine::layer_index(params.items.threads), data, all);
    call_body<Body, core_ranks...>(params, data, one);
}

} // namespace weft

/* Instantiates SYMBOL_k over ns::SYMBOL::weft_body; then the core rank of each operand. How many
 * threads a block has is not known here. */
#define WEFT_RAW(ns, symbol, dimension_count, ...) \
    WEFT_RAW_KERNEL(ns, symbol, _k, dimension_count, __VA_ARGS__)
#define WEFT_RAW_KERNEL(ns, symbol, suffix, dimension_count, ...)                                 \
    WEFT_FOR_EACH_LEVEL(                                                                          \
        WEFT_ANY_KERNEL(symbol##suffix, ::weft::gufunc_params_of<dimension_count, __VA_ARGS__>) { \
            ::weft::run_raw<::ns::symbol::weft_body, __VA_ARGS__>(                                \
                params, std::make_integer_sequence<int, WEFT_OPERANDS>());                        \
        })
/* Instantiates SYMBOL_c over ns::SYMBOL::weft_body; then the core rank of each operand. */
#define WEFT_GUFUNC(ns, symbol, dimension_count, ...) \
    WEFT_GUFUNC_KERNEL(ns, symbol, _c, dimension_count, __VA_ARGS__)
#define WEFT_GUFUNC_KERNEL(ns, symbol, suffix, dimension_count, ...)                          \
    WEFT_FOR_EACH_LEVEL(WEFT_KERNEL(symbol##suffix, WEFT_GPU_ITEM_THREADS,                    \
                                    ::weft::gufunc_params_of<dimension_count, __VA_ARGS__>) { \
        ::weft::run_gufunc<::ns::symbol::weft_body, __VA_ARGS__>(params);                     \
    })
/* Instantiates SYMBOL_rg over ns::SYMBOL::weft_body, with the dimensions of WEFT_LISTS; then the
 * core rank of each operand. */
#define WEFT_RAGGED(ns, symbol, dimension_count, ...) \
    WEFT_RAGGED_KERNEL(ns, symbol, _rg, dimension_count, __VA_ARGS__)
#define WEFT_RAGGED_KERNEL(ns, symbol, suffix, dimension_count, ...)                          \
    WEFT_FOR_EACH_LEVEL(WEFT_KERNEL(symbol##suffix, WEFT_GPU_ITEM_THREADS,                    \
                                    ::weft::gufunc_params_of<dimension_count, __VA_ARGS__>) { \
        ::weft::run_lists<::ns::symbol::weft_body, __VA_ARGS__>(                              \
            params, ::weft::list_sizes<WEFT_LISTS>(),                                         \
            std::make_integer_sequence<int, WEFT_OPERANDS>());                                \
    })
#endif

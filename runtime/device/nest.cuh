/* nest.cuh: kernels of functions that are a nest of two parallel loops around one in order: a block
 * of threads has a tile of an item's results, each thread some, in registers while the rounds go by
 * in their order, so that each result is what the text makes of it. What the rounds of the tile
 * read is brought to shared memory, some rounds at a time.
 *
 * Such a nest stands in the text behind a macro, which calls a function that is made of it; that
 * leaves it to the text in every other kernel. */
#ifndef WEFT_NEST_CUH
#define WEFT_NEST_CUH

#include <type_traits>

#include "gufunc.cuh"

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

/* Results of a thread, and rounds that are brought together. A thread has rows that follow each
 * other, and columns with those of its neighbours between, so that all store side by side. */
constexpr int high = 8, wide = 4, deep = 16;
constexpr int rows = WEFT_GPU_NEST_ROWS, columns = WEFT_GPU_NEST_COLUMNS;
constexpr int across = columns / wide;
static_assert(rows / high * across == WEFT_GPU_NEST_THREADS);

/* Bytes of a thread's registers at most for what is brought while the rounds before it go by. */
constexpr size_t MOST_AHEAD = 128;

struct range {
    int64_t begin, end;
    WEFT_DEVICE_INLINE range(int64_t first, int64_t behind) : begin(first), end(behind) {}
};

/* What the tile needs in one round, for each row or column; threads that bring rounds side by side
 * meet in few banks. */
template <class Element, int length> struct alignas(16) line {
    Element of[length + (sizeof(Element) < 16 ? 16 / sizeof(Element) : 1)];
};

template <int count, class Element>
WEFT_DEVICE_INLINE void take(Element (&to)[count], const Element *from)
{
    if constexpr (sizeof to % 16 == 0 && std::is_trivially_copyable_v<Element>) {
        WEFT_UNROLL
        for (size_t at = 0; at < sizeof to; at += 16)
            machine::load<16>((char *)to + at, (const char *)from + at);
    } else {
        WEFT_UNROLL
        for (int k = 0; k < count; k++)
            to[k] = from[k];
    }
}

WEFT_DEVICE_INLINE int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* What a thread brings of a side for some rounds. is_deep: elements of successive rounds lie side
 * by side. */
template <bool is_deep, int length, class Element> struct bringing {
    static constexpr int count = deep * length / WEFT_GPU_NEST_THREADS;
    static_assert(count * WEFT_GPU_NEST_THREADS == deep * length);
    Element held[count];

    static WEFT_DEVICE_INLINE int round_of(int number)
    {
        const int k = (int)machine::thread_index() + number * WEFT_GPU_NEST_THREADS;
        return is_deep ? k % deep : k / length;
    }
    static WEFT_DEVICE_INLINE int place_of(int number)
    {
        const int k = (int)machine::thread_index() + number * WEFT_GPU_NEST_THREADS;
        return is_deep ? k / deep : k % length;
    }
    template <class Load>
    WEFT_DEVICE_INLINE void load(int64_t first, range side, int64_t round, int rounds,
                                 const Load &from)
    {
        const int last = (int)least(length, side.end - first) - 1;
        WEFT_UNROLL
        for (int i = 0; i < count; i++)
            if (round_of(i) < rounds)
                from(held[i], first + (place_of(i) < last ? place_of(i) : last),
                     round + round_of(i));
    }
    WEFT_DEVICE_INLINE void stage(line<Element, length> *to, int rounds) const
    {
        WEFT_UNROLL
        for (int i = 0; i < count; i++)
            if (round_of(i) < rounds)
                to[round_of(i)].of[place_of(i)] = held[i];
    }
};

/* The parts of a nest that are made of its text. */
template <class Start, class Left, class Right, class Step, class Finish> struct parts {
    Start start;
    Left left;
    Right right;
    Step step;
    Finish finish;
};

template <class State, class Left, class Right, bool left_is_deep, bool right_is_deep, class Parts>
WEFT_DEVICE_INLINE void run_tile(int64_t row, int64_t column, range down, range along, range depth,
                                 const Parts &of)
{
    using left_line = line<Left, rows>;
    using right_line = line<Right, columns>;
    bringing<left_is_deep, rows, Left> lefts;
    bringing<right_is_deep, columns, Right> rights;
    constexpr bool early = sizeof lefts + sizeof rights <= MOST_AHEAD;
    constexpr int turns = early ? 2 : 1;
    WEFT_SHARED(left_line, left_rounds, turns * deep);
    WEFT_SHARED(right_line, right_rounds, turns * deep);
    const int thread = (int)machine::thread_index(), x = thread % across, y = thread / across;
    State states[high][wide];
    WEFT_UNROLL
    for (int i = 0; i < high; i++)
        WEFT_UNROLL
    for (int j = 0; j < wide; j++)
        of.start(states[i][j], least(row + y * high + i, down.end - 1),
                 least(column + x + across * j, along.end - 1));
    const auto load = [&](int64_t round) WEFT_INLINED -> void {
        const int count = (int)least(deep, depth.end - round);
        lefts.load(row, down, round, count, of.left);
        rights.load(column, along, round, count, of.right);
    };
    const left_line *left = left_rounds;
    const right_line *right = right_rounds;
    const auto compute = [&](int d, int64_t round) WEFT_INLINED -> void {
        Left a[high];
        Right b[wide];
        take(a, &left[d].of[y * high]);
        WEFT_UNROLL
        for (int j = 0; j < wide; j++)
            b[j] = right[d].of[x + across * j];
        WEFT_UNROLL
        for (int i = 0; i < high; i++)
            WEFT_UNROLL
        for (int j = 0; j < wide; j++)
            of.step(states[i][j], a[i], b[j], row + y * high + i, column + x + across * j, round);
    };
    if (early && depth.begin < depth.end)
        load(depth.begin);
    machine::barrier(); /* of the tile before nothing is read any more */
    int turn = 0;
    WEFT_ROLLED
    for (int64_t round = depth.begin; round < depth.end;
         round += deep, turn = (turn + deep) % (turns * deep)) {
        const int count = (int)least(deep, depth.end - round);
        if (!early) {
            load(round);
            machine::barrier();
        }
        lefts.stage(left_rounds + turn, count);
        rights.stage(right_rounds + turn, count);
        machine::barrier();
        left = left_rounds + turn, right = right_rounds + turn;
        if (early && round + deep < depth.end)
            load(round + deep);
        if (count == deep) {
            WEFT_UNROLL
            for (int d = 0; d < deep; d++)
                compute(d, round + d);
        } else {
            WEFT_ROLLED
            for (int d = 0; d < count; d++)
                compute(d, round + d);
        }
    }
    WEFT_UNROLL
    for (int i = 0; i < high; i++)
        WEFT_UNROLL
    for (int j = 0; j < wide; j++) {
        const int64_t own = row + y * high + i, next = column + x + across * j;
        if (own < down.end && next < along.end)
            of.finish(states[i][j], own, next);
    }
}

/* Computes the nest, or leaves it to the text. */
template <class State, class Left, class Right, bool left_is_deep, bool right_is_deep, class... Of>
WEFT_DEVICE_INLINE bool run(nest_alone, range, range, range, const Of &...)
{
    return false;
}

template <class State, class Left, class Right, bool left_is_deep, bool right_is_deep, class... Of>
WEFT_DEVICE_INLINE bool run(const nest_block &block, range down, range along, range depth,
                            const Of &...of)
{
    if (down.begin >= down.end || along.begin >= along.end)
        return true;
    const int64_t many = (along.end - along.begin + columns - 1) / columns;
    const int64_t tiles = (down.end - down.begin + rows - 1) / rows * many;
    WEFT_ROLLED
    for (int64_t tile = block.index; tile < tiles; tile += block.count)
        run_tile<State, Left, Right, left_is_deep, right_is_deep>(
            down.begin + tile / many * rows, along.begin + tile % many * columns, down, along,
            depth, parts<Of...>{of...});
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

/* Instantiates SYMBOL_nt over ns::SYMBOL::weft_body; then the core rank of each operand. */
#define WEFT_NEST(ns, symbol, dimension_count, ...) \
    WEFT_NEST_KERNEL(ns, symbol, _nt, dimension_count, __VA_ARGS__)
#define WEFT_NEST_KERNEL(ns, symbol, suffix, dimension_count, ...)                            \
    WEFT_FOR_ALL_LEVELS(WEFT_KERNEL(symbol##suffix, WEFT_GPU_NEST_THREADS,                    \
                                    ::weft::gufunc_params_of<dimension_count, __VA_ARGS__>) { \
        ::weft::run_nest<::ns::symbol::weft_body, __VA_ARGS__>(params);                       \
    })
#endif

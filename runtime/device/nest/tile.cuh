/* tile.cuh: a tile of results of a nest (nest.cuh), whatever its sizes are and wherever its
 * elements lie: what some rounds of it read is brought to registers, and from there to shared
 * memory. */
#ifndef WEFT_NEST_TILE_CUH
#define WEFT_NEST_TILE_CUH

#include <type_traits>

#include "gufunc.cuh"

namespace weft
{

namespace nest
{

/* Results of a thread, and rounds that are brought together. A thread has rows that follow each
 * other, and columns with those of its neighbours between, so that all store side by side. */
constexpr int high = 8, wide = 4, deep = 16;
constexpr int rows = WEFT_GPU_NEST_ROWS, columns = WEFT_GPU_NEST_COLUMNS;
constexpr int across = columns / wide;
static_assert(rows / high * across == WEFT_GPU_NEST_THREADS);

/* Bytes of a thread's registers at most for what is brought while the rounds before it go by; and
 * of what a block shares. */
constexpr size_t MOST_AHEAD = 128, MOST_SHARED = 40960;

/* What a block shares is made of these. */
struct alignas(16) unit {
    char bytes[16];
};

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

/* In the place of what tells where elements lie: it is not known, or they are several. */
struct nowhere {
};

/* The parts of a nest that are made of its text. left_at and right_at tell where the only element
 * of a side lies, out_at the only result. */
template <class Start, class Left, class LeftAt, class Right, class RightAt, class Step,
          class Finish, class OutAt>
struct parts {
    Start start;
    Left left;
    LeftAt left_at;
    Right right;
    RightAt right_at;
    Step step;
    Finish finish;
    OutAt out_at;
};

/* Stores a result, or what the text does with it. */
template <class State, class Parts>
WEFT_DEVICE_INLINE void finish(const Parts &of, State &state, int64_t row, int64_t column)
{
    if constexpr (std::is_same_v<decltype(of.out_at), nowhere>)
        of.finish(state, row, column, of.out_at);
    else
        of.finish(state, row, column, *of.out_at(row, column));
}

template <class State, class Left, class Right, int left_deep, int right_deep, class Parts>
WEFT_DEVICE_INLINE void run_tile(int64_t row, int64_t column, range down, range along, range depth,
                                 const Parts &of, void *room)
{
    using left_line = line<Left, rows>;
    using right_line = line<Right, columns>;
    bringing<left_deep != 0, rows, Left> lefts;
    bringing<right_deep != 0, columns, Right> rights;
    constexpr bool early = sizeof lefts + sizeof rights <= MOST_AHEAD;
    constexpr int turns = early ? 2 : 1;
    left_line *const left_rounds = (left_line *)room;
    right_line *const right_rounds = (right_line *)(left_rounds + turns * deep);
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
            finish(of, states[i][j], own, next);
    }
}

/* Bytes that the threads of a block share for that. */
template <class Left, class Right> WEFT_DEVICE_INLINE constexpr size_t room_of()
{
    constexpr size_t held = deep * (sizeof(Left) * rows + sizeof(Right) * columns);
    constexpr size_t one = deep * (sizeof(line<Left, rows>) + sizeof(line<Right, columns>));
    return held / WEFT_GPU_NEST_THREADS <= MOST_AHEAD ? 2 * one : one;
}

} // namespace nest

} // namespace weft
#endif

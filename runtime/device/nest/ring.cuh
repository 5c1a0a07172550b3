/* ring.cuh: a tile of results of a nest whose sides are one element each that lie in whole units of
 * 16 bytes: these come as they lie, through a ring in shared memory, long before they are needed,
 * and no register waits for memory. */
#ifndef WEFT_NEST_RING_CUH
#define WEFT_NEST_RING_CUH

#include "tile.cuh"

namespace weft::nest
{

/* One side of some rounds: `deep` rounds of `length` lines. Lines lie round by round (is 0), or
 * each has its rounds side by side, in their order (1) or the other way round (-1). */
template <class E, int is> struct ring_side {
    static constexpr int unit = 16 / (int)sizeof(E), length = rows;
    static_assert(rows == columns);
    /* elements from line to line, or from round to round; lines lie apart, so that those of
     * neighbours meet in no bank of the memory */
    static constexpr int pitch = is ? deep + unit : length,
                         room = is ? pitch * length : pitch * deep;
    static constexpr int each = (is ? deep : length) / unit; /* units that lie side by side */
    static constexpr int next = WEFT_GPU_NEST_THREADS / each;
    static constexpr int count = (is ? length : deep) / next;
    static_assert(count * next == (is ? length : deep));

    const char *first; /* the side's first element in the first round */
    int64_t line_step, round_step;
    int64_t lines, rounds;
    bool applies;

    template <class At>
    WEFT_DEVICE_INLINE ring_side(range side, range depth, const At &at)
        : lines(side.end - side.begin), rounds(depth.end - depth.begin)
    {
        const char *const begin = (const char *)at(side.begin, depth.begin);
        line_step = (const char *)at(side.begin + 1, depth.begin) - begin;
        round_step = (const char *)at(side.begin, depth.begin + 1) - begin;
        first = begin;
        const int64_t size = (int64_t)sizeof(E), last = is < 0 ? (rounds - 1) * round_step : 0;
        applies = (is ? round_step == is * size && rounds % unit == 0 && line_step % 16 == 0
                      : line_step == size && lines % unit == 0 && round_step % 16 == 0) &&
                  (uint64_t)(begin + last) % 16 == 0;
    }

    /* Begins to bring `many` rounds from one on, of the lines from one on; the last one again where
     * there are too few. */
    WEFT_DEVICE_INLINE void bring(E *stage, int64_t line, int64_t round, int many) const
    {
        const int thread = (int)machine::thread_index();
        const int place = thread / each, element = thread % each * unit;
        const char *const from = first + line * line_step + round * round_step;
        const int there = (int)least(length, lines - line);
        WEFT_UNROLL
        for (int k = 0; k < count; k++) {
            const int other = place + k * next;
            if constexpr (is == 0) {
                const int own = element < there ? element : there - unit;
                if (other < many)
                    machine::copy_later<16>(stage + other * pitch + element,
                                            from + other * round_step + own * (int)sizeof(E));
            } else {
                /* of rounds the other way round the last one lies first */
                const int before = is > 0 ? element : deep - unit - element;
                const int own = other < there ? other : there - 1;
                if (before < many)
                    machine::copy_later<16>(stage + other * pitch + element,
                                            from + own * line_step +
                                                (is > 0 ? element : element - deep + 1) *
                                                    (int)sizeof(E));
            }
        }
    }
};

/* Where one of the sides is not so. */
template <class State, class Left, class Right, int left_is, int right_is, class Parts>
struct ring_none {
    static constexpr size_t room = 0;
    static constexpr bool applies = false;
    WEFT_DEVICE_INLINE ring_none(range, range, range, const Parts &) {}
    WEFT_DEVICE_INLINE void run(int64_t, int64_t, const Parts &, void *) const {}
};

template <class At>
using element_at = std::remove_cv_t<std::remove_pointer_t<decltype(std::declval<At>()(0, 0))>>;

template <class State, class Left, class Right, int left_is, int right_is, class Parts>
struct ring {
    using left_element = element_at<decltype(std::declval<Parts>().left_at)>;
    using right_element = element_at<decltype(std::declval<Parts>().right_at)>;
    using left_side = ring_side<left_element, left_is>;
    using right_side = ring_side<right_element, right_is>;
    static constexpr size_t stage_room =
        left_side::room * sizeof(left_element) + right_side::room * sizeof(right_element);
    static constexpr int stages = MOST_SHARED / stage_room < 4 ? MOST_SHARED / stage_room : 4;
    static constexpr size_t room = stages * stage_room;
    static constexpr int unit =
        left_side::unit > right_side::unit ? left_side::unit : right_side::unit;
    static_assert(stages >= 2);
    /* a thread's columns are neighbours where they are so in memory */
    static constexpr bool is_wide = right_is == 0;

    range down, along, depth;
    left_side left;
    right_side right;
    bool applies;

    WEFT_DEVICE_INLINE ring(range rows, range columns, range rounds, const Parts &of)
        : down(rows), along(columns), depth(rounds), left(rows, rounds, of.left_at),
          right(columns, rounds, of.right_at)
    {
        applies = left.applies && right.applies && rounds.begin < rounds.end;
    }

    static WEFT_DEVICE_INLINE int row_of(int i)
    {
        const int y = (int)machine::thread_index() / across;
        return left_is ? y + i * (rows / high) : y * high + i;
    }
    static WEFT_DEVICE_INLINE int column_of(int j)
    {
        const int x = (int)machine::thread_index() % across;
        return is_wide ? x * wide + j : x + across * j;
    }

    /* A tile's first row and column, and a stage's first round. */
    struct place {
        int64_t row, column, round;
    };

    /* What lines need in `unit` rounds from one of a stage on. */
    template <class E, int is, int lines, class Line>
    static WEFT_DEVICE_INLINE void fetch(E (&to)[unit][lines], const E *stage, int round,
                                         const Line &line_of)
    {
        using side = ring_side<E, is>;
        if constexpr (is == 0) {
            WEFT_UNROLL
            for (int k = 0; k < unit; k++)
                nest::take(to[k], stage + (round + k) * side::pitch + line_of(0));
        } else {
            WEFT_UNROLL
            for (int i = 0; i < lines; i++) {
                alignas(16) E some[unit];
                nest::take(some, stage + line_of(i) * side::pitch +
                                     (is > 0 ? round : deep - unit - round));
                WEFT_UNROLL
                for (int k = 0; k < unit; k++)
                    to[k][i] = some[is > 0 ? k : unit - 1 - k];
            }
        }
    }

    /* `unit` rounds of a stage, of which so many are there. */
    WEFT_DEVICE_INLINE void compute(State (&states)[high][wide], const char *stage, int at,
                                    int many, const place &here, const Parts &of) const
    {
        alignas(16) left_element a[unit][high];
        alignas(16) right_element b[unit][wide];
        fetch<left_element, left_is>(a, (const left_element *)stage, at, row_of);
        fetch<right_element, right_is>(
            b, (const right_element *)(stage + left_side::room * sizeof(left_element)), at,
            column_of);
        WEFT_UNROLL
        for (int k = 0; k < unit; k++)
            if (k < many)
                WEFT_UNROLL
        for (int i = 0; i < high; i++)
            WEFT_UNROLL
        for (int j = 0; j < wide; j++)
            of.step(states[i][j], Left{a[k][i]}, Right{b[k][j]}, here.row + row_of(i),
                    here.column + column_of(j), here.round + at + k);
    }

    WEFT_DEVICE_INLINE void run(int64_t row, int64_t column, const Parts &of, void *shared) const
    {
        char *const stages_at = (char *)shared;
        State states[high][wide];
        int64_t ahead = depth.begin; /* rounds before it are on their way */
        const auto bring = [&](int stage) WEFT_INLINED -> void {
            if (ahead < depth.end) {
                char *const to = stages_at + stage * stage_room;
                const int many = (int)least(deep, depth.end - ahead);
                left.bring((left_element *)to, row - down.begin, ahead - depth.begin, many);
                right.bring((right_element *)(to + left_side::room * sizeof(left_element)),
                            column - along.begin, ahead - depth.begin, many);
                ahead += deep;
            }
            machine::end_copies();
        };
        machine::barrier(); /* of the tile before nothing is read any more */
        WEFT_UNROLL
        for (int stage = 0; stage < stages - 1; stage++)
            bring(stage);
        WEFT_UNROLL
        for (int i = 0; i < high; i++)
            WEFT_UNROLL
        for (int j = 0; j < wide; j++)
            of.start(states[i][j], least(row + row_of(i), down.end - 1),
                     least(column + column_of(j), along.end - 1));
        int now = 0, free = stages - 1;
        WEFT_ROLLED
        for (int64_t round = depth.begin; round < depth.end; round += deep) {
            machine::wait_for_copies<stages - 2>();
            machine::barrier();
            bring(free);
            const char *const stage = stages_at + now * stage_room;
            if (depth.end - round >= deep) {
                WEFT_UNROLL
                for (int at = 0; at < deep; at += unit)
                    compute(states, stage, at, unit, {row, column, round}, of);
            } else {
                WEFT_ROLLED
                for (int at = 0; at < (int)(depth.end - round); at += unit)
                    compute(states, stage, at, (int)(depth.end - round) - at, {row, column, round},
                            of);
            }
            free = now;
            now = now == stages - 1 ? 0 : now + 1;
        }
        put(states, row, column, of);
    }

    /* Results of a row that lie side by side are stored together. */
    WEFT_DEVICE_INLINE void put(State (&states)[high][wide], int64_t row, int64_t column,
                                const Parts &of) const
    {
        const int64_t first = column + column_of(0);
        if constexpr (is_wide && !std::is_same_v<decltype(of.out_at), nowhere>) {
            using result = element_at<decltype(of.out_at)>;
            result *const at = of.out_at(row, first);
            const int64_t along_step = (char *)of.out_at(row, first + 1) - (char *)at;
            const int64_t down_step = (char *)of.out_at(row + 1, first) - (char *)at;
            constexpr int bytes = wide * (int)sizeof(result);
            if (bytes == 16 && along_step == (int64_t)sizeof(result) && down_step % 16 == 0 &&
                (uint64_t)at % 16 == 0 && first + wide <= along.end) {
                WEFT_UNROLL
                for (int i = 0; i < high; i++) {
                    alignas(16) result own[wide];
                    if (row + row_of(i) >= down.end)
                        break;
                    WEFT_UNROLL
                    for (int j = 0; j < wide; j++)
                        of.finish(states[i][j], row + row_of(i), first + j, own[j]);
                    machine::store<16>((char *)at + row_of(i) * down_step, own);
                }
                return;
            }
        }
        WEFT_UNROLL
        for (int i = 0; i < high; i++)
            WEFT_UNROLL
        for (int j = 0; j < wide; j++)
            if (row + row_of(i) < down.end && column + column_of(j) < along.end)
                finish(of, states[i][j], row + row_of(i), column + column_of(j));
    }
};

template <class Parts> WEFT_DEVICE_INLINE constexpr bool has_places()
{
    if constexpr (std::is_same_v<decltype(std::declval<Parts>().left_at), nowhere> ||
                  std::is_same_v<decltype(std::declval<Parts>().right_at), nowhere>)
        return false;
    else {
        using left = element_at<decltype(std::declval<Parts>().left_at)>;
        using right = element_at<decltype(std::declval<Parts>().right_at)>;
        return (sizeof(left) == 4 || sizeof(left) == 8) && sizeof(left) == sizeof(right);
    }
}

template <class State, class Left, class Right, int left_is, int right_is, class Parts>
using ring_of = typename std::conditional_t<
    has_places<Parts>(), std::enable_if<true, ring<State, Left, Right, left_is, right_is, Parts>>,
    std::enable_if<true, ring_none<State, Left, Right, left_is, right_is, Parts>>>::type;

} // namespace weft::nest
#endif

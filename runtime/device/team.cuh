/* team.cuh: kernels of functions that walk along an axis and may combine what they sum up in any
 * order, if they do: a team of threads an item. Each takes the indices that leave the same
 * remainder, so that neighbours are read together; behind a walk what the threads have is combined
 * in the order of the threads, and all have the result. Everything else each of them computes for
 * itself, alike.
 *
 * Where a row is walked again and a thread may have all its elements in registers, inputs are read
 * once for all walks, and outputs are stored once, at the end. Of rows that are walked once a few
 * elements of inputs come ahead of their rounds.
 *
 * A walk stands in the text as a macro, which is the loop as written in every other kernel. */
#ifndef WEFT_TEAM_CUH
#define WEFT_TEAM_CUH

#include <stddef.h>

#include <type_traits>

#include "gufunc.cuh"
#include "math/wrap.cuh"
#include "speculate.cuh"
#include "stream.cuh" /* before the templates that look for team_of and run_walk of an array */

namespace weft
{

/* The threads that compute an item together: those of a group, all of the block, or, where no
 * thread needs another, of several blocks. */
struct team {
    uint32_t rank, size; /* this thread's; a power of two, at least WEFT_GPU_GROUP */
    char *room;          /* the block's shared memory, TEAM_ROOM bytes */
    uint32_t half;       /* of the room, that is written next */
    bool in_round;       /* whose elements are in registers: */
    ptrdiff_t index;     /* its index */
    uint32_t slot;       /* and the place of its elements, a constant once all is inlined */
};

/* What the threads of a team have in registers: all their elements of rows, up to WEFT_GPU_SHARE;
 * some of the inputs, those of the rounds to come; nothing but what a compiler makes of it. */
enum team_kind { TEAM_WHOLE, TEAM_SOME, TEAM_NONE };

/* Rounds that follow each other without a question between them where rows are not whole. */
enum { TEAM_AHEAD = 4, TEAM_WIDEST = 16 /* bytes of such an element */ };

template <team_kind kind, int arrays> struct sharing : team {
    static constexpr int share = kind == TEAM_WHOLE ? WEFT_GPU_SHARE(arrays) : TEAM_AHEAD;
    static constexpr bool whole = kind == TEAM_WHOLE, brings = kind != TEAM_NONE;
    static constexpr int bytes = share * (whole ? WEFT_GPU_SHARE_BYTES : TEAM_WIDEST);
};

/* Bytes of what a thread hands on at most; groups of a team; both halves. A half is written again
 * behind a barrier that all reach when they have read it. */
enum { TEAM_HANDED = 32, TEAM_GROUPS = 32, TEAM_ROOM = 2 * TEAM_GROUPS * TEAM_HANDED };

/* All threads' values as one, in the order of the threads; combine(earlier, later). All come. */
template <class T, class Combine>
WEFT_DEVICE_INLINE T combine_team(team &all, T own, Combine combine)
{
    static_assert(sizeof(T) <= TEAM_HANDED);
    const auto exchange = [&](uint32_t distance) {
        const T other = machine::from_partner(own, distance);
        own = all.rank & distance ? combine(other, own) : combine(own, other);
    };
    WEFT_UNROLL
    for (uint32_t distance = 1; distance < WEFT_GPU_GROUP; distance *= 2)
        exchange(distance);
    if (all.size == WEFT_GPU_GROUP)
        return own;
    T *const held = reinterpret_cast<T *>(all.room + all.half * (TEAM_ROOM / 2));
    const uint32_t groups = all.size / WEFT_GPU_GROUP;
    all.half ^= 1;
    if (all.rank % WEFT_GPU_GROUP == 0)
        held[all.rank / WEFT_GPU_GROUP] = own;
    machine::barrier();
    own = held[all.rank & (groups - 1)];
    WEFT_ROLLED
    for (uint32_t distance = 1; distance < groups; distance *= 2)
        exchange(distance);
    return own;
}

/* what(slot) for so many places; they are constants from the beginning, or registers would be
 * memory. */
template <class What, int... slot>
WEFT_DEVICE_INLINE void for_each_slot(What what, std::integer_sequence<int, slot...>)
{
    (what(slot), ...);
}
template <int count, class What> WEFT_DEVICE_INLINE void for_slots(What what)
{
    for_each_slot(what, std::make_integer_sequence<int, count>());
}

namespace views
{

/* An array of a team's item. What is only read no thread writes to. */
template <class T, int rank, class Team> struct shared {
    char *data;
    ptrdiff_t steps[rank];
    Team *of;

    WEFT_DEVICE_INLINE shared<T, rank - 1, Team> operator[](ptrdiff_t index) const
    {
        shared<T, rank - 1, Team> inner;
        inner.data = data + index * steps[0];
        inner.of = of;
        WEFT_UNROLL
        for (int axis = 1; axis < rank; axis++)
            inner.steps[axis - 1] = steps[axis];
        return inner;
    }
};

template <class T, class Team> struct shared<T, 1, Team> {
    char *data;
    ptrdiff_t steps[1];
    Team *of;

    WEFT_DEVICE_INLINE T &operator[](ptrdiff_t index) const
    {
        return *reinterpret_cast<T *>(data + index * steps[0]);
    }
};

template <class T, class Team> struct shared<const T, 1, Team> {
    char *data;
    ptrdiff_t steps[1];
    Team *of;

    WEFT_DEVICE_INLINE T operator[](ptrdiff_t index) const
    {
        return machine::read_only(reinterpret_cast<const T *>(data + index * steps[0]));
    }
};

/* An input of one axis, some elements of which a thread has in registers: those of the rounds to
 * come. */
template <class T, class Team> struct brought {
    char *data;
    ptrdiff_t step;
    Team *of;
    T *held;
    bool there; /* the registers have the elements of the rounds to come */

    WEFT_DEVICE_INLINE T operator[](ptrdiff_t index) const
    {
        if (there && of->in_round && of->index == index)
            return held[of->slot];
        return machine::read_only(reinterpret_cast<const T *>(data + index * step));
    }
};

/* An output of one axis whose elements a thread has in registers until the item is done. */
template <class T, class Team> struct taken {
    char *data;
    ptrdiff_t step;
    Team *of;
    uint32_t length;
    T *held;
    bool there; /* a walk has written it */

    WEFT_DEVICE_INLINE T &operator[](ptrdiff_t index) const
    {
        if (of->in_round && of->index == index)
            return held[of->slot];
        return *reinterpret_cast<T *>(data + index * step);
    }

    WEFT_DEVICE_INLINE ~taken()
    {
        if (!there)
            return;
        char *at = data + (ptrdiff_t)of->rank * step;
        const ptrdiff_t next = (ptrdiff_t)of->size * step;
        for_slots<Team::share>([&](int slot) WEFT_INLINED {
            if (of->rank + slot * of->size < length)
                *reinterpret_cast<T *>(at) = held[slot];
            at += next;
        });
    }
};

} // namespace views

/* A thread's elements of an operand. They lie apart from what finds them, or a compiler would not
 * see that they may be registers. */
template <class Team> struct team_registers {
    alignas(TEAM_WIDEST) unsigned char bytes[Team::bytes];
};

/* One item of a team. */
template <class Team> struct team_item : item {
    Team *of;
    team_registers<Team> *held; /* per operand */

    template <class T, int rank> WEFT_DEVICE_INLINE auto view(int operand) const
    {
        using element = std::remove_const_t<T>;
        static_assert(!Team::brings || rank > 1 || Team::share * sizeof(T) <= Team::bytes);
        element *const own = reinterpret_cast<element *>(held[operand].bytes);
        char *const at = data[operand];
        const int64_t *const own_steps = steps + first_steps[operand];
        if constexpr (rank == 1 && std::is_const_v<T> && Team::brings) {
            return views::brought<element, Team>{at, own_steps[0], of, own};
        } else if constexpr (rank == 1 && Team::whole) {
            return views::taken<T, Team>{at, own_steps[0], of, (uint32_t)operands[operand].length,
                                         own};
        } else {
            views::shared<T, rank, Team> array;
            array.data = at;
            array.of = of;
            WEFT_UNROLL
            for (int axis = 0; axis < rank; axis++)
                array.steps[axis] = own_steps[axis];
            return array;
        }
    }

    template <class T> WEFT_DEVICE_INLINE void put(int operand, T x) const
    {
        if (of->rank == 0)
            item::put<T>(operand, x);
    }
};

/* ---- what a walk combines: enter before it, leave behind it ---- */

/* Adds nothing, to the sign of a zero. */
template <class T> WEFT_DEVICE_INLINE T no_sum()
{
    if constexpr (std::is_integral_v<T>)
        return 0;
    else if constexpr (std::is_floating_point_v<T>)
        return (T)-0.0;
    else
        return T(-0.0, -0.0);
}

#define WEFT_TEAM_VALUE(name, neutral, combined)                                 \
    template <class T> struct name {                                             \
        T &value;                                                                \
        WEFT_DEVICE_INLINE void enter(const team &all) const                     \
        {                                                                        \
            if (all.rank != 0)                                                   \
                value = neutral;                                                 \
        }                                                                        \
        WEFT_DEVICE_INLINE void leave(team &all) const                           \
        {                                                                        \
            value = combine_team(all, value, [](T a, T b) { return combined; }); \
        }                                                                        \
    };                                                                           \
    template <class T> name(T &) -> name<T>;
WEFT_TEAM_VALUE(team_sum, no_sum<T>(), (T)wrap::add(a, b))
WEFT_TEAM_VALUE(team_product, (T)1, (T)wrap::multiply(a, b))
WEFT_TEAM_VALUE(team_and, value, (T)(a &b))
WEFT_TEAM_VALUE(team_or, value, (T)(a | b))
WEFT_TEAM_VALUE(team_xor, (T)0, (T)(a ^ b))
#undef WEFT_TEAM_VALUE

/* The largest, the least: pick(found so far, the next). */
template <class T, class Pick> struct team_pick {
    T &value;
    Pick pick;
    WEFT_DEVICE_INLINE void enter(const team &) const {}
    WEFT_DEVICE_INLINE void leave(team &all) const { value = combine_team(all, value, pick); }
};
template <class T, class Pick> team_pick(T &, Pick) -> team_pick<T, Pick>;

/* The same with its place, which is `start` before any is found: is_better(found, place, the next),
 * asked in the order of the places. */
template <class T, class P, class Better> struct team_place {
    T &found;
    P &place;
    P start;
    Better is_better;

    struct pair {
        T found;
        P place;
    };
    WEFT_DEVICE_INLINE void enter(const team &) const {}
    WEFT_DEVICE_INLINE void leave(team &all) const
    {
        const pair whole = combine_team(all, pair{found, place}, [this](pair a, pair b) {
            const bool turned = a.place != start && (b.place == start || b.place < a.place);
            const pair first = turned ? b : a, next = turned ? a : b;
            return is_better(first.found, first.place, next.found) ? next : first;
        });
        found = whole.found;
        place = whole.place;
    }
};
template <class T, class P, class S, class Better>
team_place(T &, P &, S, Better) -> team_place<T, P, Better>;

/* ---- what rounds count: elements that any thread may add to ---- */

/* Of a walk that counts: what is there before it, and behind it, all threads see. */
struct team_counts {
    WEFT_DEVICE_INLINE void enter(const team &all) const
    {
        if (all.size == WEFT_GPU_GROUP)
            machine::group_meets();
        else
            machine::barrier();
    }
    WEFT_DEVICE_INLINE void leave(const team &all) const { enter(all); }
};

/* What it counts in. */
template <class T> struct team_counter {
    T *at;

    template <class E> WEFT_DEVICE_INLINE void operator+=(E x) const
    {
        using word = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
        machine::add_to(reinterpret_cast<word *>(at), (word)x);
    }
    template <class E> WEFT_DEVICE_INLINE void operator-=(E x) const { *this += -(uint64_t)x; }
    WEFT_DEVICE_INLINE void operator++() const { *this += 1; }
    WEFT_DEVICE_INLINE void operator++(int) const { *this += 1; }
    WEFT_DEVICE_INLINE void operator--() const { *this -= 1; }
    WEFT_DEVICE_INLINE void operator--(int) const { *this -= 1; }
};

template <class T, int rank, class Team> struct team_counted {
    views::shared<T, rank, Team> output;

    WEFT_DEVICE_INLINE auto operator[](ptrdiff_t index) const
    {
        if constexpr (rank > 1)
            return team_counted<T, rank - 1, Team>{output[index]};
        else
            return team_counter<T>{&output[index]};
    }
};

template <class T, int rank, class Team>
WEFT_DEVICE_INLINE team_counted<T, rank, Team> count_in(const views::shared<T, rank, Team> &output)
{
    return {output};
}
template <class Array> WEFT_DEVICE_INLINE const Array &count_in(const Array &output)
{
    return output;
}

/* The steps of wrap.cuh. */
namespace wrap
{
template <class T, class B> WEFT_DEVICE_INLINE void add_into(const team_counter<T> &a, B b)
{
    a += b;
}
template <class T, class B> WEFT_DEVICE_INLINE void subtract_into(const team_counter<T> &a, B b)
{
    a -= b;
}
template <class T> WEFT_DEVICE_INLINE void step(const team_counter<T> &a, int by)
{
    a += by;
}
} // namespace wrap

/* ---- walks ---- */

/* The team of a walk's first array. */
template <class Array> WEFT_DEVICE_INLINE nullptr_t team_of(const Array &)
{
    return nullptr;
}
template <class T, int rank, class Team>
WEFT_DEVICE_INLINE Team *team_of(const views::shared<T, rank, Team> &array)
{
    return array.of;
}
template <class T, class Team>
WEFT_DEVICE_INLINE Team *team_of(const views::brought<T, Team> &array)
{
    return array.of;
}
template <class T, class Team> WEFT_DEVICE_INLINE Team *team_of(const views::taken<T, Team> &array)
{
    return array.of;
}

/* Brings a thread's share, which begins with index k, and of which `left` indices are there. */
template <class Array> WEFT_DEVICE_INLINE void bring(Array &, int64_t, uint32_t) {}
template <class T, class Team>
WEFT_DEVICE_INLINE void bring(views::brought<T, Team> &array, int64_t k, uint32_t left)
{
    const char *at = array.data + k * array.step;
    const ptrdiff_t next = (ptrdiff_t)array.of->size * array.step;
    if (Team::whole && array.there)
        return;
    array.there = true;
    for_slots<Team::share>([&](int slot) WEFT_INLINED {
        if (slot * array.of->size < left)
            array.held[slot] = machine::read_only(reinterpret_cast<const T *>(at));
        at += next;
    });
}
template <class T, class Team>
WEFT_DEVICE_INLINE void bring(views::taken<T, Team> &array, int64_t, uint32_t)
{
    array.there = true;
}

/* Behind a walk. */
template <class Array> WEFT_DEVICE_INLINE void forget(Array &) {}
template <class T, class Team> WEFT_DEVICE_INLINE void forget(views::brought<T, Team> &array)
{
    array.there = Team::whole;
}

/* The rounds of a thread's share, which begin with index k: all if it is full, else those of `left`
 * indices. */
template <bool full, class Counter, class Team, class Round>
WEFT_DEVICE_INLINE void run_share(Team &all, int64_t k, int64_t first, uint32_t left, Round &round)
{
    all.in_round = true;
    for_slots<Team::share>([&](int slot) WEFT_INLINED {
        const uint32_t distance = slot * all.size;
        const int64_t own = k + distance;
        if (own < first || (!full && distance >= left))
            return;
        all.index = (ptrdiff_t)(Counter)own;
        all.slot = slot;
        round((Counter)own);
    });
    all.in_round = false;
}

/* All rounds, by one thread. */
template <class Counter, class Each, class Round, class... Values>
WEFT_DEVICE_INLINE void run_walk(nullptr_t, const Each &, int64_t first, int64_t end, Round round,
                                 Values...)
{
    for (int64_t k = first; k < end; k++)
        round((Counter)k);
}

/* Each round by one thread of a team. each(what) does something with each row that has an element
 * for each round. */
template <class Counter, class Team, class Each, class Round, class... Values>
WEFT_DEVICE_INLINE void run_walk(Team *of, const Each &each, int64_t first, int64_t end,
                                 Round round, Values... values)
{
    Team &all = *of;
    const uint32_t most = Team::share * all.size;
    int64_t k = all.rank;
    (values.enter(all), ...);
    if constexpr (Team::whole) {
        const uint32_t left = end > k ? (uint32_t)(end - k) : 0;
        each([&](auto &array) WEFT_INLINED { bring(array, k, left); });
        if (left > most - all.size)
            run_share<true, Counter>(all, k, first, left, round);
        else
            run_share<false, Counter>(all, k, first, left, round);
    } else {
        if (k < first)
            k += (first - k + all.size - 1) / all.size * all.size;
        WEFT_ROLLED
        for (; k < end - (int64_t)(most - all.size); k += most) {
            each([&](auto &array) WEFT_INLINED { bring(array, k, most); });
            run_share<true, Counter>(all, k, k, most, round);
        }
        WEFT_ROLLED
        for (; k < end; k += all.size)
            round((Counter)k);
    }
    each([](auto &array) WEFT_INLINED { forget(array); });
    (values.leave(all), ...);
}

/* The rows that a walk has all elements of, and whose they are. */
template <class Each, class Team> struct walked_arrays {
    Each each;
    Team of;
};
template <class Array, class... Rows>
WEFT_DEVICE_INLINE auto walked(const Array &array, Rows &...rows)
{
    const auto each = [&](auto what) WEFT_INLINED { (what(rows), ...); };
    return walked_arrays<decltype(each), decltype(team_of(array))>{each, team_of(array)};
}

template <class Counter, class Walked, class... Values>
WEFT_DEVICE_INLINE auto make_walk(const Walked &arrays, int64_t first, int64_t end,
                                  Values... values)
{
    return make_loop_head([arrays, first, end, values...](auto round) WEFT_INLINED {
        run_walk<Counter>(arrays.of, arrays.each, first, end, round, values...);
    });
}

/* ---- the kernel ---- */

/* Whether a thread may have its elements of whole rows of these dtypes in registers: larger ones
 * are too many. */
template <int... core_ranks> struct team_rows {
    template <class... D> static constexpr bool are_small()
    {
        return ((core_ranks == 0 ||
                 sizeof(typename dtype_traits<D>::storage) <= WEFT_GPU_SHARE_BYTES) &&
                ...);
    }
};

template <class Body, class Team, int... core_ranks, class Params>
WEFT_DEVICE_INLINE void run_team(const Params &params, const int64_t *sizes, char *const *data,
                                 const team &plain)
{
    Team own{plain};
    team_registers<Team> held[sizeof...(core_ranks)];
    team_item<Team> one;
    one.of = &own;
    one.held = held;
    call_sized<Body, core_ranks...>(params, sizes, data, one);
}

/* Which item a thread's team has; the thread's place among the team. */
template <class Params>
WEFT_DEVICE_INLINE uint32_t find_team(const Params &params, uint64_t *room, team &own)
{
    const uint32_t size = params.items.team;
    const uint64_t thread =
        (uint64_t)machine::block_index() * params.items.threads + machine::thread_index();
    own = {(uint32_t)thread & (size - 1), size, (char *)room, 0, false, 0, 0};
    return (uint32_t)(thread >> (63 - machine::leading_zeros(size)));
}

template <class Body, bool again, bool is_small, int... core_ranks, class Params, int... i>
WEFT_DEVICE_INLINE void run_teams(const Params &params, std::integer_sequence<int, i...> all)
{
    WEFT_SHARED(uint64_t, room, TEAM_ROOM / sizeof(uint64_t));
    const weft_gpu_item_loop &items = params.items;
    team own;
    const uint32_t index = find_team(params, room, own);
    if (index >= items.loop.count)
        return;
    char *data[] = {params.operands[i].at.data...};
    move_to(params, index, data, all);
    constexpr int arrays = ((core_ranks != 0) + ...);
    if constexpr (again && is_small)
        if (items.whole)
            return run_team<Body, sharing<TEAM_WHOLE, arrays>, core_ranks...>(params, params.sizes,
                                                                              data, own);
    run_team<Body, sharing<again ? TEAM_NONE : TEAM_SOME, arrays>, core_ranks...>(
        params, params.sizes, data, own);
}

/* A list for each team. */
template <class Body, bool again, int... core_ranks, class Params, int... dimensions, int... i>
WEFT_DEVICE_INLINE void run_list_teams(const Params &params, list_sizes<dimensions...>,
                                       std::integer_sequence<int, i...>)
{
    WEFT_SHARED(uint64_t, room, TEAM_ROOM / sizeof(uint64_t));
    constexpr int count = sizeof params.sizes / sizeof *params.sizes;
    constexpr int arrays = ((core_ranks != 0) + ...);
    team own;
    const uint32_t index = find_team(params, room, own);
    if (index >= params.items.loop.count)
        return;
    int64_t sizes[count];
    const int64_t list = find_list(params.operands[0], index);
    char *data[] = {params.operands[i].at.data...};
    WEFT_UNROLL
    for (int k = 0; k < count; k++)
        sizes[k] = params.sizes[k];
    (move_to_list<dimensions>(params.operands[i], list, data[i], sizes), ...);
    run_team<Body, sharing<again ? TEAM_NONE : TEAM_SOME, arrays>, core_ranks...>(params, sizes,
                                                                                  data, own);
}

/* The kernel's entry. */
template <class Body, bool again, bool is_small, int... core_ranks, class Params>
WEFT_DEVICE_INLINE void run_teamed(const Params &params)
{
    run_teams<Body, again, is_small, core_ranks...>(
        params, std::make_integer_sequence<int, sizeof...(core_ranks)>());
}

} // namespace weft

/* for (counter = first; counter < end; counter++), its head as written and what stands before that
 * in C; an array that is indexed by the counter and the rows that end where it does, in
 * parentheses; behind it what the rounds combine. */
#define WEFT_WALK(head, sums, arrays, type, counter, first, end, ...)                            \
    ::weft::make_walk<type>(::weft::walked arrays, first, end __VA_OPT__(, ) __VA_ARGS__) = [&]( \
        const type counter) WEFT_INLINED -> void
#define WEFT_WALK_END ;
#define WEFT_COUNTS \
    ::weft::team_counts {}
#define WEFT_COUNTED(output) ::weft::count_in(output)
#define WEFT_SUM(v)  \
    ::weft::team_sum \
    {                \
        v            \
    }
#define WEFT_PRODUCT(v)  \
    ::weft::team_product \
    {                    \
        v                \
    }
#define WEFT_BITS_AND(v) \
    ::weft::team_and     \
    {                    \
        v                \
    }
#define WEFT_BITS_OR(v) \
    ::weft::team_or     \
    {                   \
        v               \
    }
#define WEFT_BITS_XOR(v) \
    ::weft::team_xor     \
    {                    \
        v                \
    }
/* By what is picked of v and weft_next; by whether weft_next is better than what was found. */
#define WEFT_PICK(v, picked)                                                    \
    ::weft::team_pick                                                           \
    {                                                                           \
        v, [&](auto v, decltype(v) weft_next) -> decltype(v) { return picked; } \
    }
#define WEFT_PLACE_OF(found, place, start, is_better)                                            \
    ::weft::team_place                                                                           \
    {                                                                                            \
        found, place, start,                                                                     \
            [&](auto found, auto place, decltype(found) weft_next) -> bool { return is_better; } \
    }

/* Instantiates SYMBOL_tm over ns::SYMBOL::weft_body; whether it walks along an axis again; its
 * dtypes, in parentheses; then the core rank of each operand. */
#define WEFT_TEAM(ns, symbol, dimension_count, again, dtypes, ...) \
    WEFT_TEAM_KERNEL(ns, symbol, _tm, dimension_count, again, dtypes, __VA_ARGS__)
#define WEFT_TEAM_KERNEL(ns, symbol, suffix, dimension_count, again, dtypes, ...)             \
    namespace weft::dtype                                                                     \
    {                                                                                         \
    constexpr bool symbol##suffix##_is_small =                                                \
        ::weft::team_rows<__VA_ARGS__>::are_small<WEFT_TEAM_LIST dtypes>();                   \
    WEFT_FOR_ALL_LEVELS(WEFT_KERNEL(symbol##suffix, WEFT_GPU_TEAM_THREADS,                    \
                                    ::weft::gufunc_params_of<dimension_count, __VA_ARGS__>) { \
        ::weft::run_teamed<::ns::symbol::weft_body, (again), symbol##suffix##_is_small,       \
                           __VA_ARGS__>(params);                                              \
    })                                                                                        \
    }
#define WEFT_TEAM_LIST(...) __VA_ARGS__
/* Instantiates SYMBOL_rt over ns::SYMBOL::weft_body, with the dimensions of WEFT_LISTS; whether it
 * walks along a list again; then the core rank of each operand. */
#define WEFT_RAGGED_TEAM(ns, symbol, dimension_count, again, ...) \
    WEFT_RAGGED_TEAM_KERNEL(ns, symbol, _rt, dimension_count, again, __VA_ARGS__)
#define WEFT_RAGGED_TEAM_KERNEL(ns, symbol, suffix, dimension_count, again, ...)              \
    WEFT_FOR_ALL_LEVELS(WEFT_KERNEL(symbol##suffix, WEFT_GPU_TEAM_THREADS,                    \
                                    ::weft::gufunc_params_of<dimension_count, __VA_ARGS__>) { \
        ::weft::run_list_teams<::ns::symbol::weft_body, (again), __VA_ARGS__>(                \
            params, ::weft::list_sizes<WEFT_LISTS>(),                                         \
            std::make_integer_sequence<int, WEFT_OPERANDS>());                                \
    })
#endif

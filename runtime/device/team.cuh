/* team.cuh: kernels of functions that walk along an axis and may combine what they sum up in any order, if they do: a
 * team of threads an item. Each takes the indices that leave the same remainder, so that neighbours
 * are read together; behind a walk what the threads have is combined in the order of the threads, and all have
 * the result. Everything else each of them computes for itself, alike.
 *
 * A walk stands in the text as a macro, which is the loop as written in every other kernel. */
#ifndef WEFT_TEAM_CUH
#define WEFT_TEAM_CUH

#include <stddef.h>

#include <type_traits>

#include "ahead.cuh"
#include "gufunc.cuh"
#include "wrap.cuh"

namespace weft {

/* The threads that compute an item together: those of a group, all of the block, or, where no thread needs another, of
 * several blocks. */
struct team {
    uint32_t rank, size; /* this thread's; a power of two, at least WEFT_GPU_GROUP */
    char *room;          /* the block's shared memory, TEAM_ROOM bytes */
    uint32_t half;       /* of the room, that is written next */
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

namespace views {

/* An array of a team's item. What is only read no thread writes to. */
template <class T, int rank> struct shared {
    char *data;
    ptrdiff_t steps[rank];
    team *of;

    WEFT_DEVICE_INLINE shared<T, rank - 1> operator[](ptrdiff_t index) const
    {
        shared<T, rank - 1> inner;
        inner.data = data + index * steps[0];
        inner.of = of;
        WEFT_UNROLL
        for (int axis = 1; axis < rank; axis++)
            inner.steps[axis - 1] = steps[axis];
        return inner;
    }
};

template <class T> struct shared<T, 1> {
    char *data;
    ptrdiff_t steps[1];
    team *of;

    WEFT_DEVICE_INLINE T &operator[](ptrdiff_t index) const
    {
        return *reinterpret_cast<T *>(data + index * steps[0]);
    }
};

template <class T> struct shared<const T, 1> {
    char *data;
    ptrdiff_t steps[1];
    team *of;

    WEFT_DEVICE_INLINE T operator[](ptrdiff_t index) const
    {
        return machine::read_only(reinterpret_cast<const T *>(data + index * steps[0]));
    }
};

} // namespace views

/* One item of a team. */
struct team_item : item {
    team *of;

    template <class T, int rank> WEFT_DEVICE_INLINE views::shared<T, rank> view(int operand) const
    {
        views::shared<T, rank> array;
        array.data = data[operand];
        array.of = of;
        WEFT_UNROLL
        for (int axis = 0; axis < rank; axis++)
            array.steps[axis] = steps[first_steps[operand] + axis];
        return array;
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

#define WEFT_TEAM_VALUE(name, neutral, combined)                                  \
    template <class T> struct name {                                              \
        T &value;                                                                 \
        WEFT_DEVICE_INLINE void enter(const team &all) const                      \
        {                                                                         \
            if (all.rank != 0)                                                    \
                value = neutral;                                                  \
        }                                                                         \
        WEFT_DEVICE_INLINE void leave(team &all) const                            \
        {                                                                         \
            value = combine_team(all, value, [](T a, T b) { return combined; });  \
        }                                                                         \
    };                                                                            \
    template <class T> name(T &) -> name<T>;
WEFT_TEAM_VALUE(team_sum, no_sum<T>(), (T)wrap::add(a, b))
WEFT_TEAM_VALUE(team_product, (T)1, (T)wrap::multiply(a, b))
WEFT_TEAM_VALUE(team_and, value, (T)(a & b))
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

/* The same with its place, which is `start` before any is found: is_better(found, place, the next), asked in the
 * order of the places. */
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

template <class T, int rank> struct team_counted {
    views::shared<T, rank> output;

    WEFT_DEVICE_INLINE auto operator[](ptrdiff_t index) const
    {
        if constexpr (rank > 1)
            return team_counted<T, rank - 1>{output[index]};
        else
            return team_counter<T>{&output[index]};
    }
};

template <class T, int rank>
WEFT_DEVICE_INLINE team_counted<T, rank> count_in(const views::shared<T, rank> &output)
{
    return {output};
}
template <class Array> WEFT_DEVICE_INLINE const Array &count_in(const Array &output) { return output; }

/* The steps of wrap.cuh. */
namespace wrap {
template <class T, class B> WEFT_DEVICE_INLINE void add_into(const team_counter<T> &a, B b) { a += b; }
template <class T, class B> WEFT_DEVICE_INLINE void subtract_into(const team_counter<T> &a, B b) { a -= b; }
template <class T> WEFT_DEVICE_INLINE void step(const team_counter<T> &a, int by) { a += by; }
} // namespace wrap

/* ---- walks ---- */

/* Indices that a thread takes at once, so that their elements come together. */
enum { TEAM_AHEAD = 4 };

template <class T, int rank> WEFT_DEVICE_INLINE team *team_of(const views::shared<T, rank> &array)
{
    return array.of;
}
template <class Array> WEFT_DEVICE_INLINE nullptr_t team_of(const Array &) { return nullptr; }

/* All rounds, by one thread. */
template <class Counter, class Round, class... Values>
WEFT_DEVICE_INLINE void run_walk(nullptr_t, int64_t first, int64_t end, Round round, Values...)
{
    for (int64_t k = first; k < end; k++)
        round((Counter)k);
}

/* Each round by one thread of a team. */
template <class Counter, class Round, class... Values>
WEFT_DEVICE_INLINE void run_walk(team *of, int64_t first, int64_t end, Round round,
                                 Values... values)
{
    team &all = *of;
    const int64_t next = all.size;
    int64_t k = all.rank;
    (values.enter(all), ...);
    if (k < first)
        k += (first - k + next - 1) / next * next;
    WEFT_ROLLED
    for (; k < end - (TEAM_AHEAD - 1) * next; k += TEAM_AHEAD * next)
        WEFT_UNROLL
        for (int u = 0; u < TEAM_AHEAD; u++)
            round((Counter)(k + u * next));
    WEFT_ROLLED
    for (; k < end; k += next)
        round((Counter)k);
    (values.leave(all), ...);
}

template <class Counter, class Array, class... Values>
WEFT_DEVICE_INLINE auto make_walk(const Array &array, int64_t first, int64_t end, Values... values)
{
    return make_ahead([of = team_of(array), first, end, values...](auto round) {
        run_walk<Counter>(of, first, end, round, values...);
    });
}

/* ---- the kernel ---- */

template <class Body, int... core_ranks, class Params, int... i>
WEFT_DEVICE_INLINE void run_teams(const Params &params, std::integer_sequence<int, i...> all)
{
    WEFT_SHARED(uint64_t, room, TEAM_ROOM / sizeof(uint64_t));
    const weft_gpu_item_loop &items = params.items;
    const uint32_t size = items.team;
    const uint64_t thread = (uint64_t)machine::block_index() * items.threads + machine::thread_index();
    const uint32_t index = (uint32_t)(thread >> (63 - machine::leading_zeros(size)));
    if (index >= items.loop.count)
        return;
    char *data[] = {params.operands[i].at.data...};
    move_to(params, index, data, all);
    team own = {(uint32_t)thread & (size - 1), size, (char *)room, 0};
    team_item one;
    one.of = &own;
    call_body<Body, core_ranks...>(params, data, one);
}

/* The kernel's entry. */
template <class Body, int... core_ranks, class Params>
WEFT_DEVICE_INLINE void run_teamed(const Params &params)
{
    run_teams<Body, core_ranks...>(params,
                                   std::make_integer_sequence<int, sizeof...(core_ranks)>());
}

} // namespace weft

/* for (counter = first; counter < end; counter++), its head as written and what stands before that in C;
 * behind it what the rounds combine. */
#define WEFT_WALK(head, sums, array, type, counter, first, end, ...)        \
    ::weft::make_walk<type>(array, first, end __VA_OPT__(, ) __VA_ARGS__) = \
        [&](const type counter) -> void
#define WEFT_WALK_END ;
#define WEFT_COUNTS          ::weft::team_counts{}
#define WEFT_COUNTED(output) ::weft::count_in(output)
#define WEFT_SUM(v)      ::weft::team_sum{v}
#define WEFT_PRODUCT(v)  ::weft::team_product{v}
#define WEFT_BITS_AND(v) ::weft::team_and{v}
#define WEFT_BITS_OR(v)  ::weft::team_or{v}
#define WEFT_BITS_XOR(v) ::weft::team_xor{v}
/* By what is picked of v and weft_next; by whether weft_next is better than what was found. */
#define WEFT_PICK(v, picked) \
    ::weft::team_pick{v, [&](auto v, decltype(v) weft_next) -> decltype(v) { return picked; }}
#define WEFT_PLACE_OF(found, place, start, is_better)                               \
    ::weft::team_place{found, place, start,                                         \
                       [&](auto found, auto place, decltype(found) weft_next) -> bool { \
                           return is_better;                                        \
                       }}

/* Instantiates SYMBOL_tm over ns::SYMBOL::weft_body; then the core rank of each operand. */
#define WEFT_TEAM(ns, symbol, dimension_count, ...)                        \
    WEFT_TEAM_KERNEL(ns, symbol, _tm, dimension_count, __VA_ARGS__)
#define WEFT_TEAM_KERNEL(ns, symbol, suffix, dimension_count, ...)         \
    WEFT_KERNEL(symbol##suffix, WEFT_GPU_TEAM_THREADS,                     \
                ::weft::gufunc_params_of<dimension_count, __VA_ARGS__>)    \
    {                                                                      \
        ::weft::run_teamed<::ns::symbol::weft_body, __VA_ARGS__>(params);  \
    }
#endif

/* deal.cuh: kernels of functions some loops of which a team of threads shares, though the loops
 * around are in order: a team an item. The threads have the rounds of such a loop in turn, and meet
 * before and behind it; what is between they run alike, but that the first of them writes elements
 * for all. Arrays that are written are in shared memory where the launch says so.
 *
 * Such a loop stands in the text as a macro, which is the loop as written in every other kernel. */
#ifndef WEFT_DEAL_CUH
#define WEFT_DEAL_CUH

#include "team.cuh"

namespace weft
{

namespace views
{

/* An array in shared memory: rows of some elements, one behind the other. */
template <class T, int rank> struct near {
    static_assert(rank <= 2);
    T *data;
    int32_t pitch;
    const team *of;

    WEFT_DEVICE_INLINE auto &operator[](ptrdiff_t index) const requires(rank == 1)
    {
        return data[(int32_t)index];
    }
    WEFT_DEVICE_INLINE T *operator[](ptrdiff_t index) const requires(rank == 2)
    {
        return data + (int32_t)index * pitch;
    }
};

} // namespace views

/* ---- a team's item ---- */

/* The threads of a team meet: what each has stored, all see. */
WEFT_DEVICE_INLINE void meet(nullptr_t) {}
WEFT_DEVICE_INLINE void meet(const team *of)
{
    if (of->size <= WEFT_GPU_GROUP)
        machine::some_meet(of->size);
    else
        machine::barrier();
}

/* Where an operand's elements are in shared memory: those of team `own` of the block. */
template <class T>
WEFT_DEVICE_INLINE T *near_place(const weft_gpu_item_operand &operand, char *room, uint32_t own)
{
    uint32_t left = (uint32_t)operand.length;
    const uint32_t rows = divide(left, operand.words);
    return reinterpret_cast<T *>(room + operand.room) + own * rows * operand.pitch;
}

/* One item. If is_near, what the function writes is in shared memory. */
template <bool is_near> struct deal_item : item {
    team *of;
    char *room; /* the block's */
    uint32_t own;

    template <class T, int rank> WEFT_DEVICE_INLINE auto view(int operand) const
    {
        if constexpr (is_near && !std::is_const_v<T>) {
            const weft_gpu_item_operand &from = operands[operand];
            return views::near<T, rank>{near_place<T>(from, room, own), (int32_t)from.pitch, of};
        } else {
            views::shared<T, rank, const team> array;
            array.data = data[operand];
            array.of = of;
            WEFT_UNROLL
            for (int axis = 0; axis < rank; axis++)
                array.steps[axis] = steps[first_steps[operand] + axis];
            return array;
        }
    }

    template <class T> WEFT_DEVICE_INLINE void put(int operand, T x) const
    {
        if (of->rank == 0)
            item::put<T>(operand, x);
    }
};

/* Copies an operand's elements to shared memory or back, each thread of the team some. */
template <bool back, class T, int rank>
WEFT_DEVICE_INLINE void copy_near(const weft_gpu_item_operand &operand, const int64_t *steps,
                                  char *far, char *room, const team &all, uint32_t own)
{
    T *const near = near_place<T>(operand, room, own);
    for (uint32_t k = all.rank; k < (uint32_t)operand.length; k += all.size) {
        uint32_t column = k;
        const uint32_t row = divide(column, operand.words);
        char *const at = far + column * steps[rank - 1] + (rank > 1 ? row * steps[0] : 0);
        T *const to = near + row * operand.pitch + column;
        if constexpr (back)
            *reinterpret_cast<T *>(at) = *to;
        else
            bring_element(to, reinterpret_cast<const T *>(at));
    }
}

/* ---- what stands in the text ---- */

/* The rounds of one thread. */
template <class Counter, class End, class Team> struct dealt_loop {
    Team *of;
    Counter first;
    End end;
    bool is_left; /* to be run */

    WEFT_DEVICE_INLINE Counter begin() const
    {
        using both = std::make_unsigned_t<std::common_type_t<Counter, End>>;
        if (of->rank == 0 || !(first < end))
            return first;
        return (both)end - (both)first > of->rank ? (Counter)(first + (Counter)of->rank)
                                                  : (Counter)end;
    }
    WEFT_DEVICE_INLINE bool holds(Counter counter) const { return counter < end; }
    WEFT_DEVICE_INLINE void step(Counter &counter) const
    {
        using both = std::make_unsigned_t<std::common_type_t<Counter, End>>;
        counter = (both)end - (both)counter > of->size ? (Counter)(counter + (Counter)of->size)
                                                       : (Counter)end;
    }
    WEFT_DEVICE_INLINE void leave()
    {
        meet(of);
        is_left = false;
    }
};

/* The same of one that has all. */
template <class Counter, class End> struct dealt_loop<Counter, End, void> {
    Counter first;
    End end;
    bool is_left;

    WEFT_DEVICE_INLINE Counter begin() const { return first; }
    WEFT_DEVICE_INLINE bool holds(Counter counter) const { return counter < end; }
    WEFT_DEVICE_INLINE void step(Counter &counter) const { counter++; }
    WEFT_DEVICE_INLINE void leave() { is_left = false; }
};

template <class T, int rank>
WEFT_DEVICE_INLINE const team *team_of(const views::near<T, rank> &array)
{
    return array.of;
}

template <class Counter, class First, class End>
WEFT_DEVICE_INLINE auto deal(nullptr_t, First first, End end)
{
    return dealt_loop<Counter, End, void>{(Counter)first, end, true};
}
template <class Counter, class First, class End>
WEFT_DEVICE_INLINE auto deal(const team *of, First first, End end)
{
    meet(of);
    return dealt_loop<Counter, End, const team>{of, (Counter)first, end, true};
}

/* What one thread does for all. */
template <class What> WEFT_DEVICE_INLINE void do_alone(nullptr_t, What what)
{
    what();
}
template <class What> WEFT_DEVICE_INLINE void do_alone(const team *of, What what)
{
    meet(of);
    if (of->rank == 0)
        what();
    meet(of);
}

/* ---- the kernel ---- */

template <class Body, bool is_near, int... core_ranks, class Params>
WEFT_DEVICE_INLINE void run_dealt_item(const Params &params, char *const *data, char *room,
                                       team &all, uint32_t own)
{
    deal_item<is_near> one;
    one.of = &all;
    one.room = room;
    one.own = own;
    call_body<Body, core_ranks...>(params, data, one);
}

template <class Body, class... D> struct dealt_kernel {
    template <int... core_ranks, class Params, int... i>
    static WEFT_DEVICE_INLINE void run(const Params &params, std::integer_sequence<int, i...> all)
    {
        WEFT_SHARED_ROOM(shared);
        char *const room = (char *)shared;
        const weft_gpu_item_loop &items = params.items;
        const uint32_t shift = 63 - machine::leading_zeros(items.team);
        const uint32_t thread = machine::thread_index(), own = thread >> shift;
        const uint32_t index = machine::block_index() * (items.threads >> shift) + own;
        if (index >= items.loop.count)
            return;
        char *data[] = {params.operands[i].at.data...};
        move_to(params, index, data, all);
        team threads = {thread & (items.team - 1), items.team, nullptr, 0, false, 0, 0};
        if constexpr (((core_ranks <= 2) && ...)) {
            if (items.brought | items.taken) {
                const int64_t *steps = params.core_steps;
                ((items.brought >> i & 1 ? copy<false, D, core_ranks>(params.operands[i], steps,
                                                                      data[i], room, threads, own)
                                         : (void)0,
                  steps += core_ranks),
                 ...);
                machine::wait_for_copies();
                meet(&threads);
                run_dealt_item<Body, true, core_ranks...>(params, data, room, threads, own);
                meet(&threads);
                steps = params.core_steps;
                ((items.taken >> i & 1 ? copy<true, D, core_ranks>(params.operands[i], steps,
                                                                   data[i], room, threads, own)
                                       : (void)0,
                  steps += core_ranks),
                 ...);
                return;
            }
        }
        run_dealt_item<Body, false, core_ranks...>(params, data, room, threads, own);
    }

    template <bool back, class Dtype, int rank>
    static WEFT_DEVICE_INLINE void copy(const weft_gpu_item_operand &operand, const int64_t *steps,
                                        char *far, char *room, const team &threads, uint32_t own)
    {
        if constexpr (rank > 0)
            copy_near<back, typename dtype_traits<Dtype>::storage, rank>(operand, steps, far, room,
                                                                         threads, own);
    }
};

template <class Body, class... D, int... core_ranks, class Params>
WEFT_DEVICE_INLINE void run_dealt(const Params &params, std::integer_sequence<int, core_ranks...>)
{
    dealt_kernel<Body, D...>::template run<core_ranks...>(
        params, std::make_integer_sequence<int, sizeof...(core_ranks)>());
}

} // namespace weft

/* for (counter = first; counter < end; counter++), its head as written, an array of the team's, and
 * the loop's parts. */
#define WEFT_DEAL(head, array, type, counter, first, end)                          \
    for (auto weft_dealt = ::weft::deal<type>(::weft::team_of(array), first, end); \
         weft_dealt.is_left; weft_dealt.leave())                                   \
        for (type counter = weft_dealt.begin(); weft_dealt.holds(counter); weft_dealt.step(counter))
#define WEFT_ALONE(array, ...) \
    ::weft::do_alone(::weft::team_of(array), [&]() WEFT_INLINED -> void { __VA_ARGS__ })

/* Instantiates SYMBOL_td over ns::SYMBOL::weft_body; its dtypes, in parentheses; then the core rank
 * of each operand. */
#define WEFT_DEALT(ns, symbol, dimension_count, dtypes, ...) \
    WEFT_DEALT_KERNEL(ns, symbol, _td, dimension_count, dtypes, __VA_ARGS__)
#define WEFT_DEALT_KERNEL(ns, symbol, suffix, dimension_count, dtypes, ...)                   \
    namespace weft::dtype                                                                     \
    {                                                                                         \
    WEFT_FOR_EACH_LEVEL(WEFT_KERNEL(symbol##suffix, WEFT_GPU_DEAL_THREADS,                    \
                                    ::weft::gufunc_params_of<dimension_count, __VA_ARGS__>) { \
        ::weft::run_dealt<::ns::symbol::weft_body, WEFT_TEAM_LIST dtypes>(                    \
            params, std::integer_sequence<int, __VA_ARGS__>());                               \
    })                                                                                        \
    }
#endif

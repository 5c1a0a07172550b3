/* stream.cuh: kernels of functions that walk along one long axis in order: one thread per item, but the
 * items of a group of 32 threads come together, a window of some elements of each at a time.
 *
 * An array of the body is a view whose elements are looked up in the window. Where one lies behind it,
 * and all threads of the group are there at once, the window moves on; any other element is found where
 * it lies, so that a body may do what it likes. */
#ifndef WEFT_STREAM_CUH
#define WEFT_STREAM_CUH

#include <type_traits>

#include "gufunc.cuh"

namespace weft {

/* Where the elements of one operand of a thread's item are. */
struct stream {
    char *data;        /* in memory */
    int64_t step;      /* bytes, from element to element there */
    int64_t item_step; /* and to the next thread's item */
    int32_t length;    /* elements */
    int32_t first;     /* of them, that the window begins with */
    char *window;      /* the group's */
    char *other;       /* another one, of what is only read */
    uint32_t written;  /* bit k: element k of the window */
    uint32_t size;     /* bytes of an element; 0: the body has no such array */
    bool moves, brought, taken;
    bool ahead; /* the other window has what comes next */

    /* Visits the windows of the group's items, which begin with element `from`:
     * what(turn, element of the window, element in memory). */
    template <class T, class What>
    WEFT_DEVICE_INLINE void visit(char *held, int32_t from, What what)
    {
        const int64_t own = machine::thread_index() % WEFT_GPU_GROUP;
        const uint32_t row = machine::square_row(0), column = machine::square_column(0);
        const int64_t next = machine::square_next(item_step, step);
        char *far = data + (row - own) * item_step + (int64_t)(from + column) * step;
        T *near = reinterpret_cast<T *>(held) + row * WEFT_GPU_WINDOW_PITCH + column;
        WEFT_ROLLED
        for (uint32_t k = 0; k < WEFT_GPU_WINDOW; k += 8)
            WEFT_UNROLL
            for (uint32_t turn = k; turn < k + 8; turn++) {
                what(turn, near, reinterpret_cast<T *>(far));
                near += machine::square_next(WEFT_GPU_WINDOW_PITCH, 1);
                far += next;
            }
    }

    /* Stores what was written to the window. The group comes together. */
    template <class T> WEFT_DEVICE_INLINE void put_back()
    {
        const uint32_t own = written;
        machine::group_barrier();
        if (machine::for_all(own == 0xffffffff))
            visit<T>(window, first, [](uint32_t, T *near, T *far) { *far = *near; });
        else
            visit<T>(window, first, [own](uint32_t turn, T *near, T *far) {
                const uint32_t there = machine::from_row(own, machine::square_row(turn));
                if (there >> machine::square_column(turn) & 1)
                    *far = *near;
            });
        written = 0;
    }

    /* Copies one element to the window, by units that it is aligned to. */
    template <class T> static WEFT_DEVICE_INLINE void bring(T *near, T *far)
    {
        constexpr int unit = alignof(T) > 8 ? 8 : (int)alignof(T);
        if constexpr (unit < 4) {
            *near = *far;
        } else {
            WEFT_UNROLL
            for (int at = 0; at < (int)sizeof(T); at += unit)
                machine::copy_later<unit>(reinterpret_cast<char *>(near) + at,
                                          reinterpret_cast<const char *>(far) + at);
        }
    }

    /* Begins to fill a window from an element on. The group is together. */
    template <class T> WEFT_DEVICE_INLINE void fill(char *held, int32_t from)
    {
        const uint32_t left = (uint32_t)(length - from);
        visit<T>(held, from, [left](uint32_t turn, T *near, T *far) {
            if (machine::square_column(turn) < left)
                bring(near, far);
        });
    }

    /* Moves the window to where it begins with an element. The group comes together. */
    template <class T> WEFT_DEVICE_INLINE void move(int32_t to)
    {
        using element = std::remove_const_t<T>;
        const bool is_here = ahead && to == first + WEFT_GPU_WINDOW;
        if (taken)
            put_back<element>();
        machine::group_barrier();
        brought = brought || to < first; /* again: what was written may be read now */
        first = to;
        if (!brought)
            return;
        if (is_here) {
            char *kept = window;
            window = other;
            other = kept;
        } else {
            fill<element>(window, to);
        }
        machine::wait_for_copies();
        machine::group_barrier();
        ahead = !taken && length - to > WEFT_GPU_WINDOW;
        if (ahead)
            fill<element>(other, to + WEFT_GPU_WINDOW);
    }

    /* Whether the window is to begin with an element: the next one, or the very first again. */
    WEFT_DEVICE_INLINE bool is_next(int32_t to) const
    {
        if (!moves || !machine::is_together())
            return false;
        return machine::for_all(to == first + WEFT_GPU_WINDOW && to < length) ||
               machine::for_all(to == 0 && length > 0);
    }

    template <class T> WEFT_DEVICE_INLINE T *find(int64_t index)
    {
        uint32_t column = (uint32_t)index - (uint32_t)first;
        if (column >= WEFT_GPU_WINDOW) {
            const int32_t to = (int32_t)index & ~(WEFT_GPU_WINDOW - 1);
            if (!is_next(to))
                return reinterpret_cast<T *>(data + index * step);
            move<T>(to);
            column = (uint32_t)index - (uint32_t)to;
        }
        if constexpr (!std::is_const_v<T>)
            written |= (uint32_t)taken << column;
        return reinterpret_cast<T *>(window) +
               machine::thread_index() % WEFT_GPU_GROUP * WEFT_GPU_WINDOW_PITCH + column;
    }
};

namespace views {

/* An array parameter of a body. */
template <class T> struct streamed {
    stream *of;

    WEFT_DEVICE_INLINE T &operator[](ptrdiff_t index) const { return *of->template find<T>(index); }
};

} // namespace views

/* One item whose arrays of one axis are streams. */
template <int n> struct streamed_item : item {
    stream streams[n];

    template <class T, int rank> WEFT_DEVICE_INLINE auto view(int operand)
    {
        if constexpr (rank == 1) {
            streams[operand].size = sizeof(T);
            return views::streamed<T>{&streams[operand]};
        } else {
            return item::view<T, rank>(operand);
        }
    }
};

/* 8 and 16 bytes of any type. */
struct four_words {
    uint32_t words[4];
};
struct two_words {
    uint32_t words[2];
};

/* Stores what is left in the window. */
WEFT_DEVICE_INLINE void put_back_last(stream &last)
{
    if (last.size == 1)
        last.put_back<uint8_t>();
    else if (last.size == 2)
        last.put_back<uint16_t>();
    else if (last.size == 4)
        last.put_back<uint32_t>();
    else if (last.size == 8)
        last.put_back<two_words>();
    else if (last.size == 16)
        last.put_back<four_words>();
}

/* The stream of an operand, from the first element of a thread's item on. */
WEFT_DEVICE_INLINE stream make_stream(const weft_gpu_item_operand &operand, char *data, int64_t step,
                                      char *room, bool is_whole, uint32_t brought, uint32_t taken)
{
    stream made = {};
    made.data = data;
    made.step = step;
    made.item_step = operand.steps[0];
    made.length = (int32_t)operand.length;
    made.window =
        room + operand.room + machine::thread_index() / WEFT_GPU_GROUP * operand.pitch;
    made.other = made.window + operand.pitch / 2;
    made.first = -WEFT_GPU_WINDOW;
    made.moves = is_whole && (brought | taken) != 0;
    made.brought = brought != 0;
    made.taken = taken != 0;
    return made;
}

/* One item per thread, by groups. */
template <class Body, int... core_ranks, class Params, int... i>
WEFT_DEVICE_INLINE void run_streams(const Params &params, std::integer_sequence<int, i...> all)
{
    WEFT_SHARED_ROOM(room);
    constexpr int n = sizeof...(core_ranks);
    const weft_gpu_item_loop &items = params.items;
    const uint32_t own = machine::thread_index();
    const uint32_t index = machine::block_index() * items.threads + own;
    if (index >= items.loop.count)
        return;
    const bool is_whole = index - own % WEFT_GPU_GROUP + WEFT_GPU_GROUP <= items.loop.count;
    char *data[] = {params.operands[i].at.data...};
    move_to(params, index, data, all);
    streamed_item<n> one;
    const int ranks[] = {core_ranks...};
    int step = 0;
    ((one.streams[i] = make_stream(params.operands[i], data[i],
                                   ranks[i] == 1 ? params.core_steps[step] : 0, (char *)room,
                                   is_whole, items.brought >> i & 1, items.taken >> i & 1),
      step += ranks[i]),
     ...);
    call_body<Body, core_ranks...>(params, data, one);
    machine::wait_for_copies();
    ((is_whole && (items.taken >> i & 1) != 0 ? put_back_last(one.streams[i]) : (void)0), ...);
}

/* The kernel's entry. */
template <class Body, int... core_ranks, class Params>
WEFT_DEVICE_INLINE void run_streamed(const Params &params)
{
    run_streams<Body, core_ranks...>(params,
                                     std::make_integer_sequence<int, sizeof...(core_ranks)>());
}

} // namespace weft

/* Instantiates SYMBOL_s over ns::SYMBOL::weft_body; then the core rank of each operand. */
#define WEFT_STREAM(ns, symbol, dimension_count, ...)                       \
    WEFT_STREAM_KERNEL(ns, symbol, _s, dimension_count, __VA_ARGS__)
#define WEFT_STREAM_KERNEL(ns, symbol, suffix, dimension_count, ...)        \
    WEFT_KERNEL(symbol##suffix, WEFT_GPU_ITEM_THREADS,                      \
                ::weft::gufunc_params_of<dimension_count, __VA_ARGS__>)     \
    {                                                                       \
        ::weft::run_streamed<::ns::symbol::weft_body, __VA_ARGS__>(params); \
    }
#endif

/* stream.cuh: kernels of functions that walk along one long axis in order: one thread per item, but
 * the items of a group of 32 threads come together, a window of some elements of each at a time.
 *
 * An array of the body is a view whose elements are looked up in the window. Where one lies behind
 * it, and all threads of the group are there at once, the window moves on; any other element is
 * found where it lies, so that a body may do what it likes. Loops that the generator knows to count
 * from element to element have the windows moved before their rounds, which find their own elements
 * there unasked. */
#ifndef WEFT_STREAM_CUH
#define WEFT_STREAM_CUH

#include <type_traits>

#include "gufunc.cuh"

namespace weft
{

/* Where windows of elements of a type lie: bytes of one, of a group; and whether units of them are
 * wider than elements. */
template <class T> struct window_of {
    static constexpr uint32_t pitch = WEFT_GPU_WINDOW_PITCH(sizeof(T)),
                              unit = WEFT_GPU_WINDOW_UNIT(sizeof(T));
    static constexpr uint32_t bytes = WEFT_GPU_GROUP * pitch;
    static constexpr uint32_t columns = WEFT_GPU_WINDOW * sizeof(T) / unit;
    static constexpr bool has_units = alignof(T) < unit;
    static constexpr bool has_pairs = WEFT_GPU_WINDOW_HAS_PAIRS(sizeof(T));
};

template <int bytes> struct alignas(bytes) window_unit {
    unsigned char held[bytes];
};

/* Visits units U of windows of items, of which a thread's own lies from `data` on in memory, and
 * the group's from `near` on: what(turn, unit in the window, unit in memory). */
template <class U, uint32_t columns, class What>
WEFT_DEVICE_INLINE void visit_windows(char *near, uint32_t pitch, char *data, int64_t item_step,
                                      int64_t step, What what)
{
    const int64_t own = machine::thread_index() % WEFT_GPU_GROUP;
    const uint32_t row = machine::square_row<columns>(0),
                   column = machine::square_column<columns>(0);
    const int64_t next = machine::square_next<columns>(item_step, step);
    const uint32_t next_near = machine::square_next<columns>(pitch, (uint32_t)sizeof(U));
    constexpr uint32_t at_once = columns < 8 ? columns : 8;
    char *far = data + (row - own) * item_step + column * step;
    near += row * pitch + column * sizeof(U);
    WEFT_ROLLED
    for (uint32_t k = 0; k < columns; k += at_once)
        WEFT_UNROLL
    for (uint32_t turn = k; turn < k + at_once; turn++) {
        what(turn, reinterpret_cast<U *>(near), reinterpret_cast<U *>(far));
        near += next_near;
        far += next;
    }
}

/* The same of whole windows in units, from where a thread's first is. */
template <class U, uint32_t columns, class What>
WEFT_DEVICE_INLINE void visit_units(char *near, uint32_t pitch, char *far, int64_t next, What what)
{
    const uint32_t next_near = machine::square_next<columns>(pitch, (uint32_t)sizeof(U));
    WEFT_UNROLL
    for (uint32_t turn = 0; turn < columns; turn++) {
        what(near + turn * next_near, far);
        far += next;
    }
}

/* Copies one element to the window, by units that it is aligned to. */
template <class T> WEFT_DEVICE_INLINE void bring_element(T *near, const T *far)
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

/* Stores one unit of the window. */
template <int unit> WEFT_DEVICE_INLINE void take_unit(const char *near, char *far)
{
    alignas(16) char held[unit];
    machine::load<unit>(held, near);
    machine::store<unit>(far, held);
}

/* Begins to fill a window with the first `left` elements from `data` on. The group is together. */
template <class T>
WEFT_DEVICE_NOINLINE void bring_window(uint32_t room, char *data, int64_t item_step, int64_t step,
                                       uint32_t left, bool is_wide)
{
    using window = window_of<T>;
    WEFT_SHARED_ROOM(all);
    char *near = (char *)all + room;
    if constexpr (window::has_units)
        if (is_wide && left >= WEFT_GPU_WINDOW) {
            visit_windows<window_unit<window::unit>, window::columns>(
                near, window::pitch, data, item_step, window::unit,
                [](uint32_t, auto *near, auto *far)
                    WEFT_INLINED { machine::copy_later<window::unit>(near, (const char *)far); });
            return;
        }
    visit_windows<T, WEFT_GPU_WINDOW>(near, window::pitch, data, item_step, step,
                                      [left](uint32_t turn, T *near, T *far) WEFT_INLINED {
                                          if (machine::square_column<WEFT_GPU_WINDOW>(turn) < left)
                                              bring_element(near, far);
                                      });
}

/* Stores what was written to a window: bit k: to this thread's element k. The group is together. */
template <class T>
WEFT_DEVICE_NOINLINE void take_window(uint32_t room, char *data, int64_t item_step, int64_t step,
                                      uint32_t written, bool is_wide)
{
    using window = window_of<T>;
    WEFT_SHARED_ROOM(all);
    char *near = (char *)all + room;
    if (machine::for_all(written == 0xffffffff)) {
        if constexpr (window::has_units)
            if (is_wide) {
                visit_windows<window_unit<window::unit>, window::columns>(
                    near, window::pitch, data, item_step, window::unit,
                    [](uint32_t, auto *near, auto *far)
                        WEFT_INLINED { take_unit<window::unit>((const char *)near, (char *)far); });
                return;
            }
        visit_windows<T, WEFT_GPU_WINDOW>(near, window::pitch, data, item_step, step,
                                          [](uint32_t, T *near, T *far)
                                              WEFT_INLINED { *far = *near; });
        return;
    }
    visit_windows<T, WEFT_GPU_WINDOW>(
        near, window::pitch, data, item_step, step,
        [written](uint32_t turn, T *near, T *far) WEFT_INLINED {
            const uint32_t there =
                machine::from_row(written, machine::square_row<WEFT_GPU_WINDOW>(turn));
            if (there >> machine::square_column<WEFT_GPU_WINDOW>(turn) & 1)
                *far = *near;
        });
}

/* Waits for all copies but those of the last batches. */
WEFT_DEVICE_INLINE void wait_but(uint32_t batches)
{
    if (batches >= 7)
        machine::wait_for_copies<7>();
    else if (batches == 3)
        machine::wait_for_copies<3>();
    else if (batches == 1)
        machine::wait_for_copies<1>();
    else
        machine::wait_for_copies();
}

/* Where the elements of one operand of a thread's item are. */
struct stream {
    char *data;        /* in memory */
    int64_t step;      /* bytes, from element to element there */
    int64_t item_step; /* and to the next thread's item */
    int32_t length;    /* elements */
    int32_t first;     /* of them, that the window begins with */
    uint32_t room;     /* bytes of shared memory before the group's windows */
    uint32_t place;    /* from there to the window */
    uint32_t own;      /* bytes of shared memory before the thread's elements of the window */
    uint32_t ahead;    /* further windows, which have what comes next */
    uint32_t written;  /* bit k: element k of the window */
    uint32_t fresh;    /* bit k: what the round of slot k wrote to */
    char *far;         /* in steps: this thread's first unit of the window, in memory */
    int64_t next;      /* and from there to its next */
    uint32_t near;     /* and bytes of shared memory before it, but for the window's place */
    uint32_t size;     /* bytes of an element; 0: the body has no such array */
    bool moves, brought, taken;
    bool is_wide;   /* items lie at multiples of units */
    bool is_held;   /* the windows have what comes next */
    bool is_beyond; /* of an output: elements behind the window were asked for */
    bool stays;     /* rounds of a walk have their elements in the window */
    bool pairs;     /* there are two windows of an output, which are stored together */
    bool waits;     /* the one before the window is still to be stored, whole */

    /* Where the thread's elements of the window are. */
    template <class T> WEFT_DEVICE_INLINE T *row() const
    {
        WEFT_SHARED_ROOM(all);
        return reinterpret_cast<T *>((char *)all + own);
    }

    template <class T> WEFT_DEVICE_INLINE T *element(int64_t index) const
    {
        return reinterpret_cast<T *>(data + index * step);
    }

    /* Before windows that follow step by step. */
    template <class T> WEFT_DEVICE_INLINE void begin_steps()
    {
        using window = window_of<T>;
        constexpr uint32_t columns = window::columns;
        const int64_t self = machine::thread_index() % WEFT_GPU_GROUP;
        const uint32_t row = machine::square_row<columns>(0),
                       column = machine::square_column<columns>(0);
        next = machine::square_next<columns>(item_step, (int64_t)window::unit);
        far = data + (int64_t)first * step + (row - self) * item_step + column * window::unit;
        near = room + row * window::pitch + column * window::unit;
    }

    /* Stores the window and the one before it, both whole, by rows of both. The group is together.
     */
    template <class T> WEFT_DEVICE_INLINE void take_pair()
    {
        using window = window_of<T>;
        constexpr uint32_t columns = window::columns, both = 2 * columns;
        WEFT_SHARED_ROOM(all);
        const int64_t self = machine::thread_index() % WEFT_GPU_GROUP;
        const uint32_t row = machine::square_row<both>(0), column = machine::square_column<both>(0);
        char *to = data + (int64_t)(first - WEFT_GPU_WINDOW) * step + (row - self) * item_step +
                   column * window::unit;
        WEFT_UNROLL
        for (uint32_t turn = 0; turn < both; turn++) {
            const uint32_t at = machine::square_column<both>(turn);
            take_unit<window::unit>((char *)all + room + at / columns * window::bytes +
                                        machine::square_row<both>(turn) * window::pitch +
                                        at % columns * window::unit,
                                    to);
            to += machine::square_next<both>(item_step, (int64_t)window::unit);
        }
    }

    /* Stores the window before this one. */
    template <class T> WEFT_DEVICE_INLINE void take_waiting()
    {
        take_window<T>(room, data + (int64_t)(first - WEFT_GPU_WINDOW) * step, item_step, step,
                       0xffffffff, is_wide);
    }

    /* Stores the window behind a walk's round, if it is not to wait for the next one; only where
     * rounds ask for their own elements alone there are two. The group is together. */
    template <class T> WEFT_DEVICE_INLINE void take_next()
    {
        using window = window_of<T>;
        WEFT_SHARED_ROOM(all);
        const bool is_whole = is_wide && machine::for_all(written == 0xffffffff);
        if constexpr (window::has_pairs)
            if (waits) {
                waits = false;
                if (is_whole) {
                    take_pair<T>();
                    return;
                }
                take_waiting<T>();
            } else if (pairs && is_whole && !brought && place == 0 &&
                       length - first >= 2 * WEFT_GPU_WINDOW) {
                waits = true;
                return;
            }
        if (is_whole)
            visit_units<window_unit<window::unit>, window::columns>(
                (char *)all + (near + place), window::pitch, far, next,
                [](char *near, char *far) WEFT_INLINED { take_unit<window::unit>(near, far); });
        else
            take_window<T>(room + place, data + (int64_t)first * step, item_step, step, written,
                           is_wide);
    }

    /* Behind a walk's last round, from where on elements may be looked for in memory. The group is
     * together. */
    template <class T> WEFT_DEVICE_INLINE void end_steps()
    {
        if constexpr (window_of<T>::has_pairs)
            if (waits) {
                machine::group_barrier();
                take_next<T>();
                written = 0;
                machine::group_barrier();
            }
    }

    /* Stores the window, and begins to fill the one behind those that are there or on their way.
     * The group is together, what it wrote is to be seen, and the next window is there when the
     * copies of all arrays are. */
    template <class T, bool is_input> WEFT_DEVICE_INLINE void step_on()
    {
        using window = window_of<T>;
        WEFT_SHARED_ROOM(all);
        char *const from = (char *)all + (near + place);
        if (!is_input && taken) {
            take_next<T>();
            written = 0;
            if (brought)
                machine::group_barrier(); /* before copies come to where this was read */
        }
        if (brought) {
            const int32_t behind = first + (int32_t)(ahead + 1) * WEFT_GPU_WINDOW;
            char *const far_behind = far + (ahead + 1) * (WEFT_GPU_WINDOW * (uint32_t)sizeof(T));
            if (is_wide && length - behind >= WEFT_GPU_WINDOW &&
                ahead > 1) /* soon enough, before the cache has lost it */
                visit_units<window_unit<window::unit>, window::columns>(
                    from, window::pitch, far_behind, next, [](char *near, char *far) WEFT_INLINED {
                        machine::copy_on_later<window::unit>(near, far);
                    });
            else if (is_wide && length - behind >= WEFT_GPU_WINDOW)
                visit_units<window_unit<window::unit>, window::columns>(
                    from, window::pitch, far_behind, next, [](char *near, char *far) WEFT_INLINED {
                        machine::copy_later<window::unit>(near, far);
                    });
            else if (behind < length)
                bring_window<T>(room + place, data + (int64_t)behind * step, item_step, step,
                                (uint32_t)(length - behind), is_wide);
        }
        far += WEFT_GPU_WINDOW * sizeof(T);
        first += WEFT_GPU_WINDOW;
        own -= place;
        place = !is_input && waits ? window::bytes : place_of<T>(first);
        own += place;
    }

    /* Stores what was written to the window. The group comes together. */
    template <class T> WEFT_DEVICE_INLINE void put_back()
    {
        machine::group_barrier();
        take_window<T>(room + place, data + (int64_t)first * step, item_step, step, written,
                       is_wide);
        written = 0;
    }

    /* Begins to fill the window that begins with an element, if there are any. The group is
     * together. */
    template <class T> WEFT_DEVICE_INLINE void fill(int32_t from)
    {
        if (from < length)
            bring_window<T>(room + place_of<T>(from), data + (int64_t)from * step, item_step, step,
                            (uint32_t)(length - from), is_wide);
        machine::end_copies();
    }

    template <class T> WEFT_DEVICE_INLINE uint32_t place_of(int32_t from) const
    {
        return ((uint32_t)from / WEFT_GPU_WINDOW & ahead) * window_of<T>::bytes;
    }

    /* Moves the window to where it begins with an element. The group comes together. */
    template <class T> WEFT_DEVICE_INLINE void move(int32_t to)
    {
        using plain = std::remove_const_t<T>;
        const bool is_here = is_held && to == first + WEFT_GPU_WINDOW;
        if (taken)
            put_back<plain>();
        machine::group_barrier();
        brought = brought || to < first ||
                  !machine::for_all(!is_beyond); /* what was written may be read now */
        first = to;
        place = place_of<plain>(to);
        own = room + place + machine::thread_index() % WEFT_GPU_GROUP * window_of<plain>::pitch;
        if (!brought)
            return;
        if (!is_here)
            machine::wait_for_copies(); /* none of those comes behind what follows */
        for (uint32_t k = is_here ? ahead : 0; k <= ahead; k++)
            fill<plain>(to + (int32_t)k * WEFT_GPU_WINDOW);
        is_held = ahead > 0;
        wait_but(ahead);
        machine::group_barrier();
    }

    /* Whether the window is to begin with an element: the next one, or the very first again. */
    WEFT_DEVICE_INLINE bool is_next(int32_t to) const
    {
        if (!moves || stays || !machine::is_together())
            return false;
        return machine::for_all(to == first + WEFT_GPU_WINDOW && to < length) ||
               machine::for_all(to == 0 && length > 0);
    }

    template <class T> WEFT_DEVICE_INLINE T *find(int64_t index)
    {
        uint32_t column = (uint32_t)index - (uint32_t)first;
        if (column >= WEFT_GPU_WINDOW) {
            const int32_t to = (int32_t)index & ~(WEFT_GPU_WINDOW - 1);
            if (!is_next(to)) {
                if constexpr (!std::is_const_v<T>)
                    is_beyond = is_beyond || index > first;
                return element<T>(index);
            }
            move<T>(to);
            column = (uint32_t)index - (uint32_t)to;
        }
        if constexpr (!std::is_const_v<T>)
            written |= (uint32_t)taken << column;
        return row<T>() + column;
    }

    /* Whether the window begins with an element that a walk has come to; moves it there where that
     * can be. */
    template <class T> WEFT_DEVICE_INLINE bool begins(int32_t to)
    {
        if (!moves)
            return false;
        if (first == to)
            return true;
        if (!is_next(to))
            return false;
        move<T>(to);
        return true;
    }
};

/* Rounds of a walk that are made at once, none of which asks where its own elements are. */
enum { STREAM_ROUNDS = 16 };

/* The round of a walk that a thread is in. */
struct stream_round {
    bool in_round;   /* of those that are made at once: */
    ptrdiff_t index; /* of the element */
    int slot;        /* of the rounds that are made at once */
    uint32_t column; /* the window's, of the first of them */
};

/* The elements of an input for rounds that are made at once. They lie apart from what finds them,
 * or a compiler would not see that they may be registers. */
struct stream_registers {
    alignas(16) unsigned char bytes[STREAM_ROUNDS * 16];
};

namespace views
{

/* An array parameter of a body. */
template <class T> struct streamed {
    stream *of;
    stream_round *round;
    bool there; /* the window has the elements of the rounds that are made at once */

    WEFT_DEVICE_INLINE T &operator[](ptrdiff_t index) const
    {
        if (there && round->in_round && round->index == index) {
            of->fresh |= 1u << round->slot;
            return of->template row<T>()[round->column + round->slot];
        }
        return *of->template find<T>(index);
    }
};

template <class T> struct streamed<const T> {
    stream *of;
    stream_round *round;
    T *held;
    bool there; /* and so do the registers */

    WEFT_DEVICE_INLINE T operator[](ptrdiff_t index) const
    {
        if (there && round->in_round && round->index == index)
            return held[round->slot];
        return *of->template find<const T>(index);
    }
};

} // namespace views

/* One item whose arrays of one axis are streams. */
template <int n> struct streamed_item : item {
    stream streams[n];
    stream_round round;
    stream_registers *held; /* per operand */

    template <class T, int rank> WEFT_DEVICE_INLINE auto view(int operand)
    {
        if constexpr (rank != 1) {
            return item::view<T, rank>(operand);
        } else {
            stream &of = streams[operand];
            of.size = sizeof(T);
            of.is_wide = ((uintptr_t)of.data | (uintptr_t)of.item_step) % window_of<T>::unit == 0;
            if constexpr (std::is_const_v<T>)
                return views::streamed<T>{
                    &of, &round, reinterpret_cast<std::remove_const_t<T> *>(held[operand].bytes)};
            else
                return views::streamed<T>{&of, &round};
        }
    }
};

/* ---- walks in order: see team.cuh ---- */

template <class T> WEFT_DEVICE_INLINE stream_round *team_of(const views::streamed<T> &array)
{
    return array.round;
}

/* Whether the elements of rounds from k on can be there: inputs without a window are brought from
 * memory. */
template <class T> WEFT_DEVICE_INLINE bool begins(const views::streamed<T> &array, int64_t k)
{
    return (std::is_const_v<T> && !array.of->moves) || array.of->template begins<T>((int32_t)k);
}

/* Brings a thread's elements for the rounds from k on, which begin with a window's column. */
template <class T> WEFT_DEVICE_INLINE void hold(views::streamed<T> &array, int64_t, uint32_t)
{
    array.there = true;
}
template <class T>
WEFT_DEVICE_INLINE void hold(views::streamed<const T> &array, int64_t k, uint32_t column)
{
    array.there = true;
    if (array.of->moves) {
        constexpr uint32_t unit = window_of<T>::unit;
        const char *from =
            reinterpret_cast<const char *>(array.of->template row<const T>() + column);
        WEFT_UNROLL
        for (uint32_t at = 0; at < STREAM_ROUNDS * sizeof(T); at += unit)
            machine::load<unit>(reinterpret_cast<char *>(array.held) + at, from + at);
    } else {
        WEFT_UNROLL
        for (int slot = 0; slot < STREAM_ROUNDS; slot++)
            array.held[slot] = *array.of->template element<const T>(k + slot);
    }
}

template <class Counter, class Round, int... slot>
WEFT_DEVICE_INLINE void run_rounds(stream_round &of, int64_t k, Round &round,
                                   std::integer_sequence<int, slot...>)
{
    of.in_round = true;
    ((of.index = (ptrdiff_t)(Counter)(k + slot), of.slot = slot, round((Counter)(k + slot))), ...);
    of.in_round = false;
}

/* How many of windows that are to follow an array has; and the batches of copies that are on their
 * way to them. */
template <class T>
WEFT_DEVICE_INLINE uint32_t begin_steps(views::streamed<T> &array, uint32_t more, uint32_t &batches)
{
    stream &of = *array.of;
    if (!of.moves)
        return more;
    of.template begin_steps<std::remove_const_t<T>>();
    if (of.brought && of.ahead < batches)
        batches = of.ahead;
    const uint32_t left = (uint32_t)(of.length - of.first) / WEFT_GPU_WINDOW;
    return left > more ? more : left > 0 ? left - 1 : 0;
}

template <class T> WEFT_DEVICE_INLINE void step_on(views::streamed<T> &array)
{
    if (array.of->moves)
        array.of->template step_on<std::remove_const_t<T>, std::is_const_v<T>>();
}

template <class T> WEFT_DEVICE_INLINE void end_steps(views::streamed<T> &array)
{
    if constexpr (!std::is_const_v<T>)
        array.of->template end_steps<T>();
    array.there = array.of->stays = false;
}

/* The rounds of a window from k on. */
template <class Counter, class Each, class Round>
WEFT_DEVICE_INLINE void run_window(stream_round &of, const Each &each, int64_t k, Round &round)
{
    WEFT_ROLLED
    for (uint32_t column = 0; column < WEFT_GPU_WINDOW; column += STREAM_ROUNDS) {
        of.column = column;
        each([&](auto &array) WEFT_INLINED {
            array.of->fresh = 0;
            hold(array, k + column, column);
        });
        run_rounds<Counter>(of, k + column, round,
                            std::make_integer_sequence<int, STREAM_ROUNDS>());
        each([&](auto &array) WEFT_INLINED { array.of->written |= array.of->fresh << column; });
    }
}

/* All rounds in order. Where the elements of a window's rounds are there, these ask for none; and
 * further windows that all of a group have whole follow without a question, but whether an output
 * was written ahead of them. */
template <class Counter, class Each, class Round, class... Values>
WEFT_DEVICE_INLINE void run_walk(stream_round *of, const Each &each, int64_t first, int64_t end,
                                 Round round, Values...)
{
    int64_t k = first;
    WEFT_ROLLED
    while (k < end) {
        bool is_there = k % WEFT_GPU_WINDOW == 0 && end - k >= WEFT_GPU_WINDOW;
        if (is_there)
            each([&](auto &array) WEFT_INLINED { is_there = begins(array, k) && is_there; });
        if (!is_there) {
            round((Counter)k++);
            continue;
        }
        uint32_t more = 0, batches = 7;
        if (machine::is_together()) {
            more = (uint32_t)((end - k) / WEFT_GPU_WINDOW) - 1;
            each([&](auto &array) WEFT_INLINED { more = begin_steps(array, more, batches); });
            more = machine::least(more);
        }
        each([](auto &array) WEFT_INLINED { array.of->stays = true; });
        WEFT_ROLLED
        for (;; more--) {
            run_window<Counter>(*of, each, k, round);
            k += WEFT_GPU_WINDOW;
            bool is_beyond = false;
            each([&](auto &array) WEFT_INLINED {
                is_beyond = is_beyond || (array.of->is_beyond && !array.of->brought);
            });
            if (more == 0 || !machine::for_all(!is_beyond))
                break;
            machine::group_barrier();
            each([](auto &array) WEFT_INLINED { step_on(array); });
            machine::end_copies();
            wait_but(batches);
            machine::group_barrier();
        }
        each([](auto &array) WEFT_INLINED { end_steps(array); });
    }
}

/* ---- the kernel ---- */

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
WEFT_DEVICE_INLINE stream make_stream(const weft_gpu_item_operand &operand, char *data,
                                      int64_t step, bool is_whole, uint32_t brought, uint32_t taken)
{
    stream made = {};
    made.data = data;
    made.step = step;
    made.item_step = operand.steps[0];
    made.length = (int32_t)operand.length;
    made.room = operand.room + machine::thread_index() / WEFT_GPU_GROUP * operand.pitch;
    made.ahead = taken ? 0 : operand.windows - 1;
    made.pairs = taken && operand.windows > 1;
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
    constexpr int n = sizeof...(core_ranks);
    const weft_gpu_item_loop &items = params.items;
    const uint32_t own = machine::thread_index();
    const uint32_t index = machine::block_index() * items.threads + own;
    if (index >= items.loop.count)
        return;
    const bool is_whole = index - own % WEFT_GPU_GROUP + WEFT_GPU_GROUP <= items.loop.count;
    char *data[] = {params.operands[i].at.data...};
    move_to(params, index, data, all);
    stream_registers held[n];
    streamed_item<n> one;
    const int ranks[] = {core_ranks...};
    int step = 0;
    one.held = held;
    one.round = {};
    ((one.streams[i] =
          make_stream(params.operands[i], data[i], ranks[i] == 1 ? params.core_steps[step] : 0,
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
#define WEFT_STREAM(ns, symbol, dimension_count, ...) \
    WEFT_STREAM_KERNEL(ns, symbol, _s, dimension_count, __VA_ARGS__)
#define WEFT_STREAM_KERNEL(ns, symbol, suffix, dimension_count, ...)                          \
    WEFT_FOR_EACH_LEVEL(WEFT_KERNEL(symbol##suffix, WEFT_GPU_ITEM_THREADS,                    \
                                    ::weft::gufunc_params_of<dimension_count, __VA_ARGS__>) { \
        ::weft::run_streamed<::ns::symbol::weft_body, __VA_ARGS__>(params);                   \
    })
#endif

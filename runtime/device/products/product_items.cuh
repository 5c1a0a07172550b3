/* product_items.cuh: products of small items: a block stages those of its tasks whole, or some k of
 * them at a time, and each of its threads computes a tile in registers. */
#ifndef WEFT_PRODUCT_ITEMS_CUH
#define WEFT_PRODUCT_ITEMS_CUH

#include "product.cuh"

namespace weft::product
{

/* Copies an element to shared memory, later where that can be. */
template <class E> WEFT_DEVICE_INLINE void copy_element(E *to, const char *from)
{
    if constexpr (alignof(E) < 4)
        *to = *reinterpret_cast<const E *>(from);
    else
        WEFT_UNROLL
    for (int part = 0; part < (int)sizeof(E); part += (int)alignof(E))
        machine::copy_later<alignof(E)>((char *)to + part, from + part);
}

/* Elements that lie as one, `count` of them; if they are wide, at a multiple of 16 bytes. */
template <class E>
WEFT_DEVICE_INLINE void stage_flat(E *to, const char *from, uint32_t count, bool is_wide,
                                   uint32_t threads, uint64_t *arrived)
{
    constexpr uint32_t unit = unit_length<E>;
    const uint32_t whole = is_wide ? count / unit * unit : 0;
    machine::copy_block_later(to, from, whole * (uint32_t)sizeof(E), threads, arrived);
    for (uint32_t at = whole + machine::thread_index(); at < count; at += threads)
        copy_element(to + at, from + (size_t)at * sizeof(E));
}

/* One factor of `count` tasks from `first` on, k from k0 on. */
template <class E, bool is_a>
WEFT_DEVICE_INLINE void stage(const weft_gpu_product &p, const weft_gpu_factor &f, E *to,
                              uint32_t first, uint32_t count, uint32_t k0, uint32_t depth,
                              uint64_t *arrived)
{
    constexpr uint32_t unit = unit_length<E>;
    if (depth == 0) /* what has no elements may lie nowhere */
        return;
    if (f.shared)
        count = 1;
    if (f.flat) {
        const int64_t begin = f.shared ? 0 : (int64_t)first * f.operand.steps[0];
        stage_flat(to, f.operand.at.data + begin, count * f.item_room, f.wide, p.threads, arrived);
        return;
    }
    const uint32_t total = count * f.rows.extent * f.elements.extent;
    for (uint32_t at = machine::thread_index(); at < total; at += p.threads) {
        uint32_t element = at, row, task;
        if (f.across) {
            row = at;
            element = divide(row, f.rows);
            task = divide(element, f.elements);
        } else {
            row = divide(element, f.elements);
            task = divide(row, f.rows);
        }
        const place here = find_place(p, f.shared ? 0 : first + task);
        if (f.wide)
            element *= unit;
        const uint32_t row0 = is_a ? here.row : k0, element0 = is_a ? k0 : here.column;
        if (row >= (is_a ? p.m - here.row : depth) || element >= (is_a ? depth : p.n - here.column))
            continue;
        const char *from = f.operand.at.data + (is_a ? here.a : here.b) +
                           (int64_t)(row0 + row) * f.row_step +
                           (int64_t)(element0 + element) * f.element_step;
        E *target = to + task * f.item_room + row * f.pitch + element;
        if (f.wide)
            machine::copy_later<16>(target, from);
        else if (f.conjugate)
            *target = conjugated(*reinterpret_cast<const E *>(from));
        else
            copy_element(target, from);
    }
}

/* `unit` elements of shared memory, at a multiple of their bytes. */
template <class E, int unit> WEFT_DEVICE_INLINE void fetch(E *to, const E *from)
{
    machine::load<unit * sizeof(E)>(to, (const char *)from);
}

/* A thread's tile of staged factors: its first row of A and group of UNIT columns of B, and how far
 * the next ones and the next k of B are. Rows and columns beyond the task's are read, too, and go
 * nowhere. */
template <class E> struct tile_source {
    const E *a, *b;
    uint32_t row_step, column_step, pitch;
};

/* Adds the products of UNIT staged k. */
template <class T, int ROWS, int COLUMNS, int UNIT>
WEFT_DEVICE_INLINE void add_unit(typename T::number (&sums)[ROWS][COLUMNS],
                                 const tile_source<typename T::element> &from,
                                 const typename T::element *a, const typename T::element *b)
{
    using element = typename T::element;
    alignas(16) element left[ROWS][UNIT];
    WEFT_UNROLL
    for (uint32_t r = 0; r < ROWS; r++)
        fetch<element, UNIT>(left[r], a + r * from.row_step);
    WEFT_UNROLL
    for (uint32_t q = 0; q < UNIT; q++) {
        alignas(16) element right[COLUMNS];
        WEFT_UNROLL
        for (uint32_t c = 0; c < COLUMNS / UNIT; c++)
            fetch<element, UNIT>(right + c * UNIT, b + q * from.pitch + c * from.column_step);
        WEFT_UNROLL
        for (int r = 0; r < ROWS; r++)
            WEFT_UNROLL
        for (int c = 0; c < COLUMNS; c++)
            T::add(sums[r][c], left[r][q], right[c]);
    }
}

/* A block has no more wide tiles of so many sums than threads. */
template <int ROWS, int COLUMNS> inline constexpr bool is_large_tile = ROWS *COLUMNS >= 16;

/* The same of all staged k. Of wide tiles some units are made at once, so that what comes next is
 * fetched meanwhile. */
template <class T, int ROWS, int COLUMNS, int UNIT>
WEFT_DEVICE_INLINE void add_products(typename T::number (&sums)[ROWS][COLUMNS],
                                     const tile_source<typename T::element> &from, uint32_t depth)
{
    constexpr uint32_t AT_ONCE = UNIT > 1 && is_large_tile<ROWS, COLUMNS> ? 4 : 1;
    const typename T::element *a = from.a, *b = from.b;
    uint32_t k = depth;
    if constexpr (AT_ONCE > 1) {
        WEFT_ROLLED
        for (; k >= AT_ONCE * UNIT; k -= AT_ONCE * UNIT)
            WEFT_UNROLL
        for (uint32_t unit = 0; unit < AT_ONCE; unit++, a += UNIT, b += UNIT * from.pitch)
            add_unit<T, ROWS, COLUMNS, UNIT>(sums, from, a, b);
        WEFT_ROLLED
        for (; k > 0; k -= UNIT, a += UNIT, b += UNIT * from.pitch)
            add_unit<T, ROWS, COLUMNS, UNIT>(sums, from, a, b);
    } else {
        for (; k > 0; k -= UNIT, a += UNIT, b += UNIT * from.pitch)
            add_unit<T, ROWS, COLUMNS, UNIT>(sums, from, a, b);
    }
}

/* Writes `UNIT` elements of a row of C, which lie as one. */
template <class T, int UNIT>
WEFT_DEVICE_INLINE void put_unit(char *to, const typename T::number *sums)
{
    using element = typename T::element;
    alignas(16) element held[UNIT];
    WEFT_UNROLL
    for (int e = 0; e < UNIT; e++)
        held[e] = (element)sums[e];
    machine::store<UNIT * sizeof(element)>(to, held);
}

/* Where the tiles of a task are in C: the first element, and how many rows and columns there are.
 */
struct tile_target {
    char *first;
    uint32_t rows, columns;
};

WEFT_DEVICE_INLINE tile_target locate(const weft_gpu_product &p, const place &here)
{
    return {p.c.at.data + here.c + (int64_t)here.row * p.c_row_step +
                (int64_t)here.column * p.c_element_step,
            least(p.rows, p.m - here.row), least(p.columns, p.n - here.column)};
}

WEFT_DEVICE_INLINE tile_target find_target(const weft_gpu_product &p, uint32_t task)
{
    return locate(p, find_place(p, task));
}

/* Starts a tile's sums at what C holds. */
template <class T, int ROWS, int COLUMNS, int UNIT>
WEFT_DEVICE_INLINE void begin(const weft_gpu_product &p, uint32_t task, uint32_t ti, uint32_t tj,
                              typename T::number (&sums)[ROWS][COLUMNS])
{
    const tile_target c = find_target(p, task);
    const uint32_t TJ = p.tile_columns.extent, TI = (p.rows + ROWS - 1) / ROWS;
    WEFT_UNROLL
    for (int r = 0; r < ROWS; r++)
        WEFT_UNROLL
    for (int q = 0; q < COLUMNS; q++) {
        const uint32_t i = ti + r * TI, j = (q / UNIT * TJ + tj) * UNIT + q % UNIT;
        if (i < c.rows && j < c.columns)
            sums[r][q] = *reinterpret_cast<const typename T::element *>(
                c.first + (int64_t)i * p.c_row_step + (int64_t)j * p.c_element_step);
    }
}

/* Writes a tile, whole units where they lie as one. */
template <class T, int ROWS, int COLUMNS, int UNIT>
WEFT_DEVICE_INLINE void put_tile(const weft_gpu_product &p, uint32_t task, uint32_t ti, uint32_t tj,
                                 const typename T::number (&sums)[ROWS][COLUMNS])
{
    using element = typename T::element;
    const tile_target c = find_target(p, task);
    const uint32_t TJ = p.tile_columns.extent, TI = (p.rows + ROWS - 1) / ROWS;
    char *row = c.first + (int64_t)ti * p.c_row_step + (int64_t)(tj * UNIT) * p.c_element_step;
    const int64_t next_row = (int64_t)TI * p.c_row_step;
    if (UNIT > 1 && p.c_wide && p.n % UNIT == 0) {
        WEFT_UNROLL
        for (int r = 0; r < ROWS; r++, row += next_row)
            WEFT_UNROLL
        for (int q = 0; q < COLUMNS; q += UNIT)
            if (ti + r * TI < c.rows && q * TJ + tj * UNIT < c.columns)
                put_unit<T, UNIT>(row + q * TJ * (uint32_t)sizeof(element), &sums[r][q]);
        return;
    }
    WEFT_UNROLL
    for (int r = 0; r < ROWS; r++, row += next_row)
        WEFT_UNROLL
    for (int q = 0; q < COLUMNS; q++) {
        const uint32_t next = q / UNIT * UNIT * TJ + q % UNIT;
        if (ti + r * TI < c.rows && next + tj * UNIT < c.columns)
            *reinterpret_cast<element *>(row + (int64_t)next * p.c_element_step) =
                (element)sums[r][q];
    }
}

/* Where B is staged behind A of so many items: at a whole line. */
template <class E> WEFT_DEVICE_INLINE E *find_b(E *a, uint32_t items, uint32_t item_room)
{
    constexpr uint32_t LINE = WEFT_PRODUCT_LINE / sizeof(E);
    return a + (items * item_room + LINE - 1) / LINE * LINE;
}

/* Whole items, as products.h says, by wide tiles. What a thread can find without them goes before
 * the wait. */
template <class T, int ROWS, int COLUMNS>
WEFT_DEVICE_INLINE void run_whole_items(const weft_gpu_product &p, void *room)
{
    using element = typename T::element;
    constexpr uint32_t UNIT = unit_length<element>;
    const uint32_t first = machine::block_index() * p.tasks;
    const uint32_t count = least(p.tasks, p.loop.count - first);
    element *const a = (element *)room, *const b = find_b(a, p.tasks, p.a.item_room);
    WEFT_SHARED(uint64_t, arrived, 1);
    machine::begin_block_copies(arrived);
    machine::copy_block_later(a, p.a.operand.at.data + (int64_t)first * p.a.operand.steps[0],
                              count * p.a.item_room * (uint32_t)sizeof(element), p.threads,
                              arrived);
    machine::copy_block_later(b, p.b.operand.at.data + (int64_t)first * p.b.operand.steps[0],
                              count * p.b.item_room * (uint32_t)sizeof(element), p.threads,
                              arrived);
    const uint32_t TJ = p.tile_columns.extent, TI = (p.m + ROWS - 1) / ROWS;
    const int64_t next_row = (int64_t)TI * p.c_row_step;
    bool is_waiting = true;
    for (uint32_t t = machine::thread_index();; t += p.threads) {
        uint32_t tile = t;
        const uint32_t task = divide(tile, p.tiles);
        const uint32_t ti = divide(tile, p.tile_columns), tj = tile;
        const tile_source<element> from = {a + task * p.a.item_room + ti * p.k,
                                           b + task * p.b.item_room + tj * UNIT, TI * p.k,
                                           TJ * UNIT, p.n};
        char *row = p.c.at.data + (int64_t)(first + task) * p.c.steps[0] +
                    (int64_t)ti * p.c_row_step + tj * 16;
        typename T::number sums[ROWS][COLUMNS];
        WEFT_UNROLL
        for (int r = 0; r < ROWS; r++)
            WEFT_UNROLL
        for (int q = 0; q < COLUMNS; q++)
            sums[r][q] = {};
        if (is_waiting)
            machine::wait_for_block_copies(arrived);
        is_waiting = false;
        if (task >= count)
            return;
        add_products<T, ROWS, COLUMNS, UNIT>(sums, from, p.k);
        WEFT_UNROLL
        for (int r = 0; r < ROWS; r++, row += next_row)
            WEFT_UNROLL
        for (int q = 0; q < COLUMNS; q += UNIT)
            if (ti + r * TI < p.m && q * TJ + tj * UNIT < p.n)
                put_unit<T, UNIT>(row + q * TJ * (uint32_t)sizeof(element), &sums[r][q]);
        if (is_large_tile<ROWS, COLUMNS>)
            return;
    }
}

/* Rows of a tile are ti, ti + TI, …; its columns units of UNIT that lie TJ units apart. */
template <class T, int ROWS, int COLUMNS, bool is_wide>
WEFT_DEVICE_INLINE void run_items(const weft_gpu_product &p, void *room)
{
    using element = typename T::element;
    constexpr int UNIT = is_wide ? unit_length<element> : 1;
    const uint32_t first = machine::block_index() * p.tasks;
    const uint32_t count = least(p.tasks, p.loop.count - first);
    element *a = (element *)room, *b = find_b(a, p.a.shared ? 1 : p.tasks, p.a.item_room);
    WEFT_SHARED(uint64_t, arrived, 1);
    typename T::number sums[ROWS][COLUMNS];
    machine::begin_block_copies(arrived);
    for (uint32_t k0 = 0;; k0 += p.depth) {
        const uint32_t depth = least(p.depth, p.k - k0);
        const bool is_last = depth == p.k - k0;
        stage<element, true>(p, p.a, a, first, count, k0, depth, arrived);
        stage<element, false>(p, p.b, b, first, count, k0, depth, arrived);
        if (k0 == 0) { /* whole factors are there at once */
            machine::wait_for_block_copies(arrived);
        } else {
            machine::wait_for_copies();
            machine::barrier();
        }
        for (uint32_t t = machine::thread_index(); t < count * p.tiles.extent; t += p.threads) {
            uint32_t tile = t;
            const uint32_t task = divide(tile, p.tiles);
            const uint32_t ti = divide(tile, p.tile_columns), tj = tile;
            const uint32_t TJ = p.tile_columns.extent;
            const uint32_t TI = (p.rows + ROWS - 1) / ROWS;
            const tile_source<element> from = {
                a + (p.a.shared ? 0 : task * p.a.item_room) + ti * p.a.pitch,
                b + (p.b.shared ? 0 : task * p.b.item_room) + tj * UNIT, TI * p.a.pitch, TJ * UNIT,
                p.b.pitch};
            if (k0 == 0) {
                WEFT_UNROLL
                for (int r = 0; r < ROWS; r++)
                    WEFT_UNROLL
                for (int c = 0; c < COLUMNS; c++)
                    sums[r][c] = {};
                if (p.adds)
                    begin<T, ROWS, COLUMNS, UNIT>(p, first + task, ti, tj, sums);
            }
            add_products<T, ROWS, COLUMNS, UNIT>(sums, from, depth);
            if (!is_last)
                continue;
            put_tile<T, ROWS, COLUMNS, UNIT>(p, first + task, ti, tj, sums);
        }
        if (is_last)
            return;
        machine::barrier();
    }
}

} // namespace weft::product
#endif

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
                                   uint32_t threads)
{
    constexpr uint32_t unit = unit_length<E>;
    const uint32_t whole = is_wide ? count / unit * unit : 0;
    for (uint32_t at = machine::thread_index() * unit; at < whole; at += threads * unit)
        machine::copy_later<16>(to + at, from + (size_t)at * sizeof(E));
    for (uint32_t at = whole + machine::thread_index(); at < count; at += threads)
        copy_element(to + at, from + (size_t)at * sizeof(E));
}

/* One factor of `count` tasks from `first` on, k from k0 on. */
template <class E, bool is_a>
WEFT_DEVICE_INLINE void stage(const weft_gpu_product &p, const weft_gpu_factor &f, E *to,
                              uint32_t first, uint32_t count, uint32_t k0, uint32_t depth)
{
    constexpr uint32_t unit = unit_length<E>;
    if (depth == 0) /* what has no elements may lie nowhere */
        return;
    if (f.shared)
        count = 1;
    if (f.flat) {
        const int64_t begin = f.shared ? 0 : (int64_t)first * f.operand.steps[0];
        stage_flat(to, f.operand.at.data + begin, count * f.item_room, f.wide, p.threads);
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

/* Adds the products of k staged elements to a tile whose rows of A and columns of B are given. */
template <class T, int ROWS, int COLUMNS, int UNIT>
WEFT_DEVICE_INLINE void
add_products(typename T::number (&sums)[ROWS][COLUMNS], const typename T::element *const (&a)[ROWS],
             const typename T::element *b, const uint32_t (&columns)[COLUMNS / UNIT],
             uint32_t depth, uint32_t pitch)
{
    using element = typename T::element;
    for (uint32_t k = 0; k < depth; k += UNIT) {
        alignas(16) element left[ROWS][UNIT];
        WEFT_UNROLL
        for (int r = 0; r < ROWS; r++)
            fetch<element, UNIT>(left[r], a[r] + k);
        WEFT_UNROLL
        for (int q = 0; q < UNIT; q++, b += pitch) {
            alignas(16) element right[COLUMNS];
            WEFT_UNROLL
            for (int c = 0; c < COLUMNS / UNIT; c++)
                fetch<element, UNIT>(right + c * UNIT, b + columns[c]);
            WEFT_UNROLL
            for (int r = 0; r < ROWS; r++)
                WEFT_UNROLL
            for (int c = 0; c < COLUMNS; c++)
                T::add(sums[r][c], left[r][q], right[c]);
        }
    }
}

/* Writes `UNIT` elements of a row of C, as many as there are. */
template <class T, int UNIT>
WEFT_DEVICE_INLINE void put(const weft_gpu_product &p, char *to, const typename T::number *sums,
                            uint32_t left)
{
    using element = typename T::element;
    if constexpr (UNIT > 1)
        if (p.c_wide && left >= UNIT) {
            alignas(16) element held[UNIT];
            WEFT_UNROLL
            for (int e = 0; e < UNIT; e++)
                held[e] = (element)sums[e];
            machine::store<UNIT * sizeof(element)>(to, held);
            return;
        }
    WEFT_UNROLL
    for (int e = 0; e < UNIT; e++)
        if ((uint32_t)e < left)
            *reinterpret_cast<element *>(to + e * p.c_element_step) = (element)sums[e];
}

/* Starts a tile's sums at what C holds. */
template <class T, int ROWS, int COLUMNS, int UNIT>
WEFT_DEVICE_INLINE void begin(const weft_gpu_product &p, uint32_t task, uint32_t ti, uint32_t tj,
                              typename T::number (&sums)[ROWS][COLUMNS])
{
    const place here = find_place(p, task);
    const uint32_t rows = least(p.rows, p.m - here.row);
    const uint32_t width = least(p.columns, p.n - here.column);
    const uint32_t TJ = p.tile_columns.extent, TI = (p.rows + ROWS - 1) / ROWS;
    const char *from = p.c.at.data + here.c + (int64_t)here.row * p.c_row_step +
                       (int64_t)here.column * p.c_element_step;
    WEFT_UNROLL
    for (int r = 0; r < ROWS; r++)
        WEFT_UNROLL
    for (int c = 0; c < COLUMNS; c++) {
        const uint32_t i = ti + r * TI, j = (c / UNIT * TJ + tj) * UNIT + c % UNIT;
        if (i < rows && j < width)
            sums[r][c] = *reinterpret_cast<const typename T::element *>(
                from + (int64_t)i * p.c_row_step + (int64_t)j * p.c_element_step);
    }
}

/* Rows of a tile are ti, ti + TI, …; its columns units of UNIT that lie TJ units apart. */
template <class T, int ROWS, int COLUMNS, bool is_wide>
WEFT_DEVICE_INLINE void run_items(const weft_gpu_product &p, void *room)
{
    using element = typename T::element;
    constexpr int UNIT = is_wide ? unit_length<element> : 1, GROUPS = COLUMNS / UNIT;
    const uint32_t first = machine::block_index() * p.tasks;
    const uint32_t count = least(p.tasks, p.loop.count - first);
    element *a = (element *)room;
    element *b = a + ((p.a.shared ? 1 : p.tasks) * p.a.item_room + 15) / 16 * 16;
    typename T::number sums[ROWS][COLUMNS];
    for (uint32_t k0 = 0;; k0 += p.depth) {
        const uint32_t depth = least(p.depth, p.k - k0);
        const bool is_last = depth == p.k - k0;
        stage<element, true>(p, p.a, a, first, count, k0, depth);
        stage<element, false>(p, p.b, b, first, count, k0, depth);
        machine::wait_for_copies();
        machine::barrier();
        for (uint32_t t = machine::thread_index(); t < count * p.tiles.extent; t += p.threads) {
            uint32_t tile = t;
            const uint32_t task = divide(tile, p.tiles);
            const uint32_t ti = divide(tile, p.tile_columns), tj = tile;
            const uint32_t TJ = p.tile_columns.extent;
            const uint32_t TI = (p.rows + ROWS - 1) / ROWS;
            const element *left[ROWS];
            uint32_t columns[GROUPS];
            WEFT_UNROLL
            for (int r = 0; r < ROWS; r++)
                left[r] = a + (p.a.shared ? 0 : task * p.a.item_room) +
                          least(ti + r * TI, p.rows - 1) * p.a.pitch;
            WEFT_UNROLL
            for (int c = 0; c < GROUPS; c++)
                columns[c] = least((c * TJ + tj) * UNIT, p.columns - UNIT);
            if (k0 == 0) {
                WEFT_UNROLL
                for (int r = 0; r < ROWS; r++)
                    WEFT_UNROLL
                for (int c = 0; c < COLUMNS; c++)
                    sums[r][c] = {};
                if (p.adds)
                    begin<T, ROWS, COLUMNS, UNIT>(p, first + task, ti, tj, sums);
            }
            add_products<T, ROWS, COLUMNS, UNIT>(
                sums, left, b + (p.b.shared ? 0 : task * p.b.item_room), columns, depth, p.b.pitch);
            if (!is_last)
                continue;
            const place here = find_place(p, first + task);
            const uint32_t rows = least(p.rows, p.m - here.row);
            const uint32_t width = least(p.columns, p.n - here.column);
            char *to = p.c.at.data + here.c + (int64_t)here.row * p.c_row_step +
                       (int64_t)here.column * p.c_element_step;
            WEFT_UNROLL
            for (int r = 0; r < ROWS; r++) {
                const uint32_t i = ti + r * TI;
                WEFT_UNROLL
                for (int c = 0; c < GROUPS; c++) {
                    const uint32_t j = (c * TJ + tj) * UNIT;
                    if (i < rows && j < width)
                        put<T, UNIT>(p,
                                     to + (int64_t)i * p.c_row_step + (int64_t)j * p.c_element_step,
                                     &sums[r][c * UNIT], width - j);
                }
            }
        }
        if (is_last)
            return;
        machine::barrier();
    }
}

} // namespace weft::product
#endif

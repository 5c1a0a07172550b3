/* product_rows.cuh: products of large items whose rows, of both factors and of C, lie in whole
 * units of 16 bytes: a block computes a tile of C, as in product_blocks.cuh, but slabs of DEPTH k
 * come as they lie, through a ring in shared memory, so that nothing is turned, and no register
 * waits for memory. */
#ifndef WEFT_PRODUCT_ROWS_CUH
#define WEFT_PRODUCT_ROWS_CUH

#include "product_items.cuh"

namespace weft::product
{

/* One factor's part of the slabs: HEIGHT rows of LENGTH elements. Where rows are crossed, their
 * units change places as the row's number says, so that those of neighbours meet in no bank of the
 * memory. */
template <class E, int HEIGHT, int LENGTH, int THREADS, bool are_crossed> struct row_slab {
    static constexpr int unit = unit_length<E>;
    static constexpr int each = LENGTH / unit;  /* units of a row */
    static constexpr int next = THREADS / each; /* rows from a thread's unit to its next */
    static constexpr int count = HEIGHT / next;
    static_assert(each * unit == LENGTH && next * each == THREADS && count * next == HEIGHT);
    static_assert(!are_crossed || next % each == 0);

    const char *at;        /* a thread's first unit, of the slab that comes next */
    uint32_t row, element; /* of it in the slab */
    uint32_t place;        /* in the first stage */

    WEFT_DEVICE_INLINE row_slab(const char *first, int64_t row_step, const E *stage)
        : row(machine::thread_index() / each), element(machine::thread_index() % each * unit)
    {
        at = first + (int64_t)row * row_step + element * (uint32_t)sizeof(E);
        place = machine::shared_place(stage + row * LENGTH +
                                      (are_crossed ? element ^ row % each * unit : element));
    }

    /* Begins to bring a slab, of which so many rows and elements are there, and goes on to the
     * next. */
    WEFT_DEVICE_INLINE void bring(uint32_t stage, int64_t row_step, int64_t slab_step,
                                  uint32_t rows, uint32_t elements)
    {
        const char *from = at;
        const bool is_there = element < elements;
        WEFT_UNROLL
        for (int k = 0; k < count; k++, from += next * row_step)
            if (is_there && row + k * next < rows)
                machine::copy_unit_later(place + stage, k * next * LENGTH * (uint32_t)sizeof(E),
                                         from);
        at += slab_step;
    }

    /* The same of a slab that is there. */
    WEFT_DEVICE_INLINE void bring_whole(uint32_t stage, int64_t row_step, int64_t slab_step)
    {
        const char *from = at;
        WEFT_UNROLL
        for (int k = 0; k < count; k++, from += next * row_step)
            machine::copy_unit_later(place + stage, k * next * LENGTH * (uint32_t)sizeof(E), from);
        at += slab_step;
    }
};

/* TALL × BROAD sums of a thread: its rows lie DOWN apart, its units of columns ACROSS units. */
template <class T, int ROWS_, int COLUMNS_, int TALL_, int BROAD_, int DEPTH_> struct rows_tile {
    using product = T;
    using element = typename T::element;
    static constexpr int ROWS = ROWS_, COLUMNS = COLUMNS_, TALL = TALL_, BROAD = BROAD_,
                         DEPTH = DEPTH_;
    static constexpr int UNIT = unit_length<element>, DOWN = ROWS / TALL, ACROSS = COLUMNS / BROAD;
    static constexpr int THREADS = DOWN * ACROSS, ROOM = (ROWS + COLUMNS) * DEPTH;
    using a_slab = row_slab<element, ROWS, DEPTH, THREADS, true>;
    using b_slab = row_slab<element, DEPTH, COLUMNS, THREADS, false>;
    static_assert(BROAD % UNIT == 0 && DOWN % a_slab::each == 0);

    const uint32_t down = machine::thread_index() / ACROSS;
    const uint32_t across = machine::thread_index() % ACROSS * UNIT;
    typename T::number sums[TALL][BROAD] = {};

    /* Adds the products of UNIT k of a stage. */
    WEFT_DEVICE_INLINE void add(const element *stage, uint32_t k0)
    {
        const element *const a = stage + down * DEPTH + (k0 ^ down % a_slab::each * UNIT);
        const element *const b = stage + ROWS * DEPTH + k0 * COLUMNS + across;
        alignas(16) element left[TALL][UNIT];
        WEFT_UNROLL
        for (int r = 0; r < TALL; r++)
            fetch<element, UNIT>(left[r], a + r * (DOWN * DEPTH));
        WEFT_UNROLL
        for (int k = 0; k < UNIT; k++) {
            alignas(16) element right[BROAD];
            WEFT_UNROLL
            for (int q = 0; q < BROAD; q += UNIT)
                fetch<element, UNIT>(right + q, b + k * COLUMNS + q * ACROSS);
            WEFT_UNROLL
            for (int r = 0; r < TALL; r++)
                WEFT_UNROLL
            for (int q = 0; q < BROAD; q++)
                T::add(sums[r][q], left[r][k], right[q]);
        }
    }

    /* Visits the units of C that are there, or all: what(where it is, its sums). */
    template <bool is_whole, class What>
    WEFT_DEVICE_INLINE void visit(const weft_gpu_product &p, const tile_target &c, What what)
    {
        char *row = c.first + (int64_t)down * p.c_row_step + across * (uint32_t)sizeof(element);
        WEFT_UNROLL
        for (int r = 0; r < TALL; r++, row += DOWN * p.c_row_step)
            WEFT_UNROLL
        for (int q = 0; q < BROAD; q += UNIT)
            if (is_whole || (down + r * DOWN < c.rows && across + q * ACROSS < c.columns))
                what(row + q * ACROSS * (uint32_t)sizeof(element), &sums[r][q]);
    }
};

template <class T, class TILE, int STAGES, bool is_whole>
WEFT_DEVICE_INLINE void run_rows(const weft_gpu_product &p, void *room)
{
    using element = typename T::element;
    constexpr uint32_t DEPTH = TILE::DEPTH, BYTES = TILE::ROOM * sizeof(element);
    static_assert(STAGES * BYTES <= 48 << 10);

    const place here = find_place(p, machine::block_index());
    const uint32_t rows = p.m - here.row, columns = p.n - here.column;
    tile_target c = locate(p, here);
    typename TILE::a_slab a(p.a.operand.at.data + here.a + (int64_t)here.row * p.a.row_step,
                            p.a.row_step, (element *)room);
    typename TILE::b_slab b(p.b.operand.at.data + here.b +
                                (int64_t)here.column * (int64_t)sizeof(element),
                            p.b.row_step, (element *)room + TILE::ROWS * DEPTH);
    TILE tile;
    if (!is_whole && p.adds)
        tile.template visit<false>(p, c, [](char *c, typename T::number *sums) WEFT_INLINED {
            fetch<element, TILE::UNIT>(sums, (const element *)c);
        });

    uint32_t ahead = p.k; /* k that are not yet on their way */
    auto bring = [&](uint32_t stage) WEFT_INLINED {
        if (is_whole && ahead > 0) {
            a.bring_whole(stage, p.a.row_step, DEPTH * (int64_t)sizeof(element));
            b.bring_whole(stage, p.b.row_step, DEPTH * p.b.row_step);
            ahead -= DEPTH;
        } else if (ahead > 0) {
            a.bring(stage, p.a.row_step, DEPTH * (int64_t)sizeof(element), rows, ahead);
            b.bring(stage, p.b.row_step, DEPTH * p.b.row_step, ahead, columns);
            ahead -= least(ahead, DEPTH);
        }
        machine::end_copies();
    };
    WEFT_UNROLL
    for (uint32_t stage = 0; stage < STAGES - 1; stage++)
        bring(stage * BYTES);
    uint32_t now = 0, free = (STAGES - 1) * BYTES; /* stages */
    WEFT_ROLLED
    for (uint32_t left = p.k; left > 0; left -= is_whole ? DEPTH : least(left, DEPTH)) {
        machine::wait_for_copies<STAGES - 2>();
        machine::barrier();
        bring(free);
        const element *const stage = (const element *)((const char *)room + now);
        if (is_whole || left >= DEPTH) {
            WEFT_UNROLL
            for (uint32_t k = 0; k < DEPTH; k += TILE::UNIT)
                tile.add(stage, k);
        } else {
            WEFT_ROLLED
            for (uint32_t k = 0; k < left; k += TILE::UNIT)
                tile.add(stage, k);
        }
        free = now;
        now = now == (STAGES - 1) * BYTES ? 0 : now + BYTES;
    }
    if (!is_whole) /* found anew, not held, where no registers are left */
        c = find_target(p, machine::block_index());
    tile.template visit<is_whole>(p, c, [](char *c, const typename T::number *sums) WEFT_INLINED {
        put_unit<T, TILE::UNIT>(c, sums);
    });
}

} // namespace weft::product
#endif

/* product_blocks.cuh: products of large items: a block computes a tile of ROWS × COLUMNS elements of C, of
 * which each thread has TALL × BROAD in registers, and stages DEPTH k of A and B at a time, the next
 * ones while it computes with those before. */
#ifndef WEFT_PRODUCT_BLOCKS_CUH
#define WEFT_PRODUCT_BLOCKS_CUH

#include "product_items.cuh"

namespace weft::product
{

/* LONG elements of one factor by DEPTH of k, as threads hold and stage them: [k][x], a row of which is
 * PITCH elements. */
template <class E, int LONG, int DEPTH, int THREADS> struct panel {
    static constexpr int most = LONG * DEPTH / THREADS;
    static constexpr int unit = unit_length<E> < most ? unit_length<E> : most;
    static constexpr int count = LONG * DEPTH / unit / THREADS;
    static constexpr int pitch = LONG + unit_length<E>;
    static_assert(unit * count * THREADS == LONG * DEPTH && DEPTH % unit == 0);

    alignas(16) E held[count][unit];

    /* x and k of a thread's unit: along k, or along x. */
    static WEFT_DEVICE_INLINE void find(int number, bool along_k, uint32_t &x, uint32_t &k)
    {
        const uint32_t u = machine::thread_index() + (uint32_t)number * THREADS;
        x = along_k ? u / (DEPTH / unit) : u % (LONG / unit) * unit;
        k = along_k ? u % (DEPTH / unit) * unit : u / (LONG / unit);
    }

    /* `from` is the panel's first element; only x below x_left and k below k_left are there. */
    WEFT_DEVICE_INLINE void load(const char *from, int64_t x_step, int64_t k_step, bool along_k,
                                 bool wide, uint32_t x_left, uint32_t k_left)
    {
        const bool whole = x_left >= LONG && k_left >= DEPTH;
        const int64_t step = along_k ? k_step : x_step;
        WEFT_UNROLL
        for (int number = 0; number < count; number++) {
            uint32_t x, k;
            find(number, along_k, x, k);
            const char *at = from + (int64_t)x * x_step + (int64_t)k * k_step;
            if (wide && whole) {
                machine::load<unit * sizeof(E)>(held[number], at);
            } else {
                WEFT_UNROLL
                for (int e = 0; e < unit; e++) {
                    const bool there =
                        (along_k ? x : x + e) < x_left && (along_k ? k + e : k) < k_left;
                    held[number][e] = there ? *reinterpret_cast<const E *>(at + e * step) : E{};
                }
            }
        }
    }

    WEFT_DEVICE_INLINE void stage(E *to, bool along_k, bool conjugate) const
    {
        WEFT_UNROLL
        for (int number = 0; number < count; number++) {
            uint32_t x, k;
            find(number, along_k, x, k);
            E *target = to + k * pitch + x;
            if (along_k || conjugate) {
                WEFT_UNROLL
                for (int e = 0; e < unit; e++)
                    target[e * (along_k ? pitch : 1)] =
                        conjugate ? conjugated(held[number][e]) : held[number][e];
            } else {
                machine::store<unit * sizeof(E)>((char *)target, held[number]);
            }
        }
    }
};

/* A thread's LENGTH elements of a staged row: groups of 16 bytes, `apart` elements from each other. */
template <class E, int LENGTH> struct strip {
    static constexpr int unit = unit_length<E> < LENGTH ? unit_length<E> : LENGTH;
    static WEFT_DEVICE_INLINE uint32_t position(uint32_t thread, int number, int apart)
    {
        return thread * unit + number / unit * apart + number % unit;
    }
};

template <class T, int ROWS, int COLUMNS, int TALL, int BROAD, int DEPTH>
WEFT_DEVICE_INLINE void run_block(const weft_gpu_product &p, void *room)
{
    using element = typename T::element;
    using tall = strip<element, TALL>;
    using broad = strip<element, BROAD>;
    constexpr int ACROSS = COLUMNS / BROAD, THREADS = ROWS / TALL * ACROSS;
    constexpr int A_APART = ROWS / TALL * tall::unit, B_APART = ACROSS * broad::unit;
    using a_panel = panel<element, ROWS, DEPTH, THREADS>;
    using b_panel = panel<element, COLUMNS, DEPTH, THREADS>;
    constexpr int A_ROOM = a_panel::pitch * DEPTH, ROOM = A_ROOM + b_panel::pitch * DEPTH;
    static_assert(2 * ROOM * sizeof(element) <= 48 << 10);

    const place here = find_place(p, machine::block_index());
    const char *a = p.a.operand.at.data + here.a + (int64_t)here.row * p.a.row_step;
    const char *b = p.b.operand.at.data + here.b + (int64_t)here.column * p.b.element_step;
    const uint32_t rows = p.m - here.row, columns = p.n - here.column;
    const uint32_t ti = machine::thread_index() / ACROSS, tj = machine::thread_index() % ACROSS;
    element *staged = (element *)room, *next = staged + ROOM;
    a_panel ahead_a;
    b_panel ahead_b;
    typename T::number sums[TALL][BROAD];
    WEFT_UNROLL
    for (int r = 0; r < TALL; r++)
        WEFT_UNROLL
    for (int c = 0; c < BROAD; c++)
        sums[r][c] = {};
    if (p.adds) {
        const char *c0 = p.c.at.data + here.c + (int64_t)here.row * p.c_row_step +
                         (int64_t)here.column * p.c_element_step;
        WEFT_UNROLL
        for (int r = 0; r < TALL; r++)
            WEFT_UNROLL
        for (int c = 0; c < BROAD; c++) {
            const uint32_t i = tall::position(ti, r, A_APART), j = broad::position(tj, c, B_APART);
            if (i < rows && j < columns)
                sums[r][c] = *reinterpret_cast<const element *>(
                    c0 + (int64_t)i * p.c_row_step + (int64_t)j * p.c_element_step);
        }
    }

    auto load = [&](uint32_t k0) {
        ahead_a.load(a + (int64_t)k0 * p.a.element_step, p.a.row_step, p.a.element_step,
                     !p.a.across, p.a.wide, rows, p.k - k0);
        ahead_b.load(b + (int64_t)k0 * p.b.row_step, p.b.element_step, p.b.row_step, p.b.across,
                     p.b.wide, columns, p.k - k0);
    };
    auto stage = [&](element *to) {
        ahead_a.stage(to, !p.a.across, p.a.conjugate);
        ahead_b.stage(to + A_ROOM, p.b.across, p.b.conjugate);
    };
    auto add = [&](uint32_t k) {
        alignas(16) element left[TALL], right[BROAD];
        WEFT_UNROLL
        for (int r = 0; r < TALL; r += tall::unit)
            machine::load<tall::unit * sizeof(element)>(
                left + r,
                (const char *)(staged + k * a_panel::pitch + tall::position(ti, r, A_APART)));
        WEFT_UNROLL
        for (int c = 0; c < BROAD; c += broad::unit)
            machine::load<broad::unit * sizeof(element)>(
                right + c, (const char *)(staged + A_ROOM + k * b_panel::pitch +
                                          broad::position(tj, c, B_APART)));
        WEFT_UNROLL
        for (int r = 0; r < TALL; r++)
            WEFT_UNROLL
        for (int c = 0; c < BROAD; c++)
            T::add(sums[r][c], left[r], right[c]);
    };

    if (p.k > 0) {
        load(0);
        stage(staged);
    }
    for (uint32_t k0 = 0; k0 < p.k; k0 += DEPTH) {
        const bool more = p.k - k0 > DEPTH;
        machine::barrier();
        if (more)
            load(k0 + DEPTH);
        if (p.k - k0 >= DEPTH) {
            WEFT_UNROLL
            for (uint32_t k = 0; k < DEPTH; k++)
                add(k);
        } else {
            WEFT_ROLLED
            for (uint32_t k = 0; k < p.k - k0; k++)
                add(k);
        }
        if (more)
            stage(next);
        element *kept = staged;
        staged = next;
        next = kept;
    }

    char *c0 = p.c.at.data + here.c + (int64_t)here.row * p.c_row_step +
               (int64_t)here.column * p.c_element_step;
    WEFT_UNROLL
    for (int r = 0; r < TALL; r++) {
        const uint32_t i = tall::position(ti, r, A_APART);
        WEFT_UNROLL
        for (int c = 0; c < BROAD; c += broad::unit) {
            const uint32_t j = broad::position(tj, c, B_APART);
            if (i < rows && j < columns)
                put<T, broad::unit>(p,
                                    c0 + (int64_t)i * p.c_row_step + (int64_t)j * p.c_element_step,
                                    &sums[r][c], columns - j);
        }
    }
}

} // namespace weft::product
#endif

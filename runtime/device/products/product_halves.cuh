/* product_halves.cuh: products of 16-bit floating numbers, summed in float by the unit for
 * matrices: a task is a tile of ROWS × COLUMNS elements of C, of which each group of 32 threads has
 * TALL × BROAD; a block has TASKS of them, and brings DEPTH k of their factors at a time, up to
 * STAGES - 1 ahead. */
#ifndef WEFT_PRODUCT_HALVES_CUH
#define WEFT_PRODUCT_HALVES_CUH

#include "matrix_halves.cuh"
#include "product.cuh"

namespace weft::product
{

/* What a thread brings of a factor's panel: units of 16 bytes, of rows that lie `apart` from each
 * other. What is not there is 0. */
template <class PANEL, int THREADS> struct half_loader {
    static constexpr uint32_t apart = THREADS / PANEL::units, count = PANEL::rows / apart;
    static_assert(apart % 8 == 0 && apart * PANEL::units == THREADS &&
                  count * apart == PANEL::rows);

    const char *from;                   /* the first one */
    int64_t far_step, close_step, next; /* bytes: from row to row, within, and to the next k */
    uint32_t row, close;                /* of the first unit, in elements */
    uint32_t k_left, x_left;
    uint32_t wide;

    WEFT_DEVICE_INLINE half_loader(const char *panel, int64_t x_step, int64_t k_step, uint32_t wide,
                                   uint32_t x_left, uint32_t k_left, uint32_t thread, int depth)
        : far_step(PANEL::is_along_k ? x_step : k_step),
          close_step(PANEL::is_along_k ? k_step : x_step), next(depth * k_step),
          row(thread / PANEL::units), close(thread % PANEL::units * 8), k_left(k_left),
          x_left(x_left), wide(wide)
    {
        from = panel + (int64_t)row * far_step + (int64_t)close * close_step;
    }

    /* Elements of a unit in a row that are there: at most 8. */
    WEFT_DEVICE_INLINE uint32_t there(uint32_t number) const
    {
        const uint32_t far_left = PANEL::is_along_k ? x_left : k_left;
        const uint32_t close_left = PANEL::is_along_k ? k_left : x_left;
        return row + number * apart < far_left && close < close_left ? least(close_left - close, 8)
                                                                     : 0;
    }

    /* Where a thread is that goes through the panel by some elements of a row, side by side with
     * others. */
    template <int some> struct walk {
        static constexpr uint32_t width = PANEL::units * 8, across = width / some;
        static constexpr uint32_t apart = THREADS / across, turns = PANEL::rows / apart;
        static_assert(apart * across == THREADS && turns * apart == PANEL::rows);
        uint32_t row, close, far_left, close_left;
        int64_t step;
        const char *from;

        WEFT_DEVICE_INLINE walk(const half_loader &of, uint32_t thread)
            : row(thread / across), close(thread % across * some),
              far_left(PANEL::is_along_k ? of.x_left : of.k_left),
              close_left(PANEL::is_along_k ? of.k_left : of.x_left), step(apart * of.far_step)
        {
            from = of.from + ((int64_t)row - of.row) * of.far_step +
                   ((int64_t)close - of.close) * of.close_step;
        }
        WEFT_DEVICE_INLINE uint32_t there() const
        {
            return row < far_left && close < close_left ? least(close_left - close, some) : 0;
        }
        WEFT_DEVICE_INLINE uint16_t *find(uint16_t *panel) const
        {
            return panel + PANEL::unit_at(row, close / 8) * 8 + close % 8;
        }
        WEFT_DEVICE_INLINE void go_on()
        {
            row += apart;
            from += step;
        }
    };

    /* Brings words of 4 bytes. */
    WEFT_DEVICE_INLINE void bring_words(uint16_t *panel, uint32_t thread) const
    {
        walk<2> at(*this, thread);
        WEFT_ROLLED
        for (uint32_t turn = 0; turn < at.turns; turn++, at.go_on())
            machine::copy_some_later<4>(at.find(panel), at.from, 2 * at.there());
    }

    /* Brings elements that lie anywhere, some of which are on the way before one is waited for. */
    WEFT_DEVICE_INLINE void bring_elements(uint16_t *panel, uint32_t thread) const
    {
        constexpr uint32_t some = 8;
        walk<1> at(*this, thread);
        static_assert(at.turns % some == 0);
        WEFT_ROLLED
        for (uint32_t turn = 0; turn < at.turns; turn += some) {
            uint16_t held[some];
            walk<1> to = at;
            WEFT_UNROLL
            for (uint32_t e = 0; e < some; e++, at.go_on())
                held[e] = at.there() ? *reinterpret_cast<const uint16_t *>(at.from) : 0;
            WEFT_UNROLL
            for (uint32_t e = 0; e < some; e++, to.go_on())
                *to.find(panel) = held[e];
        }
    }

    /* Begins to bring the next panel, or one that is there and wide. */
    template <bool is_whole>
    WEFT_DEVICE_INLINE void load(uint16_t *panel, int length, int depth, uint32_t thread)
    {
        uint16_t *to = panel + PANEL::unit_at(row, close / 8) * 8;
        if (is_whole) {
            WEFT_UNROLL
            for (uint32_t number = 0; number < count; number++)
                machine::copy_later<16>(to + number * apart * PANEL::units * 8,
                                        from + (int64_t)(number * apart) * far_step);
            from += next;
            return;
        }
        if (wide == 16 && x_left >= (uint32_t)length && k_left >= (uint32_t)depth) {
            WEFT_UNROLL
            for (uint32_t number = 0; number < count; number++)
                machine::copy_later<16>(to + number * apart * PANEL::units * 8,
                                        from + (int64_t)(number * apart) * far_step);
        } else if (wide == 16) {
            WEFT_ROLLED
            for (uint32_t number = 0; number < count; number++)
                machine::copy_some_later<16>(to + number * apart * PANEL::units * 8,
                                             from + (int64_t)(number * apart) * far_step,
                                             2 * there(number));
        } else if (wide == 4) {
            bring_words(panel, thread);
        } else {
            bring_elements(panel, thread);
        }
        from += next;
        k_left -= least(k_left, (uint32_t)depth);
    }
};

/* Where a group's tile of C is, and what there is of it. */
struct half_target {
    char *to;
    int64_t row_step, element_step; /* bytes */
    uint32_t rows, columns;
};

/* 16 rows of a group's tile in shared memory, so that threads side by side can have elements side
 * by side of them. */
template <int WIDTH> struct half_window {
    static constexpr uint32_t columns = WIDTH * matrix::HALF_COLUMNS;
    static constexpr uint32_t room = matrix::HALF_ROWS * columns;
    static constexpr uint32_t turns = WIDTH < 4 ? WIDTH : 4;
    float *at;

    /* Where an element is: units of 8 change places, so that threads meet in no bank of the memory.
     */
    static WEFT_DEVICE_INLINE uint32_t find(uint32_t row, uint32_t column)
    {
        return row * columns + (column / 8 ^ row / (4 / turns) % turns) * 8 + column % 8;
    }

    /* A thread's sums of the rows. */
    template <class What>
    WEFT_DEVICE_INLINE void visit(float (&sums)[WIDTH][4], uint32_t lane, What what) const
    {
        WEFT_UNROLL
        for (int q = 0; q < WIDTH; q++)
            WEFT_UNROLL
        for (int e = 0; e < 4; e += 2)
            what(at + find(matrix::half_row(lane, e),
                           q * matrix::HALF_COLUMNS + matrix::half_column(lane, e)),
                 &sums[q][e]);
    }

    /* Takes floats that lie in C, and what is not there is 0. */
    WEFT_DEVICE_INLINE void read(const half_target &c, uint32_t row, uint32_t lane) const
    {
        WEFT_ROLLED
        for (uint32_t i = lane; i < room; i += 32) {
            const uint32_t r = i / columns, j = i % columns;
            at[find(r, j)] =
                row + r < c.rows && j < c.columns
                    ? *reinterpret_cast<const float *>(c.to + (int64_t)(row + r) * c.row_step +
                                                       (int64_t)j * c.element_step)
                    : 0.0f;
        }
    }

    /* Writes them there as S has them, by units of 8 where these lie as one in whole units of 16
     * bytes. */
    template <class S, bool is_whole>
    WEFT_DEVICE_INLINE void write(const half_target &c, uint32_t row, bool is_wide,
                                  uint32_t lane) const
    {
        using storage = typename dtype_traits<S>::storage;
        constexpr uint32_t unit = 16 / sizeof(storage);
        if (is_whole || (is_wide && c.columns >= columns)) {
            WEFT_UNROLL
            for (uint32_t i = lane * unit; i < room; i += 32 * unit) {
                const uint32_t r = i / columns, j = i % columns;
                alignas(16) float sums[unit];
                alignas(16) storage held[unit];
                WEFT_UNROLL
                for (uint32_t part = 0; part < unit; part += 4)
                    machine::load<16>(sums + part, (const char *)(at + find(r, j) + part));
                WEFT_UNROLL
                for (uint32_t e = 0; e < unit; e++)
                    held[e] = dtype_traits<S>::put(sums[e]);
                if (row + r < c.rows)
                    machine::store<16>(c.to + (int64_t)(row + r) * c.row_step + j * sizeof(storage),
                                       held);
            }
            return;
        }
        const uint32_t there = c.rows > row ? least(c.rows - row, matrix::HALF_ROWS) : 0;
        WEFT_ROLLED
        for (uint32_t i = lane; i < there * columns; i += 32) {
            const uint32_t r = i / columns, j = i % columns;
            if (j < c.columns)
                *reinterpret_cast<storage *>(c.to + (int64_t)(row + r) * c.row_step +
                                             (int64_t)j * c.element_step) =
                    dtype_traits<S>::put(at[find(r, j)]);
        }
    }
};

/* The sums start at what C, of float, holds; or at 0. */
template <int HEIGHT, int WIDTH>
WEFT_DEVICE_INLINE void begin_sums(const half_target &c, bool adds, half_window<WIDTH> window,
                                   float (&sums)[HEIGHT][WIDTH][4], uint32_t lane)
{
    WEFT_UNROLL
    for (int r = 0; r < HEIGHT; r++)
        window.visit(sums[r], lane, [](const float *, float *sum) { sum[0] = sum[1] = 0.0f; });
    if (!adds)
        return;
    WEFT_UNROLL
    for (int r = 0; r < HEIGHT; r++) {
        machine::barrier();
        window.read(c, r * matrix::HALF_ROWS, lane);
        machine::barrier();
        window.visit(sums[r], lane, [](const float *at, float *sum) {
            sum[0] = at[0];
            sum[1] = at[1];
        });
    }
    machine::barrier();
}

template <class H, bool is_whole, int HEIGHT, int WIDTH>
WEFT_DEVICE_INLINE void put_sums(const half_target &c, bool are_kept, bool is_wide,
                                 half_window<WIDTH> window, float (&sums)[HEIGHT][WIDTH][4],
                                 uint32_t lane)
{
    WEFT_UNROLL
    for (int r = 0; r < HEIGHT; r++) {
        if (r == 0) /* what other groups read may be staged there */
            machine::barrier();
        else
            machine::group_meets();
        window.visit(sums[r], lane,
                     [&](float *at, const float *sum) { machine::store<8>((char *)at, sum); });
        machine::group_meets();
        if (!is_whole && are_kept)
            window.template write<dtype::float32, false>(c, r * matrix::HALF_ROWS, is_wide, lane);
        else
            window.template write<H, is_whole>(c, r * matrix::HALF_ROWS, is_wide, lane);
    }
}

/* How a task is cut: a block's tile, those of its groups of 32 threads, and k at a time. */
template <int ROWS, int COLUMNS, int TALL, int BROAD, int DEPTH, int STAGES, int TASKS>
struct half_cut {
    static constexpr int rows = ROWS, columns = COLUMNS, tall = TALL, broad = BROAD;
    static constexpr int depth = DEPTH, stages = STAGES, tasks = TASKS;
    static constexpr int threads = ROWS / TALL * (COLUMNS / BROAD) * 32;
    static constexpr int height = TALL / matrix::HALF_ROWS, width = BROAD / matrix::HALF_COLUMNS;
    static constexpr uint32_t room = (ROWS + COLUMNS) * DEPTH; /* elements of a task's stage */
    using window = half_window<width>;
    static_assert(STAGES * TASKS * room * 2 <= 48 << 10);
};

/* A thread's part of a task. */
struct half_part {
    place here;
    uint32_t rows, columns;     /* of C, from here on */
    uint32_t thread, top, left; /* in the task, and its group's tile there */
};

/* Adds the products up: of all k, of panels that lie as they say. */
template <class H, class CUT, bool a_along_k, bool b_along_k, bool is_whole = false>
WEFT_DEVICE_INLINE void add_panels(const weft_gpu_product &p, const half_part &part,
                                   uint16_t *staged, float (&sums)[CUT::height][CUT::width][4])
{
    using a_panel = matrix::half_panel<CUT::rows, CUT::depth, a_along_k>;
    using b_panel = matrix::half_panel<CUT::columns, CUT::depth, b_along_k>;
    constexpr uint32_t apart = CUT::room * CUT::tasks, a_room = CUT::rows * CUT::depth;
    half_loader<a_panel, CUT::threads> a(
        p.a.operand.at.data + part.here.a + (int64_t)part.here.row * p.a.row_step, p.a.row_step,
        p.a.element_step, p.a.wide, part.rows, p.k, part.thread, CUT::depth);
    half_loader<b_panel, CUT::threads> b(
        p.b.operand.at.data + part.here.b + (int64_t)part.here.column * p.b.element_step,
        p.b.element_step, p.b.row_step, p.b.wide, part.columns, p.k, part.thread, CUT::depth);
    const uint32_t steps = (p.k + CUT::depth - 1) / CUT::depth;
    uint32_t to = 0, from = 0; /* stages: to bring next, and to add */
    WEFT_ROLLED
    for (uint32_t step = 0; step < steps + CUT::stages - 1; step++) {
        machine::wait_for_copies<CUT::stages - 2>();
        machine::barrier();
        if (step < steps) {
            a.template load<is_whole>(staged + to * apart, CUT::rows, CUT::depth, part.thread);
            b.template load<is_whole>(staged + to * apart + a_room, CUT::columns, CUT::depth,
                                      part.thread);
            to = to + 1 < CUT::stages ? to + 1 : 0;
        }
        machine::end_copies();
        if (step < CUT::stages - 1)
            continue;
        const uint16_t *const panels = staged + from * apart;
        matrix::add_halves<H, a_panel, b_panel, CUT::depth>(sums, part.thread % 32, panels,
                                                            part.top, panels + a_room, part.left);
        from = from + 1 < CUT::stages ? from + 1 : 0;
    }
}

template <class H, class CUT, bool is_whole>
WEFT_DEVICE_INLINE void run_halves(const weft_gpu_product &p, void *room)
{
    const uint32_t own = machine::thread_index() / CUT::threads;
    const uint32_t task = machine::block_index() * CUT::tasks + own;
    const bool is_there = CUT::tasks == 1 || task < p.loop.count;
    half_part part;
    part.here = find_place(p, is_there ? task : 0);
    part.rows = is_there ? p.m - part.here.row : 0;
    part.columns = is_there ? p.n - part.here.column : 0;
    part.thread = machine::thread_index() % CUT::threads;
    part.top = part.thread / 32 / (CUT::columns / CUT::broad) * CUT::tall;
    part.left = part.thread / 32 % (CUT::columns / CUT::broad) * CUT::broad;
    const uint32_t lane = part.thread % 32;
    const half_target c = {
        p.c.at.data + part.here.c + (int64_t)(part.here.row + part.top) * p.c_row_step +
            (int64_t)(part.here.column + part.left) * p.c_element_step,
        p.c_row_step, p.c_element_step, part.rows > part.top ? part.rows - part.top : 0,
        part.columns > part.left ? part.columns - part.left : 0};
    const typename CUT::window window = {(float *)room +
                                         machine::thread_index() / 32 * CUT::window::room};
    uint16_t *const staged = (uint16_t *)room + own * CUT::room;
    float sums[CUT::height][CUT::width][4];
    if constexpr (is_whole) {
        begin_sums(c, false, window, sums, lane);
        add_panels<H, CUT, true, false, true>(p, part, staged, sums);
        put_sums<H, true>(c, false, true, window, sums, lane);
        return;
    }
    begin_sums(c, p.adds, window, sums, lane);
    if (!p.a.across && !p.b.across)
        add_panels<H, CUT, true, false>(p, part, staged, sums);
    else if (!p.a.across)
        add_panels<H, CUT, true, true>(p, part, staged, sums);
    else if (!p.b.across)
        add_panels<H, CUT, false, false>(p, part, staged, sums);
    else
        add_panels<H, CUT, false, true>(p, part, staged, sums);
    put_sums<H, false>(c, p.c_kept, p.c_wide, window, sums, lane);
}

} // namespace weft::product
#endif

/* product_blocks.cuh: products of large items: a block computes a tile of ROWS × COLUMNS elements
 * of C, which its threads have in registers as a `tile` of them says, and stages DEPTH k of A and B
 * at a time, the next ones while it computes with those before. */
#ifndef WEFT_PRODUCT_BLOCKS_CUH
#define WEFT_PRODUCT_BLOCKS_CUH

#include "matrix_unit.cuh"
#include "product_items.cuh"

namespace weft::product
{

/* Where a factor's panel lies in memory: its first element, bytes from one x and from one k to the
 * next, and whether those that lie closest are of one x (along k), and in whole units of 16 bytes.
 * Only x below x_left and k below k_left are there. */
struct panel_source {
    const char *from;
    int64_t x_step, k_step;
    bool along_k, wide, conjugate;
    uint32_t x_left, k_left;
};

/* A thread's units of a panel of LONG elements by DEPTH of k. */
template <class E, int LONG, int DEPTH, int THREADS> struct panel_units {
    static constexpr int most = LONG * DEPTH / THREADS;
    static constexpr int unit = unit_length<E> < most ? unit_length<E> : most;
    static constexpr int count = LONG * DEPTH / unit / THREADS;
    static_assert(unit * count * THREADS == LONG * DEPTH && DEPTH % unit == 0);

    /* x and k of a unit: along k, or along x. */
    static WEFT_DEVICE_INLINE void find(int number, bool along_k, uint32_t &x, uint32_t &k)
    {
        const uint32_t u = machine::thread_index() + (uint32_t)number * THREADS;
        x = along_k ? u / (DEPTH / unit) : u % (LONG / unit) * unit;
        k = along_k ? u % (DEPTH / unit) * unit : u / (LONG / unit);
    }

    /* Visits the elements of a unit: what(e, whether it is there, where it is). */
    template <class What>
    static WEFT_DEVICE_INLINE void visit(const panel_source &source, uint32_t x, uint32_t k,
                                         What what)
    {
        const bool along_k = source.along_k;
        const char *at = source.from + (int64_t)x * source.x_step + (int64_t)k * source.k_step;
        const int64_t step = along_k ? source.k_step : source.x_step;
        WEFT_UNROLL
        for (int e = 0; e < unit; e++)
            what(e, (along_k ? x : x + e) < source.x_left && (along_k ? k + e : k) < source.k_left,
                 at + e * step);
    }
};

/* A panel that threads hold in registers, and then stage as rows of one k: [k][x]. */
template <class E, int LONG, int DEPTH, int THREADS> struct turned_panel {
    using units = panel_units<E, LONG, DEPTH, THREADS>;
    static constexpr int unit = units::unit;
    static constexpr int pitch = LONG + unit_length<E>;
    static constexpr int room = pitch * DEPTH;

    alignas(16) E held[units::count][unit];

    WEFT_DEVICE_INLINE void load(const panel_source &source, E *)
    {
        const bool whole = source.x_left >= LONG && source.k_left >= DEPTH;
        WEFT_UNROLL
        for (int number = 0; number < units::count; number++) {
            uint32_t x, k;
            units::find(number, source.along_k, x, k);
            if (source.wide && whole)
                machine::load<unit * sizeof(E)>(held[number], source.from +
                                                                  (int64_t)x * source.x_step +
                                                                  (int64_t)k * source.k_step);
            else
                units::visit(source, x, k, [&](int e, bool there, const char *at) {
                    held[number][e] = there ? *reinterpret_cast<const E *>(at) : E{};
                });
        }
    }

    WEFT_DEVICE_INLINE void stage(const panel_source &source, E *to) const
    {
        WEFT_UNROLL
        for (int number = 0; number < units::count; number++) {
            uint32_t x, k;
            units::find(number, source.along_k, x, k);
            E *target = to + k * pitch + x;
            if (source.along_k || source.conjugate) {
                WEFT_UNROLL
                for (int e = 0; e < unit; e++)
                    target[e * (source.along_k ? pitch : 1)] =
                        source.conjugate ? conjugated(held[number][e]) : held[number][e];
            } else {
                machine::store<unit * sizeof(E)>((char *)target, held[number]);
            }
        }
    }
};

/* A panel that is copied as it lies: [x][k] or [k][x]. What is not there is `missing`. */
template <class E, int LONG, int DEPTH, int THREADS> struct lying_panel {
    using units = panel_units<E, LONG, DEPTH, THREADS>;
    static constexpr int unit = units::unit;
    static constexpr int long_pitch = LONG + matrix::GAP, short_pitch = DEPTH + matrix::GAP;
    static constexpr int room =
        DEPTH * long_pitch > LONG *short_pitch ? DEPTH *long_pitch : LONG *short_pitch;
    template <bool along_k>
    static constexpr int whole_room = along_k ? LONG *short_pitch : DEPTH *long_pitch;
    const E missing;

    static WEFT_DEVICE_INLINE uint32_t x_step(bool along_k) { return along_k ? short_pitch : 1; }
    static WEFT_DEVICE_INLINE uint32_t k_step(bool along_k) { return along_k ? 1 : long_pitch; }

    WEFT_DEVICE_INLINE void load(const panel_source &source, E *to) const
    {
        const bool along_k = source.along_k;
        const bool whole = source.x_left >= LONG && source.k_left >= DEPTH;
        if (source.wide && whole) {
            constexpr int next_x = THREADS * unit / DEPTH, next_k = THREADS * unit / LONG;
            static_assert(unit * sizeof(E) == 16 && next_x * DEPTH == next_k * LONG);
            uint32_t x, k;
            units::find(0, along_k, x, k);
            const char *from =
                source.from + (int64_t)x * source.x_step + (int64_t)k * source.k_step;
            const int64_t next = along_k ? next_x * source.x_step : next_k * source.k_step;
            const uint32_t place =
                machine::shared_place(to + x * x_step(along_k) + k * k_step(along_k));
            const uint32_t next_place =
                (along_k ? next_x * short_pitch : next_k * long_pitch) * (uint32_t)sizeof(E);
            WEFT_UNROLL
            for (int number = 0; number < units::count; number++, from += next)
                machine::copy_unit_later(place, number * next_place, from);
            return;
        }
        WEFT_UNROLL
        for (int number = 0; number < units::count; number++) {
            uint32_t x, k;
            units::find(number, along_k, x, k);
            E *target = to + x * x_step(along_k) + k * k_step(along_k);
            units::visit(source, x, k, [&](int e, bool there, const char *at) {
                if (there)
                    machine::copy_later<sizeof(E)>(target + e, at);
                else
                    target[e] = missing;
            });
        }
    }

    WEFT_DEVICE_INLINE void stage(const panel_source &, E *) const { machine::wait_for_copies(); }

    /* Begins to bring one of which all is there, in whole units of 16 bytes: rows that lie so far
     * apart. */
    template <bool along_k>
    static WEFT_DEVICE_INLINE void load_whole(const char *from, int64_t row_step, E *to)
    {
        constexpr int next = THREADS * unit / (along_k ? DEPTH : LONG); /* rows */
        constexpr int pitch = along_k ? short_pitch : long_pitch;
        static_assert(unit * sizeof(E) == 16 && next * (along_k ? DEPTH : LONG) == THREADS * unit);
        uint32_t x, k;
        units::find(0, along_k, x, k);
        const uint32_t row = along_k ? x : k, element = along_k ? k : x;
        const uint32_t place = machine::shared_place(to + row * pitch + element);
        from += (int64_t)row * row_step + element * (uint32_t)sizeof(E);
        WEFT_UNROLL
        for (int number = 0; number < units::count; number++, from += next * row_step)
            machine::copy_unit_later(place, number * next * pitch * (uint32_t)sizeof(E), from);
    }
};

/* A thread's LENGTH elements of a staged row: groups of 16 bytes, `apart` elements from each other.
 */
template <class E, int LENGTH> struct strip {
    static constexpr int unit = unit_length<E> < LENGTH ? unit_length<E> : LENGTH;
    static WEFT_DEVICE_INLINE uint32_t position(uint32_t thread, int number, int apart)
    {
        return thread * unit + number / unit * apart + number % unit;
    }
};

/* TALL × BROAD sums of one thread. */
template <class T, int ROWS_, int COLUMNS_, int TALL, int BROAD, int DEPTH> struct thread_tile {
    static constexpr int ROWS = ROWS_, COLUMNS = COLUMNS_;
    using element = typename T::element;
    using tall = strip<element, TALL>;
    using broad = strip<element, BROAD>;
    static constexpr int HEIGHT = TALL, WIDTH = BROAD, UNIT = broad::unit; /* sums; side by side */
    static constexpr int THREADS = ROWS / TALL * (COLUMNS / BROAD);
    static constexpr int STEP = 1; /* k that are added at a time */
    using a_panel = turned_panel<element, ROWS, DEPTH, THREADS>;
    using b_panel = turned_panel<element, COLUMNS, DEPTH, THREADS>;

    a_panel a;
    b_panel b;
    const uint32_t down = machine::thread_index() / (COLUMNS / BROAD);
    const uint32_t across = machine::thread_index() % (COLUMNS / BROAD);
    typename T::number sums[TALL][BROAD];

    /* Where a sum is in the block's tile. */
    WEFT_DEVICE_INLINE uint32_t row(int r) const
    {
        return tall::position(down, r, ROWS / TALL * tall::unit);
    }
    WEFT_DEVICE_INLINE uint32_t column(int c) const
    {
        return broad::position(across, c, COLUMNS / BROAD * broad::unit);
    }

    /* Adds what is staged of STEP k. */
    WEFT_DEVICE_INLINE void add(const weft_gpu_product &, uint32_t k, const element *staged_a,
                                const element *staged_b)
    {
        alignas(16) element left[TALL], right[BROAD];
        WEFT_UNROLL
        for (int r = 0; r < TALL; r += tall::unit)
            fetch<element, tall::unit>(left + r, staged_a + k * a_panel::pitch + row(r));
        WEFT_UNROLL
        for (int c = 0; c < BROAD; c += broad::unit)
            fetch<element, broad::unit>(right + c, staged_b + k * b_panel::pitch + column(c));
        WEFT_UNROLL
        for (int r = 0; r < TALL; r++)
            WEFT_UNROLL
        for (int c = 0; c < BROAD; c++)
            T::add(sums[r][c], left[r], right[c]);
    }
};

/* TALL × BROAD sums of a group of 32 threads, by the matrix unit, which fuses and adds as a thread
 * would. */
template <class T, int ROWS_, int COLUMNS_, int TALL, int BROAD, int DEPTH> struct group_tile {
    static constexpr int ROWS = ROWS_, COLUMNS = COLUMNS_;
    using element = typename T::element;
    static constexpr int HEIGHT = TALL / matrix::SIDE;
    static constexpr int WIDTH = BROAD / matrix::SIDE * matrix::UNIT, UNIT = matrix::UNIT;
    static constexpr int THREADS = ROWS / TALL * (COLUMNS / BROAD) * 32;
    static constexpr int STEP = matrix::DEPTH;
    using a_panel = lying_panel<element, ROWS, DEPTH, THREADS>;
    using b_panel = lying_panel<element, COLUMNS, DEPTH, THREADS>;

    /* x + -0.0 × 0.0 is x, also where x is -0.0. */
    a_panel a = {-(element)0};
    b_panel b = {0};
    const uint32_t group = machine::thread_index() / 32, lane = machine::thread_index() % 32;
    const uint32_t top = group / (COLUMNS / BROAD) * TALL, left = group % (COLUMNS / BROAD) * BROAD;
    typename T::number sums[HEIGHT][WIDTH];

    WEFT_DEVICE_INLINE uint32_t row(int r) const
    {
        return top + r * matrix::SIDE + matrix::row(lane);
    }
    WEFT_DEVICE_INLINE uint32_t column(int c) const
    {
        return left + c / UNIT * matrix::SIDE + matrix::column(lane) + c % UNIT;
    }

    WEFT_DEVICE_INLINE void add(const weft_gpu_product &p, uint32_t k, const element *staged_a,
                                const element *staged_b)
    {
        const uint32_t a_x = a_panel::x_step(!p.a.across), a_k = a_panel::k_step(!p.a.across);
        const uint32_t b_x = b_panel::x_step(p.b.across), b_k = b_panel::k_step(p.b.across);
        matrix::add(sums, lane, {staged_a + top * a_x + k * a_k, a_x, a_k},
                    {staged_b + left * b_x + k * b_k, b_x, b_k});
    }

    /* The same of rows of A along k, and of B along columns. */
    WEFT_DEVICE_INLINE void add_whole(uint32_t k, const element *staged_a, const element *staged_b)
    {
        constexpr uint32_t a_x = a_panel::short_pitch, b_k = b_panel::long_pitch;
        matrix::add(sums, lane, {staged_a + top * a_x + k, a_x, 1},
                    {staged_b + left + k * b_k, 1, b_k});
    }
};

/* Writes `UNIT` elements of a row of C, as many as there are. */
template <class T, int UNIT>
WEFT_DEVICE_INLINE void put(const weft_gpu_product &p, char *to, const typename T::number *sums,
                            uint32_t left)
{
    using element = typename T::element;
    if constexpr (UNIT > 1)
        if (p.c_wide && left >= UNIT) {
            put_unit<T, UNIT>(to, sums);
            return;
        }
    WEFT_UNROLL
    for (int e = 0; e < UNIT; e++)
        if ((uint32_t)e < left)
            *reinterpret_cast<element *>(to + e * p.c_element_step) = (element)sums[e];
}

template <class T, class TILE, int DEPTH>
WEFT_DEVICE_INLINE void run_block(const weft_gpu_product &p, void *room)
{
    using element = typename T::element;
    constexpr int A_ROOM = TILE::a_panel::room, ROOM = A_ROOM + TILE::b_panel::room;
    static_assert(2 * ROOM * sizeof(element) <= 48 << 10 && DEPTH % TILE::STEP == 0);

    const place here = find_place(p, machine::block_index());
    const char *a = p.a.operand.at.data + here.a + (int64_t)here.row * p.a.row_step;
    const char *b = p.b.operand.at.data + here.b + (int64_t)here.column * p.b.element_step;
    char *c = p.c.at.data + here.c + (int64_t)here.row * p.c_row_step +
              (int64_t)here.column * p.c_element_step;
    const uint32_t rows = p.m - here.row, columns = p.n - here.column;
    element *staged = (element *)room, *next = staged + ROOM;
    TILE tile;
    WEFT_UNROLL
    for (int r = 0; r < TILE::HEIGHT; r++)
        WEFT_UNROLL
    for (int q = 0; q < TILE::WIDTH; q++) {
        const uint32_t i = tile.row(r), j = tile.column(q);
        tile.sums[r][q] = {};
        if (p.adds && i < rows && j < columns)
            tile.sums[r][q] = *reinterpret_cast<const element *>(c + (int64_t)i * p.c_row_step +
                                                                 (int64_t)j * p.c_element_step);
    }

    auto a_source = [&](uint32_t k0) {
        return panel_source{a + (int64_t)k0 * p.a.element_step,
                            p.a.row_step,
                            p.a.element_step,
                            !p.a.across,
                            p.a.wide != 0,
                            p.a.conjugate != 0,
                            rows,
                            p.k - k0};
    };
    auto b_source = [&](uint32_t k0) {
        return panel_source{b + (int64_t)k0 * p.b.row_step,
                            p.b.element_step,
                            p.b.row_step,
                            p.b.across != 0,
                            p.b.wide != 0,
                            p.b.conjugate != 0,
                            columns,
                            p.k - k0};
    };
    auto load = [&](uint32_t k0, element *to) {
        tile.a.load(a_source(k0), to);
        tile.b.load(b_source(k0), to + A_ROOM);
    };
    auto stage = [&](element *to) {
        tile.a.stage(a_source(0), to);
        tile.b.stage(b_source(0), to + A_ROOM);
    };

    if (p.k > 0) {
        load(0, staged);
        stage(staged);
    }
    for (uint32_t k0 = 0; k0 < p.k; k0 += DEPTH) {
        const bool more = p.k - k0 > DEPTH;
        machine::barrier();
        if (more)
            load(k0 + DEPTH, next);
        if (p.k - k0 >= DEPTH) {
            WEFT_UNROLL
            for (uint32_t k = 0; k < DEPTH; k += TILE::STEP)
                tile.add(p, k, staged, staged + A_ROOM);
        } else {
            WEFT_ROLLED
            for (uint32_t k = 0; k < p.k - k0; k += TILE::STEP)
                tile.add(p, k, staged, staged + A_ROOM);
        }
        if (more)
            stage(next);
        element *kept = staged;
        staged = next;
        next = kept;
    }

    const bool is_whole = p.c_wide && rows >= TILE::ROWS && columns >= TILE::COLUMNS;
    WEFT_UNROLL
    for (int r = 0; r < TILE::HEIGHT; r++) {
        const uint32_t i = tile.row(r);
        char *const row = c + (int64_t)i * p.c_row_step;
        WEFT_UNROLL
        for (int q = 0; q < TILE::WIDTH; q += TILE::UNIT) {
            const uint32_t j = tile.column(q);
            if (is_whole)
                put_unit<T, TILE::UNIT>(row + j * (uint32_t)sizeof(element), &tile.sums[r][q]);
            else if (i < rows && j < columns)
                put<T, TILE::UNIT>(p, row + (int64_t)j * p.c_element_step, &tile.sums[r][q],
                                   columns - j);
        }
    }
}

/* Whole tasks, as products.h says, by the unit for matrices. */
template <class T, class TILE, int DEPTH>
WEFT_DEVICE_INLINE void run_whole_block(const weft_gpu_product &p, void *room)
{
    using element = typename T::element;
    using a_panel = typename TILE::a_panel;
    using b_panel = typename TILE::b_panel;
    constexpr int A_ROOM = a_panel::template whole_room<true>;
    constexpr int ROOM = A_ROOM + b_panel::template whole_room<false>;
    static_assert(ROOM <= a_panel::room + b_panel::room);

    const place here = find_place(p, machine::block_index());
    const tile_target c = locate(p, here);
    const char *a = p.a.operand.at.data + here.a + (int64_t)here.row * p.a.row_step;
    const char *b = p.b.operand.at.data + here.b + (int64_t)here.column * (int64_t)sizeof(element);
    element *staged = (element *)room, *next = staged + ROOM;
    TILE tile;
    WEFT_UNROLL
    for (int r = 0; r < TILE::HEIGHT; r++)
        WEFT_UNROLL
    for (int q = 0; q < TILE::WIDTH; q++)
        tile.sums[r][q] = {};
    auto load = [&](element *to) WEFT_INLINED {
        a_panel::template load_whole<true>(a, p.a.row_step, to);
        b_panel::template load_whole<false>(b, p.b.row_step, to + A_ROOM);
        a += DEPTH * sizeof(element);
        b += DEPTH * p.b.row_step;
    };
    if (p.k > 0)
        load(staged);
    WEFT_ROLLED
    for (uint32_t left = p.k; left > 0; left -= DEPTH) {
        machine::wait_for_copies();
        machine::barrier();
        if (left > DEPTH)
            load(next);
        WEFT_UNROLL
        for (uint32_t k = 0; k < DEPTH; k += TILE::STEP)
            tile.add_whole(k, staged, staged + A_ROOM);
        element *kept = staged;
        staged = next;
        next = kept;
    }
    WEFT_UNROLL
    for (int r = 0; r < TILE::HEIGHT; r++)
        WEFT_UNROLL
    for (int q = 0; q < TILE::WIDTH; q += TILE::UNIT)
        put_unit<T, TILE::UNIT>(c.first + (int64_t)tile.row(r) * p.c_row_step +
                                    tile.column(q) * (uint32_t)sizeof(element),
                                &tile.sums[r][q]);
}

} // namespace weft::product
#endif

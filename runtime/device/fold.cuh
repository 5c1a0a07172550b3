/* fold.cuh: kernels that fold short segments of elements (segments.cuh), or long lanes of them:
 *   groups   32 threads a segment, whose elements lie close
 *   rows     one thread a segment, out of shared memory; many short ones whose elements lie close
 *   lanes    one thread a segment; neighbouring segments lie close */
#ifndef WEFT_FOLD_CUH
#define WEFT_FOLD_CUH

#include "segments.cuh"

namespace weft::fold
{

template <class Combine, class Map, class T, class Indices, class... D> class folds;

template <class Combine, class Map, class T, int... i, class... D>
class folds<Combine, Map, T, std::integer_sequence<int, i...>, D...>
    : segments<Combine, Map, T, std::integer_sequence<int, i...>, D...>
{
    using base = segments<Combine, Map, T, std::integer_sequence<int, i...>, D...>;
    using base::combine, base::find, base::get, base::get_near, base::bring_one;
    using base::fold_packs, base::fold_shared;
    using base::most, base::group, base::unit;
    using typename base::parameters, typename base::element, typename base::place,
        typename base::pack;

    /* A short segment of elements side by side comes to shared memory, by a group. */
    static WEFT_DEVICE_INLINE void bring_piece(const weft_gpu_fold &fold, const place &from,
                                               element *to)
    {
        const uint32_t lane = machine::thread_index() % group;
        uint32_t index = lane;
        if constexpr (std::is_same_v<Map, nothing_to_map>) {
            if (fold.wide) {
                WEFT_ROLLED
                for (uint32_t k = lane; k < fold.length / unit; k += group)
                    machine::copy_later<16>(to + k * unit, from.from[0] + k * 16);
                index += fold.length / unit * unit;
            }
            WEFT_ROLLED
            for (; sizeof(element) >= 4 && index < fold.length; index += group)
                bring_one((char *)(to + index), from.from[0] + index * sizeof(element));
        }
        constexpr uint32_t batch = sizeof(element) < 4 ? most / group : 4;
        WEFT_ROLLED
        for (; index < fold.length; index += batch * group) { /* what cannot come later */
            element got[batch];
            WEFT_UNROLL
            for (uint32_t k = 0; k < batch; k++)
                got[k] =
                    get_near(from, index + k * group < fold.length ? index + k * group : index);
            WEFT_UNROLL
            for (uint32_t k = 0; k < batch; k++)
                if (index + k * group < fold.length)
                    to[index + k * group] = got[k];
        }
    }

    /* A lane of segments side by side, the last of which may be short, by a team of groups: their
     * results, in shared memory, are folded by the first. A short one comes there, too, for its
     * halves lie anyhow: while the others are folded. All threads come to every exchange, those
     * without a segment, too. */
    static WEFT_DEVICE_INLINE void run_long(const parameters &p)
    {
        constexpr uint32_t packs = most / group / unit,
                           batch = packs < 8 ? 2 : 1; /* of a piece; pieces at once */
        WEFT_SHARED_ROOM(room);
        const weft_gpu_fold &fold = p.fold;
        const uint32_t thread = machine::thread_index(), lane = thread % group,
                       number = thread / group;
        const uint32_t slot = number / fold.team, slots = WEFT_GPU_THREADS / group / fold.team,
                       own = number % fold.team;
        const uint32_t segment = machine::block_index() * slots + slot;
        const bool is_there = segment < fold.loop.count, is_short = fold.length < most;
        const uint32_t whole = fold.pieces - is_short;
        const place at = find(p, is_there ? segment : 0);
        element *const stage = reinterpret_cast<element *>(room) + slot * most;
        element *const results =
            reinterpret_cast<element *>(room) + (is_short ? slots * most : 0) + slot * fold.pieces;
        const auto find_piece = [&](uint32_t piece) {
            return place{{at.from[i] +
                          (int64_t)piece * (most * sizeof(typename dtype_traits<D>::storage))...},
                         nullptr};
        };
        const bool has_short = is_short && own == whole % fold.team;
        if (has_short)
            bring_piece(fold, find_piece(whole), stage);
        WEFT_ROLLED
        for (uint32_t begin = 0; begin < whole;) {
            if constexpr (std::is_same_v<Map, nothing_to_map> && unit > 1)
                if (fold.wide && (sizeof(element) != 4 ||
                                  begin + fold.team < whole)) { /* a last one comes as below */
                    pack got[batch][packs];
                    WEFT_UNROLL
                    for (uint32_t b = 0; b < batch; b++) {
                        const uint32_t piece = begin + b * fold.team + own;
                        const int64_t bytes =
                            (int64_t)(piece < whole ? piece : 0) * (most * sizeof(element));
                        const char *const from = at.from[0] + bytes + lane * 16;
                        WEFT_UNROLL
                        for (uint32_t k = 0; k < packs; k++)
                            machine::load<16>(&got[b][k], from + k * (group * 16));
                    }
                    WEFT_UNROLL
                    for (uint32_t b = 0; b < batch; b++) {
                        base::template halve<packs>(got[b]);
                        const element made = fold_packs(got[b][0], group);
                        if (begin + b * fold.team + own < whole && lane == 0)
                            results[begin + b * fold.team + own] = made;
                    }
                    begin += batch * fold.team;
                    continue;
                }
            const uint32_t piece = begin + own;
            const place here = find_piece(piece < whole ? piece : 0);
            element made;
            if constexpr (sizeof(element) > 4) {
                made =
                    base::template fold_group<true>(fold.counts, lane, [&](uint32_t index, bool) {
                        return piece < whole ? get_near(here, index) : element{};
                    });
            } else { /* all are asked for before one is waited for */
                element got[most / group];
                WEFT_UNROLL
                for (uint32_t k = 0; k < most / group; k++)
                    got[k] = get_near(here, k * group + lane);
                base::template halve<most / group>(got);
                WEFT_ROLLED
                for (uint32_t distance = group / 2; distance > 0; distance /= 2)
                    got[0] = combine(got[0], machine::from_further(got[0], distance));
                made = got[0];
            }
            if (piece < whole && lane == 0)
                results[piece] = made;
            begin += fold.team;
        }
        if (is_short) {
            machine::wait_for_copies();
            machine::group_meets();
            element made;
            if constexpr (sizeof(element) < 4)
                made = base::template fold_group<false>(
                    fold.counts, lane, [&](uint32_t index, bool is) {
                        return has_short ? stage[is ? index : 0] : element{};
                    });
            else
                made = fold_shared(stage, fold.length, has_short);
            if (has_short && lane == 0)
                results[whole] = made;
        }
        if (fold.team == 1)
            machine::group_meets();
        else
            machine::barrier();
        const element made = fold_shared(results, fold.pieces, own == 0);
        if (is_there && own == 0 && lane == 0)
            *reinterpret_cast<element *>(at.to) = made;
    }

    /* Segments of a power of two of elements, a unit of 16 bytes a thread and `packed` threads
     * each, that lie as one: neighbours exchange what they have. */
    static WEFT_DEVICE_INLINE void run_packed(const parameters &p)
    {
        constexpr uint32_t batch = WEFT_GPU_PACKED(sizeof(element));
        const uint32_t first =
            machine::block_index() * batch * WEFT_GPU_THREADS + machine::thread_index();
        pack own[batch];
        WEFT_UNROLL
        for (uint32_t k = 0; k < batch; k++) {
            const uint32_t at = first + k * WEFT_GPU_THREADS;
            machine::load<16>(&own[k],
                              p.inputs[0].data + (at >> p.fold.packed_shift < p.fold.loop.count
                                                      ? (int64_t)at * 16
                                                      : 0));
        }
        WEFT_UNROLL
        for (uint32_t k = 0; k < batch; k++) {
            const element made = fold_packs(own[k], p.fold.packed);
            const uint32_t segment = (first + k * WEFT_GPU_THREADS) >> p.fold.packed_shift;
            if (machine::thread_index() % p.fold.packed == 0 && segment < p.fold.loop.count)
                *reinterpret_cast<element *>(p.fold.to + (int64_t)segment * p.fold.to_steps[0]) =
                    made;
        }
    }

  public:
    /* 32 threads a segment. No thread ends early: all meet where they exchange elements. */
    static WEFT_DEVICE_INLINE void run_groups(const parameters &p)
    {
        if (p.fold.pieces > 1 || p.fold.wide) {
            run_long(p);
            return;
        }
        if constexpr (std::is_same_v<Map, nothing_to_map>)
            if (p.fold.packed) {
                run_packed(p);
                return;
            }
        const uint32_t lane = machine::thread_index() % group;
        const uint32_t segment =
            machine::block_index() * (WEFT_GPU_THREADS / group) + machine::thread_index() / group;
        const bool is_there = segment < p.fold.loop.count;
        const place at = find(p, is_there ? segment : 0);
        const auto get_one = [&](uint32_t index, bool is) { return get(p, at, is ? index : 0); };
        const element made = base::template fold_group<false>(p.fold.counts, lane, get_one);
        if (is_there && lane == 0)
            *reinterpret_cast<element *>(at.to) = made;
    }

    /* Brings `count` elements that lie as one, from a multiple of 16 bytes on, 16 bytes at a time;
     * where a segment is odd, they lie so in shared memory, too. */
    static WEFT_DEVICE_INLINE void stage_flat(const parameters &p, const char *from, uint32_t count,
                                              element *shared)
    {
        constexpr uint32_t batch = 4, stride = WEFT_GPU_THREADS * unit;
        const bool is_padded = p.fold.pitch != p.fold.length;
        WEFT_ROLLED
        for (uint32_t begin = machine::thread_index() * unit; begin < count;
             begin += batch * stride) {
            element got[batch][unit];
            WEFT_UNROLL
            for (uint32_t k = 0; k < batch; k++)
                if (begin + k * stride < count)
                    machine::load<16>(got[k],
                                      from + (int64_t)(begin + k * stride) * sizeof(element));
            WEFT_UNROLL
            for (uint32_t k = 0; k < batch; k++) {
                const uint32_t at = begin + k * stride;
                if (at >= count)
                    break;
                if (!is_padded) {
                    machine::store<16>((char *)(shared + at), got[k]);
                    continue;
                }
                uint32_t column = at;
                uint32_t to = at + divide(column, p.fold.lengths);
                WEFT_UNROLL
                for (uint32_t n = 0; n < unit; n++) {
                    shared[to++] = got[k][n];
                    if (++column == p.fold.length) {
                        column = 0;
                        to++;
                    }
                }
            }
        }
    }

    /* Brings `count` elements of a block's segments to shared memory, a few at a time so that none
     * waits for another. The segments have one axis. */
    static WEFT_DEVICE_INLINE void stage(const parameters &p, uint32_t first, uint32_t count,
                                         element *shared)
    {
        constexpr uint32_t batch = 8, stride = WEFT_GPU_THREADS;
        WEFT_ROLLED
        for (uint32_t begin = machine::thread_index(); begin < count; begin += batch * stride) {
            element got[batch];
            uint32_t to[batch];
            WEFT_UNROLL
            for (uint32_t k = 0; k < batch; k++) {
                uint32_t index = begin + k * stride;
                if (index >= count)
                    index = begin;
                const uint32_t row = divide(index, p.fold.lengths);
                const place at = {
                    {p.inputs[i].data + (int64_t)(first + row) * p.inputs[i].steps[0]...}, nullptr};
                to[k] = row * p.fold.pitch + index;
                got[k] = get(p, at, index);
            }
            WEFT_UNROLL
            for (uint32_t k = 0; k < batch; k++)
                shared[to[k]] = got[k];
        }
    }

    /* The same of several axes, `width` threads a segment. */
    static WEFT_DEVICE_INLINE void stage_rows(const parameters &p, uint32_t first, uint32_t rows,
                                              element *shared)
    {
        const uint32_t width = p.fold.width;
        for (uint32_t row = machine::thread_index() / width; row < rows;
             row += WEFT_GPU_THREADS / width) {
            const place at = find(p, first + row);
            for (uint32_t index = machine::thread_index() % width; index < p.fold.length;
                 index += width)
                shared[row * p.fold.pitch + index] = get(p, at, index);
        }
    }

    /* One thread a segment, after all threads of the block have brought `rows` of them, and have
     * halved the long ones together: the nodes of four halvings lie where their first elements lay.
     */
    static WEFT_DEVICE_INLINE void run_rows(const parameters &p)
    {
        WEFT_SHARED_ROOM(room);
        element *const shared = reinterpret_cast<element *>(room);
        const weft_gpu_fold &fold = p.fold;
        const uint32_t first = machine::block_index() * fold.rows;
        const uint32_t left = fold.loop.count - first, rows = left < fold.rows ? left : fold.rows;
        if (fold.flat && rows % 16 == 0)
            stage_flat(p, p.inputs[0].data + (int64_t)first * p.inputs[0].steps[0],
                       rows * fold.length, shared);
        else if (fold.loop.rank == 1)
            stage(p, first, rows * fold.length, shared);
        else
            stage_rows(p, first, rows, shared);
        machine::barrier();
        const bool is_long = fold.halvings > 5;
        if (is_long) {
            for (uint32_t at = machine::thread_index(); at < fold.rows * fold.counts[4];
                 at += WEFT_GPU_THREADS) {
                uint32_t row = at; /* neighbours have neighbouring segments, in other banks */
                const uint32_t index = divide(row, fold.block_rows);
                element *const own = shared + row * fold.pitch;
                if (row < rows)
                    own[index] = base::template node<4, false>(
                        fold.counts, 0, index,
                        [&](uint32_t k, bool is) { return own[is ? k : 0]; });
            }
            machine::barrier();
        }
        for (uint32_t row = machine::thread_index(); row < rows; row += WEFT_GPU_THREADS) {
            const element *const own = shared + row * fold.pitch;
            const auto get_one = [&](uint32_t index, bool is) { return own[is ? index : 0]; };
            *reinterpret_cast<element *>(find(p, first + row).to) =
                fold.halvings <= 2   ? base::template node<2, false>(fold.counts, 0, 0, get_one)
                : fold.halvings == 3 ? base::template node<3, false>(fold.counts, 0, 0, get_one)
                : fold.halvings == 4
                    ? base::template node<4, false>(fold.counts, 0, 0, get_one)
                    : base::template node<5, false>(fold.counts + (is_long ? 4 : 0), 0, 0, get_one);
        }
    }

    /* One thread a segment, out of the inputs. */
    static WEFT_DEVICE_INLINE void run_lanes(const parameters &p)
    {
        const uint32_t segment =
            machine::block_index() * WEFT_GPU_THREADS + machine::thread_index();
        if (segment >= p.fold.loop.count)
            return;
        const place at = find(p, segment);
        const auto get_one = [&](uint32_t index, bool is) { return get(p, at, is ? index : 0); };
        *reinterpret_cast<element *>(at.to) =
            p.fold.length == most  ? base::template fold_alone<4, true>(p.fold, get_one)
            : p.fold.halvings <= 3 ? base::template node<3, false>(p.fold.counts, 0, 0, get_one)
                                   : base::template fold_alone<4, false>(p.fold, get_one);
    }
};

template <class Combine, class Map, class T, class... D>
using of = folds<Combine, Map, T, std::make_integer_sequence<int, sizeof...(D)>, D...>;

} // namespace weft::fold

/* Instantiates SYMBOL_fg, SYMBOL_fr and SYMBOL_fl over ns::SYMBOL::weft_body, of two elements. */
#define WEFT_FOLD(ns, symbol, dtype) \
    WEFT_FOLDS(symbol, 1, ::ns::symbol::weft_body, ::weft::fold::nothing_to_map, dtype, dtype)
/* The same over elements that ns::MAP::weft_body makes of inputs, whose dtypes follow; the symbol
 * is that of the bodies' pair. */
#define WEFT_FOLD_MAPPED(ns, symbol, combine, map, inputs, dtype, ...) \
    WEFT_FOLDS(symbol, inputs, ::ns::combine::weft_body, ::ns::map::weft_body, dtype, __VA_ARGS__)
#define WEFT_FOLDS(symbol, inputs, ...)                                                            \
    namespace weft::dtype                                                                          \
    {                                                                                              \
    WEFT_FOR_EACH_LEVEL(WEFT_KERNEL(symbol##_fg, WEFT_GPU_THREADS, ::weft::fold::params<inputs>) { \
        ::weft::fold::of<__VA_ARGS__>::run_groups(params);                                         \
    })                                                                                             \
    WEFT_FOR_ALL_LEVELS(WEFT_KERNEL(symbol##_fr, WEFT_GPU_THREADS, ::weft::fold::params<inputs>) { \
        ::weft::fold::of<__VA_ARGS__>::run_rows(params);                                           \
    })                                                                                             \
    WEFT_FOR_ALL_LEVELS(WEFT_KERNEL(symbol##_fl, WEFT_GPU_THREADS, ::weft::fold::params<inputs>) { \
        ::weft::fold::of<__VA_ARGS__>::run_lanes(params);                                          \
    })                                                                                             \
    }
#endif

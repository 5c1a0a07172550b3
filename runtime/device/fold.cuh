/* fold.cuh: kernels that fold short segments of elements, or take their prefixes. Folds go by halves: x[i] with x[i + half], the element
 * in the middle of an odd length staying as it is, until one is left. The order is part of the result's
 * definition, so all shapes here walk the same tree; they differ in who has which elements:
 *   groups   32 threads a segment, whose elements lie close
 *   rows     one thread a segment, out of shared memory; many short ones whose elements lie close
 *   lanes    one thread a segment; neighbouring segments lie close
 * Combine is a body of two elements. Map is one that makes an element of what lies in memory, of dtypes D;
 * nothing_to_map where the elements lie there themselves. */
#ifndef WEFT_FOLD_CUH
#define WEFT_FOLD_CUH

#include <utility>

#include "division.cuh"
#include "types.cuh"

namespace weft::fold
{

/* What the kernels are handed; the backend fills the same bytes. */
template <int n> struct params {
    weft_gpu_fold fold;
    weft_gpu_fold_input inputs[n];
};

template <int n> struct scan_params {
    weft_gpu_fold fold;
    weft_gpu_fold_input inputs[n];
    weft_gpu_scan scan;
};

struct nothing_to_map {
};

template <class Combine, class Map, class T, class Indices, class... D> class segments;

template <class Combine, class Map, class T, int... i, class... D>
class segments<Combine, Map, T, std::integer_sequence<int, i...>, D...>
{
    static constexpr int input_count = sizeof...(D);
    static constexpr uint32_t most = WEFT_GPU_SEGMENT, group = WEFT_GPU_GROUP;
    using parameters = params<input_count>;
    using traits = dtype_traits<T>;
    using element = typename traits::storage;

    /* Where a segment begins in each input, and where its result goes. */
    struct place {
        const char *from[input_count];
        char *to;
    };

    template <class Parameters>
    static WEFT_DEVICE_UNROLLED place find(const Parameters &p, uint32_t segment)
    {
        place found = {{p.inputs[i].data...}, p.fold.to};
        WEFT_ROLLED
        for (uint32_t axis = 0; axis < p.fold.loop.rank; axis++) {
            const bool last = axis + 1 >= p.fold.loop.rank;
            const uint32_t quotient = last ? 0 : divide(segment, p.fold.loop.axes[axis]);
            ((found.from[i] += (int64_t)segment * p.inputs[i].steps[axis]), ...);
            found.to += (int64_t)segment * p.fold.to_steps[axis];
            segment = quotient;
        }
        return found;
    }

    /* Bodies take references. */
    static WEFT_DEVICE_UNROLLED void map(typename traits::value &made,
                                       typename dtype_traits<D>::value... inputs)
    {
        Map()(inputs..., made);
    }

    /* Element `index` of a segment. */
    template <class Parameters>
    static WEFT_DEVICE_UNROLLED element get(const Parameters &p, const place &at, uint32_t index)
    {
        if constexpr (std::is_same_v<Map, nothing_to_map>) {
            return *reinterpret_cast<const element *>(at.from[0] +
                                                      (int64_t)index * p.inputs[0].step);
        } else {
            typename traits::value made{};
            map(made, dtype_traits<D>::get(*reinterpret_cast<const typename dtype_traits<D>::storage *>(
                          at.from[i] + (int64_t)index * p.inputs[i].step))...);
            return traits::put(made);
        }
    }

    static WEFT_DEVICE_UNROLLED element combine(element a, element b)
    {
        typename traits::value first = traits::get(a), second = traits::get(b), made{};
        Combine()(first, second, made);
        return traits::put(made);
    }

    /* Elements after so many halvings. */
    template <bool whole> static WEFT_DEVICE_UNROLLED uint32_t count_at(const weft_gpu_fold &fold, int level)
    {
        return whole ? most >> level : fold.counts[level];
    }

    /* The tree's node `index`, `levels` halvings above what get(index) has, which are nodes of `from`
     * halvings. It is there, or of no use. All are got in any case, so that none waits for another. */
    template <int levels, bool whole, class Get>
    static WEFT_DEVICE_UNROLLED element node(const weft_gpu_fold &fold, int from, uint32_t index,
                                           const Get &get)
    {
        if constexpr (levels == 0) {
            return get(whole || index < fold.counts[from] ? index : 0);
        } else {
            const uint32_t other = index + count_at<whole>(fold, from + levels);
            const element own = node<levels - 1, whole>(fold, from, index, get),
                          more = node<levels - 1, whole>(fold, from, other, get);
            return whole || other < fold.counts[from + levels - 1] ? combine(own, more) : own;
        }
    }

    /* 32 threads fold a segment: each halves it as it gets elements, so far that one is left for each thread.
     * What the first thread returns counts. */
    template <bool whole>
    static WEFT_DEVICE_UNROLLED element fold_group(const parameters &p, const place &at, uint32_t lane)
    {
        constexpr int alone = 4; /* halvings: most >> 4 is a group */
        const weft_gpu_fold &fold = p.fold;
        const auto get_one = [&](uint32_t index) { return get(p, at, index); };
        element own = node<alone, whole>(fold, 0, lane < count_at<whole>(fold, alone) ? lane : 0, get_one);
        WEFT_UNROLL
        for (int level = alone; level < WEFT_GPU_HALVINGS; level++) {
            const uint32_t half = count_at<whole>(fold, level + 1);
            const element other = machine::from_further(own, half);
            if (whole || lane + half < count_at<whole>(fold, level))
                own = combine(own, other);
        }
        return own;
    }

    /* One thread folds a segment, a subtree of `base` levels at a time: the bits of `branch` are the
     * way from the root to it. */
    template <int base, bool whole, class Get>
    static WEFT_DEVICE_UNROLLED element fold_alone(const weft_gpu_fold &fold, const Get &get)
    {
        constexpr int above = WEFT_GPU_HALVINGS - base;
        const uint32_t branches =
            whole ? 1u << above : 1u << (fold.halvings > base ? fold.halvings - base : 0);
        element own{}, waiting[above] = {};
        uint32_t known = 0; /* bit k: a node k levels above the subtrees waits for the one beside it */
        WEFT_ROLLED
        for (uint32_t branch = 0; branch < branches; branch++) {
            uint32_t index = 0;
            bool is_there = true, is_moving = true;
            WEFT_UNROLL
            for (int k = above - 1; k >= 0; k--)
                if (branch >> k & 1) {
                    index += count_at<whole>(fold, base + k + 1);
                    is_there = whole || (is_there && index < fold.counts[base + k]);
                }
            if (is_there)
                own = node<base, whole>(fold, 0, index, get);
            WEFT_UNROLL
            for (int k = 0; k < above; k++) {
                if (is_moving && !(branch >> k & 1)) {
                    known = is_there ? known | 1u << k : known & ~(1u << k);
                    waiting[k] = own;
                    is_moving = false;
                } else if (is_moving) {
                    own = is_there ? combine(waiting[k], own) : waiting[k];
                    is_there = known >> k & 1;
                }
            }
        }
        return own;
    }

    /* What is carried into a segment; NULL: nothing. */
    static WEFT_DEVICE_UNROLLED const char *find_carry(const scan_params<1> &p, uint32_t segment)
    {
        const char *found = p.scan.carry;
        bool is_there = found != nullptr;
        WEFT_ROLLED
        for (uint32_t axis = 0; axis < p.fold.loop.rank; axis++) {
            const bool last = axis + 1 >= p.fold.loop.rank;
            const uint32_t quotient = last ? 0 : divide(segment, p.fold.loop.axes[axis]);
            is_there = is_there && (axis != p.scan.carry_axis || segment > 0);
            found += (int64_t)segment * p.scan.carry_steps[axis];
            segment = quotient;
        }
        return is_there ? found : nullptr;
    }

public:
    /* 32 threads a segment. No thread ends early: all meet where they exchange elements. */
    static WEFT_DEVICE_INLINE void run_groups(const parameters &p)
    {
        const uint32_t lane = machine::thread_index() % group;
        const uint32_t segment = (machine::block_index() * WEFT_GPU_THREADS + machine::thread_index()) / group;
        const bool is_there = segment < p.fold.loop.count;
        const place at = find(p, is_there ? segment : 0);
        const element made =
            p.fold.length == most ? fold_group<true>(p, at, lane) : fold_group<false>(p, at, lane);
        if (is_there && lane == 0)
            *reinterpret_cast<element *>(at.to) = made;
    }

    /* Brings `count` elements that lie as one, from a multiple of 16 bytes on, 16 bytes at a time; where a
     * segment is odd, they lie so in shared memory, too. */
    static WEFT_DEVICE_UNROLLED void stage_flat(const parameters &p, const char *from, uint32_t count,
                                              element *shared)
    {
        constexpr uint32_t unit = 16 / sizeof(element), batch = 4, stride = WEFT_GPU_THREADS * unit;
        const bool is_padded = p.fold.pitch != p.fold.length;
        WEFT_ROLLED
        for (uint32_t begin = machine::thread_index() * unit; begin < count; begin += batch * stride) {
            element got[batch][unit];
            WEFT_UNROLL
            for (uint32_t k = 0; k < batch; k++)
                if (begin + k * stride < count)
                    machine::load<16>(got[k], from + (int64_t)(begin + k * stride) * sizeof(element));
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

    /* Brings `count` elements of a block's segments to shared memory, a few at a time so that none waits
     * for another. The segments have one axis. */
    static WEFT_DEVICE_UNROLLED void stage(const parameters &p, uint32_t first, uint32_t count,
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
                const place at = {{p.inputs[i].data + (int64_t)(first + row) * p.inputs[i].steps[0]...},
                                  nullptr};
                to[k] = row * p.fold.pitch + index;
                got[k] = get(p, at, index);
            }
            WEFT_UNROLL
            for (uint32_t k = 0; k < batch; k++)
                shared[to[k]] = got[k];
        }
    }

    /* The same of several axes, `width` threads a segment. */
    static WEFT_DEVICE_UNROLLED void stage_rows(const parameters &p, uint32_t first, uint32_t rows,
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

    /* One thread a segment, after all threads of the block have brought `rows` of them, and have halved
     * the long ones together: the nodes of four halvings lie where their first elements lay. */
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
                    own[index] = node<4, false>(fold, 0, index, [&](uint32_t k) { return own[k]; });
            }
            machine::barrier();
        }
        for (uint32_t row = machine::thread_index(); row < rows; row += WEFT_GPU_THREADS) {
            const element *const own = shared + row * fold.pitch;
            const auto get_one = [&](uint32_t index) { return own[index]; };
            *reinterpret_cast<element *>(find(p, first + row).to) =
                is_long              ? node<5, false>(fold, 4, 0, get_one)
                : fold.halvings <= 2 ? node<2, false>(fold, 0, 0, get_one)
                : fold.halvings == 3 ? node<3, false>(fold, 0, 0, get_one)
                : fold.halvings == 4 ? node<4, false>(fold, 0, 0, get_one)
                                     : node<5, false>(fold, 0, 0, get_one);
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
        const auto get_one = [&](uint32_t index) { return get(p, at, index); };
        *reinterpret_cast<element *>(at.to) =
            p.fold.length == most    ? fold_alone<4, true>(p.fold, get_one)
            : p.fold.halvings <= 3 ? node<3, false>(p.fold, 0, 0, get_one)
                                   : fold_alone<4, false>(p.fold, get_one);
    }

    /* The prefixes of a segment, 32 threads each: those of 32 elements at a time, behind the last one
     * before them. No thread ends early. */
    static WEFT_DEVICE_INLINE void run_scan_groups(const scan_params<1> &p)
    {
        constexpr uint32_t each = most / group;
        const uint32_t lane = machine::thread_index() % group;
        const uint32_t segment = (machine::block_index() * WEFT_GPU_THREADS + machine::thread_index()) / group;
        const uint32_t count = segment < p.fold.loop.count ? p.fold.length : 0;
        const place at = find(p, count ? segment : 0);
        const char *const carry = find_carry(p, count ? segment : 0);
        element own[each], last = carry ? *reinterpret_cast<const element *>(carry) : element{};
        WEFT_UNROLL
        for (uint32_t k = 0; k < each; k++)
            own[k] = k * group + lane < count ? get(p, at, k * group + lane) : element{};
        bool has_last = carry != nullptr;
        WEFT_UNROLL
        for (uint32_t k = 0; k < each; k++) {
            if (k * group >= p.fold.length)
                break;
            WEFT_UNROLL
            for (uint32_t distance = 1; distance < group; distance *= 2) {
                const element before = machine::from_earlier(own[k], distance);
                if (lane >= distance)
                    own[k] = combine(before, own[k]);
            }
            if (has_last)
                own[k] = combine(last, own[k]);
            last = machine::from_last(own[k]);
            has_last = true;
            if (k * group + lane < count)
                *reinterpret_cast<element *>(at.to + (int64_t)(k * group + lane) * p.scan.to_step) =
                    own[k];
        }
    }

    /* The same, one thread each, one after the other. */
    static WEFT_DEVICE_INLINE void run_scan_lanes(const scan_params<1> &p)
    {
        constexpr uint32_t batch = 8;
        const uint32_t segment =
            machine::block_index() * WEFT_GPU_THREADS + machine::thread_index();
        if (segment >= p.fold.loop.count)
            return;
        const place at = find(p, segment);
        const char *const carry = find_carry(p, segment);
        element last = carry ? *reinterpret_cast<const element *>(carry) : element{};
        bool has_last = carry != nullptr;
        WEFT_ROLLED
        for (uint32_t begin = 0; begin < p.fold.length; begin += batch) {
            element own[batch];
            WEFT_UNROLL
            for (uint32_t k = 0; k < batch; k++)
                own[k] = get(p, at, begin + k < p.fold.length ? begin + k : begin);
            WEFT_UNROLL
            for (uint32_t k = 0; k < batch; k++)
                if (begin + k < p.fold.length) {
                    last = has_last ? combine(last, own[k]) : own[k];
                    has_last = true;
                    *reinterpret_cast<element *>(at.to + (int64_t)(begin + k) * p.scan.to_step) =
                        last;
                }
        }
    }
};

template <class Combine, class Map, class T, class... D>
using of = segments<Combine, Map, T, std::make_integer_sequence<int, sizeof...(D)>, D...>;

} // namespace weft::fold

/* Instantiates SYMBOL_fg, SYMBOL_fr and SYMBOL_fl over ns::SYMBOL::weft_body, of two elements, and
 * SYMBOL_sg and SYMBOL_sl of running folds. */
#define WEFT_FOLD(ns, symbol, dtype)                                                    \
    WEFT_FOLDS(symbol, 1, ::ns::symbol::weft_body, ::weft::fold::nothing_to_map, dtype, dtype) \
    WEFT_SCANS(symbol, ::ns::symbol::weft_body, ::weft::fold::nothing_to_map, dtype, dtype)
/* The same over elements that ns::MAP::weft_body makes of inputs, whose dtypes follow; the symbol is that
 * of the bodies' pair. */
#define WEFT_FOLD_MAPPED(ns, symbol, combine, map, inputs, dtype, ...)                  \
    WEFT_FOLDS(symbol, inputs, ::ns::combine::weft_body, ::ns::map::weft_body, dtype, __VA_ARGS__)
#define WEFT_SCANS(symbol, ...)                                                         \
    namespace weft::dtype {                                                             \
    WEFT_KERNEL(symbol##_sg, WEFT_GPU_THREADS, ::weft::fold::scan_params<1>)            \
    {                                                                                   \
        ::weft::fold::of<__VA_ARGS__>::run_scan_groups(params);                         \
    }                                                                                   \
    WEFT_KERNEL(symbol##_sl, WEFT_GPU_THREADS, ::weft::fold::scan_params<1>)            \
    {                                                                                   \
        ::weft::fold::of<__VA_ARGS__>::run_scan_lanes(params);                          \
    }                                                                                   \
    }
#define WEFT_FOLDS(symbol, inputs, ...)                                                 \
    namespace weft::dtype {                                                             \
    WEFT_KERNEL(symbol##_fg, WEFT_GPU_THREADS, ::weft::fold::params<inputs>)            \
    {                                                                                   \
        ::weft::fold::of<__VA_ARGS__>::run_groups(params);                              \
    }                                                                                   \
    WEFT_KERNEL(symbol##_fr, WEFT_GPU_THREADS, ::weft::fold::params<inputs>)            \
    {                                                                                   \
        ::weft::fold::of<__VA_ARGS__>::run_rows(params);                                \
    }                                                                                   \
    WEFT_KERNEL(symbol##_fl, WEFT_GPU_THREADS, ::weft::fold::params<inputs>)            \
    {                                                                                   \
        ::weft::fold::of<__VA_ARGS__>::run_lanes(params);                               \
    }                                                                                   \
    }
#endif

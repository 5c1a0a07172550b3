/* fold.cuh: kernels that fold short segments of elements, by halves: x[i] with x[i + half], the element
 * in the middle of an odd length staying as it is, until one is left. The order is part of the result's
 * definition, so all shapes here walk the same tree; they differ in who has which elements:
 *   groups   32 threads a segment; its elements lie close, and are many
 *   rows     one thread a segment, out of shared memory; its elements lie close, and are few
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

    static WEFT_DEVICE_INLINE place find(const parameters &p, uint32_t segment)
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

    /* Element `index` of a segment. */
    static WEFT_DEVICE_INLINE element get(const parameters &p, const place &at, uint32_t index)
    {
        if constexpr (std::is_same_v<Map, nothing_to_map>) {
            return *reinterpret_cast<const element *>(at.from[0] +
                                                      (int64_t)index * p.inputs[0].step);
        } else {
            typename traits::value made{};
            Map()(dtype_traits<D>::get(*reinterpret_cast<const typename dtype_traits<D>::storage *>(
                      at.from[i] + (int64_t)index * p.inputs[i].step))...,
                  made);
            return traits::put(made);
        }
    }

    static WEFT_DEVICE_INLINE element combine(element a, element b)
    {
        typename traits::value made{};
        Combine()(traits::get(a), traits::get(b), made);
        return traits::put(made);
    }

    /* The elements of 32 threads, of which `count` have one, down to the first thread's. */
    static WEFT_DEVICE_INLINE element fold_group(element own, uint32_t lane, uint32_t count)
    {
        while (count > 1) {
            const uint32_t half = (count + 1) / 2;
            const element other = machine::from_further(own, half);
            if (lane + half < count)
                own = combine(own, other);
            count = half;
        }
        return own;
    }

    /* A whole segment: thread `lane` has every 32nd element, so that the first halves are its own. */
    static WEFT_DEVICE_INLINE element fold_whole(const parameters &p, const place &at, uint32_t lane)
    {
        constexpr uint32_t each = most / group;
        element own[each];
        WEFT_UNROLL
        for (uint32_t k = 0; k < each; k++)
            own[k] = get(p, at, k * group + lane);
        WEFT_UNROLL
        for (uint32_t half = each / 2; half > 0; half /= 2)
            WEFT_UNROLL
            for (uint32_t k = 0; k < each / 2; k++)
                if (k < half)
                    own[k] = combine(own[k], own[k + half]);
        return fold_group(own[0], lane, group);
    }

    /* Any length: what a thread lacks for a half comes through shared memory. */
    static WEFT_DEVICE_INLINE element fold_part(const parameters &p, const place &at, uint32_t lane,
                                                bool is_there, element *shared)
    {
        constexpr uint32_t each = most / group / 2;
        uint32_t count = p.fold.length, half = (count + 1) / 2;
        element own[each] = {};
        WEFT_UNROLL
        for (uint32_t k = 0; k < each; k++) {
            const uint32_t index = k * group + lane;
            if (is_there && index < half) {
                own[k] = get(p, at, index);
                if (index + half < count)
                    own[k] = combine(own[k], get(p, at, index + half));
            }
        }
        for (count = half; count > group; count = half) {
            half = (count + 1) / 2;
            WEFT_UNROLL
            for (uint32_t k = 0; k < each; k++) {
                const uint32_t index = k * group + lane;
                if (index >= half && index < count)
                    shared[index - half] = own[k];
            }
            machine::group_barrier();
            WEFT_UNROLL
            for (uint32_t k = 0; k < each; k++) {
                const uint32_t index = k * group + lane;
                if (index + half < count)
                    own[k] = combine(own[k], shared[index]);
            }
            machine::group_barrier();
        }
        return fold_group(own[0], lane, count);
    }

    /* Elements after so many halvings. */
    template <bool whole> static WEFT_DEVICE_INLINE uint32_t count_at(const weft_gpu_fold &fold, int level)
    {
        return whole ? most >> level : fold.counts[level];
    }

    /* The tree's node `index` of `level` halvings, down to the elements; get(index) is one. It is there,
     * or of no use. Elements are got in any case, so that none waits for another. */
    template <int level, bool whole, class Get>
    static WEFT_DEVICE_INLINE element node(const weft_gpu_fold &fold, uint32_t index, const Get &get)
    {
        if constexpr (level == 0) {
            return get(whole || index < fold.length ? index : 0);
        } else {
            const uint32_t other = index + count_at<whole>(fold, level);
            const element own = node<level - 1, whole>(fold, index, get),
                          more = node<level - 1, whole>(fold, other, get);
            return whole || other < fold.counts[level - 1] ? combine(own, more) : own;
        }
    }

    /* One thread folds a segment, a subtree of `base` levels at a time: the bits of `branch` are the
     * way from the root to it. */
    template <int base, bool whole, class Get>
    static WEFT_DEVICE_INLINE element fold_alone(const weft_gpu_fold &fold, const Get &get)
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
                own = node<base, whole>(fold, index, get);
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

public:
    /* 32 threads a segment. No thread ends early: all meet where they exchange elements. */
    static WEFT_DEVICE_INLINE void run_groups(const parameters &p)
    {
        constexpr uint32_t groups = WEFT_GPU_THREADS / group;
        WEFT_SHARED(element, shared, groups * (most / 4));
        const uint32_t lane = machine::thread_index() % group,
                       own_group = machine::thread_index() / group,
                       segment = machine::block_index() * groups + own_group;
        const bool is_there = segment < p.fold.loop.count;
        const place at = find(p, is_there ? segment : 0);
        const element made = p.fold.length == most
                                 ? fold_whole(p, at, lane)
                                 : fold_part(p, at, lane, is_there, shared + own_group * (most / 4));
        if (is_there && lane == 0)
            *reinterpret_cast<element *>(at.to) = made;
    }

    /* One thread a segment, after all threads of the block have brought `rows` of them. */
    static WEFT_DEVICE_INLINE void run_rows(const parameters &p)
    {
        WEFT_SHARED_ROOM(room);
        element *const shared = reinterpret_cast<element *>(room);
        const uint32_t width = p.fold.width, lane = machine::thread_index() % width;
        const uint32_t first = machine::block_index() * p.fold.rows;
        const uint32_t left = p.fold.loop.count - first,
                       rows = left < p.fold.rows ? left : p.fold.rows;
        for (uint32_t row = machine::thread_index() / width; row < rows;
             row += WEFT_GPU_THREADS / width) {
            const place at = find(p, first + row);
            for (uint32_t index = lane; index < p.fold.length; index += width)
                shared[row * p.fold.pitch + index] = get(p, at, index);
        }
        machine::barrier();
        const uint32_t row = machine::thread_index();
        if (row >= rows)
            return;
        const element *const own = shared + row * p.fold.pitch;
        *reinterpret_cast<element *>(find(p, first + row).to) =
            fold_alone<2, false>(p.fold, [&](uint32_t index) { return own[index]; });
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
        *reinterpret_cast<element *>(at.to) = p.fold.length == most
                                                  ? fold_alone<4, true>(p.fold, get_one)
                                                  : fold_alone<4, false>(p.fold, get_one);
    }
};

template <class Combine, class Map, class T, class... D>
using of = segments<Combine, Map, T, std::make_integer_sequence<int, sizeof...(D)>, D...>;

} // namespace weft::fold

/* Instantiates SYMBOL_fg, SYMBOL_fr and SYMBOL_fl over ns::SYMBOL::weft_body, of two elements. */
#define WEFT_FOLD(ns, symbol, dtype)                                                    \
    WEFT_FOLDS(symbol, 1, ::ns::symbol::weft_body, ::weft::fold::nothing_to_map, dtype, dtype)
/* The same over elements that ns::MAP::weft_body makes of inputs, whose dtypes follow; the symbol is that
 * of the bodies' pair. */
#define WEFT_FOLD_MAPPED(ns, symbol, combine, map, inputs, dtype, ...)                  \
    WEFT_FOLDS(symbol, inputs, ::ns::combine::weft_body, ::ns::map::weft_body, dtype, __VA_ARGS__)
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

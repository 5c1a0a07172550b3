/* segments.cuh: what kernels that fold segments of elements share: where a segment lies, what an
 * element of it is, and the tree that it is folded by: x[i] with x[i + half], the element in the
 * middle of an odd length staying as it is, until one is left. The order is part of the result's
 * definition, so all kernels walk the same tree; they differ in who has which elements. Combine is
 * a body of two elements. Map is one that makes an element of what lies in memory, of dtypes D;
 * nothing_to_map where the elements lie there themselves. */
#ifndef WEFT_SEGMENTS_CUH
#define WEFT_SEGMENTS_CUH

#include <utility>

#include "math/division.cuh"
#include "math/types.cuh"

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
  protected:
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
    static WEFT_DEVICE_INLINE place find(const Parameters &p, uint32_t segment)
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
    static WEFT_DEVICE_INLINE void map(typename traits::value &made,
                                       typename dtype_traits<D>::value... inputs)
    {
        Map()(inputs..., made);
    }

    /* Element `index` of a segment. */
    template <class Parameters>
    static WEFT_DEVICE_INLINE element get(const Parameters &p, const place &at, uint32_t index)
    {
        if constexpr (std::is_same_v<Map, nothing_to_map>) {
            return *reinterpret_cast<const element *>(at.from[0] +
                                                      (int64_t)index * p.inputs[0].step);
        } else {
            typename traits::value made{};
            map(made,
                dtype_traits<D>::get(*reinterpret_cast<const typename dtype_traits<D>::storage *>(
                    at.from[i] + (int64_t)index * p.inputs[i].step))...);
            return traits::put(made);
        }
    }

    /* The same, where elements lie side by side. */
    static WEFT_DEVICE_INLINE element get_near(const place &at, uint32_t index)
    {
        if constexpr (std::is_same_v<Map, nothing_to_map>) {
            return reinterpret_cast<const element *>(at.from[0])[index];
        } else {
            typename traits::value made{};
            map(made,
                dtype_traits<D>::get(reinterpret_cast<const typename dtype_traits<D>::storage *>(
                    at.from[i])[index])...);
            return traits::put(made);
        }
    }

    static WEFT_DEVICE_INLINE element combine(element a, element b)
    {
        typename traits::value first = traits::get(a), second = traits::get(b), made{};
        Combine()(first, second, made);
        return traits::put(made);
    }

    /* Elements after so many halvings, of which a whole segment needs no table. */
    template <bool whole>
    static WEFT_DEVICE_INLINE uint32_t count_at(const uint32_t *counts, int level)
    {
        return whole ? most >> level : counts[level];
    }

    /* The tree's node `index`, `levels` halvings above what get(index) has, which are nodes of
     * `from` halvings. It is there, as get is told, or of no use. */
    template <int levels, bool whole, class Get>
    static WEFT_DEVICE_INLINE element node(const uint32_t *counts, int from, uint32_t index,
                                           const Get &get)
    {
        if constexpr (levels == 0) {
            return get(index, whole || index < counts[from]);
        } else {
            const uint32_t other = index + count_at<whole>(counts, from + levels);
            const element own = node<levels - 1, whole>(counts, from, index, get),
                          more = node<levels - 1, whole>(counts, from, other, get);
            return whole || other < counts[from + levels - 1] ? combine(own, more) : own;
        }
    }

    /* 32 threads fold a segment: each halves it as it gets elements, so far that one is left for
     * each thread. What the first thread returns counts. */
    template <bool whole, class Get>
    static WEFT_DEVICE_INLINE element fold_group(const uint32_t *counts, uint32_t lane,
                                                 const Get &get)
    {
        constexpr int alone = 4; /* halvings: most >> 4 is a group */
        element own =
            node<alone, whole>(counts, 0, lane < count_at<whole>(counts, alone) ? lane : 0, get);
        WEFT_UNROLL
        for (int level = alone; level < WEFT_GPU_HALVINGS; level++) {
            const uint32_t half = count_at<whole>(counts, level + 1);
            const element other = machine::from_further(own, half);
            if (whole || lane + half < count_at<whole>(counts, level))
                own = combine(own, other);
        }
        return own;
    }

    /* One thread folds a segment, a subtree of `base` levels at a time: the bits of `branch` are
     * the way from the root to it. */
    template <int base, bool whole, class Get>
    static WEFT_DEVICE_INLINE element fold_alone(const weft_gpu_fold &fold, const Get &get)
    {
        constexpr int above = WEFT_GPU_HALVINGS - base;
        const uint32_t branches =
            whole ? 1u << above : 1u << (fold.halvings > base ? fold.halvings - base : 0);
        element own{}, waiting[above] = {};
        uint32_t known =
            0; /* bit k: a node k levels above the subtrees waits for the one beside it */
        WEFT_ROLLED
        for (uint32_t branch = 0; branch < branches; branch++) {
            uint32_t index = 0;
            bool is_there = true, is_moving = true;
            WEFT_UNROLL
            for (int k = above - 1; k >= 0; k--)
                if (branch >> k & 1) {
                    index += count_at<whole>(fold.counts, base + k + 1);
                    is_there = whole || (is_there && index < fold.counts[base + k]);
                }
            if (is_there)
                own = node<base, whole>(fold.counts, 0, index, get);
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

    /* A unit of 16 bytes of neighbours. */
    static constexpr uint32_t unit = 16 / sizeof(element);
    struct alignas(16) pack {
        element at[unit];
    };

    static WEFT_DEVICE_INLINE pack combine(pack a, const pack &b)
    {
        WEFT_UNROLL
        for (uint32_t n = 0; n < unit; n++)
            a.at[n] = combine(a.at[n], b.at[n]);
        return a;
    }

    /* The first one becomes what a power of two of them come to. */
    template <uint32_t count, class Part> static WEFT_DEVICE_INLINE void halve(Part *at)
    {
        if constexpr (count > 1) {
            WEFT_UNROLL
            for (uint32_t n = 0; n < count / 2; n++)
                at[n] = combine(at[n], at[n + count / 2]);
            halve<count / 2>(at);
        }
    }

    /* Of `count` elements, a power of two, that a thread has, and its partner `distance` further
     * has, too, each goes on with a half, the thread further on with the second one. */
    template <uint32_t count>
    static WEFT_DEVICE_INLINE void exchange(element *at, uint32_t distance)
    {
        constexpr uint32_t half = count / 2, bytes = half * sizeof(element),
                           parts = (bytes + 3) / 4;
        const uint32_t swaps = machine::thread_index() & distance ? UINT32_MAX : 0;
        uint32_t low[parts] = {}, high[parts] = {};
        ::memcpy(low, at, bytes);
        ::memcpy(high, at + half, bytes);
        WEFT_UNROLL
        for (uint32_t k = 0; k < parts; k++) {
            const uint32_t own = low[k] ^ ((low[k] ^ high[k]) & swaps),
                           given = low[k] ^ high[k] ^ own;
            const uint32_t other = machine::from_partner(given, distance);
            low[k] = own ^ ((own ^ other) & swaps);
            high[k] = own ^ other ^ low[k];
        }
        element further[half];
        ::memcpy(at, low, bytes);
        ::memcpy(further, high, bytes);
        WEFT_UNROLL
        for (uint32_t n = 0; n < half; n++)
            at[n] = combine(at[n], further[n]);
    }

    /* Of the elements that so many neighbouring threads, a power of two, have a unit each of, a
     * thread goes on with halves, as long as it has several. */
    template <uint32_t count>
    static WEFT_DEVICE_INLINE element fold_halves(element *at, uint32_t threads, uint32_t distance)
    {
        if constexpr (count > 1)
            if (distance > 0) {
                exchange<count>(at, distance);
                return fold_halves<count / 2>(at, threads, distance / 2);
            }
        WEFT_ROLLED
        for (; distance > 0; distance /= 2)
            at[0] = combine(at[0], machine::from_further(at[0], distance));
        WEFT_ROLLED
        for (uint32_t halves = unit / count; halves > 1;
             halves /= 2) { /* which neighbours have of what was a unit */
            threads /= 2;
            WEFT_UNROLL
            for (uint32_t n = 0; n < count; n++)
                at[n] = combine(at[n], machine::from_further(at[n], threads));
        }
        halve<count>(at);
        return at[0];
    }

    /* So many neighbouring threads, a power of two, fold a segment of as many units, one each. What
     * the first one returns counts. Whole units are handed on, but of narrow elements, of which
     * there are many in a unit. */
    static WEFT_DEVICE_INLINE element fold_packs(pack own, uint32_t threads)
    {
        if constexpr (sizeof(element) < 4)
            return fold_halves<unit>(own.at, threads, threads / 2);
        WEFT_ROLLED
        for (uint32_t distance = threads / 2; distance > 0; distance /= 2)
            own = combine(own, machine::from_further(own, distance));
        halve<unit>(own.at);
        return own.at[0];
    }

    /* A group folds what lies in shared memory, where it lies; others come along. What the first
     * thread returns counts. */
    static WEFT_DEVICE_INLINE element fold_shared(element *at, uint32_t count, bool is_own)
    {
        const uint32_t lane = machine::thread_index() % group;
        WEFT_ROLLED
        for (uint32_t half; count > group; count = half) {
            half = (count + 1) / 2;
            WEFT_ROLLED
            for (uint32_t index = lane; is_own && index + half < count; index += group)
                at[index] = combine(at[index], at[index + half]);
            machine::group_meets();
        }
        element own = is_own ? at[lane < count ? lane : 0] : element{};
        WEFT_ROLLED
        for (uint32_t half; count > 1; count = half) {
            half = (count + 1) / 2;
            const element other = machine::from_further(own, half);
            if (lane + half < count)
                own = combine(own, other);
        }
        return own;
    }

    /* One element to shared memory; it may come later. */
    static WEFT_DEVICE_INLINE void bring_one(char *to, const char *from)
    {
        if constexpr (alignof(element) >= 4) {
            constexpr uint32_t part = alignof(element) < 16 ? alignof(element) : 16;
            WEFT_UNROLL
            for (uint32_t byte = 0; byte < sizeof(element); byte += part)
                machine::copy_later<part>(to + byte, from + byte);
        } else {
            *reinterpret_cast<element *>(to) = *reinterpret_cast<const element *>(from);
        }
    }
};

} // namespace weft::fold
#endif

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

    /* The same, where elements lie side by side. */
    static WEFT_DEVICE_UNROLLED element get_near(const place &at, uint32_t index)
    {
        if constexpr (std::is_same_v<Map, nothing_to_map>) {
            return reinterpret_cast<const element *>(at.from[0])[index];
        } else {
            typename traits::value made{};
            map(made, dtype_traits<D>::get(
                          reinterpret_cast<const typename dtype_traits<D>::storage *>(at.from[i])[index])...);
            return traits::put(made);
        }
    }

    static WEFT_DEVICE_UNROLLED element combine(element a, element b)
    {
        typename traits::value first = traits::get(a), second = traits::get(b), made{};
        Combine()(first, second, made);
        return traits::put(made);
    }

    /* Elements after so many halvings, of which a whole segment needs no table. */
    template <bool whole> static WEFT_DEVICE_UNROLLED uint32_t count_at(const uint32_t *counts, int level)
    {
        return whole ? most >> level : counts[level];
    }

    /* The tree's node `index`, `levels` halvings above what get(index) has, which are nodes of `from`
     * halvings. It is there, as get is told, or of no use. */
    template <int levels, bool whole, class Get>
    static WEFT_DEVICE_UNROLLED element node(const uint32_t *counts, int from, uint32_t index,
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

    /* 32 threads fold a segment: each halves it as it gets elements, so far that one is left for each thread.
     * What the first thread returns counts. */
    template <bool whole, class Get>
    static WEFT_DEVICE_UNROLLED element fold_group(const uint32_t *counts, uint32_t lane, const Get &get)
    {
        constexpr int alone = 4; /* halvings: most >> 4 is a group */
        element own = node<alone, whole>(counts, 0, lane < count_at<whole>(counts, alone) ? lane : 0, get);
        WEFT_UNROLL
        for (int level = alone; level < WEFT_GPU_HALVINGS; level++) {
            const uint32_t half = count_at<whole>(counts, level + 1);
            const element other = machine::from_further(own, half);
            if (whole || lane + half < count_at<whole>(counts, level))
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

    /* A unit of 16 bytes of neighbours. */
    static constexpr uint32_t unit = 16 / sizeof(element);
    struct alignas(16) pack {
        element at[unit];
    };

    static WEFT_DEVICE_UNROLLED pack combine(pack a, const pack &b)
    {
        WEFT_UNROLL
        for (uint32_t n = 0; n < unit; n++)
            a.at[n] = combine(a.at[n], b.at[n]);
        return a;
    }

    /* The first one becomes what a power of two of them come to. */
    template <uint32_t count, class Part> static WEFT_DEVICE_UNROLLED void halve(Part *at)
    {
        if constexpr (count > 1) {
            WEFT_UNROLL
            for (uint32_t n = 0; n < count / 2; n++)
                at[n] = combine(at[n], at[n + count / 2]);
            halve<count / 2>(at);
        }
    }

    /* Of `count` elements, a power of two, that a thread has, and its partner `distance` further has, too, each goes on
     * with a half, the thread further on with the second one. */
    template <uint32_t count> static WEFT_DEVICE_UNROLLED void exchange(element *at, uint32_t distance)
    {
        constexpr uint32_t half = count / 2, bytes = half * sizeof(element), parts = (bytes + 3) / 4;
        const uint32_t swaps = machine::thread_index() & distance ? UINT32_MAX : 0;
        uint32_t low[parts] = {}, high[parts] = {};
        ::memcpy(low, at, bytes);
        ::memcpy(high, at + half, bytes);
        WEFT_UNROLL
        for (uint32_t k = 0; k < parts; k++) {
            const uint32_t own = low[k] ^ ((low[k] ^ high[k]) & swaps), given = low[k] ^ high[k] ^ own;
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

    /* Of the elements that so many neighbouring threads, a power of two, have a unit each of, a thread goes on with halves,
     * as long as it has several. */
    template <uint32_t count>
    static WEFT_DEVICE_UNROLLED element fold_halves(element *at, uint32_t threads, uint32_t distance)
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
        for (uint32_t halves = unit / count; halves > 1; halves /= 2) { /* which neighbours have of what was a unit */
            threads /= 2;
            WEFT_UNROLL
            for (uint32_t n = 0; n < count; n++)
                at[n] = combine(at[n], machine::from_further(at[n], threads));
        }
        halve<count>(at);
        return at[0];
    }

    /* So many neighbouring threads, a power of two, fold a segment of as many units, one each. What the first one returns
     * counts. Whole units are handed on, but of narrow elements, of which there are many in a unit. */
    static WEFT_DEVICE_UNROLLED element fold_packs(pack own, uint32_t threads)
    {
        if constexpr (sizeof(element) < 4)
            return fold_halves<unit>(own.at, threads, threads / 2);
        WEFT_ROLLED
        for (uint32_t distance = threads / 2; distance > 0; distance /= 2)
            own = combine(own, machine::from_further(own, distance));
        halve<unit>(own.at);
        return own.at[0];
    }

    /* A group folds what lies in shared memory, where it lies; others come along. What the first thread returns counts. */
    static WEFT_DEVICE_UNROLLED element fold_shared(element *at, uint32_t count, bool is_own)
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
    static WEFT_DEVICE_UNROLLED void bring_one(char *to, const char *from)
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

    /* A short segment of elements side by side comes to shared memory, by a group. */
    static WEFT_DEVICE_UNROLLED void bring_piece(const weft_gpu_fold &fold, const place &from, element *to)
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
                got[k] = get_near(from, index + k * group < fold.length ? index + k * group : index);
            WEFT_UNROLL
            for (uint32_t k = 0; k < batch; k++)
                if (index + k * group < fold.length)
                    to[index + k * group] = got[k];
        }
    }

    /* A lane of segments side by side, the last of which may be short, by a team of groups: their results, in
     * shared memory, are folded by the first. A short one comes there, too, for its halves lie anyhow: while the others are
     * folded. All threads come to every exchange, those without a segment, too. */
    static WEFT_DEVICE_INLINE void run_long(const parameters &p)
    {
        constexpr uint32_t packs = most / group / unit, batch = packs < 8 ? 2 : 1; /* of a piece; pieces at once */
        WEFT_SHARED_ROOM(room);
        const weft_gpu_fold &fold = p.fold;
        const uint32_t thread = machine::thread_index(), lane = thread % group, number = thread / group;
        const uint32_t slot = number / fold.team, slots = WEFT_GPU_THREADS / group / fold.team, own = number % fold.team;
        const uint32_t segment = machine::block_index() * slots + slot;
        const bool is_there = segment < fold.loop.count, is_short = fold.length < most;
        const uint32_t whole = fold.pieces - is_short;
        const place at = find(p, is_there ? segment : 0);
        element *const stage = reinterpret_cast<element *>(room) + slot * most;
        element *const results = reinterpret_cast<element *>(room) + (is_short ? slots * most : 0) + slot * fold.pieces;
        const auto find_piece = [&](uint32_t piece) {
            return place{{at.from[i] + (int64_t)piece * (most * sizeof(typename dtype_traits<D>::storage))...}, nullptr};
        };
        const bool has_short = is_short && own == whole % fold.team;
        if (has_short)
            bring_piece(fold, find_piece(whole), stage);
        WEFT_ROLLED
        for (uint32_t begin = 0; begin < whole;) {
            if constexpr (std::is_same_v<Map, nothing_to_map> && unit > 1)
                if (fold.wide && (sizeof(element) != 4 || begin + fold.team < whole)) { /* a last one comes as below */
                    pack got[batch][packs];
                    WEFT_UNROLL
                    for (uint32_t b = 0; b < batch; b++) {
                        const uint32_t piece = begin + b * fold.team + own;
                        const int64_t bytes = (int64_t)(piece < whole ? piece : 0) * (most * sizeof(element));
                        const char *const from = at.from[0] + bytes + lane * 16;
                        WEFT_UNROLL
                        for (uint32_t k = 0; k < packs; k++)
                            machine::load<16>(&got[b][k], from + k * (group * 16));
                    }
                    WEFT_UNROLL
                    for (uint32_t b = 0; b < batch; b++) {
                        halve<packs>(got[b]);
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
                made = fold_group<true>(fold.counts, lane, [&](uint32_t index, bool) {
                    return piece < whole ? get_near(here, index) : element{};
                });
            } else { /* all are asked for before one is waited for */
                element got[most / group];
                WEFT_UNROLL
                for (uint32_t k = 0; k < most / group; k++)
                    got[k] = get_near(here, k * group + lane);
                halve<most / group>(got);
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
                made = fold_group<false>(fold.counts, lane, [&](uint32_t index, bool is) { return has_short ? stage[is ? index : 0] : element{}; });
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

    /* Segments of a power of two of elements, a unit of 16 bytes a thread and `packed` threads each, that lie as one:
     * neighbours exchange what they have. */
    static WEFT_DEVICE_INLINE void run_packed(const parameters &p)
    {
        constexpr uint32_t batch = WEFT_GPU_PACKED(sizeof(element));
        const uint32_t first = machine::block_index() * batch * WEFT_GPU_THREADS + machine::thread_index();
        pack own[batch];
        WEFT_UNROLL
        for (uint32_t k = 0; k < batch; k++) {
            const uint32_t at = first + k * WEFT_GPU_THREADS;
            machine::load<16>(&own[k], p.inputs[0].data + (at >> p.fold.packed_shift < p.fold.loop.count ? (int64_t)at * 16 : 0));
        }
        WEFT_UNROLL
        for (uint32_t k = 0; k < batch; k++) {
            const element made = fold_packs(own[k], p.fold.packed);
            const uint32_t segment = (first + k * WEFT_GPU_THREADS) >> p.fold.packed_shift;
            if (machine::thread_index() % p.fold.packed == 0 && segment < p.fold.loop.count)
                *reinterpret_cast<element *>(p.fold.to + (int64_t)segment * p.fold.to_steps[0]) = made;
        }
    }

    /* b, behind a if there is one. */
    static WEFT_DEVICE_UNROLLED element join(bool is_there, element a, element b)
    {
        return is_there ? combine(a, b) : b;
    }

    /* An element told to other blocks, four bytes in each word, whose other half says that it is there: whoever sees that
     * sees them. */
    static constexpr uint32_t words = (sizeof(element) + 3) / 4;
    static WEFT_DEVICE_UNROLLED void tell(uint64_t *place, element what)
    {
        uint32_t parts[words] = {};
        ::memcpy(parts, &what, sizeof what);
        WEFT_UNROLL
        for (uint32_t k = 0; k < words; k++)
            machine::tell(place + k, (uint64_t)1 << 32 | parts[k]);
    }

    /* What is heard of it; and the element, if it is told. */
    struct heard_words {
        uint64_t at[words];
    };
    static WEFT_DEVICE_UNROLLED heard_words hear_now(const uint64_t *place)
    {
        heard_words now;
        WEFT_UNROLL
        for (uint32_t k = 0; k < words; k++)
            now.at[k] = machine::hear(place + k);
        return now;
    }
    static WEFT_DEVICE_UNROLLED bool is_told(const heard_words &now, element &what)
    {
        uint32_t parts[words];
        bool is = true;
        WEFT_UNROLL
        for (uint32_t k = 0; k < words; k++) {
            parts[k] = (uint32_t)now.at[k];
            is = is && now.at[k] != 0;
        }
        ::memcpy(&what, parts, sizeof what);
        return is;
    }

    /* Once it is told. */
    static WEFT_DEVICE_UNROLLED element hear(const uint64_t *place)
    {
        element what;
        while (!is_told(hear_now(place), what))
            ;
        return what;
    }

    /* What the first `count` of a group's come to, from the first on; nothing that counts where there are none. */
    static WEFT_DEVICE_UNROLLED element join_all(element own, uint32_t count)
    {
        const uint32_t lane = machine::thread_index() % group;
        WEFT_UNROLL
        for (uint32_t distance = 1; distance < group; distance *= 2) {
            const element before = machine::from_earlier(own, distance);
            if (lane >= distance)
                own = combine(before, own);
        }
        return machine::from_lane(own, count > 0 ? count - 1 : 0);
    }

    /* The same of the first of 32 places. */
    static WEFT_DEVICE_UNROLLED element hear_all(const uint64_t *places, uint32_t count)
    {
        const uint32_t lane = machine::thread_index() % group;
        return join_all(lane < count ? hear(places + lane * words) : element{}, count);
    }

    /* Where a lane's tiles are told, the sums of 32 of them, and of 1024; and how many of each sum are told. */
    struct told_places {
        uint64_t *tiles, *sums, *larges;
        uint32_t *tile_counts, *sum_counts;
    };

    static WEFT_DEVICE_UNROLLED told_places find_told(const weft_gpu_scan &scan, uint32_t run)
    {
        uint64_t *const tiles = scan.told + (int64_t)run * scan.told_lane;
        uint32_t *const counts = reinterpret_cast<uint32_t *>(tiles + scan.told_counts);
        return {tiles, tiles + scan.told_tiles, tiles + scan.told_tiles + scan.told_sums, counts, counts + scan.told_sums / words};
    }

    static constexpr uint32_t groups = WEFT_GPU_THREADS / group, teller = groups - 1, askers = groups - 3;

    /* Tells what a tile comes to. Tiles are summed up by 32, and such sums by 32, so that the order does not depend on which
     * block was first; whoever is the last of 32 sums them up, so that none waits to tell. The last group does. */
    static WEFT_DEVICE_UNROLLED void tell_tile(const weft_gpu_scan &scan, uint32_t unit, element all)
    {
        const bool is_first = machine::thread_index() == teller * group;
        uint32_t tile = unit;
        const told_places at = find_told(scan, divide(tile, scan.tiles));
        const uint32_t sum = tile / group, large = sum / group;
        uint32_t last = 0; /* how many of its sum were told before, as the group's first thread learns */
        if (is_first) {
            tell(at.tiles + tile * words, all);
            last = machine::take(at.tile_counts + sum);
        }
        WEFT_ROLLED
        for (uint32_t round = 0; round < 2; round++) {
            const bool is_last = machine::from_lane(last, 0) == group - 1;
            if (!machine::comes_along(is_last))
                break;
            const uint64_t *const places = round == 0 ? at.tiles + sum * group * words : at.sums + large * group * words;
            const element found = hear_all(places, is_last ? group - 1 : 0);
            last = 0;
            if (is_first && is_last) {
                tell(round == 0 ? at.sums + sum * words : at.larges + large * words,
                     combine(found, hear(places + (group - 1) * words)));
                if (round == 0)
                    last = machine::take(at.sum_counts + large);
            }
        }
    }

    /* What a group asks for of what is before a tile: one for the tiles beside it, another for the sums of 32, the others for
     * those of 1024, by rounds if there are many. */
    struct asked_places {
        const uint64_t *places;
        uint32_t count;
        const uint64_t *parts; /* 32, of the last place, which may not be summed up yet; NULL: it has none, or is not the newest */
        const uint64_t *small; /* the same of the last part */
    };

    static WEFT_DEVICE_UNROLLED asked_places find_asked(const weft_gpu_scan &scan, uint32_t unit, uint32_t round)
    {
        const uint32_t number = machine::thread_index() / group;
        uint32_t tile = unit;
        const told_places at = find_told(scan, divide(tile, scan.tiles));
        const uint32_t sum = tile / group, large = sum / group, first = (round * askers + number - 2) * group;
        if (number == 0)
            return {at.tiles + sum * group * words, tile % group, nullptr, nullptr};
        if (number == 1)
            return {at.sums + large * group * words, sum % group,
                    sum % group > 0 ? at.tiles + (sum - 1) * group * words : nullptr, nullptr};
        if (number == teller || first >= large)
            return {at.tiles, 0, nullptr, nullptr};
        const uint64_t *const parts = at.sums + (large - 1) * group * words;
        const uint64_t *const small = at.tiles + (large * group - 1) * group * words;
        const bool has_newest = large - first <= group;
        return {at.larges + first * words, has_newest ? large - first : group, has_newest ? parts : nullptr,
                has_newest ? small : nullptr};
    }

    /* What these places come to, if it is told, the last one perhaps by its parts only. That counts: all that comes behind
     * waits for the newest sums. */
    static WEFT_DEVICE_UNROLLED bool hear_early(const asked_places &from, element &found)
    {
        const uint32_t lane = machine::thread_index() % group;
        heard_words own_words{}, part_words{}, small_words{};
        if (lane < from.count)
            own_words = hear_now(from.places + lane * words);
        if (from.parts)
            part_words = hear_now(from.parts + lane * words);
        if (from.small)
            small_words = hear_now(from.small + lane * words);
        element own, part, below;
        const bool is_own = is_told(own_words, own) || lane >= from.count;
        const bool is_part = is_told(part_words, part);
        bool is_below = is_told(small_words, below);
        WEFT_ROLLED
        for (uint32_t level = 0; level < 2; level++) {
            element here = level == 0 ? part : own;
            bool is_here = level == 0 ? is_part : is_own;
            if (!machine::for_all(is_here) && machine::for_all(is_below)) {
                const element all = combine(join_all(below, group - 1), machine::from_lane(below, group - 1));
                if (!is_here && lane == (level == 0 ? group : from.count) - 1)
                    here = all, is_here = true;
            }
            below = here;
            is_below = is_here;
        }
        found = join_all(below, from.count);
        return is_below;
    }

    /* What is before a tile: what groups heard, each at its place; or they hear it now. All come here. */
    static WEFT_DEVICE_UNROLLED element find_before(const weft_gpu_scan &scan, uint32_t unit, bool is_heard, element *heard)
    {
        const uint32_t number = machine::thread_index() / group;
        uint32_t tile = unit;
        divide(tile, scan.tiles);
        const uint32_t sum = tile / group, large = sum / group;
        element before{};
        WEFT_ROLLED
        for (uint32_t round = 0; round == 0 || round * askers * group < large; round++) {
            if (round > 0 || !is_heard) {
                const asked_places asked = find_asked(scan, unit, round);
                const element found = hear_all(asked.places, asked.count);
                if (round > 0)
                    machine::barrier();
                if (machine::thread_index() % group == 0 && (round == 0 || number > 1))
                    heard[number] = found;
                machine::barrier();
            }
            WEFT_ROLLED
            for (uint32_t k = 0; k < askers && (round * askers + k) * group < large; k++)
                before = join(round + k > 0, before, heard[2 + k]);
        }
        if (sum % group > 0)
            before = join(large > 0, before, heard[1]);
        return tile % group > 0 ? join(sum > 0, before, heard[0]) : before;
    }

    /* The places of a thread's four elements in shared memory, by units of bytes, which lie beside those of its
     * neighbours. */
    static constexpr uint32_t four_bytes = 4 * sizeof(element), four_unit = four_bytes < 16 ? four_bytes : 16;
    static WEFT_DEVICE_UNROLLED char *find_four(char *room, uint32_t k, uint32_t byte)
    {
        return room + ((k * (four_bytes / four_unit) + byte / four_unit) * WEFT_GPU_THREADS + machine::thread_index()) * four_unit +
               byte % four_unit;
    }

    static WEFT_DEVICE_UNROLLED void read_four(char *room, uint32_t k, element *four)
    {
        WEFT_UNROLL
        for (uint32_t byte = 0; byte < four_bytes; byte += four_unit)
            machine::load<four_unit>((char *)four + byte, find_four(room, k, byte));
    }

    /* Has a thread's four elements come to their places, those that are not there as something of no use. */
    static WEFT_DEVICE_UNROLLED void bring_four(const scan_params<1> &p, const char *from, uint32_t left, char *room, uint32_t k)
    {
        if (p.scan.flat && left >= 4) {
            WEFT_UNROLL
            for (uint32_t byte = 0; byte < four_bytes; byte += four_unit)
                machine::copy_later<four_unit>(find_four(room, k, byte), from + byte);
            return;
        }
        WEFT_UNROLL
        for (uint32_t n = 0; n < 4; n++) {
            char *const to = find_four(room, k, n * sizeof(element));
            if (n < left)
                bring_one(to, from + n * p.inputs[0].step);
            else
                *reinterpret_cast<element *>(to) = element{};
        }
    }

    static WEFT_DEVICE_UNROLLED void put_four(const scan_params<1> &p, char *to, uint32_t left, const element *four)
    {
        if (p.scan.flat && left >= 4) {
            WEFT_UNROLL
            for (uint32_t byte = 0; byte < four_bytes; byte += four_unit)
                machine::store<four_unit>(to + byte, (const char *)four + byte);
            return;
        }
        WEFT_UNROLL
        for (uint32_t n = 0; n < 4; n++, to += p.scan.to_step)
            if (n < left)
                *reinterpret_cast<element *>(to) = four[n];
    }

    /* The prefixes of each thread's four; what is before them in the group's lane, of which `total` was before. */
    static WEFT_DEVICE_UNROLLED element scan_four(element *four, bool is_first, element &total)
    {
        const uint32_t lane = machine::thread_index() % group;
        WEFT_UNROLL
        for (uint32_t n = 1; n < 4; n++)
            four[n] = combine(four[n - 1], four[n]);
        element sum = four[3];
        WEFT_UNROLL
        for (uint32_t distance = 1; distance < group; distance *= 2) {
            const element earlier = machine::from_earlier(sum, distance);
            if (lane >= distance)
                sum = combine(earlier, sum);
        }
        element before = machine::from_earlier(sum, 1);
        if (!is_first)
            before = lane > 0 ? combine(total, before) : total;
        total = join(!is_first, total, machine::from_last(sum));
        return before;
    }

    static constexpr uint32_t no_unit = UINT32_MAX, share = WEFT_GPU_SCAN_SHARE(sizeof(element)), each = share / group / 4;

    /* All prefixes of lanes of a share at most, of which a group has as many as fit. */
    static WEFT_DEVICE_UNROLLED void run_short(const scan_params<1> &p)
    {
        WEFT_SHARED_ROOM(room_of_block);
        const weft_gpu_scan &scan = p.scan;
        char *const room = reinterpret_cast<char *>(room_of_block);
        const uint32_t thread = machine::thread_index(), lane = thread % group;
        const uint32_t first = (machine::block_index() * (WEFT_GPU_THREADS / group) + thread / group) * scan.lanes;
        const auto left_of = [&](uint32_t run, uint32_t index) {
            return run < p.fold.loop.count && index < scan.length ? (uint32_t)scan.length - index : 0;
        };
        WEFT_ROLLED
        for (uint32_t n = 0, k = 0; n < scan.lanes; n++) {
            const char *const from = find(p, first + n < p.fold.loop.count ? first + n : 0).from[0];
            WEFT_ROLLED
            for (uint32_t index = lane * 4; k < (n + 1) * scan.rounds; k++, index += group * 4)
                bring_four(p, from + index * p.inputs[0].step, left_of(first + n, index), room, k);
        }
        machine::wait_for_copies();
        WEFT_ROLLED
        for (uint32_t n = 0, k = 0; n < scan.lanes; n++) {
            char *const to = find(p, first + n < p.fold.loop.count ? first + n : 0).to;
            element total{};
            WEFT_ROLLED
            for (uint32_t index = lane * 4; k < (n + 1) * scan.rounds; k++, index += group * 4) {
                element four[4];
                read_four(room, k, four);
                const element before = scan_four(four, index < group * 4, total);
                WEFT_UNROLL
                for (uint32_t e = 0; e < 4; e++)
                    four[e] = join(index > 0, before, four[e]);
                put_four(p, to + index * scan.to_step, left_of(first + n, index), four);
            }
        }
    }

    /* Where a group's share of a tile is: of which lane, from which element on, and how many there are. */
    struct share_place {
        uint32_t run, tile, count;
        int64_t first;
    };

    static WEFT_DEVICE_UNROLLED share_place find_share(const scan_params<1> &p, uint32_t unit)
    {
        const weft_gpu_scan &scan = p.scan;
        const uint32_t number = machine::thread_index() / group;
        share_place found = {unit * (WEFT_GPU_THREADS / group / scan.team) + number / scan.team, 0, 0, 0};
        if (scan.told) {
            found.tile = unit;
            found.run = divide(found.tile, scan.tiles);
        }
        found.first = ((int64_t)found.tile * scan.team + number % scan.team) * share;
        const bool is_there = found.run < p.fold.loop.count && found.first < scan.length;
        found.count = !is_there ? 0 : scan.length - found.first < share ? (uint32_t)(scan.length - found.first) : share;
        if (!is_there)
            found.run = 0, found.first = 0;
        return found;
    }

    /* Whether there are all elements of a share, which lie as one: of these nothing is asked. */
    static WEFT_DEVICE_UNROLLED bool is_whole(const weft_gpu_scan &scan, const share_place &of)
    {
        return scan.flat && of.count == share;
    }

    /* Has a thread's elements of a tile come to shared memory. */
    static WEFT_DEVICE_UNROLLED void bring(const scan_params<1> &p, uint32_t unit, char *room)
    {
        const share_place of = find_share(p, unit);
        uint32_t index = machine::thread_index() % group * 4;
        const int64_t step = p.inputs[0].step;
        const char *from = find(p, of.run).from[0] + (of.first + index) * step;
        if (is_whole(p.scan, of)) {
            WEFT_UNROLL
            for (uint32_t k = 0; k < each; k++)
                WEFT_UNROLL
                for (uint32_t byte = 0; byte < four_bytes; byte += four_unit)
                    machine::copy_later<four_unit>(find_four(room, k, byte), from + k * (group * four_bytes) + byte);
            return;
        }
        WEFT_ROLLED
        for (uint32_t k = 0; k < each; k++, index += group * 4, from += group * 4 * step)
            bring_four(p, from, index < of.count ? of.count - index : 0, room, k);
    }

    /* All prefixes of a group's share, as far as they are known in it: by four neighbours, in the place of these, and what
     * is before each four. What the share comes to. */
    static WEFT_DEVICE_UNROLLED element run_share(char *room, element *before)
    {
        element total{};
        constexpr uint32_t at_once = sizeof(element) <= 4 ? each : 1; /* as there are registers */
        WEFT_UNROLL_BY(at_once)
        for (uint32_t k = 0; k < each; k++) {
            element four[4];
            read_four(room, k, four);
            before[k * WEFT_GPU_THREADS] = scan_four(four, k == 0, total);
            WEFT_UNROLL
            for (uint32_t byte = 0; byte < four_bytes; byte += four_unit)
                machine::store<four_unit>(find_four(room, k, byte), (const char *)four + byte);
        }
        return total;
    }

    /* All prefixes of lanes. A group has a share, of which each thread has four neighbours at a time; a team of groups has
     * a tile, which waits for what those before it come to ("decoupled look-back": Merrill and Garland, 2016). Then blocks
     * stay, and take tiles by a ticket: whoever has an earlier tile is running, and none waits before it has told its own,
     * so that there is progress whatever else the device does. A tile is brought to shared memory while others of the
     * multiprocessor are computed, and what it comes to is told before the one before it is finished. What that one waits for
     * is asked for before, and mostly there: then a tile has one barrier for all, and one for all but the group that tells. */
    static WEFT_DEVICE_UNROLLED void run_shares(const scan_params<1> &p)
    {
        WEFT_SHARED(element, all_totals, 2 * groups); /* each twice, in turn: one barrier a tile is enough */
        WEFT_SHARED(element, all_heard, 2 * groups);
        WEFT_SHARED(uint32_t, tickets, 2);
        WEFT_SHARED_ROOM(room_of_block);
        const weft_gpu_scan &scan = p.scan;
        const uint32_t thread = machine::thread_index(), lane = thread % group, number = thread / group;
        const uint32_t in_tile = number % scan.team;
        char *const room = reinterpret_cast<char *>(room_of_block);
        element *const befores = reinterpret_cast<element *>(room + each * WEFT_GPU_THREADS * four_bytes) + thread;
        uint32_t next = machine::block_index(), now = no_unit;
        if (scan.told) {
            if (thread == 0)
                tickets[1] = machine::take(scan.ticket);
            machine::barrier();
            next = tickets[1];
        }
        if (next >= scan.units)
            return;
        bring(p, next, room);
        element own[each][4], before[each], start{};
        uint32_t turn = 0;
        WEFT_ROLLED
        do {
            element next_start{}, next_all{};
            element *const totals = all_totals + turn * groups, *const heard = all_heard + turn * groups;
            uint32_t taken = 0;
            if (next != no_unit) {
                machine::wait_for_copies();
                const element total = run_share(room, befores);
                if (lane == 0)
                    totals[number] = total;
            }
            bool is_early = true; /* mostly it is told by now; what is not is waited for when the next tile has been told */
            if (scan.told && now != no_unit) {
                if constexpr (words > 1) { /* for which there are no registers */
                    is_early = false;
                } else {
                    const asked_places from = find_asked(scan, now, 0);
                    element found{};
                    if (machine::comes_along(from.count > 0))
                        is_early = hear_early(from, found);
                    if (lane == 0)
                        heard[number] = found;
                }
            }
            const bool is_heard = !machine::barrier_any(!is_early);
            if (next != no_unit) {
                WEFT_ROLLED
                for (uint32_t k = 0; k < scan.team; k++) {
                    if (k == in_tile)
                        next_start = next_all;
                    next_all = join(k > 0, next_all, totals[number - in_tile + k]);
                }
                if (scan.told && machine::comes_along(number == teller))
                    tell_tile(scan, next, next_all);
            }
            const share_place of = find_share(p, now != no_unit ? now : 0);
            bool is_behind = in_tile > 0;
            if (scan.told && now != no_unit) {
                const element earlier = find_before(scan, now, is_heard, heard);
                if (of.tile > 0) {
                    start = is_behind ? combine(earlier, start) : earlier;
                    is_behind = true;
                }
            }
            if (scan.told && next != no_unit && thread == 0) /* as late as it can be: the sooner it is told what is taken */
                taken = machine::take(scan.ticket);
            if (now != no_unit) {
                char *to = find(p, of.run).to + (of.first + lane * 4) * scan.to_step;
                const bool is_simple = is_whole(scan, of);
                WEFT_UNROLL
                for (uint32_t k = 0; k < each; k++, to += group * 4 * scan.to_step) {
                    const bool has_own = k > 0 || lane > 0;
                    const element here = !has_own ? start : join(is_behind, start, before[k]);
                    WEFT_UNROLL
                    for (uint32_t n = 0; n < 4; n++)
                        own[k][n] = join(is_behind || has_own, here, own[k][n]);
                    const uint32_t index = (k * group + lane) * 4;
                    put_four(p, to, is_simple ? 4 : index < of.count ? of.count - index : 0, own[k]);
                }
            }
            now = next;
            if (next != no_unit) {
                WEFT_UNROLL
                for (uint32_t k = 0; k < each; k++) {
                    read_four(room, k, own[k]);
                    before[k] = befores[k * WEFT_GPU_THREADS];
                }
                start = next_start;
                next = no_unit;
                if (scan.told) {
                    if (thread == 0)
                        tickets[turn] = taken;
                    if (number == teller) /* it may still wait for counts */
                        machine::wait_for_others(WEFT_GPU_THREADS);
                    else
                        machine::others_meet(WEFT_GPU_THREADS);
                    next = tickets[turn] < scan.units ? tickets[turn] : no_unit;
                }
                if (next != no_unit)
                    bring(p, next, room);
            }
            turn = 1 - turn;
        } while (now != no_unit);
    }

public:
    /* Of the kernel of running results on a multiprocessor: as many as have room for their elements in registers. */
    static constexpr int scan_blocks = sizeof(element) < 4 ? 4 : 3;

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
        const uint32_t segment = machine::block_index() * (WEFT_GPU_THREADS / group) + machine::thread_index() / group;
        const bool is_there = segment < p.fold.loop.count;
        const place at = find(p, is_there ? segment : 0);
        const auto get_one = [&](uint32_t index, bool is) { return get(p, at, is ? index : 0); };
        const element made = fold_group<false>(p.fold.counts, lane, get_one);
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
                    own[index] = node<4, false>(fold.counts, 0, index, [&](uint32_t k, bool is) { return own[is ? k : 0]; });
            }
            machine::barrier();
        }
        for (uint32_t row = machine::thread_index(); row < rows; row += WEFT_GPU_THREADS) {
            const element *const own = shared + row * fold.pitch;
            const auto get_one = [&](uint32_t index, bool is) { return own[is ? index : 0]; };
            *reinterpret_cast<element *>(find(p, first + row).to) =
                fold.halvings <= 2   ? node<2, false>(fold.counts, 0, 0, get_one)
                : fold.halvings == 3 ? node<3, false>(fold.counts, 0, 0, get_one)
                : fold.halvings == 4 ? node<4, false>(fold.counts, 0, 0, get_one)
                                     : node<5, false>(fold.counts + (is_long ? 4 : 0), 0, 0, get_one);
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
            p.fold.length == most    ? fold_alone<4, true>(p.fold, get_one)
            : p.fold.halvings <= 3 ? node<3, false>(p.fold.counts, 0, 0, get_one)
                                   : fold_alone<4, false>(p.fold, get_one);
    }

    /* All prefixes of lanes. */
    static WEFT_DEVICE_INLINE void run_scan_groups(const scan_params<1> &p)
    {
        if (p.scan.rounds > 0)
            run_short(p);
        else
            run_shares(p);
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
    WEFT_BUSY_KERNEL(symbol##_sg, WEFT_GPU_THREADS, (::weft::fold::of<__VA_ARGS__>::scan_blocks), ::weft::fold::scan_params<1>) \
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

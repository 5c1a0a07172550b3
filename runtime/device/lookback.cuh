/* lookback.cuh: decoupled look-back (Merrill and Garland, 2016) among blocks that stay, for lanes
 * of many tiles. Tiles publish their aggregates, and those of 32 and of 1024 tiles, instead of
 * inclusive prefixes: a tile's prefix is combined from few words, in an order that no timing
 * changes. */
#ifndef WEFT_LOOKBACK_CUH
#define WEFT_LOOKBACK_CUH

#include "segments.cuh"

namespace weft::fold
{

/* What lies in memory are the elements, of dtype T. */
template <class Combine, class T>
using plain_segments = segments<Combine, nothing_to_map, T, std::integer_sequence<int, 0>, T>;

template <class Combine, class T> class lookback : protected plain_segments<Combine, T>
{
  protected:
    using base = plain_segments<Combine, T>;
    using base::combine, base::group;
    using typename base::element;

    /* b, behind a if there is one. */
    static WEFT_DEVICE_INLINE element join(bool is_there, element a, element b)
    {
        return is_there ? combine(a, b) : b;
    }

    /* Publishes an element to other blocks, four bytes in each word, whose other half is its status
     * flag: whoever sees that sees them. */
    static constexpr uint32_t words = (sizeof(element) + 3) / 4;
    static WEFT_DEVICE_INLINE void publish(uint64_t *place, element what)
    {
        uint32_t parts[words] = {};
        ::memcpy(parts, &what, sizeof what);
        WEFT_UNROLL
        for (uint32_t k = 0; k < words; k++)
            machine::publish(place + k, (uint64_t)1 << 32 | parts[k]);
    }

    /* The words as they are now; and the element, if it is published. */
    struct polled_words {
        uint64_t at[words];
    };
    static WEFT_DEVICE_INLINE polled_words poll(const uint64_t *place)
    {
        polled_words now;
        WEFT_UNROLL
        for (uint32_t k = 0; k < words; k++)
            now.at[k] = machine::poll(place + k);
        return now;
    }
    static WEFT_DEVICE_INLINE bool is_published(const polled_words &now, element &what)
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

    /* Polls until it is published. */
    static WEFT_DEVICE_INLINE element await(const uint64_t *place)
    {
        element what;
        while (!is_published(poll(place), what))
            ;
        return what;
    }

    /* What the first `count` of a group's come to, from the first on; nothing that counts where
     * there are none. */
    static WEFT_DEVICE_INLINE element join_all(element own, uint32_t count)
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
    static WEFT_DEVICE_INLINE element await_all(const uint64_t *places, uint32_t count)
    {
        const uint32_t lane = machine::thread_index() % group;
        return join_all(lane < count ? await(places + lane * words) : element{}, count);
    }

    /* Where a lane's aggregates are published: of tiles, of 32 of them, and of 1024; and how many
     * of each sum are. */
    struct published_places {
        uint64_t *tiles, *sums, *larges;
        uint32_t *tile_counts, *sum_counts;
    };

    static WEFT_DEVICE_INLINE published_places find_published(const weft_gpu_scan &scan,
                                                              uint32_t run)
    {
        uint64_t *const tiles = scan.published + (int64_t)run * scan.published_lane;
        uint32_t *const counts = reinterpret_cast<uint32_t *>(tiles + scan.published_counts);
        return {tiles, tiles + scan.published_tiles,
                tiles + scan.published_tiles + scan.published_sums, counts,
                counts + scan.published_sums / words};
    }

    static constexpr uint32_t groups = WEFT_GPU_THREADS / group, publisher = groups - 1,
                              pollers = groups - 3;

    /* Publishes a tile's aggregate. Tiles are summed up by 32, and such sums by 32, so that the
     * order does not depend on which block was first; whoever is the last of 32 sums them up, so
     * that none waits to publish. The last group does. */
    static WEFT_DEVICE_INLINE void publish_tile(const weft_gpu_scan &scan, uint32_t unit,
                                                element all)
    {
        const bool is_first = machine::thread_index() == publisher * group;
        uint32_t tile = unit;
        const published_places at = find_published(scan, divide(tile, scan.tiles));
        const uint32_t sum = tile / group, large = sum / group;
        uint32_t last =
            0; /* how many of its sum were published before, as the group's first thread learns */
        if (is_first) {
            publish(at.tiles + tile * words, all);
            last = machine::take(at.tile_counts + sum);
        }
        WEFT_ROLLED
        for (uint32_t round = 0; round < 2; round++) {
            const bool is_last = machine::from_lane(last, 0) == group - 1;
            if (!machine::comes_along(is_last))
                break;
            const uint64_t *const places =
                round == 0 ? at.tiles + sum * group * words : at.sums + large * group * words;
            const element found = await_all(places, is_last ? group - 1 : 0);
            last = 0;
            if (is_first && is_last) {
                publish(round == 0 ? at.sums + sum * words : at.larges + large * words,
                        combine(found, await(places + (group - 1) * words)));
                if (round == 0)
                    last = machine::take(at.sum_counts + large);
            }
        }
    }

    /* What a group polls of the prefix of a tile: one for the tiles beside it, another for the sums
     * of 32, the others for those of 1024, by rounds if there are many. */
    struct polled_places {
        const uint64_t *places;
        uint32_t count;
        const uint64_t *parts; /* 32, of the last place, which may not be summed up yet; NULL: it
                                  has none, or is not the newest */
        const uint64_t *small; /* the same of the last part */
    };

    static WEFT_DEVICE_INLINE polled_places find_polled(const weft_gpu_scan &scan, uint32_t unit,
                                                        uint32_t round)
    {
        const uint32_t number = machine::thread_index() / group;
        uint32_t tile = unit;
        const published_places at = find_published(scan, divide(tile, scan.tiles));
        const uint32_t sum = tile / group, large = sum / group,
                       first = (round * pollers + number - 2) * group;
        if (number == 0)
            return {at.tiles + sum * group * words, tile % group, nullptr, nullptr};
        if (number == 1)
            return {at.sums + large * group * words, sum % group,
                    sum % group > 0 ? at.tiles + (sum - 1) * group * words : nullptr, nullptr};
        if (number == publisher || first >= large)
            return {at.tiles, 0, nullptr, nullptr};
        const uint64_t *const parts = at.sums + (large - 1) * group * words;
        const uint64_t *const small = at.tiles + (large * group - 1) * group * words;
        const bool has_newest = large - first <= group;
        return {at.larges + first * words, has_newest ? large - first : group,
                has_newest ? parts : nullptr, has_newest ? small : nullptr};
    }

    /* What these places come to, if it is published, the last one perhaps by its parts only. That
     * counts: all that comes behind waits for the newest sums. */
    static WEFT_DEVICE_INLINE bool poll_early(const polled_places &from, element &found)
    {
        const uint32_t lane = machine::thread_index() % group;
        polled_words own_words{}, part_words{}, small_words{};
        if (lane < from.count)
            own_words = poll(from.places + lane * words);
        if (from.parts)
            part_words = poll(from.parts + lane * words);
        if (from.small)
            small_words = poll(from.small + lane * words);
        element own, part, below;
        const bool is_own = is_published(own_words, own) || lane >= from.count;
        const bool is_part = is_published(part_words, part);
        bool is_below = is_published(small_words, below);
        WEFT_ROLLED
        for (uint32_t level = 0; level < 2; level++) {
            element here = level == 0 ? part : own;
            bool is_here = level == 0 ? is_part : is_own;
            if (!machine::for_all(is_here) && machine::for_all(is_below)) {
                const element all =
                    combine(join_all(below, group - 1), machine::from_lane(below, group - 1));
                if (!is_here && lane == (level == 0 ? group : from.count) - 1)
                    here = all, is_here = true;
            }
            below = here;
            is_below = is_here;
        }
        found = join_all(below, from.count);
        return is_below;
    }

    /* The exclusive prefix of a tile: of what groups polled, each at its place; or they await it
     * now. All come here. */
    static WEFT_DEVICE_INLINE element find_prefix(const weft_gpu_scan &scan, uint32_t unit,
                                                  bool is_polled, element *polled)
    {
        const uint32_t number = machine::thread_index() / group;
        uint32_t tile = unit;
        divide(tile, scan.tiles);
        const uint32_t sum = tile / group, large = sum / group;
        element before{};
        WEFT_ROLLED
        for (uint32_t round = 0; round == 0 || round * pollers * group < large; round++) {
            if (round > 0 || !is_polled) {
                const polled_places from = find_polled(scan, unit, round);
                const element found = await_all(from.places, from.count);
                if (round > 0)
                    machine::barrier();
                if (machine::thread_index() % group == 0 && (round == 0 || number > 1))
                    polled[number] = found;
                machine::barrier();
            }
            WEFT_ROLLED
            for (uint32_t k = 0; k < pollers && (round * pollers + k) * group < large; k++)
                before = join(round + k > 0, before, polled[2 + k]);
        }
        if (sum % group > 0)
            before = join(large > 0, before, polled[1]);
        return tile % group > 0 ? join(sum > 0, before, polled[0]) : before;
    }
};

} // namespace weft::fold
#endif

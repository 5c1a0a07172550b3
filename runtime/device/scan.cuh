/* scan.cuh: kernels of running results: all prefixes of lanes of elements, by the function that
 * folds them. */
#ifndef WEFT_SCAN_CUH
#define WEFT_SCAN_CUH

#include "lookback.cuh"

namespace weft::fold
{

struct scan_params {
    weft_gpu_fold fold;
    weft_gpu_fold_input inputs[1];
    weft_gpu_scan scan;
};

template <class Combine, class T> class scan : lookback<Combine, T>
{
    using base = lookback<Combine, T>;
    using base::combine, base::find, base::get, base::bring_one, base::join;
    using base::find_polled, base::poll_early, base::find_prefix, base::publish_tile;
    using base::group, base::groups, base::publisher, base::words;
    using typename base::element, typename base::place, typename base::polled_places;

    /* What is carried into a segment; NULL: nothing. */
    static WEFT_DEVICE_INLINE const char *find_carry(const scan_params &p, uint32_t segment)
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

    /* The places of a thread's four elements in shared memory, by units of bytes, which lie beside
     * those of its neighbours. */
    static constexpr uint32_t four_bytes = 4 * sizeof(element),
                              four_unit = four_bytes < 16 ? four_bytes : 16;
    static WEFT_DEVICE_INLINE char *find_four(char *room, uint32_t k, uint32_t byte)
    {
        return room +
               ((k * (four_bytes / four_unit) + byte / four_unit) * WEFT_GPU_THREADS +
                machine::thread_index()) *
                   four_unit +
               byte % four_unit;
    }

    static WEFT_DEVICE_INLINE void read_four(char *room, uint32_t k, element *four)
    {
        WEFT_UNROLL
        for (uint32_t byte = 0; byte < four_bytes; byte += four_unit)
            machine::load<four_unit>((char *)four + byte, find_four(room, k, byte));
    }

    /* Has a thread's four elements come to their places, those that are not there as something of
     * no use. */
    static WEFT_DEVICE_INLINE void bring_four(const scan_params &p, const char *from, uint32_t left,
                                              char *room, uint32_t k)
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

    static WEFT_DEVICE_INLINE void put_four(const scan_params &p, char *to, uint32_t left,
                                            const element *four)
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

    /* The prefixes of each thread's four; what is before them in the group's lane, of which `total`
     * was before. */
    static WEFT_DEVICE_INLINE element scan_four(element *four, bool is_first, element &total)
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

    static constexpr uint32_t no_unit = UINT32_MAX, share = WEFT_GPU_SCAN_SHARE(sizeof(element)),
                              each = share / group / 4;

    /* All prefixes of lanes of a share at most, of which a group has as many as fit. */
    static WEFT_DEVICE_INLINE void run_short(const scan_params &p)
    {
        WEFT_SHARED_ROOM(room_of_block);
        const weft_gpu_scan &scan = p.scan;
        char *const room = reinterpret_cast<char *>(room_of_block);
        const uint32_t thread = machine::thread_index(), lane = thread % group;
        const uint32_t first =
            (machine::block_index() * (WEFT_GPU_THREADS / group) + thread / group) * scan.lanes;
        const auto left_of = [&](uint32_t run, uint32_t index) {
            return run < p.fold.loop.count && index < scan.length ? (uint32_t)scan.length - index
                                                                  : 0;
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

    /* Where a group's share of a tile is: of which lane, from which element on, and how many there
     * are. */
    struct share_place {
        uint32_t run, tile, count;
        int64_t first;
    };

    static WEFT_DEVICE_INLINE share_place find_share(const scan_params &p, uint32_t unit)
    {
        const weft_gpu_scan &scan = p.scan;
        const uint32_t number = machine::thread_index() / group;
        share_place found = {unit * (WEFT_GPU_THREADS / group / scan.team) + number / scan.team, 0,
                             0, 0};
        if (scan.published) {
            found.tile = unit;
            found.run = divide(found.tile, scan.tiles);
        }
        found.first = ((int64_t)found.tile * scan.team + number % scan.team) * share;
        const bool is_there = found.run < p.fold.loop.count && found.first < scan.length;
        found.count = !is_there                           ? 0
                      : scan.length - found.first < share ? (uint32_t)(scan.length - found.first)
                                                          : share;
        if (!is_there)
            found.run = 0, found.first = 0;
        return found;
    }

    /* Whether there are all elements of a share, which lie as one: of these nothing is asked. */
    static WEFT_DEVICE_INLINE bool is_whole(const weft_gpu_scan &scan, const share_place &of)
    {
        return scan.flat && of.count == share;
    }

    /* Has a thread's elements of a tile come to shared memory. */
    static WEFT_DEVICE_INLINE void bring(const scan_params &p, uint32_t unit, char *room)
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
                machine::copy_later<four_unit>(find_four(room, k, byte),
                                               from + k * (group * four_bytes) + byte);
            return;
        }
        WEFT_ROLLED
        for (uint32_t k = 0; k < each; k++, index += group * 4, from += group * 4 * step)
            bring_four(p, from, index < of.count ? of.count - index : 0, room, k);
    }

    /* All prefixes of a group's share, as far as they are known in it: by four neighbours, in the
     * place of these, and what is before each four. What the share comes to. */
    static WEFT_DEVICE_INLINE element run_share(char *room, element *before)
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

    /* All prefixes of lanes. A group has a share, of which each thread has four neighbours at a
     * time; a team of groups has a tile, whose prefix is found by decoupled look-back
     * (lookback.cuh). Then blocks stay, and take tiles by a ticket: whoever has an earlier tile is
     * running, and none waits before it has published its own, so that there is progress whatever
     * else the device does. A tile is brought to shared memory while others of the multiprocessor
     * are computed, and its aggregate is published before the one before it is finished. What that
     * one waits for is polled before, and mostly there: then a tile has one barrier for all, and
     * one for all but the group that publishes. */
    static WEFT_DEVICE_INLINE void run_shares(const scan_params &p)
    {
        WEFT_SHARED(element, all_totals,
                    2 * groups); /* each twice, in turn: one barrier a tile is enough */
        WEFT_SHARED(element, all_polled, 2 * groups);
        WEFT_SHARED(uint32_t, tickets, 2);
        WEFT_SHARED_ROOM(room_of_block);
        const weft_gpu_scan &scan = p.scan;
        const uint32_t thread = machine::thread_index(), lane = thread % group,
                       number = thread / group;
        const uint32_t in_tile = number % scan.team;
        char *const room = reinterpret_cast<char *>(room_of_block);
        element *const befores =
            reinterpret_cast<element *>(room + each * WEFT_GPU_THREADS * four_bytes) + thread;
        uint32_t next = machine::block_index(), now = no_unit;
        if (scan.published) {
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
            element *const totals = all_totals + turn * groups, *const polled =
                                                                    all_polled + turn * groups;
            uint32_t taken = 0;
            if (next != no_unit) {
                machine::wait_for_copies();
                const element total = run_share(room, befores);
                if (lane == 0)
                    totals[number] = total;
            }
            bool is_early = true; /* mostly it is published by now; what is not is awaited when the
                                     next tile has been published */
            if (scan.published && now != no_unit) {
                if constexpr (words > 1) { /* for which there are no registers */
                    is_early = false;
                } else {
                    const polled_places from = find_polled(scan, now, 0);
                    element found{};
                    if (machine::comes_along(from.count > 0))
                        is_early = poll_early(from, found);
                    if (lane == 0)
                        polled[number] = found;
                }
            }
            const bool is_polled = !machine::barrier_any(!is_early);
            if (next != no_unit) {
                WEFT_ROLLED
                for (uint32_t k = 0; k < scan.team; k++) {
                    if (k == in_tile)
                        next_start = next_all;
                    next_all = join(k > 0, next_all, totals[number - in_tile + k]);
                }
                if (scan.published && machine::comes_along(number == publisher))
                    publish_tile(scan, next, next_all);
            }
            const share_place of = find_share(p, now != no_unit ? now : 0);
            bool is_behind = in_tile > 0;
            if (scan.published && now != no_unit) {
                const element earlier = find_prefix(scan, now, is_polled, polled);
                if (of.tile > 0) {
                    start = is_behind ? combine(earlier, start) : earlier;
                    is_behind = true;
                }
            }
            if (scan.published && next != no_unit &&
                thread == 0) /* as late as it can be: the sooner it is told what is taken */
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
                    put_four(p, to,
                             is_simple          ? 4
                             : index < of.count ? of.count - index
                                                : 0,
                             own[k]);
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
                if (scan.published) {
                    if (thread == 0)
                        tickets[turn] = taken;
                    if (number == publisher) /* it may still wait for counts */
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
    /* Of the kernel of running results on a multiprocessor: as many as have room for their elements
     * in registers. */
    static constexpr int blocks = sizeof(element) < 4 ? 4 : 3;

    /* All prefixes of lanes. */
    static WEFT_DEVICE_INLINE void run_groups(const scan_params &p)
    {
        if (p.scan.rounds > 0)
            run_short(p);
        else
            run_shares(p);
    }

    /* The same, one thread each, one after the other. */
    static WEFT_DEVICE_INLINE void run_lanes(const scan_params &p)
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

} // namespace weft::fold

/* Instantiates SYMBOL_sg and SYMBOL_sl over ns::SYMBOL::weft_body, of two elements. */
#define WEFT_SCAN(ns, symbol, type) \
    WEFT_SCANS(symbol, ::weft::fold::scan<::ns::symbol::weft_body, type>)
#define WEFT_SCANS(symbol, ...)                                                                 \
    namespace weft::dtype                                                                       \
    {                                                                                           \
    WEFT_FOR_EACH_LEVEL(WEFT_BUSY_KERNEL(symbol##_sg, WEFT_GPU_THREADS, (__VA_ARGS__::blocks),  \
                                         ::weft::fold::scan_params) {                           \
        __VA_ARGS__::run_groups(params);                                                        \
    })                                                                                          \
    WEFT_FOR_ALL_LEVELS(WEFT_KERNEL(symbol##_sl, WEFT_GPU_THREADS, ::weft::fold::scan_params) { \
        __VA_ARGS__::run_lanes(params);                                                         \
    })                                                                                          \
    }
#endif

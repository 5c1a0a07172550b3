/* slices.c: how large slices are, and how they are computed. */
#include "slices.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "arrays/array.h"
#include "base/checked.h"
#include "base/dtype.h"
#include "host/pool.h"
#include "host/threads.h"
#include "part.h"

/* With what lies in front of it, an operand's slice is to have 1 MiB of pinned memory. */
slice_limits slices_limits = {.slice = (1 << 20) - 4096, .least = 8 << 20};

enum { MOST_THREADS = 16 }; /* several keep the bus busy, and all of them hold pinned memory */

/* Bytes from which on a single thread, which gains nothing by them, takes slices too: less than any device
 * holds. */
#define LARGE (INT64_C(1) << 31)

/* An operand is sent once for all slices that share it; this much more than its size may be sent. */
#define MOST_REPEATED 1.25

/* Bytes of what an operand has for one item, in the wider of its dtypes. */
static double item_bytes(const call_state *call, int operand)
{
    const int64_t size = dtype_table[plan_dtype(&call->plan, operand)].size,
                  own = dtype_table[call->views[operand]->dtype].size;
    const double elements = plan_core_rank(call->ufunc, operand)
                                ? (double)plan_core_bytes(&call->plan, operand) / (double)size
                                : 1.0;
    return elements * (double)(own > size ? own : size);
}

/* Bytes of the operand in a box of these extents, by plan axis. */
static double box_bytes(const call_state *call, int operand, const int64_t *extents)
{
    double bytes = item_bytes(call, operand);
    for (int axis = 0; axis < call->plan.rank; axis++)
        if (call->plan.steps[axis][operand] != 0)
            bytes *= (double)extents[axis];
    return bytes;
}

/* Of all operands. */
static double all_bytes(const call_state *call, const int64_t *extents)
{
    double bytes = 0;
    for (int i = 0; i < call->set.count; i++)
        bytes += box_bytes(call, i, extents);
    return bytes;
}

static int find_largest(const call_state *call)
{
    int largest = 0;
    for (int i = 1; i < call->set.count; i++)
        if (box_bytes(call, i, call->plan.extents) > box_bytes(call, largest, call->plan.extents))
            largest = i;
    return largest;
}

/* The plan's axes as the operand lies: the one with the smallest step first, repeats last. */
static void sort_axes(const weft_plan *plan, int operand, int *axes)
{
    for (int count = 0; count < plan->rank; count++) {
        const uint64_t step = checked_magnitude(plan->steps[count][operand]) - 1; /* a repeat: the largest */
        int place = count;
        for (; place > 0 &&
               checked_magnitude(plan->steps[axes[place - 1]][operand]) - 1 > step;
             place--)
            axes[place] = axes[place - 1];
        axes[place] = count;
    }
}

/* The largest extents of a box, taken along one axis after the other, of which no operand has more than
 * a slice is to have; one item at least. */
static void choose_extents(const call_state *call, slice_cut *cut)
{
    const weft_plan *plan = &call->plan;
    const double slice = (double)slices_limits.slice;
    bool is_full = true;
    for (int axis = 0; axis < plan->rank; axis++)
        cut->extents[axis] = 1;
    for (int k = 0; k < plan->rank && is_full; k++) {
        const int axis = cut->axes[k];
        int64_t most = plan->extents[axis];
        for (int i = 0; i < call->set.count; i++) {
            const double each = box_bytes(call, i, cut->extents);
            if (plan->steps[axis][i] != 0 && each * (double)most > slice)
                most = each < slice ? (int64_t)(slice / each) : 1;
        }
        cut->extents[axis] = most;
        is_full = most == plan->extents[axis];
    }
}

static int64_t slices_along(const call_state *call, const slice_cut *cut, int axis)
{
    return (call->plan.extents[axis] - 1) / cut->extents[axis] + 1;
}

static bool all_on_host(const call_state *call)
{
    if (call->set.any_device)
        return false;
    for (int i = 0; i < call->set.count; i++)
        if (call->views[i]->device != 0)
            return false;
    return true;
}

bool slices_apply(const call_state *call, slice_cut *cut)
{
    const weft_plan *plan = &call->plan;
    if (!call->place.backend->branch || !all_on_host(call))
        return false;
    const double whole = all_bytes(call, plan->extents);
    if (whole < (double)slices_limits.least)
        return false;
    sort_axes(plan, find_largest(call), cut->axes);
    choose_extents(call, cut);
    cut->count = 1;
    for (int axis = 0; axis < plan->rank; axis++)
        cut->count *= slices_along(call, cut, axis); /* at most the number of items */
    cut->threads = threads_limit(&call->place);
    if (cut->threads > MOST_THREADS)
        cut->threads = MOST_THREADS;
    if (cut->count < cut->threads)
        cut->threads = (int)cut->count;
    return cut->count > 1 && (cut->threads > 1 || whole > (double)LARGE) &&
           all_bytes(call, cut->extents) * (double)cut->count <= MOST_REPEATED * whole &&
           overlap_parts_are_apart(call);
}

/* What a thread has for its slices, one after the other. */
typedef struct slice_worker {
    bool is_open;
    weft_place place; /* of its own once it is open, till then that it branches from */
    call_state slice;
} slice_worker;

/* What all threads share. */
typedef struct slicing {
    const call_state *whole;
    const slice_cut *cut;
    uint32_t staged;
    slice_worker *workers;
    atomic_bool has_failed;
    weft_status status; /* of the first that failed, with its error; NULL: nobody wants it */
    weft_error *error;
} slicing;

/* The slice of this number; neighbours lie side by side. */
static plan_box find_box(const slicing *all, int64_t number)
{
    plan_box box;
    for (int k = 0; k < all->whole->plan.rank; k++) {
        const int axis = all->cut->axes[k];
        const int64_t count = slices_along(all->whole, all->cut, axis), step = all->cut->extents[axis];
        box.first[axis] = number % count * step;
        const int64_t left = all->whole->plan.extents[axis] - box.first[axis];
        box.extents[axis] = left < step ? left : step;
        number /= count;
    }
    return box;
}

static weft_status compute(const slicing *all, int64_t number, slice_worker *own, weft_error *error)
{
    weft_status status = WEFT_OK;
    if (!own->is_open) {
        const weft_place from = own->place;
        status = from.backend->branch(&own->place, &from, error);
        own->is_open = status == WEFT_OK;
    }
    if (status)
        return status;
    const plan_box box = find_box(all, number);
    status = part_make(&own->slice, all->whole, &box, all->staged, &own->place, error);
    if (!status)
        status = call_execute(&own->slice, error);
    part_clear(&own->slice);
    return status;
}

static void run_slice(void *context, int64_t number, int worker)
{
    slicing *all = context;
    weft_error error = {.text = ""};
    if (atomic_load_explicit(&all->has_failed, memory_order_relaxed))
        return;
    const weft_status status = compute(all, number, &all->workers[worker], &error);
    if (!status || atomic_exchange(&all->has_failed, true))
        return;
    all->status = status;
    if (all->error)
        *all->error = error;
}

/* What was enqueued before may write to host memory that the slices read, or read what they write. */
static weft_status wait_for_others(const call_state *call, int devices, weft_error *error)
{
    weft_place place = call->place;
    weft_status status = WEFT_OK;
    for (int k = 0; k < devices && !status; k++, place.device++)
        status = place.backend->finish(&place, error);
    return status;
}

weft_status slices_run(call_state *call, const slice_cut *cut, weft_error *error)
{
    const operand_set own = call->set;
    weft_array *given[WEFT_MAX_OPERANDS], block = {.dtype = WEFT_UINT8};
    const int devices = call->options.device == WEFT_ALL_DEVICES ? weft_device_count() : 1;
    weft_status status = wait_for_others(call, devices, error);
    if (!status)
        status = array_allocate(&block, (size_t)cut->threads * sizeof(slice_worker), error);
    if (status)
        return status;
    slicing all = {.whole = call,
                   .cut = cut,
                   .staged = part_find_staged(call, false),
                   .workers = block.base,
                   .error = error};
    for (int k = 0; k < cut->threads; k++) {
        all.workers[k].is_open = false;
        all.workers[k].place = call->place;
        all.workers[k].place.device += k % devices;
    }
    for (int i = 0; i < own.count; i++) /* to its slices, the results of a call are given */
        given[i] = operand_is_given(&own, i) ? own.given[i] : &call->result_arrays[i];
    call->set.given = given;
    call->set.results = 0;
    pool_run(cut->threads, cut->count, run_slice, &all);
    call->set = own;
    for (int k = 0; k < cut->threads; k++)
        if (all.workers[k].is_open)
            call->place.backend->rejoin(&all.workers[k].place);
    array_free(&block);
    return all.status;
}

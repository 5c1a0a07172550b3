/* slices.c: how large slices are, and how they are computed. */
#include "slices.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "arrays/array.h"
#include "base/axes.h"
#include "base/checked.h"
#include "base/dtype.h"
#include "host/run/pool.h"
#include "host/run/threads.h"
#include "part.h"

/* Of pinned memory, which comes in powers of two, what lies in front of a slice takes some. What
 * the driver does for a slice it does for one thread at a time: small ones wait for that. */
enum { HEAD = 4096 };
slice_limits slices_limits = {.smallest = 1 << 20, .largest = 2 << 20, .least = 8 << 20};

enum {
    MOST_THREADS = 16, /* several keep the bus busy, and all of them hold pinned memory */
    SLICES_EACH = 4    /* at least, of a thread, before slices grow */
};

/* Bytes from which on a single thread, which gains nothing by them, takes slices too: less than any
 * device holds. */
#define LARGE (INT64_C(1) << 31)

/* An operand is sent once for all slices that share it; this much more than its size may be sent.
 */
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
    double bytes = plan_is_index(&call->plan, operand) ? 0 : item_bytes(call, operand);
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

/* An operand of a plan, by whose steps axes are sorted. */
typedef struct lying_operand {
    const weft_plan *plan;
    int operand;
} lying_operand;

/* The axis with the smaller step lies inside; repeats lie outside all. */
static int compare_axes(const void *context, int a, int b)
{
    const lying_operand *of = context;
    const uint64_t step_a = checked_magnitude(of->plan->steps[a][of->operand]) - 1,
                   step_b = checked_magnitude(of->plan->steps[b][of->operand]) - 1;
    return (step_a > step_b) - (step_a < step_b);
}

/* Bytes of an operand in a slice, of a call whose largest has so many. */
static double slice_bytes(double largest, int threads)
{
    int64_t bytes = slices_limits.smallest;
    while (2 * bytes <= slices_limits.largest &&
           largest / (2.0 * (double)bytes) >= SLICES_EACH * threads)
        bytes *= 2;
    return (double)(bytes > 2 * HEAD ? bytes - HEAD : bytes);
}

/* The largest extents of a box, by plan axis, taken along one axis after the other, of which no
 * operand has more bytes than a slice; one item at least. */
static void choose_extents(const call_state *call, const int *axes, double slice, int64_t *extents)
{
    const weft_plan *plan = &call->plan;
    bool is_full = true;
    for (int axis = 0; axis < plan->rank; axis++)
        extents[axis] = 1;
    for (int k = 0; k < plan->rank && is_full; k++) {
        const int axis = axes[k];
        int64_t most = plan->extents[axis];
        for (int i = 0; i < call->set.count; i++) {
            const double each = box_bytes(call, i, extents);
            if (plan->steps[axis][i] != 0 && each * (double)most > slice)
                most = each < slice ? (int64_t)(slice / each) : 1;
        }
        extents[axis] = most;
        is_full = most == plan->extents[axis];
    }
}

/* Whether all operands lie on the host, and can be turned. */
static bool are_served(const call_state *call)
{
    if (call->set.any_device)
        return false;
    for (int i = 0; i < call->set.count; i++)
        if (call->views[i]->device != 0 ||
            call->plan.rank + plan_core_rank(call->ufunc, i) > WEFT_MAX_RANK)
            return false;
    return true;
}

bool slices_apply(const call_state *call, slice_cut *cut)
{
    const weft_plan *plan = &call->plan;
    if (!call->place.backend->take_stream || call->lists || !are_served(call))
        return false;
    int64_t extents[WEFT_MAX_RANK];
    const double whole = all_bytes(call, plan->extents);
    if (whole < (double)slices_limits.least)
        return false;
    const int largest = find_largest(call), most = threads_limit(&call->place);
    cut->threads = most < MOST_THREADS ? most : MOST_THREADS;
    axes_sort(plan->rank, compare_axes, &(lying_operand){plan, largest}, cut->axes);
    choose_extents(call, cut->axes,
                   slice_bytes(box_bytes(call, largest, plan->extents), cut->threads), extents);
    cut->count = 1;
    for (int k = 0; k < plan->rank; k++) {
        cut->extents[k] = extents[cut->axes[k]];
        cut->count *=
            quotient_up(plan->extents[cut->axes[k]], cut->extents[k]); /* no more than items */
    }
    if (cut->count < cut->threads)
        cut->threads = (int)cut->count;
    return cut->count > 1 && (cut->threads > 1 || whole > (double)LARGE) &&
           all_bytes(call, extents) * (double)cut->count <= MOST_REPEATED * whole &&
           overlap_parts_are_independent(call);
}

/* What a thread has for its slices, one after the other. */
typedef struct slice_worker {
    bool is_open;
    weft_place place; /* of its own once it is open, till then that it is made like */
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
    for (int axis = 0; axis < all->whole->plan.rank; axis++) {
        const int64_t extent = all->whole->plan.extents[axis], step = all->cut->extents[axis];
        const int64_t count = quotient_up(extent, step);
        box.first[axis] = number % count * step;
        const int64_t left = extent - box.first[axis];
        box.extents[axis] = left < step ? left : step;
        assert(left >= 1);
        number /= count;
    }
    assert(number == 0); /* of as many slices as there are */
    return box;
}

static weft_status compute(const slicing *all, int64_t number, slice_worker *own, weft_error *error)
{
    weft_status status = WEFT_OK;
    if (!own->is_open) {
        const weft_place from = own->place;
        status = from.backend->take_stream(&own->place, &from, error);
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

/* What was enqueued before may write to host memory that the slices read, or read what they write.
 */
static weft_status wait_for_others(const call_state *call, int devices, weft_error *error)
{
    weft_place place = call->place;
    weft_status status = WEFT_OK;
    for (int k = 0; k < devices && !status; k++, place.device++)
        status = place.backend->synchronize(&place, error);
    return status;
}

/* An operand with the loop axes in the cut's order, so that what is packed of a slice lies as it
 * lay. */
static weft_array turn(const weft_array *array, int core_rank, const slice_cut *cut, int rank)
{
    const int own = array->rank - core_rank;
    weft_array turned = *array;
    if (own == 0)
        return turned;
    turned.rank = rank + core_rank;
    for (int k = 0; k < rank; k++) {
        const int axis = own - 1 - cut->axes[k], to = rank - 1 - k;
        turned.shape[to] = axis < 0 ? 1 : array->shape[axis];
        turned.steps[to] = axis < 0 ? 0 : array->steps[axis];
    }
    for (int k = 0; k < core_rank; k++) {
        turned.shape[rank + k] = array->shape[own + k];
        turned.steps[rank + k] = array->steps[own + k];
    }
    return turned;
}

/* What a call in slices needs beside the stack: in one block, with arrays for all operands behind
 * it. */
typedef struct slicing_memory {
    call_state whole;                     /* the call, turned */
    weft_array *given[WEFT_MAX_OPERANDS]; /* its operands, in the arrays behind the workers */
    slice_worker workers[];
} slicing_memory;

/* Makes the turned call: all operands are given, and its axes are the cut's. */
static void turn_call(const call_state *call, const slice_cut *cut, slicing_memory *made)
{
    int64_t shape[WEFT_MAX_RANK];
    const int rank = call->plan.rank;
    weft_array *turned = (weft_array *)(made->workers + cut->threads);
    made->whole = *call;
    for (int k = 0; k < rank; k++)
        shape[rank - 1 - k] = call->plan.extents[cut->axes[k]];
    plan_shape(&made->whole.plan, rank, shape);
    for (int i = 0; i < call->set.count; i++) {
        const int core_rank = plan_core_rank(call->ufunc, i);
        turned[i] =
            turn(operand_is_given(&call->set, i) ? call->set.given[i] : &call->result_arrays[i],
                 core_rank, cut, rank);
        made->given[i] = &turned[i];
        call_point(&made->whole, i, &turned[i], core_rank);
    }
    made->whole.set.given = made->given;
    made->whole.set.results = 0;
    made->whole.set.axes_of = NULL;
}

weft_status slices_run(const call_state *call, const slice_cut *cut, weft_error *error)
{
    weft_array block = {.dtype = WEFT_UINT8};
    const int devices = call->options.device == WEFT_ALL_DEVICES ? weft_device_count() : 1;
    weft_status status = wait_for_others(call, devices, error);
    if (!status)
        status =
            array_allocate(&block,
                           sizeof(slicing_memory) + (size_t)cut->threads * sizeof(slice_worker) +
                               (size_t)call->set.count * sizeof(weft_array),
                           error);
    if (status)
        return status;
    slicing_memory *memory = block.base;
    turn_call(call, cut, memory);
    slicing all = {.whole = &memory->whole,
                   .cut = cut,
                   .staged = part_find_staged(&memory->whole, false),
                   .workers = memory->workers,
                   .error = error};
    for (int k = 0; k < cut->threads; k++) {
        all.workers[k].is_open = false;
        all.workers[k].place = call->place;
        all.workers[k].place.device += k % devices;
    }
    pool_run(cut->threads, cut->count, run_slice, &all);
    for (int k = 0; k < cut->threads; k++)
        if (all.workers[k].is_open)
            call->place.backend->give_stream(&all.workers[k].place);
    array_free(&block);
    return all.status;
}

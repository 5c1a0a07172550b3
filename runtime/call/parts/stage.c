/* stage.c: temporaries for operands that the kernel cannot use where and as they lie. */
#include <string.h>

#include "arrays/array.h"
#include "base/cast.h"
#include "base/dtype.h"
#include "base/error.h"
#include "call/call.h"
#include "call/lists/ragged.h"
#include "host/run/select.h"

/* Whether the operand is an input of which every item needs a copy in memory of its own, all of
 * them before the kernel runs. */
static inline bool is_copied_whole(const call_state *call, int operand)
{
    return plan_is_written(&call->plan, operand) &&
           (call->place.backend->copies_written_inputs || call->plan.lists);
}

/* The one table of reasons, cheapest first. Elementwise kernels take any alignment and any byte
 * as a bool; the others want core blocks, a single element included, that C code may read as
 * they are. */
static inline bool is_needed(const call_state *call, int operand)
{
    const weft_array *view = call->views[operand];
    if (plan_is_index(&call->plan, operand))
        return false;
    if (view->dtype != call->plan.loop->kernel_dtypes[operand] ||
        view->dtype != call->plan.loop->dtypes[operand])
        return true;
    if (array_is_swapped(view))
        return true;
    if (!(call->ufunc->flags & WEFT_UFUNC_ELEMENTWISE)) {
        if (!array_is_aligned(view))
            return true;
        bool is_read = operand < call->input_count ||
                       (plan_is_kept(&call->plan, operand) && !(call->set.results >> operand & 1));
        if (view->dtype == WEFT_BOOL && is_read)
            return true;
        if (call->plan.lists && !plan_core_is_contiguous(&call->plan, operand))
            return true; /* nothing is packed on the way */
    }
    return is_copied_whole(call, operand) ||
           (call->place.backend->wants_temporary &&
            call->place.backend->wants_temporary(&call->plan, operand, view));
}

bool stage_is_value(const call_state *call, int operand)
{
    const weft_array *view = call->views[operand];
    if (plan_is_index(&call->plan, operand) || !call->place.backend->is_far ||
        operand >= call->input_count || view->device != 0 ||
        call->ufunc->operands[operand].core_rank != 0)
        return false;
    for (int axis = 0; axis < view->rank; axis++)
        if (view->shape[axis] != 1 && (view->steps[axis] != 0 || view->shape[axis] == 0))
            return false;
    return true;
}

bool stage_is_needed(const call_state *call, int operand)
{
    return is_needed(call, operand);
}

/* One step of a checked copy, on the host where both sides lie there. */
static weft_status copy(const call_state *call, const weft_array *to, const weft_array *from,
                        weft_error *error)
{
    if (to->device || from->device)
        return call->place.backend->copy(to, from, &call->place, error);
    cast_copy(to, from);
    return WEFT_OK;
}

/* The first axes of an operand, which keep their repeats (step 0) in its temporary: all, but where
 * a gpu's kernel reads the core block in C order. */
static int repeating_axes(const call_state *call, int operand)
{
    const int rank = call->views[operand]->rank;
    if (!call->place.backend->wants_whole_cores || operand == call->operand_count)
        return rank;
    const weft_operand *layout = &call->ufunc->operands[operand];
    return layout->contiguous ? rank - layout->core_rank : rank;
}

/* Lays out the operand's temporary, whose rank and shape are set. */
static weft_status lay_out_temporary(call_state *call, int operand, int64_t *byte_count,
                                     weft_error *error)
{
    weft_array *temporary = &call->temporary_arrays[operand];
    temporary->dtype = (uint8_t)plan_dtype(&call->plan, operand);
    temporary->flags = 0;
    temporary->device = 0;
    if (array_lay_out(temporary, byte_count))
        return WEFT_OK;
    return error_set_at(error, WEFT_ERROR_SHAPE, operand, -1,
                        "%s: a temporary of operand %d (%s) has more bytes than int64 counts",
                        call->ufunc->name, operand, operand_name(call->ufunc, operand));
}

/* Makes the operand's temporary: the view's shape without its repeats, C order, on the target. One
 * element for a host target, or for a gpu's parameters, lies in the array itself. */
static weft_status make_temporary(call_state *call, int operand, weft_error *error)
{
    const weft_array *view = call->views[operand];
    weft_array *temporary = &call->temporary_arrays[operand];
    const int repeating = repeating_axes(call, operand);
    int64_t byte_count, count = 1;
    temporary->rank = view->rank;
    for (int axis = 0; axis < view->rank; axis++) {
        bool repeats = axis < repeating && view->steps[axis] == 0 && view->shape[axis] > 1;
        temporary->shape[axis] = repeats ? 1 : view->shape[axis];
    }
    weft_status status = lay_out_temporary(call, operand, &byte_count, error);
    if (status)
        return status;
    count = byte_count / dtype_table[temporary->dtype].size;
    const bool is_value = stage_is_value(call, operand);
    if (is_value || (count == 1 && !call->place.backend->is_far)) {
        temporary->data = &temporary->value;
        call->plan.values |= is_value ? 1u << operand : 0;
    } else {
        status = call->place.backend->allocate(temporary, byte_count ? (size_t)byte_count : 1,
                                               &call->place, error);
        if (status)
            return status;
    }
    call->temporaries |= 1u << operand;
    return WEFT_OK;
}

/* Whether a copy between an operand and its temporary would skip the loop's dtype: where the kernel
 * reads and writes a wider one, which has digits that the loop does not. */
static bool skips_loop_dtype(const call_state *call, int operand, const weft_array *view)
{
    if (operand == call->operand_count) /* the mask, which the loop does not know */
        return false;
    unsigned dtype = call->plan.loop->dtypes[operand];
    return call->temporary_arrays[operand].dtype != dtype && view->dtype != dtype;
}

/* A new array of the loop's dtype and the temporary's shape, on the host or where the call runs. */
static weft_status make_rounded(const call_state *call, int operand, bool on_device,
                                weft_array *made, weft_error *error)
{
    const weft_array *temporary = &call->temporary_arrays[operand];
    int64_t byte_count; /* fits: the temporary has wider elements */
    *made = weft_array_view(NULL, (weft_dtype)call->plan.loop->dtypes[operand], temporary->rank,
                            temporary->shape, NULL);
    array_lay_out(made, &byte_count);
    return on_device ? call->place.backend->allocate(made, (size_t)byte_count, &call->place, error)
                     : array_allocate(made, (size_t)byte_count, error);
}

static void release(const call_state *call, weft_array *temporary)
{
    if (temporary->device == 0)
        weft_array_clear(temporary);
    else
        call->place.backend->release(temporary, &call->place);
}

/* Begins a copy, which call_await follows; on the host it is done at once. What lies there stays as
 * it is until then, be it read or written. */
static weft_status send(call_state *call, const weft_array *to, const weft_array *from,
                        weft_error *error)
{
    const weft_place *place = &call->place;
    if (!(to->device || from->device) || !place->backend->begin_copy)
        return copy(call, to, from, error);
    return place->backend->begin_copy(&call->copies, to, from, place, error);
}

/* The same, through the loop's dtype where it would be skipped. */
static weft_status copy_in(call_state *call, int operand, const weft_array *view, weft_error *error)
{
    const weft_array *temporary = &call->temporary_arrays[operand];
    weft_array rounded;
    if (!skips_loop_dtype(call, operand, view))
        return send(call, temporary, view, error);
    weft_status status = make_rounded(call, operand, view->device > 0, &rounded, error);
    if (status)
        return status;
    status = copy(call, &rounded, view, error);
    if (!status)
        status = copy(call, temporary, &rounded, error);
    release(call, &rounded);
    return status;
}

/* Copies each element of a view once, to its temporary, then lets that repeat where the view does.
 */
static weft_status fill_repeating(call_state *call, int operand, weft_error *error)
{
    const weft_array *view = call->views[operand];
    weft_array *temporary = &call->temporary_arrays[operand], once = *view;
    memcpy(once.shape, temporary->shape, (size_t)view->rank * sizeof *view->shape);
    weft_status status =
        array_count(temporary) > 0 ? copy_in(call, operand, &once, error) : WEFT_OK;
    for (int axis = 0; axis < view->rank; axis++) {
        if (temporary->shape[axis] == view->shape[axis])
            continue;
        temporary->shape[axis] = view->shape[axis];
        temporary->steps[axis] = 0;
    }
    return status;
}

/* Copies the view's elements to its temporary. */
static weft_status fill_temporary(call_state *call, int operand, weft_error *error)
{
    const weft_array *view = call->views[operand];
    const weft_array *temporary = &call->temporary_arrays[operand];
    if (memcmp(view->shape, temporary->shape, (size_t)view->rank * sizeof *view->shape) != 0)
        return fill_repeating(call, operand, error);
    return array_count(temporary) > 0 ? copy_in(call, operand, view, error) : WEFT_OK;
}

/* A view as one of the loop's shape, which an output has exactly. */
static weft_array spread_to(const weft_array *view, const weft_array *output)
{
    weft_array spread = *view;
    int missing = output->rank - view->rank;
    spread.data = array_data(view);
    spread.flags = view->flags & WEFT_ARRAY_SWAPPED;
    spread.rank = output->rank;
    for (int axis = 0; axis < output->rank; axis++) {
        int own = axis - missing;
        bool repeats = own < 0 || view->shape[own] == 1;
        spread.shape[axis] = output->shape[axis];
        spread.steps[axis] = repeats ? 0 : view->steps[own];
    }
    return spread;
}

/* Makes a temporary with an element for each of the loop's items and of the operand's core block.
 */
static weft_status make_whole(call_state *call, int operand, weft_error *error)
{
    const weft_plan *plan = &call->plan;
    const weft_operand *layout = &call->ufunc->operands[operand];
    weft_array *temporary = &call->temporary_arrays[operand];
    int64_t byte_count;
    if (plan->rank + layout->core_rank > WEFT_MAX_RANK)
        return error_set_at(error, WEFT_ERROR_SHAPE, operand, -1,
                            "%s: a temporary of operand %d (%s) would have rank %d; at most %d is "
                            "possible",
                            call->ufunc->name, operand, operand_name(call->ufunc, operand),
                            plan->rank + layout->core_rank, WEFT_MAX_RANK);
    temporary->rank = plan->rank + layout->core_rank;
    for (int axis = 0; axis < plan->rank; axis++)
        temporary->shape[axis] = plan->extents[plan->rank - 1 - axis];
    for (int k = 0; k < layout->core_rank; k++)
        temporary->shape[plan->rank + k] = plan->sizes[layout->dimensions[k]];
    weft_status status = lay_out_temporary(call, operand, &byte_count, error);
    if (!status)
        status = call->place.backend->allocate(temporary, byte_count ? (size_t)byte_count : 1,
                                               &call->place, error);
    if (!status)
        call->temporaries |= 1u << operand;
    return status;
}

/* Casts an operand's chosen elements to a temporary of the loop's shape, so that those which the
 * mask leaves out raise no floating-point flag. */
static weft_status stage_chosen(call_state *call, int operand, weft_error *error)
{
    const weft_array *temporary = &call->temporary_arrays[operand];
    weft_status status = make_whole(call, operand, error);
    if (status)
        return status;
    weft_array source = spread_to(call->views[operand], temporary);
    weft_array mask = spread_to(call->views[call->operand_count], temporary);
    select_copy(temporary, &source, &mask);
    call_replace(call, operand, temporary);
    return WEFT_OK;
}

/* Gives every item a core block of its own, also where the operand repeats. */
static weft_status stage_whole(call_state *call, int operand, weft_error *error)
{
    const weft_array *temporary = &call->temporary_arrays[operand];
    weft_status status = make_whole(call, operand, error);
    if (!status && array_count(temporary) > 0) {
        weft_array source = spread_to(call->views[operand], temporary);
        status = copy_in(call, operand, &source, error);
    }
    if (!status)
        call_replace(call, operand, temporary);
    return status;
}

/* The mask is bytes, which serve wherever they are within reach. */
static weft_status stage_mask(call_state *call, weft_error *error)
{
    const int mask = call->operand_count;
    bool is_far =
        call->place.backend->is_far && call->views[mask]->device != call->place.device + 1;
    if (!is_far && !(call->overlapping >> mask & 1))
        return WEFT_OK;
    weft_status status = call_make_room(call, error);
    if (!status)
        status = make_temporary(call, mask, error);
    if (!status)
        status = fill_temporary(call, mask, error);
    if (!status)
        call_replace(call, mask, &call->temporary_arrays[mask]);
    return status;
}

/* Makes the temporary of an operand that needs one, and fills it where the kernel may read it: that
 * of an input, and of an output that it may leave as it is. */
static weft_status stage_operand(call_state *call, int operand, weft_error *error)
{
    bool is_read = operand < call->input_count || plan_is_kept(&call->plan, operand);
    if (plan_is_masked(&call->plan) && call->options.floating_flags && is_read)
        return stage_chosen(call, operand, error);
    if (is_copied_whole(call, operand) && plan_list_dimension(call->ufunc, operand) < 0)
        return stage_whole(call, operand, error);
    weft_status status = make_temporary(call, operand, error);
    if (!status && is_read)
        status = fill_temporary(call, operand, error);
    if (!status)
        call_replace(call, operand, &call->temporary_arrays[operand]);
    return status;
}

weft_status stage_operands(call_state *call, weft_error *error)
{
    weft_status status = plan_is_masked(&call->plan) ? stage_mask(call, error) : WEFT_OK;
    for (int i = 0; i < call->operand_count && !status; i++)
        if ((call->overlapping >> i & 1 || is_needed(call, i)) &&
            !(status = call_make_room(call, error)))
            status = stage_operand(call, i, error);
    return !status && call->lists ? ragged_stage(call, error) : status;
}

/* The mask in host memory: as it is, or a copy that has begun; in either case cleared by
 * weft_array_clear. */
static weft_status bring_mask_home(call_state *call, weft_array *mask, weft_error *error)
{
    const weft_array *view = call->views[call->operand_count];
    if (view->device == 0) {
        *mask = spread_to(view, view);
        return WEFT_OK;
    }
    weft_status status = weft_array_new(mask, WEFT_BOOL, view->rank, view->shape, error);
    if (!status)
        status = send(call, mask, view, error);
    return status;
}

/* Begins to move an output's temporary to where the output lies, in the loop's dtype. */
static weft_status bring_home(call_state *call, int operand, const weft_array *output,
                              weft_error *error)
{
    weft_array *temporary = &call->temporary_arrays[operand], home;
    weft_status status = make_rounded(call, operand, output->device > 0, &home, error);
    if (status)
        return status;
    status = send(call, &home, temporary, error);
    if (temporary->flags & WEFT_ARRAY_OWNED)
        release(call, temporary);
    *temporary = home; /* on failure too: the copy may have begun */
    return status;
}

/* The output that a temporary is copied to; NULL if there is none. */
static const weft_array *copied_output(const call_state *call, int i)
{
    const weft_array *output =
        call->set.results >> i & 1 ? &call->result_arrays[i] : call->set.given[i];
    return call->temporaries >> i & 1 && array_count(output) > 0 ? output : NULL;
}

/* The way back of one temporary. home_mask: the mask, if the output lies in host memory. */
static weft_status copy_back(const call_state *call, const weft_array *output,
                             const weft_array *temporary, const weft_array *home_mask,
                             weft_error *error)
{
    if (!plan_is_masked(&call->plan))
        return copy(call, output, temporary, error);
    weft_array mask =
        spread_to(output->device ? call->views[call->operand_count] : home_mask, output);
    if (output->device)
        return call->place.backend->copy_where(output, temporary, &mask, &call->place, error);
    select_copy(output, temporary, &mask);
    return WEFT_OK;
}

/* Whether the way back of a temporary is one from the device to the host. */
static bool comes_home(const call_state *call, int i)
{
    const weft_array *output = copied_output(call, i);
    return output && output->device == 0 && call->temporary_arrays[i].device != 0;
}

/* The only output that is copied, if it comes from the device as it is: it needs no memory of its
 * own on the way, because nothing is left to do when it arrives. -1: none is. */
static int find_arrival(const call_state *call, bool is_one_of_several)
{
    int found = -1;
    for (int i = call->input_count; i < call->operand_count; i++) {
        const weft_array *output = copied_output(call, i);
        if (!output)
            continue;
        if (found >= 0 || !comes_home(call, i) || skips_loop_dtype(call, i, output))
            return -1;
        found = i;
    }
    return is_one_of_several || plan_is_masked(&call->plan) ? -1 : found;
}

/* Begins the copies home of all outputs that are not copied back as they are, and of the mask. */
static weft_status begin_home(call_state *call, weft_error *error)
{
    const bool masked = plan_is_masked(&call->plan);
    weft_status status = WEFT_OK;
    bool any_on_host = false;
    for (int i = call->input_count; i < call->operand_count && !status; i++) {
        const weft_array *output = copied_output(call, i);
        any_on_host |= output && output->device == 0;
        if (output && (comes_home(call, i) || skips_loop_dtype(call, i, output)))
            status = bring_home(call, i, output, error);
    }
    if (masked && any_on_host && !status)
        status = bring_mask_home(call, &call->home_mask, error);
    return status;
}

/* A copy from the device can fail, and takes memory of its own, and so does rounding to the loop's
 * dtype. */
weft_status stage_bring_home(call_state *call, bool is_one_of_several, weft_error *error)
{
    if (plan_is_masked(&call->plan))
        call->home_mask = (weft_array){0};
    const int arrival = find_arrival(call, is_one_of_several);
    if (arrival < 0)
        return begin_home(call, error);
    call->arrived |= UINT32_C(1) << arrival;
    return send(call, copied_output(call, arrival), &call->temporary_arrays[arrival], error);
}

weft_status stage_copy_back(call_state *call, weft_status status, weft_error *error)
{
    for (int i = call->input_count; i < call->operand_count && !status; i++) {
        const weft_array *output = call->arrived >> i & 1 ? NULL : copied_output(call, i);
        if (!output)
            continue;
        call->is_under_way |= output->device > 0;
        status = copy_back(call, output, &call->temporary_arrays[i], &call->home_mask, error);
    }
    if (plan_is_masked(&call->plan))
        weft_array_clear(&call->home_mask);
    return status;
}

void stage_release(call_state *call, bool failed)
{
    ragged_release(call);
    for (int i = 0; call->result_arrays && i < call->set.count; i++) {
        weft_array *temporary = &call->temporary_arrays[i];
        if (call->temporaries >> i & 1 && temporary->flags & WEFT_ARRAY_OWNED)
            release(call, temporary);
        if (failed && call->set.results >> i & 1 && call->result_arrays[i].flags & WEFT_ARRAY_OWNED)
            weft_array_clear(&call->result_arrays[i]);
    }
}

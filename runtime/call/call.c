/* call.c: one call, from the top. */
#include "call.h"

#include <stdlib.h>

#include "arrays/array.h"
#include "axes.h"
#include "base/dtype.h"
#include "base/error.h"
#include "base/options.h"
#include "broadcast.h"
#include "call/lists/ragged.h"
#include "call/parts/slices.h"
#include "call/target/target.h"
#include "codes.h"
#include "fit.h"
#include "flags.h"
#include "plan/nvtx.h"
#include "resolve.h"

/* Refuses a descriptor or operand list that no later step could survive. */
static weft_status check_ufunc(const weft_ufunc *ufunc, weft_array *const *operands,
                               const char *who, weft_error *error)
{
    if (!ufunc || !operands)
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s: %s is NULL", who,
                         ufunc ? "operands" : "ufunc");
    if (ufunc->reducer)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s is a reduction: weft_reduce%s computes it, along axes", ufunc->name,
                         ufunc->input_count == 1 ? "" : "_inputs");
    if (ufunc->input_count + ufunc->output_count > WEFT_MAX_OPERANDS)
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s has %d operands; at most %d are possible",
                         ufunc->name, ufunc->input_count + ufunc->output_count, WEFT_MAX_OPERANDS);
    return WEFT_OK;
}

/* What must hold of an output before anything is known about the loop. */
static weft_status check_output(const call_state *call, int i, weft_error *error)
{
    const weft_array *output = call->set.given[i];
    if (output->flags & (WEFT_ARRAY_READONLY | WEFT_ARRAY_INLINE))
        return error_set_at(error, WEFT_ERROR_OVERLAP, i, -1,
                            "%s: operand %d (%s) is an output but %s", call->ufunc->name, i,
                            operand_name(call->ufunc, i),
                            output->flags & WEFT_ARRAY_READONLY ? "read-only" : "a scalar value");
    return WEFT_OK;
}

/* An output that the call allocates must be an array of its own. */
static weft_status note_result(call_state *call, int i, weft_error *error)
{
    for (int other = 0; other < call->operand_count; other++)
        if (other != i && call->set.given[other] == call->set.given[i])
            return error_set_at(
                error, WEFT_ERROR_OVERLAP, i, -1,
                "%s: operand %d (%s) is to be allocated, but the same array is also "
                "operand %d (%s)",
                call->ufunc->name, i, operand_name(call->ufunc, i), other,
                operand_name(call->ufunc, other));
    call->set.results |= 1u << i;
    return WEFT_OK;
}

/* Whether an operand is an array of the usual kind, which needs no closer look: on the host, of
 * rank up to 2, far from every overflow. */
static inline bool is_plain(const weft_array *array)
{
    const int64_t limit = INT64_C(1) << 30;
    if (!dtype_is_valid(array->dtype) || (array->flags & ~WEFT_ARRAY_OWNED) != 0 ||
        array->device != 0 || !array->data || array->rank < 0 || array->rank > 2)
        return false;
    for (int axis = 0; axis < array->rank; axis++)
        if (array->shape[axis] < 0 || array->shape[axis] > limit || array->steps[axis] < -limit ||
            array->steps[axis] > limit)
            return false;
    return true;
}

/* Makes options.where one more operand. */
static weft_status add_mask(call_state *call, weft_error *error)
{
    const weft_array *mask = call->options.where;
    if (!(call->ufunc->flags & WEFT_UFUNC_ELEMENTWISE))
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: where is for elementwise ufuncs; this one has the layout %s",
                         call->ufunc->name, call->ufunc->layout);
    if (call->operand_count == WEFT_MAX_OPERANDS)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s has %d operands; with where at most %d are possible",
                         call->ufunc->name, call->operand_count, WEFT_MAX_OPERANDS - 1);
    if (dtype_is_valid(mask->dtype) && mask->dtype != WEFT_BOOL)
        return error_set_at(error, WEFT_ERROR_DTYPE, call->operand_count, -1,
                            "%s: where is %s; it must be bool", call->ufunc->name,
                            weft_dtype_name((weft_dtype)mask->dtype));
    for (int i = 0; i < call->operand_count; i++)
        call->replaced[i] = call->set.given[i];
    call->replaced[call->operand_count] = (weft_array *)(uintptr_t)mask; /* only read */
    call->set.given = call->replaced;
    call->set.count++;
    return WEFT_OK;
}

/* Puts their defaults where inputs are left out. */
static void add_defaults(call_state *call)
{
    weft_array *const *given = call->set.given;
    for (int i = 0; i < call->set.count; i++) {
        const bool is_out = !given[i] && i < call->input_count;
        const weft_array *instead = is_out ? weft_ufunc_default(call->ufunc, i) : NULL;
        call->replaced[i] = instead ? (weft_array *)(uintptr_t)instead : given[i]; /* only read */
    }
    call->set.given = call->replaced;
}

static weft_status refuse_index(const call_state *call, int i, weft_error *error)
{
    return error_set_at(error, WEFT_ERROR_ARGUMENT, i, -1,
                        "%s: operand %d (%s) is the number of the item, which no call gives",
                        call->ufunc->name, i, operand_name(call->ufunc, i));
}

/* What must hold of one operand that is not plain; `device` is where those before it lie, if any
 * lies on a device. */
static weft_status check_operand(call_state *call, int i, int *device, weft_error *error)
{
    const weft_array *array = call->set.given[i];
    bool is_output = i >= call->input_count && i < call->operand_count;
    if (plan_is_index(&call->plan, i) && array != weft_ufunc_default(call->ufunc, i))
        return refuse_index(call, i, error);
    if (is_output && array->dtype == WEFT_NONE)
        return note_result(call, i, error);
    weft_status status = ragged_check_array(call, i, error);
    if (!status && is_output)
        status = check_output(call, i, error);
    if (status)
        return status;
    if (array->device > 0 && *device > 0 && array->device != *device)
        return error_set_at(error, WEFT_ERROR_ARGUMENT, i, -1,
                            "%s: operand %d (%s) lies on device %d, another operand on %d",
                            call->ufunc->name, i, operand_name(call->ufunc, i), array->device - 1,
                            *device - 1);
    if (array->device > 0)
        *device = array->device;
    else if (!(array->flags & WEFT_ARRAY_INLINE))
        call->set.any_host = true;
    return WEFT_OK;
}

/* Checks every operand by itself; notes which outputs are to be allocated and where operands
 * lie. */
static weft_status check_operands(call_state *call, weft_error *error)
{
    const int count = call->set.count;
    int device = 0;
    if (call->ufunc->defaults)
        add_defaults(call);
    for (int i = 0; i < count; i++) {
        const weft_array *array = call->set.given[i];
        if (!array)
            return error_set_at(error, WEFT_ERROR_ARGUMENT, i, -1, "%s: operand %d (%s) is NULL",
                                call->ufunc->name, i, operand_name(call->ufunc, i));
        if (is_plain(array)) {
            if (plan_is_index(&call->plan, i))
                return refuse_index(call, i, error);
            call->set.any_host = true;
            continue;
        }
        weft_status status = check_operand(call, i, &device, error);
        if (status)
            return status;
    }
    call->set.any_device = device > 0;
    if (call->set.any_device)
        call->place.device = device - 1; /* the call runs where the data lies */
    return WEFT_OK;
}

/* Begins a call: nothing is known but what the caller gave. */
static weft_status begin(call_state *call, const weft_ufunc *ufunc, weft_array *const *operands,
                         const weft_options *options, weft_error *error)
{
    call->ufunc = ufunc;
    call->operands = operands;
    call->input_count = ufunc->input_count;
    call->operand_count = operand_total(ufunc);
    call->set = (operand_set){.given = operands, .count = call->operand_count};
    call->overlapping = call->temporaries = call->arrived = 0;
    call->is_under_way = false;
    call->copies = (backend_copies){0};
    call->result_arrays = call->temporary_arrays = NULL;
    weft_status status = options_resolve_call(&call->options, options, ufunc->name, error);
    if (!status && call->options.where)
        status = add_mask(call, error);
    call->set.rank = status ? 0 : call->options.rank;
    call->set.shape = status ? NULL : call->options.shape;
    call->place = place_of_options(&call->options, NULL);
    plan_begin(&call->plan, ufunc, NULL, &call->place, call->set.count, &call->cores);
    return status;
}

/* Chooses the plan's loop. */
static weft_status resolve(call_state *call, weft_error *error)
{
    operand_types types;
    resolve_begin(&types, call->ufunc, &call->options);
    for (int i = 0; i < call->operand_count; i++)
        resolve_note(&types, i, call->set.given[i]);
    return resolve_loop(&types, &call->plan.loop, error);
}

/* Gives the plan its shape, and points it at the operands that are there. */
static weft_status broadcast(call_state *call, weft_error *error)
{
    weft_status status = broadcast_shape(&call->set, &call->plan, error);
    if (status)
        return status;
    const weft_operand *layouts = call->ufunc->operands;
    weft_array *const *given = call->set.given;
    const uint32_t results = call->set.results;
    for (int i = 0; i < call->operand_count; i++)
        if (!(results >> i & 1))
            call_point(call, i, given[i], layouts[i].core_rank);
    if (call->ufunc->flags & WEFT_UFUNC_INDEXED)
        broadcast_indices(call);
    if (plan_is_masked(&call->plan))
        call_point(call, call->operand_count, call->set.given[call->operand_count], 0);
    return call->lists ? ragged_bind(call, error) : WEFT_OK;
}

weft_status call_open(call_state *call, const weft_ufunc *ufunc, weft_array *const *operands,
                      const weft_options *options, const char *who, weft_error *error)
{
    weft_status status = check_ufunc(ufunc, operands, who, error);
    call->many = NULL;
    call->lists = NULL;
    if (status || (status = begin(call, ufunc, operands, options, error)) ||
        (status = check_operands(call, error)) ||
        (ufunc->flags & WEFT_UFUNC_RAGGED && (status = ragged_open(call, error))) ||
        (axes_are_wanted(ufunc, &call->options) && (status = axes_apply(call, error))) ||
        (status =
             target_check(&call->set, &call->plan, call->options.target, &call->place, error)) ||
        (status = resolve(call, error)) || (status = broadcast(call, error)) ||
        (call->set.axes_of && (status = axes_bind_results(call, error))))
        return status;
    return WEFT_OK;
}

/* Where the target's kernel takes operands as they are stored, they are not cast; none of its other
 * kernels does. */
static void keep_stored(call_state *call)
{
    const weft_backend *backend = call->place.backend;
    if (!backend->takes_stored || !backend->takes_stored(&call->plan, call->stored_dtypes))
        return;
    call->stored = *call->plan.loop;
    call->stored.kernel_dtypes = call->stored_dtypes;
    call->stored.shapes &= WEFT_HAS(GPU_PRODUCT) | WEFT_HAS(GPU_BLAS);
    call->plan.loop = &call->stored;
}

weft_status call_settle(call_state *call, double share, weft_error *error)
{
    weft_status status = target_resolve(&call->set, &call->plan, share,
                                        call->options.floating_flags != NULL, &call->place, error);
    if (status)
        return status;
    keep_stored(call); /* before overlaps are looked for: what is cast has been read */
    if (call->options.floating_flags && (status = flags_check(call, error)))
        return status;
    return overlap_check(call, error);
}

/* An operand, or an allocated result, that lies in host memory for all of the call; -1 if there is
 * none. What the host has as a single value may go on to change at once. */
static int find_host_operand(const call_state *call)
{
    if (call->set.any_device && !call->set.any_host)
        return -1;
    for (int i = 0; i < call->set.count; i++) {
        const weft_array *array = call->set.given[i];
        if (i < call->operand_count && call->set.results >> i & 1) {
            if (!call->set.any_device)
                return i;
        } else if (array->device == 0 && !(array->flags & WEFT_ARRAY_INLINE) &&
                   !plan_is_index(&call->plan, i) && !stage_is_value(call, i)) {
            return i;
        }
    }
    return -1;
}

/* By the time that a recorded call runs host memory may hold anything, and memory that it allocates
 * is the graph's. */
weft_status call_check_recording(const call_state *call, weft_error *error)
{
    bool is_recording;
    if (!call->place.backend->is_recording)
        return WEFT_OK;
    int host = find_host_operand(call), result = call->input_count;
    if (host < 0 && !call->set.results)
        return WEFT_OK;
    weft_status status = call->place.backend->is_recording(&call->place, &is_recording, error);
    if (status || !is_recording)
        return status;
    if (host >= 0 && !(call->set.results >> host & 1))
        return error_set_at(
            error, WEFT_ERROR_ARGUMENT, host, -1,
            "%s: operand %d (%s) lies in host memory, and the stream is captured into "
            "a CUDA graph, whose work runs later: of the host's only single elements "
            "can be part of it",
            call->ufunc->name, host, operand_name(call->ufunc, host));
    while (result < call->operand_count && !(call->set.results >> result & 1))
        result++;
    if (result == call->operand_count)
        return WEFT_OK;
    return error_set_at(error, WEFT_ERROR_ARGUMENT, result, -1,
                        "%s: operand %d (%s) is not given, and the stream is captured into a CUDA "
                        "graph: it cannot be allocated there",
                        call->ufunc->name, result, operand_name(call->ufunc, result));
}

weft_status call_make_room(call_state *call, weft_error *error)
{
    const size_t count = (size_t)call->set.count;
    if (call->result_arrays)
        return WEFT_OK;
    weft_array block = {.dtype = WEFT_UINT8, .data = call->few};
    if (count > CALL_FEW || call->ufunc->flags & WEFT_UFUNC_INDEXED) {
        weft_status status = array_allocate(&block, 2 * count * sizeof block, error);
        if (status)
            return status;
        call->many = block.base;
    }
    call->result_arrays = block.data;
    call->temporary_arrays = call->result_arrays + count;
    return WEFT_OK;
}

/* Prints the plan, and which operands the call has copied for it. */
__attribute__((noinline)) static void trace(const call_state *call)
{
    uint32_t cast = 0;
    for (int i = 0; i < call->plan.operand_count; i++)
        if (call->set.given[i]->dtype != WEFT_NONE &&
            call->set.given[i]->dtype != plan_dtype(&call->plan, i))
            cast |= 1u << i;
    trace_plan(&call->plan, call->temporaries, cast);
}

weft_status call_run(call_state *call, weft_error *error)
{
    call->is_under_way = true;
    plan_settle_empty(&call->plan);
    plan_normalise(&call->plan);
    if (trace_is_on())
        trace(call);
    return call->place.backend->run(&call->plan, error);
}

weft_status call_await(call_state *call, weft_status status, weft_error *error)
{
    if (!call->copies.any)
        return status;
    weft_status late =
        call->place.backend->await_copies(&call->copies, &call->place, status ? NULL : error);
    call->is_under_way = late != WEFT_OK;
    return status ? status : late;
}

weft_status call_synchronize(call_state *call, weft_status status, weft_error *error)
{
    status = call_await(call, status, error);
    if (!call->is_under_way || !call->place.backend->synchronize || find_host_operand(call) < 0)
        return status;
    weft_status late = call->place.backend->synchronize(&call->place, status ? NULL : error);
    return status ? status : late;
}

weft_status call_execute(call_state *call, weft_error *error)
{
    weft_status status = stage_operands(call, error);
    if (!status)
        status = call_run(call, error);
    if (!status && call->temporaries) {
        status = stage_bring_home(call, false, error);
        status = call_await(call, status, error);
        status = stage_copy_back(call, status, error);
    }
    return call_synchronize(call, status, error);
}

/* The same with an eye on the floating-point flags. */
static weft_status execute_watched(call_state *call, weft_error *error)
{
    flags_watch watch;
    flags_begin(&watch, &call->plan);
    weft_status status = call_execute(call, error);
    flags_end(&watch, status ? NULL : call->options.floating_flags);
    return status;
}

bool call_writes_anything(const call_state *call)
{
    for (int i = call->input_count; i < call->operand_count; i++)
        if (!plan_block_is_empty(&call->plan, i))
            return true;
    return false;
}

/* Hands the allocated outputs to the caller. */
static void hand_over(const call_state *call)
{
    for (int i = call->input_count; i < call->operand_count; i++)
        if (call->set.results >> i & 1) {
            *call->set.given[i] =
                call->set.axes_of ? axes_restore(call, i) : call->result_arrays[i];
            ragged_finish_result(call, i, call->set.given[i]);
        }
}

/* The steps that compute, of all items or of slices of them. */
static weft_status compute(call_state *call, weft_error *error)
{
    slice_cut cut;
    if (call->options.floating_flags)
        return execute_watched(call, error);
    return slices_apply(call, &cut) ? slices_run(call, &cut, error) : call_execute(call, error);
}

/* The same for a function that says by its status what came of each item. */
__attribute__((noinline)) static weft_status compute_with_codes(call_state *call, weft_error *error)
{
    codes_watch watch;
    weft_status status = codes_begin(&watch, call, call->plan.item_count, error);
    if (!status)
        status = compute(call, error);
    if (!status)
        status = codes_look(&watch, call, 0, error);
    return codes_end(&watch, status, error);
}

/* A call whose checks are done. */
static weft_status perform(call_state *call, weft_error *error)
{
    weft_status status = call->set.results ? result_allocate(call, error) : WEFT_OK;
    const bool computes = call->plan.item_count > 0 && call_writes_anything(call);
    if (!status && computes)
        status = fit_check_inputs(call, error);
    if (!status && computes)
        status = call->ufunc->code_count ? compute_with_codes(call, error) : compute(call, error);
    if (call->lists || call->temporaries | call->set.results)
        stage_release(call, status != WEFT_OK);
    if (!status && call->set.results)
        hand_over(call);
    return status;
}

bool call_name(const call_state *call, const char *name)
{
    if (!trace_has_ranges())
        return false;
    nvtx_push(name, (const weft_array *const *)call->set.given, call->input_count);
    return true;
}

weft_status call_in_steps(const weft_ufunc *ufunc, weft_array *const *operands,
                          const weft_options *options, weft_error *error)
{
    call_state call;
    weft_status status = call_open(&call, ufunc, operands, options, "weft_call", error);
    const bool is_named = !status && call_name(&call, ufunc->name);
    if (!status)
        status = call_settle(&call, 1.0, error);
    if (!status)
        status = call_check_recording(&call, error);
    if (!status)
        status = perform(&call, error);
    call_close(&call);
    if (is_named)
        nvtx_pop();
    return status;
}

weft_status weft_target_choose(const weft_ufunc *ufunc, weft_array *const *operands,
                               const weft_options *options, weft_target *target, weft_error *error)
{
    call_state call;
    if (!target)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_target_choose: target is NULL");
    weft_status status = call_open(&call, ufunc, operands, options, "weft_call", error);
    if (!status)
        status = call_settle(&call, 1.0, error);
    call_close(&call);
    if (!status)
        *target = call.place.backend->target;
    return status;
}

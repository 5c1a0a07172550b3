/* reduction.c: from the arguments of a reduction to a job. */
#include "reduction.h"

#include <stdio.h>

#include "arrays/array.h"
#include "arrays/sharing.h"
#include "base/dtype.h"
#include "base/error.h"
#include "base/options.h"
#include "call/resolve.h"
#include "call/target/target.h"
#include "plan/make.h"
#include "plan/nvtx.h"
#include "reducer.h"

static weft_status check_ufunc(const reduction *task, const weft_ufunc *ufunc, weft_error *error)
{
    if (ufunc->reducer)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: %s is a declared reduction; weft_reduce%s computes it", task->who,
                         ufunc->name, ufunc->input_count == 1 ? "" : "_inputs");
    if (!(ufunc->flags & WEFT_UFUNC_ELEMENTWISE) || ufunc->flags & WEFT_UFUNC_INDEXED ||
        ufunc->input_count != 2 || ufunc->output_count != 1)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: it takes an elementwise function of two inputs and one output; the "
                         "layout of %s is %s",
                         task->who, ufunc->name, ufunc->layout);
    if (ufunc->kept_outputs)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: %s may leave its result as it finds it, and a reduction has nothing "
                         "there",
                         task->who, ufunc->name);
    return WEFT_OK;
}

static weft_status check_result(reduction *task, weft_error *error)
{
    const weft_array *result = task->given;
    const int at = task->input_count;
    if (!result)
        return error_set_at(error, WEFT_ERROR_ARGUMENT, at, -1, "%s: the result is NULL",
                            task->who);
    task->allocates = result->dtype == WEFT_NONE;
    if (task->allocates)
        return WEFT_OK;
    weft_status status = array_check(result, task->who, at, "result", error);
    if (status)
        return status;
    if (result->flags & (WEFT_ARRAY_READONLY | WEFT_ARRAY_INLINE))
        return error_set_at(error, WEFT_ERROR_OVERLAP, at, -1, "%s: the result is %s", task->who,
                            result->flags & WEFT_ARRAY_READONLY ? "read-only" : "a scalar value");
    if (sharing_is_within(result))
        return error_set_at(error, WEFT_ERROR_OVERLAP, at, -1,
                            "%s: the result is an array whose elements share memory", task->who);
    return WEFT_OK;
}

/* Notes where the arrays lie. */
static weft_status check_devices(reduction *task, weft_error *error)
{
    int operand = 0, result = task->allocates ? 0 : task->given->device;
    for (int k = 0; k < task->input_count; k++) {
        int device = task->operands[k]->device;
        if (device > 0 && operand > 0 && device != operand)
            return error_set_at(error, WEFT_ERROR_ARGUMENT, k, -1,
                                "%s: operand %d lies on device %d, another on %d", task->who, k,
                                device - 1, operand - 1);
        operand = device > 0 ? device : operand;
        task->set.any_host |= device == 0;
    }
    if (operand > 0 && result > 0 && operand != result)
        return error_set_at(error, WEFT_ERROR_ARGUMENT, task->input_count, -1,
                            "%s: the operand lies on device %d, the result on %d", task->who,
                            operand - 1, result - 1);
    task->set.any_device = operand > 0 || result > 0;
    task->set.any_host |= !task->allocates && result == 0;
    if (task->set.any_device)
        task->place.device = (operand > 0 ? operand : result) - 1;
    return WEFT_OK;
}

/* Options that weft_reduction has itself must not be lost in silence. */
static weft_status check_options(const reduction *task, weft_error *error)
{
    const weft_options *options = &task->options;
    const char *name = options->where      ? "where"
                       : options->axes     ? "axes"
                       : options->axis     ? "axis"
                       : options->keepdims ? "keepdims"
                                           : NULL;
    if (options->floating_flags)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: options.floating_flags is for weft_call and weft_outer", task->who);
    if (!name)
        return WEFT_OK;
    return error_set(error, WEFT_ERROR_ARGUMENT,
                     "%s: options.%s is for weft_call; reductions take theirs as arguments",
                     task->who, name);
}

/* Whether the options name a dtype of the loop. */
static bool is_forced(const reduction *task)
{
    const weft_dtype *signature = task->options.signature;
    return task->options.dtype || (signature && (signature[0] || signature[1] || signature[2]));
}

/* The dtype that a reduction without a given result works in, unless the options force its loop. */
static uint8_t working_dtype(const reduction *task)
{
    const dtype_facts *facts = &dtype_table[task->operand->dtype];
    bool widens = task->plan.ufunc->flags & WEFT_UFUNC_WIDENING && facts->kind != 'f' &&
                  facts->kind != 'c' && facts->size < 8;
    if (!widens)
        return task->operand->dtype;
    return facts->kind == 'u' ? WEFT_UINT64 : WEFT_INT64;
}

/* The loop whose dtypes are all the same one; NULL if there is none. */
static const weft_loop *find_uniform(const weft_ufunc *ufunc, unsigned dtype)
{
    for (uint32_t k = 0; k < ufunc->loop_count; k++) {
        const uint8_t *dtypes = ufunc->loops[k].dtypes;
        if (dtypes[0] == dtype && dtypes[1] == dtype && dtypes[2] == dtype)
            return &ufunc->loops[k];
    }
    return NULL;
}

/* The loop of f(result, operand), or, where the options force it or the result is not given, of
 * f(operand, operand). */
static weft_status find_loop(reduction *task, weft_error *error)
{
    operand_types types;
    resolve_begin(&types, task->plan.ufunc, &task->options);
    unsigned left = task->operand->dtype, right = left;
    if (!is_forced(task))
        left = task->allocates ? working_dtype(task) : task->given->dtype;
    if (task->allocates)
        right = left;
    types.swapped = array_is_swapped(task->operand) ? 3 : 0;
    resolve_note_dtype(&types, 0, left);
    resolve_note_dtype(&types, 1, right);
    if (task->second != task->operand) {
        types.swapped &= 1;
        resolve_note(&types, 1, task->second);
    }
    resolve_note(&types, 2, task->given);
    return resolve_loop(&types, &task->plan.loop, error);
}

/* Whether the loop has the inputs that options.signature names. */
static bool has_named_inputs(const weft_dtype *signature, const weft_loop *loop)
{
    for (int i = 0; signature && i < 2; i++)
        if (signature[i] && signature[i] != loop->dtypes[i])
            return false;
    return true;
}

/* The loop, whose results become its inputs: its three dtypes must be one. Where they are not, the
 * loop of its result's dtype throughout serves, if the operands' may become that; NULL: none. */
static const weft_loop *find_serving(const weft_ufunc *ufunc, const weft_loop *loop,
                                     const weft_dtype *signature, unsigned operand, unsigned second)
{
    const unsigned dtype = loop->dtypes[2];
    if (loop->dtypes[0] == dtype && loop->dtypes[1] == dtype)
        return loop;
    const bool is_truth = dtype == WEFT_BOOL && ufunc->flags & WEFT_UFUNC_HAS_IDENTITY;
    const weft_loop *uniform = find_uniform(ufunc, dtype);
    const bool serves =
        uniform && (is_truth || (has_named_inputs(signature, uniform) &&
                                 dtype_is_safe(operand, dtype) && dtype_is_safe(second, dtype)));
    return serves ? uniform : NULL;
}

static weft_status choose_loop(reduction *task, weft_error *error)
{
    const weft_ufunc *ufunc = task->plan.ufunc;
    weft_status status = find_loop(task, error);
    if (status)
        return status;
    const weft_loop *serving = find_serving(ufunc, task->plan.loop, task->options.signature,
                                            task->operand->dtype, task->second->dtype);
    if (!serving)
        return error_set(error, WEFT_ERROR_DTYPE,
                         "%s: the three dtypes of the loop %s must be one, for its results become "
                         "its inputs",
                         task->who, task->plan.loop->prototype);
    task->plan.loop = serving;
    return WEFT_OK;
}

const weft_loop *reduction_find_loop(const weft_ufunc *ufunc, unsigned operand, unsigned result)
{
    static const weft_options no_options = {.casting = WEFT_CASTING_SAME_KIND};
    const weft_loop *loop;
    operand_types types;
    resolve_begin(&types, ufunc, &no_options);
    resolve_note_dtype(&types, 0, result);
    resolve_note_dtype(&types, 1, operand);
    resolve_note_dtype(&types, 2, result);
    return resolve_loop(&types, &loop, NULL) == WEFT_OK
               ? find_serving(ufunc, loop, NULL, operand, operand)
               : NULL;
}

weft_status reduction_begin(reduction **made, const char *what, const weft_ufunc *ufunc,
                            weft_array *result, weft_error *error)
{
    weft_array block = {.dtype = WEFT_UINT8};
    *made = NULL;
    if (!ufunc)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_%s: ufunc is NULL", what);
    weft_status status = array_allocate(&block, sizeof(reduction), error);
    if (status)
        return status;
    reduction *task = *made = block.base;
    task->temporary_count = 0;
    task->is_named = false;
    task->folds_wide = false;
    task->allocates = false;
    task->result = (weft_array){0};
    task->given = result;
    task->reducer = NULL;
    task->place = (weft_place){0};
    snprintf(task->who, sizeof task->who, "%.64s.%s", ufunc->name, what);
    task->job.ufunc = ufunc;
    task->set = (operand_set){.given = task->operands};
    plan_begin(&task->plan, ufunc, NULL, &task->place, operand_total(ufunc), NULL);
    return WEFT_OK;
}

weft_status reduction_check(reduction *task, const weft_options *options, weft_error *error)
{
    const int result = task->plan.ufunc->input_count;
    weft_status status;
    task->operands[result] = task->given;
    if ((status = check_result(task, error)) ||
        (status = options_resolve(&task->options, options, task->who, error)))
        return status;
    task->place = place_of_options(&task->options, NULL);
    if ((status = check_devices(task, error)) || (status = check_options(task, error)))
        return status;
    task->set.count = result + 1;
    task->set.results = task->allocates ? 1u << result : 0;
    if (trace_has_ranges()) {
        nvtx_push(task->who, (const weft_array *const *)task->operands, task->input_count);
        task->is_named = true;
    }
    return WEFT_OK;
}

weft_status reduction_open(reduction *task, const weft_array *operand, const weft_array *second,
                           const weft_options *options, weft_error *error)
{
    weft_status status = check_ufunc(task, task->plan.ufunc, error);
    if (status)
        return status;
    if (!operand)
        return error_set_at(error, WEFT_ERROR_ARGUMENT, 0, -1, "%s: the operand is NULL",
                            task->who);
    task->operand = operand;
    task->second = second;
    task->input_count = 1;
    task->operands[0] = task->operands[1] = (weft_array *)(uintptr_t)operand; /* only read */
    if ((status = array_check(operand, task->who, 0, "operand", error)) ||
        (second != operand && (status = array_check(second, task->who, 2, "values", error))) ||
        (status = reduction_check(task, options, error)))
        return status;
    plan_shape(&task->plan, operand->rank, operand->shape);
    if ((status =
             target_check(&task->set, &task->plan, task->options.target, &task->place, error)) ||
        (status = choose_loop(task, error)))
        return status;
    return target_resolve_fold(&task->set, &task->plan, &task->place, error);
}

/* A reduction on a captured stream runs with its CUDA graph: all that it works on must be given, in
 * device memory. */
static weft_status check_recording(const reduction *task, bool on_host, weft_error *error)
{
    bool is_recording = false;
    weft_status status = WEFT_OK;
    if (task->place.backend->is_recording && (task->allocates || task->set.any_host || on_host))
        status = task->place.backend->is_recording(&task->place, &is_recording, error);
    if (status || !is_recording)
        return status;
    return error_set(error, WEFT_ERROR_ARGUMENT,
                     "%s: %s, and the stream is captured into a CUDA graph, whose work runs later",
                     task->who,
                     task->set.any_host ? "an operand or the result lies in host memory"
                     : task->allocates  ? "the result is not given"
                                        : "it is computed in host memory");
}

/* Fills the job of a fold with this loop. */
static weft_status fill_job(reduction *task, const weft_loop *loop, bool on_host, weft_error *error)
{
    const bool is_near = on_host && !task->place.backend->spread;
    const weft_place *place = is_near ? &task->near : &task->place;
    task->near = (weft_place){.backend = &backend_cpu};
    weft_status status = check_recording(task, on_host, error);
    if (status)
        return status;
    if (task->reducer)
        return reducer_prepare(task, place, error);
    return fold_prepare(&task->job, task->plan.ufunc, loop, place, error);
}

weft_status reduction_place(reduction *task, bool on_host, weft_error *error)
{
    return fill_job(task, task->plan.loop, on_host, error);
}

weft_status reduction_place_wide(reduction *task, bool on_host, weft_error *error)
{
    const weft_ufunc *ufunc = task->plan.ufunc;
    const dtype_facts *facts = &dtype_table[reduction_dtype(task)];
    const weft_loop *wide = NULL;
    if (!task->reducer && ufunc->flags & WEFT_UFUNC_WIDENING &&
        facts->value != reduction_dtype(task))
        wide = find_uniform(ufunc, facts->value);
    task->folds_wide = wide != NULL;
    return fill_job(task, wide ? wide : task->plan.loop, on_host, error);
}

weft_status reduction_axis(const reduction *task, int axis, int *found, weft_error *error)
{
    int rank = task->operand->rank;
    if (axis < -rank || axis >= rank)
        return error_set_at(error, WEFT_ERROR_ARGUMENT, 0, axis,
                            "%s: there is no axis %d in an operand of rank %d", task->who, axis,
                            rank);
    *found = axis < 0 ? axis + rank : axis;
    return WEFT_OK;
}

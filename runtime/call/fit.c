/* fit.c: see fit.h. */
#include "fit.h"

#include <inttypes.h>

#include "base/cast.h"
#include "base/error.h"
#include "base/odometer.h"

enum { BLOCK = 128 }; /* elements that are looked at together */

/* Elements in the widest dtype of their kind. */
typedef union fit_block {
    int64_t i[BLOCK];
    uint64_t u[BLOCK];
} fit_block;

/* What is looked for. */
typedef struct fit_search {
    const weft_array *view, *mask; /* on the host */
    bool is_signed;                /* the view's elements */
    int64_t low, high;             /* the values of the dtype */
    uint64_t top;                  /* the highest of them */
} fit_search;

static fit_search search_of(const weft_array *view, const weft_array *mask, weft_dtype dtype)
{
    const int bits = 8 * dtype_table[dtype].size - (dtype_table[dtype].kind == 'i');
    const uint64_t top = UINT64_MAX >> (64 - bits);
    return (fit_search){.view = view,
                        .mask = mask,
                        .is_signed = dtype_table[view->dtype].kind == 'i',
                        .low = dtype_table[dtype].kind == 'i' ? -(int64_t)top - 1 : 0,
                        .high = top > INT64_MAX ? INT64_MAX : (int64_t)top,
                        .top = top};
}

/* Whether some of the block's elements are no values of the dtype; without a branch, for all of a
 * full block. */
static bool any_misfit(const fit_search *search, const fit_block *block, int count)
{
    int found = 0;
    if (search->is_signed)
        for (int k = 0; k < count; k++)
            found |= (block->i[k] < search->low) | (block->i[k] > search->high);
    else
        for (int k = 0; k < count; k++)
            found |= block->u[k] > search->top;
    return found;
}

static bool is_misfit(const fit_search *search, const fit_block *block, int k)
{
    return search->is_signed ? block->i[k] < search->low || block->i[k] > search->high
                             : block->u[k] > search->top;
}

static void read_block(const fit_search *search, const char *from, int64_t step, int count,
                       fit_block *block)
{
    cast_elements((char *)block, search->is_signed ? WEFT_INT64 : WEFT_UINT64, sizeof *block->i,
                  false, from, (weft_dtype)search->view->dtype, step,
                  array_is_swapped(search->view), count);
}

/* The place of the first misfit that the mask chooses in a row; -1 if there is none. */
static int64_t search_row(const fit_search *search, const char *from, int64_t step,
                          const char *mask, int64_t mask_step, int64_t count)
{
    fit_block block;
    for (int64_t done = 0; done < count; done += BLOCK) {
        const int n = count - done < BLOCK ? (int)(count - done) : BLOCK;
        read_block(search, from + done * step, step, n, &block);
        if (!any_misfit(search, &block, n))
            continue;
        for (int k = 0; k < n; k++)
            if (is_misfit(search, &block, k) && (!mask || mask[(done + k) * mask_step]))
                return done + k;
    }
    return -1;
}

/* The number of the first misfit in the view's C order; -1 if there is none. */
static int64_t search_all(const fit_search *search)
{
    const weft_array *view = search->view, *mask = search->mask;
    const int rows = view->rank ? view->rank - 1 : 0;
    const int64_t count = view->rank ? view->shape[rows] : 1;
    const int64_t step = view->rank ? view->steps[rows] : 0;
    const int64_t mask_step = mask && mask->rank ? mask->steps[rows] : 0;
    const int64_t *const steps[2] = {view->steps, mask ? mask->steps : NULL};
    const char *at[2] = {array_data(view), mask ? array_data(mask) : NULL};
    int64_t first = 0, found;
    odometer walked;
    if (array_count(view) == 0)
        return -1;
    odometer_begin(&walked, view->shape, 0, rows);
    do {
        if ((found = search_row(search, at[0], step, at[1], mask_step, count)) >= 0)
            return first + found;
        first += count;
    } while (odometer_next(&walked, mask ? 2 : 1, at, steps));
    return -1;
}

/* ---- what is said ---- */

/* Where an element of this number lies. */
static const char *address_of(const weft_array *view, int64_t number)
{
    const char *at = array_data(view);
    for (int axis = view->rank; axis-- > 0;) {
        at += number % view->shape[axis] * view->steps[axis];
        number /= view->shape[axis];
    }
    return at;
}

/* Appends the caller's index of the element there; nothing of a scalar. */
static void append_index(error_text *text, const weft_array *given, const char *element)
{
    const int64_t *const steps[1] = {given->steps};
    const char *at = array_data(given);
    odometer walked;
    if (given->rank == 0 || array_count(given) == 0)
        return;
    odometer_begin(&walked, given->shape, 0, given->rank);
    while (at != element)
        if (!odometer_next(&walked, 1, &at, steps))
            return;
    error_append(text, " at index ");
    error_append_shape(text, given->rank, walked.index);
}

static weft_status misfit(const fit_operand *operand, const weft_array *view, const char *element,
                          const fit_search *search, int64_t number, weft_dtype dtype,
                          weft_error *error)
{
    error_text place = {0, ""}, value = {0, ""};
    fit_block block;
    read_block(search, address_of(search->view, number), 0, 1, &block);
    append_index(&place, operand->given ? operand->given : view, element);
    if (search->is_signed)
        error_append(&value, "%" PRId64, block.i[0]);
    else
        error_append(&value, "%" PRIu64, block.u[0]);
    return error_set_at(error, WEFT_ERROR_DTYPE, operand->number, -1,
                        "%s: operand %d (%s) is %s%s, which is no value of %s; casting unsafe "
                        "takes its lowest %d bits",
                        operand->who, operand->number, operand->name, value.text, place.text,
                        weft_dtype_name(dtype), 8 * dtype_table[dtype].size);
}

/* ---- the check ---- */

/* A copy on the host, which is the caller's to free, of an array that lies on a device. */
static weft_status bring(const fit_operand *operand, const weft_array *array,
                         const weft_place *place, weft_array *near, weft_error *error)
{
    bool is_recording;
    weft_array source = *array;
    *near = (weft_array){0};
    weft_status status = place_is_recording(place, &is_recording, error);
    if (!status && is_recording)
        return error_set_at(error, WEFT_ERROR_ARGUMENT, operand->number, -1,
                            "%s: operand %d (%s) has integers that may not fit, which would be "
                            "looked at before the CUDA graph that the stream is captured into "
                            "has run; casting unsafe looks at none",
                            operand->who, operand->number, operand->name);
    if (source.dtype == WEFT_BOOL)
        source.dtype = WEFT_UINT8; /* a mask, as its bytes */
    if (!status)
        status = weft_array_new(near, (weft_dtype)source.dtype, source.rank, source.shape, error);
    if (!status && array_count(&source) > 0)
        status = place->backend->copy(near, &source, place, error);
    return status;
}

weft_status fit_check(const fit_operand *operand, const weft_array *view, const weft_array *mask,
                      weft_dtype dtype, const weft_place *place, weft_error *error)
{
    weft_array near = {0}, near_mask = {0};
    weft_status status = WEFT_OK;
    if (view->device > 0)
        status = bring(operand, view, place, &near, error);
    if (!status && mask && mask->device > 0)
        status = bring(operand, mask, place, &near_mask, error);
    if (!status) {
        const fit_search search = search_of(view->device > 0 ? &near : view,
                                            mask && mask->device > 0 ? &near_mask : mask, dtype);
        const int64_t number = search_all(&search);
        if (number >= 0)
            status = misfit(operand, view, address_of(view, number), &search, number, dtype, error);
    }
    weft_array_clear(&near);
    weft_array_clear(&near_mask);
    return status;
}

/* An operand of the plan, with the loop's axes alone. */
static weft_array spread(const call_state *call, int operand)
{
    weft_array view = *call->views[operand];
    view.data = call->plan.data[operand];
    view.flags &= WEFT_ARRAY_SWAPPED;
    view.rank = call->plan.rank;
    for (int axis = 0; axis < view.rank; axis++) {
        view.shape[view.rank - 1 - axis] = call->plan.extents[axis];
        view.steps[view.rank - 1 - axis] = call->plan.steps[axis][operand];
    }
    return view;
}

static weft_status check_input(const call_state *call, int i, weft_error *error)
{
    const fit_operand operand = {call->ufunc->name, i, operand_name(call->ufunc, i),
                                 call->operands[i]};
    const weft_dtype dtype = (weft_dtype)call->plan.loop->dtypes[i];
    if (plan_is_masked(&call->plan)) {
        const weft_array view = spread(call, i), mask = spread(call, call->operand_count);
        return fit_check(&operand, &view, &mask, dtype, &call->place, error);
    }
    weft_array once = *call->views[i];
    for (int axis = 0; axis < once.rank; axis++)
        if (once.steps[axis] == 0 && once.shape[axis] > 1)
            once.shape[axis] = 1;
    return fit_check(&operand, &once, NULL, dtype, &call->place, error);
}

weft_status fit_check_inputs(const call_state *call, weft_error *error)
{
    const uint8_t *dtypes = call->plan.loop->dtypes;
    weft_status status = WEFT_OK;
    for (int i = 0; i < call->input_count && !status; i++)
        if (!(call->views[i]->flags & WEFT_ARRAY_WEAK) && /* which resolving has looked at */
            fit_is_open(call->views[i]->dtype, dtypes[i], call->options.casting))
            status = check_input(call, i, error);
    return status;
}

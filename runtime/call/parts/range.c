/* range.c: some of a call's items. A range of them, in C order, is a few boxes; each box is a call
 * on views of the operands, and all boxes take each step together: what the range reads is read
 * before anything is written, and the first output is written when nothing can fail any more. */
#include <stdio.h>
#include <stdlib.h>

#include "arrays/array.h"
#include "base/error.h"
#include "call/codes.h"
#include "call/fit.h"
#include "call/flags.h"
#include "call/lists/ragged.h"
#include "part.h"
#include "plan/nvtx.h"

/* The boxes of a range, each a call in progress. */
typedef struct range_parts {
    const call_state *whole;        /* whose checks are done; borrowed */
    call_state *parts;              /* owned */
    int64_t first[PART_MOST_BOXES]; /* the item that each begins with */
    int count;
} range_parts;

/* Makes the calls of all boxes of items lo to before hi, of which there is one at least. */
static weft_status make_parts(range_parts *range, const call_state *whole, int64_t lo, int64_t hi,
                              weft_error *error)
{
    plan_box box;
    weft_array block = {.dtype = WEFT_UINT8};
    *range = (range_parts){.whole = whole};
    int count = 0;
    for (int64_t next = lo; next < hi; count++)
        next = part_next_box(&whole->plan, next, hi, &box);
    weft_status status = array_allocate(&block, (size_t)count * sizeof *range->parts, error);
    if (status)
        return status;
    range->parts = block.base;
    const uint32_t staged = part_find_staged(whole, count > 1);
    while (lo < hi && !status) {
        call_state *part = &range->parts[range->count];
        range->first[range->count++] = lo;
        lo = part_next_box(&whole->plan, lo, hi, &box);
        status = part_make(part, whole, &box, staged, &whole->place, error);
    }
    return status;
}

/* The way back of all temporaries. */
static weft_status copy_back(const range_parts *range, weft_error *error)
{
    weft_status status = WEFT_OK;
    int brought = 0;
    while (brought < range->count && !status)
        status = stage_bring_home(&range->parts[brought++], range->count > 1, error);
    for (int k = 0; k < brought; k++)
        status = call_await(&range->parts[k], status, error);
    for (int k = 0; k < brought; k++)
        status = stage_copy_back(&range->parts[k], status, error);
    return status;
}

/* Every step, for all boxes. */
static weft_status run_parts(const range_parts *range, weft_error *error)
{
    weft_status status = WEFT_OK;
    for (int k = 0; k < range->count && !status; k++)
        status = fit_check_inputs(&range->parts[k], error);
    for (int k = 0; k < range->count && !status; k++)
        status = stage_operands(&range->parts[k], error);
    for (int k = 0; k < range->count && !status; k++)
        status = call_run(&range->parts[k], error);
    if (!status)
        status = copy_back(range, error);
    for (int k = 0; k < range->count; k++)
        status = call_synchronize(&range->parts[k], status, error);
    return status;
}

static void release_parts(range_parts *range)
{
    for (int k = 0; k < range->count; k++)
        part_clear(&range->parts[k]);
    free(range->parts);
}

/* The same, and what the function says of each item. */
static weft_status run_with_codes(const range_parts *range, int64_t items, weft_error *error)
{
    codes_watch watch;
    weft_status status = codes_begin(&watch, range->whole, items, error);
    if (!status)
        status = run_parts(range, error);
    for (int k = 0; k < range->count && !status; k++)
        status = codes_look(&watch, &range->parts[k], range->first[k], error);
    return codes_end(&watch, status, error);
}

/* Computes items lo to before hi of a call whose checks are done. */
static weft_status perform(call_state *whole, int64_t lo, int64_t hi, weft_error *error)
{
    const bool is_watched = whole->options.floating_flags != NULL;
    range_parts range;
    flags_watch watch;
    if (is_watched)
        flags_begin(&watch, &whole->plan);
    weft_status status = make_parts(&range, whole, lo, hi, error);
    if (!status)
        status = whole->ufunc->code_count ? run_with_codes(&range, hi - lo, error)
                                          : run_parts(&range, error);
    release_parts(&range);
    if (is_watched)
        flags_end(&watch, status ? NULL : whole->options.floating_flags);
    return status;
}

/* What must hold of a range, and of the outputs, which are others' to fill as well. */
static weft_status check_range(const call_state *call, int64_t lo, int64_t hi, weft_error *error)
{
    for (int i = call->input_count; i < call->operand_count; i++)
        if (!operand_is_given(&call->set, i))
            return error_set_at(error, WEFT_ERROR_ARGUMENT, i, -1,
                                "%s: operand %d (%s) is not given; a range of items is written to "
                                "arrays that are there",
                                call->ufunc->name, i, operand_name(call->ufunc, i));
    if (lo >= 0 && lo <= hi && hi <= call->plan.item_count)
        return WEFT_OK;
    return error_set(error, WEFT_ERROR_ARGUMENT,
                     "%s: [%lld, %lld) is no range of the call's %lld items", call->ufunc->name,
                     (long long)lo, (long long)hi, (long long)call->plan.item_count);
}

weft_status weft_call_range(const weft_ufunc *ufunc, weft_array *const *operands, int64_t lo,
                            int64_t hi, const weft_options *options, weft_error *error)
{
    call_state whole;
    weft_status status = call_open(&whole, ufunc, operands, options, "weft_call_range", error);
    char name[128];
    bool is_named = false;
    if (!status && trace_has_ranges()) {
        snprintf(name, sizeof name, "%.64s[%lld:%lld]", ufunc->name, (long long)lo, (long long)hi);
        is_named = call_name(&whole, name);
    }
    if (!status)
        status = check_range(&whole, lo, hi, error);
    if (!status) {
        const int64_t items = whole.plan.item_count;
        status = call_settle(&whole, items ? (double)(hi - lo) / (double)items : 0.0, error);
    }
    if (!status)
        status = call_check_recording(&whole, error);
    if (!status && hi > lo && call_writes_anything(&whole))
        status = perform(&whole, lo, hi, error);
    call_close(&whole);
    if (is_named)
        nvtx_pop();
    return status;
}

weft_status weft_item_count(const weft_ufunc *ufunc, weft_array *const *operands,
                            const weft_options *options, int64_t *count, weft_error *error)
{
    call_state call;
    if (!count)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_item_count: count is NULL");
    weft_status status = call_open(&call, ufunc, operands, options, "weft_item_count", error);
    if (!status)
        *count = call.plan.item_count;
    call_close(&call);
    return status;
}

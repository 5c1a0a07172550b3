#include "codes.h"

#include <inttypes.h>
#include <string.h>

#include "arrays/array.h"
#include "base/cast.h"
#include "base/dtype.h"
#include "base/error.h"
#include "base/odometer.h"

enum { BLOCK = 256 }; /* numbers that are read at a time */

/* Whether the call's status is to be looked at. */
static bool is_asked(const weft_ufunc *ufunc, const weft_codes *codes)
{
    return ufunc->code_count > 0 && (!codes || codes->rule != WEFT_CODES_KEEP);
}

static void watch_begin(codes_watch *watch, const weft_ufunc *ufunc, weft_codes *codes,
                        int64_t items)
{
    watch->looks = is_asked(ufunc, codes);
    if (codes) {
        codes->errors = codes->warnings = 0;
        codes->text[0] = '\0';
    }
    if (!watch->looks)
        return;
    watch->ufunc = ufunc;
    watch->codes = codes;
    watch->items = items;
    watch->status = watch->mask = (codes_room){0};
    watch->has_plain = false;
    memset(watch->found, 0, ufunc->code_count * sizeof *watch->found);
}

/* ---- looking ---- */

/* Counts a number; false if no code has it. Items come in order. */
static bool note(codes_watch *watch, int64_t value, int64_t item)
{
    for (uint32_t k = 0; k < watch->ufunc->code_count; k++)
        if (value >= watch->ufunc->codes[k].low && value <= watch->ufunc->codes[k].high) {
            if (watch->found[k]++ == 0)
                watch->first[k] = item;
            return true;
        }
    return false;
}

/* The numbers of one row, the first of which is item `first`; mask NULL: all of them. */
static void look_at_row(codes_watch *watch, const weft_array *status, const char *from,
                        int64_t step, const char *mask, int64_t mask_step, int64_t count,
                        int64_t first)
{
    int64_t values[BLOCK];
    for (int64_t done = 0; done < count; done += BLOCK) {
        const int64_t n = count - done < BLOCK ? count - done : BLOCK;
        cast_elements((char *)values, WEFT_INT64, sizeof *values, false, from + done * step,
                      (weft_dtype)status->dtype, step, array_is_swapped(status), n);
        for (int64_t k = 0; k < n; k++)
            if (!(watch->has_plain && values[k] == watch->plain) &&
                (!mask || mask[(done + k) * mask_step]) &&
                !note(watch, values[k], first + done + k)) {
                watch->has_plain = true;
                watch->plain = values[k];
            }
    }
}

/* The steps of a mask along the axes of the status, which it broadcasts to. */
static void spread_steps(const weft_array *mask, const weft_array *status, int64_t *steps)
{
    for (int axis = 0; axis < status->rank; axis++) {
        const int own = axis - (status->rank - mask->rank);
        steps[axis] = own < 0 || mask->shape[own] == 1 ? 0 : mask->steps[own];
    }
}

/* All numbers of an array of the host, in C order. */
static void look_at(codes_watch *watch, const weft_array *status, const weft_array *mask,
                    int64_t first)
{
    const int rows = status->rank ? status->rank - 1 : 0;
    const int64_t count = status->rank ? status->shape[rows] : 1;
    const int64_t step = status->rank ? status->steps[rows] : 0;
    int64_t mask_steps[WEFT_MAX_RANK] = {0};
    const int64_t *const steps[2] = {status->steps, mask_steps};
    const char *at[2] = {array_data(status), mask ? array_data(mask) : NULL};
    odometer place;
    if (mask)
        spread_steps(mask, status, mask_steps);
    odometer_begin(&place, status->shape, 0, rows);
    do {
        look_at_row(watch, status, at[0], step, at[1], mask_steps[rows], count, first);
        first += count;
    } while (odometer_next(&place, mask ? 2 : 1, at, steps));
}

/* ---- on a device ---- */

/* What elements are copied as: a mask's as bytes, which nothing needs to be made of. */
static weft_dtype copied_dtype(const weft_array *array)
{
    return array->dtype == WEFT_BOOL ? WEFT_UINT8 : (weft_dtype)array->dtype;
}

/* Room for `count` elements of an array that lies on a device: when its outputs are written,
 * nothing may have to be allocated any more. */
static weft_status make_room(const codes_watch *watch, codes_room *room, const weft_array *array,
                             int64_t count, weft_error *error)
{
    if (array->device == 0)
        return WEFT_OK;
    weft_status status = weft_array_new(&room->near, copied_dtype(array), 1, &count, error);
    if (status)
        return status;
    room->far = weft_array_view(NULL, copied_dtype(array), 1, &count, NULL);
    const size_t bytes = (size_t)count * dtype_table[copied_dtype(array)].size;
    return watch->place->backend->allocate(&room->far, bytes ? bytes : 1, watch->place, error);
}

static void clear_room(const codes_watch *watch, codes_room *room)
{
    if (room->far.data)
        watch->place->backend->release(&room->far, watch->place);
    array_free(&room->near);
}

/* The array itself where it lies on the host, else its elements in the room made for them. */
static weft_status bring(const codes_watch *watch, const codes_room *room, const weft_array *array,
                         weft_array *home, weft_error *error)
{
    weft_array source = *array, packed;
    *home = *array;
    if (array->device == 0)
        return WEFT_OK;
    const weft_backend *backend = watch->place->backend;
    source.dtype = (uint8_t)copied_dtype(array);
    packed = weft_array_view(room->far.data, copied_dtype(array), array->rank, array->shape, NULL);
    packed.device = array->device;
    *home = weft_array_view(room->near.data, copied_dtype(array), array->rank, array->shape, NULL);
    weft_status status = backend->copy(&packed, &source, watch->place, error);
    return status ? status : backend->copy(home, &packed, watch->place, error);
}

/* ---- the life of a watch ---- */

static const weft_array *find_status(const call_state *call)
{
    const uint32_t i = call->ufunc->code_operand;
    return call->set.results >> i & 1 ? &call->result_arrays[i] : call->set.given[i];
}

static weft_status check_dtype(const call_state *call, const weft_array *given, weft_error *error)
{
    const int i = (int)call->ufunc->code_operand;
    const weft_dtype made = (weft_dtype)call->plan.loop->dtypes[i];
    if (weft_can_cast(made, (weft_dtype)given->dtype, WEFT_CASTING_SAFE))
        return WEFT_OK;
    return error_set_at(error, WEFT_ERROR_DTYPE, i, -1,
                        "%s: operand %d (%s) is the status, and %s does not hold every %s",
                        call->ufunc->name, i, call->ufunc->operands[i].name,
                        weft_dtype_name((weft_dtype)given->dtype), weft_dtype_name(made));
}

static weft_status check_recording(const call_state *call, weft_error *error)
{
    bool is_recording;
    weft_status status = place_is_recording(&call->place, &is_recording, error);
    if (status || !is_recording)
        return status;
    return error_set_at(error, WEFT_ERROR_ARGUMENT, (int)call->ufunc->code_operand, -1,
                        "%s: its status would be looked at before the CUDA graph that the stream "
                        "is captured into has run; options.codes with WEFT_CODES_KEEP leaves it "
                        "among the outputs",
                        call->ufunc->name);
}

weft_status codes_begin(codes_watch *watch, const call_state *call, int64_t items,
                        weft_error *error)
{
    watch_begin(watch, call->ufunc, call->options.codes, items);
    if (!watch->looks)
        return WEFT_OK;
    watch->place = &call->place;
    const weft_array *output = find_status(call), *where = call->options.where;
    weft_status status = check_dtype(call, output, error);
    if (!status)
        status = check_recording(call, error);
    if (!status)
        status = make_room(watch, &watch->status, output, items, error);
    if (!status && where)
        status = make_room(watch, &watch->mask, where, items, error);
    return status;
}

weft_status codes_look(codes_watch *watch, const call_state *call, int64_t first, weft_error *error)
{
    weft_array status, mask;
    const bool is_masked = call->options.where != NULL;
    if (!watch->looks)
        return WEFT_OK;
    weft_status failed = bring(watch, &watch->status, find_status(call), &status, error);
    if (!failed && is_masked)
        failed = bring(watch, &watch->mask, call->set.given[call->operand_count], &mask, error);
    if (!failed)
        look_at(watch, &status, is_masked ? &mask : NULL, first);
    return failed;
}

/* Appends what was found, of errors or of warnings; returns in how many items. */
static int64_t tell(const codes_watch *watch, bool errors, error_text *text)
{
    int64_t all = 0;
    for (uint32_t k = 0; k < watch->ufunc->code_count; k++) {
        const weft_code *code = &watch->ufunc->codes[k];
        if (code->is_error != errors || !watch->found[k])
            continue;
        all += watch->found[k];
        error_append(text, "%s%" PRId64 " of %" PRId64 " items: %s", text->length ? "; " : "",
                     watch->found[k], watch->items, code->text);
        if (code->low == code->high)
            error_append(text, " (%" PRId64 ")", code->low);
        error_append(text, ", the first is item %" PRId64, watch->first[k]);
    }
    return all;
}

/* Hands what was found to the caller, or to the error. */
static weft_status settle(const codes_watch *watch, weft_error *error)
{
    error_text text = {0, ""};
    const int64_t errors = tell(watch, true, &text);
    const bool fails = errors > 0 && !(watch->codes && watch->codes->rule == WEFT_CODES_COUNT);
    if (fails)
        error_set_at(error, WEFT_ERROR_FUNCTION, (int)watch->ufunc->code_operand, -1, "%s: %s",
                     watch->ufunc->name, text.text);
    if (watch->codes) {
        watch->codes->errors = errors;
        watch->codes->warnings = tell(watch, false, &text);
        weft_error told;
        error_set(&told, WEFT_OK, "%s", text.text); /* which shortens it */
        _Static_assert(sizeof told.text == sizeof watch->codes->text, "as long as an error");
        memcpy(watch->codes->text, told.text, sizeof told.text);
    }
    return fails ? WEFT_ERROR_FUNCTION : WEFT_OK;
}

weft_status codes_end(codes_watch *watch, weft_status status, weft_error *error)
{
    if (!watch->looks)
        return status;
    clear_room(watch, &watch->status);
    clear_room(watch, &watch->mask);
    return status ? status : settle(watch, error);
}

weft_status codes_check(const weft_ufunc *ufunc, weft_array *const *operands,
                        const weft_options *options, weft_error *error)
{
    codes_watch watch;
    const bool knows = options && options->size == sizeof *options;
    const weft_array *status = operands[ufunc->code_operand];
    watch_begin(&watch, ufunc, knows ? options->codes : NULL, array_count(status));
    if (watch.looks && watch.items > 0)
        look_at(&watch, status, NULL, 0);
    return codes_end(&watch, WEFT_OK, error);
}

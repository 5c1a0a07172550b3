#include "perform.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call_options.h"
#include "expect.h"
#include "shape.h"

/* ---- operands ---- */

static unsigned arrangement_of(const case_state *state, int i)
{
    const situation *in = state->one->in;
    int count = shape_text_count(in->loops);
    return i < state->inputs ? in->inputs[i % count] : in->outputs;
}

static void make_input(case_state *state, int i)
{
    int64_t shape[WEFT_MAX_RANK];
    const situation *in = state->one->in;
    unsigned arrangement = arrangement_of(state, i);
    int rank = shape_join(&state->loops[i], &state->cores[i], shape);
    size_t room = i == 0 && in->shares == SHARES_SHIFTED ? 4096 + state->output_bytes : 0;
    place_init(&state->operands[i], state->given[i], rank, shape, state->cores[i].rank,
               arrangement & ~(unsigned)PLACE_WEAK, room);
    expect_fill(state, i);
    if (arrangement & PLACE_WEAK) {
        number value = number_read(state->operands[i].array.data, state->dtypes[i], false);
        state->operands[i].array =
            number_is("iu", state->dtypes[i]) ? weft_scalar_i64((int64_t)value.real)
            : number_is("c", state->dtypes[i])
                ? weft_scalar_c128((double)value.real, (double)value.imaginary)
                : weft_scalar_f64((double)value.real);
    }
}

/* Another dtype that same_kind casting reaches. */
static weft_dtype other_dtype(weft_dtype dtype)
{
    static const weft_dtype others[] = {
        [WEFT_BOOL] = WEFT_INT16,           [WEFT_INT8] = WEFT_INT64,
        [WEFT_INT16] = WEFT_INT8,           [WEFT_INT32] = WEFT_FLOAT64,
        [WEFT_INT64] = WEFT_INT32,          [WEFT_UINT8] = WEFT_INT32,
        [WEFT_UINT16] = WEFT_UINT8,         [WEFT_UINT32] = WEFT_INT64,
        [WEFT_UINT64] = WEFT_FLOAT32,       [WEFT_FLOAT16] = WEFT_FLOAT64,
        [WEFT_BFLOAT16] = WEFT_FLOAT32,     [WEFT_FLOAT32] = WEFT_FLOAT16,
        [WEFT_FLOAT64] = WEFT_FLOAT32,      [WEFT_COMPLEX64] = WEFT_COMPLEX128,
        [WEFT_COMPLEX128] = WEFT_COMPLEX64,
    };
    return others[dtype];
}

/* The first output as a view of the first input's memory; false if they do not fit together. */
static bool share_memory(case_state *state)
{
    const situation *in = state->one->in;
    int i = state->inputs;
    place *output = &state->operands[i], *input = &state->operands[0];
    int64_t shape[WEFT_MAX_RANK];
    int rank = shape_join(&state->loop, &state->cores[i], shape);
    *output = (place){.offset = input->offset};
    if (in->shares == SHARES_SHIFTED) {
        output->array = weft_array_view(NULL, state->given[i], rank, shape, NULL);
        output->offset += (int64_t)weft_dtype_size(state->given[i]);
    } else {
        if (state->given[i] != state->given[0] || rank != input->array.rank ||
            memcmp(shape, input->array.shape, (size_t)rank * sizeof *shape) != 0)
            return false;
        output->array = input->array;
        if (in->shares == SHARES_REVERSED) {
            output->offset += (shape[0] - 1) * input->array.steps[0];
            output->array.steps[0] = -input->array.steps[0];
        }
    }
    output->array.data = input->bytes + output->offset;
    return true;
}

static bool make_output(case_state *state, int i)
{
    const situation *in = state->one->in;
    int64_t shape[WEFT_MAX_RANK];
    if (!in->given) {
        state->operands[i] = (place){.bytes = NULL};
        return true;
    }
    if (i == state->inputs && in->shares)
        return share_memory(state);
    int rank = shape_join(&state->loop, &state->cores[i], shape);
    place_init(&state->operands[i], state->given[i], rank, shape, state->cores[i].rank,
               arrangement_of(state, i), 0);
    return true;
}

static void make_mask(case_state *state)
{
    place *mask = &state->operands[state->count];
    const shape *own = &state->loops[state->count];
    if (!state->one->in->mask)
        return;
    place_init(mask, WEFT_BOOL, own->rank, own->sizes, 0, state->one->in->mask_arrangement, 0);
    expect_fill_mask(state);
}

/* Whether a weak scalar takes the dtype that the case means it to have. */
static bool weak_fits(const case_state *state)
{
    for (int i = 1; i < state->inputs; i++)
        if (arrangement_of(state, i) & PLACE_WEAK &&
            (state->one->inputs || state->cores[i].rank > 0 ||
             state->dtypes[i] != state->dtypes[0] || number_is("b", state->dtypes[i]) ||
             (state->dtypes[i] == WEFT_UINT64 && state->one->of->fill[i] == ANY)))
            return false;
    return state->inputs > 1 || shape_text_count(state->one->in->loops) < 2 ||
           !(state->one->in->inputs[1] & PLACE_WEAK);
}

/* Everything but the call. */
static bool build(case_state *state, const call_case *one)
{
    const weft_ufunc *ufunc = one->of->ufunc;
    *state = (case_state){.one = one,
                          .inputs = ufunc->input_count,
                          .count = ufunc->input_count + ufunc->output_count};
    for (int i = 0; i < state->count; i++)
        state->dtypes[i] = state->given[i] = (weft_dtype)one->loop->dtypes[i];
    if (one->of->needs_outputs && !one->in->given)
        return false;
    if (one->inputs)
        memcpy(state->given, one->inputs, (size_t)state->inputs * sizeof *one->inputs);
    shape_parse_case(state);
    state->places = state->count + (one->in->mask != NULL);
    if (!weak_fits(state) || !call_options_fit(state))
        return false;
    call_options_choose_inputs(state);
    for (int i = state->inputs; i < state->count; i++) {
        if (one->in->casts)
            state->given[i] = other_dtype(state->dtypes[i]);
        state->output_bytes += (size_t)(expect_items(state, i)) * 16;
    }
    for (int i = 0; i < state->inputs; i++)
        make_input(state, i);
    for (int i = state->inputs; i < state->count; i++)
        if (!make_output(state, i))
            return false;
    make_mask(state);
    for (int i = 0; i < state->places; i++)
        if (state->operands[i].bytes)
            memcpy(state->operands[i].before, state->operands[i].bytes, state->operands[i].size);
    expect_compute(state);
    return true;
}

/* ---- the device ---- */

static weft_status move_to_device(case_state *state, weft_error *error)
{
    for (int i = 0; i < state->places; i++) {
        place *moved = &state->operands[i];
        if (!moved->bytes || moved->array.flags & WEFT_ARRAY_INLINE)
            continue;
        weft_array all =
            weft_array_view(moved->bytes, WEFT_UINT8, 1, (int64_t[]){(int64_t)moved->size}, NULL);
        weft_status status = weft_to_device(&all, &moved->device, NULL, error);
        if (status)
            return status;
        moved->array.data = (char *)moved->device.data + moved->offset;
        moved->array.device = moved->device.device;
    }
    place *output = &state->operands[state->inputs], *input = &state->operands[0];
    if (state->one->in->shares) {
        output->array.data = (char *)input->device.data + output->offset;
        output->array.device = input->device.device;
    }
    return WEFT_OK;
}

/* Memory for a result without gaps, in the order in which it lies on the device. */
static weft_status new_host_array(const weft_array *result, weft_array *host, weft_error *error)
{
    weft_status status =
        weft_array_new(host, (weft_dtype)result->dtype, result->rank, result->shape, error);
    if (status)
        *host = (weft_array){.dtype = WEFT_NONE};
    else
        memcpy(host->steps, result->steps, (size_t)result->rank * sizeof *host->steps);
    return status;
}

/* Brings the bytes back, and allocated results to the host. */
static weft_status move_back(case_state *state, weft_error *error)
{
    for (int i = 0; i < state->places; i++) {
        place *moved = &state->operands[i];
        weft_status status = WEFT_OK;
        if (moved->device.data) {
            weft_array all = weft_array_view(moved->bytes, WEFT_UINT8, 1,
                                             (int64_t[]){(int64_t)moved->size}, NULL);
            status = weft_copy_to_host(&moved->device, &all, NULL, error);
            moved->array.data = moved->bytes + moved->offset;
            moved->array.device = 0;
        } else if (moved->array.device && moved->array.flags & WEFT_ARRAY_OWNED) {
            weft_array host;
            status = new_host_array(&moved->array, &host, error);
            if (!status)
                status = weft_copy_to_host(&moved->array, &host, NULL, error);
            weft_array_clear(&moved->array);
            moved->array = host;
        }
        if (status)
            return status;
    }
    if (state->one->in->shares) {
        place *output = &state->operands[state->inputs];
        output->array.data = state->operands[0].bytes + output->offset;
        output->array.device = 0;
    }
    return WEFT_OK;
}

/* ---- the call ---- */

/* The call made of ranges, from the last items to the first. */
static weft_status call_by_ranges(const weft_ufunc *ufunc, weft_array *const *operands, int most,
                                  const weft_options *options, weft_error *error)
{
    int64_t hi;
    weft_status status = weft_item_count(ufunc, operands, options, &hi, error);
    while (!status && hi > 0) {
        int64_t items = 1 + hi * 7 % most, lo = hi > items ? hi - items : 0;
        status = weft_call_range(ufunc, operands, lo, hi, options, error);
        hi = lo;
    }
    return status;
}

static weft_status call(case_state *state, const way *called, const trouble *in_trouble,
                        weft_error *error)
{
    const weft_ufunc *ufunc = state->one->of->ufunc;
    const situation *in = state->one->in;
    const bool by_ranges = called->ranges && in->given && !in->shares; /* later ranges would read
                                                                          what others wrote */
    weft_array *operands[MAX_OPERANDS];
    call_options asked;
    call_options_make(&asked, state, called);
    for (int i = 0; i < state->count; i++)
        operands[i] = &asked.shown[i];
    if (in_trouble)
        in_trouble->begin(in_trouble->context);
    weft_status status =
        by_ranges ? call_by_ranges(ufunc, operands, called->ranges, &asked.options, error)
                  : weft_call(ufunc, operands, &asked.options, error);
    if (in_trouble)
        in_trouble->end(in_trouble->context);
    call_options_take_results(&asked, state);
    return status;
}

/* Whether all bytes are as they were, and outputs that were not given still are not there. */
static bool is_untouched(const case_state *state)
{
    for (int i = 0; i < state->places; i++) {
        const place *one = &state->operands[i];
        if (one->bytes ? memcmp(one->bytes, one->before, one->size) != 0
                       : i >= state->inputs && i < state->count && !state->one->in->given &&
                             (one->array.dtype != WEFT_NONE || one->array.data))
            return false;
    }
    return true;
}

static void clear(case_state *state)
{
    for (int i = 0; i < state->places; i++) {
        weft_array_clear(&state->operands[i].array);
        place_clear(&state->operands[i]);
        free(state->expected[i]);
    }
}

/* What a call that failed must have left behind. */
static void judge_failure(case_state *state, const way *called, weft_status status,
                          const weft_error *error, result *made)
{
    bool is_lost = status == WEFT_ERROR_DEVICE && called->on_device;
    if (status != error->status || !error->text[0]) {
        made->outcome = OUTCOME_FAILED;
        snprintf(made->text, sizeof made->text, "status %d, but an error of %d: '%s'", (int)status,
                 (int)error->status, error->text);
    } else if (!is_lost && !is_untouched(state) &&
               (status != WEFT_ERROR_DEVICE || !state->one->in->given ||
                !expect_compare(state, made->text, sizeof made->text, &made->digest))) {
        made->outcome = OUTCOME_FAILED;
        snprintf(made->text, sizeof made->text, "outputs were touched by a call that failed: %s",
                 error->text);
    } else {
        snprintf(made->text, sizeof made->text, "%s", error->text);
    }
}

void perform_in_trouble(const call_case *one, const way *called, const trouble *in_trouble,
                        result *made, weft_status *status)
{
    case_state state;
    weft_error error = {.text = ""}, late = {.text = ""};
    *made = (result){.outcome = OUTCOME_PASSED};
    *status = WEFT_OK;
    if (!build(&state, one)) {
        made->outcome = OUTCOME_NOT_A_CASE;
        clear(&state);
        return;
    }
    weft_status moved = called->on_device ? move_to_device(&state, &late) : WEFT_OK;
    if (!moved)
        *status = call(&state, called, in_trouble, &error);
    if (!moved && called->on_device)
        moved = move_back(&state, &late);
    if (moved) {
        made->outcome = OUTCOME_FAILED;
        snprintf(made->text, sizeof made->text, "moving operands failed: %s", late.text);
    } else if (*status) {
        judge_failure(&state, called, *status, &error, made);
    } else if (!expect_compare(&state, made->text, sizeof made->text, &made->digest)) {
        made->outcome = OUTCOME_FAILED;
    }
    clear(&state);
}

void perform(const call_case *one, const way *called, result *made)
{
    weft_status status;
    perform_in_trouble(one, called, NULL, made, &status);
    if (status && made->outcome == OUTCOME_PASSED) {
        char text[sizeof made->text];
        memcpy(text, made->text, sizeof text);
        made->outcome = OUTCOME_FAILED;
        snprintf(made->text, sizeof made->text, "the call failed: %.900s", text);
    }
}

/* ---- the list ---- */

static void visit_situations(const subject *of, const weft_loop *loop, const weft_dtype *inputs,
                             void (*visit)(const call_case *, void *), void *context)
{
    for (int c = 0; c == 0 || (c < 5 && of->cores[c]); c++)
        for (const situation *in = situations; in->name; in++)
            visit(&(call_case){of, loop, of->cores[c] ? of->cores[c] : "", in, inputs}, context);
}

/* The mixtures of a ufunc, under the first of its subjects. */
static void visit_mixtures(const subject *of, void (*visit)(const call_case *, void *),
                           void *context)
{
    for (const mixture *mixed = mixtures; mixed->ufunc; mixed++)
        for (uint32_t k = 0; mixed->ufunc == of->ufunc && k < of->ufunc->loop_count; k++)
            if (strcmp(of->ufunc->loops[k].prototype, mixed->prototype) == 0)
                visit_situations(of, &of->ufunc->loops[k], mixed->inputs, visit, context);
}

void perform_each(void (*visit)(const call_case *one, void *context), void *context)
{
    for (const subject *const *list = subject_lists; *list; list++)
        for (const subject *of = *list; of->ufunc; of++) {
            for (uint32_t k = 0; k < of->ufunc->loop_count; k++)
                visit_situations(of, &of->ufunc->loops[k], NULL, visit, context);
            if (of == *list || of[-1].ufunc != of->ufunc)
                visit_mixtures(of, visit, context);
        }
}

const char *perform_name(const call_case *one)
{
    static char text[512];
    snprintf(text, sizeof text, "%s %s%s [%s], %s", one->of->ufunc->name, one->loop->prototype,
             one->inputs ? " of other inputs" : "", one->cores, one->in->name);
    return text;
}

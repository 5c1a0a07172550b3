/* call.c: any arrays and options against the calls of weft.h: each ends in a result or in an error,
 * and after an error every output is as it was.
 *
 *   FILL                               the byte that all memory begins with
 *   WHAT UFUNC                         rows of the two tables below; past the end: NULL
 *   TARGET CASTING THREADS ORDER DTYPE KEEPDIMS SIZE
 *                                      KEEPDIMS: 1: kept; 2: others than weft_call get its options
 *   AXES a … SIGNATURE s … AXIS a      a count, then so many; AXIS: 0, or 1 and the axis
 *   WHERE ALL INITIAL                  1: given
 *   arrays                             the mask and the initial value where given, then operands */
#include <string.h>

#include "call_text.h"
#include "fold_ufuncs.h"
#include "fuzz.h"
#include "reducer_ufuncs.h"
#include "sample_ufuncs.h"

enum { MOST_AXES = 40, CALL_COUNT = 12, ARRAY_COUNT = 4 };

static const weft_ufunc *const ufuncs[] = {
    &sample_add,      &sample_add_heavy, &sample_both,  &sample_matmul,   &sample_product,
    &sample_convolve, &sample_cross,     &sample_ramp,  &sample_count,    &sample_absent,
    &fold_sum,        &fold_plain_sum,   &fold_minimum, &fold_difference, &fold_all,
    &fold_quotient,   &fold_less,        &fold_bits,    &reducer_mean,    &reducer_difference,
};
enum { UFUNC_COUNT = sizeof ufuncs / sizeof ufuncs[0] };

/* One call as the text describes it. */
typedef struct call {
    const weft_ufunc *ufunc;
    weft_options options;
    char later[40]; /* what a newer caller has behind its options */
    weft_reduction how;
    char later_how[128];
    int axes[MOST_AXES], axis;
    weft_dtype signature[MOST_AXES];
    weft_array mask, initial, arrays[ARRAY_COUNT];
} call;

static weft_status try_call(call *made, weft_error *error)
{
    weft_array *operands[WEFT_MAX_OPERANDS];
    for (int i = 0; i < WEFT_MAX_OPERANDS; i++)
        operands[i] = i < ARRAY_COUNT ? &made->arrays[i] : NULL;
    return weft_call(made->ufunc, operands, &made->options, error);
}

static weft_status try_choose(call *made, weft_error *error)
{
    weft_target target;
    weft_array *operands[WEFT_MAX_OPERANDS];
    for (int i = 0; i < WEFT_MAX_OPERANDS; i++)
        operands[i] = &made->arrays[i % ARRAY_COUNT]; /* the same array more than once */
    return weft_target_choose(made->ufunc, operands, &made->options, &target, error);
}

/* AXIS says where the range begins, THREADS how long it is. */
static weft_status try_range(call *made, weft_error *error)
{
    weft_array *operands[WEFT_MAX_OPERANDS];
    int64_t count, lo = made->axis, hi = lo + made->options.threads;
    for (int i = 0; i < WEFT_MAX_OPERANDS; i++)
        operands[i] = i < ARRAY_COUNT ? &made->arrays[i] : NULL;
    weft_status status = weft_item_count(made->ufunc, operands, &made->options, &count, error);
    return status ? status : weft_call_range(made->ufunc, operands, lo, hi, &made->options, error);
}

static weft_status try_reduce(call *made, weft_error *error)
{
    return weft_reduce(made->ufunc, &made->arrays[0], &made->arrays[1], &made->how, &made->options,
                       error);
}

static weft_status try_accumulate(call *made, weft_error *error)
{
    return weft_accumulate(made->ufunc, &made->arrays[0], &made->arrays[1], made->axis,
                           &made->options, error);
}

static weft_status try_reduceat(call *made, weft_error *error)
{
    return weft_reduceat(made->ufunc, &made->arrays[0], &made->arrays[1], &made->arrays[2],
                         made->axis, &made->options, error);
}

static weft_status try_outer(call *made, weft_error *error)
{
    return weft_outer(made->ufunc, &made->arrays[0], &made->arrays[1], &made->arrays[2],
                      &made->options, error);
}

static weft_status try_at(call *made, weft_error *error)
{
    return weft_at(made->ufunc, &made->arrays[0], &made->arrays[1], &made->arrays[2],
                   &made->options, error);
}

static weft_status try_copy(call *made, weft_error *error)
{
    return weft_array_copy(&made->arrays[0], &made->arrays[1], &made->options, error);
}

static weft_status try_reduce_inputs(call *made, weft_error *error)
{
    const weft_array *operands[WEFT_MAX_OPERANDS];
    for (int i = 0; i < WEFT_MAX_OPERANDS; i++)
        operands[i] = i + 1 < ARRAY_COUNT ? &made->arrays[i] : NULL;
    return weft_reduce_inputs(made->ufunc, operands, &made->arrays[ARRAY_COUNT - 1], &made->how,
                              &made->options, error);
}

static weft_status try_segments(call *made, weft_error *error)
{
    const weft_array *operands[WEFT_MAX_OPERANDS];
    const weft_grouping how = {.axis = made->axis, .initial = made->how.initial};
    for (int i = 0; i < WEFT_MAX_OPERANDS; i++)
        operands[i] = i + 2 < ARRAY_COUNT ? &made->arrays[i] : NULL;
    return weft_reduce_segments(made->ufunc, operands, &made->arrays[ARRAY_COUNT - 2],
                                &made->arrays[ARRAY_COUNT - 1], &how, &made->options, error);
}

static weft_status try_keys(call *made, weft_error *error)
{
    const weft_array *operands[WEFT_MAX_OPERANDS];
    const weft_grouping how = {.count = made->axis < 0 ? 0 : made->axis,
                               .skip = made->how.keepdims,
                               .initial = made->how.initial};
    for (int i = 0; i < WEFT_MAX_OPERANDS; i++)
        operands[i] = i + 2 < ARRAY_COUNT ? &made->arrays[i] : NULL;
    return weft_reduce_keys(made->ufunc, operands, &made->arrays[ARRAY_COUNT - 2],
                            &made->arrays[ARRAY_COUNT - 1], &how, &made->options, error);
}

static weft_status (*const calls[CALL_COUNT])(call *, weft_error *) = {
    try_call, try_reduce, try_accumulate,    try_reduceat, try_outer,    try_at,
    try_copy, try_choose, try_reduce_inputs, try_range,    try_segments, try_keys,
};

/* A count of the text, held within what there is room for. */
static int read_count(call_text *text)
{
    int count = call_text_int(text);
    return count < 0 ? 0 : count > MOST_AXES ? MOST_AXES : count;
}

/* Sizes of options as older and newer callers have them, with something behind them or not. */
static void read_size(call_text *text, call *made)
{
    uint64_t number = (uint64_t)call_text_number(text);
    made->options.size = made->how.size =
        (size_t)(number % (sizeof made->options + sizeof made->later + 1));
    made->later[0] = made->later_how[0] = (char)(number >> 20 & 1);
}

_Static_assert(sizeof(weft_reduction) + 128 >= sizeof(weft_options) + 40, "one size for both");

/* Returns whether every call gets all options, those too that are weft_call's alone. */
static bool read_options(call_text *text, call *made)
{
    weft_options *options = &made->options;
    options->target = (weft_target)call_text_int(text);
    options->casting = (weft_casting)call_text_int(text);
    options->threads = call_text_int(text);
    options->order = (weft_order)call_text_int(text);
    options->dtype = (weft_dtype)call_text_int(text);
    int64_t keepdims = call_text_number(text);
    options->keepdims = made->how.keepdims = (keepdims & 1) != 0;
    read_size(text, made);
    int axis_count = read_count(text);
    for (int i = 0; i < axis_count; i++)
        made->axes[i] = call_text_int(text);
    if (axis_count)
        options->axes = made->how.axes = made->axes;
    options->axes_count = made->how.axis_count = axis_count;
    int dtype_count = read_count(text);
    for (int i = 0; i < dtype_count; i++)
        made->signature[i] = (weft_dtype)call_text_int(text);
    if (dtype_count)
        options->signature = made->signature;
    bool has_axis = (call_text_number(text) & 1) != 0;
    made->axis = has_axis ? call_text_int(text) : 0;
    options->axis = has_axis ? &made->axis : NULL;
    return (keepdims & 2) != 0;
}

static void read_arrays(call_text *text, call *made)
{
    bool has_mask = (call_text_number(text) & 1) != 0;
    made->how.all = (call_text_number(text) & 1) != 0;
    bool has_initial = (call_text_number(text) & 1) != 0;
    if (has_mask) {
        made->mask = call_text_array(text);
        made->options.where = made->how.where = &made->mask;
    }
    if (has_initial) {
        made->initial = call_text_array(text);
        made->how.initial = &made->initial;
    }
    for (int i = 0; i < ARRAY_COUNT; i++)
        made->arrays[i] = call_text_array(text);
}

/* Takes away the options that reductions and their kin refuse: they have arguments for them. */
static void drop_options(weft_options *options)
{
    options->axes = options->axis = NULL;
    options->axes_count = 0;
    options->keepdims = false;
    options->where = NULL;
}

/* Frees the results that the call allocated: arrays that were none before, outside of the pool. */
static void clear_results(call *made, const call *before)
{
    for (int i = 0; i < ARRAY_COUNT; i++)
        if (before->arrays[i].dtype == WEFT_NONE && made->arrays[i].dtype != WEFT_NONE)
            weft_array_clear(&made->arrays[i]);
}

static void expect_failure(const call *made, const call *before, weft_status status,
                           const weft_error *error)
{
    FUZZ_EXPECT(status <= WEFT_ERROR_FUNCTION && error->status == status);
    FUZZ_EXPECT(error->text[0] && memchr(error->text, '\0', sizeof error->text));
    FUZZ_EXPECT(memcmp(made, before, sizeof *made) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *source = fuzz_text(bytes, size), *pool = malloc(POOL_SIZE),
         *unchanged = malloc(POOL_SIZE);
    call *made = calloc(1, sizeof *made), *before = malloc(sizeof *before);
    if (!pool || !unchanged || !made || !before)
        abort();
    call_text text = {.next = source, .pool = pool};
    int fill = (int)(call_text_number(&text) & 0xff);
    memset(pool, fill, POOL_SIZE);
    memset(unchanged, fill, POOL_SIZE);
    unsigned what = (unsigned)call_text_int(&text) % CALL_COUNT;
    unsigned ufunc = (unsigned)call_text_int(&text) % (UFUNC_COUNT + 1);
    made->ufunc = ufunc < UFUNC_COUNT ? ufuncs[ufunc] : NULL;
    text.reduces = what != 0;
    bool all_options = read_options(&text, made);
    read_arrays(&text, made);
    if (calls[what] != try_call && calls[what] != try_choose && calls[what] != try_range &&
        !all_options)
        drop_options(&made->options);
    memcpy(before, made, sizeof *made);
    weft_error error = {0};
    weft_status status = calls[what](made, &error);
    if (status) {
        expect_failure(made, before, status, &error);
        FUZZ_EXPECT(memcmp(pool, unchanged, POOL_SIZE) == 0);
    } else {
        clear_results(made, before);
    }
    free(before);
    free(made);
    free(unchanged);
    free(pool);
    free(source);
    return 0;
}

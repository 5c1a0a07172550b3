/* random_calls.c: random ufuncs, shapes, steps, dtypes, casts, byte orders, broadcasts, outputs,
 * memory orders, core axes, overlaps and masks, on cpu and parallel or on the target that is named,
 * against a walk over single elements. The whole memory is compared, so that a stray write is seen,
 * too. Case k of a run has the seed SEED + k: it can be run alone. By `ranges` no call is made as a
 * whole: random ranges of its items, in random order, each on the memory as it was.
 *   random_calls SEED COUNT [TARGET|both [ranges]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random_case.h"
#include "random_place.h"

enum { MOST_ELEMENTS = 1 << 14, MOST_CORE = 64 };

/* By item: whether the mask chooses it. */
static bool chosen[MOST_ELEMENTS];

/* A complex number; all values are small integers, exact in every dtype. */
typedef struct value {
    double real, imaginary;
} value;

/* The address of a core element: index over the loop shape and the operand's core axes, C order. */
static char *element_at(const random_case *call, const weft_array *array, int operand,
                        const int64_t *index, int64_t core)
{
    int core_rank = call->ufunc->operands[operand].core_rank;
    int own = array->rank - core_rank;
    char *at = array->data;
    for (int axis = 0; axis < own; axis++)
        if (array->shape[axis] != 1)
            at += array->steps[axis] * index[call->loop_rank - own + axis];
    for (int k = core_rank - 1; k >= 0; k--) {
        int64_t size = array->shape[own + k];
        at += array->steps[own + k] * (core % size);
        core /= size;
    }
    return at;
}

static int64_t core_count(const random_case *call, int operand)
{
    int64_t count = 1;
    for (int k = 0; k < call->ufunc->operands[operand].core_rank; k++)
        count *= call->sizes[call->ufunc->operands[operand].dimensions[k]];
    return count;
}

/* The first (m,n) times the second (n,p). */
static void multiply(const int64_t *sizes, value in[][MOST_CORE], value *out)
{
    int64_t m = sizes[0], n = sizes[1], p = sizes[2];
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < p; j++)
            for (int64_t k = 0; k < n; k++)
                out[i * p + j].real += in[0][i * n + k].real * in[1][k * p + j].real;
}

/* What one item gives, from the meaning of the ufunc. */
static void compute(const random_case *call, value in[][MOST_CORE], value out[][MOST_CORE])
{
    const int64_t *n = call->sizes;
    switch (call->what) {
    case MEANING_BOTH:
        out[1][0].real = in[0][0].real - in[1][0].real; /* fall through */
    case MEANING_ADD:
        out[0][0].real = in[0][0].real + in[1][0].real;
        out[0][0].imaginary = in[0][0].imaginary + in[1][0].imaginary;
        break;
    case MEANING_BELOW:
        out[0][0].real = in[0][0].real < in[1][0].real;
        out[1][0].real = in[1][0].real - in[0][0].real;
        break;
    case MEANING_MATMUL:
        multiply(n, in, out[0]);
        break;
    case MEANING_CONVOLVE:
        for (int64_t i = 0; i < n[0]; i++)
            for (int64_t j = 0; j < n[1]; j++)
                out[0][i + j].real += in[0][i].real * in[1][j].real;
        break;
    case MEANING_CROSS:
        for (int i = 0; i < 3; i++)
            out[0][i].real = in[0][(i + 1) % 3].real * in[1][(i + 2) % 3].real -
                             in[0][(i + 2) % 3].real * in[1][(i + 1) % 3].real;
        break;
    case MEANING_RAMP:
        for (int64_t i = 0; i < n[0]; i++)
            out[0][i].real = in[0][0].real + (double)i * in[1][0].real;
        break;
    default:
        for (int64_t i = 0; i < n[0]; i++)
            out[0][0].real += in[0][i].real;
    }
}

static value read_value(const random_case *call, const weft_array *array, int operand,
                        const int64_t *index, int64_t core)
{
    value read;
    read.real =
        element_read(element_at(call, array, operand, index, core), (weft_dtype)array->dtype,
                     array->flags & WEFT_ARRAY_SWAPPED, &read.imaginary);
    return read;
}

/* An input's element as the loop takes it. */
static value read_input(const random_case *call, int operand, const int64_t *index, int64_t core)
{
    const weft_array *input = &call->operands[operand];
    value read = read_value(call, input, operand, index, core);
    element_cast((weft_dtype)input->dtype, (weft_dtype)call->loop->dtypes[operand], &read.real,
                 &read.imaginary);
    return read;
}

/* Puts the next index of the loop shape, in C order, into its place. */
static void step_index(const random_case *call, int64_t *index)
{
    for (int axis = call->loop_rank - 1; axis >= 0; axis--) {
        if (++index[axis] < call->loop_shape[axis])
            break;
        index[axis] = 0;
    }
}

/* The results of all items, output by output, in C order. */
static void expect(const random_case *call, value *results[])
{
    int64_t index[WEFT_MAX_RANK] = {0}, items = 1;
    int inputs = call->ufunc->input_count;
    for (int axis = 0; axis < call->loop_rank; axis++)
        items *= call->loop_shape[axis];
    for (int64_t item = 0; item < items; item++) {
        value in[CASE_OPERANDS][MOST_CORE], out[CASE_OPERANDS][MOST_CORE];
        memset(out, 0, sizeof out);
        for (int i = 0; i < inputs; i++)
            for (int64_t k = 0; k < core_count(call, i); k++)
                in[i][k] = read_input(call, i, index, k);
        compute(call, in, out);
        chosen[item] = random_case_is_chosen(call, index);
        for (int o = inputs; o < call->operand_count; o++)
            for (int64_t k = 0, n = core_count(call, o); k < n; k++)
                results[o][item * n + k] = out[o - inputs][k];
        step_index(call, index);
    }
}

/* What an element of an array that was all zeros holds after the call, as bytes. */
static void expected_bytes(const random_case *call, const weft_array *array, int operand,
                           value wanted, char *bytes)
{
    weft_dtype dtype = (weft_dtype)array->dtype;
    element_cast((weft_dtype)call->loop->dtypes[operand], dtype, &wanted.real, &wanted.imaginary);
    element_write(bytes, dtype, array->flags & WEFT_ARRAY_SWAPPED, wanted.real, wanted.imaginary);
}

/* Writes what is expected into an output, where the mask chooses the item. */
static void write_results(const random_case *call, const weft_array *array, int operand,
                          int64_t items, const value *results)
{
    int64_t index[WEFT_MAX_RANK] = {0}, n = core_count(call, operand);
    for (int64_t item = 0; item < items; item++, step_index(call, index))
        for (int64_t k = 0; k < n && chosen[item]; k++)
            expected_bytes(call, array, operand, results[item * n + k],
                           element_at(call, array, operand, index, k));
}

/* Whether an output that was all zeros holds what is expected; NULL: it still is all zeros. */
static bool has_results(const random_case *call, const weft_array *array, int operand,
                        int64_t items, const value *results)
{
    int64_t index[WEFT_MAX_RANK] = {0}, n = core_count(call, operand);
    size_t size = weft_dtype_size((weft_dtype)array->dtype);
    for (int64_t item = 0; item < items; item++, step_index(call, index))
        for (int64_t k = 0; k < n; k++) {
            char wanted[16] = {0};
            if (results && chosen[item])
                expected_bytes(call, array, operand, results[item * n + k], wanted);
            if (memcmp(wanted, element_at(call, array, operand, index, k), size) != 0)
                return false;
        }
    return true;
}

/* Whether the array lies in C or F order, if that was wanted; the step of a kept axis is any. */
static bool has_order(const weft_array *array, weft_order order, int kept)
{
    int64_t step = (int64_t)weft_dtype_size((weft_dtype)array->dtype);
    for (int k = 0; k < array->rank; k++)
        if (array->shape[k] == 0)
            return true;
    for (int k = 0; k < array->rank && (order == WEFT_ORDER_C || order == WEFT_ORDER_F); k++) {
        int axis = order == WEFT_ORDER_F ? k : array->rank - 1 - k;
        if (axis != kept && array->steps[axis] != step)
            return false;
        step *= array->shape[axis];
    }
    return true;
}

/* Whether an allocated result has the right dtype, shape and elements. */
static bool check_result(const random_case *call, const weft_array *result, int operand,
                         int64_t items, const value *results)
{
    int64_t shape[WEFT_MAX_RANK];
    int rank = random_case_shape(call, operand, shape);
    weft_array canonical = random_case_canonical(call, operand, result);
    bool has_kept = call->kept[operand] < 0 || result->shape[call->kept[operand]] == 1;
    return has_kept && canonical.rank == rank && result->dtype == call->loop->dtypes[operand] &&
           result->flags == WEFT_ARRAY_OWNED &&
           has_order(result, call->options.order, call->kept[operand]) &&
           memcmp(canonical.shape, shape, (size_t)rank * sizeof *shape) == 0 &&
           has_results(call, &canonical, operand, items, results);
}

/* The operands as the call gets them: single elements of inputs at times within the array itself. */
static void show_operands(const random_case *call, weft_array *operands, weft_array **pointers)
{
    for (int i = 0; i < call->operand_count; i++) {
        operands[i] = random_case_shown(call, i, &call->operands[i]);
        pointers[i] = &operands[i];
        if (i >= call->ufunc->input_count || operands[i].rank > 0 || call->loop_rank % 2)
            continue;
        memcpy(&operands[i].value, operands[i].data,
               weft_dtype_size((weft_dtype)operands[i].dtype));
        operands[i].flags |= WEFT_ARRAY_INLINE;
    }
}

/* Whether the outputs are right, near ones aside, which lie in the arena; frees the results. */
static bool check_outputs(const random_case *call, weft_array *operands, int64_t items,
                          value *results[])
{
    bool right = true;
    for (int i = call->ufunc->input_count; i < call->operand_count; i++) {
        const value *wanted = call->status == WEFT_OK ? results[i] : NULL;
        if (call->operands[i].dtype == WEFT_NONE) {
            right = right && (wanted ? check_result(call, &operands[i], i, items, wanted)
                                     : operands[i].dtype == WEFT_NONE);
            weft_array_clear(&operands[i]);
        } else if (call->is_far[i]) {
            right = right && has_results(call, &call->operands[i], i, items, wanted);
        }
    }
    return right;
}

/* Zeros in an output that lies far away. */
static void clear_output(const random_case *call, int operand, int64_t items)
{
    const weft_array *array = &call->operands[operand];
    int64_t index[WEFT_MAX_RANK] = {0}, n = core_count(call, operand);
    for (int64_t item = 0; item < items; item++, step_index(call, index))
        for (int64_t k = 0; k < n; k++)
            memset(element_at(call, array, operand, index, k), 0,
                   weft_dtype_size((weft_dtype)array->dtype));
}

/* Items lo to before hi. */
typedef struct range {
    int64_t lo, hi;
} range;

/* What a call, or a range of its items, must end with. */
static weft_status wanted_status(const random_case *call, const range *part)
{
    for (int i = call->ufunc->input_count; part && i < call->operand_count; i++)
        if (call->operands[i].dtype == WEFT_NONE && call->status == WEFT_OK)
            return WEFT_ERROR_ARGUMENT; /* a range allocates nothing */
    return call->status;
}

/* Whether the items are counted right, and a range that is not within them is refused. */
static bool counts_items(const random_case *call, weft_array *const *operands,
                         const weft_options *options, int64_t items)
{
    int64_t count = -1;
    return weft_item_count(call->ufunc, operands, options, &count, NULL) == call->status &&
           (call->status || count == items) &&
           weft_call_range(call->ufunc, operands, 0, items + 1, options, NULL) != WEFT_OK &&
           weft_call_range(call->ufunc, operands, -1, items, options, NULL) != WEFT_OK &&
           weft_call_range(call->ufunc, operands, 1, 0, options, NULL) != WEFT_OK;
}

/* Calls on one target, a range or (NULL) as a whole, and compares; prints what is wrong. The memory
 * is restored. */
static bool run_on(random_case *call, weft_target target, const range *part, const char *expected,
                   int64_t items, value *results[])
{
    static char before[ARENA_BYTES];
    weft_array operands[CASE_OPERANDS];
    weft_array *pointers[CASE_OPERANDS];
    weft_error error = {.text = ""};
    weft_options options = call->options;
    options.target = target;
    size_t used = (size_t)call->used;
    memcpy(before, call->arena, used);
    show_operands(call, operands, pointers);
    const weft_status wanted = wanted_status(call, part);
    bool right = !part || counts_items(call, pointers, &options, items);
    weft_status status =
        part ? weft_call_range(call->ufunc, pointers, part->lo, part->hi, &options, &error)
             : weft_call(call->ufunc, pointers, &options, &error);
    right = right && status == wanted &&
            (wanted ? memcmp(call->arena, before, used) == 0
                    : memcmp(call->arena, expected, used) == 0);
    right = (wanted != call->status || check_outputs(call, operands, items, results)) && right;
    if (!right)
        fprintf(stderr, "%s on %s: status %d \"%s\" (expected %d), or other bytes than expected\n",
                call->ufunc->name, weft_target_name(target), (int)status, error.text, (int)wanted);
    memcpy(call->arena, before, used);
    for (int i = call->ufunc->input_count; i < call->operand_count; i++)
        if (call->is_far[i])
            clear_output(call, i, items);
    return right;
}

/* The arena as it must be behind the call, which leaves it as it is. */
static void expect_arena(random_case *call, int64_t items, value *results[], char *expected)
{
    static char original[ARENA_BYTES];
    memcpy(original, call->arena, (size_t)call->used);
    for (int i = call->ufunc->input_count; i < call->operand_count && call->status == WEFT_OK; i++)
        if (call->operands[i].dtype != WEFT_NONE && !call->is_far[i])
            write_results(call, &call->operands[i], i, items, results[i]);
    memcpy(expected, call->arena, (size_t)call->used);
    memcpy(call->arena, original, (size_t)call->used);
}

/* One range of a case's items, which must be all that is written. */
static bool run_range(random_case *call, weft_target target, range part, int64_t items,
                      value *results[])
{
    static char expected[ARENA_BYTES];
    static bool whole[MOST_ELEMENTS];
    memcpy(whole, chosen, sizeof whole);
    for (int64_t item = 0; item < items; item++)
        chosen[item] = chosen[item] && item >= part.lo && item < part.hi;
    expect_arena(call, items, results, expected);
    bool right = run_on(call, target, &part, expected, items, results);
    memcpy(chosen, whole, sizeof whole);
    return right;
}

/* Ranges that cover a case's items, in random order, and one that is not within them. */
static bool run_ranges(random_case *call, weft_target target, random_source *source, int64_t items,
                       value *results[])
{
    enum { MOST_RANGES = 6 };
    int64_t cuts[MOST_RANGES + 1] = {0};
    const int count = call->status == WEFT_OK ? 1 + random_below(source, MOST_RANGES) : 1;
    for (int k = 1; k < count; k++)
        cuts[k] = cuts[k - 1] + random_below(source, (int)(items - cuts[k - 1]) + 1);
    cuts[count] = call->status == WEFT_OK ? items : 0;
    const int first = random_below(source, count);
    bool right = true;
    for (int k = 0; k < count && right; k++) {
        const int turn = (first + 7 * k) % count; /* 7 divides no number of them */
        range part = {cuts[turn], cuts[turn + 1]};
        right = run_range(call, target, part, items, results);
    }
    return right;
}

/* One case on one target: as a whole, or by ranges. */
static bool run_case_on(random_case *call, weft_target target, random_source *ranges, int64_t items,
                        value *results[])
{
    static char expected[ARENA_BYTES];
    if (ranges)
        return run_ranges(call, target, ranges, items, results);
    expect_arena(call, items, results, expected);
    return run_on(call, target, NULL, expected, items, results);
}

/* One case on cpu and parallel, or on one target alone. ranges: NULL: as a whole. */
static bool run_case(random_case *call, weft_target only, random_source *ranges, value *results[])
{
    int64_t items = 1;
    for (int axis = 0; axis < call->loop_rank; axis++)
        items *= call->loop_shape[axis];
    if (call->status == WEFT_OK)
        expect(call, results);
    if (only)
        return run_case_on(call, only, ranges, items, results);
    return run_case_on(call, WEFT_CPU, ranges, items, results) &&
           run_case_on(call, WEFT_PARALLEL, ranges, items, results);
}

static weft_target find_target(const char *name)
{
    for (int target = WEFT_CPU; name && target < WEFT_TARGET_END; target++)
        if (strcmp(name, weft_target_name((weft_target)target)) == 0)
            return (weft_target)target;
    return WEFT_AUTO;
}

int main(int argument_count, char **arguments)
{
    static random_case call;
    static value storage[CASE_OPERANDS][MOST_ELEMENTS];
    value *results[CASE_OPERANDS] = {storage[0], storage[1], storage[2], storage[3]};
    long seed = argument_count > 1 ? strtol(arguments[1], NULL, 10) : 1;
    long count = argument_count > 2 ? strtol(arguments[2], NULL, 10) : 20000;
    weft_target only = find_target(argument_count > 3 ? arguments[3] : NULL);
    const bool by_ranges = argument_count > 4 && strcmp(arguments[4], "ranges") == 0;
    long failed = 0, refused = 0, far = 0;
    for (long k = 0; k < count && failed < 10; k++) {
        random_source source = {(uint64_t)(seed + k) * UINT64_C(0x2545f4914f6cdd1d)};
        random_case_make(&call, &source);
        refused += call.status != WEFT_OK;
        for (int i = 0; i < call.operand_count; i++)
            far += call.is_far[i];
        if (!run_case(&call, only, by_ranges ? &source : NULL, results)) {
            fprintf(stderr, "case %ld failed: run with arguments %ld 1\n", k, seed + k);
            failed++;
        }
        random_place_clear(&call);
    }
    printf("%ld random calls%s, %ld of them refused, %ld operands far away, %ld wrong\n", count,
           by_ranges ? " by ranges" : "", refused, far, failed);
    return failed ? 1 : 0;
}

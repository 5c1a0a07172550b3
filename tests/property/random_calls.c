/* random_calls.c: random ufuncs, shapes, steps, dtypes, byte orders, broadcasts, outputs,
 * overlaps and masks, on cpu and parallel, against a walk over single elements. The whole memory is
 * compared, so that a stray write is seen too. Usage: random_calls SEED COUNT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random_case.h"
#include "sample_ufuncs.h"

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

/* What one item gives, from the meaning of each sample ufunc. */
static void compute(const random_case *call, value in[][MOST_CORE], value out[][MOST_CORE])
{
    const weft_ufunc *ufunc = call->ufunc;
    const int64_t *n = call->sizes;
    if (ufunc == &sample_add || ufunc == &sample_add_heavy) {
        out[0][0].real = in[0][0].real + in[1][0].real;
        out[0][0].imaginary = in[0][0].imaginary + in[1][0].imaginary;
    } else if (ufunc == &sample_both) {
        out[0][0].real = in[0][0].real + in[1][0].real;
        out[1][0].real = in[0][0].real - in[1][0].real;
    } else if (ufunc == &sample_matmul || ufunc == &sample_product) {
        for (int64_t i = 0; i < n[0]; i++)
            for (int64_t j = 0; j < n[2]; j++)
                for (int64_t k = 0; k < n[1]; k++)
                    out[0][i * n[2] + j].real +=
                        in[0][i * n[1] + k].real * in[1][k * n[2] + j].real;
    } else if (ufunc == &sample_convolve) {
        for (int64_t i = 0; i < n[0]; i++)
            for (int64_t j = 0; j < n[1]; j++)
                out[0][i + j].real += in[0][i].real * in[1][j].real;
    } else if (ufunc == &sample_cross) {
        for (int i = 0; i < 3; i++)
            out[0][i].real = in[0][(i + 1) % 3].real * in[1][(i + 2) % 3].real -
                             in[0][(i + 2) % 3].real * in[1][(i + 1) % 3].real;
    } else if (ufunc == &sample_ramp) {
        for (int64_t i = 0; i < n[0]; i++)
            out[0][i].real = in[0][0].real + (double)i * in[1][0].real;
    } else {
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

/* The results of all items, output by output, in C order; returns the number of items. */
static int64_t expect(const random_case *call, value *results[])
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
                in[i][k] = read_value(call, &call->operands[i], i, index, k);
        compute(call, in, out);
        chosen[item] = random_case_is_chosen(call, index);
        for (int o = inputs; o < call->operand_count; o++)
            for (int64_t k = 0, n = core_count(call, o); k < n; k++)
                results[o][item * n + k] = out[o - inputs][k];
        for (int axis = call->loop_rank - 1; axis >= 0; axis--) {
            if (++index[axis] < call->loop_shape[axis])
                break;
            index[axis] = 0;
        }
    }
    return items;
}

/* Visits every element of an output in C order: writes the expected values, or compares them. */
static bool visit(const random_case *call, const weft_array *array, int operand, int64_t items,
                  const value *results, bool compare)
{
    int64_t index[WEFT_MAX_RANK] = {0}, n = core_count(call, operand);
    weft_dtype dtype = (weft_dtype)array->dtype;
    bool complex_dtype = dtype == WEFT_COMPLEX64 || dtype == WEFT_COMPLEX128;
    for (int64_t item = 0; item < items; item++) {
        bool is_kept = call->is_masked && !chosen[item];
        for (int64_t k = 0; k < n; k++) {
            if (is_kept && !compare)
                continue;
            value wanted = is_kept ? (value){0, 0} : results[item * n + k];
            if (!compare) {
                element_write(element_at(call, array, operand, index, k), dtype,
                              array->flags & WEFT_ARRAY_SWAPPED, wanted.real, wanted.imaginary);
                continue;
            }
            value found = read_value(call, array, operand, index, k);
            if (found.real != wanted.real || (complex_dtype && found.imaginary != wanted.imaginary))
                return false;
        }
        for (int axis = call->loop_rank - 1; axis >= 0; axis--) {
            if (++index[axis] < call->loop_shape[axis])
                break;
            index[axis] = 0;
        }
    }
    return true;
}

/* Whether the array lies in C or F order, if that was wanted. */
static bool has_order(const weft_array *array, weft_order order)
{
    int64_t step = (int64_t)weft_dtype_size((weft_dtype)array->dtype);
    for (int k = 0; k < array->rank; k++)
        if (array->shape[k] == 0)
            return true;
    for (int k = 0; k < array->rank && (order == WEFT_ORDER_C || order == WEFT_ORDER_F); k++) {
        int axis = order == WEFT_ORDER_F ? k : array->rank - 1 - k;
        if (array->steps[axis] != step)
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
    return canonical.rank == rank && result->dtype == call->loop->dtypes[operand] &&
           result->flags == WEFT_ARRAY_OWNED && has_order(result, call->order) &&
           memcmp(canonical.shape, shape, (size_t)rank * sizeof *shape) == 0 &&
           visit(call, &canonical, operand, items, results, true);
}

/* Calls on one target and compares; prints what is wrong. The arena is restored. */
static bool run_on(random_case *call, weft_target target, const char *expected, int64_t items,
                   value *results[])
{
    static char before[ARENA_BYTES];
    weft_array operands[CASE_OPERANDS];
    weft_array *pointers[CASE_OPERANDS];
    weft_error error = {.text = ""};
    weft_options options = {.target = target,
                            .where = call->is_masked ? &call->mask : NULL,
                            .order = call->order,
                            .axes = call->has_axes ? call->axes : NULL,
                            .axes_count = call->axes_count,
                            .dtype = call->dtype};
    size_t used = (size_t)call->used;
    memcpy(before, call->arena, used);
    for (int i = 0; i < call->operand_count; i++) {
        operands[i] = random_case_shown(call, i, &call->operands[i]);
        pointers[i] = &operands[i];
    }
    weft_status status = weft_call(call->ufunc, pointers, &options, &error);
    bool right = (status == WEFT_OK) == (call->loop != NULL) &&
                 (status == WEFT_OK || status == WEFT_ERROR_DTYPE);
    right = right && memcmp(call->arena, call->loop ? expected : before, used) == 0;
    for (int i = call->ufunc->input_count; i < call->operand_count; i++) {
        if (call->operands[i].dtype != WEFT_NONE)
            continue;
        if (call->loop)
            right = right && check_result(call, &operands[i], i, items, results[i]);
        weft_array_clear(&operands[i]);
    }
    if (!right)
        fprintf(stderr, "%s on %s: status %d \"%s\", or other bytes than expected\n",
                call->ufunc->name, weft_target_name(target), (int)status, error.text);
    memcpy(call->arena, before, used);
    return right;
}

/* One case on both targets. */
static bool run_case(random_case *call, value *results[])
{
    static char expected[ARENA_BYTES];
    static char original[ARENA_BYTES];
    int64_t items = 0;
    memcpy(original, call->arena, (size_t)call->used);
    if (call->loop) {
        items = expect(call, results);
        for (int i = call->ufunc->input_count; i < call->operand_count; i++)
            if (call->operands[i].dtype != WEFT_NONE)
                visit(call, &call->operands[i], i, items, results[i], false);
    }
    memcpy(expected, call->arena, (size_t)call->used);
    memcpy(call->arena, original, (size_t)call->used);
    return run_on(call, WEFT_CPU, expected, items, results) &&
           run_on(call, WEFT_PARALLEL, expected, items, results);
}

int main(int argument_count, char **arguments)
{
    static random_case call;
    static value storage[CASE_OPERANDS][MOST_ELEMENTS];
    value *results[CASE_OPERANDS] = {storage[0], storage[1], storage[2], storage[3]};
    long seed = argument_count > 1 ? strtol(arguments[1], NULL, 10) : 1;
    long count = argument_count > 2 ? strtol(arguments[2], NULL, 10) : 20000;
    long failed = 0, refused = 0;
    for (long k = 0; k < count && failed < 10; k++) {
        random_source source = {(uint64_t)(seed + k) * UINT64_C(0x2545f4914f6cdd1d)};
        random_case_make(&call, &source);
        refused += call.loop == NULL;
        if (!run_case(&call, results)) {
            fprintf(stderr, "case %ld failed: run with arguments %ld 1\n", k, seed + k);
            failed++;
        }
    }
    printf("%ld random calls, %ld of them refused, %ld wrong\n", count, refused, failed);
    return failed ? 1 : 0;
}

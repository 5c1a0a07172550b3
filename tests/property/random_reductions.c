/* random_reductions.c: random reductions, accumulations and segments against a naive walk, on cpu and
 * on parallel with 1 to 8 threads. All values are small integers, so every order gives the same.
 *   random_reductions SEED COUNT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elements.h"
#include "fold_ufuncs.h"

enum { MOST = 4096, MOST_RESULTS = 6 * MOST, RANK = 4, BYTES = 1 << 20 };

typedef enum kind { REDUCE, ACCUMULATE, REDUCEAT, KIND_COUNT } kind;

/* One call and what it must give. */
typedef struct reduction_case {
    kind kind;
    const weft_ufunc *ufunc;
    weft_array operand, where, result; /* result.dtype WEFT_NONE: allocated */
    weft_reduction how;
    bool fails;
    bool reduced[RANK];
    int axes[RANK], axis;
    int64_t indices[8], index_count;
    double values[MOST]; /* of the operand, C order */
    bool chosen[MOST];   /* by where */
    int64_t count;       /* of expected */
    int64_t shape[RANK + 1];
    int rank;
    double expected[MOST_RESULTS];
    char memory[BYTES], mask[BYTES], out[BYTES];
} reduction_case;

static bool chance(random_source *source, int percent)
{
    return random_below(source, 100) < percent;
}

static double apply(const weft_ufunc *ufunc, double a, double b)
{
    return ufunc == &fold_minimum ? (a < b ? a : b) : ufunc == &fold_difference ? a - b : a + b;
}

/* Lays an array of a shape out in memory: any order, gaps, reversed and, for inputs, repeated axes. */
static void lay_out(weft_array *array, random_source *source, char *memory, bool repeats)
{
    int64_t step = (int64_t)weft_dtype_size((weft_dtype)array->dtype), low = 0;
    int order[RANK + 1];
    bool plain = chance(source, 40);
    for (int k = 0; k < array->rank; k++)
        order[k] = array->rank - 1 - k;
    for (int k = array->rank - 1; !plain && k > 0; k--) {
        int other = random_below(source, k + 1), kept = order[k];
        order[k] = order[other];
        order[other] = kept;
    }
    for (int k = 0; k < array->rank; k++) {
        int axis = order[k];
        step += !plain && chance(source, 10) ? random_below(source, 9) : 0;
        array->steps[axis] = step;
        step *= array->shape[axis] > 0 ? array->shape[axis] : 1;
        if (!plain && repeats && chance(source, 8)) {
            array->steps[axis] = 0;
        } else if (!plain && chance(source, 15) && array->shape[axis] > 0) {
            low += array->steps[axis] * (array->shape[axis] - 1);
            array->steps[axis] = -array->steps[axis];
        }
    }
    array->data = memory + BYTES / 4 + low + (chance(source, 20) ? random_below(source, 8) : 0);
}

/* The element of that number in C order. */
static char *element_at(const weft_array *array, int64_t number)
{
    char *at = array->data;
    for (int axis = array->rank - 1; axis >= 0; axis--) {
        at += number % array->shape[axis] * array->steps[axis];
        number /= array->shape[axis];
    }
    return at;
}

static int64_t count_of(const weft_array *array)
{
    int64_t count = 1;
    for (int axis = 0; axis < array->rank; axis++)
        count *= array->shape[axis];
    return count;
}

static void make_operand(reduction_case *made, random_source *source)
{
    static const weft_dtype dtypes[] = {WEFT_INT8,  WEFT_INT32,   WEFT_FLOAT64,
                                        WEFT_INT64, WEFT_FLOAT32, WEFT_INT16};
    static const weft_ufunc *const ufuncs[] = {&fold_sum, &fold_minimum, &fold_difference};
    int choice = random_below(source, 3);
    weft_array *operand = &made->operand;
    made->ufunc = ufuncs[choice];
    operand->dtype = (uint8_t)dtypes[random_below(source, 6)];
    operand->flags = chance(source, 10) ? WEFT_ARRAY_SWAPPED : 0;
    operand->rank = random_below(source, RANK + 1);
    int long_axis = chance(source, 40) ? random_below(source, RANK) : -1;
    for (int axis = 0; axis < operand->rank; axis++) {
        operand->shape[axis] = chance(source, 3) ? 0 : 1 + random_below(source, 4);
        if (axis == long_axis)
            operand->shape[axis] = 1 + random_below(source, operand->rank == 1   ? 4000
                                                            : operand->rank == 2 ? 1000
                                                                                 : 60);
    }
    lay_out(operand, source, made->memory, true);
    for (int64_t k = 0; k < count_of(operand); k++)
        element_write(element_at(operand, k), (weft_dtype)operand->dtype,
                      operand->flags & WEFT_ARRAY_SWAPPED, random_below(source, 9) - 4, 0);
    for (int64_t k = 0; k < count_of(operand); k++) { /* repeats show their last value */
        double imaginary;
        made->values[k] = element_read(element_at(operand, k), (weft_dtype)operand->dtype,
                                       operand->flags & WEFT_ARRAY_SWAPPED, &imaginary);
    }
}

static void make_where(reduction_case *made, random_source *source)
{
    made->how.where = NULL;
    for (int64_t k = 0; k < count_of(&made->operand); k++)
        made->chosen[k] = true;
    if (made->kind != REDUCE || !chance(source, 20))
        return;
    weft_array *where = &made->where, full;
    *where = made->operand;
    where->dtype = WEFT_BOOL;
    where->flags = 0;
    int dropped = random_below(source, where->rank + 1);
    where->rank -= dropped;
    for (int axis = 0; axis < where->rank; axis++)
        where->shape[axis] = chance(source, 20) ? 1 : made->operand.shape[axis + dropped];
    lay_out(where, source, made->mask, true);
    for (int64_t k = 0; k < count_of(where); k++)
        *element_at(where, k) = (char)(chance(source, 50) ? random_below(source, 3) : 0);
    full = made->operand;
    full.data = where->data;
    memset(full.steps, 0, sizeof full.steps);
    for (int k = 1; k <= where->rank; k++)
        if (where->shape[where->rank - k] != 1)
            full.steps[full.rank - k] = where->steps[where->rank - k];
    for (int64_t k = 0; k < count_of(&full); k++)
        made->chosen[k] = *element_at(&full, k) != 0;
    made->how.where = where;
}

static void make_axes(reduction_case *made, random_source *source)
{
    int rank = made->operand.rank, count = 0;
    memset(made->reduced, 0, sizeof made->reduced);
    made->axis = rank ? random_below(source, rank) : 0;
    if (made->kind != REDUCE) {
        made->reduced[made->axis] = true;
        return;
    }
    made->how.all = chance(source, 20);
    made->how.axes = made->axes;
    for (int axis = 0; axis < rank; axis++)
        if (made->how.all || chance(source, 45)) {
            made->reduced[axis] = true;
            made->axes[count++] = chance(source, 50) ? axis : axis - rank;
        }
    made->how.axis_count = count;
    if (made->how.all)
        made->how.axes = NULL, made->how.axis_count = 0;
    made->how.keepdims = chance(source, 30);
    made->fails = count > 1 && made->ufunc == &fold_difference;
}

/* Which element of the result an element of the operand goes to, and its place there. */
static int64_t target_of(const reduction_case *made, int64_t number, int64_t *along)
{
    int64_t lane = 0, index[RANK] = {0};
    for (int axis = made->operand.rank - 1; axis >= 0; axis--) {
        index[axis] = number % made->operand.shape[axis];
        number /= made->operand.shape[axis];
    }
    *along = index[made->axis];
    for (int axis = 0; axis < made->operand.rank; axis++)
        if (!made->reduced[axis])
            lane = lane * made->operand.shape[axis] + index[axis];
    return lane;
}

static void expect_reduce(reduction_case *made, const double *initial)
{
    static bool started[MOST];
    int64_t along;
    for (int64_t k = 0; k < made->count; k++) {
        started[k] = initial != NULL;
        made->expected[k] = initial ? *initial : 0;
    }
    for (int64_t k = 0; k < count_of(&made->operand); k++) {
        int64_t lane = target_of(made, k, &along);
        if (!made->chosen[k])
            continue;
        made->expected[lane] = started[lane]
                                   ? apply(made->ufunc, made->expected[lane], made->values[k])
                                   : made->values[k];
        started[lane] = true;
    }
    bool needs = made->how.where;
    for (int axis = 0; axis < made->operand.rank; axis++)
        needs = needs || (made->reduced[axis] && made->operand.shape[axis] == 0);
    if (needs && !initial && made->ufunc != &fold_sum)
        made->fails = true;
}

/* The result's element at `index` along the axis, for the lane of operand element k. */
static int64_t place_of(const reduction_case *made, int64_t k, int64_t index)
{
    int64_t inner = 1, size = made->operand.shape[made->axis];
    for (int axis = made->axis + 1; axis < made->operand.rank; axis++)
        inner *= made->operand.shape[axis];
    return k / inner / size * made->shape[made->axis] * inner + index * inner + k % inner;
}

static void expect_along(reduction_case *made)
{
    int64_t along, inner = 1, size = made->operand.shape[made->axis];
    for (int axis = made->axis + 1; axis < made->operand.rank; axis++)
        inner *= made->operand.shape[axis];
    for (int64_t k = 0; k < count_of(&made->operand); k++) {
        target_of(made, k, &along);
        if (made->kind == ACCUMULATE) {
            made->expected[k] =
                along == 0 ? made->values[k]
                           : apply(made->ufunc, made->expected[k - inner], made->values[k]);
            continue;
        }
        for (int64_t i = 0; i < made->index_count; i++) {
            int64_t start = made->indices[i];
            int64_t end = i + 1 < made->index_count ? made->indices[i + 1] : size;
            end = end > start ? end : start + 1;
            double *to = &made->expected[place_of(made, k, i)];
            if (along == start)
                *to = made->values[k];
            else if (along > start && along < end)
                *to = apply(made->ufunc, *to, made->values[k]);
        }
    }
}

static void make_shape(reduction_case *made, random_source *source)
{
    made->rank = 0;
    made->count = 1;
    made->index_count = 0;
    for (int axis = 0; axis < made->operand.rank; axis++) {
        int64_t size = made->operand.shape[axis];
        if (made->kind == REDUCE && made->reduced[axis]) {
            if (!made->how.keepdims)
                continue;
            size = 1;
        }
        if (made->kind == REDUCEAT && made->reduced[axis]) {
            made->index_count = size ? random_below(source, 6) : 0;
            for (int64_t i = 0; i < made->index_count; i++)
                made->indices[i] = random_below(source, (int)size);
            size = made->index_count;
        }
        made->shape[made->rank++] = size;
        made->count *= size;
    }
}

/* A result of the caller's: of the operand's loop, or wider. */
static void make_result(reduction_case *made, random_source *source)
{
    made->result = (weft_array){0};
    if (!chance(source, 50))
        return;
    made->result.dtype = WEFT_FLOAT64;
    made->result.flags = chance(source, 10) ? WEFT_ARRAY_SWAPPED : 0;
    made->result.rank = made->rank;
    memcpy(made->result.shape, made->shape, sizeof made->shape);
    lay_out(&made->result, source, made->out, false);
    if (chance(source, 15) && made->operand.dtype == WEFT_FLOAT64 &&
        made->operand.rank == made->rank && !made->result.flags)
        made->result.data = (char *)made->operand.data + 8 * random_below(source, 3);
}

static void make_case(reduction_case *made, random_source *source, double *initial,
                      bool *has_initial)
{
    made->kind = chance(source, 60) ? REDUCE : (kind)random_below(source, KIND_COUNT);
    made->how = (weft_reduction){0};
    made->fails = false;
    make_operand(made, source);
    if (made->kind != REDUCE && made->operand.rank == 0)
        made->kind = REDUCE;
    make_axes(made, source);
    make_where(made, source);
    make_shape(made, source);
    *has_initial = made->kind == REDUCE && chance(source, 30);
    *initial = random_below(source, 9) - 4;
    if (made->kind == REDUCE)
        expect_reduce(made, *has_initial ? initial : NULL);
    else
        expect_along(made);
    make_result(made, source);
}

static weft_status run(const reduction_case *made, weft_array *result, const weft_options *options,
                       weft_error *error)
{
    weft_array indices =
        weft_array_view((void *)(uintptr_t)made->indices, WEFT_INT64, 1, &made->index_count, NULL);
    if (made->kind == ACCUMULATE)
        return weft_accumulate(made->ufunc, &made->operand, result, made->axis, options, error);
    if (made->kind == REDUCEAT)
        return weft_reduceat(made->ufunc, &made->operand, &indices, result, made->axis, options,
                             error);
    return weft_reduce(made->ufunc, &made->operand, result, &made->how, options, error);
}

/* Whether the call does what it must; the operand's memory is put back. */
static bool check(reduction_case *made, const weft_options *options)
{
    static char before[BYTES];
    weft_error error = {.text = ""};
    weft_array result = made->result;
    memcpy(before, made->memory, BYTES);
    weft_status status = run(made, &result, options, &error);
    bool right = (status != WEFT_OK) == made->fails;
    if (!right)
        fprintf(stderr, "status %d: %s\n", (int)status, error.text);
    if (!status && right) {
        right = result.rank == made->rank &&
                memcmp(result.shape, made->shape, (size_t)made->rank * sizeof *made->shape) == 0;
        for (int64_t k = 0; right && k < made->count; k++) {
            double imaginary, value = element_read(element_at(&result, k), (weft_dtype)result.dtype,
                                                   result.flags & WEFT_ARRAY_SWAPPED, &imaginary);
            right = value == made->expected[k];
            if (!right)
                fprintf(stderr, "element %lld is %g, not %g\n", (long long)k, value,
                        made->expected[k]);
        }
    }
    if (made->result.dtype == WEFT_NONE)
        weft_array_clear(&result);
    memcpy(made->memory, before, BYTES);
    return right;
}

int main(int argument_count, char **arguments)
{
    static reduction_case made;
    long seed = argument_count > 1 ? strtol(arguments[1], NULL, 10) : 1;
    long count = argument_count > 2 ? strtol(arguments[2], NULL, 10) : 5000;
    long failed = 0, refused = 0;
    for (long k = 0; k < count && failed < 10; k++) {
        random_source source = {(uint64_t)(seed + k) * UINT64_C(0x2545f4914f6cdd1d)};
        double initial;
        bool has_initial;
        make_case(&made, &source, &initial, &has_initial);
        weft_array value = weft_scalar_f64(initial);
        if (made.ufunc != &fold_sum || chance(&source, 50))
            value = weft_scalar_i64((int64_t)initial);
        else if (made.operand.dtype != WEFT_FLOAT64 && made.result.dtype == WEFT_NONE)
            value = weft_scalar_i64((int64_t)initial);
        made.how.initial = has_initial ? &value : NULL;
        weft_options cpu = {.target = WEFT_CPU};
        weft_options parallel = {.target = WEFT_PARALLEL, .threads = 1 + random_below(&source, 8)};
        refused += made.fails;
        if (!check(&made, &cpu) || !check(&made, &parallel)) {
            fprintf(stderr, "case %ld (%s, kind %d) failed: run with arguments %ld 1\n", k,
                    made.ufunc->name, (int)made.kind, seed + k);
            failed++;
        }
    }
    printf("%ld random reductions, %ld of them refused, %ld wrong\n", count, refused, failed);
    return failed ? 1 : 0;
}

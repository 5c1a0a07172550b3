/* array.c: views, scalars and owned host arrays. */
#include "array.h"

#include <stdlib.h>
#include <string.h>

#include "base/axes.h"
#include "base/cast.h"
#include "base/checked.h"
#include "base/dtype.h"
#include "base/error.h"
#include "base/options.h"

enum {
    KNOWN_FLAGS = WEFT_ARRAY_OWNED | WEFT_ARRAY_READONLY | WEFT_ARRAY_SWAPPED | WEFT_ARRAY_WEAK |
                  WEFT_ARRAY_INLINE
};

/* Whether the bytes from the lowest to the highest fit int64. */
static bool extent_fits(const weft_array *array)
{
    int64_t low = 0, high = dtype_table[array->dtype].size, reach;
    for (int axis = 0; axis < array->rank; axis++) {
        if (!checked_multiply(array->shape[axis], array->steps[axis], &reach))
            return false;
        reach -= array->steps[axis];
        if (!checked_add(reach < 0 ? low : high, reach, reach < 0 ? &low : &high))
            return false;
    }
    return checked_subtract(high, low, &reach);
}

static weft_status check_fields(const weft_array *array, const char *who, int operand,
                                const char *name, weft_error *error)
{
    if (!dtype_is_valid(array->dtype))
        return error_set_at(error, WEFT_ERROR_ARGUMENT, operand, -1,
                            "%s: operand %d (%s) has no valid dtype (%d)", who, operand, name,
                            array->dtype);
    if (array->rank < 0 || array->rank > WEFT_MAX_RANK)
        return error_set_at(error, WEFT_ERROR_ARGUMENT, operand, -1,
                            "%s: operand %d (%s) has rank %d; 0 to %d are possible", who, operand,
                            name, (int)array->rank, WEFT_MAX_RANK);
    if (array->device < 0)
        return error_set_at(error, WEFT_ERROR_ARGUMENT, operand, -1,
                            "%s: operand %d (%s) has device %d; 0 is the host, k + 1 device k", who,
                            operand, name, array->device);
    if (array->flags & WEFT_ARRAY_RAGGED)
        return error_set_at(error, WEFT_ERROR_ARGUMENT, operand, -1,
                            "%s: operand %d (%s) is lists (WEFT_ARRAY_RAGGED), which only operands "
                            "whose layout has n~ can be",
                            who, operand, name);
    if (array->flags & ~KNOWN_FLAGS)
        return error_set_at(error, WEFT_ERROR_ARGUMENT, operand, -1,
                            "%s: operand %d (%s) has unknown flags (0x%x)", who, operand, name,
                            array->flags);
    if ((array->flags & WEFT_ARRAY_INLINE) && (array->rank != 0 || array->device != 0))
        return error_set_at(error, WEFT_ERROR_ARGUMENT, operand, -1,
                            "%s: operand %d (%s) is an inline scalar but has rank %d, device %d",
                            who, operand, name, (int)array->rank, array->device);
    if ((array->flags & WEFT_ARRAY_WEAK) && array->rank != 0)
        return error_set_at(error, WEFT_ERROR_ARGUMENT, operand, -1,
                            "%s: operand %d (%s) has the flag WEFT_ARRAY_WEAK, which is for "
                            "scalars, but rank %d",
                            who, operand, name, (int)array->rank);
    for (int axis = 0; axis < array->rank; axis++)
        if (array->shape[axis] < 0)
            return error_set_at(error, WEFT_ERROR_SHAPE, operand, axis,
                                "%s: operand %d (%s) has size %lld along axis %d", who, operand,
                                name, (long long)array->shape[axis], axis);
    return WEFT_OK;
}

weft_status array_check(const weft_array *array, const char *who, int operand, const char *name,
                        weft_error *error)
{
    const char *shown = name ? name : "array";
    weft_status status = check_fields(array, who, operand, shown, error);
    int64_t count;
    if (status)
        return status;
    const bool counts = checked_product(array->shape, array->rank, &count);
    if (!counts || (count > 0 && !extent_fits(array))) {
        error_text shape = {0, ""};
        error_append_shape(&shape, array->rank, array->shape);
        return error_set_at(error, WEFT_ERROR_SHAPE, operand, -1,
                            "%s: operand %d (%s) of shape %s %s than int64 counts", who, operand,
                            shown, shape.text,
                            counts ? "reaches over more bytes" : "has more elements");
    }
    if (count > 0 && !array_data(array))
        return error_set_at(error, WEFT_ERROR_ARGUMENT, operand, -1,
                            "%s: operand %d (%s) has %lld element%s but its data is NULL", who,
                            operand, shown, (long long)count, count == 1 ? "" : "s");
    return WEFT_OK;
}

int64_t array_count(const weft_array *array)
{
    int64_t count = 1;
    checked_product(array->shape, array->rank, &count);
    return count;
}

bool array_is_aligned(const weft_array *array)
{
    uint64_t bits = (uint64_t)(uintptr_t)array_data(array);
    for (int axis = 0; axis < array->rank; axis++)
        if (array->shape[axis] > 1)
            bits |= (uint64_t)array->steps[axis];
    return (bits & (dtype_table[array->dtype].part - 1u)) == 0;
}

bool array_is_fortran(const weft_array *array)
{
    int64_t step = dtype_table[array->dtype].size;
    if (array_count(array) == 0)
        return true;
    for (int axis = 0; axis < array->rank; axis++) {
        if (array->shape[axis] != 1 && array->steps[axis] != step)
            return false;
        step *= array->shape[axis];
    }
    return true;
}

/* By the steps of axis a, which C order has inside axis b. */
static int compare_steps(const void *context, int a, int b)
{
    const int64_t *steps = context;
    const uint64_t own = checked_magnitude(steps[a]), other = checked_magnitude(steps[b]);
    if (own == 0 || other == 0)
        return 0;
    return own <= other ? 1 : -1;
}

void array_order_axes(int rank, const int64_t *steps, int *order)
{
    axes_sort(rank, compare_steps, steps, order);
}

bool array_lay_out(weft_array *array, int64_t *byte_count)
{
    int64_t count, step = dtype_table[array->dtype].size;
    if (!checked_product(array->shape, array->rank, &count) ||
        !checked_multiply(count, step, byte_count))
        return false;
    for (int axis = array->rank - 1; axis >= 0; axis--) {
        array->steps[axis] = step;
        if (count > 0) /* no product of the sizes overflows then */
            step *= array->shape[axis];
    }
    return true;
}

weft_status array_allocate(weft_array *array, size_t byte_count, weft_error *error)
{
    enum { ALIGNMENT = 64 };
    void *memory = NULL;
    if (byte_count <= (size_t)INT64_MAX - ALIGNMENT)
        memory = aligned_alloc(ALIGNMENT, (byte_count + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    if (!memory)
        return error_set(error, WEFT_ERROR_MEMORY, "out of memory: %zu bytes for an array",
                         byte_count);
    array->data = array->base = memory;
    array->device = 0;
    array->flags |= WEFT_ARRAY_OWNED;
    return WEFT_OK;
}

weft_array weft_array_view(void *data, weft_dtype dtype, int rank, const int64_t *shape,
                           const int64_t *steps)
{
    weft_array array = {.data = data, .dtype = (uint8_t)dtype, .rank = rank};
    int64_t byte_count = 0;
    if ((unsigned)dtype >= WEFT_DTYPE_END)
        array.dtype = WEFT_DTYPE_END; /* kept invalid, whatever its low byte */
    if (rank <= 0 || rank > WEFT_MAX_RANK || !shape)
        return array;
    memcpy(array.shape, shape, (size_t)rank * sizeof *shape);
    if (steps)
        memcpy(array.steps, steps, (size_t)rank * sizeof *steps);
    else if (dtype_is_valid(array.dtype))
        array_lay_out(&array, &byte_count);
    return array;
}

weft_array weft_ragged_view(const weft_array *values, const weft_array *offsets)
{
    weft_array lists = *values;
    lists.flags = (uint8_t)((values->flags & ~WEFT_ARRAY_OWNED) | WEFT_ARRAY_RAGGED);
    lists.value.offsets = offsets;
    lists.base = NULL;
    return lists;
}

weft_array weft_scalar_i64(int64_t value)
{
    return (weft_array){
        .dtype = WEFT_INT64, .flags = WEFT_ARRAY_WEAK | WEFT_ARRAY_INLINE, .value.i64 = value};
}

weft_array weft_scalar_f64(double value)
{
    return (weft_array){
        .dtype = WEFT_FLOAT64, .flags = WEFT_ARRAY_WEAK | WEFT_ARRAY_INLINE, .value.f64 = value};
}

weft_array weft_scalar_c128(double real, double imaginary)
{
    return (weft_array){.dtype = WEFT_COMPLEX128,
                        .flags = WEFT_ARRAY_WEAK | WEFT_ARRAY_INLINE,
                        .value.c128 = {real, imaginary}};
}

weft_status weft_array_new(weft_array *array, weft_dtype dtype, int rank, const int64_t *shape,
                           weft_error *error)
{
    static const char who[] = "weft_array_new";
    if (!array || (rank > 0 && !shape))
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s: %s is NULL", who,
                         array ? "shape" : "array");
    if (!dtype_is_valid((unsigned)dtype))
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s: dtype is %d, which is no dtype", who,
                         (int)dtype);
    weft_array result = weft_array_view(NULL, dtype, rank, shape, NULL);
    int64_t byte_count = 0;
    weft_status status = check_fields(&result, who, 0, "array", error);
    if (!status && !array_lay_out(&result, &byte_count)) {
        error_text text = {0, ""};
        error_append_shape(&text, rank, shape);
        status = error_set(error, WEFT_ERROR_SHAPE,
                           "%s: an array of shape %s and dtype %s has more bytes than int64 counts",
                           who, text.text, weft_dtype_name(dtype));
    }
    if (!status)
        status = array_allocate(&result, byte_count ? (size_t)byte_count : 1, error);
    if (!status)
        *array = result;
    return status;
}

void array_free(weft_array *array)
{
    if (array->flags & WEFT_ARRAY_OWNED)
        free(array->base);
    memset(array, 0, sizeof *array);
}

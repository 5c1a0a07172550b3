/* array.h: what the runtime asks of a weft_array. */
#ifndef WEFT_ARRAY_H
#define WEFT_ARRAY_H

#include <weft/weft.h>

/* The element at index 0, 0, …, wherever it lies. */
static inline char *array_data(const weft_array *array)
{
    return array->flags & WEFT_ARRAY_INLINE ? (char *)(uintptr_t)&array->value : array->data;
}

static inline bool array_is_swapped(const weft_array *array)
{
    return array->flags & WEFT_ARRAY_SWAPPED;
}

/* Everything that must hold of an array before anything else is done with it: valid dtype, rank,
 * device and flags, sizes not negative, an extent in memory that fits int64, data where there are
 * elements. `who` and `operand` are for the message; `name` may be NULL. */
weft_status array_check(const weft_array *array, const char *who, int operand, const char *name,
                        weft_error *error);

/* Number of elements; the array has been checked. */
int64_t array_count(const weft_array *array);

/* Whether data and every step that is walked are multiples of the dtype's alignment. */
bool array_is_aligned(const weft_array *array);

/* Whether the elements lie without gaps, the first axis innermost; steps of size-1 axes do not
 * count. */
bool array_is_fortran(const weft_array *array);

/* Sets the steps to C order; false if the bytes do not fit int64, else the bytes in *byte_count. */
bool array_lay_out(weft_array *array, int64_t *byte_count);

/* The axes as these steps order them in memory, outermost first: by step, then in C order. An axis
 * of step 0 says nothing, and keeps no others from being told apart. */
void array_order_axes(int rank, const int64_t *steps, int *order);

/* 64-byte aligned host memory; array's data, base, device and OWNED are set. */
weft_status array_allocate(weft_array *array, size_t byte_count, weft_error *error);

/* The end of an array in host memory that the runtime made for itself. */
void array_free(weft_array *array);

#endif

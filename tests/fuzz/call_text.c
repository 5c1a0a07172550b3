#include "call_text.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ELEMENTS = 256 };      /* of one array: an outer product of three ends soon */
#define ENDLESS (INT64_C(1) << 50) /* elements that no memory holds */

int64_t call_text_number(call_text *text)
{
    for (;;) {
        while (*text->next && !isdigit((unsigned char)*text->next) && *text->next != '-' &&
               *text->next != '#')
            text->next++;
        if (*text->next != '#')
            break;
        text->next += strcspn(text->next, "\n");
    }
    if (!*text->next)
        return 0;
    char *end;
    int64_t value = strtoll(text->next, &end, 10);
    text->next = end == text->next ? end + 1 : end; /* a '-' alone is 0 */
    return value;
}

int call_text_int(call_text *text)
{
    int64_t value = call_text_number(text);
    return value > INT_MAX ? INT_MAX : value < INT_MIN ? INT_MIN : (int)value;
}

/* How many elements the array claims: 0 also where a size is negative, INT64_MAX where too many. */
static int64_t count_elements(const weft_array *array, int rank)
{
    int64_t count = 1;
    for (int axis = 0; axis < rank; axis++)
        if (array->shape[axis] <= 0)
            return 0;
    for (int axis = 0; axis < rank; axis++)
        if (__builtin_mul_overflow(count, array->shape[axis], &count))
            return INT64_MAX;
    return count;
}

/* Whether the array's elements, `place` bytes behind the pool's begin, lie within the pool. */
static bool is_within_pool(const weft_array *array, int rank, int64_t place)
{
    __extension__ __int128 low = place, high = place;
    high += (int64_t)weft_dtype_size((weft_dtype)array->dtype);
    for (int axis = 0; axis < rank; axis++) {
        __extension__ __int128 reach = (__int128)(array->shape[axis] - 1) * array->steps[axis];
        *(reach < 0 ? &low : &high) += reach;
        if (low < 0 || high > POOL_SIZE) /* at once: many such steps would pass even 128 bits */
            return false;
    }
    return low >= 0 && high <= POOL_SIZE; /* an array without axes, too */
}

/* Where the data is said to lie. An array without elements needs no memory; endless ones at step 0
 * have it, but only a call that would allocate their results, and so fails, may have them. */
static void *claim(const call_text *text, const weft_array *array, int64_t place)
{
    int rank = array->rank < 0 ? 0 : array->rank > WEFT_MAX_RANK ? WEFT_MAX_RANK : array->rank;
    int64_t count = count_elements(array, rank);
    if (count == 0)
        return (void *)(uintptr_t)place;
    bool bearable = count <= MOST_ELEMENTS || (count >= ENDLESS && !text->reduces);
    return bearable && is_within_pool(array, rank, place) ? text->pool + place : NULL;
}

/* Sizes beside a 0 need no memory here, but in a result that is reduced over the 0: such an array gets
 * few of them, or more than any memory holds. */
static void bound_result(weft_array *array)
{
    int64_t others = 1;
    for (int axis = 0; axis < array->rank && axis < WEFT_MAX_RANK; axis++)
        if (array->shape[axis] > 0 && array->shape[axis] < ENDLESS &&
            (__builtin_mul_overflow(others, array->shape[axis], &others) || others > MOST_ELEMENTS))
            array->shape[axis] = others = 1;
}

weft_array call_text_array(call_text *text)
{
    enum { NO_DEVICE = 1000 };
    weft_array array = {0};
    array.dtype = (uint8_t)call_text_number(text);
    array.flags = (uint8_t)call_text_number(text);
    int64_t device = call_text_number(text);
    array.device = (int16_t)(device > 0   ? NO_DEVICE
                             : device < 0 ? -1
                                          : 0); /* a real one is no test */
    int64_t place = call_text_number(text);
    array.rank = call_text_int(text);
    for (int axis = 0; axis < array.rank && axis < WEFT_MAX_RANK; axis++) {
        array.shape[axis] = call_text_number(text);
        array.steps[axis] = call_text_number(text);
    }
    bound_result(&array);
    array.value.i64 = place;
    array.data = claim(text, &array, place);
    return array;
}

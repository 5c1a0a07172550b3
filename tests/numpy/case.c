/* case.c: see case.h. */
#include "case.h"

#include <stdlib.h>

bool case_reach(const weft_array *array, int64_t *low, int64_t *high)
{
    *low = *high = 0;
    for (int axis = 0; axis < array->rank; axis++) {
        if (array->shape[axis] == 0)
            return false;
        int64_t reach = (array->shape[axis] - 1) * array->steps[axis];
        *(reach < 0 ? low : high) += reach;
    }
    *high += (int64_t)weft_dtype_size((weft_dtype)array->dtype);
    return true;
}

char *case_element(const weft_array *array, const int64_t *index)
{
    char *at = array->data;
    for (int axis = 0; axis < array->rank; axis++)
        at += index[axis] * array->steps[axis];
    return at;
}

bool case_advance(int rank, const int64_t *shape, int64_t *index)
{
    for (int axis = rank - 1; axis >= 0; axis--) {
        if (++index[axis] < shape[axis])
            return true;
        index[axis] = 0;
    }
    return false;
}

void case_clear(numpy_case *item)
{
    for (int k = 0; k < item->operand_count; k++) {
        free(item->operands[k].memory);
        free(item->operands[k].before);
    }
    for (int k = 0; k < item->result_count; k++)
        free(item->results[k].elements);
    *item = (numpy_case){0};
}

#include "sharing.h"

#include "array.h"
#include "base/diophantine.h"
#include "base/dtype.h"

bool sharing_views_meet(const weft_array *a, const weft_array *b)
{
    diophantine problem = {.count = 0};
    int64_t distance = (int64_t)((uintptr_t)array_data(a) - (uintptr_t)array_data(b));
    for (int axis = 0; axis < a->rank; axis++)
        diophantine_add(&problem, a->steps[axis], a->shape[axis]);
    for (int axis = 0; axis < b->rank; axis++)
        if (b->shape[axis] > 1) /* the step of another may have no negative */
            diophantine_add(&problem, -b->steps[axis], b->shape[axis]);
    diophantine_sort(&problem);
    return diophantine_solve(&problem, 1 - (int64_t)dtype_table[a->dtype].size - distance,
                             (int64_t)dtype_table[b->dtype].size - 1 - distance) !=
           DIOPHANTINE_NONE;
}

bool sharing_arrays_meet(const weft_array *a, const weft_array *b)
{
    return sharing_ranges_meet(sharing_range(a), sharing_range(b)) && sharing_views_meet(a, b);
}

bool sharing_is_within(const weft_array *view)
{
    int64_t size = dtype_table[view->dtype].size, least = INT64_MAX;
    int walked = 0;
    for (int axis = 0; axis < view->rank; axis++)
        if (view->shape[axis] == 0) /* its steps may be any: no negative of them is formed */
            return false;
    for (int axis = 0; axis < view->rank; axis++) {
        if (view->shape[axis] == 1)
            continue;
        int64_t step = view->steps[axis] < 0 ? -view->steps[axis] : view->steps[axis];
        walked++;
        least = step < least ? step : least;
    }
    if (walked == 0)
        return false;
    if (least < size)
        return true;
    if (walked == 1)
        return false;
    diophantine problem = {.count = 0};
    for (int axis = 0; axis < view->rank; axis++) { /* differences of two indices */
        int before = problem.count;
        diophantine_add(&problem, view->steps[axis], view->shape[axis]);
        if (view->shape[axis] > 1 && problem.count == before)
            return true; /* two axes with one step */
        if (problem.count > before) {
            problem.terms[before].high = view->shape[axis] - 1;
            problem.terms[before].low = 1 - view->shape[axis];
        }
    }
    diophantine_sort(&problem);
    return diophantine_solve_nonzero(&problem, 1 - size, size - 1) != DIOPHANTINE_NONE;
}

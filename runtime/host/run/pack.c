/* pack.c: copying one core block. */
#include "pack.h"

#include <string.h>

#include "base/cast.h"
#include "base/dtype.h"
#include "base/odometer.h"

/* Walks the block's rows (its last core axis) and copies each one way or the other. */
static void copy_block(const weft_plan *plan, int operand, char *packed, const char *strided,
                       bool gather)
{
    const weft_operand *layout = &plan->ufunc->operands[operand];
    const int64_t *steps = plan->core_steps[operand];
    weft_dtype dtype = (weft_dtype)plan->loop->kernel_dtypes[operand];
    int64_t size = dtype_table[dtype].size, shape[WEFT_MAX_RANK];
    int last = layout->core_rank - 1;
    for (int k = 0; k <= last; k++)
        shape[k] = plan->sizes[layout->dimensions[k]];
    odometer rows;
    odometer_begin(&rows, shape, 0, last);
    do {
        char *row = (char *)(uintptr_t)strided; /* is written where it is the target */
        if (gather)
            cast_elements(packed, dtype, size, false, row, dtype, steps[last], false, shape[last]);
        else
            cast_elements(row, dtype, steps[last], false, packed, dtype, size, false, shape[last]);
        packed += shape[last] * size;
    } while (odometer_next(&rows, 1, &strided, &steps));
}

void pack_gather(const weft_plan *plan, int operand, char *packed, const char *strided)
{
    /* Only a block that the kernel writes to is copied as it lies; bytes of a bool are 0 or 1 here.
     */
    if (plan_core_is_contiguous(plan, operand)) {
        memcpy(packed, strided, (size_t)plan_core_bytes(plan, operand));
        return;
    }
    copy_block(plan, operand, packed, strided, true);
}

void pack_scatter(const weft_plan *plan, int operand, char *strided, const char *packed)
{
    copy_block(plan, operand, (char *)(uintptr_t)packed, strided, false);
}

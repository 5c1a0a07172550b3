/* pack.c: copying one core block. */
#include "pack.h"

#include <string.h>

#include "base/cast.h"
#include "base/dtype.h"

/* Walks the block's rows (its last core axis) and copies each one way or the other. */
static void copy_block(const weft_plan *plan, int operand, char *packed, char *strided, bool gather)
{
    const weft_operand *layout = &plan->ufunc->operands[operand];
    const int64_t *steps = plan->core_steps[operand];
    weft_dtype dtype = (weft_dtype)plan->loop->kernel_dtypes[operand];
    int64_t size = dtype_table[dtype].size, index[WEFT_MAX_RANK];
    int last = layout->core_rank - 1;
    int64_t n = plan->sizes[layout->dimensions[last]];
    for (int k = 0; k < last; k++)
        index[k] = 0;
    for (;;) {
        if (gather)
            cast_elements(packed, dtype, size, false, strided, dtype, steps[last], false, n);
        else
            cast_elements(strided, dtype, steps[last], false, packed, dtype, size, false, n);
        packed += n * size;
        int k = last - 1;
        for (; k >= 0; k--) {
            int64_t extent = plan->sizes[layout->dimensions[k]];
            strided += steps[k];
            if (++index[k] < extent)
                break;
            strided -= steps[k] * extent;
            index[k] = 0;
        }
        if (k < 0)
            return;
    }
}

void pack_gather(const weft_plan *plan, int operand, char *packed, const char *strided)
{
    /* Only a block that the kernel writes to is copied as it lies; bytes of a bool are 0 or 1 here. */
    if (plan_core_is_contiguous(plan, operand)) {
        memcpy(packed, strided, (size_t)plan_core_bytes(plan, operand));
        return;
    }
    copy_block(plan, operand, packed, (char *)(uintptr_t)strided, true);
}

void pack_scatter(const weft_plan *plan, int operand, char *strided, const char *packed)
{
    copy_block(plan, operand, (char *)(uintptr_t)packed, strided, false);
}

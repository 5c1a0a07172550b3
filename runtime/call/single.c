/* single.c: what the steps of a call come to where operands are arrays of one element in host memory, of the
 * dtypes of a loop, given, and apart: a call of the kernel. Whatever is otherwise is left to them, errors
 * included. */
#include "single.h"

#include "arrays/sharing.h"
#include "base/dtype.h"
#include "plan/isa.h"
#include "plan/trace.h"
#include "target.h"

/* What the kernel is called with. */
typedef struct single {
    const weft_ufunc *ufunc;
    const weft_array *const *operands;
    int count;
    char *data[WEFT_MAX_OPERANDS];
    int64_t steps[WEFT_MAX_OPERANDS]; /* as if the element were the first of a contiguous row */
} single;

/* Ranks that are looked at. */
enum { MOST_RANK = 4 };

/* Whether the ufunc is one whose kernels run on elements where they lie. */
static inline bool is_served(const weft_ufunc *ufunc)
{
    return ufunc->flags & WEFT_UFUNC_ELEMENTWISE && !(ufunc->flags & WEFT_UFUNC_OPTIONAL) &&
           !ufunc->reducer && !ufunc->written_inputs && ufunc->output_count > 0 &&
           ufunc->input_count + ufunc->output_count <= WEFT_MAX_OPERANDS;
}

static inline bool is_one_element(const weft_array *array)
{
    if (!array || !dtype_is_valid(array->dtype) || array->flags & ~WEFT_ARRAY_OWNED ||
        array->device != 0 || !array->data || (uint32_t)array->rank > MOST_RANK)
        return false;
    for (int axis = 0; axis < array->rank; axis++)
        if (array->shape[axis] != 1)
            return false;
    return true;
}

/* Whether all operands are single elements, and the outputs have the loop's rank, which is the highest. */
static inline bool takes_operands(single *all)
{
    const int inputs = all->ufunc->input_count;
    int input_rank = 0, output_rank = -1;
    for (int i = 0; i < all->count; i++) {
        const weft_array *array = all->operands[i];
        if (!is_one_element(array) || (i > inputs && array->rank != output_rank))
            return false;
        if (i >= inputs)
            output_rank = array->rank;
        else if (array->rank > input_rank)
            input_rank = array->rank;
        all->data[i] = array->data;
        all->steps[i] = dtype_table[array->dtype].size;
    }
    return input_rank <= output_rank;
}

/* Whether no output shares memory with an operand before it, but with an input that is the same element. */
static inline bool lie_apart(const single *all)
{
    for (int o = all->ufunc->input_count; o < all->count; o++)
        for (int i = 0; i < o; i++) {
            const uintptr_t own = (uintptr_t)all->data[o], other = (uintptr_t)all->data[i];
            const bool meet =
                own < other + (uintptr_t)all->steps[i] && other < own + (uintptr_t)all->steps[o];
            const bool is_same = own == other && all->operands[i]->dtype == all->operands[o]->dtype;
            if (meet && !(is_same && i < all->ufunc->input_count))
                return false;
        }
    return true;
}

/* The first loop of the inputs' dtypes, which is the one that resolve.c takes; NULL where there is none, or
 * where something must be cast. */
static inline const weft_loop *find_loop(const single *all)
{
    const weft_ufunc *ufunc = all->ufunc;
    for (const weft_loop *loop = ufunc->loops; loop < ufunc->loops + ufunc->loop_count; loop++) {
        int i = 0;
        while (i < ufunc->input_count && all->operands[i]->dtype == loop->dtypes[i])
            i++;
        if (i < ufunc->input_count)
            continue;
        while (i < all->count && all->operands[i]->dtype == loop->dtypes[i])
            i++;
        for (int k = 0; k < all->count && i == all->count; k++)
            if (loop->dtypes[k] != loop->kernel_dtypes[k])
                return NULL;
        return i == all->count ? loop : NULL;
    }
    return NULL;
}

/* The call, if the first operand did not rule it out. */
__attribute__((noinline)) static bool compute(const weft_ufunc *ufunc, weft_array *const *operands)
{
    single all;
    weft_kernel *kernel;
    if (!is_served(ufunc))
        return false;
    all.ufunc = ufunc;
    all.operands = (const weft_array *const *)operands;
    all.count = operand_total(ufunc);
    if (!takes_operands(&all) || !lie_apart(&all))
        return false;
    const weft_loop *loop = find_loop(&all);
    if (!loop || trace_is_on() || !target_takes_cpu(ufunc, loop) || isa_check(NULL) ||
        isa_find_kernel(ufunc, loop, &kernel, NULL))
        return false;
    kernel(all.data, &(int64_t){1}, all.steps, NULL);
    return true;
}

bool single_call(const weft_ufunc *ufunc, weft_array *const *operands)
{
    const weft_array *first = ufunc && operands ? operands[0] : NULL;
    return first && (first->rank == 0 || first->shape[0] == 1) && compute(ufunc, operands);
}

/* direct.c: what the steps of a call come to where operands lie in host memory in C order, all of one shape or
 * single elements, of the dtypes of a loop, given, and apart: a call of the kernel. Whatever is otherwise is
 * left to them, errors included. */
#include "direct.h"

#include "base/dtype.h"
#include "plan/isa.h"
#include "plan/trace.h"
#include "target.h"

/* Ranks and items that are looked at: more items are worth the steps, which may share them out or
 * stream them. */
enum { MOST_RANK = 4, MOST_ITEMS = 4096 };

/* What the kernel is called with. */
typedef struct direct {
    const weft_ufunc *ufunc;
    const weft_array *const *operands;
    int count;
    int64_t items;
    char *data[WEFT_MAX_OPERANDS];
    int64_t steps[WEFT_MAX_OPERANDS]; /* of one item as if it were the first of a contiguous row */
} direct;

/* Whether the ufunc is one whose kernels run on elements where they lie. */
static inline bool is_served(const weft_ufunc *ufunc)
{
    return ufunc->flags & WEFT_UFUNC_ELEMENTWISE && !(ufunc->flags & WEFT_UFUNC_OPTIONAL) &&
           !ufunc->reducer && !ufunc->written_inputs && ufunc->output_count > 0 &&
           ufunc->input_count + ufunc->output_count <= WEFT_MAX_OPERANDS;
}

/* Whether options, of which the target is looked at elsewhere, say nothing. */
static inline bool are_default(const weft_options *o)
{
    return (o->size == 0 || o->size == sizeof *o) && !o->casting && !o->threads && !o->device &&
           !o->stream && !o->where && !o->order && !o->dtype && !o->signature && !o->axes &&
           !o->axes_count && !o->keepdims && !o->axis && !o->floating_flags;
}

static inline bool is_plain(const weft_array *array)
{
    return array && dtype_is_valid(array->dtype) && !(array->flags & ~WEFT_ARRAY_OWNED) &&
           array->device == 0 && array->data && (uint32_t)array->rank <= MOST_RANK;
}

/* The number of elements of an array in C order without gaps; 0 of any other, and of those too long. */
static inline int64_t contiguous_items(const weft_array *array)
{
    const int64_t size = dtype_table[array->dtype].size;
    int64_t items = 1;
    for (int axis = array->rank - 1; axis >= 0; axis--) {
        const int64_t extent = array->shape[axis];
        if (extent < 1 || extent > MOST_ITEMS || (extent > 1 && array->steps[axis] != items * size))
            return 0;
        items *= extent;
    }
    return items <= MOST_ITEMS ? items : 0;
}

static inline bool have_one_shape(const weft_array *a, const weft_array *b)
{
    for (int axis = 0; axis < a->rank; axis++)
        if (a->shape[axis] != b->shape[axis])
            return false;
    return a->rank == b->rank;
}

/* Takes an operand, if it is as a kernel wants it beside the first output. */
static inline bool takes_operand(direct *all, int i, const weft_array *first)
{
    const weft_array *array = all->operands[i];
    if (!is_plain(array) || array->rank > first->rank)
        return false;
    const int64_t items = contiguous_items(array);
    const bool is_scalar = items == 1 && i < all->ufunc->input_count;
    if (!is_scalar && (items != all->items || !have_one_shape(array, first)))
        return false;
    all->data[i] = array->data;
    all->steps[i] = items == all->items ? dtype_table[array->dtype].size : 0;
    return true;
}

static inline bool takes_operands(direct *all)
{
    const weft_array *first = all->operands[all->ufunc->input_count];
    if (!is_plain(first))
        return false;
    all->items = contiguous_items(first);
    for (int i = 0; i < all->count; i++)
        if (all->items == 0 || !takes_operand(all, i, first))
            return false;
    return true;
}

/* Whether no output shares memory with an operand before it, but with an input that is the same array. */
static inline bool lie_apart(const direct *all)
{
    for (int o = all->ufunc->input_count; o < all->count; o++)
        for (int i = 0; i < o; i++) {
            const uintptr_t own = (uintptr_t)all->data[o], other = (uintptr_t)all->data[i];
            const int64_t size = dtype_table[all->operands[i]->dtype].size;
            const int64_t bytes = all->steps[i] ? size * all->items : size;
            const bool meet = own < other + (uintptr_t)bytes &&
                              other < own + (uintptr_t)(all->steps[o] * all->items);
            const bool is_same = own == other && all->steps[i] == all->steps[o] &&
                                 all->operands[i]->dtype == all->operands[o]->dtype;
            if (meet && !(is_same && i < all->ufunc->input_count))
                return false;
        }
    return true;
}

/* The first loop of the inputs' dtypes, which is the one that resolve.c takes; NULL where there is none, or
 * where something must be cast. */
static inline const weft_loop *find_loop(const direct *all)
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

/* The call, if the first output did not rule it out. */
__attribute__((noinline)) static bool compute(const weft_ufunc *ufunc, weft_array *const *operands,
                                              weft_target target)
{
    direct all;
    weft_kernel *kernel;
    all.ufunc = ufunc;
    all.operands = (const weft_array *const *)operands;
    all.count = operand_total(ufunc);
    if (!takes_operands(&all) || !lie_apart(&all))
        return false;
    const weft_loop *loop = find_loop(&all);
    if (!loop || trace_is_on() || !target_takes_cpu(ufunc, loop, all.items, target) ||
        isa_check(NULL) || isa_find_kernel(ufunc, loop, &kernel, NULL))
        return false;
    kernel(all.data, &all.items, all.steps, NULL);
    return true;
}

bool direct_call(const weft_ufunc *ufunc, weft_array *const *operands, const weft_options *options)
{
    if (!ufunc || !operands || !is_served(ufunc) || (options && !are_default(options)))
        return false;
    const weft_array *first = operands[ufunc->input_count];
    return first && first->dtype != WEFT_NONE &&
           (first->rank == 0 || (uint64_t)first->shape[0] <= MOST_ITEMS) &&
           compute(ufunc, operands, options ? options->target : WEFT_AUTO);
}

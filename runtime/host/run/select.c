/* select.c: items that a mask chooses. They are gathered side by side into blocks that stay in the
 * nearest cache, handled there like any others, and what they give is scattered. So a random mask
 * costs two short copies, not one kernel call per run of items; and what is masked off is never
 * computed. */
#include "select.h"

#include <string.h>

#include "arrays/array.h"
#include "base/cast.h"
#include "base/dtype.h"
#include "base/odometer.h"

enum {
    MOST_ITEMS = 512,    /* of a block */
    LEAST_ITEMS = 32,    /* of a block, if there are many operands */
    BLOCK_BYTES = 16384, /* of all operands, on the stack */
    COPIED_ITEMS = 256,  /* that are copied at a time */
    ELEMENT_BYTES = 16   /* of the widest dtype */
};

/* Positions of the chosen items among those of a block. */
typedef struct selection {
    int count;
    uint16_t at[MOST_ITEMS];
} selection;

static void choose(selection *chosen, const char *mask, int64_t step, int count)
{
    int found = 0;
    for (int k = 0; k < count; k++) {
        chosen->at[found] = (uint16_t)k;
        found += mask[k * step] != 0;
    }
    chosen->count = found;
}

#define DEFINE_SELECT(SIZE)                                                                       \
    static void gather_##SIZE(char *to, const char *from, int64_t step, const selection *chosen)  \
    {                                                                                             \
        for (int k = 0; k < chosen->count; k++)                                                   \
            memcpy(to + k * SIZE, from + chosen->at[k] * step, SIZE);                             \
    }                                                                                             \
    static void scatter_##SIZE(char *to, int64_t step, const char *from, const selection *chosen) \
    {                                                                                             \
        for (int k = 0; k < chosen->count; k++)                                                   \
            memcpy(to + chosen->at[k] * step, from + k * SIZE, SIZE);                             \
    }
DEFINE_SELECT(1)
DEFINE_SELECT(2)
DEFINE_SELECT(4)
DEFINE_SELECT(8)
DEFINE_SELECT(16)

typedef void gather_function(char *to, const char *from, int64_t step, const selection *chosen);
typedef void scatter_function(char *to, int64_t step, const char *from, const selection *chosen);

/* By the size of an element. */
static const struct {
    gather_function *gather;
    scatter_function *scatter;
} copies[ELEMENT_BYTES + 1] = {
    [1] = {gather_1, scatter_1}, [2] = {gather_2, scatter_2},    [4] = {gather_4, scatter_4},
    [8] = {gather_8, scatter_8}, [16] = {gather_16, scatter_16},
};

int64_t select_block(const weft_plan *plan)
{
    int64_t items = MOST_ITEMS, bytes = 0;
    for (int i = 0; i < plan->operand_count - 1; i++)
        bytes += dtype_table[plan_dtype(plan, i)].size;
    while (items > LEAST_ITEMS && items * bytes > BLOCK_BYTES)
        items /= 2;
    return items;
}

/* Runs the kernel on the chosen items of one block. */
static void run_chosen(const weft_plan *plan, weft_kernel *kernel, char *const *data,
                       const selection *chosen)
{
    _Alignas(64) char block[BLOCK_BYTES];
    char *arguments[WEFT_MAX_OPERANDS] = {NULL}, *next = block;
    int64_t steps[WEFT_MAX_OPERANDS] = {0}, count = chosen->count, items = select_block(plan);
    int operand_count = plan->operand_count - 1, input_count = plan->ufunc->input_count;
    for (int i = 0; i < operand_count; i++) {
        int size = dtype_table[plan_dtype(plan, i)].size;
        bool stays = i < input_count && plan->steps[0][i] == 0;
        arguments[i] = stays ? data[i] : next;
        steps[i] = stays ? 0 : size;
        next += items * size;
        if ((i < input_count && !stays) || plan_is_kept(plan, i))
            copies[size].gather(arguments[i], data[i], plan->steps[0][i], chosen);
    }
    kernel(arguments, &count, steps, NULL);
    for (int i = input_count; i < operand_count; i++)
        copies[steps[i]].scatter(data[i], plan->steps[0][i], arguments[i], chosen);
}

/* The same where numbers of items are operands, which cannot be gathered: neighbours together. */
static void run_neighbours(const weft_plan *plan, weft_kernel *kernel, char *const *data,
                           const selection *chosen)
{
    for (int first = 0, next; first < chosen->count; first = next) {
        char *at[WEFT_MAX_OPERANDS] = {NULL};
        for (next = first + 1; next < chosen->count; next++)
            if (chosen->at[next] != chosen->at[next - 1] + 1)
                break;
        const int64_t count = next - first;
        for (int i = 0; i < plan->operand_count - 1; i++)
            at[i] = data[i] + chosen->at[first] * plan->steps[0][i];
        kernel(at, &count, plan->steps[0], NULL);
    }
}

void select_run(const weft_plan *plan, weft_kernel *kernel, char *const *data, int64_t count)
{
    int mask = plan->operand_count - 1;
    int64_t block = select_block(plan), mask_step = plan->steps[0][mask];
    selection chosen;
    if (mask_step == 0) {
        if (*data[mask])
            kernel(data, &count, plan->steps[0], NULL);
        return;
    }
    for (int64_t first = 0; first < count; first += block) {
        char *at[WEFT_MAX_OPERANDS] = {NULL};
        int64_t n = count - first < block ? count - first : block;
        for (int i = 0; i < plan->operand_count; i++)
            at[i] = data[i] + first * plan->steps[0][i];
        choose(&chosen, at[mask], mask_step, (int)n);
        if (chosen.count == n)
            kernel(at, &n, plan->steps[0], NULL);
        else if (plan->ufunc->flags & WEFT_UFUNC_INDEXED)
            run_neighbours(plan, kernel, at, &chosen);
        else if (chosen.count > 0)
            run_chosen(plan, kernel, at, &chosen);
    }
}

/* The last axis of three arrays, or what a scalar has in its stead. */
typedef struct row {
    char *to;
    const char *from, *mask;
    int64_t count, to_step, from_step, mask_step;
} row;

static void copy_row(const weft_array *to, const weft_array *from, row at)
{
    char source[COPIED_ITEMS * ELEMENT_BYTES], target[COPIED_ITEMS * ELEMENT_BYTES];
    weft_dtype from_dtype = (weft_dtype)from->dtype, to_dtype = (weft_dtype)to->dtype;
    int from_size = dtype_table[from_dtype].size, to_size = dtype_table[to_dtype].size;
    selection chosen;
    for (; at.count > 0; at.count -= COPIED_ITEMS) {
        int n = at.count < COPIED_ITEMS ? (int)at.count : COPIED_ITEMS;
        choose(&chosen, at.mask, at.mask_step, n);
        copies[from_size].gather(source, at.from, at.from_step, &chosen);
        cast_elements(target, to_dtype, to_size, array_is_swapped(to), source, from_dtype,
                      from_size, array_is_swapped(from), chosen.count);
        copies[to_size].scatter(at.to, at.to_step, target, &chosen);
        at.to += n * at.to_step;
        at.from += n * at.from_step;
        at.mask += n * at.mask_step;
    }
}

void select_copy(const weft_array *to, const weft_array *from, const weft_array *mask)
{
    const int64_t *steps[] = {to->steps, from->steps, mask->steps};
    const int last = to->rank - 1;
    odometer rows;
    row at = {array_data(to), array_data(from), array_data(mask), 1, 0, 0, 0};
    if (to->rank > 0)
        at.count = to->shape[last];
    if (at.count > 1) { /* the step of a single element may be any */
        at.to_step = to->steps[last];
        at.from_step = from->steps[last];
        at.mask_step = mask->steps[last];
    }
    if (array_count(to) == 0)
        return;
    const char *begins[] = {at.to, at.from, at.mask};
    odometer_begin(&rows, to->shape, 0, last);
    do {
        at.to = (char *)(uintptr_t)begins[0];
        at.from = begins[1];
        at.mask = begins[2];
        copy_row(to, from, at);
    } while (odometer_next(&rows, 3, begins, steps));
}

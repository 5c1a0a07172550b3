#include "roles.h"

enum { A = 1, B = 2, C = 4, FACTORS_AND_SUM = 3, MOST_LABELS = 26 };
enum { MOST_READ = FACTORS_AND_SUM + WEFT_EPILOGUE_MOST_TERMS };

/* One index of the sum, with the bytes from one of its values to the next in each operand. */
typedef struct axis {
    int64_t size;
    unsigned operands;        /* bit i: operand i of steps has it */
    int64_t steps[MOST_READ]; /* of A, B, C and the terms; else unset */
} axis;

/* The axes of one kind, as long as they lie as one: the outer one's steps are the inner one's times
 * its size. */
typedef struct group {
    axis one;
    bool any;
} group;

static inline int64_t step_of(const axis *one, int operand)
{
    return one->operands >> operand & 1 ? one->steps[operand] : 0;
}

static bool join(group *into, const axis *inner, int operand_count)
{
    for (int i = 0; i < operand_count; i++) {
        const int64_t step = step_of(inner, i);
        int64_t whole;
        if (into->any &&
            (__builtin_mul_overflow(step, inner->size, &whole) || step_of(&into->one, i) != whole))
            return false;
        into->one.steps[i] = step;
    }
    into->one.operands |= inner->operands;
    into->any = true;
    return !__builtin_mul_overflow(into->one.size, inner->size, &into->one.size);
}

/* Adds one operand's steps to the axes by label. */
static void read_operand(const weft_plan *plan, const char *letters, unsigned operand, int place,
                         axis *axes, int *count)
{
    for (int k = 0; letters && letters[k]; k++) {
        const int label = letters[k] - 'a';
        for (; *count <= label; ++*count) {
            axes[*count].size = 1;
            axes[*count].operands = 0;
        }
        axes[label].size = plan->sizes[plan->ufunc->operands[operand].dimensions[k]];
        axes[label].steps[place] = plan->core_steps[operand][k];
        axes[label].operands |= 1u << place;
    }
}

/* The axes by label, from the letters of the operands. */
static int read_axes(const weft_plan *plan, const weft_contraction *from, axis *axes)
{
    int count = 0;
    read_operand(plan, from->a, from->a_operand, 0, axes, &count);
    read_operand(plan, from->b, from->b_operand, 1, axes, &count);
    read_operand(plan, from->c, from->c_operand, 2, axes, &count);
    for (int i = 0; i < from->term_count; i++)
        read_operand(plan, from->terms[i].letters, from->terms[i].operand, FACTORS_AND_SUM + i,
                     axes, &count);
    return count;
}

/* Sorts the axes into those of A and C, of B and C, and summed ones. */
static bool find_groups(const weft_plan *plan, const weft_contraction *from, group *m, group *n,
                        group *k)
{
    axis axes[MOST_LABELS];
    const int all = FACTORS_AND_SUM + from->term_count, count = read_axes(plan, from, axes);
    group *const groups[] = {m, n, k};
    for (int i = 0; i < 3; i++) {
        groups[i]->one.size = 1;
        groups[i]->one.operands = 0;
        groups[i]->any = false;
    }
    for (int i = 0; i < count; i++) {
        const unsigned operands = axes[i].operands & (A | B | C);
        if (axes[i].size == 1)
            continue;
        group *const into = operands == (A | C)   ? m
                            : operands == (B | C) ? n
                            : operands == (A | B) ? k
                                                  : NULL;
        if (!into || !join(into, &axes[i], all))
            return false;
    }
    return true;
}

/* What does not depend on steps, but for sizes. */
static void fill_roles(const weft_contraction *from, contract_roles *roles)
{
    roles->contraction = from;
    roles->dtype = (weft_dtype)from->dtype;
    roles->a = from->a_operand, roles->b = from->b_operand, roles->c = from->c_operand;
    roles->conjugate_a = from->conjugated & 1, roles->conjugate_b = from->conjugated >> 1 & 1;
}

bool contract_find_sizes(const weft_plan *plan, contract_roles *roles)
{
    const weft_contraction *from = plan->loop->contraction;
    const char *const letters[] = {from->a, from->b, from->c};
    const uint8_t operands[] = {from->a_operand, from->b_operand, from->c_operand};
    int64_t sizes[MOST_LABELS] = {0};
    unsigned having[MOST_LABELS] = {0};
    fill_roles(from, roles);
    roles->m = roles->n = roles->k = 1;
    for (int i = 0; i < FACTORS_AND_SUM; i++)
        for (int k = 0; letters[i][k]; k++) {
            having[letters[i][k] - 'a'] |= 1u << i;
            sizes[letters[i][k] - 'a'] =
                plan->sizes[plan->ufunc->operands[operands[i]].dimensions[k]];
        }
    for (int label = 0; label < MOST_LABELS; label++) {
        if (!having[label] || sizes[label] == 1)
            continue;
        int64_t *const size = having[label] == (A | C)   ? &roles->m
                              : having[label] == (B | C) ? &roles->n
                              : having[label] == (A | B) ? &roles->k
                                                         : NULL;
        if (!size || *size != 1)
            return false;
        *size = sizes[label];
    }
    return true;
}

bool contract_find_roles(const weft_plan *plan, contract_roles *roles)
{
    const weft_contraction *from = plan->loop->contraction;
    group m, n, k;
    if (!from || from->term_count > WEFT_EPILOGUE_MOST_TERMS ||
        !find_groups(plan, from, &m, &n, &k))
        return false;
    fill_roles(from, roles);
    roles->m = m.one.size, roles->n = n.one.size, roles->k = k.one.size;
    roles->a_i = step_of(&m.one, 0), roles->a_k = step_of(&k.one, 0);
    roles->b_k = step_of(&k.one, 1), roles->b_j = step_of(&n.one, 1);
    roles->c_i = step_of(&m.one, 2), roles->c_j = step_of(&n.one, 2);
    for (int i = 0; i < from->term_count; i++) {
        roles->term_i[i] = step_of(&m.one, FACTORS_AND_SUM + i);
        roles->term_j[i] = step_of(&n.one, FACTORS_AND_SUM + i);
    }
    return true;
}

bool contract_is_plain(const weft_plan *plan, const contract_roles *roles)
{
    const weft_contraction *from = roles->contraction;
    const uint8_t *dtypes = plan->loop->kernel_dtypes;
    return dtypes[roles->a] == from->dtype && dtypes[roles->b] == from->dtype &&
           dtypes[roles->c] == from->dtype && !from->product && !from->subtracted &&
           !from->starts && !from->epilogue;
}

static void swap(int64_t *x, int64_t *y)
{
    const int64_t kept = *x;
    *x = *y, *y = kept;
}

void contract_transpose(contract_roles *roles)
{
    const uint8_t operand = roles->a;
    const bool conjugate = roles->conjugate_a;
    roles->a = roles->b, roles->b = operand;
    roles->conjugate_a = roles->conjugate_b, roles->conjugate_b = conjugate;
    swap(&roles->m, &roles->n);
    swap(&roles->a_i, &roles->b_j);
    swap(&roles->a_k, &roles->b_k);
    swap(&roles->c_i, &roles->c_j);
    for (int i = 0; i < roles->contraction->term_count; i++)
        swap(&roles->term_i[i], &roles->term_j[i]);
}

contract_items contract_items_along(const weft_plan *plan, const contract_roles *roles, int axis)
{
    const int64_t *steps = plan->steps[axis];
    contract_items items = {
        .count = plan->extents[axis],
        .a = steps[roles->a],
        .b = steps[roles->b],
        .c = steps[roles->c],
    };
    for (int i = 0; i < roles->contraction->term_count; i++)
        if (roles->contraction->terms[i].letters)
            items.terms[i] = steps[roles->contraction->terms[i].operand];
    return items;
}

/* Whether the rows of items lie as one: an item's step is that of all its rows. */
static bool lies_as_one(int64_t rows, int64_t row_step, int64_t item_step)
{
    int64_t whole;
    return !__builtin_mul_overflow(rows, row_step, &whole) && whole == item_step;
}

bool contract_join(contract_roles *roles, const contract_items *items)
{
    const int term_count = roles->contraction->term_count;
    int64_t rows = 0;
    bool fits = items->b == 0 && !__builtin_mul_overflow(roles->m, items->count, &rows);
    if (roles->m != 1) {
        fits &= lies_as_one(roles->m, roles->a_i, items->a) &&
                lies_as_one(roles->m, roles->c_i, items->c);
        for (int i = 0; i < term_count; i++)
            fits &= lies_as_one(roles->m, roles->term_i[i], items->terms[i]);
    }
    if (!fits)
        return false;
    if (roles->m == 1) {
        roles->a_i = items->a, roles->c_i = items->c;
        for (int i = 0; i < term_count; i++)
            roles->term_i[i] = items->terms[i];
    }
    roles->m = rows;
    return true;
}

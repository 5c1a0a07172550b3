#include "roles.h"

/* One index of the sum, with the bytes from one of its values to the next in each operand. */
typedef struct axis {
    int64_t size;
    int64_t steps[3];  /* of A, B, C; 0 in an operand that does not have it */
    unsigned operands; /* bit i: operand i of steps has it */
} axis;

enum { A = 1, B = 2, C = 4, MOST_LABELS = 26 };

/* The axes of one kind, as long as they lie as one: the outer one's steps are the inner one's times its
 * size. */
typedef struct group {
    axis one;
    bool any;
} group;

static bool join(group *into, const axis *inner)
{
    if (!into->any) {
        *into = (group){*inner, true};
        return true;
    }
    for (int i = 0; i < 3; i++) {
        int64_t whole;
        if (__builtin_mul_overflow(inner->steps[i], inner->size, &whole) ||
            into->one.steps[i] != whole)
            return false;
        into->one.steps[i] = inner->steps[i];
    }
    return !__builtin_mul_overflow(into->one.size, inner->size, &into->one.size);
}

/* The axes by label, from the letters of the three operands. */
static int read_axes(const weft_plan *plan, const weft_contraction *from, axis *axes)
{
    const char *const letters[] = {from->a, from->b, from->c};
    const uint8_t operands[] = {from->a_operand, from->b_operand, from->c_operand};
    int count = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; letters[i][k]; k++) {
            const int label = letters[i][k] - 'a';
            while (count <= label)
                axes[count++] = (axis){.size = 1};
            axes[label].size = plan->sizes[plan->ufunc->operands[operands[i]].dimensions[k]];
            axes[label].steps[i] = plan->core_steps[operands[i]][k];
            axes[label].operands |= 1u << i;
        }
    return count;
}

/* Sorts the axes into those of A and C, of B and C, and summed ones. */
static bool find_groups(const weft_plan *plan, const weft_contraction *from, group *m, group *n,
                        group *k)
{
    axis axes[MOST_LABELS];
    const int count = read_axes(plan, from, axes);
    for (int i = 0; i < count; i++) {
        if (axes[i].size == 1)
            continue;
        group *const into = axes[i].operands == (A | C)   ? m
                            : axes[i].operands == (B | C) ? n
                            : axes[i].operands == (A | B) ? k
                                                          : NULL;
        if (!into || !join(into, &axes[i]))
            return false;
    }
    return true;
}

/* Whether all operands, and so products and sum, have one dtype. */
static bool has_one_dtype(const weft_plan *plan)
{
    for (int i = 0; i < plan->operand_count; i++)
        if (plan->loop->kernel_dtypes[i] != plan->loop->contraction->dtype)
            return false;
    return true;
}

bool contract_find_roles(const weft_plan *plan, contract_roles *roles)
{
    const weft_contraction *from = plan->loop->contraction;
    group m = {.one.size = 1}, n = m, k = m;
    if (!from || !has_one_dtype(plan) || !find_groups(plan, from, &m, &n, &k))
        return false;
    *roles = (contract_roles){
        .dtype = (weft_dtype)from->dtype,
        .a = from->a_operand,
        .b = from->b_operand,
        .c = from->c_operand,
        .m = m.one.size,
        .n = n.one.size,
        .k = k.one.size,
        .a_i = m.one.steps[0],
        .a_k = k.one.steps[0],
        .b_k = k.one.steps[1],
        .b_j = n.one.steps[1],
        .c_i = m.one.steps[2],
        .c_j = n.one.steps[2],
        .conjugate_a = from->conjugated & 1,
        .conjugate_b = from->conjugated >> 1 & 1,
    };
    return true;
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
}

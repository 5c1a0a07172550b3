/* roles.h: a plan whose core is a sum of products, seen as a matrix product of each item:
 * C[i][j] = sum over k of A[i][k] B[k][j]. */
#ifndef WEFT_ROLES_H
#define WEFT_ROLES_H

#include "plan/plan.h"

/* Sizes, and bytes from one index to the next in each operand. */
typedef struct contract_roles {
    const weft_contraction *contraction; /* of the plan's loop */
    weft_dtype dtype;                    /* of the sum */
    uint8_t a, b, c; /* the plan's operands: the factors, maybe swapped, and the output */
    bool conjugate_a, conjugate_b;
    int64_t m, n, k; /* may be 0 */
    int64_t a_i, a_k, b_k, b_j, c_i, c_j;
    int64_t term_i[WEFT_EPILOGUE_MOST_TERMS], term_j[WEFT_EPILOGUE_MOST_TERMS]; /* by term */
} contract_roles;

/* Items in a row: how many, and bytes from one to the next. */
typedef struct contract_items {
    int64_t count, a, b, c;
    int64_t terms[WEFT_EPILOGUE_MOST_TERMS];
} contract_items;

/* Whether the plan's loop is a contraction with at most one axis (or axes that lie as one) of each
 * kind: of A and C, of B and C, summed. Then fills the roles. */
bool contract_find_roles(const weft_plan *plan, contract_roles *roles);

/* Whether that holds for any steps, because there is at most one axis of each kind. Then fills the
 * roles but for steps. */
bool contract_find_sizes(const weft_plan *plan, contract_roles *roles);

/* Whether factors, sum and result are of the sum's dtype and nothing is done but to add products up
 * from zero. */
bool contract_is_plain(const weft_plan *plan, const contract_roles *roles);

/* The transpose of the product: C' = B' A'. */
void contract_transpose(contract_roles *roles);

/* The steps of a row of items along a loop axis of the plan. */
contract_items contract_items_along(const weft_plan *plan, const contract_roles *roles, int axis);

/* Makes items that share B one tall product, whose rows are all of theirs, if these lie as one. */
bool contract_join(contract_roles *roles, const contract_items *items);

#endif

/* roles.h: a plan whose core is a sum of products, seen as a matrix product of each item:
 * C[i][j] = sum over k of A[i][k] B[k][j]. */
#ifndef WEFT_ROLES_H
#define WEFT_ROLES_H

#include "plan/plan.h"

/* Sizes, and bytes from one index to the next in each operand. */
typedef struct contract_roles {
    weft_dtype dtype;
    uint8_t a, b, c; /* the plan's operands: the factors, maybe swapped, and the output */
    bool conjugate_a, conjugate_b;
    int64_t m, n, k; /* may be 0 */
    int64_t a_i, a_k, b_k, b_j, c_i, c_j;
} contract_roles;

/* Whether the plan's loop is a contraction of one dtype with at most one axis (or axes that lie as one)
 * of each kind: of A and C, of B and C, summed. Then fills the roles. */
bool contract_find_roles(const weft_plan *plan, contract_roles *roles);

/* The transpose of the product: C' = B' A'. */
void contract_transpose(contract_roles *roles);

#endif

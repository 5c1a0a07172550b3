/* shape_product.c: sums of products, by libweft's own kernels. */
#include <inttypes.h>

#include "kernel_shape.h"

static bool applies(const weft_plan *plan, gpu_choice *choice, plan_text *why)
{
    return gpu_contract_applies(plan, &choice->product) ||
           PLAN_TEXT_NO(why, "%s",
                        plan->values
                            ? "an operand is one element of the host"
                            : "its sizes, steps or dtype are not those of matrix products");
}

static weft_status launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                          const gpu_choice *choice, weft_error *error)
{
    return gpu_contract_launch(scope, stream, &choice->product, plan, error);
}

static void print(const weft_plan *plan, const gpu_choice *choice, plan_text *to)
{
    const contract_roles *roles = &choice->product.roles;
    (void)plan;
    plan_text_add(to, ", of %" PRId64 " × %" PRId64 " and %" PRId64 " × %" PRId64, roles->m,
                  roles->k, roles->k, roles->n);
}

const gpu_kernel_shape gpu_shape_product = {
    .number = WEFT_SHAPE_GPU_PRODUCT,
    .applies = applies,
    .launch = launch,
    .print = print,
};

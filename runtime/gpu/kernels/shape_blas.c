/* shape_blas.c: sums of products in any order, by cuBLAS, where that is faster than libweft's own
 * kernels. Its matrices lie by columns, so the product of the transposes is computed: C' = B' A'.
 */
#include <inttypes.h>

#include "base/dtype.h"
#include "gpu/driver/gpu_stream.h"
#include "gpu/products/gpu_blas.h"
#include "gpu/products/gpu_epilogue.h"
#include "kernel_shape.h"

/* So many calls of cuBLAS at most, one for each row of items. */
enum { MOST_CALLS = 16 };

/* Whether it was measured to be faster (docs/performance.md): large products; and few results of
 * long sums, whose terms it spreads over the GPU. */
static bool is_faster(const contract_roles *roles, int64_t items, gpu_arithmetic arithmetic)
{
    const int64_t m = roles->m, n = roles->n, k = roles->k, least = m < n ? m : n,
                  most = m < n ? n : m;
    const double results = (double)items * (double)m * (double)n,
                 products = (double)m * (double)n * (double)k;
    if (results <= 0x1p20 && products >= 0x1p20 && k >= 512)
        return true;
    switch (arithmetic) {
    case GPU_PRODUCT_float32:
        return products >= 0x1p26 && k >= 64;
    case GPU_PRODUCT_float64: /* its rows of 16 bytes, of middle size; narrow ones; large ones */
        return (least > 40 && most < 64 && k >= 40 && k < 64 && n % 2 == 0 && k % 2 == 0) ||
               (least <= 16 && k >= 64 && products >= 0x1p15) || (k >= 64 && products >= 0x1.6p22);
    case GPU_PRODUCT_complex64:
    case GPU_PRODUCT_complex128:
        return least >= 8 && k >= 8 && products >= 28.0 * 28 * 28;
    case GPU_PRODUCT_float16:
    case GPU_PRODUCT_bfloat16: /* what fills no tiles; large ones */
        return (least >= 8 && least <= 16 && k >= 64 && products >= 0x1p15) || products >= 0x1p33 ||
               (least >= 8 && k >= 8 && products >= 33.0 * 33 * 33 &&
                (m % 64 != 0 || n % 64 != 0 || k < 64));
    default:
        return false;
    }
}

/* One matrix of each item: `rows` rows of `length` elements, as the transpose that cuBLAS sees.
 * False: it lies otherwise. */
static bool find_factor(int64_t row_step, int64_t element_step, int64_t rows, int64_t length,
                        int64_t size, bool conjugate, gpu_blas_factor *factor)
{
    const bool by_rows = element_step == size || length == 1;
    const int64_t step = by_rows ? row_step : element_step, inside = by_rows ? length : rows;
    const bool is_one = (by_rows ? rows : length) == 1;
    const int64_t lead = is_one ? inside : step / size;
    factor->transposed = !by_rows;
    factor->conjugated = conjugate;
    factor->lead = (int)lead;
    return (by_rows || row_step == size || rows == 1) && (is_one || step % size == 0) &&
           lead >= inside && lead <= INT32_MAX && (!conjugate || factor->transposed);
}

/* Whether the operand's items lie at whole elements, and those of the innermost axis, which a call
 * takes, one after the other. */
static bool find_step(const weft_plan *items, int operand, int64_t size, int64_t *step)
{
    const int64_t bytes = items->steps[0][operand];
    *step = bytes / size;
    if ((uintptr_t)items->data[operand] % (uintptr_t)size != 0)
        return false;
    for (int axis = 0; axis < items->rank; axis++)
        if (items->steps[axis][operand] % size != 0)
            return false;
    return bytes >= 0;
}

/* The plan's products as cuBLAS takes those of the innermost axis. */
static bool find_products(const gpu_product *product, const weft_plan *plan, weft_plan *items,
                          gpu_blas_products *found)
{
    contract_roles roles;
    gpu_contract_items(product, plan, &roles, items);
    const weft_dtype sums = (weft_dtype)plan->loop->kernel_dtypes[roles.c];
    const int64_t size = dtype_table[product->elements].size, c_size = dtype_table[sums].size;
    gpu_blas_factor c;
    *found = (gpu_blas_products){.elements = product->elements,
                                 .sums = sums,
                                 .adds = product->roles.contraction->starts,
                                 .m = (int)roles.n,
                                 .n = (int)roles.m,
                                 .k = (int)roles.k};
    if (!gpu_blas_serves(product->elements, sums) || items->item_count == 0 ||
        items->item_count / items->extents[0] > MOST_CALLS ||
        !find_factor(roles.b_k, roles.b_j, roles.k, roles.n, size, roles.conjugate_b, &found->a) ||
        !find_factor(roles.a_i, roles.a_k, roles.m, roles.k, size, roles.conjugate_a, &found->b) ||
        !find_factor(roles.c_i, roles.c_j, roles.m, roles.n, c_size, false, &c) || c.transposed ||
        !find_step(items, PRODUCT_B, size, &found->a.step) ||
        !find_step(items, PRODUCT_A, size, &found->b.step) ||
        !find_step(items, PRODUCT_C, c_size, &found->c_step))
        return false;
    found->c_lead = c.lead;
    return is_faster(&roles, items->item_count, product->arithmetic);
}

static bool applies(const weft_plan *plan, gpu_choice *choice, plan_text *why)
{
    weft_plan items;
    gpu_blas_products found;
    if (!gpu_contract_applies(plan, &choice->product))
        return PLAN_TEXT_NO(why, "%s",
                            "its sizes, steps or dtype are not those of matrix products");
    if (choice->product.arithmetic == GPU_PRODUCT_strict_float32 ||
        choice->product.arithmetic == GPU_PRODUCT_strict_float64 || choice->product.roles.k == 0)
        return false;
    return (find_products(&choice->product, plan, &items, &found) ||
            PLAN_TEXT_NO(
                why, "%s",
                "libweft's kernels are faster for these sizes, or steps are not cuBLAS's")) &&
           (gpu_blas_is_there() || PLAN_TEXT_NO(why, "%s", "no cuBLAS is found"));
}

static weft_status multiply(gpu_blas_use *use, const weft_plan *plan, const gpu_product *product,
                            weft_error *error)
{
    weft_plan items;
    gpu_blas_products products;
    gpu_walk walk;
    weft_status status = WEFT_OK;
    find_products(product, plan, &items, &products);
    gpu_walk_begin(&walk, &items, 1, INT32_MAX - 15);
    while (!status && gpu_walk_next(&walk)) {
        products.count = (int)walk.count;
        products.a.data = walk.data[PRODUCT_B];
        products.b.data = walk.data[PRODUCT_A];
        products.c = walk.data[PRODUCT_C];
        status = gpu_blas_multiply(use, &products, error);
    }
    return status;
}

/* What is recorded, and what cuBLAS has no memory for, libweft's own kernels compute. */
static weft_status launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                          const gpu_choice *choice, weft_error *error)
{
    const gpu_product *product = &choice->product;
    gpu_blas_use use;
    bool is_recording;
    weft_status status = gpu_stream_recording(scope, stream, &is_recording, error);
    if (status)
        return status;
    if (is_recording || !gpu_blas_begin(scope, stream, &use))
        return gpu_contract_launch(scope, stream, product, plan, error);
    status = gpu_epilogue_start(scope, stream, &product->roles, plan, error);
    if (!status)
        status = multiply(&use, plan, product, error);
    if (!status)
        status = gpu_epilogue_launch(scope, stream, &product->roles, plan, error);
    gpu_blas_end(&use);
    return status;
}

static void print(const weft_plan *plan, const gpu_choice *choice, plan_text *to)
{
    const contract_roles *roles = &choice->product.roles;
    (void)plan;
    plan_text_add(to, ", of %" PRId64 " × %" PRId64 " and %" PRId64 " × %" PRId64, roles->m,
                  roles->k, roles->k, roles->n);
}

const gpu_kernel_shape gpu_shape_blas = {
    .number = WEFT_SHAPE_GPU_BLAS,
    .applies = applies,
    .launch = launch,
    .print = print,
};

#include "gpu_epilogue.h"

#include <string.h>

#include "base/cast.h"
#include "base/dtype.h"
#include "gpu/driver/gpu_launch.h"
#include "gpu/driver/gpu_module.h"
#include "gpu_contract.h"
#include "gpu_product_tile.h"

_Static_assert(sizeof((weft_gpu_epilogue){0}.steps) == WEFT_EPILOGUE_MOST_STEPS &&
                   sizeof((weft_gpu_epilogue){0}.terms) ==
                       WEFT_EPILOGUE_MOST_TERMS * sizeof(weft_gpu_operand64),
               "params.h has the limits of kernel.h");

static const char *find_symbol(weft_dtype dtype)
{
    switch (dtype) {
    case WEFT_INT32:
        return "weft_epilogue_int32";
    case WEFT_INT64:
        return "weft_epilogue_int64";
    case WEFT_UINT32:
        return "weft_epilogue_uint32";
    case WEFT_UINT64:
        return "weft_epilogue_uint64";
    case WEFT_FLOAT32:
        return "weft_epilogue_float32";
    case WEFT_FLOAT64:
        return "weft_epilogue_float64";
    case WEFT_COMPLEX64:
        return "weft_epilogue_complex64";
    case WEFT_COMPLEX128:
        return "weft_epilogue_complex128";
    default:
        return NULL;
    }
}

/* Whether a term is a constant, a single element in the host's memory, or of the dtype. */
static bool is_ready(const weft_plan *plan, const weft_term *term, weft_dtype dtype)
{
    return !term->letters || plan->values >> term->operand & 1 ||
           plan->loop->kernel_dtypes[term->operand] == dtype;
}

bool gpu_epilogue_applies(const weft_plan *plan, const contract_roles *roles)
{
    const weft_contraction *from = roles->contraction;
    if (!from->starts && !from->epilogue)
        return true;
    bool applies = find_symbol(roles->dtype) != NULL &&
                   (!from->epilogue || from->epilogue->dtype == from->dtype);
    for (int i = 0; i < from->term_count; i++)
        applies &= is_ready(plan, &from->terms[i], roles->dtype);
    return applies;
}

/* The elements of C as a plan: its loop axes and those of its products. Operand 0 is C, the others
 * are terms. */
static void add_axis(weft_plan *elements, const contract_roles *roles, int64_t extent,
                     int64_t c_step, const int64_t *term_steps)
{
    if (extent == 1)
        return;
    const int axis = elements->rank++;
    elements->extents[axis] = extent;
    elements->item_count *= extent;
    elements->steps[axis][0] = c_step;
    for (int i = 0; i < roles->contraction->term_count; i++)
        elements->steps[axis][1 + i] = term_steps[i];
}

static void fill_elements(weft_plan *elements, const weft_plan *plan, const contract_roles *roles)
{
    const weft_contraction *from = roles->contraction;
    elements->operand_count = 1 + from->term_count;
    elements->values = 0;
    elements->rank = 0;
    elements->item_count = 1;
    elements->data[0] = plan->data[roles->c];
    for (int i = 0; i < from->term_count; i++)
        elements->data[1 + i] = from->terms[i].letters ? plan->data[from->terms[i].operand] : NULL;
    add_axis(elements, roles, roles->n, roles->c_j, roles->term_j);
    add_axis(elements, roles, roles->m, roles->c_i, roles->term_i);
    for (int axis = 0; axis < plan->rank; axis++) {
        const contract_items items = contract_items_along(plan, roles, axis);
        add_axis(elements, roles, items.count, items.c, items.terms);
    }
    if (elements->rank == 0) { /* one sum */
        elements->rank = 1;
        elements->extents[0] = 1;
        memset(elements->steps[0], 0, sizeof *elements->steps);
    }
}

/* Terms that are handed over by value: constants, and single elements of the host's. */
static uint32_t fill_values(const weft_plan *plan, const contract_roles *roles,
                            weft_gpu_epilogue *params)
{
    uint32_t values = 0;
    const int64_t size = dtype_table[roles->dtype].size;
    const bool is_floating = dtype_table[roles->dtype].kind == 'f';
    for (int i = 0; i < roles->contraction->term_count; i++) {
        const weft_term *term = &roles->contraction->terms[i];
        const char *from = is_floating ? (const char *)&term->number : (const char *)&term->integer;
        weft_dtype dtype = is_floating ? WEFT_FLOAT64 : WEFT_INT64;
        if (term->letters && !(plan->values >> term->operand & 1))
            continue;
        if (term->letters) {
            from = plan->data[term->operand];
            dtype = (weft_dtype)plan->loop->kernel_dtypes[term->operand];
        }
        values |= 1u << i;
        cast_elements((char *)params->terms[i].at.value, roles->dtype, size, false, from, dtype, 0,
                      false, 1);
    }
    return values;
}

static weft_status launch(const gpu_scope *scope, CUstream stream, const contract_roles *roles,
                          const weft_plan *plan, const uint8_t *steps, unsigned length,
                          weft_error *error)
{
    weft_plan elements;
    gpu_walk walk;
    CUfunction kernel;
    weft_gpu_epilogue params = {.length = length};
    memcpy(params.steps, steps, length);
    const uint32_t values = fill_values(plan, roles, &params);
    fill_elements(&elements, plan, roles);
    weft_status status =
        gpu_module_kernel(scope, &gpu_products_module, GPU_EPILOGUE_KERNELS + roles->dtype,
                          find_symbol(roles->dtype), GPU_ALONE, &kernel, error);
    gpu_walk_begin(&walk, &elements, WEFT_GPU_RANK, INT32_MAX);
    while (!status && gpu_walk_next(&walk)) {
        gpu_launch_axes(&walk, &params.loop);
        params.loop.values = values;
        gpu_launch_steps(&walk, 0, &params.c);
        for (int i = 0; i < roles->contraction->term_count; i++)
            if (!(values >> i & 1))
                gpu_launch_steps(&walk, 1 + i, &params.terms[i]);
        status = gpu_launch_kernel(scope, stream, kernel, plan->ufunc->name, walk.count,
                                   WEFT_GPU_THREADS, &params, error);
    }
    return status;
}

weft_status gpu_epilogue_start(const gpu_scope *scope, CUstream stream, const contract_roles *roles,
                               const weft_plan *plan, weft_error *error)
{
    const uint8_t steps[] = {WEFT_EPILOGUE_TERM, 0};
    return roles->contraction->starts
               ? launch(scope, stream, roles, plan, steps, sizeof steps, error)
               : WEFT_OK;
}

weft_status gpu_epilogue_launch(const gpu_scope *scope, CUstream stream,
                                const contract_roles *roles, const weft_plan *plan,
                                weft_error *error)
{
    const weft_epilogue *epilogue = roles->contraction->epilogue;
    return epilogue ? launch(scope, stream, roles, plan, epilogue->steps, epilogue->length, error)
                    : WEFT_OK;
}

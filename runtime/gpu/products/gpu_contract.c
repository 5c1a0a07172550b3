#include "gpu_contract.h"

#include <string.h>

#include "base/checked.h"
#include "base/dtype.h"
#include "gpu/driver/gpu_launch.h"
#include "gpu/driver/gpu_module.h"
#include "gpu_epilogue.h"

extern const unsigned char weft_image_products[] WEFT_HIDDEN, weft_image_products_end[] WEFT_HIDDEN;

const weft_module gpu_products_module = {
    .source = "libweft",
    .images = &(const weft_module_image){WEFT_GPU, weft_image_products, weft_image_products_end},
    .image_count = 1,
};

static const char *const symbols[GPU_PRODUCT_COUNT][GPU_TILE_COUNT] = {
#define SYMBOL(type, name, ...) [GPU_PRODUCT_##type][GPU_##name] = "weft_product_" #type "_" #name,
#define SYMBOLS(type)           WEFT_PRODUCT_TILES(SYMBOL, type)
    WEFT_PRODUCT_TYPES(SYMBOLS) WEFT_PRODUCT_FUSED_TILES(SYMBOL, float32)
        WEFT_PRODUCT_FUSED_TILES(SYMBOL, float64) WEFT_PRODUCT_WIDE_TILES(SYMBOL, float32)
            WEFT_PRODUCT_WIDE_TILES(SYMBOL, float64) WEFT_PRODUCT_FLOAT_TILES(SYMBOL, float32)
                WEFT_PRODUCT_BLOCKS(SYMBOL) WEFT_PRODUCT_ROWS(SYMBOL)
#undef SYMBOLS
#define SYMBOLS(type) WEFT_HALF_CUTS(SYMBOL, type)
                    WEFT_HALF_TYPES(SYMBOLS)
#undef SYMBOLS
#undef SYMBOL
};

/* Those for whole tasks, where there are any. */
static const char *const whole_symbols[GPU_PRODUCT_COUNT][GPU_TILE_COUNT] = {
#define SYMBOL(type, name, ...) [GPU_PRODUCT_##type][GPU_##name] = "weft_whole_" #type "_" #name,
#define SYMBOLS(type)           WEFT_HALF_CUTS(SYMBOL, type)
    WEFT_PRODUCT_WHOLE_TILES(SYMBOL) WEFT_PRODUCT_WHOLE_BLOCKS(SYMBOL)
        WEFT_PRODUCT_WHOLE_ROWS(SYMBOL) WEFT_HALF_TYPES(SYMBOLS)
#undef SYMBOLS
#undef SYMBOL
};

static uint32_t number_kernel(bool is_whole, gpu_arithmetic arithmetic, gpu_tile tile)
{
    return (uint32_t)((is_whole * GPU_PRODUCT_COUNT + arithmetic) * GPU_TILE_COUNT + tile);
}

/* The arithmetic of a dtype, not strict; GPU_PRODUCT_COUNT: none. */
static gpu_arithmetic find_arithmetic(weft_dtype dtype)
{
    switch (dtype) {
    case WEFT_BOOL:
        return GPU_PRODUCT_truth;
    case WEFT_INT8:
    case WEFT_UINT8:
        return GPU_PRODUCT_int8;
    case WEFT_INT16:
    case WEFT_UINT16:
        return GPU_PRODUCT_int16;
    case WEFT_INT32:
    case WEFT_UINT32:
        return GPU_PRODUCT_int32;
    case WEFT_INT64:
    case WEFT_UINT64:
        return GPU_PRODUCT_int64;
    case WEFT_FLOAT16:
        return GPU_PRODUCT_float16;
    case WEFT_BFLOAT16:
        return GPU_PRODUCT_bfloat16;
    case WEFT_FLOAT32:
        return GPU_PRODUCT_float32;
    case WEFT_FLOAT64:
        return GPU_PRODUCT_float64;
    case WEFT_COMPLEX64:
        return GPU_PRODUCT_complex64;
    case WEFT_COMPLEX128:
        return GPU_PRODUCT_complex128;
    default:
        return GPU_PRODUCT_COUNT;
    }
}

/* Whether C's sizes and the number of its tasks can be counted in 32 bits. */
static bool is_small_enough(int64_t m, int64_t n)
{
    int64_t count;
    return m <= INT32_MAX && n <= INT32_MAX && !__builtin_mul_overflow(m, n, &count) &&
           count <= (int64_t)1 << 36;
}

static bool is_half(weft_dtype elements)
{
    return elements == WEFT_FLOAT16 || elements == WEFT_BFLOAT16;
}

/* Whether there are products of these elements with sums of the contraction's. */
static bool is_summed(weft_dtype elements, const weft_contraction *from)
{
    return (is_half(elements) ? WEFT_FLOAT32 : elements) == (weft_dtype)from->dtype &&
           !from->product && !from->subtracted;
}

/* Whether elements and sums are in the device's memory, and of dtypes that go together. */
static bool is_alike(const weft_plan *plan, const contract_roles *roles)
{
    const weft_contraction *from = roles->contraction;
    const uint8_t *dtypes = plan->loop->kernel_dtypes;
    return !((plan->values >> roles->a | plan->values >> roles->b) & 1) &&
           dtypes[roles->a] == dtypes[roles->b] && is_summed((weft_dtype)dtypes[roles->a], from) &&
           (dtypes[roles->c] == from->dtype ||
            (dtypes[roles->c] == dtypes[roles->a] && !from->starts && !from->epilogue));
}

bool gpu_contract_takes_stored(const weft_plan *plan, uint8_t *dtypes)
{
    const weft_loop *loop = plan->loop;
    const weft_contraction *from = loop->contraction;
    contract_roles roles;
    if (!from || !(loop->shapes >> WEFT_SHAPE_GPU_PRODUCT & 1) ||
        plan->ufunc->flags & WEFT_UFUNC_STRICT || !from->a[0] || !from->b[0] ||
        !plan_is_known(plan))
        return false;
    const weft_dtype elements = (weft_dtype)loop->dtypes[from->a_operand];
    const bool is_sum = from->starts || from->epilogue;
    if (!is_half(elements) || loop->dtypes[from->b_operand] != elements ||
        !is_summed(elements, from) || loop->kernel_dtypes[from->c_operand] != from->dtype ||
        !contract_find_sizes(plan, &roles) || roles.k > INT32_MAX ||
        !is_small_enough(roles.m, roles.n) || (roles.m <= 1 && roles.n <= 1) ||
        !gpu_epilogue_applies(plan, &roles))
        return false;
    for (int i = 0; i < from->term_count; i++)
        if (from->terms[i].letters && (from->terms[i].operand == from->a_operand ||
                                       from->terms[i].operand == from->b_operand))
            return false;
    memcpy(dtypes, loop->kernel_dtypes,
           (size_t)(plan->ufunc->input_count + plan->ufunc->output_count));
    dtypes[from->a_operand] = dtypes[from->b_operand] = (uint8_t)elements;
    if (loop->dtypes[from->c_operand] == elements && !is_sum)
        dtypes[from->c_operand] = (uint8_t)elements;
    return true;
}

bool gpu_contract_applies(const weft_plan *plan, gpu_product *product)
{
    contract_roles *roles = &product->roles;
    if (!contract_find_roles(plan, roles) || !is_alike(plan, roles) || roles->k > INT32_MAX ||
        !is_small_enough(roles->m, roles->n) || !gpu_epilogue_applies(plan, roles))
        return false;
    /* Threads side by side have columns side by side: those of C should lie close. */
    if (roles->m > 1 && checked_magnitude(roles->c_i) < checked_magnitude(roles->c_j))
        contract_transpose(roles);
    product->elements = (weft_dtype)plan->loop->kernel_dtypes[roles->a];
    product->arithmetic = find_arithmetic(product->elements);
    if (plan->ufunc->flags & WEFT_UFUNC_STRICT)
        product->arithmetic =
            product->arithmetic == GPU_PRODUCT_float32   ? GPU_PRODUCT_strict_float32
            : product->arithmetic == GPU_PRODUCT_float64 ? GPU_PRODUCT_strict_float64
                                                         : product->arithmetic;
    return product->arithmetic != GPU_PRODUCT_COUNT;
}

enum { A = PRODUCT_A, B = PRODUCT_B, C = PRODUCT_C };

/* There is always an axis: where none is left, one of a single item. */
static void keep_axis(weft_plan *items)
{
    if (items->rank > 0)
        return;
    items->rank = 1;
    items->extents[0] = 1;
    memset(items->steps[0], 0, sizeof *items->steps);
}

/* The plan of the products: its loop axes, and operands by their roles. */
static void fill_items(weft_plan *items, const weft_plan *plan, const contract_roles *roles)
{
    const uint8_t operands[] = {[A] = roles->a, [B] = roles->b, [C] = roles->c};
    items->loop = plan->loop;
    items->operand_count = 3;
    items->values = 0;
    items->rank = plan->rank;
    items->item_count = plan->item_count;
    for (int i = 0; i < 3; i++)
        items->data[i] = plan->data[operands[i]];
    for (int axis = 0; axis < plan->rank; axis++) {
        items->extents[axis] = plan->extents[axis];
        for (int i = 0; i < 3; i++)
            items->steps[axis][i] = plan->steps[axis][operands[i]];
    }
    keep_axis(items);
}

static void drop_axis(weft_plan *items, int axis)
{
    items->item_count /= items->extents[axis];
    items->rank--;
    for (int k = axis; k < items->rank; k++) {
        items->extents[k] = items->extents[k + 1];
        memcpy(items->steps[k], items->steps[k + 1], sizeof *items->steps);
    }
    keep_axis(items);
}

/* Makes items that share a factor, `shared`, one tall product as long as it is not too large. */
static void join_items(contract_roles *roles, weft_plan *items, int shared)
{
    if (shared == A)
        contract_transpose(roles);
    for (int axis = 0; axis < items->rank;) {
        const int64_t *steps = items->steps[axis], extent = items->extents[axis];
        const contract_items row = {
            .count = extent, .a = steps[A + B - shared], .b = steps[shared], .c = steps[C]};
        if (extent != 1 && extent <= INT32_MAX / roles->m &&
            is_small_enough(roles->m * extent, roles->n) && contract_join(roles, &row))
            drop_axis(items, axis);
        else
            axis++;
    }
    if (shared == A)
        contract_transpose(roles);
}

/* Joins where the shared factor is too large to be staged by every block for few items. */
static void join_large(contract_roles *roles, weft_plan *items)
{
    enum { MOST_SHARED = 24 };
    if (roles->m * roles->n <= 1) /* sums by themselves stay items */
        return;
    if (roles->n > MOST_SHARED || roles->k > 4 * MOST_SHARED)
        join_items(roles, items, B);
    if (roles->m > MOST_SHARED || roles->k > 4 * MOST_SHARED)
        join_items(roles, items, A);
}

void gpu_contract_items(const gpu_product *product, const weft_plan *plan, contract_roles *roles,
                        weft_plan *items)
{
    static const weft_contraction plain = {.a = "", .b = "", .c = ""};
    *roles = product->roles;
    roles->contraction = &plain; /* start and epilogue have kernels of their own */
    fill_items(items, plan, roles);
    join_large(roles, items);
}

/* Whether all items have the same block of the operand. */
static bool is_shared(const weft_plan *items, int operand)
{
    for (int axis = 0; axis < items->rank; axis++)
        if (items->steps[axis][operand] != 0 && items->extents[axis] > 1)
            return false;
    return true;
}

/* The bytes of whole units in which elements that lie as one may be moved, in every row of every
 * item: 16, 4, or 0 for less. */
static uint32_t find_unit(const weft_plan *items, int operand, int64_t row_step)
{
    uint64_t bits = (uint64_t)(uintptr_t)items->data[operand] | (uint64_t)row_step;
    for (int axis = 0; axis < items->rank; axis++)
        bits |= (uint64_t)items->steps[axis][operand];
    return bits % 16 == 0 ? 16 : bits % 4 == 0 ? 4 : 0;
}

/* A factor of `rows` rows of `length` elements that is staged as the tile says. */
static weft_gpu_factor make_factor(const weft_plan *items, const gpu_product_tile *chosen,
                                   int operand, int64_t size, bool conjugate,
                                   const int64_t steps[2], const int64_t sizes[2],
                                   const uint32_t staged[2], uint32_t pitch, bool is_cut)
{
    const int64_t unit = 16 / size;
    const bool across = checked_magnitude(steps[0]) < checked_magnitude(steps[1]) && sizes[0] > 1;
    const int64_t close = steps[across ? 0 : 1], far = steps[across ? 1 : 0];
    weft_gpu_factor factor = {
        .row_step = steps[0],
        .element_step = steps[1],
        .across = across,
        .conjugate = conjugate,
        .pitch = pitch,
        .item_room = staged[0] * pitch,
        .shared = !is_cut && is_shared(items, operand),
        .wide = close == size ? find_unit(items, operand, far) : 0,
    };
    if (factor.wide < 16 && !chosen->is_half)
        factor.wide = 0;
    if (chosen->is_block)
        return factor;
    const int64_t whole = sizes[0] * sizes[1] * size;
    factor.flat = !is_cut && !conjugate && chosen->depth >= (operand == A ? sizes[1] : sizes[0]) &&
                  pitch == sizes[1] && (steps[1] == size || sizes[1] == 1) &&
                  (steps[0] == sizes[1] * size || sizes[0] == 1) &&
                  (factor.shared || (items->rank == 1 && items->steps[0][operand] == whole));
    if (factor.flat)
        factor.wide = (uintptr_t)items->data[operand] % 16 == 0 &&
                      (factor.shared || (whole * chosen->tasks) % 16 == 0);
    else
        factor.wide = factor.wide && !across && !conjugate && sizes[1] % unit == 0 &&
                      staged[1] % unit == 0 && pitch % unit == 0;
    factor.rows = gpu_launch_division(staged[0]);
    factor.elements =
        gpu_launch_division(factor.wide && !factor.flat ? staged[1] / unit : staged[1]);
    return factor;
}

/* Whether all tasks are whole: see products.h. */
static bool are_whole(const weft_gpu_product *params, const gpu_product_tile *chosen,
                      const weft_plan *items)
{
    const weft_gpu_factor *a = &params->a, *b = &params->b;
    if (params->adds || params->c_kept || !params->c_wide)
        return false;
    if (chosen->is_block)
        return !a->across && !b->across && a->wide == 16 && b->wide == 16 && !a->conjugate &&
               !b->conjugate && params->m % chosen->rows == 0 && params->n % chosen->columns == 0 &&
               params->k % chosen->depth == 0;
    return chosen->is_wide && a->flat && b->flat && a->wide && b->wide && !a->shared &&
           !b->shared && items->rank == 1;
}

static void fill_params(const contract_roles *roles, const gpu_product *product,
                        const weft_plan *items, const gpu_product_tile *chosen,
                        weft_gpu_product *params)
{
    const int64_t size = dtype_table[product->elements].size;
    const int64_t c_size = dtype_table[items->loop->kernel_dtypes[product->roles.c]].size;
    const bool is_cut = chosen->is_block || gpu_product_tile_cuts(chosen, roles->m, roles->n);
    const uint32_t down = (chosen->rows + chosen->tall - 1) / chosen->tall;
    const uint32_t across = (chosen->columns + chosen->broad - 1) / chosen->broad;
    *params = (weft_gpu_product){
        .row_cuts = gpu_launch_division(quotient_up(roles->m, chosen->rows)),
        .column_cuts = gpu_launch_division(quotient_up(roles->n, chosen->columns)),
        .a = make_factor(items, chosen, A, size, roles->conjugate_a,
                         (int64_t[]){roles->a_i, roles->a_k}, (int64_t[]){roles->m, roles->k},
                         (uint32_t[]){chosen->rows, chosen->depth}, chosen->a_pitch, is_cut),
        .b = make_factor(items, chosen, B, size, roles->conjugate_b,
                         (int64_t[]){roles->b_k, roles->b_j}, (int64_t[]){roles->k, roles->n},
                         (uint32_t[]){chosen->depth, chosen->columns}, chosen->b_pitch, is_cut),
        .c_row_step = roles->c_i,
        .c_element_step = roles->c_j,
        .adds = product->roles.contraction->starts,
        .c_wide = roles->c_j == c_size && find_unit(items, C, roles->c_i) == 16,
        .c_kept = c_size != size,
        .m = (uint32_t)roles->m,
        .n = (uint32_t)roles->n,
        .k = (uint32_t)roles->k,
        .rows = chosen->rows,
        .columns = chosen->columns,
        .depth = chosen->depth,
        .is_cut = is_cut,
        .threads = chosen->threads,
        .tasks = chosen->tasks,
        .tiles = gpu_launch_division((int64_t)down * across),
        .tile_columns = gpu_launch_division(across),
    };
}

/* One item's A or B lies in order of its rows. */
static bool is_natural(int64_t row_step, int64_t element_step, int64_t rows, int64_t length,
                       int64_t size, bool conjugate)
{
    return !conjugate && (element_step == size || length == 1) &&
           (row_step == length * size || rows == 1);
}

/* All items of a natural factor lie as one, from a multiple of 16 bytes on. */
static bool is_flat(const weft_plan *items, int operand, int64_t bytes)
{
    return (uintptr_t)items->data[operand] % 16 == 0 &&
           (is_shared(items, operand) || (items->rank == 1 && items->steps[0][operand] == bytes));
}

/* `length` elements of every row of an operand lie as one, in whole units of 16 bytes. */
static bool has_unit_rows(const weft_plan *items, int operand, const int64_t steps[2],
                          int64_t length, int64_t size)
{
    return steps[1] == size && length * size % 16 == 0 && find_unit(items, operand, steps[0]) == 16;
}

static gpu_product_tile choose(const contract_roles *roles, const gpu_product *product,
                               const weft_plan *items)
{
    const int64_t size = dtype_table[product->elements].size;
    return gpu_product_tile_choose(&(gpu_product_tile_question){
        .arithmetic = product->arithmetic,
        .element = size,
        .m = roles->m,
        .n = roles->n,
        .k = roles->k,
        .item_count = items->item_count,
        .a_shared = is_shared(items, A),
        .b_shared = is_shared(items, B),
        .a_natural =
            is_natural(roles->a_i, roles->a_k, roles->m, roles->k, size, roles->conjugate_a),
        .b_natural =
            is_natural(roles->b_k, roles->b_j, roles->k, roles->n, size, roles->conjugate_b),
        .is_flat = is_flat(items, A, roles->m * roles->k * size) &&
                   is_flat(items, B, roles->k * roles->n * size),
        .has_unit_rows =
            has_unit_rows(items, A, (int64_t[]){roles->a_i, roles->a_k}, roles->k, size) &&
            has_unit_rows(items, B, (int64_t[]){roles->b_k, roles->b_j}, roles->n, size) &&
            has_unit_rows(items, C, (int64_t[]){roles->c_i, roles->c_j}, roles->n, size),
    });
}

weft_status gpu_contract_launch(const gpu_scope *scope, CUstream stream, const gpu_product *product,
                                const weft_plan *plan, weft_error *error)
{
    contract_roles roles;
    weft_plan items;
    gpu_walk walk;
    CUfunction kernel;
    weft_gpu_product params;
    if (product->roles.m == 0 || product->roles.n == 0)
        return WEFT_OK;
    gpu_contract_items(product, plan, &roles, &items);
    const gpu_product_tile chosen = choose(&roles, product, &items);
    fill_params(&roles, product, &items, &chosen, &params);
    const gpu_arithmetic arithmetic = product->arithmetic;
    const char *const whole = whole_symbols[arithmetic][chosen.tile];
    const bool is_whole = whole && are_whole(&params, &chosen, &items);
    const int64_t tasks = quotient_up(roles.m, chosen.rows) * quotient_up(roles.n, chosen.columns);
    weft_status status = gpu_module_kernel(
        scope, &gpu_products_module, number_kernel(is_whole, arithmetic, chosen.tile),
        is_whole ? whole : symbols[arithmetic][chosen.tile], GPU_ALONE, &kernel, error);
    if (!status)
        status = gpu_epilogue_start(scope, stream, &product->roles, plan, error);
    /* A launch of whole items begins at a multiple of 16, so at one of 16 bytes if the first did.
     */
    gpu_walk_begin(&walk, &items, WEFT_GPU_RANK, tasks == 1 ? INT32_MAX - 15 : INT32_MAX / tasks);
    while (!status && gpu_walk_next(&walk)) {
        gpu_launch_axes(&walk, &params.loop);
        params.loop.count = (uint32_t)(walk.count * tasks);
        gpu_launch_steps(&walk, A, &params.a.operand);
        gpu_launch_steps(&walk, B, &params.b.operand);
        gpu_launch_steps(&walk, C, &params.c);
        status = gpu_launch_blocks(scope, stream, kernel, plan->ufunc->name,
                                   (walk.count * tasks + chosen.tasks - 1) / chosen.tasks,
                                   chosen.threads, chosen.shared_bytes, &params, error);
    }
    return status ? status : gpu_epilogue_launch(scope, stream, &product->roles, plan, error);
}

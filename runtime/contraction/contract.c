#include "contract.h"

#include "base/dtype.h"
#include "plan/isa.h"
#include "roles.h"

static const tile_type types[WEFT_DTYPE_END] = {
    [WEFT_INT8] = TILE_INT8,           [WEFT_UINT8] = TILE_INT8,
    [WEFT_INT16] = TILE_INT16,         [WEFT_UINT16] = TILE_INT16,
    [WEFT_INT32] = TILE_INT32,         [WEFT_UINT32] = TILE_INT32,
    [WEFT_INT64] = TILE_INT64,         [WEFT_UINT64] = TILE_INT64,
    [WEFT_FLOAT32] = TILE_FLOAT32,     [WEFT_FLOAT64] = TILE_FLOAT64,
    [WEFT_COMPLEX64] = TILE_COMPLEX64, [WEFT_COMPLEX128] = TILE_COMPLEX128,
    [WEFT_BOOL] = TILE_BOOL,
};

/* What is multiplied and summed; -1: no tile does it. */
static int find_type(const weft_contraction *from)
{
    switch (from->product) {
    case WEFT_NONE:
        return types[from->dtype];
    case WEFT_FLOAT32:
        return TILE_FLOAT64_OF_FLOAT32;
    case WEFT_INT32:
        return TILE_INT64_OF_INT32;
    case WEFT_UINT32:
        return TILE_INT64_OF_UINT32;
    default:
        return -1;
    }
}

/* The kernel of a contraction; NULL where it has none. */
static tile_kernel *find_kernel(const weft_plan *plan, const weft_contraction *from)
{
    const int type = find_type(from);
    static tile_table *const tables[][2] = {
#ifdef __x86_64__
        [WEFT_ISA_BASE] = {&tiles_base, &tiles_base}, /* which has no fused products */
        [WEFT_ISA_V3] = {&tiles_v3, &tiles_v3_strict},
        [WEFT_ISA_V4] = {&tiles_v4, &tiles_v4_strict},
#else
        [WEFT_ISA_BASE] = {&tiles_base, &tiles_base_strict},
#endif
    };
    /* Which of a complex product's parts gcc fuses depends on the tile: bits would depend on the
     * cut. */
    const char kind = dtype_table[from->dtype].kind;
    const bool strict = kind == 'c' || (kind == 'f' && plan->ufunc->flags & WEFT_UFUNC_STRICT);
    return type < 0 ? NULL : (*tables[isa_selected()][strict])[type];
}

/* How well vectors along an index of C and one factor fit: 2 where both have it in order, 1 where C
 * has. */
static int fitness(int64_t extent, int64_t c_step, int64_t factor_step, int64_t size)
{
    return extent > 1 && c_step == size ? 1 + (factor_step == size) : 0;
}

/* Whether items, each of its own, are more than a core's own caches hold. */
static bool is_far(const weft_plan *plan, const contract_roles *roles, int64_t size)
{
    enum { NEAR_BYTES = 2 << 20 };
    const double m = (double)roles->m, n = (double)roles->n, k = (double)roles->k;
    const int64_t *steps = plan->steps[0];
    const double elements = (steps[roles->a] ? m * k : 0) + (steps[roles->b] ? k * n : 0) + m * n;
    return plan->extents[0] > 1 && elements * (double)size * (double)plan->item_count > NEAR_BYTES;
}

/* Whether rows of B in order are worth a copy: of many k, or where more of a strip's lines meet in
 * a set of the first cache than it holds, for they are a power of two apart, and A has rows enough.
 */
static bool is_worth_a_copy(const contract_roles *roles)
{
    enum { ROWS = 32, K = 256, PERIOD = 4096, WAYS = 12, LINES = 2048 };
    const uint64_t power = (uint64_t)roles->b_k & (0 - (uint64_t)roles->b_k);
    const double in_a_set = (double)roles->k * (double)(power < PERIOD ? power : PERIOD) / PERIOD;
    return (roles->m >= ROWS && roles->k >= K) ||
           (in_a_set > WAYS && in_a_set * (double)roles->m >= LINES);
}

bool contract_applies(const weft_plan *plan, contract_job *job)
{
    enum { ROWS_WORTH_A_PANEL = 8 };
    contract_roles *const roles = &job->packed.roles;
    if (plan->raised || !contract_find_roles(plan, roles) ||
        !(job->packed.kernel = find_kernel(plan, roles->contraction)))
        return false;
    const int64_t size = dtype_table[plan->loop->kernel_dtypes[roles->b]].size;
    if (fitness(roles->m, roles->c_i, roles->a_i, size) >
        fitness(roles->n, roles->c_j, roles->b_j, size))
        contract_transpose(roles);
    job->is_packed = !contract_is_plain(plan, roles);
    if (job->is_packed) {
        const bool applies = packed_product_prepare(&job->packed, plan);
        job->scratch_bytes = job->packed.scratch_bytes;
        return applies;
    }
    if (roles->n == 1) /* one column lies in order, whatever its steps */
        roles->b_j = roles->c_j = size;
    job->needs_panel = roles->c_j == size && (roles->b_j == size ? is_worth_a_copy(roles)
                                                                 : roles->m >= ROWS_WORTH_A_PANEL);
    job->is_far = !job->needs_panel && is_far(plan, roles, size);
    job->scratch_bytes = 0;
    if (job->needs_panel && __builtin_mul_overflow(roles->k, TILE_PANEL, &job->scratch_bytes))
        job->scratch_bytes = INT64_MAX;
    return true;
}

/* Products of equal sizes and steps, without pointers. Items of one sum each are columns. */
static tile_product make_product(const contract_roles *roles, const contract_items *items)
{
    const bool are_columns = roles->m == 1 && roles->n == 1 && items->count > 1;
    return (tile_product){
        .m = roles->m,
        .n = are_columns ? items->count : roles->n,
        .k = roles->k,
        .a_i = roles->a_i,
        .a_k = roles->a_k,
        .b_k = roles->b_k,
        .b_j = are_columns ? items->b : roles->b_j,
        .c_i = roles->c_i,
        .c_j = are_columns ? items->c : roles->c_j,
        .a_j = are_columns ? items->a : 0,
        .item_count = are_columns ? 1 : items->count,
        .a_item = items->a,
        .b_item = items->b,
        .c_item = items->c,
        .conjugate_a = roles->conjugate_a,
        .conjugate_b = roles->conjugate_b,
    };
}

void contract_run(const contract_job *job, const weft_plan *plan, char *const *data, int64_t count,
                  int64_t first_line, int64_t line_end, char *scratch)
{
    if (job->is_packed) {
        packed_product_run(&job->packed, plan, data, count, first_line, line_end, scratch);
        return;
    }
    contract_roles joined;
    const contract_roles *roles = &job->packed.roles;
    contract_items items = contract_items_along(plan, roles, 0);
    items.count = count;
    if (count > 1 && items.b == 0 && (roles->m != 1 || roles->n != 1)) {
        joined = *roles;
        if (contract_join(&joined, &items)) {
            items.count = 1;
            roles = &joined;
        }
    }
    tile_product t = make_product(roles, &items);
    if (line_end)
        t.m = line_end - first_line;
    t.a = data[roles->a] + first_line * roles->a_i;
    t.b = data[roles->b];
    t.c = data[roles->c] + first_line * roles->c_i;
    t.panel = job->needs_panel ? scratch : NULL;
    t.is_far = job->is_far && t.item_count > 1;
    job->packed.kernel(&t);
}

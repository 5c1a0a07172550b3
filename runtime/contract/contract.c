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

/* The kernel of a dtype; NULL where it has none. */
static tile_kernel *find_kernel(const weft_plan *plan, weft_dtype dtype)
{
    static tile_table *const tables[][2] = {
        [WEFT_ISA_BASE] = {&tiles_base, &tiles_base}, /* which has no fused products */
#ifdef __x86_64__
        [WEFT_ISA_V3] = {&tiles_v3, &tiles_v3_strict},
        [WEFT_ISA_V4] = {&tiles_v4, &tiles_v4_strict},
#endif
    };
    /* Which of a complex product's parts gcc fuses depends on the tile: bits would depend on the cut. */
    const bool strict = plan->ufunc->flags & WEFT_UFUNC_STRICT || dtype == WEFT_COMPLEX64 ||
                        dtype == WEFT_COMPLEX128;
    return (*tables[isa_selected()][strict])[types[dtype]];
}

/* How well vectors along j fit: 2 where B and C have it in order, 1 where C has. */
static int fitness(const contract_roles *roles, int64_t size)
{
    const bool columns = roles->n > 1 && roles->c_j == size;
    return columns ? 1 + (roles->b_j == size) : 0;
}

bool contract_applies(const weft_plan *plan, contract_job *job)
{
    enum { ROWS_WORTH_A_PANEL = 8, ROWS_WORTH_A_COPY = 32, K_WORTH_A_COPY = 256 };
    contract_roles roles;
    if (plan->options->floating_flags || !contract_find_roles(plan, &roles) ||
        !(job->kernel = find_kernel(plan, roles.dtype)))
        return false;
    const int64_t size = dtype_table[roles.dtype].size;
    contract_roles other = roles;
    contract_transpose(&other);
    if (fitness(&other, size) > fitness(&roles, size))
        roles = other;
    if (roles.n == 1) /* one column lies in order, whatever its steps */
        roles.b_j = roles.c_j = size;
    job->a = roles.a, job->b = roles.b, job->c = roles.c;
    job->product = (tile_product){
        .m = roles.m,
        .n = roles.n,
        .k = roles.k,
        .a_i = roles.a_i,
        .a_k = roles.a_k,
        .b_k = roles.b_k,
        .b_j = roles.b_j,
        .c_i = roles.c_i,
        .c_j = roles.c_j,
        .conjugate_a = roles.conjugate_a,
        .conjugate_b = roles.conjugate_b,
    };
    job->needs_panel = roles.c_j == size &&
                       (roles.b_j == size ? roles.m >= ROWS_WORTH_A_COPY && roles.k >= K_WORTH_A_COPY
                                          : roles.m >= ROWS_WORTH_A_PANEL);
    job->panel_bytes = 0;
    if (job->needs_panel && __builtin_mul_overflow(roles.k, TILE_PANEL, &job->panel_bytes))
        job->panel_bytes = INT64_MAX;
    return true;
}

/* Items that share B are one tall product where their rows lie as one; and where items are one sum
 * each, they are columns. */
static void join_items(tile_product *t)
{
    int64_t rows, a_whole, c_whole;
    if (t->item_count == 1)
        return;
    if (t->m == 1 && t->n == 1) {
        t->n = t->item_count;
        t->a_j = t->a_item, t->b_j = t->b_item, t->c_j = t->c_item;
        t->item_count = 1;
        return;
    }
    if (t->b_item != 0 || __builtin_mul_overflow(t->m, t->item_count, &rows))
        return;
    if (t->m == 1) {
        t->a_i = t->a_item, t->c_i = t->c_item;
    } else if (__builtin_mul_overflow(t->m, t->a_i, &a_whole) || a_whole != t->a_item ||
               __builtin_mul_overflow(t->m, t->c_i, &c_whole) || c_whole != t->c_item) {
        return;
    }
    t->m = rows;
    t->item_count = 1;
}

void contract_run(const contract_job *job, const weft_plan *plan, char *const *data, int64_t count,
                  int64_t first_line, int64_t line_end, char *scratch)
{
    tile_product t = job->product;
    t.a = data[job->a], t.b = data[job->b], t.c = data[job->c];
    if (line_end) {
        t.a += first_line * t.a_i, t.c += first_line * t.c_i;
        t.m = line_end - first_line;
    }
    t.a_item = plan->steps[0][job->a];
    t.b_item = plan->steps[0][job->b];
    t.c_item = plan->steps[0][job->c];
    t.item_count = count;
    t.panel = job->needs_panel ? scratch : NULL;
    join_items(&t);
    job->kernel(&t);
}

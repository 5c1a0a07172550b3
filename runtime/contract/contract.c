#include "contract/contract.h"

#include <string.h>

#include "dtype.h"
#include "isa.h"

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

static const tile_type types[WEFT_DTYPE_END] = {
    [WEFT_INT8] = TILE_INT8,           [WEFT_UINT8] = TILE_INT8,
    [WEFT_INT16] = TILE_INT16,         [WEFT_UINT16] = TILE_INT16,
    [WEFT_INT32] = TILE_INT32,         [WEFT_UINT32] = TILE_INT32,
    [WEFT_INT64] = TILE_INT64,         [WEFT_UINT64] = TILE_INT64,
    [WEFT_FLOAT32] = TILE_FLOAT32,     [WEFT_FLOAT64] = TILE_FLOAT64,
    [WEFT_COMPLEX64] = TILE_COMPLEX64, [WEFT_COMPLEX128] = TILE_COMPLEX128,
    [WEFT_BOOL] = TILE_BOOL,
};

/* The kernel of a loop whose operands, product and sum have one dtype; NULL where they have not. */
static tile_kernel *find_kernel(const weft_plan *plan)
{
    static tile_table *const tables[][2] = {
        [WEFT_ISA_BASE] = {&tiles_base, &tiles_base}, /* which has no fused products */
#ifdef __x86_64__
        [WEFT_ISA_V3] = {&tiles_v3, &tiles_v3_strict},
        [WEFT_ISA_V4] = {&tiles_v4, &tiles_v4_strict},
#endif
    };
    const weft_loop *loop = plan->loop;
    const weft_dtype dtype = (weft_dtype)loop->contraction->dtype;
    for (int i = 0; i < plan->operand_count; i++)
        if (loop->kernel_dtypes[i] != dtype)
            return NULL;
    /* Which of a complex product's parts gcc fuses depends on the tile: bits would depend on the cut. */
    const bool strict = plan->ufunc->flags & WEFT_UFUNC_STRICT || dtype == WEFT_COMPLEX64 ||
                        dtype == WEFT_COMPLEX128;
    return (*tables[isa_selected()][strict])[types[dtype]];
}

/* How well vectors along j fit: 2 where B and C have it in order, 1 where C has. */
static int fitness(const tile_product *t, int64_t size)
{
    const bool columns = t->n > 1 && t->c_j == size;
    return columns ? 1 + (t->b_j == size) : 0;
}

static void swap(int64_t *x, int64_t *y)
{
    const int64_t kept = *x;
    *x = *y, *y = kept;
}

/* The transpose of the product: C' = B' A'. */
static void transpose(contract_job *job)
{
    tile_product *t = &job->product;
    const uint8_t operand = job->a;
    const bool conjugate = t->conjugate_a;
    job->a = job->b, job->b = operand;
    t->conjugate_a = t->conjugate_b, t->conjugate_b = conjugate;
    swap(&t->m, &t->n);
    swap(&t->a_i, &t->b_j);
    swap(&t->a_k, &t->b_k);
    swap(&t->c_i, &t->c_j);
}

bool contract_applies(const weft_plan *plan, contract_job *job)
{
    enum { ROWS_WORTH_A_PANEL = 8, ROWS_WORTH_A_COPY = 32, K_WORTH_A_COPY = 256 };
    const weft_contraction *from = plan->loop->contraction;
    group m = {.one.size = 1}, n = m, k = m;
    if (!from || plan->options->floating_flags || !(job->kernel = find_kernel(plan)) ||
        !find_groups(plan, from, &m, &n, &k))
        return false;
    const int64_t size = dtype_table[from->dtype].size;
    job->a = from->a_operand, job->b = from->b_operand, job->c = from->c_operand;
    job->product = (tile_product){
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
    tile_product *t = &job->product;
    contract_job other = *job;
    transpose(&other);
    if (fitness(&other.product, size) > fitness(t, size))
        *job = other;
    if (t->n == 1) /* one column lies in order, whatever its steps */
        t->b_j = t->c_j = size;
    job->needs_panel =
        t->c_j == size && (t->b_j == size ? t->m >= ROWS_WORTH_A_COPY && t->k >= K_WORTH_A_COPY
                                          : t->m >= ROWS_WORTH_A_PANEL);
    job->panel_bytes = 0;
    if (job->needs_panel && __builtin_mul_overflow(t->k, TILE_PANEL, &job->panel_bytes))
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

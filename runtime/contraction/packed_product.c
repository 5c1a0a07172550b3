#include "packed_product.h"

#include <string.h>

#include "base/cast.h"
#include "base/dtype.h"
#include "epilogue.h"
#include "widen.h"

enum { COPY_BYTES = 256 << 10, MOST_SCRATCH = 64 << 20, MOST_ROWS = 128, LEAST_ROWS = 8 };

/* Products in a row, and where the first one lies. */
typedef struct run {
    const packed_product *job;
    contract_roles roles;
    contract_items items;
    int64_t a_j; /* of columns that are items of their own, a sum each; else 0 */
    const char *a, *b;
    char *c;
    const char *terms[WEFT_EPILOGUE_MOST_TERMS]; /* NULL of a constant */
    char *copy_a, *strip, *sums;                 /* scratch memory; strip: B's copy, or its panel */
} run;

/* A part of one product, where it lies: its first row and column. */
typedef struct block {
    int64_t i, j, rows, columns;
} block;

/* A row of each term, as what it is computed with. */
typedef struct term_rows {
    epilogue_row rows[WEFT_EPILOGUE_MOST_TERMS];
    const char *places[WEFT_EPILOGUE_MOST_TERMS];
} term_rows;

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t size_of(const packed_product *job)
{
    return dtype_table[job->roles.dtype].size;
}

static int64_t columns_of(const packed_product *job)
{
    return least(TILE_PANEL / size_of(job), EPILOGUE_MOST_ELEMENTS);
}

/* How many rows of k elements a copy holds. */
static int64_t count_rows(const packed_product *job, int64_t fewest, int64_t most)
{
    const int64_t k = job->roles.k > 0 ? job->roles.k : 1;
    const int64_t rows = COPY_BYTES / size_of(job) / k;
    return rows < fewest ? fewest : least(rows, most);
}

/* Whether copies are used often enough, and the product is large enough for a block's overhead.
 * Items that share B count as one; items of one sum each are columns. */
static bool is_worth_it(const packed_product *job, const weft_plan *plan)
{
    enum { LEAST_USES = 8, LEAST_WORK = 2048, LEAST_SUMS = 8 };
    const contract_roles *roles = &job->roles;
    const int64_t items = plan->extents[0];
    int64_t rows = roles->m, sums, work;
    if (plan->steps[0][roles->b] == 0 && __builtin_mul_overflow(rows, items, &rows))
        rows = INT64_MAX;
    if ((job->copies_a && roles->n < LEAST_USES) || (job->copies_b && rows < LEAST_USES))
        return false;
    if (roles->m == 1 && roles->n == 1)
        return items >= LEAST_SUMS;
    return __builtin_mul_overflow(rows, roles->n, &sums) ||
           __builtin_mul_overflow(sums, roles->k, &work) || work >= LEAST_WORK;
}

/* Whether what is stored is rounded but once: a function's loop rounds to 16 bits from float32. */
static bool stores_once(const weft_plan *plan, const contract_roles *roles)
{
    const weft_epilogue *epilogue = roles->contraction->epilogue;
    const weft_dtype stored = (weft_dtype)plan->loop->kernel_dtypes[roles->c];
    const bool is_half = stored == WEFT_FLOAT16 || stored == WEFT_BFLOAT16;
    return !is_half || (epilogue ? epilogue->dtype : roles->dtype) == WEFT_FLOAT32;
}

/* Where the copies, B's panel and the sums lie; of a k too large for them anywhere. */
static void place_parts(packed_product *job)
{
    const int64_t size = size_of(job), k = least(job->roles.k, MOST_SCRATCH);
    const int64_t sums = job->rows * columns_of(job) * size;
    const int64_t strip = job->copies_b || job->needs_panel ? k * TILE_PANEL : 0;
    job->strip_at = (sums + 63) / 64 * 64;
    job->copy_a_at = job->strip_at + (strip + 63) / 64 * 64;
    job->scratch_bytes = job->copy_a_at + (job->copies_a ? k * job->rows * size : 0);
}

bool packed_product_prepare(packed_product *job, const weft_plan *plan)
{
    const uint8_t *dtypes = plan->loop->kernel_dtypes;
    const contract_roles *roles = &job->roles;
    const int64_t size = size_of(job);
    job->a = (weft_dtype)dtypes[roles->a];
    job->b = (weft_dtype)dtypes[roles->b];
    job->c = (weft_dtype)dtypes[roles->c];
    for (int i = 0; i < roles->contraction->term_count; i++)
        job->terms[i] = (weft_dtype)dtypes[roles->contraction->terms[i].operand];
    job->copies_a = job->a != roles->dtype || roles->contraction->subtracted;
    job->copies_b = job->b != roles->dtype;
    if (!is_worth_it(job, plan) || !stores_once(plan, roles))
        return false;
    job->rows = count_rows(job, LEAST_ROWS, MOST_ROWS);
    job->needs_panel = !job->copies_b && roles->b_j != size && (roles->m != 1 || roles->n != 1);
    place_parts(job);
    return job->scratch_bytes <= MOST_SCRATCH;
}

/* ---- factors ---- */

#define NEGATE(T)                       \
    for (int64_t i = 0; i < count; i++) \
    ((T *)row)[i] = (T) - ((T *)row)[i]

/* Gives each element its other sign; integers wrap. */
static void negate(char *row, weft_dtype dtype, int64_t count)
{
    if (dtype == WEFT_FLOAT32)
        NEGATE(float);
    else if (dtype == WEFT_FLOAT64)
        NEGATE(double);
    else if (dtype_table[dtype].size == 1)
        NEGATE(uint8_t);
    else if (dtype_table[dtype].size == 2)
        NEGATE(uint16_t);
    else if (dtype_table[dtype].size == 4)
        NEGATE(uint32_t);
    else
        NEGATE(uint64_t);
}

/* Copies lines of `length` elements as the sum's dtype, one behind the other. */
static void copy_lines(const run *in, char *to, const char *from, weft_dtype dtype, int64_t count,
                       int64_t line_step, int64_t length, int64_t step)
{
    const int64_t size = size_of(in->job);
    for (int64_t i = 0; i < count; i++, to += length * size, from += line_step)
        if (step == dtype_table[dtype].size)
            widen_row(to, in->roles.dtype, from, dtype, length);
        else
            cast_elements(to, in->roles.dtype, size, false, from, dtype, step, false, length);
}

static void copy_a(const run *in, const char *from, int64_t rows)
{
    const contract_roles *roles = &in->roles;
    copy_lines(in, in->copy_a, from, in->job->a, rows, roles->a_i, roles->k, roles->a_k);
    if (roles->contraction->subtracted)
        negate(in->copy_a, roles->dtype, rows * roles->k);
}

/* The columns of B for a block: as they are, or copied in the order of its rows. */
static void place_b(const run *in, tile_product *t, const char *from)
{
    const int64_t size = size_of(in->job);
    t->b = from;
    if (in->job->copies_b) {
        copy_lines(in, in->strip, from, in->job->b, t->k, t->b_k, t->n, t->b_j);
        t->b = in->strip;
        t->b_k = t->n * size;
        t->b_j = size;
    } else if (in->job->needs_panel && t->a_j == 0 && t->m >= LEAST_ROWS) {
        t->panel = in->strip;
    }
}

static void place_a(const run *in, tile_product *t, const char *from)
{
    const int64_t size = size_of(in->job);
    t->a = from;
    if (!in->job->copies_a)
        return;
    t->a = in->copy_a;
    t->a_k = size;
    t->a_i = t->k * size;
}

/* ---- terms ---- */

static void read_constant(const weft_term *term, weft_dtype dtype, char *row, int64_t count)
{
    const bool is_whole = dtype_table[dtype].kind != 'f';
    cast_elements(row, dtype, dtype_table[dtype].size, false,
                  is_whole ? (const char *)&term->integer : (const char *)&term->number,
                  is_whole ? WEFT_INT64 : WEFT_FLOAT64, 0, false, count);
}

/* A row of a block's elements of a term, as the dtype. */
static void read_term(const run *in, int number, weft_dtype dtype, const block *part, int64_t i,
                      char *row)
{
    const weft_term *term = &in->roles.contraction->terms[number];
    const int64_t step = in->roles.term_j[number];
    if (!term->letters)
        read_constant(term, dtype, row, part->columns);
    else
        cast_elements(row, dtype, dtype_table[dtype].size, false,
                      in->terms[number] + (part->i + i) * in->roles.term_i[number] + part->j * step,
                      in->job->terms[number], step, false, part->columns);
}

/* The terms of an epilogue at row i of a block; those that are the same in all rows once. */
static void read_terms(const run *in, const block *part, int64_t i, term_rows *terms)
{
    const weft_contraction *from = in->roles.contraction;
    for (int t = from->starts; t < from->term_count; t++) {
        terms->places[t] = terms->rows[t].bytes;
        if (i == 0 || in->roles.term_i[t] != 0)
            read_term(in, t, (weft_dtype)from->epilogue->dtype, part, i, terms->rows[t].bytes);
    }
}

static void start_sums(const run *in, const block *part)
{
    const int64_t row_bytes = part->columns * size_of(in->job);
    for (int64_t i = 0; i < part->rows; i++)
        if (i == 0 || in->roles.term_i[0] != 0)
            read_term(in, 0, in->roles.dtype, part, i, in->sums + i * row_bytes);
        else
            memcpy(in->sums + i * row_bytes, in->sums, (size_t)row_bytes);
}

/* ---- blocks ---- */

static void store_row(const run *in, const block *part, int64_t i, const char *row,
                      weft_dtype dtype)
{
    cast_elements(in->c + (part->i + i) * in->roles.c_i + part->j * in->roles.c_j, in->job->c,
                  in->roles.c_j, false, row, dtype, dtype_table[dtype].size, false, part->columns);
}

static void apply_epilogue(const run *in, const block *part)
{
    const weft_epilogue *epilogue = in->roles.contraction->epilogue;
    const weft_dtype dtype = (weft_dtype)epilogue->dtype;
    const int64_t size = dtype_table[dtype].size, row_bytes = part->columns * size_of(in->job);
    term_rows terms;
    epilogue_row room[WEFT_EPILOGUE_DEPTH], cast;
    for (int64_t i = 0; i < part->rows; i++) {
        const char *sums = in->sums + i * row_bytes;
        read_terms(in, part, i, &terms);
        if (dtype != in->roles.dtype) {
            cast_elements(cast.bytes, dtype, size, false, sums, in->roles.dtype, size_of(in->job),
                          false, part->columns);
            sums = cast.bytes;
        }
        store_row(in, part, i,
                  epilogue_compute(epilogue, sums, terms.places, (int)part->columns, room), dtype);
    }
}

static void run_block(const run *in, const block *part)
{
    const contract_roles *roles = &in->roles;
    const int64_t size = size_of(in->job);
    tile_product t = {
        .m = part->rows,
        .n = part->columns,
        .k = roles->k,
        .c = in->sums,
        .a_i = roles->a_i,
        .a_k = roles->a_k,
        .b_k = roles->b_k,
        .b_j = roles->b_j,
        .c_i = part->columns * size,
        .c_j = size,
        .a_j = in->a_j,
        .adds = roles->contraction->starts,
        .item_count = 1,
        .conjugate_a = roles->conjugate_a,
        .conjugate_b = roles->conjugate_b,
    };
    place_a(in, &t, in->a + part->i * roles->a_i + part->j * in->a_j);
    place_b(in, &t, in->b + part->j * roles->b_j);
    if (t.adds)
        start_sums(in, part);
    in->job->kernel(&t);
    if (roles->contraction->epilogue)
        apply_epilogue(in, part);
    else
        for (int64_t i = 0; i < part->rows; i++)
            store_row(in, part, i, in->sums + i * t.c_i, roles->dtype);
}

static void run_item(const run *in)
{
    const contract_roles *roles = &in->roles;
    block part;
    for (part.i = 0; part.i < roles->m; part.i += part.rows) {
        part.rows = least(in->job->rows, roles->m - part.i);
        if (in->job->copies_a)
            copy_a(in, in->a + part.i * roles->a_i, part.rows);
        for (part.j = 0; part.j < roles->n; part.j += part.columns) {
            part.columns = least(columns_of(in->job), roles->n - part.j);
            run_block(in, &part);
        }
    }
}

/* Items of one sum each are columns. */
static void take_columns(run *in)
{
    contract_roles *roles = &in->roles;
    roles->n = in->items.count;
    in->a_j = in->items.a, roles->b_j = in->items.b, roles->c_j = in->items.c;
    memcpy(roles->term_j, in->items.terms, sizeof roles->term_j);
    in->items.count = 1;
}

static void next_item(run *in)
{
    in->a += in->items.a, in->b += in->items.b, in->c += in->items.c;
    for (int i = 0; i < in->roles.contraction->term_count; i++)
        if (in->terms[i])
            in->terms[i] += in->items.terms[i];
}

/* Where operands begin: in the first item, at the first line. */
static void place_operands(run *in, char *const *data, int64_t first_line)
{
    const contract_roles *roles = &in->roles;
    in->a = data[roles->a] + first_line * roles->a_i;
    in->b = data[roles->b];
    in->c = data[roles->c] + first_line * roles->c_i;
    for (int i = 0; i < roles->contraction->term_count; i++) {
        const weft_term *term = &roles->contraction->terms[i];
        in->terms[i] = term->letters ? data[term->operand] + first_line * roles->term_i[i] : NULL;
    }
}

void packed_product_run(const packed_product *job, const weft_plan *plan, char *const *data,
                        int64_t count, int64_t first_line, int64_t line_end, char *scratch)
{
    run in = {.job = job, .roles = job->roles};
    in.items = contract_items_along(plan, &in.roles, 0);
    in.items.count = count;
    place_operands(&in, data, first_line);
    in.sums = scratch;
    in.strip = scratch + job->strip_at;
    in.copy_a = scratch + job->copy_a_at;
    if (line_end)
        in.roles.m = line_end - first_line;
    if (job->roles.m == 1 && job->roles.n == 1 && count > 1)
        take_columns(&in);
    else if (contract_join(&in.roles, &in.items))
        in.items.count = 1;
    for (; in.items.count > 0; in.items.count--, next_item(&in))
        run_item(&in);
}

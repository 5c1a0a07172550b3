/* shape_loop.c: elementwise, all items. */
#include <inttypes.h>

#include "base/dtype.h"
#include "cursor.h"
#include "host_shape.h"

static bool applies(walk_job *job, plan_text *why)
{
    (void)why;
    return job->plan->ufunc->flags & WEFT_UFUNC_ELEMENTWISE && !plan_is_masked(job->plan);
}

/* The items of a row before the first whose result begins a line; 0 where that is no matter.
 * Vectors that lie across lines take a tenth longer where the second cache sets the pace, and half
 * as long again in the first. An item has the same bits wherever it lies in a row. */
static int64_t before_line(const weft_plan *plan, const plan_piece *part)
{
    enum { LINE = 64, LEAST_BYTES = 4096 };
    const int result = plan->ufunc->input_count;
    const int64_t step = plan->steps[0][result],
                  size = dtype_table[plan->loop->kernel_dtypes[result]].size;
    if (plan->rank > 1 || plan->loop->shapes & WEFT_HAS(LANES) || step != size ||
        part->item_end - part->first_item < LEAST_BYTES / size)
        return 0;
    return (int64_t)(-(uintptr_t)(plan->data[result] + part->first_item * step) % LINE) / size;
}

static void run_part(const walk_job *job, const plan_piece *part)
{
    const int64_t count = part->item_end - part->first_item;
    host_cursor_run_direct(job->plan, job->kernel, part, &count, job->plan->steps[0]);
}

static void run(const walk_job *job, const plan_piece *part, char *scratch)
{
    plan_piece head = *part, rest = *part;
    (void)scratch;
    rest.first_item = head.item_end = part->first_item + before_line(job->plan, part);
    if (head.first_item < head.item_end)
        run_part(job, &head);
    run_part(job, &rest);
}

/* The first operand that is not contiguous, or of `scalars` not one element; -1: none. */
static int find_misfit(const weft_plan *plan, uint32_t scalars)
{
    int count = plan->ufunc->input_count + plan->ufunc->output_count;
    for (int i = 0; i < count; i++) {
        const int64_t size = plan_element_step(plan, i);
        if (plan->steps[0][i] != (scalars >> i & 1 ? 0 : size))
            return i;
    }
    return -1;
}

/* Whether there is a loop for these inputs as scalars: one, or all behind the first ones, as
 * analyse_shape.c has them. */
static bool has_scalar_loop(const weft_plan *plan, uint32_t scalars)
{
    const uint32_t inputs = (uint32_t)(((uint64_t)1 << plan->ufunc->input_count) - 1);
    const bool is_one = (scalars & (scalars - 1)) == 0;
    const bool is_rest = !(scalars & 1) && (scalars | (scalars - 1)) == inputs;
    return scalars && (is_one || is_rest);
}

static uint32_t find_scalars(const weft_plan *plan)
{
    uint32_t scalars = 0;
    for (int i = 0; i < plan->ufunc->input_count; i++)
        scalars |= plan->steps[0][i] == 0 ? 1u << i : 0;
    return scalars;
}

static void print_misfit(const weft_plan *plan, weft_kernel_shape shape, int operand, plan_text *to)
{
    plan_text_add(to, "    not %s: %s has steps of %" PRId64 " bytes, elements of %d\n",
                  plan_shape_name(shape), plan_operand_name(plan, operand), plan->steps[0][operand],
                  dtype_table[plan->loop->kernel_dtypes[operand]].size);
}

void host_shape_print_loop(const weft_plan *plan, plan_text *to, plan_text *why)
{
    const uint64_t shapes = plan->loop->shapes;
    const uint32_t scalars = find_scalars(plan);
    const int all = find_misfit(plan, 0), others = find_misfit(plan, scalars);
    weft_kernel_shape shape = WEFT_SHAPE_STRIDED;
    if (shapes & WEFT_HAS(LANES) && !plan->raised) {
        plan_text_add(to, "%s", plan_shape_name(WEFT_SHAPE_LANES));
        return;
    }
    if (shapes & WEFT_HAS(CONTIGUOUS) && all < 0) {
        shape = WEFT_SHAPE_CONTIGUOUS;
    } else if (shapes & WEFT_HAS(SCALAR) && others < 0 && has_scalar_loop(plan, scalars)) {
        shape = WEFT_SHAPE_SCALAR;
    }
    plan_text_add(to, "%s", plan_shape_name(shape));
    if (shape == WEFT_SHAPE_CONTIGUOUS)
        return;
    if (shapes & WEFT_HAS(CONTIGUOUS))
        print_misfit(plan, WEFT_SHAPE_CONTIGUOUS, all, why);
    if (shape == WEFT_SHAPE_SCALAR || !(shapes & WEFT_HAS(SCALAR)))
        return;
    if (others >= 0)
        print_misfit(plan, WEFT_SHAPE_SCALAR, others, why);
    else
        plan_text_add(why, "    not %s: there is none for these inputs as scalars\n",
                      plan_shape_name(WEFT_SHAPE_SCALAR));
}

static void print(const walk_job *job, plan_text *to, plan_text *why)
{
    host_shape_print_loop(job->plan, to, why);
}

const host_shape host_shape_loop = {
    .number = WEFT_SHAPE_STRIDED,
    .applies = applies,
    .run = run,
    .print = print,
};

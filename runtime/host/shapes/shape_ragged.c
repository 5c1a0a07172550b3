/* shape_ragged.c: lists, whose elements lie one behind the other. */
#include "cursor.h"
#include "host_shape.h"

static bool applies(walk_job *job, plan_text *why)
{
    (void)why;
    return job->plan->lists != NULL;
}

static void run(const walk_job *job, const plan_piece *part, char *scratch)
{
    const weft_plan *plan = job->plan;
    const weft_ufunc *ufunc = plan->ufunc;
    const int64_t *offsets[PLAN_MAX_DIMENSIONS];
    const weft_lists lists = {.offsets = offsets};
    int64_t dimensions[1 + PLAN_MAX_DIMENSIONS], steps[WEFT_MAX_OPERANDS * (1 + WEFT_MAX_RANK)];
    char *data[WEFT_MAX_OPERANDS];
    (void)scratch;
    host_cursor_fill_cores(plan, dimensions, steps);
    dimensions[0] = part->item_end - part->first_item;
    for (int d = 0; d < ufunc->dimension_count; d++)
        offsets[d] = plan->lists[d] ? plan->lists[d] + part->first_item : NULL;
    for (int i = 0; i < plan->operand_count; i++) {
        const int size = plan_list_dimension(ufunc, i);
        if (size >= 0)
            steps[i] = plan_list_step(plan, i);
        data[i] = size >= 0 ? plan->data[i] - plan->lists[size][0] * steps[i]
                            : plan->data[i] + part->first_item * plan->steps[0][i];
    }
    job->kernel(data, dimensions, steps, &lists);
}

static void print(const walk_job *job, plan_text *to, plan_text *why)
{
    (void)job, (void)why;
    plan_text_add(to, "%s", plan_shape_name(WEFT_SHAPE_RAGGED));
}

const host_shape host_shape_ragged = {
    .number = WEFT_SHAPE_RAGGED,
    .applies = applies,
    .run = run,
    .print = print,
};

/* walk.c: which loops go around a cpu kernel. The kernel itself runs over the two innermost axes.
 */
#include "walk.h"

#include "host_shape.h"
#include "plan/isa.h"

/* In the order in which they are tried; the last serves all that the others do not. */
static const host_shape *const shapes[] = {
    &host_shape_ragged, &host_shape_transposed, &host_shape_blocked, &host_shape_nontemporal,
    &host_shape_loop,   &host_shape_masked,     &host_shape_tiles,   &host_shape_fft,
    &host_shape_packed, &host_shape_core,
};

static void find_shape(walk_job *job)
{
    size_t i = 0;
    while (!shapes[i]->applies(job, NULL))
        i++;
    job->shape = shapes[i];
}

/* Adds a line for each shape that was tried before the job's, and might have served. */
static void print_tried(walk_job *job, plan_text *why)
{
    for (size_t i = 0; shapes[i] != job->shape; i++) {
        size_t before = why->length, clause;
        plan_text_add(why, "    not %s: ", plan_shape_name(shapes[i]->number));
        clause = why->length;
        shapes[i]->applies(job, why);
        if (why->length == clause)
            why->length = before;
        else
            plan_text_add(why, "\n");
    }
}

static void clear(walk_job *job, const weft_plan *plan)
{
    job->plan = plan;
    job->packed = 0;
    job->scratch_bytes = 0;
    job->line_count = 1;
    job->block_rows = 0;
}

weft_status walk_prepare(walk_job *job, const weft_plan *plan, weft_error *error)
{
    clear(job, plan);
    weft_status status = isa_find_plan_kernel(plan, &job->kernel, error);
    if (status)
        return status;
    find_shape(job);
    return job->shape->begin ? job->shape->begin(job, error) : WEFT_OK;
}

void walk_finish(walk_job *job)
{
    if (job->shape->end)
        job->shape->end(job);
}

void walk_run(const walk_job *job, const plan_piece *part, char *scratch)
{
    job->shape->run(job, part, scratch);
}

void walk_print(const weft_plan *plan, plan_text *to)
{
    char reasons[1024] = "";
    plan_text why = {.data = reasons, .size = sizeof reasons};
    walk_job job;
    clear(&job, plan);
    find_shape(&job);
    print_tried(&job, &why);
    plan_text_add(to, "  kernel: ");
    job.shape->print(&job, to, &why);
    reasons[why.length] = '\0';
    plan_text_add(to, "\n%s", reasons);
}

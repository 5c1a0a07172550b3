/* fold_trace.c: what WEFT_TRACE shows of a fold that one kernel does; of others the plans of their
 * steps are shown. */
#include "fold_trace.h"

#include <inttypes.h>

#include "plan/print.h"
#include "plan/trace.h"

/* Adds a line of one side: its dtype and its steps, of the lanes and of the folded axis. */
static void print_side(const char *name, weft_dtype dtype, const fold_view *view,
                       const int64_t *steps, int64_t step, plan_text *to)
{
    plan_text_add(to, "  %s: %s, steps", name, weft_dtype_name(dtype));
    for (int axis = 0; axis < view->rank; axis++)
        plan_text_add(to, " %" PRId64, steps[axis]);
    plan_text_add(to, "; folded %" PRId64 "\n", step);
}

void fold_trace_print(const fold_job *job, const fold_view *view, const char *kernel)
{
    char block[2048];
    plan_text text = {.data = block, .size = sizeof block};
    plan_text_add(&text, "weft: %s, %s, folded\n  items: %" PRId64, job->ufunc->name,
                  job->loop->prototype, view->count);
    for (int axis = 0; axis < view->rank; axis++)
        plan_text_add(&text, " × %" PRId64, view->extents[axis]);
    plan_text_add(&text, "\n");
    print_side("from", view->from_dtype, view, view->from_steps, view->from_step, &text);
    print_side("to", job->dtype, view, view->to_steps, view->to_step, &text);
    if (view->map)
        plan_text_add(&text, "  map: %s\n", view->map->loop->prototype);
    plan_text_add(&text, "  target: %s\n  kernel: %s\n",
                  weft_target_name(job->place->backend->target), kernel);
    trace_write(&text);
}

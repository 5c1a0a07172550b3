/* kernel_shapes.c: which kernel serves a plan. */
#include "kernel_shape.h"

#include "base/error.h"
#include "gpu_spread.h"

/* In the order in which they are tried. */
static const gpu_kernel_shape *const shapes[] = {
    &gpu_shape_masked,  &gpu_shape_vector, &gpu_shape_strided,
    &gpu_shape_product, &gpu_shape_stream, &gpu_shape_item,
};

static bool is_there(const weft_plan *plan, const gpu_kernel_shape *shape)
{
    return plan->loop->shapes >> shape->number & 1;
}

/* The first shape of the plan's loop that serves it; false if there is none. */
static bool find(const weft_plan *plan, gpu_choice *choice)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        choice->shape = shapes[i];
        if (is_there(plan, shapes[i]) && shapes[i]->applies(plan, choice, NULL))
            return true;
    }
    return false;
}

/* The plan that is run: this one, or where items are threads and there are few of them, one of more. NULL: no
 * shape serves it. */
static const weft_plan *find_spread(const weft_plan *plan, gpu_choice *choice, gpu_spread *room)
{
    if (!find(plan, choice))
        return NULL;
    if ((choice->shape != &gpu_shape_item && choice->shape != &gpu_shape_stream) ||
        !gpu_spread_apply(plan, room))
        return plan;
    return find(&room->plan, choice) ? &room->plan : NULL;
}

/* Adds a line for each shape of the loop that was tried before `end`, and might have served. */
static void print_tried(const weft_plan *plan, const gpu_kernel_shape *end, plan_text *to)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes && shapes[i] != end; i++) {
        size_t before = to->length, clause;
        gpu_choice choice;
        if (!is_there(plan, shapes[i]))
            continue;
        plan_text_add(to, "    not %s: ", plan_shape_name(shapes[i]->number));
        clause = to->length;
        shapes[i]->applies(plan, &choice, to);
        if (to->length == clause)
            to->length = before; /* it is for other plans: no better one was missed */
        else
            plan_text_add(to, "\n");
    }
}

weft_status gpu_kernel_shape_launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                                    weft_error *error)
{
    gpu_choice choice;
    gpu_spread room;
    const weft_plan *run = find_spread(plan, &choice, &room);
    if (!run)
        return error_set(error, WEFT_ERROR_TARGET,
                         "%s: none of the gpu kernels for %s that its library has serves this call",
                         plan->ufunc->name, plan->loop->prototype);
    return choice.shape->launch(scope, stream, run, &choice, error);
}

void gpu_kernel_shape_print(const weft_plan *plan, plan_text *to)
{
    gpu_choice choice;
    gpu_spread room;
    const weft_plan *run = find_spread(plan, &choice, &room);
    if (!run) {
        plan_text_add(to, "  kernel: none\n");
        return;
    }
    plan_text_add(to, "  kernel: %s", plan_shape_name(choice.shape->number));
    choice.shape->print(run, &choice, to);
    if (run != plan)
        plan_text_add(to, ", %lld items of %lld", (long long)run->item_count,
                      (long long)plan->item_count);
    plan_text_add(to, "\n");
    print_tried(run, choice.shape, to);
}

void gpu_kernel_shape_print_walk(const gpu_walk *walk, plan_text *to)
{
    gpu_walk left = *walk;
    int64_t launches = 0;
    while (gpu_walk_next(&left))
        launches++;
    plan_text_add(to, ", %lld launch%s", (long long)launches, launches == 1 ? "" : "es");
}

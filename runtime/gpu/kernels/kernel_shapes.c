/* kernel_shapes.c: which kernel serves a plan. */
#include "kernel_shape.h"

#include "base/error.h"
#include "gpu_spread.h"

/* In the order in which they are tried. */
static const gpu_kernel_shape *const shapes[] = {
    &gpu_shape_fft,         &gpu_shape_masked,  &gpu_shape_vector, &gpu_shape_strided,
    &gpu_shape_nest,        &gpu_shape_front,   &gpu_shape_team,   &gpu_shape_deal,
    &gpu_shape_blas,        &gpu_shape_product, &gpu_shape_stream, &gpu_shape_item,
    &gpu_shape_ragged_team, &gpu_shape_ragged,  &gpu_shape_raw,
};

/* For sizes that nothing is known of, a thread computes an item, or a list, as the text says, or a
 * hand-written kernel what it does. What transforms compute, their descriptor says, and no loop has
 * a bit of it. */
static bool is_there(const weft_plan *plan, const gpu_kernel_shape *shape)
{
    if (shape == &gpu_shape_fft)
        return plan->ufunc->transform != NULL;
    return plan->loop->shapes >> shape->number & 1 &&
           (shape == &gpu_shape_item || shape == &gpu_shape_ragged || shape == &gpu_shape_raw ||
            plan_is_known(plan));
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

/* Whether teams whose size is free keep the GPU busy. */
static bool has_large_teams(const weft_plan *plan, const gpu_choice *choice)
{
    return choice->shape == &gpu_shape_team && plan->ufunc->flags & WEFT_UFUNC_TEAM_APART &&
           plan->item_count >= GPU_GOOD_THREADS / choice->item.rooms.team;
}

/* Whether items are threads, or teams of some, of which there would be few. */
static bool is_spread(const weft_plan *plan, const gpu_choice *choice)
{
    return (choice->shape == &gpu_shape_item || choice->shape == &gpu_shape_stream ||
            choice->shape == &gpu_shape_team || choice->shape == &gpu_shape_deal) &&
           !has_large_teams(plan, choice) && gpu_spread_applies(plan);
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

static weft_status refuse(const weft_plan *plan, weft_error *error)
{
    return error_set(error, WEFT_ERROR_TARGET,
                     "%s: none of the gpu kernels for %s that its library has serves this call",
                     plan->ufunc->name, plan->loop->prototype);
}

/* The same of more items; apart, for a plan takes room on the stack that other calls do without. */
__attribute__((noinline)) static weft_status launch_spread(const gpu_scope *scope, CUstream stream,
                                                           const weft_plan *plan, weft_error *error)
{
    free_plan room;
    gpu_choice choice;
    gpu_spread_make(plan, &room);
    return find(&room.plan, &choice)
               ? choice.shape->launch(scope, stream, &room.plan, &choice, error)
               : refuse(plan, error);
}

weft_status gpu_kernel_shape_launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                                    weft_error *error)
{
    gpu_choice choice;
    if (!find(plan, &choice))
        return refuse(plan, error);
    return is_spread(plan, &choice) ? launch_spread(scope, stream, plan, error)
                                    : choice.shape->launch(scope, stream, plan, &choice, error);
}

/* Adds the lines of the shape that was found. */
static void print_found(const weft_plan *plan, const gpu_choice *choice, plan_text *to)
{
    plan_text_add(to, "  kernel: %s", plan_shape_name(choice->shape->number));
    choice->shape->print(plan, choice, to);
    plan_text_add(to, "\n");
    print_tried(plan, choice->shape, to);
}

__attribute__((noinline)) static void print_spread(const weft_plan *plan, plan_text *to)
{
    free_plan room;
    gpu_choice choice;
    gpu_spread_make(plan, &room);
    plan_text_add(to, "  items: %lld, of %lld\n", (long long)room.plan.item_count,
                  (long long)plan->item_count);
    if (find(&room.plan, &choice))
        print_found(&room.plan, &choice, to);
    else
        plan_text_add(to, "  kernel: none\n");
}

void gpu_kernel_shape_print(const weft_plan *plan, plan_text *to)
{
    gpu_choice choice;
    if (!find(plan, &choice))
        plan_text_add(to, "  kernel: none\n");
    else if (is_spread(plan, &choice))
        print_spread(plan, to);
    else
        print_found(plan, &choice, to);
}

void gpu_kernel_shape_print_walk(const gpu_walk *walk, plan_text *to)
{
    gpu_walk left = *walk;
    int64_t launches = 0;
    while (gpu_walk_next(&left))
        launches++;
    plan_text_add(to, ", %lld launch%s", (long long)launches, launches == 1 ? "" : "es");
}

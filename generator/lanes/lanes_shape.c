/* lanes_shape.c: a function gets lanes where they are worth it and all of its bodies can be
 * translated. */
#include "lanes_shape.h"

#include "lanes.h"

static const char *as_it_is(const void *context, const char *name)
{
    (void)context;
    return name;
}

static bool is_worth_it(const function *shown)
{
    for (size_t i = 0; i < shown->binding_count; i++)
        if (lanes_gain(shown->bodies[i]->tree, shown->strict))
            return true;
    return false;
}

void lanes_shape(arena *memory, function *shown, bool all)
{
    static const c_naming plain = {as_it_is, NULL};
    loop_shape *shape = &shown->shape;
    if (!shape->elementwise || !shown->body_text || shown->device_only ||
        !(all || is_worth_it(shown)))
        return;
    ir_gap gap = {0};
    for (size_t i = 0; i < shown->binding_count && !gap.reason; i++)
        gap = lanes_translate(memory, shown->bodies[i]->tree, shown->strict, &plain).gap;
    shape->lanes = shown->binding_count && !gap.reason;
    shape->no_lanes = (body_obstacle){gap.reason, gap.place};
    if (shape->lanes)
        shape->variant_count = 0; /* a loop for all steps is left, for floating-point flags */
}

/* analyse_shape.c: which loops the hosts run a function in. Decided here alone: emit_body.c writes
 * them, explain.c names them. */
#include "analyse_shape.h"

/* So many inputs at most get a loop for each scalar one. */
enum { MOST_SCALAR_INPUTS = 8 };

static bool is_elementwise(const function *shown)
{
    for (size_t i = 0; i < shown->operand_count; i++)
        if (shown->core.operands[i].rank)
            return false;
    return true;
}

/* A body with loops of its own, or one that calls itself, is not worth it. */
static bool is_inlined(const function *shown)
{
    for (size_t i = 0; i < shown->binding_count; i++)
        if (shown->bodies[i]->has_loops || shown->bodies[i]->recursive)
            return false;
    return true;
}

static void add_variant(arena *memory, loop_shape *shape, unsigned scalars)
{
    *ARENA_PUSH(memory, shape->scalars, shape->variant_count) = scalars;
}

/* Contiguous; each single scalar input; all inputs scalar but the first ones. */
static void add_variants(arena *memory, loop_shape *shape, size_t inputs)
{
    bool scalars = inputs > 1 && inputs <= MOST_SCALAR_INPUTS;
    add_variant(memory, shape, 0);
    for (size_t i = 0; scalars && i < inputs; i++)
        add_variant(memory, shape, 1u << i);
    for (size_t first = 1; scalars && first + 1 < inputs; first++)
        if (inputs > 2)
            add_variant(memory, shape, (1u << inputs) - (1u << first));
}

void analyse_shape(arena *memory, function *shown)
{
    loop_shape *shape = &shown->shape;
    *shape = (loop_shape){.elementwise = is_elementwise(shown),
                          .inlined = shown->body_text && is_inlined(shown)};
    if (shape->elementwise && (shape->inlined || !shown->body_text))
        add_variants(memory, shape, shown->core.input_count);
}

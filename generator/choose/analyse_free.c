/* analyse_free.c: core dimensions along which a function computes every index by itself, as loops
 * like for (i = 0; i < m; i++) for (j …) C[i][j] = f(A[i], B[j]) do: of a call with few items a GPU
 * then makes many.
 *
 * A dimension m is free if m does nothing but end loops over all of it; what counts these does
 * nothing but index the axes of size m; such an axis is indexed by nothing else; every output has
 * one; and a round writes only to outputs and to what it declares itself. Then the function with m
 * = 1, on the slices at an index, does what it would have done there, in the same order. */
#include "analyse_shape.h"

#include <string.h>

#include "analyse/analyse.h"
#include "effects/effects.h"

enum { MOST_LOOPS = 8 };

/* Beyond this dimension's number no bit says so. */
enum { MOST_DIMENSIONS = 32 };

/* One dimension of a function that is looked at. */
typedef struct free_search {
    const function *from;
    const ir_function *tree;
    const ir_variable *size;
    const extent *dimension;
    const ir_statement *loops[MOST_LOOPS]; /* over all of it */
    counted_loop counted[MOST_LOOPS];
    size_t loop_count;
    const counted_loop *inside; /* the one that is visited */
    size_t elements;            /* of arrays with the dimension, indexed by what counts it */
    size_t mentions, other;     /* of a variable; of any such array */
    const ir_variable *counted_variable;
    bool is_free;
} free_search;

/* The axis of an operand with the dimension; -1: none has it, -2: several. */
static int find_axis(const free_search *in, size_t operand)
{
    const layout_operand *core = &in->from->core.operands[operand];
    int found = -1;
    for (size_t axis = 0; axis < core->rank; axis++)
        if (extent_equal(&core->extents[axis], in->dimension))
            found = found == -1 ? (int)axis : -2;
    return found;
}

/* Whether the layout lets the dimension be free: every output has it, no operand twice, and no
 * extent is computed from it. */
static bool layout_allows(const free_search *in)
{
    const function *from = in->from;
    for (size_t i = 0; i < from->operand_count; i++) {
        const layout_operand *core = &from->core.operands[i];
        const int axis = find_axis(in, i);
        if (axis == -2 || (i >= from->core.input_count && axis < 0))
            return false;
        for (size_t k = 0; k < core->rank; k++)
            if (!extent_is_name(&core->extents[k]) && !extent_is_fixed(&core->extents[k]))
                return false;
    }
    return true;
}

/* The operand of a parameter that is an array with the dimension, and its axis; false if it is
 * none. */
static bool find_array(const free_search *in, const ir_variable *variable, size_t *operand,
                       int *axis)
{
    if (variable->storage != IR_PARAMETER || variable->is_size)
        return false;
    for (size_t i = 0; i < in->from->operand_count; i++)
        if (in->from->operand_parameter[i] == (int)variable->position) {
            *operand = i;
            *axis = find_axis(in, i);
            return *axis >= 0;
        }
    return false;
}

/* Loops over all of the dimension; none is inside of another, or left early. */
static void find_loops(free_search *in, const ir_statement *statement, bool inside)
{
    counted_loop counted;
    const ir_expression *size;
    if (!statement)
        return;
    if (statement->kind == IR_FOR && analyse_counted(statement, &counted) &&
        analyse_full_range(&counted, &size) && size->kind == IR_VARIABLE &&
        size->variable == in->size) {
        in->is_free = in->is_free && !inside && in->loop_count < MOST_LOOPS &&
                      !analyse_leaves(statement) && counted.variable->storage == IR_LOCAL;
        if (!in->is_free)
            return;
        in->loops[in->loop_count] = statement;
        in->counted[in->loop_count++] = counted;
        inside = true;
    }
    for (size_t i = 0; i < statement->variable_count; i++)
        for (const ir_type *type = statement->variables[i]->type; type; type = type->element)
            if (type->extent_expression && analyse_mentions(type->extent_expression, in->size))
                in->is_free = false;
    find_loops(in, statement->first, inside);
    for (size_t i = 0; i < statement->child_count; i++)
        find_loops(in, statement->children[i], inside);
}

/* Whether an expression is an element, found by what counts the loop that is visited. */
static bool is_element(const free_search *in, const ir_expression *expression)
{
    size_t operand;
    int axis;
    if (expression->kind != IR_SUBSCRIPT || expression->operands[0]->kind != IR_VARIABLE ||
        !find_array(in, expression->operands[0]->variable, &operand, &axis) ||
        expression->operand_count != in->from->core.operands[operand].rank + 1)
        return false;
    const ir_expression *index = analyse_strip_widening(expression->operands[axis + 1]);
    return index->kind == IR_VARIABLE && index->variable == in->inside->variable;
}

/* Whether the round declares it. */
static bool is_own(const free_search *in, const ir_variable *variable)
{
    return variable->storage == IR_LOCAL && ir_declares(in->inside->body, variable);
}

static bool may_write(const free_search *in, const ir_expression *target)
{
    const ir_variable *base = ir_base_variable(target);
    return base && (base == in->inside->variable || is_own(in, base) ||
                    is_element(in, ir_strip_casts(target)));
}

/* Looks at all that a loop over the dimension does. */
static bool look_inside(void *context, const ir_expression *expression,
                        const ir_statement *statement)
{
    free_search *in = context;
    const ir_expression *target = ir_written(expression);
    (void)statement;
    in->elements += is_element(in, expression);
    if (target && !may_write(in, target))
        in->is_free = false;
    if (expression->kind == IR_UNARY && expression->op == IR_ADDRESS) {
        const ir_variable *base = ir_base_variable(expression->operands[0]);
        in->is_free = in->is_free && base && is_own(in, base);
    }
    /* What is not a number may be written by whoever gets it. */
    if (expression->kind == IR_VARIABLE && expression->variable->storage == IR_LOCAL &&
        !is_own(in, expression->variable) && !ir_kind(expression->variable->type))
        in->is_free = false;
    return in->is_free;
}

static bool count_mentions(void *context, const ir_expression *expression,
                           const ir_statement *statement)
{
    free_search *in = context;
    size_t operand;
    int axis;
    (void)statement;
    if (expression->kind == IR_VARIABLE) {
        in->mentions += expression->variable == in->counted_variable;
        in->other += find_array(in, expression->variable, &operand, &axis);
    }
    return true;
}

static size_t mentions_in(free_search *in, const ir_statement *statement,
                          const ir_variable *variable)
{
    in->mentions = in->other = 0;
    in->counted_variable = variable;
    ir_visit(statement, count_mentions, in);
    return in->mentions;
}

static size_t mentions_of(free_search *in, const ir_expression *expression,
                          const ir_variable *variable)
{
    in->mentions = 0;
    in->counted_variable = variable;
    if (expression)
        ir_visit_expression(expression, NULL, count_mentions, in);
    return in->mentions;
}

/* Where a loop's own head names what it counts. */
static size_t head_mentions(free_search *in, const ir_statement *loop, const ir_variable *variable)
{
    return (loop->first ? mentions_in(in, loop->first, variable) : 0) +
           mentions_of(in, loop->expression, variable) + mentions_of(in, loop->step, variable);
}

/* Whether what counts the loops does nothing but index, and arrays are indexed by nothing else. */
static bool counts_only(free_search *in)
{
    size_t elements = 0, counters = 0, heads = 0;
    for (size_t i = 0; i < in->loop_count && in->is_free; i++) {
        const ir_variable *variable = in->counted[i].variable;
        bool is_new = true;
        in->inside = &in->counted[i];
        in->elements = 0;
        ir_visit(in->loops[i], look_inside, in);
        elements += in->elements;
        heads += head_mentions(in, in->loops[i], variable);
        for (size_t k = 0; k < i; k++)
            is_new = is_new && in->counted[k].variable != variable;
        counters += is_new ? mentions_in(in, in->tree->body, variable) : 0;
    }
    mentions_in(in, in->tree->body, in->size);
    return in->is_free && in->mentions == in->loop_count && in->other == elements &&
           counters == heads + elements;
}

/* A body as the user wrote it, of which the tree says all. */
static bool is_told(const function *from, const body *read)
{
    return read && read->tree && read->pure && !read->recursive && !from->made_up && !from->nan &&
           !from->has_invalid && !from->has_status && !ir_find_text(read->tree).reason &&
           !ir_find_opaque(read->tree).reason && !effects_written_mask(from);
}

static bool is_free_in(const function *from, const body *read, const extent *dimension)
{
    free_search in = {.from = from, .dimension = dimension, .is_free = true};
    if (!is_told(from, read) || !layout_allows(&in))
        return false;
    in.tree = read->tree;
    for (size_t i = 0; i < in.tree->parameter_count; i++)
        if (in.tree->parameters[i]->is_size &&
            strcmp(in.tree->parameters[i]->name, dimension->terms[0].name) == 0)
            in.size = in.tree->parameters[i];
    if (!in.size)
        return false;
    find_loops(&in, in.tree->body, false);
    return in.is_free && in.loop_count > 0 && counts_only(&in);
}

uint32_t analyse_free_dimensions(const ufunc *owner)
{
    uint32_t found = 0;
    for (size_t d = 0; d < owner->dimension_count && d < MOST_DIMENSIONS; d++) {
        const extent *dimension = &owner->dimensions[d];
        bool is_free = extent_is_name(dimension) && !dimension->optional && !owner->declared &&
                       !layout_has_lists(&owner->first->core);
        for (size_t f = 0; f < owner->function_count && is_free; f++) {
            const function *from = owner->functions[f];
            is_free = from->bodies && from->binding_count > 0;
            for (size_t b = 0; b < from->binding_count && is_free; b++)
                is_free = is_free_in(from, from->bodies[b], dimension);
        }
        found |= (uint32_t)is_free << d;
    }
    return found;
}

size_range analyse_range(const ufunc *owner, const extent *dimension)
{
    size_range all = {.most = INT64_MAX};
    for (size_t f = 0; f < owner->function_count && extent_is_name(dimension); f++) {
        const function *one = owner->functions[f];
        const body *read = one->binding_count && one->bodies ? one->bodies[0] : NULL;
        for (size_t i = 0; read && i < read->range_count; i++) {
            const size_range *range = &read->ranges[i];
            if (strcmp(one->parameters[range->size->position].name, dimension->terms[0].name) != 0)
                continue;
            all.least = range->least > all.least ? range->least : all.least;
            all.most = range->most < all.most ? range->most : all.most;
        }
    }
    return all;
}

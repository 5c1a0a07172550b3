/* analyse_sequential.c: recognises one walk along the only core dimension, with state carried from
 * element to element: cumulative sums, recursive filters, searches. */
#include "analyse.h"

/* The one loop over the size parameter, and what it carries. */
typedef struct walk {
    arena *memory;
    const ir_statement *loop;
    counted_loop counted;
    size_t loop_count;
    const char *carried;
} walk;

static size_t count_sizes(const ir_function *function)
{
    size_t count = 0;
    for (size_t i = 0; i < function->parameter_count; i++)
        count += function->parameters[i]->is_size;
    return count;
}

static bool over_size(const counted_loop *loop)
{
    const ir_expression *ends[] = {loop->begin, loop->end};
    for (size_t i = 0; i < 2; i++) {
        const ir_expression *value = ir_strip_casts(ends[i]);
        while (value->kind == IR_BINARY) /* n - 1 */
            value = ir_strip_casts(value->operands[0]);
        if (value->kind == IR_VARIABLE && value->variable->is_size)
            return true;
    }
    return false;
}

static void find_loops(walk *in, const ir_statement *statement)
{
    if (!statement)
        return;
    counted_loop counted;
    if (statement->kind == IR_FOR && analyse_counted(statement, &counted) && over_size(&counted)) {
        in->loop = statement;
        in->counted = counted;
        in->loop_count++;
    }
    for (size_t i = 0; i < statement->child_count; i++)
        find_loops(in, statement->children[i]);
}

/* A local from outside that the loop writes, or an output's element other than the current one. */
static bool find_carried(void *context, const ir_expression *expression,
                         const ir_statement *statement)
{
    walk *in = context;
    (void)statement;
    if (in->carried)
        return false;
    if (expression->kind == IR_VARIABLE && expression->variable->storage == IR_LOCAL &&
        expression->variable != in->counted.variable &&
        !ir_declares(in->counted.body, expression->variable) &&
        analyse_writes(in->counted.body, expression->variable))
        in->carried = expression->variable->name;
    if (expression->kind == IR_SUBSCRIPT && expression->operands[0]->kind == IR_VARIABLE) {
        const ir_variable *array = expression->operands[0]->variable;
        bool neighbour = ir_strip_casts(expression->operands[1])->kind == IR_BINARY &&
                         analyse_mentions(expression->operands[1], in->counted.variable);
        if (neighbour && analyse_writes(in->counted.body, array))
            in->carried = ir_expression_text(in->memory, expression);
    }
    return !in->carried;
}

bool analyse_sequential(arena *memory, const ir_function *function, const char **reason)
{
    walk in = {.memory = memory};
    find_loops(&in, function->body);
    bool told = !ir_find_text(function).reason && !ir_find_opaque(function).reason;
    if (!told || in.loop_count != 1 || count_sizes(function) != 1)
        return false;
    ir_visit(in.counted.body, find_carried, &in);
    if (!in.carried)
        return false;
    *reason = arena_format(memory, "%s is carried from element to element", in.carried);
    return true;
}

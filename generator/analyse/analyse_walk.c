/* analyse_walk.c: functions that do nothing with their arrays but walk along the one axis, once or
 * several times, from its begin to its end: sums and then quotients, searches. */
#include "analyse.h"

/* The walk that is looked at. */
typedef struct walks {
    const ir_variable *counter; /* NULL: between walks */
    size_t count;
    bool only;
} walks;

bool analyse_is_walk(const ir_statement *statement, counted_loop *counted)
{
    int64_t begin;
    if (statement->kind != IR_FOR || !analyse_counted(statement, counted) || !counted->by_one ||
        counted->includes_end || !ir_constant(counted->begin, &begin) || begin < 0)
        return false;
    const ir_expression *end = ir_strip_casts(counted->end);
    return end->kind == IR_VARIABLE && end->variable->is_size;
}

/* An element is that of the round, or between walks one that a constant names. */
static bool look(void *context, const ir_expression *expression, const ir_statement *statement)
{
    walks *in = context;
    int64_t index;
    (void)statement;
    if (expression->kind != IR_SUBSCRIPT || expression->operands[0]->kind != IR_VARIABLE ||
        expression->operands[0]->variable->storage != IR_PARAMETER)
        return in->only;
    const ir_expression *at = ir_strip_casts(expression->operands[expression->operand_count - 1]);
    const bool is_round = at->kind == IR_VARIABLE && at->variable == in->counter;
    in->only = in->only && expression->operand_count == 2 &&
               (in->counter ? is_round : ir_constant(at, &index));
    return in->only;
}

/* What a statement's own expressions do; walks and other loops inside of it are looked at by
 * themselves. */
static void look_at(walks *in, const ir_statement *statement)
{
    counted_loop counted;
    if (!statement || !in->only)
        return;
    if (analyse_is_walk(statement, &counted) && !in->counter) {
        in->counter = counted.variable;
        in->count++;
        ir_visit(statement, look, in);
        in->counter = NULL;
        return;
    }
    if (ir_is_loop(statement) || statement->kind == IR_TEXT_STATEMENT) {
        in->only = false; /* how often it comes back to an element is not known */
        return;
    }
    for (size_t i = 0; i < statement->variable_count; i++)
        if (statement->variables[i]->initializer)
            ir_visit_expression(statement->variables[i]->initializer, statement, look, in);
    if (statement->expression)
        ir_visit_expression(statement->expression, statement, look, in);
    for (size_t i = 0; i < statement->child_count; i++)
        look_at(in, statement->children[i]);
}

bool analyse_walks(const ir_function *function)
{
    walks in = {.only = !ir_find_text(function).reason && !ir_find_opaque(function).reason};
    look_at(&in, function->body);
    return in.only && in.count > 0;
}

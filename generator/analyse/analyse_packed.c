/* analyse_packed.c: what a compiler will make vectors of: functions of single elements, and
 * innermost loops whose rounds know nothing of each other. For estimates of cost alone. */
#include "analyse.h"

/* One stretch of code that runs for each element. */
typedef struct stretch {
    const ir_statement *inside; /* of a loop: its body; NULL: a function of single elements */
    const ir_variable *counter; /* of that loop */
    bool packs;
} stretch;

static bool packs_function(const ir_function *function);

static bool declares(const ir_statement *statement, const ir_variable *variable)
{
    for (size_t i = 0; i < statement->variable_count; i++)
        if (statement->variables[i] == variable)
            return true;
    for (size_t i = 0; i < statement->child_count; i++)
        if (declares(statement->children[i], variable))
            return true;
    return false;
}

/* Elements that lie side by side in the order of the counter, or one and the same. */
static bool is_row(const stretch *in, const ir_expression *subscript)
{
    for (size_t i = 1; in->counter && i + 1 < subscript->operand_count; i++)
        if (analyse_mentions(subscript->operands[i], in->counter))
            return false;
    return in->counter;
}

typedef struct other_read {
    const ir_expression *written;
    bool found;
} other_read;

static bool find_other(void *context, const ir_expression *expression,
                       const ir_statement *statement)
{
    other_read *search = context;
    (void)statement;
    search->found |= expression->kind == IR_SUBSCRIPT &&
                     ir_base_variable(expression) == ir_base_variable(search->written) &&
                     !ir_same(expression, search->written);
    return !search->found;
}

/* Whether what a round writes is its own: a variable of the loop's, or an element that no other
 * round reads or writes. */
static bool is_own(const stretch *in, const ir_expression *target)
{
    target = ir_strip(target);
    if (!in->inside)
        return true;
    if (target->kind == IR_VARIABLE)
        return declares(in->inside, target->variable);
    other_read search = {target, false};
    if (target->kind != IR_SUBSCRIPT ||
        !analyse_mentions(target->operands[target->operand_count - 1], in->counter))
        return false;
    ir_visit(in->inside, find_other, &search);
    return !search.found;
}

/* Whether what a call gets the address of may be written there as in the round itself. */
static bool hands_own(const stretch *in, const ir_expression *call)
{
    bool own = true;
    for (size_t i = 0; i < call->operand_count && own; i++) {
        const ir_expression *given = ir_strip_casts(call->operands[i]);
        if (given->kind == IR_UNARY && given->op == IR_ADDRESS)
            own = is_own(in, given->operands[0]);
    }
    return own;
}

/* Of a function of single elements what it calls is looked at with it. */
static bool packs_call(const stretch *in, const ir_expression *call)
{
    if (!hands_own(in, call))
        return false;
    if (call->function)
        return !in->inside || packs_function(call->function);
    return call->callee == IR_CALLEE_LIBRARY && library_is_instruction(call->library);
}

static bool look(void *context, const ir_expression *expression, const ir_statement *statement)
{
    stretch *in = context;
    (void)statement;
    const ir_expression *target = ir_written(expression);
    bool divides = expression->op == IR_DIVIDE || expression->op == IR_REMAINDER;
    if (expression->kind == IR_SUBSCRIPT)
        in->packs &= is_row(in, expression);
    else if (expression->kind == IR_CALL)
        in->packs &= packs_call(in, expression);
    else if (divides && ir_is_integer(expression->type))
        in->packs = false;
    if (target)
        in->packs &= is_own(in, target);
    return in->packs && expression->kind != IR_TEXT;
}

/* Whether there is control flow that compilers do not turn into selections. */
static bool jumps(const ir_statement *statement)
{
    if (!statement)
        return false;
    bool found = ir_holds_break(statement) || statement->kind == IR_TEXT_STATEMENT;
    for (size_t i = 0; i < statement->child_count && !found; i++)
        found = jumps(statement->children[i]);
    return found;
}

/* With all functions that it calls. */
static bool packs_function(const ir_function *function)
{
    arena *memory = arena_new();
    const ir_reach reached = ir_find_reach(memory, function);
    stretch in = {.packs = !reached.cycles};
    for (size_t i = 0; i < reached.count && in.packs; i++) {
        in.packs = !jumps(reached.functions[i]->body);
        ir_visit(reached.functions[i]->body, look, &in);
    }
    arena_free(memory);
    return in.packs;
}

bool analyse_packs(const body *read)
{
    return read->kind == CORE_ELEMENTWISE && packs_function(read->tree);
}

bool analyse_loop_packs(const ir_statement *loop)
{
    counted_loop counted;
    if (!analyse_counted(loop, &counted) || jumps(counted.body) || analyse_leaves(loop))
        return false;
    stretch in = {.inside = counted.body, .counter = counted.variable, .packs = true};
    ir_visit(counted.body, look, &in);
    return in.packs;
}

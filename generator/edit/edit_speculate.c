/* edit_speculate.c: loops whose steps a GPU may speculate: while (k < n && c(s)) { s = f(s); k++; }
 * becomes WEFT_SPECULATE(k, n, k < n && c(s), s, k) { ... } WEFT_SPECULATE_END, which is the loop
 * as written on hosts and speculate.cuh on devices: some steps without a branch, taken back where
 * one was too many. So a step may only compute: nothing but variables in registers is read or
 * written, and nothing can trap or be undefined, whatever the variables hold. And it must be cheap,
 * for some are in vain. */
#include "speculation.h"

#include <string.h>

/* Nodes of the tree of a step and its condition at most. */
enum { MOST_NODES = 60 };

static bool is_number(const ir_type *type)
{
    const char kind = ir_kind(type);
    return kind == 'b' || kind == 'i' || kind == 'u' || kind == 'f';
}

/* Whether a value is floating under every binding of the type variables; whether it may be under
 * one. */
static bool is_floating(const speculation *in, const ir_expression *value)
{
    return ir_kind(value->type) == 'f' &&
           !(in->integers && value_is_generic(&in->flow, value, NULL));
}

static bool may_be_floating(const speculation *in, const ir_expression *value)
{
    return ir_kind(value->type) == 'f' || value_is_generic(&in->flow, value, NULL);
}

/* Whether signed arithmetic is done in the unsigned type: what nobody sees of an overflow in a loop
 * as written may be seen ahead of it. */
static bool wraps(const speculation *in, const ir_expression *operation)
{
    int64_t value;
    const ir_type *type = operation->computed ? operation->computed : operation->type;
    const bool is_generic = value_is_generic(&in->flow, operation, NULL);
    const bool may_be_signed = ir_kind(type) == 'i' || (in->flow.is_signed && is_generic);
    return !may_be_signed || in->flow.read->wraps[operation->id] || ir_constant(operation, &value);
}

static bool is_safe_operator(const speculation *in, const ir_expression *operation)
{
    switch (operation->op) {
    case IR_MULTIPLY:
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_NEGATE:
    case IR_PRE_INCREMENT:
    case IR_PRE_DECREMENT:
    case IR_POST_INCREMENT:
    case IR_POST_DECREMENT:
        return wraps(in, operation);
    case IR_OPERATOR_NONE:
    case IR_LESS:
    case IR_GREATER:
    case IR_LESS_EQUAL:
    case IR_GREATER_EQUAL:
    case IR_EQUAL:
    case IR_NOT_EQUAL:
    case IR_BIT_AND:
    case IR_BIT_XOR:
    case IR_BIT_OR:
    case IR_AND:
    case IR_OR:
    case IR_PLUS:
    case IR_BIT_NOT:
    case IR_NOT:
        return true;
    default:
        return false;
    }
}

/* A literal that every integer type holds. */
static bool is_small_literal(const ir_expression *value)
{
    return value->kind == IR_LITERAL && !value->is_integer && value->number >= 0 &&
           value->number <= 127;
}

/* To an integer that does not hold it a floating value is anything. Both may be of the type
 * variable. */
static bool is_safe_conversion(const speculation *in, const ir_expression *to,
                               const ir_expression *from)
{
    return is_floating(in, to) || !may_be_floating(in, from) || is_small_literal(from) ||
           (value_is_generic(&in->flow, to, NULL) && value_is_generic(&in->flow, from, NULL));
}

/* Whether evaluating this node, its operands aside, does no more than compute. */
static bool is_pure(const speculation *in, const ir_expression *node)
{
    if (!is_number(node->type))
        return false;
    switch (node->kind) {
    case IR_LITERAL:
    case IR_CONDITIONAL:
        return true;
    case IR_VARIABLE:
        return node->variable->residence == IR_REGISTER &&
               (node->variable->storage == IR_LOCAL || node->variable->storage == IR_PARAMETER);
    case IR_UNARY:
    case IR_BINARY:
        return is_safe_operator(in, node);
    case IR_ASSIGN:
        return is_safe_operator(in, node) && is_safe_conversion(in, node, node->operands[1]);
    case IR_CAST:
        return is_safe_conversion(in, node, node->operands[0]);
    default:
        return false;
    }
}

static void note_written(speculation *in, const ir_variable *variable)
{
    for (size_t i = 0; i < in->state_count; i++)
        if (in->state[i] == variable)
            return;
    if (!ir_declares(in->body, variable))
        *ARENA_PUSH(in->flow.memory, in->state, in->state_count) = variable;
}

/* Whether a node's type is of no other type variable than those before. */
static bool is_same_variable(speculation *in, const ir_type *type)
{
    if (type->variable && !in->variable)
        in->variable = type->variable;
    return !type->variable || strcmp(type->variable, in->variable) == 0;
}

static bool look(void *context, const ir_expression *node, const ir_statement *statement)
{
    speculation *in = context;
    const ir_expression *written = ir_written(node);
    (void)statement;
    in->node_count++;
    in->is_pure = in->is_pure && is_same_variable(in, node->type) && is_pure(in, node) &&
                  (!written || written->kind == IR_VARIABLE);
    if (in->is_pure && written)
        note_written(in, written->variable);
    return in->is_pure;
}

/* Whether statements are of the kinds that only compute. */
static bool is_straight(const ir_statement *statement)
{
    const ir_statement_kind kind = statement->kind;
    if (kind != IR_DECLARATION && kind != IR_EVALUATE && kind != IR_BLOCK && kind != IR_IF)
        return false;
    for (size_t i = 0; i < statement->variable_count; i++)
        if (statement->variables[i]->residence != IR_REGISTER ||
            statement->variables[i]->storage != IR_LOCAL ||
            !is_number(statement->variables[i]->type))
            return false;
    for (size_t i = 0; i < statement->child_count; i++)
        if (!is_straight(statement->children[i]))
            return false;
    return true;
}

/* ---- the text ---- */

/* Whether the text has the loop as a macro can take it, from *begin on. */
static bool is_written_so(const speculation *in, const ir_statement *loop, unsigned *begin)
{
    const ir_function *function = in->flow.read->tree;
    const ir_extent condition = loop->expression->extent, body = in->body->extent;
    unsigned open;
    return edit_is_known(function, loop->extent) && edit_is_known(function, condition) &&
           edit_is_known(function, body) && condition.end <= body.begin &&
           edit_follows(function->text, condition.begin, "(", &open) &&
           edit_follows(function->text, open, "while", begin) && *begin == loop->extent.begin &&
           edit_is_token(function->text, condition.end, body.begin, ")") &&
           function->text[body.begin] == '{' && function->text[body.end - 1] == '}';
}

static void write_speculation(speculation *in, const ir_statement *loop)
{
    unsigned begin;
    const char *state = "";
    if (!is_written_so(in, loop, &begin))
        return;
    for (size_t i = 0; i < in->state_count; i++)
        state = arena_format(in->flow.memory, "%s, %s", state, in->state[i]->name);
    edit_add(in->flow.memory, in->flow.read, begin, loop->expression->extent.begin,
             arena_format(in->flow.memory, "WEFT_SPECULATE(%s, %s, ", in->counter->name,
                          ir_expression_text(in->flow.memory, in->limit)));
    edit_add(in->flow.memory, in->flow.read, loop->expression->extent.end,
             loop->expression->extent.end, state);
    edit_add(in->flow.memory, in->flow.read, in->body->extent.end, in->body->extent.end,
             " WEFT_SPECULATE_END");
}

static void edit_loop(speculation in, const ir_statement *loop)
{
    in.body = loop->children[0];
    in.is_pure = true;
    if (loop->child_count != 1 || in.body->kind != IR_BLOCK || !is_straight(in.body) ||
        !speculation_counts(&in, loop->expression))
        return;
    ir_visit_expression(loop->expression, loop, look, &in);
    const size_t written_by_condition = in.state_count;
    ir_visit(in.body, look, &in);
    if (in.is_pure && in.node_count <= MOST_NODES && written_by_condition == 0)
        write_speculation(&in, loop);
}

static void walk(const speculation *in, const ir_statement *statement)
{
    if (statement->kind == IR_WHILE)
        edit_loop(*in, statement);
    for (size_t i = 0; i < statement->child_count; i++)
        walk(in, statement->children[i]);
}

void edit_speculate(arena *memory, body *read, bool integers, bool is_signed)
{
    const speculation in = {.flow = {.memory = memory,
                                     .read = read,
                                     .function = read->tree,
                                     .known = value_memory_new(memory),
                                     .is_signed = is_signed},
                            .integers = integers};
    walk(&in, read->tree->body);
}

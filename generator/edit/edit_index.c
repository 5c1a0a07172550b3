/* edit_index.c: of a comparison that is widened to an index, as in table[(size_t)(x > 100)], gcc 12 makes vectors whose
 * true lanes are -1, and reads what lies around the table. table[WEFT_INDEX((size_t)(x > 100))] is what it cannot widen
 * so: an index of 64 bits that may have been a truth value. What a macro's body spells stays. */
#include "edit.h"
#include "text/dtype.h"

enum { DEEPEST = 8 }; /* definitions of definitions; what lies deeper may be anything */

/* Where edits go. */
typedef struct indexing {
    arena *memory;
    body *read;
    bool is_helper;
} indexing;

/* Where a value stands. */
typedef struct truth_place {
    const ir_function *function;
    bool takes_any; /* its parameters may be truth values: it is a helper */
} truth_place;

/* What is looked for: whether a variable or what a helper returns may be a truth value. */
typedef struct truth_search {
    truth_place in;
    const ir_variable *variable; /* or NULL: what it returns */
    int depth;
    bool found;
} truth_search;

static bool is_truth(truth_place in, const ir_expression *value, int depth);

static bool find_definition(void *context, const ir_expression *expression, const ir_statement *statement)
{
    truth_search *in = context;
    if (in->variable) {
        const ir_expression *target = ir_written(expression);
        if (target && expression->kind == IR_ASSIGN && ir_base_variable(target) == in->variable)
            in->found |= is_truth(in->in, expression->operands[1], in->depth);
    } else if (statement && statement->kind == IR_RETURN && expression == statement->expression) {
        in->found |= is_truth(in->in, expression, in->depth);
    }
    return !in->found;
}

static bool may_hold_truth(truth_place in, const ir_variable *variable, int depth)
{
    truth_search search = {in, variable, depth - 1, false};
    if (depth == 0 || ir_kind(variable->type) == 'b' || (in.takes_any && variable->storage == IR_PARAMETER))
        return true;
    if (variable->initializer && is_truth(in, variable->initializer, depth - 1))
        return true;
    ir_visit(in.function->body, find_definition, &search);
    return search.found;
}

static bool returns_truth(const ir_function *helper, int depth)
{
    truth_search search = {{helper, true}, NULL, depth - 1, false};
    if (depth > 0)
        ir_visit(helper->body, find_definition, &search);
    return search.found || depth == 0;
}

static bool is_question(const ir_expression *value)
{
    const bool asks = value->kind == IR_BINARY && ((value->op >= IR_LESS && value->op <= IR_NOT_EQUAL) ||
                                                   value->op == IR_AND || value->op == IR_OR);
    return asks || (value->kind == IR_UNARY && value->op == IR_NOT) || ir_kind(value->type) == 'b';
}

/* Whether a value is a truth value, or computed of one. */
static bool is_truth(truth_place in, const ir_expression *value, int depth)
{
    int64_t first, second;
    value = ir_strip_casts(value);
    if (is_question(value))
        return true;
    switch (value->kind) {
    case IR_VARIABLE:
        return ir_is_integer(value->variable->type) && may_hold_truth(in, value->variable, depth);
    case IR_CALL:
        return value->callee == IR_CALLEE_HELPER && value->function && value->function->body &&
               returns_truth(value->function, depth);
    case IR_CONDITIONAL: /* of two constants the compiler makes arithmetic on the condition */
        return (ir_constant(value->operands[1], &first) && ir_constant(value->operands[2], &second)) ||
               is_truth(in, value->operands[1], depth) || is_truth(in, value->operands[2], depth);
    case IR_UNARY:
    case IR_BINARY:
    case IR_ASSIGN: {
        bool found = false;
        for (size_t i = 0; i < value->operand_count && !found; i++)
            found = is_truth(in, value->operands[i], depth);
        return found;
    }
    default:
        return false;
    }
}

/* Of a helper's parameters only those that index a table of its own are taken for what they may be: arrays that it is
 * given it mostly walks along. */
static bool look(void *context, const ir_expression *expression, const ir_statement *statement)
{
    indexing *in = context;
    const ir_function *tree = in->read->tree;
    (void)statement;
    for (size_t i = 1; expression->kind == IR_SUBSCRIPT && i < expression->operand_count; i++) {
        const ir_expression *index = expression->operands[i], *bare = ir_strip(index);
        const ir_variable *base = ir_base_variable(expression);
        const truth_place place = {tree, in->is_helper && base && base->storage != IR_PARAMETER};
        if (!ir_is_integer(bare->type) || dtype_size(bare->type->dtype) < 8 ||
            !edit_is_known(tree, index->extent) || !is_truth(place, index, DEEPEST))
            continue;
        edit_add_first(in->memory, in->read, index->extent.begin, "WEFT_INDEX(");
        edit_add(in->memory, in->read, index->extent.end, index->extent.end, ")");
    }
    return !expression->is_question;
}

void edit_indices(arena *memory, body *read, bool is_helper)
{
    indexing in = {memory, read, is_helper};
    ir_visit(read->tree->body, look, &in);
}

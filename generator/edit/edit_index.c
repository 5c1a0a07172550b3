/* edit_index.c: of a comparison that is widened to an index, as in table[(size_t)(x > 100)], gcc 12
 * makes vectors whose true lanes are -1, and reads what lies around the table.
 * table[WEFT_INDEX((size_t)(x > 100))] is what it cannot widen so: an index of 64 bits that may
 * have been a truth value. What a macro's body spells stays. */
#include "edit.h"
#include "text/dtype.h"

/* What the walk knows. */
typedef struct indexing {
    edit_target to;
    bool is_helper;
} indexing;

/* Where a value stands. Each variable is asked once, for one truth value is enough. */
typedef struct truth_place {
    arena *memory;
    bool takes_any;          /* parameters of the function that is edited may be truth values */
    bool *seen;              /* by variable */
    const ir_function *root; /* that is edited */
    const ir_function *function;
    const ir_expression *call; /* NULL in the function that is edited */
    const struct truth_place *caller;
    int *calls_left; /* that are looked into for one index */
} truth_place;

/* Whether a variable, or what the function returns, may be a truth value. */
typedef struct definitions_search {
    const truth_place *in;
    const ir_variable *variable; /* or NULL: what it returns */
    bool found;
} definitions_search;

enum {
    MOST_CALLS = 8,
    MOST_LOOKS = 500
}; /* inside of each other, and for one index; of others nobody knows */

static bool is_truth(const truth_place *in, const ir_expression *value);

static bool find_definition(void *context, const ir_expression *expression,
                            const ir_statement *statement)
{
    definitions_search *search = context;
    const ir_expression *target = search->variable ? ir_written(expression) : NULL;
    if (target && expression->kind == IR_ASSIGN && ir_base_variable(target) == search->variable)
        search->found |= is_truth(search->in, expression->operands[1]);
    if (!search->variable && statement && statement->kind == IR_RETURN &&
        expression == statement->expression)
        search->found |= is_truth(search->in, expression);
    return !search->found;
}

static bool *new_seen(arena *memory, const ir_function *function)
{
    return arena_array(memory, function->variable_count + 1, sizeof(bool));
}

static bool may_hold_truth(const truth_place *in, const ir_variable *variable)
{
    definitions_search search = {in, variable, false};
    bool *seen = &in->seen[variable->id];
    if (*seen)
        return false;
    *seen = true;
    if (variable->storage == IR_PARAMETER) {
        if (in->call ? variable->position < in->call->operand_count &&
                           is_truth(in->caller, in->call->operands[variable->position])
                     : in->takes_any)
            return true;
    }
    if (variable->initializer && is_truth(in, variable->initializer))
        return true;
    ir_visit(in->function->body, find_definition, &search);
    return search.found;
}

static bool returns_truth(const truth_place *in, const ir_expression *call)
{
    truth_place inside = {
        in->memory, false, NULL, in->root, call->function, call, in, in->calls_left,
    };
    definitions_search search = {&inside, NULL, false};
    int calls = 0;
    for (const truth_place *at = in; at->call; at = at->caller)
        calls++;
    if (calls >= MOST_CALLS || *in->calls_left == 0)
        return true;
    --*in->calls_left;
    inside.seen = new_seen(in->memory, in->root);
    ir_visit(call->function->body, find_definition, &search);
    return search.found;
}

/* Whether a value is a truth value, or computed of one. */
static bool is_truth(const truth_place *in, const ir_expression *value)
{
    int64_t first, second;
    bool found = false;
    value = ir_strip_casts(value);
    if (ir_is_condition(value) || ir_kind(value->type) == 'b')
        return true;
    switch (value->kind) {
    case IR_VARIABLE:
        return ir_is_integer(value->variable->type) && may_hold_truth(in, value->variable);
    case IR_CALL:
        return value->callee == IR_CALLEE_HELPER && value->function && value->function->body &&
               returns_truth(in, value);
    case IR_CONDITIONAL: /* of two constants the compiler makes arithmetic on the condition */
        return (ir_constant(value->operands[1], &first) &&
                ir_constant(value->operands[2], &second)) ||
               is_truth(in, value->operands[1]) || is_truth(in, value->operands[2]);
    case IR_UNARY:
    case IR_BINARY:
    case IR_ASSIGN:
        for (size_t i = 0; i < value->operand_count && !found; i++)
            found = is_truth(in, value->operands[i]);
        return found;
    default:
        return false;
    }
}

/* Of a helper's parameters only those that index a table of its own are taken for what they may be:
 * arrays that it is given it mostly walks along. */
static bool look(void *context, const ir_expression *expression, const ir_statement *statement)
{
    indexing *in = context;
    const ir_function *tree = in->to.read->tree;
    (void)statement;
    for (size_t i = 1; expression->kind == IR_SUBSCRIPT && i < expression->operand_count; i++) {
        const ir_expression *index = expression->operands[i], *bare = ir_strip(index);
        const ir_variable *base = ir_base_variable(expression);
        if (!ir_is_integer(bare->type) || dtype_size(bare->type->dtype) < 8 ||
            !edit_is_known(tree, index->extent))
            continue;
        const bool takes_any = in->is_helper && base && base->storage != IR_PARAMETER;
        int calls_left = MOST_LOOKS;
        const truth_place place = {
            in->to.memory, takes_any,   new_seen(in->to.memory, tree), tree, tree, NULL,
            NULL,          &calls_left,
        };
        if (!is_truth(&place, index))
            continue;
        edit_add_first(in->to.memory, in->to.read, index->extent.begin, "WEFT_INDEX(");
        edit_add(in->to.memory, in->to.read, index->extent.end, index->extent.end, ")");
    }
    return !expression->is_question;
}

void edit_indices(arena *memory, body *read, bool is_helper)
{
    indexing in = {{memory, read}, is_helper};
    ir_visit(read->tree->body, look, &in);
}

/* ir_residence.c: which variables can live in a register, what keeps the others in memory, and
 * which are assigned to. */
#include "ir.h"

enum { DEEPEST_CALL = 4 };

/* What is done with an address. */
typedef enum address_use {
    KEPT,         /* it goes where it is not followed */
    HANDED,       /* to a call, which does not keep it */
    DEREFERENCED, /* at once */
} address_use;

static void look(const ir_expression *expression, address_use use);

static void mark(ir_variable *variable, ir_residence residence)
{
    if (variable && variable->residence < residence)
        variable->residence = residence;
}

/* The variable that an lvalue is a part of; NULL of what lies behind a pointer. An array parameter
 * is a pointer. */
static ir_variable *held_in(const ir_expression *place)
{
    place = ir_strip(place);
    bool part = place->kind == IR_SUBSCRIPT || place->kind == IR_MEMBER;
    if (part && place->operands[0]->type->kind != IR_TYPE_POINTER)
        return held_in(place->operands[0]);
    if (place->kind != IR_VARIABLE)
        return NULL;
    bool pointer =
        place->variable->storage == IR_PARAMETER && place->variable->type->kind == IR_TYPE_ARRAY;
    return pointer ? NULL : place->variable;
}

static void take_address(const ir_expression *place, address_use use)
{
    if (use != DEREFERENCED)
        mark(held_in(place), use == HANDED ? IR_ADDRESSED : IR_ESCAPING);
    look(place, DEREFERENCED);
}

static void look_at_subscript(const ir_expression *subscript)
{
    int64_t constant;
    look(subscript->operands[0], DEREFERENCED);
    for (size_t i = 1; i < subscript->operand_count; i++) {
        look(subscript->operands[i], KEPT);
        if (!ir_constant(subscript->operands[i], &constant))
            mark(held_in(subscript), IR_INDEXED);
    }
}

/* ---- calls ---- */

/* Whether a helper keeps what it gets as a parameter. */
typedef struct keeping {
    const ir_variable *parameter;
    int depth;
    bool found;
} keeping;

static bool keeps(const ir_function *helper, size_t position, int depth);

static bool is_used(const ir_expression *value, const ir_variable *parameter)
{
    value = ir_strip_casts(value);
    return value->kind == IR_VARIABLE && value->variable == parameter;
}

/* An address is not kept where it is dereferenced or handed on to what does not keep it. */
static void follow(keeping *in, const ir_expression *expression)
{
    bool reads = expression->kind == IR_SUBSCRIPT || expression->kind == IR_MEMBER ||
                 (expression->kind == IR_UNARY && expression->op == IR_DEREFERENCE);
    for (size_t i = 0; i < expression->operand_count && !in->found; i++) {
        const ir_expression *operand = expression->operands[i];
        if (!is_used(operand, in->parameter))
            follow(in, operand);
        else if (expression->kind == IR_CALL)
            in->found = expression->function ? keeps(expression->function, i, in->depth + 1)
                                             : !expression->library;
        else
            in->found = !reads || i > 0;
    }
}

static bool visit(void *context, const ir_expression *expression, const ir_statement *statement)
{
    keeping *in = context;
    (void)statement;
    in->found |= is_used(expression, in->parameter);
    if (!in->found)
        follow(in, expression);
    return false;
}

static bool keeps(const ir_function *helper, size_t position, int depth)
{
    if (depth > DEEPEST_CALL || position >= helper->parameter_count)
        return true;
    keeping in = {helper->parameters[position], depth, false};
    ir_visit(helper->body, visit, &in);
    return in.found;
}

static void look_at_call(const ir_expression *call)
{
    for (size_t i = 0; i < call->operand_count; i++) {
        bool kept = call->function ? keeps(call->function, i, 0) : !call->library;
        look(call->operands[i], kept ? KEPT : HANDED);
    }
}

/* ---- expressions ---- */

static void look_at_operands(const ir_expression *expression, size_t from, address_use use)
{
    for (size_t i = 0; i < expression->operand_count; i++)
        look(expression->operands[i], i >= from ? use : KEPT);
}

/* use: what is done with the value, where it is an address. */
static void look(const ir_expression *expression, address_use use)
{
    bool decays = expression->kind == IR_CAST && expression->type->kind == IR_TYPE_POINTER &&
                  expression->operands[0]->type->kind == IR_TYPE_ARRAY;
    bool addresses = expression->kind == IR_UNARY && expression->op == IR_ADDRESS;
    bool goes_on = expression->kind == IR_CAST || expression->kind == IR_CONDITIONAL ||
                   (expression->kind == IR_BINARY && expression->op == IR_COMMA);
    if (decays || addresses)
        take_address(expression->operands[0], use);
    else if (expression->kind == IR_VARIABLE && expression->type->kind == IR_TYPE_ARRAY)
        mark(use == DEREFERENCED ? NULL : held_in(expression), IR_ESCAPING);
    else if (expression->kind == IR_SUBSCRIPT)
        look_at_subscript(expression);
    else if (expression->kind == IR_CALL)
        look_at_call(expression);
    else if (expression->kind == IR_MEMBER ||
             (expression->kind == IR_UNARY && expression->op == IR_DEREFERENCE))
        look_at_operands(expression, 0, DEREFERENCED);
    else
        look_at_operands(expression, expression->operand_count - goes_on, goes_on ? use : KEPT);
}

static bool look_at_whole(void *context, const ir_expression *expression,
                          const ir_statement *statement)
{
    (void)context, (void)statement;
    look(expression, KEPT);
    return false;
}

/* What libclang does not show may do anything. */
static bool look_at_each(void *context, const ir_expression *expression,
                         const ir_statement *statement)
{
    (void)context, (void)statement;
    for (size_t i = 0; expression->kind == IR_TEXT && i < expression->operand_count; i++)
        mark(held_in(expression->operands[i]), IR_ESCAPING);
    if (expression->kind == IR_VARIABLE && expression->variable->type->is_volatile)
        mark(expression->variable, IR_VOLATILE);
    const ir_expression *written = ir_written(expression);
    ir_variable *base = written ? ir_base_variable(written) : NULL;
    if (base)
        base->assigned = true;
    return true;
}

void ir_find_residences(const ir_function *function)
{
    ir_visit(function->body, look_at_whole, NULL);
    ir_visit(function->body, look_at_each, NULL);
    for (size_t i = 0; i < function->helper_count; i++)
        ir_find_residences(function->helpers[i]);
}

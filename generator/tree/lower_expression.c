/* lower_expression.c: expressions as values without effects, and the effects as statements. */
#include "lower.h"

static ir_expression *lower_place(lowering *in, const ir_expression *expression);

/* ---- temporaries ---- */

/* A value in a temporary of its own. */
static ir_expression *save(lowering *in, ir_expression *value)
{
    ir_variable *variable = lower_new_temporary(in, value->type, value->place);
    variable->initializer = value;
    lower_add_declaration(in, variable);
    return lower_use(in, variable, value);
}

static bool is_temporary(const ir_expression *value)
{
    return value->kind == IR_VARIABLE && value->variable->name[0] == '$';
}

/* The same of a value that stands in a list: what is inside is saved. */
static ir_expression *save_element(lowering *in, ir_expression *value)
{
    if (value->kind != IR_LIST && value->kind != IR_DESIGNATED)
        return save(in, value);
    for (size_t i = 0; i < value->operand_count; i++)
        value->operands[i] = save_element(in, value->operands[i]);
    return value;
}

/* Whether no effect of another operand can change a value: it is made of constants and of locals
 * that only assignments write; C leaves it undefined which comes first then. */
static bool is_stable(const ir_expression *value)
{
    if (value->type->kind == IR_TYPE_ARRAY && value->kind == IR_VARIABLE)
        return true;
    bool memory = value->kind == IR_SUBSCRIPT || value->kind == IR_MEMBER ||
                  (value->kind == IR_UNARY && value->op == IR_DEREFERENCE) ||
                  (value->kind == IR_VARIABLE && (value->variable->storage == IR_GLOBAL ||
                                                  value->variable->residence != IR_REGISTER));
    for (size_t i = 0; i < value->operand_count && !memory; i++)
        memory = !is_stable(value->operands[i]);
    return !memory;
}

/* Whether an operand of those from `next` on has effects. */
static bool effects_follow(const ir_expression *expression, size_t next)
{
    for (; next < expression->operand_count; next++)
        if (lower_has_effect(expression->operands[next]))
            return true;
    return false;
}

/* ---- places ---- */

static bool is_place(const ir_expression *expression)
{
    return expression->kind == IR_VARIABLE || expression->kind == IR_SUBSCRIPT ||
           expression->kind == IR_MEMBER ||
           (expression->kind == IR_UNARY && expression->op == IR_DEREFERENCE);
}

/* The operands of a node, those that others with effects follow in temporaries. Of records and
 * arrays the place is taken. */
static ir_expression *lower_operands(lowering *in, const ir_expression *expression)
{
    ir_expression *node = lower_node(in, expression);
    for (size_t i = 0; i < expression->operand_count; i++) {
        const ir_expression *operand = expression->operands[i];
        bool inner = is_place(expression) && operand->type->kind != IR_TYPE_POINTER && i == 0;
        ir_expression *value = inner ? lower_place(in, operand) : lower_value(in, operand);
        bool changes = effects_follow(expression, i + 1) && !is_stable(value);
        bool listed = value->kind == IR_LIST || value->kind == IR_DESIGNATED;
        bool saved = changes && !inner && (listed || value->type->kind != IR_TYPE_ARRAY);
        ir_add_operand(in->memory, node, saved ? save_element(in, value) : value);
    }
    return node;
}

/* An lvalue whose indices have no effects. */
static ir_expression *lower_place(lowering *in, const ir_expression *expression)
{
    if (is_place(expression) && expression->kind != IR_VARIABLE)
        return lower_operands(in, expression);
    return expression->kind == IR_VARIABLE ? lower_node(in, expression)
                                           : lower_value(in, expression);
}

/* A place that is stored to after a value with effects: its indices keep what they were. */
static void hold_indices(lowering *in, ir_expression *place)
{
    for (size_t i = 0; is_place(place) && i < place->operand_count; i++) {
        ir_expression *operand = place->operands[i];
        bool inner = i == 0 && operand->type->kind != IR_TYPE_POINTER;
        if (inner)
            hold_indices(in, operand);
        else if (!is_stable(operand))
            place->operands[i] = save(in, operand);
    }
}

/* ---- assignments ---- */

/* The real type that goes with a complex one: C converts a real operand to no more than that. */
static const ir_type *operand_type(lowering *in, const ir_type *computed, const ir_type *operand)
{
    if (ir_kind(computed) != 'c' || ir_kind(operand) == 'c')
        return computed;
    bool is_double = computed->dtype == WEFT_COMPLEX128;
    return ir_scalar(in->memory, is_double ? WEFT_FLOAT64 : WEFT_FLOAT32);
}

/* `place op value`, computed as C says and converted back. */
static ir_expression *compute(lowering *in, const ir_expression *from, ir_operator op,
                              ir_expression *old, ir_expression *value)
{
    const ir_type *type = operand_type(in, from->computed, old->type);
    ir_expression *left = lower_convert(in, old, type);
    ir_expression *result = lower_operation(in, op, from->computed, left, value);
    result->place = from->place, result->length = from->length, result->extent = from->extent;
    return lower_convert(in, result, from->operands[0]->type);
}

/* Stores, and gives what is stored where that is wanted. */
static ir_expression *store(lowering *in, ir_expression *place, ir_expression *value, bool wanted)
{
    bool again = place->kind == IR_VARIABLE && is_stable(place) && !place->type->is_volatile;
    if (wanted && !again && !is_temporary(value))
        value = save(in, value);
    lower_add_assignment(in, place, value);
    return wanted ? lower_copy(in, again ? place : value) : NULL;
}

/* What is at a place now; of a volatile one it is read once, here. */
static ir_expression *read_place(lowering *in, const ir_expression *place)
{
    ir_expression *value = lower_copy(in, place);
    return place->type->is_volatile ? save(in, value) : value;
}

static ir_expression *lower_assignment(lowering *in, const ir_expression *expression, bool wanted)
{
    ir_expression *place = lower_place(in, expression->operands[0]);
    if (lower_has_effect(expression->operands[1]))
        hold_indices(in, place);
    ir_expression *value = lower_value(in, expression->operands[1]);
    if (expression->op)
        value = compute(in, expression, expression->op, read_place(in, place), value);
    return store(in, place, value, wanted);
}

static ir_expression *lower_step(lowering *in, const ir_expression *expression, bool wanted)
{
    bool up = expression->op == IR_PRE_INCREMENT || expression->op == IR_POST_INCREMENT;
    bool post = expression->op == IR_POST_INCREMENT || expression->op == IR_POST_DECREMENT;
    ir_expression *place = lower_place(in, expression->operands[0]);
    ir_expression *old = read_place(in, place);
    if (wanted && post && !is_temporary(old))
        old = save(in, old);
    const ir_type *type = operand_type(in, expression->computed, ir_scalar(in->memory, WEFT_BOOL));
    bool scalar = expression->computed->kind == IR_TYPE_SCALAR;
    ir_expression *one =
        lower_one(in, scalar ? type : ir_scalar(in->memory, WEFT_INT32), expression->place);
    ir_expression *next = compute(in, expression, up ? IR_ADD : IR_SUBTRACT, old, one);
    ir_expression *stored = store(in, place, next, wanted && !post);
    return post && wanted ? lower_copy(in, old) : stored;
}

/* ---- what is evaluated only sometimes ---- */

/* Statements from here on go into a branch of an `if` on a condition. */
static ir_statement *open_branch(lowering *in, ir_statement *choice)
{
    ir_statement *outside = in->now;
    in->now = choice;
    in->now = lower_add(in, IR_BLOCK, choice->place);
    return outside;
}

static ir_expression *negate(lowering *in, ir_expression *condition)
{
    return lower_operation(in, IR_NOT, ir_scalar(in->memory, WEFT_INT32), condition, NULL);
}

/* a && b and a || b, where b has effects. */
static ir_expression *lower_logical(lowering *in, const ir_expression *expression, bool wanted)
{
    bool both = expression->op == IR_AND;
    ir_expression *first = lower_value(in, expression->operands[0]);
    ir_variable *result = NULL;
    if (wanted) {
        result = lower_new_temporary(in, expression->type, expression->place);
        result->initializer = lower_one(in, result->type, expression->place);
        result->initializer->integer = both ? 0 : 1;
        result->initializer->text = both ? "0" : "1";
        lower_add_declaration(in, result);
    }
    ir_statement *choice = lower_add(in, IR_IF, expression->place);
    choice->expression = both ? first : negate(in, first);
    ir_statement *outside = open_branch(in, choice);
    if (wanted) {
        ir_expression *second = lower_value(in, expression->operands[1]);
        if (!ir_is_condition(second))
            second = negate(in, negate(in, second));
        lower_add_assignment(in, lower_use(in, result, expression), second);
    } else {
        lower_effects(in, expression->operands[1]);
    }
    in->now = outside;
    return wanted ? lower_use(in, result, expression) : NULL;
}

static ir_expression *lower_conditional(lowering *in, const ir_expression *expression, bool wanted)
{
    bool value = wanted && expression->type->kind != IR_TYPE_VOID;
    ir_expression *condition = lower_value(in, expression->operands[0]);
    ir_variable *result = NULL;
    if (value) {
        result = lower_new_temporary(in, expression->type, expression->place);
        lower_add_declaration(in, result);
    }
    ir_statement *choice = lower_add(in, IR_IF, expression->place);
    choice->expression = condition;
    for (size_t i = 1; i <= 2; i++) {
        ir_statement *outside = open_branch(in, choice);
        if (value)
            lower_add_assignment(in, lower_use(in, result, expression),
                                 lower_value(in, expression->operands[i]));
        else
            lower_effects(in, expression->operands[i]);
        in->now = outside;
    }
    return value ? lower_use(in, result, expression) : NULL;
}

/* ---- all of them ---- */

static ir_expression *lower_call(lowering *in, const ir_expression *expression, bool wanted)
{
    ir_expression *call = lower_operands(in, expression);
    if (!lower_has_effect(call))
        return call;
    if (wanted && call->type->kind != IR_TYPE_VOID)
        return save(in, call);
    lower_add(in, IR_EVALUATE, call->place)->expression = call;
    return NULL;
}

static bool is_logical(const ir_expression *expression)
{
    return expression->kind == IR_BINARY && (expression->op == IR_AND || expression->op == IR_OR);
}

/* The value of an expression with effects. */
static ir_expression *lower_effectful(lowering *in, const ir_expression *expression, bool wanted)
{
    bool guarded = is_logical(expression) || expression->kind == IR_CONDITIONAL;
    if (expression->kind == IR_ASSIGN)
        return lower_assignment(in, expression, wanted);
    if (expression->kind == IR_UNARY && expression->op >= IR_PRE_INCREMENT)
        return lower_step(in, expression, wanted);
    if (expression->kind == IR_BINARY && expression->op == IR_COMMA) {
        lower_effects(in, expression->operands[0]);
        return lower_value(in, expression->operands[1]);
    }
    if (expression->kind == IR_CALL)
        return lower_call(in, expression, wanted);
    if (guarded && effects_follow(expression, 1))
        return is_logical(expression) ? lower_logical(in, expression, wanted)
                                      : lower_conditional(in, expression, wanted);
    if (expression->kind == IR_UNARY && expression->op == IR_ADDRESS) {
        ir_expression *node = lower_node(in, expression);
        ir_add_operand(in->memory, node, lower_place(in, expression->operands[0]));
        return node;
    }
    if (!is_place(expression))
        return lower_operands(in, expression);
    return read_place(in, lower_place(in, expression));
}

ir_expression *lower_value(lowering *in, const ir_expression *expression)
{
    if (!lower_has_effect(expression))
        return lower_copy(in, expression);
    if (expression->kind == IR_CAST && expression->type->kind == IR_TYPE_VOID) {
        lower_effects(in, expression->operands[0]);
        return NULL;
    }
    return lower_effectful(in, expression, true);
}

void lower_effects(lowering *in, const ir_expression *expression)
{
    bool comma = expression->kind == IR_BINARY && expression->op == IR_COMMA;
    bool acts = ir_written(expression) || expression->kind == IR_CALL || is_place(expression) ||
                ((is_logical(expression) || expression->kind == IR_CONDITIONAL) &&
                 effects_follow(expression, 1));
    if (!lower_has_effect(expression))
        return;
    if (acts && !comma) {
        lower_effectful(in, expression, false);
        return;
    }
    for (size_t i = 0; i < expression->operand_count; i++)
        lower_effects(in, expression->operands[i]);
}

/* lanes_ask.c: questions about a lowered function. */
#include "lanes_parts.h"

bool lanes_variable_varies(const lanes *in, const ir_variable *variable)
{
    return variable->storage != IR_TABLE && in->known->variables[variable->id];
}

bool lanes_varies(const lanes *in, const ir_expression *expression)
{
    bool varies =
        in->known->expressions[expression->id] ||
        (expression->kind == IR_VARIABLE && lanes_variable_varies(in, expression->variable));
    for (size_t i = 0; i < expression->operand_count && !varies; i++)
        varies = lanes_varies(in, expression->operands[i]);
    return varies;
}

/* Under `statement`, which a condition that varies stands around or not. */
static bool find_jump(const lanes *in, const ir_statement *statement, ir_statement_kind jump,
                      bool varying)
{
    bool own = (jump == IR_BREAK && statement->kind == IR_SWITCH) || statement->kind == IR_WHILE;
    if (statement->kind == jump)
        return varying;
    if (own)
        return false;
    if (statement->kind == IR_IF)
        varying |= lanes_varies(in, statement->expression);
    if (statement->kind == IR_SWITCH)
        varying |=
            lanes_varies(in, statement->expression) || lanes_jump_varies(in, statement, IR_BREAK);
    for (size_t i = 0; i < statement->child_count; i++)
        if (find_jump(in, statement->children[i], jump, varying))
            return true;
    return false;
}

bool lanes_jump_varies(const lanes *in, const ir_statement *owner, ir_statement_kind jump)
{
    for (size_t i = 0; i < owner->child_count; i++)
        if (find_jump(in, owner->children[i], jump, false))
            return true;
    return false;
}

bool lanes_holds(const ir_statement *statement, ir_statement_kind kind)
{
    bool found = statement->kind == kind;
    for (size_t i = 0; i < statement->child_count && !found; i++)
        found = lanes_holds(statement->children[i], kind);
    return found;
}

/* Statements, each as much as it costs. */
static unsigned weigh(const ir_statement *statement)
{
    bool calls = statement->kind == IR_EVALUATE && statement->expression->kind == IR_CALL;
    unsigned weight =
        statement->kind == IR_WHILE || statement->kind == IR_SWITCH || calls ? 100 : 1;
    for (size_t i = 0; i < statement->variable_count; i++) {
        const ir_expression *first = statement->variables[i]->initializer;
        weight += first && first->kind == IR_CALL ? 100 : 0;
    }
    for (size_t i = 0; i < statement->child_count; i++)
        weight += weigh(statement->children[i]);
    return weight;
}

static bool find_dear(void *context, const ir_expression *expression, const ir_statement *statement)
{
    bool *found = context;
    (void)statement;
    bool divides = expression->kind == IR_BINARY &&
                   (expression->op == IR_DIVIDE || expression->op == IR_REMAINDER);
    *found |=
        divides || (expression->kind == IR_CALL && !library_is_instruction(expression->library));
    return !*found;
}

bool lanes_is_long(const ir_statement *statement)
{
    enum { LONG = 8 };
    bool dear = false;
    ir_visit(statement, find_dear, &dear);
    return dear || weigh(statement) > LONG;
}

/* A divisor that no dividend goes wrong with. */
static bool divides_safely(const ir_expression *divisor)
{
    int64_t value;
    return ir_constant(divisor, &value) && value > 0;
}

/* An element that is there whoever asks: at a constant place of an array whose extents are known,
 * or the one that a pointer leads to. */
static bool is_held(const ir_expression *element)
{
    const ir_type *type = element->operands[0]->type;
    for (size_t i = 1; i < element->operand_count; i++, type = type->element) {
        int64_t index, extent = type->kind == IR_TYPE_POINTER ? 1 : type->extent;
        if (!ir_constant(element->operands[i], &index) || index < 0 || index >= extent)
            return false;
    }
    return true;
}

/* A division of integers that may end the process. */
static bool is_division(const ir_expression *expression)
{
    return expression->kind == IR_BINARY && ir_is_integer(expression->type) &&
           (expression->op == IR_DIVIDE || expression->op == IR_REMAINDER) &&
           !divides_safely(expression->operands[1]);
}

bool lanes_divides(const ir_expression *expression)
{
    bool found = is_division(expression);
    for (size_t i = 0; i < expression->operand_count && !found; i++)
        found = lanes_divides(expression->operands[i]);
    return found;
}

bool lanes_is_risky(const ir_expression *expression)
{
    bool found = is_division(expression);
    found |= (expression->kind == IR_SUBSCRIPT && !is_held(expression)) ||
             (expression->kind == IR_CALL && expression->function);
    for (size_t i = 0; i < expression->operand_count && !found; i++)
        found = lanes_is_risky(expression->operands[i]);
    return found;
}

bool lanes_needs_mask(const lanes *in, const ir_expression *expression)
{
    bool reads = expression->kind == IR_SUBSCRIPT || expression->kind == IR_CALL;
    bool needed = lanes_varies(in, expression) && (reads || is_division(expression));
    for (size_t i = 0; i < expression->operand_count && !needed; i++)
        needed = lanes_needs_mask(in, expression->operands[i]);
    return needed;
}

/* Whether a number of type uint64_t is below 2^32, whatever its parts are. */
static bool is_word(const ir_expression *number)
{
    int64_t value;
    if (ir_constant(number, &value))
        return value >= 0 && value <= UINT32_MAX;
    if (number->kind == IR_CAST) {
        const ir_type *from = number->operands[0]->type;
        const weft_dtype dtype = from->kind == IR_TYPE_SCALAR ? from->dtype : WEFT_NONE;
        return dtype == WEFT_UINT8 || dtype == WEFT_UINT16 || dtype == WEFT_UINT32;
    }
    if (number->kind != IR_BINARY)
        return false;
    if (number->op == IR_BIT_AND)
        return is_word(number->operands[0]) || is_word(number->operands[1]);
    return number->op == IR_SHIFT_RIGHT && ir_constant(number->operands[1], &value) && value >= 32;
}

bool lanes_is_wide_product(const ir_expression *expression)
{
    return expression->kind == IR_BINARY && expression->op == IR_MULTIPLY &&
           expression->type->kind == IR_TYPE_SCALAR && expression->type->dtype == WEFT_UINT64 &&
           is_word(expression->operands[0]) && is_word(expression->operands[1]);
}

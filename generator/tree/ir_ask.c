/* ir_ask.c: questions about a syntax tree that several analyses ask. */
#include "ir.h"

#include <stddef.h>
#include <string.h>

#include "text/dtype.h"

char ir_kind(const ir_type *type)
{
    return type && type->kind == IR_TYPE_SCALAR ? dtype_kind(type->dtype) : 0;
}

bool ir_is_comparison(const ir_expression *expression)
{
    return expression->kind == IR_BINARY && expression->op >= IR_LESS &&
           expression->op <= IR_NOT_EQUAL;
}

bool ir_is_condition(const ir_expression *expression)
{
    const bool joins =
        expression->kind == IR_BINARY && (expression->op == IR_AND || expression->op == IR_OR);
    return joins || ir_is_comparison(expression) ||
           (expression->kind == IR_UNARY && expression->op == IR_NOT);
}

bool ir_is_integer(const ir_type *type)
{
    char kind = ir_kind(type);
    return kind == 'b' || kind == 'i' || kind == 'u';
}

size_t ir_subscript_rank(const ir_type *type)
{
    size_t rank = type->kind == IR_TYPE_POINTER;
    type = rank ? type->element : type;
    for (; type && type->kind == IR_TYPE_ARRAY; type = type->element)
        rank++;
    return rank;
}

size_t ir_element_count(const ir_type *type, size_t most)
{
    size_t count = 1;
    for (; type->kind == IR_TYPE_ARRAY; type = type->element) {
        if (type->extent < 0 || (uint64_t)type->extent > most)
            return 0;
        count *= (size_t)type->extent;
        if (count > most)
            return 0;
    }
    return count;
}

const ir_expression *ir_strip(const ir_expression *expression)
{
    while (expression && expression->kind == IR_CAST && expression->implicit)
        expression = expression->operands[0];
    return expression;
}

bool ir_is_string(const ir_expression *expression)
{
    expression = ir_strip(expression);
    return expression->kind == IR_LITERAL && expression->type->kind == IR_TYPE_ARRAY;
}

const ir_expression *ir_strip_casts(const ir_expression *expression)
{
    while (expression && expression->kind == IR_CAST)
        expression = expression->operands[0];
    return expression;
}

bool ir_same(const ir_expression *a, const ir_expression *b)
{
    a = ir_strip_casts(a), b = ir_strip_casts(b);
    if (!a || !b || a->kind != b->kind || a->operand_count != b->operand_count)
        return false;
    switch (a->kind) {
    case IR_LITERAL:
        return a->is_integer ? b->is_integer && a->integer == b->integer
                             : !b->is_integer && strcmp(a->text, b->text) == 0;
    case IR_VARIABLE:
        return a->variable == b->variable;
    case IR_MEMBER:
        if (strcmp(a->text, b->text) != 0)
            return false;
        break;
    case IR_UNARY:
        if (a->op != b->op || a->op >= IR_PRE_INCREMENT)
            return false;
        break;
    case IR_BINARY:
        if (a->op != b->op)
            return false;
        break;
    case IR_SUBSCRIPT:
    case IR_CONDITIONAL:
        break;
    default:
        return false;
    }
    for (size_t i = 0; i < a->operand_count; i++)
        if (!ir_same(a->operands[i], b->operands[i]))
            return false;
    return true;
}

/* Folds one operator over constants; false where C leaves the value undefined. */
static bool fold(ir_operator op, int64_t a, int64_t b, int64_t *value)
{
    switch (op) {
    case IR_ADD:
        return !__builtin_add_overflow(a, b, value);
    case IR_SUBTRACT:
        return !__builtin_sub_overflow(a, b, value);
    case IR_MULTIPLY:
        return !__builtin_mul_overflow(a, b, value);
    case IR_DIVIDE:
        *value = b != 0 && b != -1 ? a / b : 0;
        return b != 0 && b != -1;
    case IR_REMAINDER:
        *value = b != 0 && b != -1 ? a % b : 0;
        return b != 0 && b != -1;
    case IR_SHIFT_LEFT:
        *value = b >= 0 && b < 63 ? (int64_t)((uint64_t)a << b) : 0;
        return a >= 0 && b >= 0 && b < 63 && *value >> b == a;
    case IR_BIT_OR:
        *value = a | b;
        return true;
    default:
        return false;
    }
}

/* A number as an integer type holds it, and as it is for any other; false if int64_t does not hold
 * that. */
static bool convert(const ir_type *type, int64_t *value)
{
    const char kind = ir_kind(type);
    if (kind == 'b')
        *value = *value != 0;
    if (kind != 'i' && kind != 'u')
        return true;
    const size_t bits = 8 * dtype_size(type->dtype);
    if (bits == 64)
        return kind == 'i' || *value >= 0;
    const int64_t low = (int64_t)((uint64_t)*value & ((UINT64_C(1) << bits) - 1));
    *value = kind == 'i' && low >> (bits - 1) ? low - (INT64_C(1) << bits) : low;
    return true;
}

bool ir_constant(const ir_expression *expression, int64_t *value)
{
    if (!expression)
        return false;
    int64_t a, b;
    if (expression->kind == IR_LITERAL) {
        *value = expression->integer;
        return expression->is_integer;
    }
    if (expression->kind == IR_CAST)
        return ir_constant(expression->operands[0], value) && convert(expression->type, value);
    if (expression->kind == IR_UNARY && expression->op == IR_NEGATE)
        return ir_constant(expression->operands[0], &a) && fold(IR_SUBTRACT, 0, a, value) &&
               convert(expression->type, value);
    return expression->kind == IR_BINARY && ir_constant(expression->operands[0], &a) &&
           ir_constant(expression->operands[1], &b) && fold(expression->op, a, b, value) &&
           convert(expression->type, value);
}

ir_variable *ir_base_variable(const ir_expression *lvalue)
{
    for (;;) {
        lvalue = ir_strip_casts(lvalue);
        if (!lvalue)
            return NULL;
        if (lvalue->kind == IR_VARIABLE)
            return lvalue->variable;
        bool inner = lvalue->kind == IR_SUBSCRIPT || lvalue->kind == IR_MEMBER ||
                     (lvalue->kind == IR_UNARY && lvalue->op == IR_DEREFERENCE) ||
                     (lvalue->kind == IR_BINARY && /* pointer arithmetic: *(p + i) */
                      (lvalue->op == IR_ADD || lvalue->op == IR_SUBTRACT));
        if (!inner)
            return NULL;
        lvalue = lvalue->operands[0];
    }
}

/* Whether an integer came of a narrower one, which holds no least number of the type that it has
 * now; if asked for, of one without a sign. */
static bool is_widened(const ir_expression *value, bool is_unsigned)
{
    for (; value->kind == IR_CAST; value = value->operands[0]) {
        const ir_type *to = value->type, *from = value->operands[0]->type;
        if (!ir_is_integer(from) || dtype_size(from->dtype) > dtype_size(to->dtype))
            return false;
        const bool wider = dtype_size(from->dtype) < dtype_size(to->dtype);
        if (ir_kind(from) != 'i' || (wider && !is_unsigned))
            return wider;
    }
    return false;
}

bool ir_quotient_overflows(const ir_expression *division)
{
    const bool assigns = division->kind == IR_ASSIGN;
    const ir_type *type = assigns ? division->computed : division->type;
    if ((division->op != IR_DIVIDE && division->op != IR_REMAINDER) || ir_kind(type) != 'i' ||
        (!assigns && division->kind != IR_BINARY) || type->dtype < WEFT_INT32)
        return false;
    const ir_expression *left = division->operands[0], *right = division->operands[1];
    int64_t value;
    if (ir_constant(right, &value) && value != -1)
        return false;
    if (ir_constant(left, &value) && value != (type->dtype == WEFT_INT32 ? INT32_MIN : INT64_MIN))
        return false;
    const bool narrow = assigns && dtype_size(left->type->dtype) < dtype_size(type->dtype);
    return !narrow && !is_widened(left, false) && !is_widened(right, true);
}

bool ir_is_bit_field(const ir_expression *expression)
{
    return expression->kind == IR_MEMBER && expression->field && expression->field->bits >= 0;
}

const ir_expression *ir_written(const ir_expression *expression)
{
    bool writes = expression->kind == IR_ASSIGN ||
                  (expression->kind == IR_UNARY && expression->op >= IR_PRE_INCREMENT);
    return writes ? ir_strip(expression->operands[0]) : NULL;
}

bool ir_declares(const ir_statement *statement, const ir_variable *variable)
{
    if (!statement)
        return false;
    for (size_t i = 0; i < statement->variable_count; i++)
        if (statement->variables[i] == variable)
            return true;
    for (size_t i = 0; i < statement->child_count; i++)
        if (ir_declares(statement->children[i], variable))
            return true;
    return ir_declares(statement->first, variable);
}

bool ir_is_loop(const ir_statement *statement)
{
    return statement->kind == IR_FOR || statement->kind == IR_WHILE || statement->kind == IR_DO;
}

bool ir_holds_break(const ir_statement *statement)
{
    return ir_is_loop(statement) || statement->kind == IR_SWITCH ||
           (statement->kind == IR_TEXT_STATEMENT && statement->jump == IR_ENTERED_SWITCH);
}

bool ir_enters(const ir_statement *statement, size_t child)
{
    for (size_t i = 0; i < statement->case_count; i++)
        if (statement->cases[i].child == child)
            return true;
    return false;
}

bool ir_has_default(const ir_statement *statement)
{
    for (size_t i = 0; i < statement->case_count; i++)
        if (statement->cases[i].is_default)
            return true;
    return false;
}

void ir_visit_expression(const ir_expression *expression, const ir_statement *statement,
                         ir_visitor *visit, void *context)
{
    if (!expression || !visit(context, expression, statement))
        return;
    ir_visit_expression(expression->called, statement, visit, context);
    for (size_t i = 0; i < expression->operand_count; i++)
        ir_visit_expression(expression->operands[i], statement, visit, context);
}

void ir_visit(const ir_statement *statement, ir_visitor *visit, void *context)
{
    if (!statement)
        return;
    for (size_t i = 0; i < statement->variable_count; i++) {
        const ir_type *type = statement->variables[i]->type;
        for (; type && type->kind == IR_TYPE_ARRAY; type = type->element)
            ir_visit_expression(type->extent_expression, statement, visit, context);
        ir_visit_expression(statement->variables[i]->initializer, statement, visit, context);
    }
    bool body_first = statement->kind == IR_DO;
    ir_visit(statement->first, visit, context);
    if (!body_first)
        ir_visit_expression(statement->expression, statement, visit, context);
    for (size_t i = 0; i < statement->child_count; i++)
        ir_visit(statement->children[i], visit, context);
    if (body_first)
        ir_visit_expression(statement->expression, statement, visit, context);
    ir_visit_expression(statement->step, statement, visit, context);
}

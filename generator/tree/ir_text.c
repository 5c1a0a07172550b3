/* ir_text.c: types and expressions of a syntax tree as text. Implicit conversions are printed as
 * (type: value), written ones as (type)value; an operation inside another stands in parentheses. */
#include "ir_text.h"

#include <string.h>

#include "text/dtype.h"

static const char *const operator_texts[IR_OPERATOR_COUNT] = {
    [IR_OPERATOR_NONE] = "",
    [IR_MULTIPLY] = "*",
    [IR_DIVIDE] = "/",
    [IR_REMAINDER] = "%",
    [IR_ADD] = "+",
    [IR_SUBTRACT] = "-",
    [IR_SHIFT_LEFT] = "<<",
    [IR_SHIFT_RIGHT] = ">>",
    [IR_LESS] = "<",
    [IR_GREATER] = ">",
    [IR_LESS_EQUAL] = "<=",
    [IR_GREATER_EQUAL] = ">=",
    [IR_EQUAL] = "==",
    [IR_NOT_EQUAL] = "!=",
    [IR_BIT_AND] = "&",
    [IR_BIT_XOR] = "^",
    [IR_BIT_OR] = "|",
    [IR_AND] = "&&",
    [IR_OR] = "||",
    [IR_COMMA] = ",",
    [IR_NEGATE] = "-",
    [IR_PLUS] = "+",
    [IR_BIT_NOT] = "~",
    [IR_NOT] = "!",
    [IR_DEREFERENCE] = "*",
    [IR_ADDRESS] = "&",
    [IR_REAL] = "__real__ ",
    [IR_IMAGINARY] = "__imag__ ",
    [IR_PRE_INCREMENT] = "++",
    [IR_PRE_DECREMENT] = "--",
    [IR_POST_INCREMENT] = "++",
    [IR_POST_DECREMENT] = "--",
};

const char *ir_operator_text(ir_operator op)
{
    return operator_texts[op];
}

/* A growing text. */
typedef struct printer {
    arena *memory;
    bool exact; /* types and conversions too */
    char *text; /* not terminated */
    size_t length;
} printer;

static void put(printer *out, const char *text)
{
    for (; *text; text++)
        *ARENA_PUSH(out->memory, out->text, out->length) = *text;
}

static const char *finish(printer *out)
{
    *ARENA_PUSH(out->memory, out->text, out->length) = '\0';
    return out->text;
}

/* In parentheses where operators around it could be read into it. */
static void put_expression(printer *out, const ir_expression *expression);
/* The same where nothing around binds tighter. */
static void put_whole(printer *out, const ir_expression *expression);

const char *ir_record_text(const ir_record *record)
{
    return *record->spelling ? record->spelling : "record without a name";
}

static void put_type(printer *out, const ir_type *type)
{
    if (type->is_const && type->kind != IR_TYPE_ARRAY)
        put(out, "const ");
    if (type->is_volatile && type->kind != IR_TYPE_ARRAY && type->kind != IR_TYPE_RECORD)
        put(out, "volatile ");
    switch (type->kind) {
    case IR_TYPE_VOID:
        put(out, "void");
        break;
    case IR_TYPE_SCALAR:
        put(out, dtype_name(type->dtype));
        break;
    case IR_TYPE_POINTER:
        put_type(out, type->element);
        put(out, " *");
        break;
    case IR_TYPE_ARRAY: {
        const ir_type *element = type;
        while (element->kind == IR_TYPE_ARRAY)
            element = element->element;
        put_type(out, element);
        for (; type->kind == IR_TYPE_ARRAY; type = type->element) {
            put(out, "[");
            if (type->extent >= 0)
                put(out, arena_format(out->memory, "%lld", (long long)type->extent));
            else if (type->extent_expression)
                put(out, ir_expression_text(out->memory, type->extent_expression));
            put(out, "]");
        }
        break;
    }
    case IR_TYPE_RECORD:
        put(out, ir_record_text(type->record));
        break;
    default:
        put(out, type->spelling);
    }
}

const char *ir_variable_text(arena *memory, const ir_variable *variable)
{
    return variable->number ? arena_format(memory, "%s.%u", variable->name, variable->number)
                            : variable->name;
}

/* ".low = 1", "[2 ... 5] = x" */
static void put_designated(printer *out, const ir_expression *expression)
{
    for (size_t i = 0; i < expression->designator_count; i++) {
        const ir_designator *step = &expression->designators[i];
        const long long first = (long long)step->first, last = (long long)step->last;
        put(out, step->member    ? arena_format(out->memory, ".%s", step->member)
                 : first == last ? arena_format(out->memory, "[%lld]", first)
                                 : arena_format(out->memory, "[%lld ... %lld]", first, last));
    }
    put(out, " = ");
    put_whole(out, expression->operands[0]);
}

static void put_operands(printer *out, const ir_expression *expression, const char *open,
                         const char *close)
{
    put(out, open);
    for (size_t i = 0; i < expression->operand_count; i++) {
        put(out, i ? ", " : "");
        put_whole(out, expression->operands[i]);
    }
    put(out, close);
}

/* What brackets or a member's name follow: they bind tighter than all that stands before. */
static void put_base(printer *out, const ir_expression *expression)
{
    bool prefixed = (expression->kind == IR_UNARY && expression->op != IR_POST_INCREMENT &&
                     expression->op != IR_POST_DECREMENT) ||
                    (expression->kind == IR_CAST && !expression->implicit);
    put(out, prefixed ? "(" : "");
    put_expression(out, expression);
    put(out, prefixed ? ")" : "");
}

static void put_subscript(printer *out, const ir_expression *expression)
{
    put_base(out, expression->operands[0]);
    for (size_t i = 1; i < expression->operand_count; i++) {
        put(out, "[");
        put_whole(out, expression->operands[i]);
        put(out, "]");
    }
}

/* "{float64}" where an assignment or step computes in another type than its target's. */
static const char *computed_text(const printer *out, const ir_expression *expression)
{
    const ir_type *computed = expression->computed;
    if (!out->exact || !computed || computed->dtype == expression->operands[0]->type->dtype)
        return "";
    return arena_format(out->memory, "{%s}", ir_type_text(out->memory, computed));
}

static void put_unary(printer *out, const ir_expression *expression)
{
    bool postfix = expression->op == IR_POST_INCREMENT || expression->op == IR_POST_DECREMENT;
    put(out, postfix ? "" : operator_texts[expression->op]);
    put(out, postfix ? "" : computed_text(out, expression));
    put_expression(out, expression->operands[0]);
    put(out, postfix ? operator_texts[expression->op] : "");
    put(out, postfix ? computed_text(out, expression) : "");
}

static void put_binary(printer *out, const ir_expression *expression)
{
    put_expression(out, expression->operands[0]);
    put(out, expression->op == IR_COMMA ? "" : " ");
    put(out, operator_texts[expression->op]);
    put(out, " ");
    put_expression(out, expression->operands[1]);
}

static void put_assignment(printer *out, const ir_expression *expression)
{
    put_expression(out, expression->operands[0]);
    put(out, " ");
    put(out, operator_texts[expression->op]);
    put(out, "=");
    put(out, computed_text(out, expression));
    put(out, " ");
    put_whole(out, expression->operands[1]);
}

static void put_cast(printer *out, const ir_expression *expression)
{
    if (expression->implicit && !out->exact) {
        put_whole(out, expression->operands[0]);
        return;
    }
    put(out, "(");
    put_type(out, expression->type);
    put(out, expression->implicit ? ": " : ")");
    (expression->implicit ? put_whole : put_expression)(out, expression->operands[0]);
    put(out, expression->implicit ? ")" : "");
}

static void put_conditional(printer *out, const ir_expression *expression)
{
    put_expression(out, expression->operands[0]);
    put(out, " ? ");
    put_expression(out, expression->operands[1]);
    put(out, " : ");
    put_expression(out, expression->operands[2]);
}

const char *ir_one_line(arena *memory, const char *text)
{
    char *line = arena_copy(memory, text), *end = line;
    for (const char *from = text; *from; from++) {
        bool blank = strchr(" \t\r\n", *from) != NULL;
        if (!blank)
            *end++ = *from;
        else if (end > line && end[-1] != ' ')
            *end++ = ' ';
    }
    *end = '\0';
    return line;
}

static void put_text(printer *out, const ir_expression *expression)
{
    const char *line = ir_one_line(out->memory, expression->text);
    put(out,
        out->exact ? arena_format(out->memory, "text(%s){ %s }", expression->reason, line) : line);
}

/* As C marks the type of a number; an enumerator is a name. */
static const char *integer_suffix(const ir_expression *literal)
{
    weft_dtype dtype = literal->type->dtype;
    bool digits = strspn(literal->text, "-0123456789") == strlen(literal->text);
    return !digits                ? ""
           : dtype == WEFT_UINT32 ? "u"
           : dtype == WEFT_INT64  ? "l"
           : dtype == WEFT_UINT64 ? "ul"
                                  : "";
}

static void put_whole(printer *out, const ir_expression *expression)
{
    switch (expression->kind) {
    case IR_LITERAL:
        put(out, expression->text);
        put(out, out->exact && expression->is_integer ? integer_suffix(expression) : "");
        break;
    case IR_VARIABLE:
        put(out, out->exact ? ir_variable_text(out->memory, expression->variable)
                            : expression->variable->name);
        break;
    case IR_SUBSCRIPT:
        put_subscript(out, expression);
        break;
    case IR_MEMBER:
        put_base(out, expression->operands[0]);
        put(out, expression->operands[0]->type->kind == IR_TYPE_POINTER ? "->" : ".");
        put(out, expression->text);
        break;
    case IR_UNARY:
        put_unary(out, expression);
        break;
    case IR_BINARY:
        put_binary(out, expression);
        break;
    case IR_ASSIGN:
        put_assignment(out, expression);
        break;
    case IR_CONDITIONAL:
        put_conditional(out, expression);
        break;
    case IR_CAST:
        put_cast(out, expression);
        break;
    case IR_CALL:
        put(out, expression->text);
        put_operands(out, expression, "(", ")");
        break;
    case IR_LIST:
        put_operands(out, expression, "{", "}");
        break;
    case IR_DESIGNATED:
        put_designated(out, expression);
        break;
    case IR_TEXT:
        put_text(out, expression);
        break;
    }
}

/* Whether operators around an expression could be read into it. Implicit conversions print nothing
 * of their own where types are left out. */
static bool needs_parentheses(const printer *out, const ir_expression *expression)
{
    while (!out->exact && expression->kind == IR_CAST && expression->implicit)
        expression = expression->operands[0];
    return expression->kind == IR_BINARY || expression->kind == IR_CONDITIONAL ||
           expression->kind == IR_ASSIGN;
}

static void put_expression(printer *out, const ir_expression *expression)
{
    bool enclosed = needs_parentheses(out, expression);
    put(out, enclosed ? "(" : "");
    put_whole(out, expression);
    put(out, enclosed ? ")" : "");
}

const char *ir_expression_text(arena *memory, const ir_expression *expression)
{
    printer out = {.memory = memory};
    put_whole(&out, expression);
    return finish(&out);
}

const char *ir_exact_text(arena *memory, const ir_expression *expression)
{
    printer out = {.memory = memory, .exact = true};
    if (expression)
        put_whole(&out, expression);
    return finish(&out);
}

const char *ir_type_text(arena *memory, const ir_type *type)
{
    printer out = {.memory = memory, .exact = true};
    put_type(&out, type);
    return finish(&out);
}

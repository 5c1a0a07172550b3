/* ir_print.c: a syntax tree as indented text, for --print-ir, diagnostics and golden tests.
 * One statement is one line. Implicit conversions are printed as (type:value), written ones as
 * (type)value; every operation stands in parentheses of its own. */
#include "ir.h"

#include <string.h>

static const char *const operator_texts[IR_OPERATOR_COUNT] = {
    [IR_OPERATOR_NONE] = "",    [IR_MULTIPLY] = "*",        [IR_DIVIDE] = "/",
    [IR_REMAINDER] = "%",       [IR_ADD] = "+",             [IR_SUBTRACT] = "-",
    [IR_SHIFT_LEFT] = "<<",     [IR_SHIFT_RIGHT] = ">>",    [IR_LESS] = "<",
    [IR_GREATER] = ">",         [IR_LESS_EQUAL] = "<=",     [IR_GREATER_EQUAL] = ">=",
    [IR_EQUAL] = "==",          [IR_NOT_EQUAL] = "!=",      [IR_BIT_AND] = "&",
    [IR_BIT_XOR] = "^",         [IR_BIT_OR] = "|",          [IR_AND] = "&&",
    [IR_OR] = "||",             [IR_COMMA] = ",",           [IR_NEGATE] = "-",
    [IR_PLUS] = "+",            [IR_BIT_NOT] = "~",         [IR_NOT] = "!",
    [IR_DEREFERENCE] = "*",     [IR_ADDRESS] = "&",         [IR_REAL] = "__real__ ",
    [IR_IMAGINARY] = "__imag__ ", [IR_PRE_INCREMENT] = "++", [IR_PRE_DECREMENT] = "--",
    [IR_POST_INCREMENT] = "++", [IR_POST_DECREMENT] = "--",
};

static const char *const dtype_names[WEFT_DTYPE_END] = {
    [WEFT_NONE] = "none",
#define NAME(ENUM, name, size, alignment, kind, npy) [WEFT_##ENUM] = #name,
    WEFT_DTYPES(NAME)
#undef NAME
};

const char *ir_operator_text(ir_operator op)
{
    return operator_texts[op];
}

/* A growing text. */
typedef struct printer {
    arena *memory;
    const char *text;
    bool exact; /* types and conversions too */
} printer;

static void put(printer *out, const char *text)
{
    out->text = arena_format(out->memory, "%s%s", out->text, text);
}

static void put_expression(printer *out, const ir_expression *expression);

static void put_type(printer *out, const ir_type *type)
{
    if (type->is_const && type->kind != IR_TYPE_ARRAY)
        put(out, "const ");
    switch (type->kind) {
    case IR_TYPE_VOID:
        put(out, "void");
        break;
    case IR_TYPE_SCALAR:
        put(out, dtype_names[type->dtype]);
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
    default:
        put(out, type->spelling);
    }
}

static void put_variable(printer *out, const ir_variable *variable)
{
    put(out, variable->name);
    if (variable->number)
        put(out, arena_format(out->memory, ".%u", variable->number));
}

static void put_operands(printer *out, const ir_expression *expression, const char *open,
                         const char *close)
{
    put(out, open);
    for (size_t i = 0; i < expression->operand_count; i++) {
        put(out, i ? ", " : "");
        put_expression(out, expression->operands[i]);
    }
    put(out, close);
}

static void put_subscript(printer *out, const ir_expression *expression)
{
    put_expression(out, expression->operands[0]);
    for (size_t i = 1; i < expression->operand_count; i++) {
        put(out, "[");
        put_expression(out, expression->operands[i]);
        put(out, "]");
    }
}

static void put_unary(printer *out, const ir_expression *expression)
{
    bool postfix = expression->op == IR_POST_INCREMENT || expression->op == IR_POST_DECREMENT;
    put(out, postfix ? "" : operator_texts[expression->op]);
    put_expression(out, expression->operands[0]);
    put(out, postfix ? operator_texts[expression->op] : "");
}

/* "a op b" in parentheses, but for assignments. */
static void put_binary(printer *out, const ir_expression *expression, const char *op)
{
    bool assignment = expression->kind == IR_ASSIGN;
    put(out, assignment ? "" : "(");
    put_expression(out, expression->operands[0]);
    put(out, expression->op == IR_COMMA ? "" : " ");
    put(out, op);
    put(out, assignment ? "= " : " ");
    put_expression(out, expression->operands[1]);
    put(out, assignment ? "" : ")");
}

static void put_cast(printer *out, const ir_expression *expression)
{
    if (expression->implicit && !out->exact) {
        put_expression(out, expression->operands[0]);
        return;
    }
    put(out, "(");
    put_type(out, expression->type);
    put(out, expression->implicit ? ": " : ")");
    put_expression(out, expression->operands[0]);
    put(out, expression->implicit ? ")" : "");
}

static void put_conditional(printer *out, const ir_expression *expression)
{
    put(out, "(");
    put_expression(out, expression->operands[0]);
    put(out, " ? ");
    put_expression(out, expression->operands[1]);
    put(out, " : ");
    put_expression(out, expression->operands[2]);
    put(out, ")");
}

/* Source text on one line: each run of blanks is one blank. */
static const char *one_line(arena *memory, const char *text)
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
    const char *line = one_line(out->memory, expression->text);
    put(out, out->exact ? arena_format(out->memory, "text(%s){ %s }", expression->reason, line)
                        : line);
}

static void put_expression(printer *out, const ir_expression *expression)
{
    switch (expression->kind) {
    case IR_LITERAL:
        put(out, expression->text);
        break;
    case IR_VARIABLE:
        put_variable(out, expression->variable);
        break;
    case IR_SUBSCRIPT:
        put_subscript(out, expression);
        break;
    case IR_MEMBER:
        put_expression(out, expression->operands[0]);
        put(out, expression->operands[0]->type->kind == IR_TYPE_POINTER ? "->" : ".");
        put(out, expression->text);
        break;
    case IR_UNARY:
        put_unary(out, expression);
        break;
    case IR_BINARY:
    case IR_ASSIGN:
        put_binary(out, expression, operator_texts[expression->op]);
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
    case IR_TEXT:
        put_text(out, expression);
        break;
    }
}

const char *ir_expression_text(arena *memory, const ir_expression *expression)
{
    printer out = {memory, "", false};
    put_expression(&out, expression);
    size_t length = strlen(out.text);
    bool enclosed = expression->kind == IR_BINARY || expression->kind == IR_CONDITIONAL;
    return enclosed ? arena_text(memory, out.text + 1, length - 2) : out.text;
}

/* ---- statements ---- */

/* Where the lines go. */
typedef struct lines {
    FILE *out;
    arena *memory;
} lines;

static const char *type_text(lines *to, const ir_type *type)
{
    printer out = {to->memory, "", true};
    put_type(&out, type);
    return out.text;
}

/* An expression with its conversions; "" for NULL. */
static const char *value_text(lines *to, const ir_expression *expression)
{
    printer out = {to->memory, "", true};
    if (expression)
        put_expression(&out, expression);
    return out.text;
}

static const char *variable_text(lines *to, const ir_variable *variable)
{
    printer out = {to->memory, "", true};
    put_variable(&out, variable);
    put(&out, ": ");
    put_type(&out, variable->type);
    if (variable->initializer) {
        put(&out, " = ");
        put_expression(&out, variable->initializer);
    }
    return out.text;
}

static void line(lines *to, int depth, const char *word, const char *rest)
{
    fprintf(to->out, "%*s%s%s%s\n", depth * 4, "", word, *word && *rest ? " " : "", rest);
}

static void print_statement(lines *to, int depth, const ir_statement *statement);

static void print_children(lines *to, int depth, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->child_count; i++)
        print_statement(to, depth, statement->children[i]);
}

static void print_declaration(lines *to, int depth, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->variable_count; i++)
        line(to, depth, statement->variables[i]->storage == IR_LOCAL ? "local" : "static",
             variable_text(to, statement->variables[i]));
}

static void print_if(lines *to, int depth, const ir_statement *statement)
{
    line(to, depth, "if", value_text(to, statement->expression));
    print_statement(to, depth + 1, statement->children[0]);
    if (statement->child_count > 1) {
        line(to, depth, "else", "");
        print_statement(to, depth + 1, statement->children[1]);
    }
}

static void print_for(lines *to, int depth, const ir_statement *statement)
{
    line(to, depth, "for", "");
    if (statement->first)
        print_statement(to, depth + 2, statement->first);
    line(to, depth + 1, "while", statement->expression ? value_text(to, statement->expression) : "1");
    if (statement->step)
        line(to, depth + 1, "step", value_text(to, statement->step));
    line(to, depth + 1, "do", "");
    print_children(to, depth + 2, statement);
}

static void print_text(lines *to, int depth, const ir_statement *statement)
{
    line(to, depth, arena_format(to->memory, "text(%s)", statement->reason), "");
    const char *text = statement->text;
    while (*text) {
        size_t length = strcspn(text, "\n");
        line(to, depth, "|", arena_text(to->memory, text, length));
        text += length + (text[length] == '\n');
    }
}

static void print_statement(lines *to, int depth, const ir_statement *statement)
{
    const char *value = value_text(to, statement->expression);
    switch (statement->kind) {
    case IR_DECLARATION:
        print_declaration(to, depth, statement);
        break;
    case IR_EVALUATE:
        line(to, depth, "", value);
        break;
    case IR_BLOCK:
        if (statement->child_count == 0)
            line(to, depth, "nothing", "");
        print_children(to, depth, statement);
        break;
    case IR_IF:
        print_if(to, depth, statement);
        break;
    case IR_FOR:
        print_for(to, depth, statement);
        break;
    case IR_WHILE:
        line(to, depth, "while", value);
        print_children(to, depth + 1, statement);
        break;
    case IR_DO:
        line(to, depth, "do", "");
        print_children(to, depth + 1, statement);
        line(to, depth, "until not", value);
        break;
    case IR_BREAK:
        line(to, depth, "break", "");
        break;
    case IR_CONTINUE:
        line(to, depth, "continue", "");
        break;
    case IR_RETURN:
        line(to, depth, "return", value);
        break;
    case IR_TEXT_STATEMENT:
        print_text(to, depth, statement);
        break;
    }
}

static void print_function(lines *to, const ir_function *function)
{
    line(to, 0, "function", arena_format(to->memory, "%s: %s", function->name,
                                         type_text(to, function->result)));
    for (size_t i = 0; i < function->parameter_count; i++)
        line(to, 1, function->parameters[i]->is_size ? "size" : "parameter",
             variable_text(to, function->parameters[i]));
    if (function->body)
        print_statement(to, 1, function->body);
}

void ir_print(const ir_function *function, FILE *out)
{
    lines to = {out, arena_new()};
    print_function(&to, function);
    for (size_t i = 0; i < function->helper_count; i++)
        print_function(&to, function->helpers[i]);
    arena_free(to.memory);
}

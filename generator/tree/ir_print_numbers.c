/* ir_print_numbers.c: the numbers of a syntax tree and the text that each of its nodes stands for,
 * for --print-ir=numbers. */
#include "ir_text.h"

enum { SHOWN = 72 }; /* bytes of the text of a node */

static const char *const expression_words[] = {
    [IR_LITERAL] = "literal",         [IR_VARIABLE] = "use", [IR_SUBSCRIPT] = "subscript",
    [IR_MEMBER] = "member",           [IR_UNARY] = "unary",  [IR_BINARY] = "binary",
    [IR_ASSIGN] = "assign",           [IR_CAST] = "cast",    [IR_CALL] = "call",
    [IR_CONDITIONAL] = "conditional", [IR_LIST] = "list",    [IR_TEXT] = "text",
    [IR_DESIGNATED] = "designated",
};

static const char *const statement_words[] = {
    [IR_DECLARATION] = "declaration",
    [IR_EVALUATE] = "evaluate",
    [IR_BLOCK] = "block",
    [IR_IF] = "if",
    [IR_FOR] = "for",
    [IR_WHILE] = "while",
    [IR_DO] = "do",
    [IR_SWITCH] = "switch",
    [IR_BREAK] = "break",
    [IR_CONTINUE] = "continue",
    [IR_RETURN] = "return",
    [IR_TEXT_STATEMENT] = "text",
};

/* Where the lines of one function go. */
typedef struct numbers {
    FILE *out;
    arena *memory;
    const ir_function *function;
} numbers;

static void print_extent(numbers *to, ir_extent extent)
{
    const ir_function *in = to->function;
    if (extent.begin == extent.end || extent.end > in->text_size) {
        fputs(" spelled by a macro\n", to->out);
        return;
    }
    const char *text = arena_text(to->memory, in->text + extent.begin, extent.end - extent.begin);
    fprintf(to->out, " %u+%u: %.*s\n", extent.begin - in->extent.begin, extent.end - extent.begin,
            SHOWN, ir_one_line(to->memory, text));
}

static void print_expression(numbers *to, int depth, const ir_expression *expression)
{
    if (!expression)
        return;
    fprintf(to->out, "%*s%s %u", depth * 4, "", expression_words[expression->kind], expression->id);
    if (expression->kind == IR_VARIABLE)
        fprintf(to->out, " of %u", expression->variable->id);
    print_extent(to, expression->extent);
    for (size_t i = 0; i < expression->operand_count; i++)
        print_expression(to, depth + 1, expression->operands[i]);
}

static void print_variable(numbers *to, int depth, const char *word, const ir_variable *variable)
{
    fprintf(to->out, "%*s%s %u: %s\n", depth * 4, "", word, variable->id,
            ir_variable_text(to->memory, variable));
    const ir_type *type = variable->type;
    for (; type && type->kind == IR_TYPE_ARRAY; type = type->element)
        print_expression(to, depth + 1, type->extent_expression);
    print_expression(to, depth + 1, variable->initializer);
}

static void print_statement(numbers *to, int depth, const ir_statement *statement)
{
    if (!statement)
        return;
    fprintf(to->out, "%*s%s %u", depth * 4, "", statement_words[statement->kind], statement->id);
    print_extent(to, statement->extent);
    for (size_t i = 0; i < statement->variable_count; i++)
        print_variable(to, depth + 1, "variable", statement->variables[i]);
    print_statement(to, depth + 1, statement->first);
    print_expression(to, depth + 1, statement->expression);
    for (size_t i = 0; i < statement->child_count; i++)
        print_statement(to, depth + 1, statement->children[i]);
    print_expression(to, depth + 1, statement->step);
}

static void print_function(numbers *to, const ir_function *function)
{
    to->function = function;
    fprintf(to->out, "function %s: %zu variables, %zu expressions, %zu statements\n",
            function->name, function->variable_count, function->expression_count,
            function->statement_count);
    for (size_t i = 0; i < function->parameter_count; i++)
        print_variable(to, 1, "parameter", function->parameters[i]);
    print_statement(to, 1, function->body);
}

void ir_print_numbers(const ir_function *function, FILE *out)
{
    numbers to = {out, arena_new(), function};
    print_function(&to, function);
    for (size_t i = 0; i < function->helper_count; i++)
        print_function(&to, function->helpers[i]);
    arena_free(to.memory);
}

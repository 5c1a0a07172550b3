/* print_c.c: statements in C, one to a line. */
#include "print_c_parts.h"

#include <string.h>

void c_note_gap(c_printer *to, location place, const char *reason)
{
    if (!to->result.gap.reason)
        to->result.gap = (ir_gap){reason, place};
}

static void line(c_printer *to, location place, const char *text)
{
    *ARENA_PUSH(to->memory, to->result.lines, to->result.count) = (c_line){place, to->depth, text};
}

static const location nowhere;

static void print_statement(c_printer *to, const ir_statement *statement);

static void print_children(c_printer *to, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->child_count; i++)
        print_statement(to, statement->children[i]);
}

/* "double sum = 0.0" */
static const char *declaration_text(c_printer *to, const ir_variable *variable)
{
    const char *text = c_declared(to, variable->type, c_variable(to, variable), variable->place);
    if (!variable->initializer)
        return text;
    return arena_format(to->memory, "%s = %s", text, c_expression(to, variable->initializer));
}

/* The tree does not read the constants of a table: its declaration comes along as it is written. */
static void print_table(c_printer *to, const ir_statement *statement)
{
    const ir_extent written = statement->extent;
    for (size_t i = 0; i < statement->variable_count; i++)
        if (statement->variables[i]->number || written.begin == written.end)
            c_note_gap(to, statement->place, "a table that needs another name");
    line(to, statement->place,
         arena_text(to->memory, to->function->text + written.begin, written.end - written.begin));
}

static bool declares_table(const ir_statement *statement)
{
    for (size_t i = 0; i < statement->variable_count; i++)
        if (statement->variables[i]->storage != IR_LOCAL)
            return true;
    return false;
}

static void print_declaration(c_printer *to, const ir_statement *statement)
{
    if (declares_table(statement)) {
        print_table(to, statement);
        return;
    }
    for (size_t i = 0; i < statement->variable_count; i++)
        line(to, statement->variables[i]->place,
             arena_format(to->memory, "%s;", declaration_text(to, statement->variables[i])));
}

/* What stands under a condition or a loop without braces. */
static bool is_simple(const ir_statement *statement)
{
    return statement->kind == IR_EVALUATE || statement->kind == IR_BREAK ||
           statement->kind == IR_CONTINUE || statement->kind == IR_RETURN;
}

/* "if (x)" and what stands under it, in braces unless it is one simple statement. Whether braces
 * are open then. */
static bool print_under(c_printer *to, location place, const char *head, const ir_statement *inner)
{
    bool braces = !is_simple(inner);
    line(to, place, braces ? arena_format(to->memory, "%s {", head) : head);
    to->depth++;
    if (inner->kind == IR_BLOCK)
        print_children(to, inner);
    else
        print_statement(to, inner);
    to->depth--;
    return braces;
}

static void close_braces(c_printer *to, bool open)
{
    if (open)
        line(to, nowhere, "}");
}

/* An if behind an else is of the same chain. */
static void print_if(c_printer *to, const ir_statement *statement, const char *before)
{
    const char *head =
        arena_format(to->memory, "%sif (%s)", before, c_whole(to, statement->expression));
    bool open = print_under(to, statement->place, head, statement->children[0]);
    if (statement->child_count < 2) {
        close_braces(to, open);
        return;
    }
    const ir_statement *other = statement->children[1];
    const char *joined = open ? "} else" : "else";
    if (other->kind == IR_IF)
        print_if(to, other, arena_format(to->memory, "%s ", joined));
    else
        close_braces(to, print_under(to, nowhere, joined, other));
}

/* What stands first in a for: nothing, an expression or one declaration. */
static const char *first_text(c_printer *to, const ir_statement *first)
{
    if (!first || first->kind == IR_BLOCK)
        return "";
    if (first->kind == IR_DECLARATION)
        return declaration_text(to, first->variables[0]);
    return c_whole(to, first->expression);
}

/* Several variables that a for declares stand before it, in a block of their own. */
static void print_for(c_printer *to, const ir_statement *statement)
{
    const ir_statement *first = statement->first;
    bool several = first && first->kind == IR_DECLARATION && first->variable_count > 1;
    if (several) {
        line(to, nowhere, "{");
        to->depth++;
        print_declaration(to, first);
    }
    const char *head = arena_format(
        to->memory, "for (%s;%s%s;%s%s)", several ? "" : first_text(to, first),
        statement->expression ? " " : "",
        statement->expression ? c_whole(to, statement->expression) : "", statement->step ? " " : "",
        statement->step ? c_whole(to, statement->step) : "");
    close_braces(to, print_under(to, statement->place, head, statement->children[0]));
    if (several)
        to->depth--;
    close_braces(to, several);
}

/* A loop with a step, as lower.h has it: `continue` goes to the label before that. */
static void print_while_with_step(c_printer *to, const ir_statement *statement)
{
    const unsigned outer = to->step;
    line(to, statement->place,
         arena_format(to->memory, "while (%s) {", c_whole(to, statement->expression)));
    const unsigned own = to->step = ++to->step_count;
    to->depth++;
    print_statement(to, statement->children[0]);
    to->step = outer;
    line(to, nowhere, arena_format(to->memory, "step_%u:;", own));
    print_statement(to, statement->children[1]);
    to->depth--;
    line(to, nowhere, "}");
}

static void print_while(c_printer *to, const ir_statement *statement)
{
    const unsigned outer = to->step;
    const char *head = arena_format(to->memory, "while (%s)", c_whole(to, statement->expression));
    to->step = 0;
    close_braces(to, print_under(to, statement->place, head, statement->children[0]));
    to->step = outer;
}

static void print_do(c_printer *to, const ir_statement *statement)
{
    line(to, statement->place, "do {");
    to->depth++;
    if (statement->children[0]->kind == IR_BLOCK)
        print_children(to, statement->children[0]);
    else
        print_statement(to, statement->children[0]);
    to->depth--;
    line(to, nowhere,
         arena_format(to->memory, "} while (%s);", c_whole(to, statement->expression)));
}

static void print_block(c_printer *to, const ir_statement *statement)
{
    line(to, statement->place, "{");
    to->depth++;
    print_children(to, statement);
    to->depth--;
    line(to, nowhere, "}");
}

/* "case 1:", "case 2 ... 5:", "default:" */
static const char *label_text(c_printer *to, const ir_case *label, const ir_type *type)
{
    if (label->is_default)
        return "default:";
    const char *first = c_integer(to, label->first, type);
    return label->first == label->last ? arena_format(to->memory, "case %s:", first)
                                       : arena_format(to->memory, "case %s ... %s:", first,
                                                      c_integer(to, label->last, type));
}

/* The labels that enter at a child. One that stands before a declaration, or before nothing, has an
 * empty statement of its own. */
static void print_labels(c_printer *to, const ir_statement *statement, size_t child)
{
    bool bare =
        child == statement->child_count || statement->children[child]->kind == IR_DECLARATION;
    for (size_t i = 0; i < statement->case_count; i++)
        if (statement->cases[i].child == child)
            line(to, nowhere,
                 arena_format(to->memory, "%s%s",
                              label_text(to, &statement->cases[i], statement->expression->type),
                              bare ? ";" : ""));
}

static void print_switch(c_printer *to, const ir_statement *statement)
{
    line(to, statement->place,
         arena_format(to->memory, "switch (%s) {", c_whole(to, statement->expression)));
    for (size_t i = 0; i <= statement->child_count; i++) {
        print_labels(to, statement, i);
        to->depth++;
        if (i < statement->child_count)
            print_statement(to, statement->children[i]);
        to->depth--;
    }
    line(to, nowhere, "}");
}

static void print_statement(c_printer *to, const ir_statement *statement)
{
    const ir_expression *value = statement->expression;
    switch (statement->kind) {
    case IR_DECLARATION:
        print_declaration(to, statement);
        break;
    case IR_EVALUATE:
        line(to, statement->place, arena_format(to->memory, "%s;", c_whole(to, value)));
        break;
    case IR_BLOCK:
        print_block(to, statement);
        break;
    case IR_IF:
        print_if(to, statement, "");
        break;
    case IR_FOR:
        print_for(to, statement);
        break;
    case IR_WHILE:
        (statement->child_count > 1 ? print_while_with_step : print_while)(to, statement);
        break;
    case IR_DO:
        print_do(to, statement);
        break;
    case IR_SWITCH:
        print_switch(to, statement);
        break;
    case IR_BREAK:
        line(to, statement->place, "break;");
        break;
    case IR_CONTINUE:
        line(to, statement->place,
             to->step ? arena_format(to->memory, "goto step_%u;", to->step) : "continue;");
        break;
    case IR_RETURN:
        line(to, statement->place,
             value ? arena_format(to->memory, "return %s;", c_whole(to, value)) : "return;");
        break;
    case IR_TEXT_STATEMENT: /* such a function is not printed */
        break;
    }
}

c_body print_c_body(arena *memory, const ir_function *function, const bool *wraps,
                    const c_naming *naming)
{
    c_printer to = {.memory = memory, .function = function, .wraps = wraps, .naming = naming};
    to.result.gap = ir_find_text(function);
    if (to.result.gap.reason)
        return to.result;
    c_collect_names(&to, function);
    print_block(&to, function->body);
    return to.result;
}

static const char *as_it_is(const void *context, const char *name)
{
    (void)context;
    return name;
}

ir_gap print_c_gap(arena *memory, const ir_function *function)
{
    static const c_naming plain = {as_it_is, NULL};
    ir_gap found = print_c_body(memory, function, NULL, &plain).gap;
    for (size_t i = 0; i < function->helper_count && !found.reason; i++)
        found = print_c_body(memory, function->helpers[i], NULL, &plain).gap;
    return found;
}

/* normal_statement.c: statements, in their order. */
#include <string.h>

#include "normal_parts.h"

enum { MOST_STEPS = 50000 };

static void write_ended(normaliser *in, const char *text)
{
    normal_write(in, arena_format(in->memory, "%s;", text));
}

/* ---- declarations ---- */

/* The words of a declaration of one variable that keeps its name and nothing else that is changed.
 */
static const char *own_words(normaliser *in, const ir_statement *statement)
{
    const ir_variable *only = statement->variables[0];
    const char *words = normal_source(in, statement->extent);
    bool good = words && statement->variable_count == 1 &&
                strcmp(normal_variable(in, only), only->name) == 0 &&
                (!only->initializer || normal_is_unchanged(in, only->initializer));
    for (const ir_type *type = only->type; type->kind == IR_TYPE_ARRAY && good;
         type = type->element)
        good = !type->extent_expression || normal_is_unchanged(in, type->extent_expression);
    if (!good)
        return NULL;
    size_t length = strlen(words);
    while (length && strchr("; \n\t", words[length - 1]))
        length--;
    return arena_text(in->memory, words, length);
}

/* The value that a declaration of several gives one of them; NULL: it cannot be said. */
static const char *first_value(normaliser *in, const ir_expression *first)
{
    if (first->kind != IR_LIST)
        return normal_whole(in, first);
    return normal_is_unchanged(in, first) ? normal_source(in, first->extent) : NULL;
}

static void declare_kept(normaliser *in, const ir_statement *statement, const ir_variable *variable)
{
    if (variable->storage == IR_LOCAL)
        in->names[variable->id] = NULL;
    const char *words = own_words(in, statement);
    const char *first =
        !words && variable->initializer ? first_value(in, variable->initializer) : NULL;
    in->stop |= !words && variable->initializer && !first;
    if (in->stop)
        return;
    if (words) {
        write_ended(in, words);
        return;
    }
    const char *text = normal_declared(in, variable);
    write_ended(in, first ? arena_format(in->memory, "%s = %s", text, first) : text);
}

static void declare(normaliser *in, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->variable_count; i++) {
        const ir_variable *variable = statement->variables[i];
        value first = {.kind = VALUE_UNKNOWN};
        if (!normal_is_tracked(in, variable)) {
            declare_kept(in, statement, variable);
        } else {
            if (variable->initializer &&
                !normal_evaluate(in, variable, variable->initializer, &first))
                normal_keep(in, variable);
            *normal_value_of(in, variable) = first;
            in->changed |= !in->dry && !in->closed;
        }
        normal_make_pending(in);
    }
}

/* ---- expressions ---- */

void normal_effects(normaliser *in, const ir_expression *expression)
{
    value ignored;
    shown_text nothing;
    const ir_expression *target = ir_written(expression);
    if (expression->kind == IR_BINARY && expression->op == IR_COMMA) {
        normal_effects(in, expression->operands[0]);
        normal_effects(in, expression->operands[1]);
        return;
    }
    if (target && target->kind == IR_VARIABLE && normal_is_tracked(in, target->variable)) {
        in->changed |= !in->dry && !in->closed;
        if (!normal_step(in, expression, &ignored) && !normal_is_over(in))
            normal_keep(in, target->variable);
    } else if (expression->kind == IR_CAST && expression->type->kind == IR_TYPE_VOID) {
        if (ir_strip(expression->operands[0])->kind != IR_VARIABLE)
            normal_effects(in, expression->operands[0]);
    } else {
        in->whole_call = expression->kind == IR_CALL ? expression : NULL;
        if (!in->whole_call || in->closed || !normal_is_inlined(in, expression) ||
            !normal_call(in, expression, &nothing))
            write_ended(in, normal_whole(in, expression));
        in->whole_call = NULL;
    }
    normal_make_pending(in);
}

/* ---- choices ---- */

static bool same_value(const value *a, const value *b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case VALUE_NUMBER:
        return polynomial_same(&a->number, &b->number);
    case VALUE_POINTER:
        return a->points.base == b->points.base && a->points.type == b->points.type &&
               polynomial_same(&a->points.offset, &b->points.offset);
    case VALUE_TEXT:
        return strcmp(a->text, b->text) == 0;
    default:
        return true;
    }
}

static value *copy_values(normaliser *in)
{
    value *copy = arena_array(in->memory, in->root->variable_count + 1, sizeof *copy);
    memcpy(copy, in->values, in->root->variable_count * sizeof *copy);
    return copy;
}

/* Whether control does not come to what follows. */
static bool is_left(const ir_statement *branch)
{
    while (branch->kind == IR_BLOCK && branch->child_count)
        branch = branch->children[branch->child_count - 1];
    return branch->kind == IR_BREAK || branch->kind == IR_CONTINUE || branch->kind == IR_RETURN;
}

static void walk_if(normaliser *in, const ir_statement *statement)
{
    const char *condition = normal_whole(in, statement->expression);
    normal_make_pending(in);
    value *before = copy_values(in);
    normal_write(in, arena_format(in->memory, "if (%s)", condition));
    normal_block(in, statement->children[0]);
    if (is_left(statement->children[0]))
        memcpy(in->values, before, in->root->variable_count * sizeof *before);
    value *after = copy_values(in);
    bool left = false;
    memcpy(in->values, before, in->root->variable_count * sizeof *before);
    if (statement->child_count > 1) {
        normal_write(in, "else");
        normal_block(in, statement->children[1]);
        left = is_left(statement->children[1]);
    }
    for (size_t i = 0; i < in->root->variable_count; i++)
        if (left)
            in->values[i] = after[i];
        else if (!same_value(&after[i], &in->values[i]) && !(is_left(statement->children[0])))
            in->values[i] = (value){.kind = VALUE_UNKNOWN};
}

void normal_inside(normaliser *in, const ir_statement *statement)
{
    if (statement->kind == IR_BLOCK)
        for (size_t i = 0; i < statement->child_count; i++)
            normal_statement(in, statement->children[i]);
    else
        normal_statement(in, statement);
}

void normal_block(normaliser *in, const ir_statement *statement)
{
    normal_write(in, "{");
    normal_inside(in, statement);
    normal_write(in, "}");
}

static bool find_change(void *context, const ir_expression *of, const ir_statement *statement)
{
    normaliser *in = ((void **)context)[0];
    bool *found = ((void **)context)[1];
    (void)statement;
    *found |= of->kind == IR_VARIABLE && !normal_is_unchanged(in, of);
    return !*found;
}

/* As it stands, which it must. */
static void walk_words(normaliser *in, const ir_statement *statement)
{
    bool found = false;
    void *context[] = {in, &found};
    const char *words = normal_source(in, statement->extent);
    ir_visit(statement, find_change, context);
    if (!words || found || in->now != in->root)
        in->stop = true;
    else
        normal_write(in, words);
}

void normal_statement(normaliser *in, const ir_statement *statement)
{
    if (normal_is_over(in) || !statement)
        return;
    if (++in->steps > MOST_STEPS) {
        in->stop = true;
        return;
    }
    normal_lead(in, statement->place);
    switch (statement->kind) {
    case IR_DECLARATION:
        declare(in, statement);
        break;
    case IR_EVALUATE:
        normal_effects(in, statement->expression);
        break;
    case IR_BLOCK:
        normal_block(in, statement);
        break;
    case IR_IF:
        walk_if(in, statement);
        break;
    case IR_FOR:
    case IR_WHILE:
    case IR_DO:
        normal_loop(in, statement);
        break;
    case IR_BREAK:
        write_ended(in, "break");
        break;
    case IR_CONTINUE:
        write_ended(in, "continue");
        break;
    case IR_RETURN:
        write_ended(
            in, statement->expression
                    ? arena_format(in->memory, "return %s", normal_whole(in, statement->expression))
                    : "return");
        break;
    default:
        walk_words(in, statement);
    }
}

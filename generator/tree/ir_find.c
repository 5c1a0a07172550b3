/* ir_find.c: the first thing in a function that the tree cannot express, and the first whose fields
 * do not tell where its bytes are. */
#include "ir.h"

/* One of the two searches. */
typedef struct search {
    bool opaque; /* records are sought; else what is no node */
    ir_gap found;
} search;

static void note(search *in, const char *reason, location place)
{
    if (!in->found.reason)
        in->found = (ir_gap){reason, place};
}

/* The record at the bottom of a type that stands in memory: of arrays, not behind pointers. */
static void look_at_type(search *in, const ir_type *type, location place)
{
    while (type && type->kind == IR_TYPE_ARRAY)
        type = type->element;
    if (in->opaque && type && type->kind == IR_TYPE_RECORD && type->record && type->record->opaque)
        note(in, type->record->opaque, place);
}

static bool look(void *context, const ir_expression *expression, const ir_statement *statement)
{
    search *in = context;
    (void)statement;
    look_at_type(in, expression->type, expression->place);
    if (!in->opaque && expression->kind == IR_TEXT)
        note(in, expression->reason, expression->place);
    else if (!in->opaque && expression->called)
        note(in, "a call through a pointer", expression->place);
    return !in->found.reason;
}

/* In the order of the text. */
static void look_at(search *in, const ir_statement *statement)
{
    if (!statement || in->found.reason)
        return;
    if (!in->opaque && statement->kind == IR_TEXT_STATEMENT)
        note(in, statement->reason, statement->place);
    for (size_t i = 0; i < statement->variable_count; i++)
        look_at_type(in, statement->variables[i]->type, statement->variables[i]->place);
    ir_statement own = *statement;
    own.first = NULL, own.child_count = 0;
    look_at(in, statement->first);
    ir_visit(&own, look, in);
    for (size_t i = 0; i < statement->child_count; i++)
        look_at(in, statement->children[i]);
}

ir_gap ir_find_text(const ir_function *function)
{
    search in = {.opaque = false};
    if (!function->body)
        note(&in, "a body that is not known", function->place);
    look_at(&in, function->body);
    return in.found;
}

ir_gap ir_find_opaque(const ir_function *function)
{
    search in = {.opaque = true};
    for (size_t i = 0; i < function->parameter_count; i++)
        look_at_type(&in, function->parameters[i]->type, function->parameters[i]->place);
    look_at(&in, function->body);
    return in.found;
}

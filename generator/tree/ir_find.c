/* ir_find.c: the first thing in a function that the tree cannot express. */
#include "ir.h"

/* What has been found. */
typedef struct lack {
    const char *reason; /* NULL: nothing yet */
    location place;
} lack;

static void note(lack *found, const char *reason, location place)
{
    if (!found->reason)
        *found = (lack){reason, place};
}

/* The record at the bottom of a type that stands in memory: of arrays, not behind pointers. */
static const ir_record *held_record(const ir_type *type)
{
    while (type && type->kind == IR_TYPE_ARRAY)
        type = type->element;
    return type && type->kind == IR_TYPE_RECORD ? type->record : NULL;
}

static bool look(void *context, const ir_expression *expression, const ir_statement *statement)
{
    lack *found = context;
    (void)statement;
    const ir_record *record = held_record(expression->type);
    if (expression->kind == IR_TEXT)
        note(found, expression->reason, expression->place);
    else if (record && record->opaque)
        note(found, record->opaque, expression->place);
    return !found->reason;
}

static void look_at_variable(lack *found, const ir_variable *variable)
{
    const ir_record *record = held_record(variable->type);
    if (record && record->opaque)
        note(found, record->opaque, variable->place);
}

/* In the order of the text. */
static void look_at(lack *found, const ir_statement *statement)
{
    if (!statement || found->reason)
        return;
    if (statement->kind == IR_TEXT_STATEMENT)
        note(found, statement->reason, statement->place);
    for (size_t i = 0; i < statement->variable_count; i++)
        look_at_variable(found, statement->variables[i]);
    ir_statement own = *statement;
    own.first = NULL, own.child_count = 0;
    look_at(found, statement->first);
    ir_visit(&own, look, found);
    for (size_t i = 0; i < statement->child_count; i++)
        look_at(found, statement->children[i]);
}

const char *ir_find_text(const ir_function *function, location *place)
{
    lack found = {NULL, function->place};
    for (size_t i = 0; i < function->parameter_count; i++)
        look_at_variable(&found, function->parameters[i]);
    look_at(&found, function->body);
    *place = found.place;
    return found.reason;
}

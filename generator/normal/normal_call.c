/* normal_call.c: helpers in the place of their calls. */
#include <string.h>

#include "normal_parts.h"

enum { MOST_STATEMENTS = 24 };

static size_t count_statements(const ir_statement *statement)
{
    size_t count = statement ? 1 : 0;
    for (size_t i = 0; statement && i < statement->child_count; i++)
        count += count_statements(statement->children[i]);
    return count;
}

/* How many `return`s, and declarations of variables that are no locals, lie inside. */
static size_t count_obstacles(const ir_statement *statement)
{
    size_t count = statement && statement->kind == IR_RETURN;
    for (size_t i = 0; statement && i < statement->variable_count; i++)
        count += statement->variables[i]->storage != IR_LOCAL;
    for (size_t i = 0; statement && i < statement->child_count; i++)
        count += count_obstacles(statement->children[i]);
    return count;
}

/* The `return` that the body ends with; NULL if there is none. */
static const ir_statement *find_return(const ir_statement *body)
{
    const ir_statement *last = body->child_count ? body->children[body->child_count - 1] : NULL;
    return last && last->kind == IR_RETURN && last->expression ? last : NULL;
}

/* One that calls itself has other variables in each of its calls. */
static bool is_walked(const normaliser *in, const ir_function *helper)
{
    bool found = false;
    for (unsigned i = 0; i < in->depth; i++)
        found |= in->walked[i] == helper;
    return found;
}

bool normal_is_inlined(const normaliser *in, const ir_expression *call)
{
    const ir_function *helper = call->function;
    if (call->kind != IR_CALL || call->callee != IR_CALLEE_HELPER || !helper || !helper->body ||
        in->depth == DEEPEST_CALL || is_walked(in, helper) ||
        helper->parameter_count != call->operand_count || call->called ||
        ir_find_text(helper).reason || ir_find_opaque(helper).reason ||
        count_statements(helper->body) > MOST_STATEMENTS)
        return false;
    for (size_t i = 0; i < helper->parameter_count; i++) {
        const ir_type *type = helper->parameters[i]->type;
        const bool points = type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY;
        if ((points && in->kept[helper->parameters[i]->id]) || (!points && !ir_kind(type)))
            return false;
    }
    const bool returns = find_return(helper->body) != NULL;
    return returns == (helper->result->kind != IR_TYPE_VOID) &&
           count_obstacles(helper->body) == returns;
}

static bool find_memory_write(void *context, const ir_expression *of, const ir_statement *statement)
{
    bool *writes = context;
    (void)statement;
    const ir_expression *target = ir_written(of);
    *writes |= target && (target->kind != IR_VARIABLE || target->variable->storage == IR_GLOBAL);
    *writes |= of->kind == IR_CALL && of->callee != IR_CALLEE_HELPER &&
               (!of->library || of->library->impure);
    return !*writes;
}

/* Whether it, or a helper that it calls, does more than give a value. */
static bool does_more(const ir_function *root, const ir_function *helper)
{
    bool writes = false;
    ir_visit(helper->body, find_memory_write, &writes);
    for (size_t i = 0; i < root->helper_count && !writes; i++)
        if (count_statements(root->helpers[i]->body) > 0 && root->helpers[i] != helper)
            ir_visit(root->helpers[i]->body, find_memory_write, &writes);
    return writes;
}

/* What a parameter becomes: a value, or, where that has to be computed, a local. */
typedef struct given_parameter {
    value value;
    const char *name;
} given_parameter;

static bool give(normaliser *in, const ir_variable *parameter, const ir_expression *argument,
                 given_parameter *given)
{
    *given = (given_parameter){.value = {.kind = VALUE_POINTER}};
    if (!ir_kind(parameter->type))
        return normal_points(in, argument, &given->value.points);
    if (!in->kept[parameter->id] && normal_evaluate(in, parameter, argument, &given->value) &&
        (given->value.kind != VALUE_TEXT || !parameter->assigned))
        return true;
    if (in->closed || in->maybe || normal_is_over(in))
        return false;
    const char *text = normal_whole(in, argument);
    given->value = (value){.kind = VALUE_KEPT};
    given->name = normal_name(in, parameter->name);
    *ARENA_PUSH(in->memory, in->taken, in->taken_count) = given->name;
    normal_write(in, arena_format(in->memory, "%s %s = %s;", normal_type(parameter->type),
                                  given->name, text));
    return true;
}

/* An argument may be a call of the same helper: the parameters are set when all are known. */
static bool give_all(normaliser *in, const ir_expression *call)
{
    const ir_function *helper = call->function;
    given_parameter *given = arena_array(in->memory, call->operand_count + 1, sizeof *given);
    for (size_t i = 0; i < call->operand_count; i++)
        if (!give(in, helper->parameters[i], call->operands[i], &given[i]))
            return false;
    for (size_t i = 0; i < call->operand_count; i++) {
        *normal_value_of(in, helper->parameters[i]) = given[i].value;
        in->names[helper->parameters[i]->id] = given[i].name;
    }
    return true;
}

static shown_text result_text(normaliser *in, const ir_function *helper, const ir_expression *of)
{
    const ir_expression *bare = ir_strip(of);
    const shown_text shown = normal_text(in, bare);
    if (strcmp(normal_type(helper->result), normal_type(bare->type)) == 0)
        return shown.strength == BINDS_AS_NAME
                   ? shown
                   : (shown_text){arena_format(in->memory, "(%s)", shown.text), BINDS_AS_NAME};
    return (shown_text){
        arena_format(in->memory, "((%s)(%s))", normal_type(helper->result), shown.text),
        BINDS_AS_NAME};
}

bool normal_call(normaliser *in, const ir_expression *call, shown_text *result)
{
    const ir_function *helper = call->function, *outside = in->now;
    if (!normal_is_inlined(in, call))
        return false;
    const ir_statement *last = find_return(helper->body);
    const size_t count = helper->body->child_count - (last != NULL);
    const bool whole = in->whole_call == call;
    if ((count > 0 && (in->closed || in->maybe)) || (!whole && does_more(in->root, helper)))
        return false;
    if (!give_all(in, call))
        return false;
    in->now = helper;
    in->walked[in->depth++] = helper;
    for (size_t i = 0; i < count; i++)
        normal_statement(in, helper->body->children[i]);
    *result = last ? result_text(in, helper, last->expression) : (shown_text){"", BINDS_AS_NAME};
    in->now = outside;
    in->depth--;
    in->changed |= !in->dry;
    return !normal_is_over(in);
}

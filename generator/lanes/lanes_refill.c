/* lanes_refill.c: functions whose only loop items leave one by one, so that a lane whose item has
 * left may take the next one while the others go on (<weft/loop_refill.h>). What is computed before
 * the loop is computed for all lanes again, and counts in those that begin; what the others had is
 * kept from call to call. */
#include "lanes_parts.h"

/* ---- what stands where ---- */

typedef struct search {
    const lanes *in;
    const ir_statement *loop;
    bool found;
} search;

static const ir_variable *assigned_variable(const ir_expression *expression)
{
    const bool is_assigned =
        expression->kind == IR_ASSIGN && expression->operands[0]->kind == IR_VARIABLE;
    return is_assigned ? expression->operands[0]->variable : NULL;
}

/* Something that is the same for all items in the loop, but would not be for items that began at
 * other times. */
static bool find_common(void *context, const ir_expression *expression,
                        const ir_statement *statement)
{
    search *at = context;
    const ir_variable *to = assigned_variable(expression);
    (void)statement;
    at->found |= to && !lanes_variable_varies(at->in, to) && !ir_declares(at->loop, to);
    return !at->found;
}

/* An output, which lanes have from one item. */
static bool find_output(void *context, const ir_expression *expression,
                        const ir_statement *statement)
{
    search *at = context;
    (void)statement;
    at->found |=
        expression->kind == IR_VARIABLE && expression->variable->type->kind == IR_TYPE_POINTER;
    return !at->found;
}

static bool find_risk(void *context, const ir_expression *expression, const ir_statement *statement)
{
    search *at = context;
    (void)statement;
    at->found |= lanes_is_risky(expression);
    return !at->found;
}

static bool finds(const lanes *in, const ir_statement *from, const ir_statement *loop,
                  ir_visitor *look)
{
    search at = {in, loop, false};
    ir_visit(from, look, &at);
    return at.found;
}

/* Whether all that stands beside the loop may be computed whoever is in a lane: what stands before
 * it when others begin, what stands behind it when others leave. `is_behind` says where `statement`
 * lies. */
static bool allows(const lanes *in, const ir_statement *statement, const ir_statement *loop,
                   bool *is_behind)
{
    if (statement == loop) {
        *is_behind = true;
        return !finds(in, loop, loop, find_common) && !finds(in, loop, loop, find_output);
    }
    if (statement->kind == IR_BLOCK) {
        for (size_t i = 0; i < statement->child_count; i++)
            if (!allows(in, statement->children[i], loop, is_behind))
                return false;
        return true;
    }
    for (size_t i = 0; i < statement->variable_count; i++) {
        const ir_variable *variable = statement->variables[i];
        if (variable->storage != IR_LOCAL || variable->type->kind != IR_TYPE_SCALAR)
            return false;
    }
    return !lanes_holds(statement, IR_WHILE) &&
           !finds(in, statement, loop, *is_behind ? find_risk : find_output);
}

bool lanes_may_refill(const lanes *in, const ir_statement *loop)
{
    bool is_behind = false;
    return in->refills && in->function == in->root && in->mask_count == 1 && !in->masks[0].name &&
           in->result_depth == 1 && allows(in, in->function->body, loop, &is_behind) && is_behind;
}

/* ---- what is kept ---- */

typedef struct change {
    const ir_variable *variable;
    bool found;
} change;

static bool find_change(void *context, const ir_expression *expression,
                        const ir_statement *statement)
{
    change *at = context;
    (void)statement;
    at->found |= assigned_variable(expression) == at->variable;
    return !at->found;
}

static void keep(lanes *in, const ir_variable *variable)
{
    lanes_text *text = in->result;
    if (!lanes_variable_varies(in, variable))
        return;
    *ARENA_PUSH(in->memory, text->kept, text->kept_count) =
        (lanes_kept){lanes_type(in, variable->type, variable->place), variable->name,
                     arena_format(in->memory, "o%u", ++in->value_names)};
}

/* Those that are declared before the loop; true when it is found. */
static bool keep_locals(lanes *in, const ir_statement *statement, const ir_statement *loop)
{
    for (size_t i = 0; i < statement->variable_count && statement != loop; i++)
        if (statement->variables[i]->storage == IR_LOCAL)
            keep(in, statement->variables[i]);
    bool is_found = statement == loop;
    for (size_t i = 0; statement->kind == IR_BLOCK && i < statement->child_count && !is_found; i++)
        is_found = keep_locals(in, statement->children[i], loop);
    return is_found;
}

void lanes_find_kept(lanes *in, const ir_statement *loop)
{
    const ir_function *function = in->function;
    in->result->refills = true;
    for (size_t i = 0; i < function->parameter_count; i++) {
        change at = {function->parameters[i], false};
        ir_visit(function->body, find_change, &at);
        if (at.found || at.variable->residence != IR_REGISTER) /* or changed by its address */
            keep(in, at.variable);
    }
    keep_locals(in, function->body, loop);
}

void lanes_take_kept(lanes *in, const char *mask)
{
    const lanes_text *text = in->result;
    lanes_open(in);
    for (size_t i = 0; i < text->kept_count; i++)
        lanes_line(in, "%s[v] = WEFT_SELECT(%s, fresh[v], %s[v], %s[v]);", text->kept[i].variable,
                   text->kept[i].element, text->kept[i].variable, text->kept[i].name);
    lanes_line(in, "%s[v] = fresh[v] | busy[v];", mask);
    lanes_close(in);
}

void lanes_keep(lanes *in, const char *mask)
{
    const lanes_text *text = in->result;
    lanes_open(in);
    for (size_t i = 0; i < text->kept_count; i++)
        lanes_line(in, "%s[v] = %s[v];", text->kept[i].name, text->kept[i].variable);
    lanes_line(in, "busy[v] = %s[v];", mask);
    lanes_close(in);
}

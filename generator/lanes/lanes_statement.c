/* lanes_statement.c: control flow as masks. */
#include "lanes_parts.h"

#include <string.h>

/* ---- braces of C ---- */

static void open_braces(lanes *in, const char *head)
{
    lanes_close(in);
    lanes_line(in, "%s {", head);
    in->depth++;
}

static void close_braces(lanes *in)
{
    lanes_close(in);
    in->depth--;
    lanes_line(in, "}");
}

static void statements(lanes *in, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->child_count; i++)
        lanes_statement(in, statement->children[i]);
}

/* ---- jumps ---- */

static bool is_target(const mask *around, ir_statement_kind jump)
{
    return jump == IR_RETURN     ? around->kind == MASK_FUNCTION
           : jump == IR_CONTINUE ? around->kind == MASK_ROUND
                                 : around->kind == MASK_LOOP || around->kind == MASK_SWITCH;
}

/* The items that are here leave all that stands around, up to what they jump out of. */
static void clear_masks(lanes *in, ir_statement_kind jump, const char *leaving)
{
    size_t last = in->mask_count;
    while (last > 0 && !is_target(&in->masks[last - 1], jump))
        last--;
    lanes_open(in);
    for (size_t i = last ? last - 1 : 0; i < in->mask_count; i++)
        if (in->masks[i].name && strcmp(in->masks[i].name, leaving) != 0)
            lanes_line(in, "%s[v] &= ~%s[v];", in->masks[i].name, leaving);
    for (size_t i = last ? last - 1 : 0; i < in->mask_count; i++)
        in->masks[i].some = false;
}

/* Goes on at the step of the loop around. */
static void go_to_step(lanes *in)
{
    if (!in->loop.label)
        in->loop.label = ++in->labels;
    lanes_close(in);
    lanes_line(in, "goto next_%u;", in->loop.label);
}

/* Whether all items that are in the round of the loop around are here. */
static bool is_whole_round(const lanes *in)
{
    return in->in_loop && in->mask_count == in->loop.depth;
}

static void jump(lanes *in, ir_statement_kind kind)
{
    const char *name = in->masks[in->mask_count - 1].name;
    bool whole = is_whole_round(in);
    if ((kind == IR_BREAK && in->in_switch) || (kind == IR_RETURN && in->mask_count == 1)) {
        lanes_close(in);
        lanes_line(in, kind == IR_BREAK ? "break;" : "return;");
        return;
    }
    if (whole && kind == IR_BREAK && !in->loop.masked) {
        lanes_close(in);
        lanes_line(in, "break;");
        return;
    }
    bool masked = !whole || kind != IR_CONTINUE || in->masks[in->mask_count - 1].kind == MASK_ROUND;
    if (masked && name) {
        clear_masks(in, kind, name);
        if (!whole || kind != IR_CONTINUE)
            lanes_line(in, "%s[v] = WEFT_NONE;", name);
    }
    if (whole && !in->loop.in_step)
        go_to_step(in);
}

static void return_value(lanes *in, const ir_statement *statement)
{
    if (statement->expression && in->function->result->kind != IR_TYPE_VOID) {
        const char *element = lanes_type(in, in->function->result, statement->place);
        lanes_open(in);
        lanes_assign(in, "result[v]", element, lanes_value(in, statement->expression),
                     in->result_depth);
    }
    const ir_statement *body = in->function->body;
    bool last = body->children[body->child_count - 1] == statement;
    if (in->result_depth == 0 && !last) /* some return before the end */
        jump(in, IR_RETURN);
}

/* ---- choices ---- */

/* What stands under a mask of its own. */
static void branch(lanes *in, const ir_statement *statement, const char *name)
{
    bool asked = lanes_is_long(statement);
    if (asked)
        open_braces(in, arena_format(in->memory, "if (WEFT_ANY(%s))", name));
    lanes_push(in, MASK_BRANCH, name, asked);
    lanes_statement(in, statement);
    in->mask_count--;
    if (asked)
        close_braces(in);
}

static void choose_uniform(lanes *in, const ir_statement *statement)
{
    const int only = lanes_only_branch(in, statement);
    if (only >= 0) {
        if ((size_t)only < statement->child_count)
            lanes_statement(in, statement->children[only]);
        return;
    }
    lanes_close(in);
    open_braces(in, arena_format(in->memory, "if (%s)", lanes_scalar(in, statement->expression)));
    lanes_statement(in, statement->children[0]);
    if (statement->child_count > 1) {
        lanes_close(in);
        in->depth--;
        lanes_line(in, "} else {");
        in->depth++;
        lanes_statement(in, statement->children[1]);
    }
    close_braces(in);
}

static void choose(lanes *in, const ir_statement *statement)
{
    if (!lanes_varies(in, statement->expression)) {
        choose_uniform(in, statement);
        return;
    }
    bool both = statement->child_count > 1;
    const char *then = lanes_new_mask(in), *other = both ? lanes_new_mask(in) : NULL;
    lanes_open(in);
    const char *condition = lanes_condition(in, statement->expression);
    lanes_line(in, "%s[v] = %s;", then, lanes_masked(in, condition));
    if (both)
        lanes_line(in, "%s[v] = %s;", other,
                   lanes_masked(in, arena_format(in->memory, "~%s[v]", then)));
    branch(in, statement->children[0], then);
    if (both)
        branch(in, statement->children[1], other);
}

/* ---- loops ---- */

static bool is_always(const ir_expression *condition)
{
    int64_t value;
    return ir_constant(condition, &value) && value;
}

/* The items still in the loop; nothing is left to do where there are none. */
static void test_loop(lanes *in, const ir_statement *loop, const char *name, bool refills)
{
    if (!is_always(loop->expression)) {
        lanes_open(in);
        lanes_line(in, "%s[v] &= %s;", name, lanes_condition(in, loop->expression));
    }
    lanes_close(in);
    if (refills)
        lanes_line(in, "if (!WEFT_STAY(%s, to_end, rounds)) break;", name);
    else
        lanes_line(in, "if (!WEFT_ANY(%s)) break;", name);
    in->masks[in->mask_count - 1].some = true;
}

/* One round: the body, a label where it is wanted, and the step. */
static void walk_round(lanes *in, const ir_statement *loop, bool rounds)
{
    if (rounds) {
        const char *name = lanes_new_mask(in);
        lanes_open(in);
        lanes_line(in, "%s[v] = %s;", name, lanes_mask_text(in));
        lanes_push(in, MASK_ROUND, name, in->masks[in->mask_count - 1].some);
    }
    in->loop.depth = in->mask_count;
    lanes_statement(in, loop->children[0]);
    in->mask_count -= rounds;
    lanes_close(in);
    if (in->loop.label) {
        in->depth--;
        lanes_line(in, "next_%u:;", in->loop.label);
        in->depth++;
    }
    in->loop.in_step = true;
    in->loop.depth = in->mask_count;
    if (loop->child_count > 1)
        lanes_statement(in, loop->children[1]);
}

static void walk_loop(lanes *in, const ir_statement *loop)
{
    const lanes_loop outside = in->loop;
    const bool was_in_loop = in->in_loop, was_in_switch = in->in_switch;
    const ir_statement *const outermost = in->outermost;
    bool masked = in->known->divergent[loop->id] || lanes_holds(loop, IR_RETURN) ||
                  lanes_varies(in, loop->expression) || lanes_jump_varies(in, loop, IR_BREAK);
    bool rounds = lanes_jump_varies(in, loop, IR_CONTINUE);
    in->loop = (lanes_loop){.statement = loop, .masked = masked};
    if (++in->nesting > in->result->nesting)
        in->result->nesting = in->nesting;
    if (masked || !was_in_loop)
        in->outermost = masked && !was_in_loop ? loop : NULL;
    in->in_loop = true;
    in->in_switch = false;
    in->result->divergent |= masked;
    const char *some = NULL, *name = NULL;
    const bool refills = masked && !was_in_loop && lanes_may_refill(in, loop);
    if (masked) {
        name = lanes_new_mask(in);
        if (refills) {
            lanes_find_kept(in, loop);
            lanes_take_kept(in, name);
        } else {
            lanes_open(in);
            lanes_line(in, "%s[v] = %s;", name, lanes_mask_text(in));
        }
        open_braces(in, "WEFT_ROUNDS");
        lanes_push(in, MASK_LOOP, name, false);
        test_loop(in, loop, name, refills);
    } else {
        lanes_close(in);
        some = lanes_ask_some(in);
        if (some) /* it may have no end where nobody is there */
            open_braces(in, arena_format(in->memory, "if (%s)", some));
        open_braces(in, arena_format(in->memory, "while (%s)", lanes_scalar(in, loop->expression)));
    }
    walk_round(in, loop, rounds);
    in->mask_count -= masked;
    close_braces(in);
    if (some)
        close_braces(in);
    if (refills)
        lanes_keep(in, name);
    in->loop = outside;
    in->nesting--;
    in->in_loop = was_in_loop;
    in->outermost = outermost;
    in->in_switch = was_in_switch;
}

/* ---- switches ---- */

/* Which items a label is for. */
static const char *label_text(lanes *in, const ir_case *label, const ir_type *type,
                              const char *value)
{
    const char *element = lanes_element(type->dtype);
    const char *first = c_integer(&in->scalars, label->first, type);
    if (label->first == label->last)
        return arena_format(in->memory, "WEFT_IS(%s, %s[v] == %s)", element, value, first);
    return arena_format(in->memory, "(WEFT_IS(%s, %s[v] >= %s) & WEFT_IS(%s, %s[v] <= %s))",
                        element, value, first, element, value,
                        c_integer(&in->scalars, label->last, type));
}

/* The items that enter at a child, "" if there are none; a default has those of no label. */
static const char *entering(lanes *in, const ir_statement *statement, const char *value,
                            size_t child, bool all)
{
    const char *text = "";
    for (size_t i = 0; i < statement->case_count; i++) {
        const ir_case *label = &statement->cases[i];
        if ((!all && label->child != child) || (all && label->is_default))
            continue;
        const char *one =
            label->is_default
                ? arena_format(in->memory, "~(%s)", entering(in, statement, value, 0, true))
                : label_text(in, label, statement->expression->type, value);
        text = arena_format(in->memory, "%s%s%s", text, *text ? " | " : "", one);
    }
    return *text || !all ? text : "WEFT_NONE";
}

/* "case 1: case 2 ... 5: default:" */
static const char *labels_text(lanes *in, const ir_statement *statement, size_t child)
{
    const char *text = "";
    for (size_t i = 0; i < statement->case_count; i++) {
        const ir_case *label = &statement->cases[i];
        const ir_type *type = statement->expression->type;
        const char *first = c_integer(&in->scalars, label->first, type);
        if (label->child != child)
            continue;
        text = label->is_default ? arena_format(in->memory, "%sdefault: ", text)
               : label->first == label->last
                   ? arena_format(in->memory, "%scase %s: ", text, first)
                   : arena_format(in->memory, "%scase %s ... %s: ", text, first,
                                  c_integer(&in->scalars, label->last, type));
    }
    return text;
}

/* A switch that all items go the same way in is one of C. */
static void switch_uniform(lanes *in, const ir_statement *statement)
{
    const bool was_in_switch = in->in_switch;
    lanes_close(in);
    open_braces(in,
                arena_format(in->memory, "switch (%s)", lanes_scalar(in, statement->expression)));
    in->in_switch = true;
    for (size_t i = 0; i <= statement->child_count; i++) {
        const char *labels = labels_text(in, statement, i);
        lanes_close(in);
        if (*labels)
            lanes_line(in, "%s;", labels);
        if (i < statement->child_count)
            lanes_statement(in, statement->children[i]);
    }
    close_braces(in);
    in->in_switch = was_in_switch;
}

/* Statements of a switch that items go several ways in. Vectors come to each of them, by a branch
 * of its own: more of them take longer than one jump an item, and gcc takes minutes for hundreds.
 */
enum { MOST_CASES = 128 };

static void walk_switch(lanes *in, const ir_statement *statement)
{
    if (!lanes_varies(in, statement->expression) && !lanes_jump_varies(in, statement, IR_BREAK)) {
        switch_uniform(in, statement);
        return;
    }
    if (statement->child_count > MOST_CASES) {
        lanes_gap(in, statement->place, "a switch of many cases, each of which all items wait for");
        return;
    }
    const bool was_in_switch = in->in_switch;
    in->in_switch = false;
    const char *element = lanes_type(in, statement->expression->type, statement->place);
    const char *value = arena_format(in->memory, "s%u", ++in->value_names);
    const char *name = lanes_new_mask(in);
    lanes_declare(in, "WEFT_V(%s) %s[WEFT_VECTOR_COUNT];", element, value);
    lanes_open(in);
    lanes_line(in, "%s[v] = %s;", value, lanes_value(in, statement->expression));
    lanes_line(in, "%s[v] = WEFT_NONE;", name);
    for (size_t i = 0; i < statement->child_count; i++) {
        const char *labels = entering(in, statement, value, i, false);
        if (*labels) {
            lanes_open(in);
            lanes_line(in, "%s[v] |= %s;", name,
                       lanes_masked(in, arena_format(in->memory, "(%s)", labels)));
        }
        open_braces(in, arena_format(in->memory, "if (WEFT_ANY(%s))", name));
        lanes_push(in, MASK_SWITCH, name, true);
        lanes_statement(in, statement->children[i]);
        in->mask_count--;
        close_braces(in);
    }
    in->in_switch = was_in_switch;
}

/* ---- the others ---- */

static void evaluate(lanes *in, const ir_expression *expression)
{
    if (expression->kind == IR_ASSIGN)
        lanes_store(in, expression->operands[0], expression->operands[1]);
    else if (expression->kind == IR_CALL && expression->function)
        lanes_call_helper(in, expression, NULL);
    else if (lanes_stores_results(expression))
        lanes_call_storing(in, expression, NULL);
    else
        lanes_gap(in, expression->place, "a call whose effects are not followed");
}

static void declare(lanes *in, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->variable_count; i++) {
        const ir_variable *variable = statement->variables[i];
        const ir_expression *first = variable->initializer;
        if (variable->storage != IR_LOCAL) {
            lanes_declare_table(in, statement, variable);
            continue;
        }
        in->declared[variable->id] = in->mask_count;
        lanes_declare_variable(in, variable);
        if (first && first->kind == IR_CALL && first->function &&
            lanes_variable_varies(in, variable))
            lanes_call_helper(in, first, variable->name);
        else if (first && lanes_stores_results(first))
            lanes_call_storing(in, first, variable->name);
        else if (first)
            lanes_initialize(in, variable);
    }
}

void lanes_statement(lanes *in, const ir_statement *statement)
{
    if (in->result->gap.reason)
        return;
    switch (statement->kind) {
    case IR_DECLARATION:
        declare(in, statement);
        break;
    case IR_EVALUATE:
        evaluate(in, statement->expression);
        break;
    case IR_IF:
        choose(in, statement);
        break;
    case IR_WHILE:
        walk_loop(in, statement);
        break;
    case IR_SWITCH:
        walk_switch(in, statement);
        break;
    case IR_BREAK:
    case IR_CONTINUE:
        jump(in, statement->kind);
        break;
    case IR_RETURN:
        return_value(in, statement);
        break;
    default: /* IR_BLOCK; a lowered function has no others */
        statements(in, statement);
    }
    if (in->result->waits)
        lanes_close(in);
}

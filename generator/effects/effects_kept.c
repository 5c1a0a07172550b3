/* effects_kept.c: whether every path through a function writes an output wholly: statements. */
#include "analyse/analyse.h"
#include "effects_walk.h"

static void walk_statement(walk *in, const ir_statement *statement);

static void walk_children(walk *in, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->child_count; i++)
        walk_statement(in, statement->children[i]);
}

/* Control leaves the function here. */
static void check_exit(walk *in, location place)
{
    if (!effects_is_whole(in))
        effects_give_up(in, NULL, place);
    in->now = effects_nowhere();
}

/* Control goes on elsewhere. */
static void jump(walk *in, progress *to)
{
    if (to)
        *to = effects_meet(*to, in->now);
    in->now = effects_nowhere();
}

static void walk_if(walk *in, const ir_statement *statement)
{
    effects_walk_expression(in, statement->expression);
    progress before = in->now;
    if (statement->child_count > 0)
        walk_statement(in, statement->children[0]);
    progress first = in->now;
    in->now = before;
    if (statement->child_count > 1)
        walk_statement(in, statement->children[1]);
    in->now = effects_meet(first, in->now);
}

/* ---- loops ---- */

static full_loop find_full(const ir_statement *statement)
{
    counted_loop counted;
    const ir_expression *size;
    full_loop found = {NULL, NULL, 0};
    if (statement->kind != IR_FOR || !analyse_counted(statement, &counted) ||
        !analyse_full_range(&counted, &size))
        return found;
    found.variable = counted.variable;
    if (size->kind == IR_VARIABLE)
        found.size = size->variable;
    else
        ir_constant(size, &found.constant);
    return found;
}

/* What holds behind a loop that is left because its condition fails. */
static progress close_loop(const full_loop *loop, uint64_t bit, progress before, progress end)
{
    progress after = before;
    if (!loop->variable || before.done == UINT64_MAX || end.done == UINT64_MAX)
        return before;
    if (loop->constant > 0) /* it runs once at least */
        after.done |= end.done;
    if (!end.doing || !(end.pending & bit))
        return after;
    if (end.pending == bit)
        after.done |= end.doing;
    else
        after.doing = end.doing, after.pending = end.pending & ~bit;
    return after;
}

static bool is_endless(const ir_statement *statement)
{
    int64_t value;
    return !statement->expression || (ir_constant(statement->expression, &value) && value != 0);
}

static void walk_loop(walk *in, const ir_statement *statement)
{
    progress left = effects_nowhere(), again = effects_nowhere();
    progress *const on_break = in->on_break, *const on_continue = in->on_continue;
    bool fits = in->loop_count < EFFECTS_LOOPS, is_do = statement->kind == IR_DO;
    full_loop loop = fits ? find_full(statement) : (full_loop){NULL, NULL, 0};
    uint64_t bit = fits ? UINT64_C(1) << in->loop_count : 0;
    if (statement->first)
        walk_statement(in, statement->first);
    if (!is_do)
        effects_walk_expression(in, statement->expression);
    progress before = in->now;
    if (fits)
        in->loops[in->loop_count++] = loop;
    in->on_break = &left, in->on_continue = &again;
    walk_children(in, statement);
    in->on_break = on_break, in->on_continue = on_continue;
    in->now = effects_meet(in->now, again);
    in->loop_count -= fits;
    progress end = in->now;
    effects_walk_expression(in, statement->step);
    if (is_do)
        effects_walk_expression(in, statement->expression);
    in->now = is_do ? in->now : close_loop(&loop, bit, before, end);
    if (is_endless(statement))
        in->now = effects_nowhere();
    if (left.pending & bit)
        left.doing = left.pending = 0;
    in->now = effects_meet(in->now, left);
}

static void walk_switch(walk *in, const ir_statement *statement)
{
    progress left = effects_nowhere();
    progress *const on_break = in->on_break;
    effects_walk_expression(in, statement->expression);
    progress before = in->now;
    in->now = effects_nowhere();
    in->on_break = &left;
    for (size_t i = 0; i < statement->child_count; i++) {
        if (ir_enters(statement, i))
            in->now = effects_meet(in->now, before);
        walk_statement(in, statement->children[i]);
    }
    in->on_break = on_break;
    in->now = effects_meet(in->now, left);
    if (!ir_has_default(statement) || ir_enters(statement, statement->child_count))
        in->now = effects_meet(in->now, before);
}

/* ---- what the tree has no node for ---- */

/* Control comes to labels from anywhere. */
static void walk_text(walk *in, const ir_statement *statement)
{
    progress before = in->now;
    if (statement->jump == IR_GOTO) {
        in->now = effects_nowhere();
    } else if (statement->jump == IR_LABEL || statement->jump == IR_CASE_LABEL) {
        in->now = (progress){0, 0, 0};
        walk_children(in, statement);
    } else {
        for (size_t i = 0; i < statement->child_count; i++, in->now = before)
            walk_statement(in, statement->children[i]);
    }
}

static void walk_declaration(walk *in, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->variable_count; i++) {
        const ir_type *type = statement->variables[i]->type;
        for (; type && type->kind == IR_TYPE_ARRAY; type = type->element)
            effects_walk_expression(in, type->extent_expression);
        effects_walk_expression(in, statement->variables[i]->initializer);
    }
}

static void walk_statement(walk *in, const ir_statement *statement)
{
    if (!statement)
        return;
    switch (statement->kind) {
    case IR_DECLARATION:
        walk_declaration(in, statement);
        break;
    case IR_EVALUATE:
        effects_walk_expression(in, statement->expression);
        break;
    case IR_BLOCK:
        walk_children(in, statement);
        break;
    case IR_IF:
        walk_if(in, statement);
        break;
    case IR_FOR:
    case IR_WHILE:
    case IR_DO:
        walk_loop(in, statement);
        break;
    case IR_SWITCH:
        walk_switch(in, statement);
        break;
    case IR_BREAK:
        jump(in, in->on_break);
        break;
    case IR_CONTINUE:
        jump(in, in->on_continue);
        break;
    case IR_RETURN:
        effects_walk_expression(in, statement->expression);
        check_exit(in, statement->place);
        break;
    case IR_TEXT_STATEMENT:
        walk_text(in, statement);
        break;
    }
}

/* ---- whole functions ---- */

/* How many parts constant indices tell apart; 0 if they are too many. */
static int count_parts(const effects_output *output)
{
    int64_t count = 1;
    if (output->record)
        return output->record->field_count > EFFECTS_PARTS ? 0 : (int)output->record->field_count;
    for (size_t axis = 0; axis < output->rank; axis++) {
        if (output->sizes[axis])
            continue;
        if (output->constants[axis] < 1 || output->constants[axis] > EFFECTS_PARTS / count)
            return 0;
        count *= output->constants[axis];
    }
    return (int)count;
}

/* Whether a size parameter is changed, so that its loops do not run over all there is. */
static bool sizes_change(const ir_function *function, const effects_output *output)
{
    for (size_t axis = 0; axis < output->rank; axis++)
        if (output->sizes[axis] && analyse_writes(function->body, output->sizes[axis]))
            return true;
    return false;
}

static void walk_function(walk *in, const ir_function *function)
{
    int parts = count_parts(in->output);
    in->has_parts = parts > 0;
    in->all = UINT64_MAX >> (64 - (parts > 0 ? parts : 1));
    if (sizes_change(function, in->output)) {
        effects_note_early(in, "a size is changed", function->place);
        return;
    }
    walk_statement(in, function->body);
    check_exit(in, function->place);
}

/* The variable, a helper's parameter, says which helper it is. */
static bool is_same(const effects_output *a, const effects_output *b)
{
    bool same = a->variable == b->variable && a->record == b->record && a->rank == b->rank;
    for (size_t axis = 0; axis < a->rank && same; axis++)
        same = a->sizes[axis] == b->sizes[axis] && a->constants[axis] == b->constants[axis];
    return same;
}

helper_effect effects_of_helper(const walk *caller, const ir_function *helper,
                                const effects_output *output)
{
    known_helpers *all = caller->helpers;
    for (size_t i = 0; i < all->count; i++)
        if (is_same(&all->items[i]->output, output))
            return all->items[i]->effect;
    known_helper *known = arena_array(caller->memory, 1, sizeof *known);
    *known = (known_helper){*output, {false, true, 0}};
    *ARENA_PUSH(caller->memory, all->items, all->count) = known;
    walk inner = {.memory = caller->memory,
                  .output = output,
                  .call_depth = caller->call_depth + 1,
                  .helpers = all};
    walk_function(&inner, helper);
    known->effect = (helper_effect){!inner.kept, inner.read, inner.ever};
    return known->effect;
}

bool effects_fills(arena *memory, const ir_function *function, const effects_output *output,
                   const char **text, location *place)
{
    known_helpers helpers = {0};
    walk in = {.memory = memory, .output = output, .helpers = &helpers};
    walk_function(&in, function);
    *text = in.text;
    *place = in.place;
    return !in.kept;
}

effects_order effects_find_order(arena *memory, const ir_function *function,
                                 const effects_output *output)
{
    known_helpers helpers = {0};
    walk in = {.memory = memory, .output = output, .helpers = &helpers};
    walk_function(&in, function);
    return (effects_order){in.read, (in.ever & in.all) != in.all};
}

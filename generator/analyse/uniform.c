/* uniform.c: finds what varies by walking all functions until nothing more is found to. */
#include "uniform.h"

enum { DEEPEST_REGION = 512, MOST_LOOPS = 64 };

/* A stretch of code that some of the items around may not run. */
typedef struct region {
    bool varying;              /* they may not */
    uint64_t loop;             /* bit: the rounds of a loop; 0: a branch, or the rest of a round */
    const ir_statement *owner; /* what `break` or `continue` in it refer to; or NULL */
} region;

typedef struct walk {
    uniformity *known;
    const ir_function *root;
    bool *breaks, *continues; /* statements that only some items leave, or go on with, there */
    bool *returns;            /* loops in which only some items leave the function */
    uint64_t *left;           /* by variable: the loops outside of which it varies */
    size_t *declared;         /* by variable: the regions around its declaration */
    uint64_t *loops;          /* by statement: its bit */
    bool *results;            /* by function: what it returns varies */
    bool *partial; /* by function: some of the items around a call may not run it, or all of it */
    size_t loop_count;
    bool memory; /* what lies behind uniform pointers varies */
    region regions[DEEPEST_REGION];
    size_t depth;
    uint64_t inside; /* the loops around */
    bool gone;       /* some items have left the function */
    size_t function; /* the one that is walked: 0 the root, i its helper i - 1 */
    bool changed;
} walk;

static void set(walk *in, bool *fact, bool holds)
{
    in->changed |= holds && !*fact;
    *fact |= holds;
}

static const ir_function *function_at(const walk *in, size_t index)
{
    return index ? in->root->helpers[index - 1] : in->root;
}

/* ---- values ---- */

static bool find_varying(walk *in, const ir_expression *expression);

static bool is_pointer_parameter(const ir_variable *variable)
{
    return variable->storage == IR_PARAMETER &&
           (variable->type->kind == IR_TYPE_ARRAY || variable->type->kind == IR_TYPE_POINTER);
}

static bool variable_varies(const walk *in, const ir_variable *variable)
{
    if (variable->storage == IR_TABLE)
        return false;
    return in->known->variables[variable->id] || (in->left[variable->id] & ~in->inside);
}

static bool is_part(const ir_expression *place)
{
    return (place->kind == IR_SUBSCRIPT || place->kind == IR_MEMBER) &&
           place->operands[0]->type->kind != IR_TYPE_POINTER;
}

/* The variable that a place is a part of; NULL of what lies behind a pointer. */
static const ir_variable *held_in(const ir_expression *place)
{
    place = ir_strip(place);
    while (is_part(place))
        place = ir_strip(place->operands[0]);
    bool held = place->kind == IR_VARIABLE && !is_pointer_parameter(place->variable);
    return held ? place->variable : NULL;
}

/* Whether an index or a pointer on the way to a place varies. */
static bool way_varies(walk *in, const ir_expression *place)
{
    place = ir_strip(place);
    if (place->kind == IR_VARIABLE)
        return is_pointer_parameter(place->variable) && variable_varies(in, place->variable);
    bool varies = false;
    for (size_t i = 0; i < place->operand_count; i++)
        varies |= i == 0 && is_part(place) ? way_varies(in, place->operands[0])
                                           : find_varying(in, place->operands[i]);
    return varies;
}

/* Each item has locals of its own, and so other addresses of them. */
static bool address_varies(walk *in, const ir_expression *place)
{
    const ir_variable *held = held_in(place);
    bool own = held && (held->storage == IR_LOCAL || held->storage == IR_PARAMETER);
    return way_varies(in, place) || own;
}

/* What stands at a place. */
static bool place_varies(walk *in, const ir_expression *place)
{
    const ir_variable *held = held_in(place), *base = ir_base_variable(place);
    bool varies = way_varies(in, place);
    bool behind = !held && place->kind != IR_VARIABLE;
    bool written = held ? held->storage == IR_GLOBAL : behind;
    bool fixed = base && base->storage == IR_TABLE;
    return varies || (held && variable_varies(in, held)) || (in->memory && written && !fixed);
}

/* What a call writes behind. */
static void mark_argument(walk *in, const ir_expression *argument)
{
    ir_variable *variable = ir_base_variable(argument);
    if (variable && variable->storage != IR_TABLE)
        set(in, &in->known->variables[variable->id], true);
    else
        set(in, &in->memory, true);
}

static bool is_masked(const walk *in, size_t from);

static bool helper_varies(walk *in, const ir_expression *call)
{
    const ir_function *helper = call->function;
    for (size_t i = 0; i < call->operand_count && i < helper->parameter_count; i++) {
        const ir_variable *parameter = helper->parameters[i];
        bool argument = find_varying(in, call->operands[i]);
        set(in, &in->known->variables[parameter->id], argument);
        if (is_pointer_parameter(parameter) && in->known->variables[parameter->id] && !argument)
            mark_argument(in, call->operands[i]);
    }
    for (size_t i = 0; i < in->root->helper_count + 1; i++)
        if (function_at(in, i) == helper) {
            set(in, &in->partial[i], is_masked(in, 0));
            return in->results[i];
        }
    return true;
}

/* Of code without a source nothing is known. */
static bool call_varies(walk *in, const ir_expression *call)
{
    bool varies = !call->library || call->library->impure;
    unsigned writes = call->library ? call->library->writes : ~0u;
    if (call->function)
        return helper_varies(in, call);
    set(in, &in->memory, !call->library);
    for (size_t i = 0; i < call->operand_count; i++)
        varies |= find_varying(in, call->operands[i]);
    for (size_t i = 0; i < call->operand_count && i < 32; i++)
        if (writes >> i & 1 && call->operands[i]->type->kind == IR_TYPE_POINTER &&
            (varies || is_masked(in, 0)))
            mark_argument(in, call->operands[i]);
    return varies;
}

static bool find_varying(walk *in, const ir_expression *expression)
{
    bool varies = false;
    bool decays = expression->kind == IR_CAST &&
                  expression->operands[0]->type->kind == IR_TYPE_ARRAY &&
                  expression->type->kind == IR_TYPE_POINTER;
    bool derefers = expression->kind == IR_UNARY && expression->op == IR_DEREFERENCE;
    bool addresses = expression->kind == IR_UNARY && expression->op == IR_ADDRESS;
    if (decays || addresses)
        varies = address_varies(in, ir_strip(expression->operands[0]));
    else if (expression->kind == IR_CALL)
        varies = call_varies(in, expression);
    else if (derefers || expression->kind == IR_VARIABLE || expression->kind == IR_SUBSCRIPT ||
             expression->kind == IR_MEMBER)
        varies = place_varies(in, expression);
    else
        for (size_t i = 0; i < expression->operand_count; i++)
            varies |= find_varying(in, expression->operands[i]);
    set(in, &in->known->expressions[expression->id], varies);
    return varies;
}

/* ---- control ---- */

/* Beyond the deepest region nothing is known to be uniform. */
static void enter(walk *in, region entered)
{
    if (in->depth == DEEPEST_REGION)
        in->regions[in->depth - 1].varying = true;
    else
        in->regions[in->depth++] = entered;
}

/* Whether some items may not have come here that came to a region around. */
static bool is_masked(const walk *in, size_t from)
{
    for (size_t i = from; i < in->depth; i++)
        if (in->regions[i].varying)
            return true;
    return false;
}

/* A variable gets a value here, which items that do not come here miss. Those that leave a loop
 * earlier differ behind it only, unless one around takes the variable there again. */
static void assign(walk *in, const ir_variable *variable, bool varies)
{
    bool again = false;
    for (size_t i = in->declared[variable->id]; i < in->depth; i++) {
        const region *around = &in->regions[i];
        if (around->varying && (!around->loop || again))
            varies = true;
        else if (around->varying && !(in->left[variable->id] & around->loop))
            in->left[variable->id] |= around->loop, in->changed = true;
        again |= around->owner && around->owner->kind == IR_WHILE;
    }
    set(in, &in->known->variables[variable->id], varies);
}

/* Where a store goes that no local takes. */
static void store_behind(walk *in, const ir_expression *place, bool value)
{
    ir_variable *base = ir_base_variable(place);
    bool varies = value || is_masked(in, 0) || address_varies(in, place);
    if (base && is_pointer_parameter(base))
        set(in, &in->known->variables[base->id], varies);
    else
        set(in, &in->memory, varies);
}

static void walk_assignment(walk *in, const ir_expression *assignment)
{
    const ir_expression *place = assignment->operands[0];
    bool value = find_varying(in, assignment->operands[1]);
    const ir_variable *held = held_in(place);
    if (held)
        assign(in, held, value || way_varies(in, place));
    else if (place->kind == IR_VARIABLE)
        assign(in, place->variable, value);
    else
        store_behind(in, place, value);
    find_varying(in, place);
}

static void walk_statement(walk *in, const ir_statement *statement);

static void walk_children(walk *in, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->child_count; i++)
        walk_statement(in, statement->children[i]);
}

static void walk_in(walk *in, const ir_statement *statement, region entered)
{
    size_t depth = in->depth;
    enter(in, entered);
    walk_statement(in, statement);
    in->depth = depth;
}

static void walk_loop(walk *in, const ir_statement *loop)
{
    size_t depth = in->depth;
    uint64_t inside = in->inside, bit = in->loops[loop->id];
    bool *divergent = &in->known->divergent[loop->id];
    in->inside |= bit;
    in->gone |= in->returns[loop->id]; /* of a later round's condition too */
    set(in, &in->known->masked[loop->id], in->gone);
    set(in, divergent, find_varying(in, loop->expression) || in->breaks[loop->id]);
    enter(in, (region){*divergent, bit, loop});
    walk_in(in, loop->children[0], (region){in->continues[loop->id], 0, NULL});
    if (loop->child_count > 1)
        walk_statement(in, loop->children[1]);
    in->depth = depth;
    in->inside = inside;
}

static void walk_switch(walk *in, const ir_statement *statement)
{
    size_t depth = in->depth;
    bool varies = find_varying(in, statement->expression) || in->breaks[statement->id];
    enter(in, (region){varies, 0, statement});
    walk_children(in, statement);
    in->depth = depth;
}

/* Control goes on behind the innermost loop (or switch, for a break), which only some items do
 * where a region inside of it varies. */
static void walk_jump(walk *in, bool *leavers, bool to_loop)
{
    bool some = false;
    for (size_t i = in->depth; i-- > 0;) {
        const region *around = &in->regions[i];
        if (around->owner && (!to_loop || around->owner->kind != IR_SWITCH)) {
            set(in, &leavers[around->owner->id], some);
            return;
        }
        some |= around->varying;
    }
}

/* Only some items return here: those around a call of a helper come back after it, the others are
 * gone. */
static void leave_function(walk *in)
{
    set(in, &in->partial[in->function], in->function > 0);
    in->gone = true;
    for (size_t i = 0; i < in->depth; i++)
        if (in->regions[i].owner)
            set(in, &in->returns[in->regions[i].owner->id], true);
}

static void walk_declaration(walk *in, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->variable_count; i++) {
        const ir_variable *variable = statement->variables[i];
        const ir_type *type = variable->type;
        in->declared[variable->id] = in->depth;
        for (; type->kind == IR_TYPE_ARRAY; type = type->element)
            if (type->extent_expression)
                find_varying(in, type->extent_expression);
        set(in, &in->known->variables[variable->id], variable->residence >= IR_ADDRESSED);
        if (variable->initializer)
            assign(in, variable, find_varying(in, variable->initializer));
    }
}

static void walk_statement(walk *in, const ir_statement *statement)
{
    set(in, &in->known->masked[statement->id], in->gone || is_masked(in, 0));
    switch (statement->kind) {
    case IR_DECLARATION:
        walk_declaration(in, statement);
        break;
    case IR_EVALUATE:
        if (statement->expression->kind == IR_ASSIGN)
            walk_assignment(in, statement->expression);
        else
            find_varying(in, statement->expression);
        break;
    case IR_IF: {
        bool varies = find_varying(in, statement->expression);
        for (size_t i = 0; i < statement->child_count; i++)
            walk_in(in, statement->children[i], (region){varies, 0, NULL});
        break;
    }
    case IR_WHILE:
        walk_loop(in, statement);
        break;
    case IR_SWITCH:
        walk_switch(in, statement);
        break;
    case IR_BREAK:
        walk_jump(in, in->breaks, false);
        break;
    case IR_CONTINUE:
        walk_jump(in, in->continues, true);
        break;
    case IR_RETURN:
        if (statement->expression)
            set(in, &in->results[in->function],
                find_varying(in, statement->expression) || is_masked(in, 1));
        if (is_masked(in, 1))
            leave_function(in);
        break;
    default: /* IR_BLOCK; a lowered function has no others */
        walk_children(in, statement);
    }
}

/* ---- functions ---- */

/* Gives each loop a bit; those that get none are as branches. */
static void number_loops(walk *in, const ir_statement *statement)
{
    if (statement->kind == IR_WHILE && in->loop_count < MOST_LOOPS)
        in->loops[statement->id] = UINT64_C(1) << in->loop_count++;
    for (size_t i = 0; i < statement->child_count; i++)
        number_loops(in, statement->children[i]);
}

static void walk_functions(walk *in)
{
    for (in->function = 0; in->function < in->root->helper_count + 1; in->function++) {
        const ir_function *function = function_at(in, in->function);
        in->depth = 0;
        in->inside = 0;
        in->gone = false;
        enter(in, (region){in->partial[in->function], 0, NULL});
        for (size_t i = 0; i < function->parameter_count; i++) {
            const ir_variable *parameter = function->parameters[i];
            in->declared[parameter->id] = in->depth;
            set(in, &in->known->variables[parameter->id], parameter->residence >= IR_ADDRESSED);
        }
        walk_statement(in, function->body);
    }
}

uniformity uniform_find(arena *memory, const ir_function *lowered, const bool *uniform,
                        const bool *varying)
{
    size_t variables = lowered->variable_count + 1, statements = lowered->statement_count + 1;
    uniformity known = {
        .variables = arena_array(memory, variables, sizeof(bool)),
        .expressions = arena_array(memory, lowered->expression_count + 1, sizeof(bool)),
        .masked = arena_array(memory, statements, sizeof(bool)),
        .divergent = arena_array(memory, statements, sizeof(bool)),
    };
    walk in = {.known = &known,
               .root = lowered,
               .breaks = arena_array(memory, statements, sizeof(bool)),
               .continues = arena_array(memory, statements, sizeof(bool)),
               .returns = arena_array(memory, statements, sizeof(bool)),
               .left = arena_array(memory, variables, sizeof *in.left),
               .declared = arena_array(memory, variables, sizeof *in.declared),
               .loops = arena_array(memory, statements, sizeof *in.loops),
               .results = arena_array(memory, lowered->helper_count + 1, sizeof(bool)),
               .partial = arena_array(memory, lowered->helper_count + 1, sizeof(bool))};
    for (size_t i = 0; i < lowered->variable_count && varying; i++)
        known.variables[i] = varying[i];
    for (size_t i = 0; i < lowered->parameter_count; i++)
        known.variables[lowered->parameters[i]->id] |= !uniform[i];
    for (size_t i = 0; i < lowered->helper_count + 1; i++)
        number_loops(&in, function_at(&in, i)->body);
    do {
        in.changed = false;
        walk_functions(&in);
    } while (in.changed);
    for (size_t i = 0; i < lowered->variable_count; i++)
        known.variables[i] |= in.left[i] != 0;
    return known;
}

bool uniform_has_divergent(const uniformity *known, const ir_function *lowered)
{
    for (size_t i = 0; i < lowered->statement_count; i++)
        if (known->divergent[i])
            return true;
    return false;
}

/* effects_use.c: how a function uses what a parameter leads to: whether it reads it, writes it, and
 * uses more than its first element. Followed are all names that such an address gets: local
 * pointers, and parameters of the functions that are called with it. Where it goes out of sight,
 * that is said. */
#include "effects.h"

#include <string.h>

#include "analyse/analyse.h"
#include "text/dtype.h"

enum { USE_LOOPS = 16 };

/* Where an address may lead to; the more, the less is known. */
typedef enum reach {
    REACH_NONE,   /* to something else */
    REACH_INSIDE, /* to a member, or to a later element that constants tell */
    REACH_FIRST,  /* to the first element */
    REACH_BEHIND  /* to any element */
} reach;

/* A pointer that leads there. */
typedef struct named_pointer {
    const ir_function *function; /* that it is a variable of */
    const ir_variable *variable;
    reach to;
} named_pointer;

/* A loop around, and the values of its counter. */
typedef struct use_loop {
    const ir_variable *counter;
    int64_t first, last;
} use_loop;

/* What a parameter that points to functions may point to. */
typedef struct named_function_value {
    const ir_variable *parameter;
    const ir_function *function; /* NULL: something that is not known */
} named_function_value;

typedef struct use_search {
    arena *memory;
    named_pointer *names;
    size_t count;
    named_function_value *values;
    size_t value_count;
    bool again;     /* a name was added, or leads to more */
    size_t met;     /* how often one was met */
    int64_t size;   /* bytes of an element; 0: not known */
    bool is_record; /* an element is a structure */
    use_loop loops[USE_LOOPS];
    size_t loop_count;
    const ir_function *now; /* that is walked through */
    pointer_use *found;
} use_search;

static reach value_of(use_search *in, const ir_expression *value);
static void add_value(use_search *in, const ir_variable *parameter, const ir_function *function);
static bool is_function_pointer(const ir_type *type);
static void walk(use_search *in, const ir_statement *statement);

/* ---- what is noted ---- */

static void note_obstacle(use_search *in, const char *why, location place)
{
    if (in->found->obstacle)
        return;
    in->found->obstacle = why;
    in->found->place = place;
}

static void note_several(use_search *in, int64_t top)
{
    pointer_use *found = in->found;
    bool unknown = top < 0 || (found->several && found->top < 0);
    found->top = unknown ? -1 : top > found->top ? top : found->top;
    found->several = true;
}

static void note_access(use_search *in, reach to, bool reads, bool writes)
{
    in->found->read |= to && reads;
    in->found->written |= to && writes;
    if (to == REACH_BEHIND)
        note_several(in, -1);
}

static void add_name(use_search *in, const ir_function *function, const ir_variable *variable,
                     reach to)
{
    for (size_t i = 0; i < in->count; i++)
        if (in->names[i].variable == variable) {
            in->again |= to > in->names[i].to;
            in->names[i].to = to > in->names[i].to ? to : in->names[i].to;
            return;
        }
    *ARENA_PUSH(in->memory, in->names, in->count) = (named_pointer){function, variable, to};
    in->again = true;
}

static reach find_name(use_search *in, const ir_variable *variable)
{
    for (size_t i = 0; i < in->count; i++)
        if (in->names[i].variable == variable) {
            in->met++;
            return in->names[i].to;
        }
    return REACH_NONE;
}

/* ---- places ---- */

static bool is_small(int64_t value)
{
    return value >= -INT32_MAX && value <= INT32_MAX;
}

/* The values that an index may have, made of constants and of the counters of loops between
 * constants. */
static bool find_range(const use_search *in, const ir_expression *index, int64_t *low,
                       int64_t *high)
{
    int64_t other_low, other_high;
    if (ir_constant(index, low)) {
        *high = *low;
        return is_small(*low);
    }
    for (size_t i = in->loop_count; index->kind == IR_VARIABLE && i-- > 0;)
        if (in->loops[i].counter == index->variable) {
            *low = in->loops[i].first;
            *high = in->loops[i].last;
            return true;
        }
    if (index->kind == IR_CAST)
        return ir_is_integer(index->type) && dtype_size(index->type->dtype) >= 4 &&
               find_range(in, index->operands[0], low, high) && *low >= 0;
    if (index->kind != IR_BINARY || (index->op != IR_ADD && index->op != IR_SUBTRACT) ||
        !find_range(in, index->operands[0], low, high) ||
        !find_range(in, index->operands[1], &other_low, &other_high))
        return false;
    *low += index->op == IR_ADD ? other_low : -other_high;
    *high += index->op == IR_ADD ? other_high : -other_low;
    return is_small(*low) && is_small(*high);
}

static reach place_of_subscript(use_search *in, const ir_expression *place)
{
    const ir_expression *from = ir_strip(place->operands[0]);
    const bool is_member = in->is_record || from->kind == IR_MEMBER;
    reach base = value_of(in, place->operands[0]);
    int64_t low, high;
    for (size_t i = 1; i < place->operand_count; i++)
        value_of(in, place->operands[i]);
    if (base == REACH_NONE || base == REACH_BEHIND || (base == REACH_INSIDE && is_member))
        return base;
    if (!find_range(in, place->operands[1], &low, &high) || low < 0 ||
        (base == REACH_INSIDE && high > 0))
        return REACH_BEHIND;
    if (high > 0)
        note_several(in, high);
    return high > 0 ? REACH_INSIDE : base;
}

/* Where an lvalue lies. */
static reach place_of(use_search *in, const ir_expression *place)
{
    const ir_expression *first = place->operand_count ? place->operands[0] : NULL;
    switch (place->kind) {
    case IR_VARIABLE:
        return REACH_NONE;
    case IR_SUBSCRIPT:
        return place_of_subscript(in, place);
    case IR_CAST:
        return place_of(in, first);
    case IR_MEMBER: {
        bool direct = first->type && first->type->kind == IR_TYPE_RECORD;
        reach of = direct ? place_of(in, first) : value_of(in, first);
        return of == REACH_FIRST ? REACH_INSIDE : of;
    }
    default:
        if (place->kind == IR_UNARY && place->op == IR_DEREFERENCE)
            return value_of(in, first);
        value_of(in, place);
        return REACH_NONE;
    }
}

/* The value of what lies at a place: an address, if it is an array. */
static reach load(use_search *in, const ir_expression *place)
{
    reach to = place_of(in, place);
    if (place->type && place->type->kind == IR_TYPE_ARRAY)
        return to;
    note_access(in, to, true, false);
    return REACH_NONE;
}

/* ---- assignments ---- */

/* An address is stored in a variable. */
static void store(use_search *in, const ir_variable *variable, reach to, location place)
{
    bool followed = (variable->storage == IR_LOCAL || variable->storage == IR_PARAMETER) &&
                    variable->type && variable->type->kind != IR_TYPE_RECORD &&
                    (variable->type->kind != IR_TYPE_ARRAY || variable->storage == IR_PARAMETER);
    if (to && followed)
        add_name(in, in->now, variable, to);
    else if (to)
        note_obstacle(in, arena_format(in->memory, "its address is stored in '%s'", variable->name),
                      place);
}

/* Whether what is that far on from an address may be any element. */
static bool moves_behind(const use_search *in, reach to)
{
    return to == REACH_FIRST || (to == REACH_INSIDE && !in->is_record);
}

static reach value_of_step(use_search *in, const ir_expression *step)
{
    const ir_expression *target = ir_strip(step->operands[0]);
    reach to;
    if (target->kind != IR_VARIABLE) {
        note_access(in, place_of(in, target), true, true);
        return REACH_NONE;
    }
    to = find_name(in, target->variable);
    if (moves_behind(in, to))
        store(in, target->variable, to = REACH_BEHIND, step->place);
    return to;
}

static reach value_of_assignment(use_search *in, const ir_expression *assignment)
{
    const ir_expression *target = ir_strip(assignment->operands[0]);
    if (target->kind == IR_VARIABLE && is_function_pointer(target->variable->type))
        add_value(in, target->variable, NULL);
    bool plain = assignment->op == IR_OPERATOR_NONE;
    reach value = value_of(in, assignment->operands[1]);
    if (target->kind == IR_VARIABLE) {
        reach before = find_name(in, target->variable);
        if (before && !value && plain && target->variable->storage == IR_PARAMETER)
            note_obstacle(in, "another address is assigned to it", assignment->place);
        if (before && !plain)
            value = moves_behind(in, before) ? REACH_BEHIND : before;
        store(in, target->variable, value, assignment->place);
        return value;
    }
    note_access(in, place_of(in, target), !plain, true);
    if (value)
        note_obstacle(in, "its address is stored", assignment->place);
    return REACH_NONE;
}

/* ---- calls ---- */

static bool is_pointer_to_const(const ir_type *type)
{
    return type->kind == IR_TYPE_POINTER && type->element && type->element->is_const;
}

/* A function of the C library that is known: it uses one element, or as many bytes as its last
 * argument says. */
static void hand_to_library(use_search *in, const ir_expression *call, size_t argument, reach to)
{
    bool writes = argument < call->library->operands && (call->library->writes >> argument & 1);
    int64_t bytes;
    note_access(in, to, !writes, writes);
    if (moves_behind(in, to) && strncmp(call->library->name, "mem", 3) == 0 &&
        (!ir_constant(call->operands[call->operand_count - 1], &bytes) || bytes > in->size))
        note_several(in, -1);
}

static void add_value(use_search *in, const ir_variable *parameter, const ir_function *function)
{
    for (size_t i = 0; i < in->value_count; i++)
        if (in->values[i].parameter == parameter && in->values[i].function == function)
            return;
    *ARENA_PUSH(in->memory, in->values, in->value_count) =
        (named_function_value){parameter, function};
    in->again = true;
}

static bool is_function_pointer(const ir_type *type)
{
    return type && type->kind == IR_TYPE_POINTER &&
           (!type->element || type->element->kind == IR_TYPE_FUNCTION);
}

/* Notes what a helper's parameters that point to functions are given. */
static void note_values(use_search *in, const ir_expression *call)
{
    const ir_function *helper = call->function;
    for (size_t i = 0; helper && i < call->operand_count && i < helper->parameter_count; i++) {
        const ir_expression *given = ir_strip_casts(call->operands[i]);
        const ir_variable *parameter = helper->parameters[i];
        bool known = given->kind == IR_TEXT;
        if (!is_function_pointer(parameter->type))
            continue;
        if (known)
            add_value(in, parameter, given->function);
        for (size_t k = 0, count = in->value_count; given->kind == IR_VARIABLE && k < count; k++)
            if (in->values[k].parameter == given->variable) {
                add_value(in, parameter, in->values[k].function);
                known = true;
            }
        if (!known)
            add_value(in, parameter, NULL);
    }
}

/* Hands an address to all that a parameter may point to; false where that is not known. */
static bool hand_to_values(use_search *in, const ir_expression *call, size_t argument, reach to)
{
    const ir_expression *called = ir_strip_casts(call->called);
    while (called && called->kind == IR_UNARY && called->op == IR_DEREFERENCE)
        called = ir_strip_casts(called->operands[0]);
    if (!called || called->kind != IR_VARIABLE || called->variable->storage != IR_PARAMETER)
        return false;
    bool any = false;
    for (size_t i = 0, count = in->value_count; i < count; i++) {
        const ir_function *function = in->values[i].function;
        if (in->values[i].parameter != called->variable)
            continue;
        if (!function || !function->body || argument >= function->parameter_count)
            return false;
        add_name(in, function, function->parameters[argument], to);
        any = true;
    }
    return any;
}

static void hand(use_search *in, const ir_expression *call, size_t argument, reach to)
{
    const ir_function *helper = call->function;
    if (call->called && hand_to_values(in, call, argument, to))
        return;
    const char *name = call->text && *call->text ? call->text : "a function";
    if (helper && helper->body && argument < helper->parameter_count) {
        add_name(in, helper, helper->parameters[argument], to);
    } else if (call->callee == IR_CALLEE_LIBRARY && call->library) {
        hand_to_library(in, call, argument, to);
    } else if (argument < call->accept_count && is_pointer_to_const(call->accepts[argument])) {
        note_access(in, to, true, false);
        if (moves_behind(in, to))
            note_several(in, -1);
    } else {
        note_obstacle(
            in, arena_format(in->memory, "it is handed to '%s', whose source is not known", name),
            call->place);
    }
}

static reach value_of_call(use_search *in, const ir_expression *call)
{
    bool handed = false;
    if (call->called)
        value_of(in, call->called);
    note_values(in, call);
    for (size_t i = 0; i < call->operand_count; i++) {
        reach to = value_of(in, call->operands[i]);
        if (to)
            hand(in, call, i, to);
        handed |= to != REACH_NONE;
    }
    bool address = call->type && call->type->kind == IR_TYPE_POINTER;
    return handed && address ? REACH_BEHIND : REACH_NONE;
}

/* ---- other expressions ---- */

static reach more(reach one, reach other)
{
    return one > other ? one : other;
}

static reach value_of_binary(use_search *in, const ir_expression *value)
{
    reach left = value_of(in, value->operands[0]), right = value_of(in, value->operands[1]);
    int64_t offset;
    if (value->op == IR_COMMA)
        return right;
    if (!value->type || value->type->kind != IR_TYPE_POINTER)
        return REACH_NONE; /* a difference, a comparison */
    bool still = ir_constant(value->operands[left ? 1 : 0], &offset) && offset == 0;
    left = more(left, right);
    return moves_behind(in, left) && !still ? REACH_BEHIND : left;
}

static reach value_of_unary(use_search *in, const ir_expression *value)
{
    const ir_expression *of = ir_strip(value->operands[0]);
    if (value->op == IR_DEREFERENCE)
        return load(in, value);
    if (value->op >= IR_PRE_INCREMENT)
        return value_of_step(in, value);
    if (value->op == IR_ADDRESS) {
        if (of->kind == IR_VARIABLE && find_name(in, of->variable))
            note_obstacle(
                in, arena_format(in->memory, "the address of '%s' is taken", of->variable->name),
                value->place);
        return place_of(in, of);
    }
    value_of(in, of);
    return REACH_NONE;
}

static reach value_of_cast(use_search *in, const ir_expression *value)
{
    reach to = value_of(in, value->operands[0]);
    bool number = value->type && value->type->kind == IR_TYPE_SCALAR;
    if (to && number && ir_kind(value->type) != 'b')
        note_obstacle(in, "its address becomes a number", value->place);
    return number || (value->type && value->type->kind == IR_TYPE_VOID) ? REACH_NONE : to;
}

/* What the tree has no node for may do anything to what lies inside. */
static void walk_text(use_search *in, const ir_expression *text)
{
    size_t met = in->met;
    if (text->is_question)
        return;
    for (size_t i = 0; i < text->operand_count; i++)
        value_of(in, text->operands[i]);
    walk(in, text->inside);
    if (in->met != met)
        note_obstacle(in,
                      arena_format(in->memory, "it is used in '%s'",
                                   text->reason ? text->reason : text->text),
                      text->place);
}

/* Evaluates; where the value leads to, if it is an address. */
static reach value_of(use_search *in, const ir_expression *value)
{
    if (!value)
        return REACH_NONE;
    switch (value->kind) {
    case IR_VARIABLE:
        return find_name(in, value->variable);
    case IR_SUBSCRIPT:
    case IR_MEMBER:
        return load(in, value);
    case IR_UNARY:
        return value_of_unary(in, value);
    case IR_BINARY:
        return value_of_binary(in, value);
    case IR_ASSIGN:
        return value_of_assignment(in, value);
    case IR_CONDITIONAL: {
        value_of(in, value->operands[0]);
        reach first = value_of(in, value->operands[1]);
        return more(first, value_of(in, value->operands[2]));
    }
    case IR_CAST:
        return value_of_cast(in, value);
    case IR_CALL:
        return value_of_call(in, value);
    case IR_LIST:
    case IR_DESIGNATED:
        for (size_t i = 0; i < value->operand_count; i++)
            if (value_of(in, value->operands[i]))
                note_obstacle(in, "its address is stored", value->place);
        return REACH_NONE;
    case IR_TEXT:
        walk_text(in, value);
        return REACH_NONE;
    case IR_LITERAL:
        break;
    }
    return REACH_NONE;
}

/* ---- statements ---- */

static void walk_declaration(use_search *in, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->variable_count; i++) {
        const ir_variable *variable = statement->variables[i];
        for (const ir_type *type = variable->type; type && type->kind == IR_TYPE_ARRAY;
             type = type->element)
            value_of(in, type->extent_expression);
        store(in, variable, value_of(in, variable->initializer), variable->place);
    }
}

static bool find_address(void *context, const ir_expression *expression,
                         const ir_statement *statement)
{
    use_loop *tested = context;
    const bool takes = expression->kind == IR_UNARY && expression->op == IR_ADDRESS;
    (void)statement;
    if (takes && ir_base_variable(ir_strip(expression->operands[0])) == tested->counter)
        tested->counter = NULL;
    return tested->counter != NULL;
}

/* Whether a loop's body has the counter at constants, and which. */
static bool find_counter(const use_search *in, const ir_statement *statement, use_loop *found)
{
    counted_loop counted;
    int64_t end;
    if (!analyse_counted(statement, &counted) || !counted.by_one ||
        ir_strip_casts(statement->expression)->op == IR_NOT_EQUAL ||
        counted.variable->storage != IR_LOCAL || counted.variable->type->is_volatile ||
        !ir_is_integer(counted.variable->type) || dtype_size(counted.variable->type->dtype) < 4 ||
        !ir_constant(counted.begin, &found->first) || !ir_constant(counted.end, &end) ||
        !is_small(found->first) || !is_small(end) || end <= found->first)
        return false;
    found->counter = counted.variable;
    found->last = counted.includes_end ? end : end - 1;
    ir_visit(in->now->body, find_address, found);
    return found->counter != NULL;
}

/* A loop's condition and step may see one value more than its body. */
static void walk_loop(use_search *in, const ir_statement *statement)
{
    bool is_counted =
        in->loop_count < USE_LOOPS && find_counter(in, statement, &in->loops[in->loop_count]);
    in->loop_count += is_counted;
    for (size_t i = 0; i < statement->child_count; i++)
        walk(in, statement->children[i]);
    in->loop_count -= is_counted;
}

static void walk(use_search *in, const ir_statement *statement)
{
    if (!statement)
        return;
    size_t met = in->met;
    walk_declaration(in, statement);
    walk(in, statement->first);
    value_of(in, statement->expression);
    value_of(in, statement->step);
    walk_loop(in, statement);
    if (statement->kind == IR_TEXT_STATEMENT && statement->jump == IR_NO_JUMP && in->met != met)
        note_obstacle(in,
                      arena_format(in->memory, "it is used in '%s'",
                                   statement->reason ? statement->reason : statement->text),
                      statement->place);
}

/* Walks through every function that has a name of it, once. */
static void walk_all(use_search *in)
{
    for (size_t i = 0; i < in->count; i++) {
        bool done = false;
        for (size_t k = 0; k < i && !done; k++)
            done = in->names[k].function == in->names[i].function;
        in->now = in->names[i].function;
        if (!done)
            walk(in, in->now->body);
    }
}

/* ---- one parameter ---- */

static int64_t size_of(const ir_type *element)
{
    if (!element)
        return 0;
    if (element->kind == IR_TYPE_RECORD)
        return element->record ? element->record->size : 0;
    return element->kind == IR_TYPE_SCALAR ? (int64_t)dtype_size(element->dtype) : 0;
}

/* Whether what is written must be handed in, too: it is read before, or some of it is left as it
 * is. */
static bool needs_value(const use_search *in, const ir_function *function,
                        const ir_variable *parameter)
{
    effects_output output = {.variable = parameter};
    const ir_type *type = parameter->type;
    if (type->kind == IR_TYPE_POINTER) {
        if (in->found->several || !type->element)
            return in->found->read;
        output.record = type->element->kind == IR_TYPE_RECORD ? type->element->record : NULL;
    }
    for (; type->kind == IR_TYPE_ARRAY && type->element; type = type->element, output.rank++) {
        const ir_expression *extent = ir_strip_casts(type->extent_expression);
        if (output.rank == WEFT_MAX_RANK)
            return true;
        output.constants[output.rank] = type->extent > 0 ? type->extent : 0;
        if (type->extent < 0 && extent && extent->kind == IR_VARIABLE)
            output.sizes[output.rank] = extent->variable;
    }
    if (output.rank && type->kind != IR_TYPE_SCALAR)
        return true;
    effects_order order = effects_find_order(in->memory, function, &output);
    bool followed =
        in->count == 1 || output.record; /* else others of its names may write the rest */
    return (in->found->read && order.reads_first) || (order.leaves_some && followed);
}

pointer_use effects_use(arena *memory, const ir_function *function, size_t parameter_index)
{
    const ir_variable *parameter = function->parameters[parameter_index];
    pointer_use found = {0};
    use_search in = {.memory = memory, .found = &found, .size = size_of(parameter->type->element)};
    in.is_record = parameter->type->element && parameter->type->element->kind == IR_TYPE_RECORD;
    if (!function->body)
        return (pointer_use){.obstacle = "its function is nested too deep",
                             .place = function->place};
    add_name(&in, function, parameter, REACH_FIRST);
    while (in.again) {
        in.again = false;
        walk_all(&in);
    }
    found.read_first = found.written && needs_value(&in, function, parameter);
    return found;
}

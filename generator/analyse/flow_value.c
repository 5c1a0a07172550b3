/* flow_value.c: how large the values of a call are: of each variable the largest of all that it is
 * given. */
#include <math.h>
#include <string.h>

#include "flow.h"

enum { DEEPEST_CALL = 8, PASSES = 2 };

static size_t place_of(const flow_facts *facts, const ir_variable *variable)
{
    size_t place = 0;
    while (place < facts->variable_count && facts->variables[place] != variable)
        place++;
    return place;
}

static size_sum variable_value(const flow_call *in, const ir_variable *variable)
{
    size_sum value = {0};
    const size_t place = place_of(in->facts, variable);
    if (variable->storage == IR_PARAMETER && variable->position < in->argument_count)
        value = in->arguments[variable->position];
    else if (variable->storage == IR_TABLE && variable->initializer &&
             variable->type->kind == IR_TYPE_SCALAR)
        value = flow_value(in, variable->initializer);
    return place < in->facts->variable_count ? sum_join(value, in->values[place]) : value;
}

static size_sum join_operands(const flow_call *in, const ir_expression *value)
{
    size_sum all = {0};
    for (size_t i = 0; i < value->operand_count; i++)
        all = sum_join(all, flow_value(in, value->operands[i]));
    return all;
}

/* Elements before an element, or a row, of an array. */
static size_sum element_offset(const flow_call *in, const ir_expression *element)
{
    const ir_type *type = element->operands[0]->type->element;
    size_sum offset = flow_value(in, element->operands[0]);
    for (size_t i = 1; i < element->operand_count && type; i++) {
        size_sum index = flow_value(in, element->operands[i]);
        const ir_type *inner = type;
        for (; inner && inner->kind == IR_TYPE_ARRAY; inner = inner->element)
            index = sum_multiply(index, inner->extent > 0 ? sum_number((double)inner->extent)
                                        : inner->extent_expression
                                            ? flow_value(in, inner->extent_expression)
                                            : (size_sum){0});
        offset = sum_add(offset, sum_of_sizes(index));
        type = type->element;
    }
    return offset;
}

/* What stands at a place: nothing is known of data. */
static size_sum place_value(const flow_call *in, const ir_expression *place)
{
    const ir_variable *held = flow_held(place);
    if (place->type->kind == IR_TYPE_ARRAY && place->kind == IR_SUBSCRIPT)
        return element_offset(in, place);
    if (held) {
        size_sum value = variable_value(in, held);
        value.own |= place->type->kind == IR_TYPE_ARRAY && held->storage == IR_LOCAL;
        return value;
    }
    const size_sum behind = flow_value(in, place->operands[0]);
    return behind.own ? behind : (size_sum){0};
}

static size_sum address_value(const flow_call *in, const ir_expression *place)
{
    const ir_variable *held = flow_held(place);
    place = ir_strip_casts(place);
    if (place->kind == IR_SUBSCRIPT)
        return element_offset(in, place);
    if (place->kind == IR_UNARY && place->op == IR_DEREFERENCE)
        return flow_value(in, place->operands[0]);
    size_sum value = held ? variable_value(in, held) : (size_sum){0};
    value.own = true;
    return value;
}

static size_sum unary_value(const flow_call *in, const ir_expression *value)
{
    switch (value->op) {
    case IR_DEREFERENCE:
        return place_value(in, value);
    case IR_ADDRESS:
        return address_value(in, value->operands[0]);
    case IR_NOT:
        return sum_number(1);
    case IR_BIT_NOT:
        return sum_of_sizes(flow_value(in, value->operands[0]));
    default:
        return flow_value(in, value->operands[0]);
    }
}

/* a op b, of values or of a variable and a value. */
static size_sum operate(const flow_call *in, ir_operator op, const ir_expression *left,
                        const ir_expression *right)
{
    const size_sum a = flow_value(in, left), b = flow_value(in, right);
    int64_t digits;
    switch (op) {
    case IR_MULTIPLY:
        return sum_multiply(a, b);
    case IR_DIVIDE:
        return sum_divide(a, b);
    case IR_ADD:
        return sum_add(a, b);
    case IR_SUBTRACT:
        return sum_has_sizes(&a) ? a : sum_join(a, b);
    case IR_REMAINDER:
        return b.count ? b : a;
    case IR_SHIFT_LEFT:
    case IR_SHIFT_RIGHT:
        if (ir_constant(right, &digits) && digits >= 0 && digits < 64)
            return sum_scale(a, ldexp(1, (int)(op == IR_SHIFT_LEFT ? digits : -digits)));
        return op == IR_SHIFT_LEFT ? sum_join(a, b) : a;
    case IR_BIT_AND:
        return b.count && !sum_has_sizes(&b) && ir_constant(right, &digits) && digits >= 0 ? b : a;
    case IR_BIT_OR:
    case IR_BIT_XOR:
        return sum_join(a, b);
    case IR_COMMA:
        return b;
    default:
        return sum_number(1); /* a condition */
    }
}

static size_sum call_value(const flow_call *in, const ir_expression *call)
{
    const size_sum all = join_operands(in, call);
    if (!call->function || !sum_has_sizes(&all) || !flow_may_call(in))
        return call->text && (strstr(call->text, "log") || strstr(call->text, "clz"))
                   ? sum_number(64)
                   : all;
    const flow_call inner = flow_begin(in->shared, call->function, flow_arguments(in, call),
                                       call->operand_count, in->depth + 1);
    size_sum result = {0};
    for (size_t i = 0; i < inner.facts->returned_count; i++)
        result = sum_join(result, flow_value(&inner, inner.facts->returned[i]));
    return result;
}

size_sum flow_value(const flow_call *in, const ir_expression *value)
{
    int64_t constant;
    if (!value)
        return (size_sum){0};
    if (ir_constant(value, &constant))
        return sum_number(fabs((double)constant));
    switch (value->kind) {
    case IR_LITERAL:
        return sum_number(fabs(value->number));
    case IR_CAST:
        return flow_value(in, value->operands[0]);
    case IR_VARIABLE:
    case IR_SUBSCRIPT:
    case IR_MEMBER:
        return place_value(in, value);
    case IR_UNARY:
        return unary_value(in, value);
    case IR_BINARY:
        return operate(in, value->op, value->operands[0], value->operands[1]);
    case IR_ASSIGN:
        return value->op ? operate(in, value->op, value->operands[0], value->operands[1])
                         : flow_value(in, value->operands[1]);
    case IR_CONDITIONAL:
        return sum_join(flow_value(in, value->operands[1]), flow_value(in, value->operands[2]));
    case IR_CALL:
        return call_value(in, value);
    default:
        return join_operands(in, value);
    }
}

/* ---- what rounds change ---- */

typedef struct change_search {
    const flow_facts *facts;
    int loop;
    bool found;
} change_search;

static bool find_change(void *context, const ir_expression *expression,
                        const ir_statement *statement)
{
    change_search *search = context;
    (void)statement;
    search->found |= expression->kind == IR_VARIABLE &&
                     flow_changes(search->facts, expression->variable, search->loop);
    return !search->found;
}

bool flow_is_changed(const flow_call *in, const ir_expression *value, int loop)
{
    change_search search = {in->facts, loop, false};
    ir_visit_expression(value, NULL, find_change, &search);
    return search.found;
}

size_sum flow_unchanged(const flow_call *in, const ir_expression *value, int loop)
{
    size_sum all = {0};
    if (!flow_is_changed(in, value, loop))
        return flow_value(in, value);
    if (value->kind == IR_SUBSCRIPT || (value->kind == IR_UNARY && value->op == IR_DEREFERENCE))
        return all;
    for (size_t i = 0; i < value->operand_count; i++)
        all = sum_join(all, flow_unchanged(in, value->operands[i], loop));
    return all;
}

size_sum flow_limits(const flow_call *in, int loop)
{
    const flow_loop *one = &in->facts->loops[loop];
    size_sum all = {0};
    for (size_t i = 0; i < one->exit_count; i++)
        if (flow_is_changed(in, one->exits[i], loop))
            all = sum_join(all, flow_unchanged(in, one->exits[i], loop));
    return all;
}

/* How far a variable that steps may get in the loops around that are not around `end`, too, until
 * it is set anew. */
static size_sum reached(const flow_call *in, const flow_update *step, int end)
{
    size_sum all = sum_of_sizes(flow_value(in, step->value));
    for (int loop = step->loop; loop != NO_LOOP; loop = in->facts->loops[loop].around) {
        if (end != NO_LOOP && flow_is_inside(in->facts, end, loop))
            break;
        all = sum_join(all, flow_limits(in, loop));
        if (flow_is_set(in->facts, step->variable, loop, NO_LOOP))
            break;
    }
    return all;
}

static size_sum update_value(const flow_call *in, const flow_update *one, int end)
{
    if (one->is_step)
        return reached(in, one, end);
    if (one->is_call)
        return sum_of_sizes(join_operands(in, one->value));
    return flow_value(in, one->value);
}

size_sum flow_start(const flow_call *in, const ir_variable *variable, int loop)
{
    size_sum all = {0};
    if (variable->storage == IR_PARAMETER && variable->position < in->argument_count)
        all = in->arguments[variable->position];
    for (size_t i = 0; i < in->facts->update_count; i++) {
        const flow_update *one = &in->facts->updates[i];
        if (one->variable == variable && !flow_is_inside(in->facts, one->loop, loop))
            all = sum_join(all, update_value(in, one, loop));
    }
    return all;
}

/* ---- calls ---- */

bool flow_may_call(const flow_call *from)
{
    if (from->depth >= DEEPEST_CALL || !from->shared->calls_left)
        return false;
    from->shared->calls_left--;
    return true;
}

static const flow_facts *find_facts(flow *shared, const ir_function *function)
{
    for (size_t i = 0; i < shared->fact_count; i++)
        if (shared->facts[i]->function == function)
            return shared->facts[i];
    flow_facts *read = flow_read(shared->memory, function);
    *ARENA_PUSH(shared->memory, shared->facts, shared->fact_count) = read;
    return read;
}

size_sum *flow_arguments(const flow_call *in, const ir_expression *call)
{
    size_sum *values = arena_array(in->shared->memory, call->operand_count + 1, sizeof *values);
    for (size_t i = 0; i < call->operand_count; i++)
        values[i] = flow_value(in, call->operands[i]);
    return values;
}

flow_call flow_begin(flow *shared, const ir_function *function, const size_sum *arguments,
                     size_t argument_count, unsigned depth)
{
    flow_call made = {.shared = shared,
                      .facts = find_facts(shared, function),
                      .arguments = arguments,
                      .argument_count = argument_count,
                      .depth = depth};
    const flow_facts *facts = made.facts;
    made.values = arena_array(shared->memory, facts->variable_count + 1, sizeof *made.values);
    for (int pass = 0; pass < PASSES; pass++)
        for (size_t i = 0; i < facts->update_count; i++) {
            const flow_update *one = &facts->updates[i];
            size_sum *value = &made.values[place_of(facts, one->variable)];
            if (pass == 0 || !one->is_own)
                *value = sum_join(*value, update_value(&made, one, NO_LOOP));
        }
    return made;
}

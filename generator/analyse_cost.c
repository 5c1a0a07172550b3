/* analyse_cost.c: the estimated cost of one item: operations × how often the loops around them run.
 * All figures of the estimate stand in this file. */
#include "analyse.h"

#include <string.h>

enum { UNKNOWN_TRIPS = 32, DEEPEST_CALL = 8, DEEPEST_LOOP = 32, MOST_PARAMETERS = 32 };

/* Nanoseconds on one core of the base machine. */
static const double memory_access = 0.5, other_operation = 0.3, division = 2, unknown_call = 20;

/* Library functions, by what their names begin with; the first match counts. */
static const struct {
    const char *beginning;
    double nanoseconds;
} library_costs[] = {
    {"sqrt", 2},       {"fabs", 0.3},  {"abs", 0.3},      {"labs", 0.3}, {"llabs", 0.3},
    {"fmax", 0.5},     {"fmin", 0.5},  {"fma", 0.3},      {"fdim", 0.6}, {"floor", 0.5},
    {"ceil", 0.5},     {"trunc", 0.5}, {"round", 1},      {"rint", 0.5}, {"nearby", 0.5},
    {"copysign", 0.3}, {"is", 0.3},    {"signbit", 0.3},  {"inf", 0},    {"nan", 0},
    {"huge", 0},       {"creal", 0.1}, {"cimag", 0.1},    {"conj", 0.3}, {"pow", 25},
    {"cpow", 60},      {"tgamma", 40}, {"lgamma", 40},    {"csqrt", 20}, {"cexp", 30},
    {"clog", 30},      {"fmod", 10},   {"remainder", 10}, {"hypot", 5},  {"cabs", 5},
    {"", 10},
};

/* Where costs go, and what the code around runs how often. */
typedef struct estimate {
    arena *memory;
    body *result;
    const ir_statement *loops[DEEPEST_LOOP];
    size_t depth;
    trip_count around;                      /* rounds of all loops around, in root's sizes */
    trip_count parameters[MOST_PARAMETERS]; /* of the current function, in root's sizes */
    size_t call_depth;
} estimate;

static void add(estimate *in, double nanoseconds)
{
    body *result = in->result;
    double cost = nanoseconds * in->around.factor;
    for (size_t i = 0; i < result->cost_count; i++)
        if (result->costs[i].parameters == in->around.parameters) {
            result->costs[i].nanoseconds += cost;
            return;
        }
    if (cost > 0)
        *ARENA_PUSH(in->memory, result->costs, result->cost_count) =
            (body_cost){cost, in->around.parameters};
}

/* A count in sizes of the current function, as one in sizes of the function read first. */
static trip_count in_root_sizes(const estimate *in, trip_count local)
{
    trip_count result = {local.known, local.factor, 0};
    for (unsigned i = 0; i < MOST_PARAMETERS; i++)
        if (local.parameters >> i & 1) {
            result.factor *= in->parameters[i].factor;
            result.parameters |= in->parameters[i].parameters;
        }
    return result;
}

static void add_statement(estimate *in, const ir_statement *statement);

static double library_cost(const char *name)
{
    size_t i = 0;
    while (strncmp(name, library_costs[i].beginning, strlen(library_costs[i].beginning)) != 0)
        i++;
    return library_costs[i].nanoseconds;
}

/* What a call hands to a helper's parameter, in root's sizes. */
static trip_count argument_count(const estimate *in, const ir_expression *argument)
{
    int64_t constant;
    argument = ir_strip_casts(argument);
    if (ir_constant(argument, &constant))
        return (trip_count){true, constant > 0 ? (double)constant : 0, 0};
    const ir_variable *variable = argument->kind == IR_VARIABLE ? argument->variable : NULL;
    if (variable && variable->storage == IR_PARAMETER && variable->is_size &&
        variable->position < MOST_PARAMETERS)
        return in->parameters[variable->position];
    return (trip_count){true, UNKNOWN_TRIPS, 0};
}

/* The helper's own cost, its parameters standing for the arguments. */
static void add_helper(estimate *in, const ir_expression *call)
{
    if (in->call_depth == DEEPEST_CALL) {
        add(in, unknown_call);
        return;
    }
    estimate inner = {.memory = in->memory,
                      .result = in->result,
                      .around = in->around,
                      .call_depth = in->call_depth + 1};
    for (size_t i = 0; i < call->operand_count && i < MOST_PARAMETERS; i++)
        inner.parameters[i] = argument_count(in, call->operands[i]);
    add_statement(&inner, call->function->body);
}

static double operation_cost(const ir_expression *expression)
{
    double base =
        expression->op == IR_DIVIDE || expression->op == IR_REMAINDER ? division : other_operation;
    return ir_kind(expression->type) == 'c' ? 4 * base : base;
}

static bool add_expression(void *context, const ir_expression *expression,
                           const ir_statement *statement)
{
    estimate *in = context;
    (void)statement;
    switch (expression->kind) {
    case IR_SUBSCRIPT:
        add(in, memory_access);
        break;
    case IR_UNARY:
    case IR_BINARY:
    case IR_CONDITIONAL:
        add(in, operation_cost(expression));
        break;
    case IR_ASSIGN:
        add(in, expression->op == IR_OPERATOR_NONE ? 0 : operation_cost(expression));
        break;
    case IR_CALL:
        if (expression->function)
            add_helper(in, expression);
        else
            add(in, expression->callee == IR_CALLEE_LIBRARY ? library_cost(expression->text)
                                                            : unknown_call);
        break;
    default:
        break;
    }
    return true;
}

static void add_value(estimate *in, const ir_expression *value)
{
    ir_visit_expression(value, NULL, add_expression, in);
}

static void add_loop(estimate *in, const ir_statement *loop)
{
    trip_count trips = analyse_trips(loop, in->loops, in->depth), outside = in->around;
    trips = trips.known ? in_root_sizes(in, trips) : (trip_count){true, UNKNOWN_TRIPS, 0};
    add_statement(in, loop->first);
    in->around.factor *= trips.factor;
    in->around.parameters |= trips.parameters;
    bool deeper = in->depth < DEEPEST_LOOP;
    if (deeper)
        in->loops[in->depth++] = loop;
    add_value(in, loop->expression);
    for (size_t i = 0; i < loop->child_count; i++)
        add_statement(in, loop->children[i]);
    add_value(in, loop->step);
    in->depth -= deeper;
    in->around = outside;
}

static void add_branches(estimate *in, const ir_statement *statement)
{
    add_value(in, statement->expression);
    in->around.factor /= 2;
    for (size_t i = 0; i < statement->child_count; i++)
        add_statement(in, statement->children[i]);
    in->around.factor *= 2;
}

static void add_statement(estimate *in, const ir_statement *statement)
{
    if (!statement)
        return;
    if (statement->kind == IR_FOR || statement->kind == IR_WHILE || statement->kind == IR_DO) {
        add_loop(in, statement);
    } else if (statement->kind == IR_IF) {
        add_branches(in, statement);
    } else {
        for (size_t i = 0; i < statement->variable_count; i++)
            add_value(in, statement->variables[i]->initializer);
        add_value(in, statement->expression);
        for (size_t i = 0; i < statement->child_count; i++)
            add_statement(in, statement->children[i]);
    }
}

/* Operands by value and outputs through pointers are memory accesses as well. */
void analyse_costs(arena *memory, body *result)
{
    estimate in = {.memory = memory, .result = result, .around = {true, 1, 0}};
    const ir_function *function = result->tree;
    for (size_t i = 0; i < function->parameter_count && i < MOST_PARAMETERS; i++)
        in.parameters[i] = (trip_count){true, 1, 1u << i};
    for (size_t i = 0; i < function->parameter_count; i++)
        if (function->parameters[i]->type->kind != IR_TYPE_ARRAY &&
            !function->parameters[i]->is_size)
            add(&in, memory_access);
    if (function->result->kind != IR_TYPE_VOID)
        add(&in, memory_access);
    add_statement(&in, function->body);
}

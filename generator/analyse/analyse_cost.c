/* analyse_cost.c: the estimated cost of one item: operations × how often the loops around them run.
 * All figures of the estimate stand in this file, but those of library functions. */
#include "analyse.h"

#include <string.h>

enum {
    UNKNOWN_TRIPS = 32,
    DEEPEST_CALL = 64, /* a bound of the stack */
    DEEPEST_LOOP = 32,
    MOST_HELPERS = 2000, /* with other sizes one counts anew */
};

/* Nanoseconds on one core; tests/bench/costs.py holds them against the clock. */
static const double memory_access = 0.5, other_operation = 0.3, division = 2, library_call = 10,
                    unknown_call = 20;
/* Elements that a vector does in the time of one; divisions and roots take theirs nonetheless. */
static const double pack = 8;

/* What one call of a helper costs, given what its parameters are. */
typedef struct helper_cost {
    const ir_function *function;
    trip_count parameters[MOST_SIZES];
    bool packed;
    bool open;    /* it is being estimated: who calls it meanwhile makes a cycle */
    double often; /* how often a call of the root comes here, the sizes of loops aside */
    double again; /* how often one call of it leads to another */
    body_cost *costs;
    size_t cost_count;
} helper_cost;

typedef struct helper_costs {
    helper_cost **items;
    size_t count;
} helper_costs;

/* Where costs go, and what the code around runs how often. */
typedef struct estimate {
    arena *memory;
    body_cost **costs;
    size_t *cost_count;
    helper_costs *helpers;
    const ir_statement *loops[DEEPEST_LOOP];
    size_t depth;
    trip_count around;                 /* rounds of all loops around, in root's sizes */
    trip_count parameters[MOST_SIZES]; /* of the current function, in root's sizes */
    size_t call_depth;
    double often; /* as in helper_cost */
    bool packed;  /* the code runs for several elements at once */
} estimate;

static void add_times(estimate *in, trip_count around, double nanoseconds)
{
    double cost = nanoseconds * around.factor;
    for (size_t i = 0; i < *in->cost_count; i++)
        if (memcmp(&(*in->costs)[i].sizes, &around.sizes, sizeof around.sizes) == 0) {
            (*in->costs)[i].nanoseconds += cost;
            return;
        }
    if (cost > 0)
        *ARENA_PUSH(in->memory, *in->costs, *in->cost_count) = (body_cost){cost, around.sizes};
}

static void add(estimate *in, double nanoseconds)
{
    add_times(in, in->around, nanoseconds);
}

/* What vectors make cheaper. */
static void add_packed(estimate *in, double nanoseconds)
{
    add(in, in->packed ? nanoseconds / pack : nanoseconds);
}

/* A count in sizes of the current function, as one in sizes of the function read first. */
static trip_count in_root_sizes(const estimate *in, trip_count local)
{
    trip_count result = {.known = local.known, .factor = local.factor};
    for (size_t i = 0; i < MOST_SIZES; i++)
        for (unsigned k = 0; k < local.sizes.powers[i]; k++)
            result = count_multiply(result, in->parameters[i]);
    return result;
}

static void add_statement(estimate *in, const ir_statement *statement);

static void add_library_call(estimate *in, const library_function *function)
{
    double cost = function ? function->nanoseconds : library_call;
    if (cost < division)
        add_packed(in, cost);
    else
        add(in, cost);
}

/* What a call hands to a helper's parameter, in root's sizes. */
static trip_count argument_count(const estimate *in, const ir_expression *argument)
{
    int64_t constant;
    argument = ir_strip_casts(argument);
    if (ir_constant(argument, &constant))
        return (trip_count){.known = true, .factor = constant > 0 ? (double)constant : 0};
    const ir_variable *variable = argument->kind == IR_VARIABLE ? argument->variable : NULL;
    if (variable && variable->storage == IR_PARAMETER && variable->is_size &&
        variable->position < MOST_SIZES)
        return in->parameters[variable->position];
    return (trip_count){.known = true, .factor = UNKNOWN_TRIPS};
}

static bool is_same(const helper_cost *a, const helper_cost *b)
{
    if (a->function != b->function || a->packed != b->packed)
        return false;
    for (size_t i = 0; i < MOST_SIZES; i++)
        if (a->parameters[i].known != b->parameters[i].known ||
            a->parameters[i].factor != b->parameters[i].factor ||
            !count_is_alike(&a->parameters[i], &b->parameters[i]))
            return false;
    return true;
}

/* What is known of a helper with these parameters; NULL if nothing. *open: it is being estimated, and
 * this is its entry; else NULL. */
static helper_cost *find_helper(const estimate *in, const helper_cost *wanted, helper_cost **open)
{
    helper_cost *found = NULL;
    *open = NULL;
    for (size_t i = 0; i < in->helpers->count; i++) {
        helper_cost *known = in->helpers->items[i];
        if (known->open && known->function == wanted->function)
            *open = known;
        if (is_same(known, wanted))
            found = known;
    }
    return found;
}

/* A function whose call calls it again p times by itself is run 1 + p + p² + … times: how often it is
 * taken to be. */
static double count_rounds(double again)
{
    enum { MOST_ROUNDS = 8 };
    if (again * MOST_ROUNDS <= MOST_ROUNDS - 1)
        return 1 / (1 - again);
    return MOST_ROUNDS * (again > 1 ? again : 1);
}

static void repeat(body_cost *costs, size_t count, double again)
{
    for (size_t i = 0; i < count; i++)
        costs[i].nanoseconds *= count_rounds(again);
}

static void estimate_helper(estimate *in, helper_cost *known)
{
    estimate inner = {.memory = in->memory,
                      .costs = &known->costs,
                      .cost_count = &known->cost_count,
                      .helpers = in->helpers,
                      .around = {.known = true, .factor = 1},
                      .call_depth = in->call_depth + 1,
                      .often = in->often * in->around.factor,
                      .packed = in->packed};
    memcpy(inner.parameters, known->parameters, sizeof inner.parameters);
    known->open = true;
    known->often = inner.often;
    add_statement(&inner, known->function->body);
    known->open = false;
    repeat(known->costs, known->cost_count, known->again);
}

/* The helper's own cost, its parameters standing for the arguments. Each is counted once for the same
 * parameters, so that it takes no longer than the text is long. */
static void add_helper(estimate *in, const ir_expression *call)
{
    helper_cost wanted = {.function = call->function, .packed = in->packed};
    helper_cost *open;
    for (size_t i = 0; i < call->operand_count && i < MOST_SIZES; i++)
        wanted.parameters[i] = argument_count(in, call->operands[i]);
    helper_cost *known = find_helper(in, &wanted, &open);
    if (open) {
        open->again += open->often > 0 ? in->often * in->around.factor / open->often : 0;
        return;
    }
    if (in->call_depth == DEEPEST_CALL || (!known && in->helpers->count == MOST_HELPERS)) {
        add(in, unknown_call);
        return;
    }
    if (!known) {
        known = arena_array(in->memory, 1, sizeof *known);
        *known = wanted;
        *ARENA_PUSH(in->memory, in->helpers->items, in->helpers->count) = known;
        estimate_helper(in, known);
    }
    for (size_t i = 0; i < known->cost_count; i++)
        add_times(in,
                  count_multiply(
                      in->around,
                      (trip_count){.known = true, .factor = 1, .sizes = known->costs[i].sizes}),
                  known->costs[i].nanoseconds);
}

static void add_operation(estimate *in, const ir_expression *expression)
{
    double parts = ir_kind(expression->type) == 'c' ? 4 : 1;
    if (expression->op == IR_DIVIDE || expression->op == IR_REMAINDER)
        add(in, parts * division);
    else
        add_packed(in, parts * other_operation);
}

static void add_call(estimate *in, const ir_expression *call)
{
    if (call->function)
        add_helper(in, call);
    else if (call->callee != IR_CALLEE_LIBRARY)
        add(in, unknown_call);
    else
        add_library_call(in, call->library);
}

static bool add_expression(void *context, const ir_expression *expression,
                           const ir_statement *statement)
{
    estimate *in = context;
    (void)statement;
    switch (expression->kind) {
    case IR_SUBSCRIPT:
        add_packed(in, memory_access);
        break;
    case IR_UNARY:
    case IR_BINARY:
    case IR_CONDITIONAL:
        add_operation(in, expression);
        break;
    case IR_ASSIGN:
        if (expression->op != IR_OPERATOR_NONE)
            add_operation(in, expression);
        break;
    case IR_CALL:
        add_call(in, expression);
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
    trips = trips.known ? in_root_sizes(in, trips)
                        : (trip_count){.known = true, .factor = UNKNOWN_TRIPS};
    add_statement(in, loop->first);
    in->around = count_multiply(in->around, trips);
    bool deeper = in->depth < DEEPEST_LOOP, was_packed = in->packed;
    in->packed |= analyse_loop_packs(loop);
    if (deeper)
        in->loops[in->depth++] = loop;
    add_value(in, loop->expression);
    for (size_t i = 0; i < loop->child_count; i++)
        add_statement(in, loop->children[i]);
    add_value(in, loop->step);
    in->packed = was_packed;
    in->depth -= deeper;
    in->around = outside;
}

/* How many ways lead through a switch: one a child that is entered, and one past all of them. */
static size_t count_ways(const ir_statement *statement)
{
    size_t ways = !ir_has_default(statement);
    for (size_t i = 0; i < statement->child_count; i++)
        ways += ir_enters(statement, i);
    return ways ? ways : 1;
}

/* Each of so many ways is as likely as any other. */
static void add_branches(estimate *in, const ir_statement *statement, size_t ways)
{
    double factor = in->around.factor;
    add_value(in, statement->expression);
    in->around.factor /= (double)ways;
    for (size_t i = 0; i < statement->child_count; i++)
        add_statement(in, statement->children[i]);
    in->around.factor = factor;
}

static void add_statement(estimate *in, const ir_statement *statement)
{
    if (!statement)
        return;
    if (ir_is_loop(statement)) {
        add_loop(in, statement);
    } else if (statement->kind == IR_IF) {
        add_branches(in, statement, 2);
    } else if (statement->kind == IR_SWITCH) {
        add_branches(in, statement, count_ways(statement));
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
    helper_costs helpers = {0};
    helper_cost root = {.function = result->tree, .open = true, .often = 1};
    *ARENA_PUSH(memory, helpers.items, helpers.count) = &root;
    estimate in = {.memory = memory,
                   .costs = &result->costs,
                   .cost_count = &result->cost_count,
                   .helpers = &helpers,
                   .around = {.known = true, .factor = 1},
                   .often = 1,
                   .packed = analyse_packs(result)};
    const ir_function *function = result->tree;
    for (size_t i = 0; i < function->parameter_count && i < MOST_SIZES; i++) {
        in.parameters[i] = (trip_count){.known = true, .factor = 1};
        in.parameters[i].sizes.powers[i] = 1;
    }
    for (size_t i = 0; i < function->parameter_count; i++)
        if (function->parameters[i]->type->kind != IR_TYPE_ARRAY &&
            !function->parameters[i]->is_size)
            add_packed(&in, memory_access);
    if (function->result->kind != IR_TYPE_VOID)
        add_packed(&in, memory_access);
    add_statement(&in, function->body);
    repeat(result->costs, result->cost_count, root.again);
}

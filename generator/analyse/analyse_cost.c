/* analyse_cost.c: the estimated cost of one item: operations × how often the loops around them run.
 * All figures of the estimate stand in this file, but those of library functions. */
#include <string.h>

#include "flow.h"

enum {
    UNKNOWN_TRIPS = 32,
    DEEPEST_CALL = 64, /* a bound of the stack */
    DEEPEST_LOOP = 32,
    MOST_HELPERS = 2000, /* with other sizes one counts anew */
    MOST_CALLS = 1000    /* that values are followed through */
};

/* Nanoseconds on one core; tests/bench/costs.py holds them against the clock. */
static const double memory_access = 0.5, other_operation = 0.3, division = 2, library_call = 10,
                    unknown_call = 20;
/* Elements that a vector does in the time of one; divisions and roots take theirs nonetheless. */
static const double pack = 8;

/* Of so many rounds, in loops that compilers make vectors of or elsewhere. */
typedef struct cost_term {
    double nanoseconds;
    size_product sizes;
    bool packed;
} cost_term;

/* What one call of a helper costs, given what its parameters are. */
typedef struct helper_cost {
    const ir_function *function;
    const size_sum *arguments;
    size_t argument_count;
    bool packed;
    bool open;    /* it is being estimated: who calls it meanwhile makes a cycle */
    double often; /* how often a call of the root comes here, the sizes of loops aside */
    double again; /* how often one call of it leads to another */
    cost_term *costs;
    size_t cost_count;
    size_product *counted; /* as of a body */
    size_t counted_count;
} helper_cost;

typedef struct helper_costs {
    helper_cost **items;
    size_t count;
} helper_costs;

/* Where costs go, and what the code around runs how often. */
typedef struct estimate {
    arena *memory;
    helper_cost *to; /* the function that is read, or the one read first */
    helper_costs *helpers;
    flow_call now; /* of the current function */
    const ir_statement *loops[DEEPEST_LOOP];
    size_sum outside[DEEPEST_LOOP + 1]; /* rounds of all loops around each of these */
    size_t depth;
    size_sum around;      /* rounds of all loops around, in root's sizes */
    size_product counted; /* of the loops around that count, rounds in one product of sizes */
    size_t call_depth;
    double often; /* as in helper_cost */
    bool packed;  /* the code runs for several elements at once */
} estimate;

static void add_term(estimate *in, trip_count times, double nanoseconds, bool packed)
{
    helper_cost *to = in->to;
    const double cost = count_bound(nanoseconds * times.factor);
    for (size_t i = 0; i < to->cost_count; i++)
        if (to->costs[i].packed == packed &&
            memcmp(&to->costs[i].sizes, &times.sizes, sizeof times.sizes) == 0) {
            to->costs[i].nanoseconds = count_bound(to->costs[i].nanoseconds + cost);
            return;
        }
    if (cost > 0)
        *ARENA_PUSH(in->memory, to->costs, to->cost_count) = (cost_term){cost, times.sizes, packed};
}

static void note_counted(estimate *in, const size_product *counted)
{
    helper_cost *to = in->to;
    for (size_t i = 0; i < to->counted_count; i++)
        if (memcmp(&to->counted[i], counted, sizeof *counted) == 0)
            return;
    *ARENA_PUSH(in->memory, to->counted, to->counted_count) = *counted;
}

static void add(estimate *in, double nanoseconds)
{
    note_counted(in, &in->counted);
    for (size_t i = 0; i < in->around.count; i++)
        add_term(in, in->around.terms[i], nanoseconds, in->packed);
}

/* How often the loops around run, their sizes aside. */
static double factor_around(const estimate *in)
{
    double all = 0;
    for (size_t i = 0; i < in->around.count; i++)
        all += in->around.terms[i].factor;
    return all;
}

/* What vectors make cheaper. */
static void add_packed(estimate *in, double nanoseconds)
{
    add(in, in->packed ? nanoseconds / pack : nanoseconds);
}

/* A count in sizes of the current function, in sizes of the function read first. */
static size_sum in_root_sizes(const estimate *in, trip_count local)
{
    size_sum result = sum_number(local.factor);
    for (size_t i = 0; i < MOST_SIZES && i < in->now.argument_count; i++)
        for (unsigned k = 0; k < local.sizes.powers[i]; k++)
            result = sum_multiply(result, in->now.arguments[i].count ? in->now.arguments[i]
                                                                     : sum_number(UNKNOWN_TRIPS));
    return result;
}

static void add_statement(estimate *in, const ir_statement *statement);

static void add_library_call(estimate *in, const library_function *function)
{
    const double cost = function ? function->nanoseconds : library_call;
    add(in, in->packed && cost < division ? cost / pack : cost);
}

static bool is_same(const helper_cost *a, const helper_cost *b)
{
    if (a->function != b->function || a->packed != b->packed ||
        a->argument_count != b->argument_count)
        return false;
    for (size_t i = 0; i < a->argument_count; i++)
        if (!sum_is_same(&a->arguments[i], &b->arguments[i]))
            return false;
    return true;
}

/* What is known of a helper with these parameters; NULL if nothing. *open: it is being estimated,
 * and this is its entry; else NULL. */
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

/* A function whose call calls it again p times by itself is run 1 + p + p² + … times: how often it
 * is taken to be. */
static double count_rounds(double again)
{
    enum { MOST_ROUNDS = 8 };
    if (again * MOST_ROUNDS <= MOST_ROUNDS - 1)
        return 1 / (1 - again);
    return MOST_ROUNDS * (again > 1 ? again : 1);
}

static void repeat(cost_term *costs, size_t count, double again)
{
    for (size_t i = 0; i < count; i++)
        costs[i].nanoseconds = count_bound(costs[i].nanoseconds * count_rounds(again));
}

static void estimate_helper(estimate *in, helper_cost *known)
{
    estimate *inner = arena_array(in->now.shared->memory, 1, sizeof *inner);
    *inner = (estimate){.memory = in->memory,
                        .to = known,
                        .helpers = in->helpers,
                        .around = sum_number(1),
                        .call_depth = in->call_depth + 1,
                        .often = count_bound(in->often * factor_around(in)),
                        .packed = in->packed};
    inner->now = flow_begin(in->now.shared, known->function, known->arguments,
                            known->argument_count, in->now.depth);
    known->open = true;
    known->often = inner->often;
    add_statement(inner, known->function->body);
    known->open = false;
    repeat(known->costs, known->cost_count, known->again);
}

/* Adds a helper's cost as often as it is called here. */
static void add_known(estimate *in, const helper_cost *known)
{
    for (size_t i = 0; i < known->counted_count; i++) {
        const trip_count times = {.sizes = known->counted[i]};
        const trip_count all = count_multiply((trip_count){.sizes = in->counted}, times);
        note_counted(in, &all.sizes);
    }
    for (size_t i = 0; i < known->cost_count; i++) {
        const trip_count term = {.known = true, .factor = 1, .sizes = known->costs[i].sizes};
        const size_sum times = sum_multiply(in->around, sum_term(term));
        for (size_t k = 0; k < times.count; k++)
            add_term(in, times.terms[k], known->costs[i].nanoseconds, known->costs[i].packed);
    }
}

/* The helper's own cost, its parameters standing for the arguments. Each is counted once for the
 * same parameters, so that it takes no longer than the text is long. */
static void add_helper(estimate *in, const ir_expression *call)
{
    helper_cost wanted = {.function = call->function,
                          .arguments = flow_arguments(&in->now, call),
                          .argument_count = call->operand_count,
                          .packed = in->packed};
    helper_cost *open, *known = find_helper(in, &wanted, &open);
    if (open) {
        open->again += open->often > 0 ? in->often * factor_around(in) / open->often : 0;
        return;
    }
    if (in->call_depth == DEEPEST_CALL || (!known && in->helpers->count == MOST_HELPERS)) {
        add(in, unknown_call);
        return;
    }
    if (!known) {
        known = arena_array(in->now.shared->memory, 1, sizeof *known);
        *known = wanted;
        *ARENA_PUSH(in->now.shared->memory, in->helpers->items, in->helpers->count) = known;
        estimate_helper(in, known);
    }
    add_known(in, known);
}

static void add_operation(estimate *in, const ir_expression *expression)
{
    double parts = ir_kind(expression->type) == 'c' ? 4 : 1;
    if (expression->op == IR_DIVIDE || expression->op == IR_REMAINDER)
        add(in, parts * division);
    else
        add_packed(in, parts * other_operation);
}

static bool is_variable_address(const ir_expression *pointer)
{
    const ir_expression *address = ir_strip(pointer);
    return address->kind == IR_UNARY && address->op == IR_ADDRESS &&
           ir_strip(address->operands[0])->kind == IR_VARIABLE;
}

/* A number's bits as another type's: nothing is done for that. */
static bool is_bit_copy(const ir_expression *call)
{
    int64_t bytes;
    return call->library && strcmp(call->library->name, "memcpy") == 0 &&
           call->operand_count == 3 && is_variable_address(call->operands[0]) &&
           is_variable_address(call->operands[1]) && ir_constant(call->operands[2], &bytes) &&
           bytes <= (int64_t)sizeof(double[2]);
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
        if (is_bit_copy(expression))
            return false;
        add_call(in, expression);
        break;
    default:
        break;
    }
    if (expression->inside)
        add_statement(in, expression->inside);
    return !expression->inside;
}

static void add_value(estimate *in, const ir_expression *value)
{
    ir_visit_expression(value, NULL, add_expression, in);
}

/* The rounds of a loop that counts, and terms of sizes that the way to its end has beside them: a +
 * b is as much as either. */
static size_sum counted_rounds(const estimate *in, int loop, trip_count trips)
{
    size_sum rounds = in_root_sizes(in, trips);
    const size_sum all = flow_count(&in->now, loop, UNKNOWN_TRIPS).rounds;
    for (size_t i = 0; i < all.count; i++) {
        bool is_missing = false;
        for (size_t k = 0; k < MOST_SIZES; k++) {
            bool is_here = all.terms[i].sizes.powers[k] == 0;
            for (size_t t = 0; t < rounds.count; t++)
                is_here |= rounds.terms[t].factor > 0 && rounds.terms[t].sizes.powers[k] > 0;
            is_missing |= !is_here;
        }
        if (is_missing)
            rounds = sum_join(rounds, sum_term(all.terms[i]));
    }
    return rounds;
}

/* Rounds of a loop in a call of the function read first, or in a round of the loops around. */
static size_sum all_rounds(const estimate *in, const ir_statement *loop)
{
    const trip_count trips = analyse_trips(loop, in->loops, in->depth);
    const int number = flow_find_loop(in->now.facts, loop);
    if (number == NO_LOOP)
        return sum_multiply(in->around, sum_number(UNKNOWN_TRIPS));
    if (trips.known)
        return sum_multiply(in->around, counted_rounds(in, number, trips));
    const flow_rounds found = flow_count(&in->now, number, UNKNOWN_TRIPS);
    size_t depth = in->depth; /* of loops around in whose rounds it begins anew */
    while (depth > 0 && !(found.around != NO_LOOP &&
                          in->now.facts->loops[found.around].loop == in->loops[depth - 1]))
        depth--;
    const size_sum around = depth == in->depth ? in->around : in->outside[depth];
    return sum_join(sum_multiply(around, found.rounds), found.more);
}

/* Multiplies what loops around count by this one's rounds, where those are one product of sizes. */
static void count_sizes(estimate *in, const ir_statement *loop)
{
    const trip_count trips = analyse_trips(loop, in->loops, in->depth);
    const size_sum rounds = trips.known ? in_root_sizes(in, trips) : (size_sum){0};
    if (rounds.count == 1)
        in->counted = count_multiply((trip_count){.sizes = in->counted}, rounds.terms[0]).sizes;
}

static void add_loop(estimate *in, const ir_statement *loop)
{
    const size_sum outside = in->around;
    add_statement(in, loop->first);
    const size_sum all = all_rounds(in, loop);
    if (in->depth == 0)
        in->outside[0] = outside;
    in->around = all;
    const bool deeper = in->depth < DEEPEST_LOOP, was_packed = in->packed;
    const size_product counted = in->counted;
    count_sizes(in, loop);
    in->packed |= analyse_loop_packs(loop);
    if (deeper)
        in->loops[in->depth++] = loop;
    in->outside[in->depth] = all;
    add_value(in, loop->expression);
    for (size_t i = 0; i < loop->child_count; i++)
        add_statement(in, loop->children[i]);
    add_value(in, loop->step);
    in->packed = was_packed;
    in->counted = counted;
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
    const size_sum around = in->around;
    add_value(in, statement->expression);
    in->around = sum_scale(around, 1 / (double)ways);
    for (size_t i = 0; i < statement->child_count; i++)
        add_statement(in, statement->children[i]);
    in->around = around;
}

/* Children in their order, and those that goto repeats. */
static void add_children(estimate *in, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->child_count; i++) {
        const flow_region *region = flow_find_region(in->now.facts, statement, i);
        if (region) {
            i = region->last;
            add_loop(in, region->loop);
        } else {
            add_statement(in, statement->children[i]);
        }
    }
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
        add_children(in, statement);
    }
}

/* A call of the function whose sizes all others are counted in. */
static flow_call begin(flow *shared, const ir_function *function)
{
    size_sum *sizes = arena_array(shared->memory, function->parameter_count + 1, sizeof *sizes);
    for (size_t i = 0; i < function->parameter_count && i < MOST_SIZES; i++) {
        if (!function->parameters[i]->is_size)
            continue;
        sizes[i] = sum_term((trip_count){.known = true, .factor = 1});
        sizes[i].terms->sizes.powers[i] = 1;
        shared->all_sizes = sum_add(shared->all_sizes, sizes[i]);
    }
    return flow_begin(shared, function, sizes, function->parameter_count, 0);
}

/* Terms of the same sizes together. */
static void keep_costs(arena *memory, const helper_cost *root, body *result)
{
    for (size_t i = 0; i < root->cost_count; i++) {
        const cost_term *term = &root->costs[i];
        size_t k = 0;
        while (k < result->cost_count &&
               memcmp(&result->costs[k].sizes, &term->sizes, sizeof term->sizes) != 0)
            k++;
        if (k == result->cost_count)
            *ARENA_PUSH(memory, result->costs, result->cost_count) = (body_cost){0, term->sizes};
        result->costs[k].nanoseconds += term->nanoseconds;
    }
}

/* How much of the work, item by item, lies in loops that compilers make vectors of. */
static double packed_share(const helper_cost *root)
{
    double all = 0, packed = 0;
    for (size_t i = 0; i < root->cost_count; i++) {
        double work = root->costs[i].nanoseconds * (root->costs[i].packed ? pack : 1);
        for (size_t k = 0; k < MOST_SIZES; k++)
            for (unsigned power = root->costs[i].sizes.powers[k]; power; power--)
                work = count_bound(work * UNKNOWN_TRIPS);
        all += work;
        packed += root->costs[i].packed ? work : 0;
    }
    return all > 0 ? packed / all : 0;
}

/* Operands by value and outputs through pointers are memory accesses as well. */
void analyse_costs(arena *memory, body *result)
{
    const ir_function *function = result->tree;
    flow shared = {.memory = arena_new(), .calls_left = MOST_CALLS};
    helper_costs helpers = {0};
    helper_cost root = {.function = function, .open = true, .often = 1};
    estimate *in = arena_array(shared.memory, 1, sizeof *in);
    *ARENA_PUSH(shared.memory, helpers.items, helpers.count) = &root;
    *in = (estimate){.memory = memory,
                     .to = &root,
                     .helpers = &helpers,
                     .around = sum_number(1),
                     .often = 1,
                     .packed = analyse_packs(result)};
    in->now = begin(&shared, function);
    for (size_t i = 0; i < function->parameter_count; i++)
        if (function->parameters[i]->type->kind != IR_TYPE_ARRAY &&
            !function->parameters[i]->is_size)
            add_packed(in, memory_access);
    if (function->result->kind != IR_TYPE_VOID)
        add_packed(in, memory_access);
    add_statement(in, function->body);
    repeat(root.costs, root.cost_count, root.again);
    keep_costs(memory, &root, result);
    result->packed_share = packed_share(&root);
    result->counted = root.counted, result->counted_count = root.counted_count;
    arena_free(shared.memory);
}

/* analyse_contraction.c: recognises sums of products over core dimensions, in any order of loops:
 * an accumulator that is stored once, or an output that is set and added to. */
#include "analyse.h"

#include <string.h>

enum { DEEPEST = CONTRACTION_MOST_LOOPS, MOST_STARTS = 8 };

/* A variable or element that is set before the sum, and the loops around. */
typedef struct start {
    const ir_expression *target; /* NULL of a declaration */
    const ir_variable *variable;
    const ir_expression *value;
    bool elements; /* each element once: its axes are counted by the loops around */
    const ir_statement *loops[DEEPEST];
    size_t depth;
} start;

/* What the walk through the function has met so far. */
typedef struct survey {
    arena *memory;
    const ir_statement *loops[DEEPEST];
    size_t depth;
    const char *reason; /* why it is no contraction; NULL so far */
    const ir_expression *accumulation, *added, *product;
    bool subtracted;
    const ir_statement *accumulation_loops[DEEPEST];
    size_t accumulation_depth;
    sum_stage stages[CONTRACTION_MOST_STAGES];
    const ir_statement *stage_loops[CONTRACTION_MOST_STAGES][DEEPEST];
    size_t stage_depths[CONTRACTION_MOST_STAGES], stage_count;
    const ir_expression *store; /* the output's lvalue; NULL for a returned value */
    const ir_expression *stored;
    const ir_statement *store_loops[DEEPEST];
    bool stores_elements; /* as in start */
    size_t store_depth, stores;
    start starts[MOST_STARTS];
    size_t start_count;
} survey;

static void refuse(survey *in, const char *reason)
{
    if (!in->reason)
        in->reason = reason;
}

static bool is_zero(const ir_expression *value)
{
    int64_t integer;
    value = ir_strip_casts(value);
    return value && (ir_constant(value, &integer)
                         ? integer == 0
                         : value->kind == IR_LITERAL && !value->is_integer && value->number == 0 &&
                               strchr("0123456789.", value->text[0]) != NULL);
}

static bool is_output(const ir_expression *target)
{
    const ir_variable *variable = ir_base_variable(target);
    return variable && variable->storage == IR_PARAMETER && target->kind != IR_VARIABLE;
}

/* Whether the loops around visit each element of the target once: each counts one axis. */
static bool visits_elements(const survey *in, const ir_expression *target)
{
    element_axes axes;
    bool counts[DEEPEST] = {false};
    if (!analyse_element(in->loops, in->depth, target, &axes) || axes.count != in->depth)
        return false;
    for (size_t i = 0; i < axes.count; i++) {
        if (counts[axes.loops[i]])
            return false;
        counts[axes.loops[i]] = true;
    }
    return true;
}

static void note_start(survey *in, const ir_expression *target, const ir_variable *variable,
                       const ir_expression *value)
{
    if (in->accumulation)
        refuse(in, "a variable is set after the sum");
    else if (in->start_count == MOST_STARTS)
        refuse(in, "many variables are set");
    else if (!variable || (target && target->kind == IR_VARIABLE && variable->storage != IR_LOCAL))
        refuse(in, "more than a sum is set");
    if (in->reason)
        return;
    start *noted = &in->starts[in->start_count++];
    *noted =
        (start){target, variable, value, target && visits_elements(in, target), {0}, in->depth};
    memcpy(noted->loops, in->loops, sizeof in->loops);
}

/* The value that is stored or returned: behind the sum. */
static void note_store(survey *in, const ir_expression *target, const ir_expression *value)
{
    if (!in->accumulation)
        refuse(in, "no product of two inputs is accumulated");
    in->store = target;
    in->stored = value;
    in->store_depth = in->depth;
    memcpy(in->store_loops, in->loops, sizeof in->loops);
    in->stores_elements = target ? visits_elements(in, target) : in->depth == 0;
    in->stores++;
}

/* Behind the sum its variable is changed, only where the condition holds if there is one. */
static void note_stage(survey *in, const ir_expression *assignment, const ir_expression *condition)
{
    const ir_expression *target = ir_strip(assignment->operands[0]);
    const bool is_sum = in->accumulation && target->kind == IR_VARIABLE &&
                        ir_same(target, ir_strip(in->accumulation->operands[0]));
    if (!is_sum || in->stores || in->stage_count == CONTRACTION_MOST_STAGES) {
        refuse(in, condition ? "its loops hold a condition"
                             : "no product of two inputs is accumulated");
        return;
    }
    in->stage_depths[in->stage_count] = in->depth;
    memcpy(in->stage_loops[in->stage_count], in->loops, sizeof in->loops);
    in->stages[in->stage_count++] = (sum_stage){assignment->op, assignment->operands[1], condition};
}

/* An element of an input, or its complex conjugate. */
static bool is_input_element(const survey *in, const ir_expression *value)
{
    element_axes axes;
    value = ir_strip_casts(value);
    if (analyse_is_conjugate(value))
        value = ir_strip_casts(value->operands[0]);
    return value->kind == IR_SUBSCRIPT && analyse_element(in->loops, in->depth, value, &axes);
}

/* sum += a * b, sum = sum + a * b, and with minus; sum = fma(a, b, sum): what is added. */
static const ir_expression *find_added(const ir_expression *assignment, bool *subtracted)
{
    const ir_expression *target = ir_strip(assignment->operands[0]);
    const ir_expression *value = ir_strip_casts(assignment->operands[1]);
    *subtracted = assignment->op == IR_SUBTRACT;
    if (assignment->op == IR_ADD || assignment->op == IR_SUBTRACT)
        return value->kind == IR_BINARY ? assignment->operands[1] : NULL;
    if (assignment->op != IR_OPERATOR_NONE)
        return NULL;
    if (value->kind == IR_CALL) /* the one call that is added itself */
        return value->library && strcmp(value->library->name, "fma") == 0 &&
                       value->operand_count == 3 && ir_same(value->operands[2], target)
                   ? value
                   : NULL;
    if (value->kind != IR_BINARY || (value->op != IR_ADD && value->op != IR_SUBTRACT))
        return NULL;
    *subtracted = value->op == IR_SUBTRACT;
    const ir_expression *other = ir_same(value->operands[0], target) ? value->operands[1]
                                 : value->op == IR_ADD && ir_same(value->operands[1], target)
                                     ? value->operands[0]
                                     : NULL;
    return other && ir_strip_casts(other)->kind == IR_BINARY ? other : NULL;
}

static bool find_product(survey *in, const ir_expression *assignment)
{
    bool subtracted;
    const ir_expression *added = find_added(assignment, &subtracted);
    const ir_expression *product = added ? ir_strip_casts(added) : NULL;
    const bool multiplies = product && (product->kind == IR_CALL || product->op == IR_MULTIPLY);
    if (!multiplies || !is_input_element(in, product->operands[0]) ||
        !is_input_element(in, product->operands[1]))
        return false;
    if (in->accumulation)
        refuse(in, "several sums of products");
    in->accumulation = assignment;
    in->added = added;
    in->product = product;
    in->subtracted = subtracted;
    in->accumulation_depth = in->depth;
    memcpy(in->accumulation_loops, in->loops, sizeof in->loops);
    return true;
}

static void survey_assignment(survey *in, const ir_expression *assignment)
{
    const ir_expression *target = ir_strip(assignment->operands[0]);
    const bool sets = assignment->op == IR_OPERATOR_NONE;
    if (find_product(in, assignment))
        return;
    if (sets && (!in->accumulation || (is_zero(assignment->operands[1]) && is_output(target))))
        note_start(in, target, ir_base_variable(target), assignment->operands[1]);
    else if (sets && is_output(target))
        note_store(in, target, assignment->operands[1]);
    else
        note_stage(in, assignment, NULL);
}

/* if (condition) sum = value; */
static void survey_condition(survey *in, const ir_statement *statement)
{
    const ir_statement *inner = statement->children[0];
    while (inner->kind == IR_BLOCK && inner->child_count == 1)
        inner = inner->children[0];
    if (statement->child_count == 1 && inner->kind == IR_EVALUATE &&
        inner->expression->kind == IR_ASSIGN && inner->expression->op == IR_OPERATOR_NONE)
        note_stage(in, inner->expression, statement->expression);
    else
        refuse(in, "its loops hold a condition");
}

static void survey_statement(survey *in, const ir_statement *statement);

static void survey_loop(survey *in, const ir_statement *loop)
{
    counted_loop counted;
    const ir_expression *size;
    if (!analyse_counted(loop, &counted) || !analyse_full_range(&counted, &size) ||
        analyse_strip_widening(counted.end) != size)
        refuse(in, "a loop that does not walk along a whole core dimension");
    else if (in->depth == DEEPEST)
        refuse(in, "a deep nest of loops");
    if (in->reason)
        return;
    in->loops[in->depth++] = loop;
    survey_statement(in, counted.body);
    in->depth--;
}

static void survey_declaration(survey *in, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->variable_count; i++) {
        const ir_variable *variable = statement->variables[i];
        if (ir_kind(variable->type) == 0)
            refuse(in, "no product of two inputs is accumulated");
        else if (variable->initializer)
            note_start(in, NULL, variable, variable->initializer);
    }
}

static void survey_statement(survey *in, const ir_statement *statement)
{
    if (in->reason)
        return;
    switch (statement->kind) {
    case IR_BLOCK:
        for (size_t i = 0; i < statement->child_count; i++)
            survey_statement(in, statement->children[i]);
        break;
    case IR_DECLARATION:
        survey_declaration(in, statement);
        break;
    case IR_FOR:
        survey_loop(in, statement);
        break;
    case IR_EVALUATE:
        if (statement->expression->kind == IR_ASSIGN)
            survey_assignment(in, statement->expression);
        else
            refuse(in, "no product of two inputs is accumulated");
        break;
    case IR_RETURN:
        if (statement->expression)
            note_store(in, NULL, statement->expression);
        break;
    case IR_IF:
        survey_condition(in, statement);
        break;
    case IR_SWITCH:
        refuse(in, "its loops hold a condition");
        break;
    default:
        refuse(in, "its loops are more than counted loops");
    }
}

/* Whether the first loops around two places are the same ones. */
static bool share_loops(const ir_statement *const *a, const ir_statement *const *b, size_t count)
{
    return memcmp(a, b, count * sizeof *a) == 0;
}

/* The last start of the variable, if all else that is set are locals, to zero. */
static const start *find_start(const survey *in, const ir_variable *variable)
{
    const start *found = NULL;
    for (size_t i = 0; i < in->start_count; i++)
        if (in->starts[i].variable == variable)
            found = &in->starts[i];
        else if (in->starts[i].variable->storage != IR_LOCAL || !is_zero(in->starts[i].value))
            return NULL;
    return found;
}

/* Whether what changes the sum behind its loops stands where it is stored. */
static bool check_stages(const survey *in)
{
    for (size_t i = 0; i < in->stage_count; i++)
        if (in->stage_depths[i] != in->store_depth ||
            !share_loops(in->stage_loops[i], in->store_loops, in->store_depth))
            return false;
    return true;
}

/* A local accumulator is set, then summed up, and stored once under the same loops, around those it
 * sums over. */
static const start *check_local(const survey *in, const ir_expression *target)
{
    const start *noted = find_start(in, target->variable);
    const bool whole = in->stores == 1 && in->stores_elements &&
                       analyse_mentions(in->stored, target->variable) &&
                       in->store_depth < in->accumulation_depth && check_stages(in) &&
                       share_loops(in->store_loops, in->accumulation_loops, in->store_depth);
    return whole && noted && noted->depth == in->store_depth &&
                   share_loops(noted->loops, in->store_loops, in->store_depth)
               ? noted
               : NULL;
}

/* Whether an element is set before it is added to, and not again: a loop around both sets the
 * elements that it adds to. */
static bool sets_first(const survey *in, const start *noted, const ir_expression *target)
{
    element_axes set, added;
    if (!noted->elements || !analyse_element(noted->loops, noted->depth, noted->target, &set) ||
        !analyse_element(in->accumulation_loops, in->accumulation_depth, target, &added) ||
        set.count != added.count)
        return false;
    for (size_t i = 0; i < noted->depth && i < in->accumulation_depth; i++) {
        if (noted->loops[i] != in->accumulation_loops[i])
            break;
        for (size_t axis = 0; axis < set.count; axis++)
            if ((set.loops[axis] == i) != (added.loops[axis] == i))
                return false;
    }
    return true;
}

/* An output that is added to is set before, element by element, and stored nowhere else. */
static const start *check_in_place(survey *in, const ir_expression *target)
{
    in->store = target;
    const bool alone = in->stores == 0 && in->stage_count == 0 && in->start_count == 1;
    return alone && in->starts[0].variable == ir_base_variable(target) &&
                   sets_first(in, &in->starts[0], target)
               ? &in->starts[0]
               : NULL;
}

/* The sizes of the loops whose variables the output is not subscripted by; each input uses them. */
static const char *summed_sizes(survey *in, const ir_expression *output)
{
    const char *sizes = NULL;
    for (size_t i = 0; i < in->accumulation_depth; i++) {
        counted_loop loop;
        const ir_expression *size;
        if (!analyse_counted(in->accumulation_loops[i], &loop) || !analyse_full_range(&loop, &size))
            return NULL;
        bool first = analyse_mentions(in->product->operands[0], loop.variable);
        bool second = analyse_mentions(in->product->operands[1], loop.variable);
        if (output && analyse_mentions(output, loop.variable)) {
            if (!first && !second)
                return NULL;
            continue;
        }
        if (!first || !second)
            return NULL;
        const char *text = ir_expression_text(in->memory, size);
        sizes = sizes ? arena_format(in->memory, "%s and %s", sizes, text) : text;
    }
    return sizes;
}

/* What the survey found, for who describes it. */
static sum_of_products found_sum(const survey *in, const start *from, bool in_place)
{
    sum_of_products found = {.accumulation = in->accumulation,
                             .added = in->added,
                             .product = in->product,
                             .target = ir_strip(in->accumulation->operands[0]),
                             .subtracted = in->subtracted,
                             .start = is_zero(from->value) ? NULL : from->value,
                             .start_site = in_place ? from->target : NULL,
                             .start_depth = from->depth,
                             .stage_count = in->stage_count,
                             .output = in->store,
                             .stored = in->stored,
                             .depth = in->accumulation_depth};
    memcpy(found.start_loops, from->loops, sizeof found.start_loops);
    memcpy(found.stages, in->stages, sizeof found.stages);
    memcpy(found.loops, in->accumulation_loops, sizeof found.loops);
    return found;
}

bool analyse_contraction(arena *memory, const ir_function *function, const contraction **sum,
                         const char **reason, body_obstacle *obstacle)
{
    survey in = {.memory = memory};
    *sum = NULL;
    if (!function->body) {
        *reason = "no body";
        return false;
    }
    survey_statement(&in, function->body);
    *reason = in.reason ? in.reason : "no product of two inputs is accumulated";
    if (in.reason || !in.accumulation)
        return false;
    const ir_expression *target = ir_strip(in.accumulation->operands[0]);
    const bool local = target->kind == IR_VARIABLE && target->variable->storage == IR_LOCAL;
    const start *from = local               ? check_local(&in, target)
                        : is_output(target) ? check_in_place(&in, target)
                                            : NULL;
    const char *sizes = from ? summed_sizes(&in, in.store) : NULL;
    if (!sizes) {
        *reason = "a product is accumulated, but not into one element of the output";
        return false;
    }
    const char *output = in.store ? ir_expression_text(memory, in.store) : "the result";
    *reason =
        arena_format(memory, "%s accumulates %s%s * %s over %s", output, in.subtracted ? "-" : "",
                     ir_expression_text(memory, ir_strip_casts(in.product->operands[0])),
                     ir_expression_text(memory, ir_strip_casts(in.product->operands[1])), sizes);
    const sum_of_products found = found_sum(&in, from, !local);
    *sum = analyse_sum(memory, function, &found, obstacle);
    return true;
}

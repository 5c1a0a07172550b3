/* analyse_contraction.c: recognises sums of products over core dimensions, in any order of loops:
 * an accumulator that is stored once, or an output that is set to zero and added to. */
#include "analyse.h"

#include <string.h>

enum { DEEPEST = CONTRACTION_MOST_LOOPS, MOST_ZEROS = 8 };

/* A variable or element that is set to zero, and the loops around. */
typedef struct zero {
    const ir_expression *target; /* NULL of a declaration */
    const ir_variable *variable;
    bool elements; /* each element once: its indices are the variables of the loops around */
    const ir_statement *loops[DEEPEST];
    size_t depth;
} zero;

/* What the walk through the function has met so far. */
typedef struct survey {
    arena *memory;
    const ir_statement *loops[DEEPEST];
    size_t depth;
    const char *reason; /* why it is no contraction; NULL so far */
    const ir_expression *accumulation, *product;
    const ir_statement *accumulation_loops[DEEPEST];
    size_t accumulation_depth;
    const ir_expression *store; /* the output's lvalue; NULL for a returned value */
    const ir_expression *stored;
    const ir_statement *store_loops[DEEPEST];
    bool stores_elements; /* as in zero */
    size_t store_depth, stores;
    zero zeros[MOST_ZEROS];
    size_t zero_count;
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

/* Whether the loops around visit each element of the target once: its indices are their variables.
 * *y and y[0] stand for a scalar. */
static bool visits_elements(const survey *in, const ir_expression *target)
{
    int64_t index;
    if (target->kind == IR_UNARY)
        return in->depth == 0;
    if (target->kind != IR_SUBSCRIPT || target->operands[0]->kind != IR_VARIABLE)
        return false;
    bool pointer = target->operands[0]->variable->type->kind == IR_TYPE_POINTER;
    if (pointer && ir_constant(target->operands[1], &index) && index == 0)
        return in->depth == 0;
    for (size_t i = 0; i < in->depth; i++) {
        counted_loop loop;
        size_t uses = 0;
        for (size_t k = 1; k < target->operand_count; k++) {
            const ir_expression *value = ir_strip_casts(target->operands[k]);
            bool named = analyse_counted(in->loops[i], &loop) && value->kind == IR_VARIABLE;
            uses += named && value->variable == loop.variable;
        }
        if (uses != 1)
            return false;
    }
    return target->operand_count - 1 == in->depth;
}

static void note_zero(survey *in, const ir_expression *target, const ir_variable *variable,
                      bool elements)
{
    if (in->accumulation)
        refuse(in, "a variable is set to zero after the sum");
    else if (in->zero_count == MOST_ZEROS)
        refuse(in, "many variables are set to zero");
    else if (!variable || (target && target->kind == IR_VARIABLE && variable->storage != IR_LOCAL))
        refuse(in, "more than a sum is set to zero");
    if (in->reason)
        return;
    zero *noted = &in->zeros[in->zero_count++];
    *noted = (zero){target, variable, elements, {0}, in->depth};
    memcpy(noted->loops, in->loops, sizeof in->loops);
}

/* The value that is stored or returned, where it is the sum: behind it. */
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

/* An element of an input whose indices are loop variables, or its complex conjugate. */
static bool is_input_element(const ir_expression *value)
{
    value = ir_strip_casts(value);
    if (analyse_is_conjugate(value))
        value = ir_strip_casts(value->operands[0]);
    if (value->kind != IR_SUBSCRIPT || value->operands[0]->kind != IR_VARIABLE ||
        value->operands[0]->variable->storage != IR_PARAMETER)
        return false;
    for (size_t i = 1; i < value->operand_count; i++)
        if (ir_strip_casts(value->operands[i])->kind != IR_VARIABLE)
            return false;
    return true;
}

/* sum += a * b, sum = sum + a * b, sum = fma(a, b, sum): the two factors. */
static bool find_product(survey *in, const ir_expression *assignment)
{
    const ir_expression *target = ir_strip(assignment->operands[0]);
    const ir_expression *value = ir_strip_casts(assignment->operands[1]);
    if (assignment->op == IR_OPERATOR_NONE && value->kind == IR_BINARY && value->op == IR_ADD) {
        bool first = ir_same(value->operands[0], target);
        if (!first && !ir_same(value->operands[1], target))
            return false;
        value = ir_strip_casts(value->operands[first]);
    } else if (assignment->op == IR_OPERATOR_NONE) {
        bool fused = value->kind == IR_CALL && value->operand_count == 3 &&
                     strncmp(value->text, "fma", 3) == 0 && ir_same(value->operands[2], target);
        if (!fused)
            return false;
    } else if (assignment->op != IR_ADD) {
        return false;
    }
    bool product = value->kind == IR_CALL || (value->kind == IR_BINARY && value->op == IR_MULTIPLY);
    in->product = value;
    return product && is_input_element(value->operands[0]) && is_input_element(value->operands[1]);
}

static void survey_assignment(survey *in, const ir_expression *assignment)
{
    const ir_expression *target = ir_strip(assignment->operands[0]);
    if (find_product(in, assignment)) {
        if (in->accumulation)
            refuse(in, "several sums of products");
        in->accumulation = assignment;
        in->accumulation_depth = in->depth;
        memcpy(in->accumulation_loops, in->loops, sizeof in->loops);
    } else if (assignment->op == IR_OPERATOR_NONE && is_zero(assignment->operands[1])) {
        note_zero(in, target, ir_base_variable(target), visits_elements(in, target));
    } else if (assignment->op == IR_OPERATOR_NONE && is_output(target)) {
        note_store(in, target, assignment->operands[1]);
    } else {
        refuse(in, "no product of two inputs is accumulated");
    }
}

static void survey_statement(survey *in, const ir_statement *statement);

static void survey_loop(survey *in, const ir_statement *loop)
{
    counted_loop counted;
    const ir_expression *size;
    if (!analyse_counted(loop, &counted) || !analyse_full_range(&counted, &size))
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
        if (ir_kind(variable->type) == 0 ||
            (variable->initializer && !is_zero(variable->initializer)))
            refuse(in, "no product of two inputs is accumulated");
        else if (variable->initializer)
            note_zero(in, NULL, variable, false);
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

/* A local accumulator starts at zero and is stored once under the same loops, around those it sums
 * over. */
static bool check_local(const survey *in, const ir_expression *target)
{
    const ir_expression *stored = in->stored ? ir_strip_casts(in->stored) : NULL;
    bool whole = in->stores == 1 && in->stores_elements && stored &&
                 stored->kind == IR_VARIABLE && stored->variable == target->variable &&
                 in->store_depth < in->accumulation_depth &&
                 share_loops(in->store_loops, in->accumulation_loops, in->store_depth);
    bool zeroed = false;
    for (size_t i = 0; i < in->zero_count; i++)
        zeroed |= in->zeros[i].variable == target->variable &&
                  in->zeros[i].depth == in->store_depth &&
                  share_loops(in->zeros[i].loops, in->store_loops, in->store_depth);
    return whole && zeroed;
}

/* Whether a loop's variable stands at the same places among the subscripts of two elements. */
static bool same_places(const ir_statement *loop, const ir_expression *a, const ir_expression *b)
{
    counted_loop counted;
    if (!analyse_counted(loop, &counted) || a->kind != b->kind ||
        a->operand_count != b->operand_count)
        return false;
    for (size_t i = 1; i < a->operand_count; i++) {
        const ir_expression *x = ir_strip_casts(a->operands[i]);
        const ir_expression *y = ir_strip_casts(b->operands[i]);
        if ((x->kind == IR_VARIABLE && x->variable == counted.variable) !=
            (y->kind == IR_VARIABLE && y->variable == counted.variable))
            return false;
    }
    return true;
}

/* Whether an element is set to zero before it is added to, and not again: a loop around both sets the
 * elements that it adds to. */
static bool zeroes(const survey *in, const zero *noted, const ir_expression *target)
{
    if (noted->variable != ir_base_variable(target) || !noted->elements)
        return false;
    for (size_t i = 0; i < noted->depth && i < in->accumulation_depth; i++) {
        if (noted->loops[i] != in->accumulation_loops[i])
            break;
        if (!same_places(noted->loops[i], noted->target, target))
            return false;
    }
    return true;
}

/* An output that is added to is set to zero before, element by element, and stored nowhere else. */
static bool check_in_place(survey *in, const ir_expression *target)
{
    size_t count = 0;
    in->store = target;
    for (size_t i = 0; i < in->zero_count; i++)
        count += in->zeros[i].variable == ir_base_variable(target);
    return in->stores == 0 && count == 1 && zeroes(in, &in->zeros[0], target) &&
           in->zero_count == 1;
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
static sum_of_products found_sum(const survey *in)
{
    sum_of_products found = {.accumulation = in->accumulation,
                             .product = in->product,
                             .target = ir_strip(in->accumulation->operands[0]),
                             .output = in->store,
                             .stored = in->stored,
                             .depth = in->accumulation_depth};
    memcpy(found.loops, in->accumulation_loops, sizeof found.loops);
    return found;
}

bool analyse_contraction(arena *memory, const ir_function *function, const contraction **sum,
                         const char **reason)
{
    survey in = {.memory = memory};
    *sum = NULL;
    if (!function->body) {
        *reason = "no body";
        return false;
    }
    survey_statement(&in, function->body);
    *reason = in.reason ? in.reason : "no product of two inputs is accumulated";
    if (in.reason || !in.accumulation || !find_product(&in, in.accumulation))
        return false;
    const ir_expression *target = ir_strip(in.accumulation->operands[0]);
    bool local = target->kind == IR_VARIABLE && target->variable->storage == IR_LOCAL;
    bool whole =
        local ? check_local(&in, target) : is_output(target) && check_in_place(&in, target);
    const char *sizes = whole ? summed_sizes(&in, in.store) : NULL;
    if (!sizes) {
        *reason = "a product is accumulated, but not into one element of the output";
        return false;
    }
    const char *output = in.store ? ir_expression_text(memory, in.store) : "the result";
    *reason =
        arena_format(memory, "%s accumulates %s * %s over %s", output,
                     ir_expression_text(memory, ir_strip_casts(in.product->operands[0])),
                     ir_expression_text(memory, ir_strip_casts(in.product->operands[1])), sizes);
    const sum_of_products found = found_sum(&in);
    *sum = analyse_sum(memory, function, &found);
    return true;
}

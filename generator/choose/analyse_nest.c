/* analyse_nest.c: whether a function can be applied to its own results without a store in between.
 * Where a compiler may fuse products with sums (-ffp-contract), it might fuse a product that ends
 * one application with a sum that begins the next, and a stored element would have other bits. And
 * of applications in each other that branch or call no compiler makes vectors. Reductions by keys
 * apply it to elements whose result they drop, so it must be able to take any. */
#include "analyse_shape.h"

#include <string.h>

/* Estimated nanoseconds of a light function: some two operations. */
#define MOST_LIGHT 0.35
/* Those of a heavy one. */
#define LEAST_HEAVY 100.0

/* What the expressions of a function are. */
typedef struct arithmetic {
    bool has_product, has_sum, branches;
    bool may_stop; /* it divides integers, by 0, too */
} arithmetic;

static bool is_rounded(const ir_type *type)
{
    const char kind = ir_kind(type);
    return kind == 'f' || kind == 'h' || kind == 'c';
}

/* A variable, whatever it is converted to. */
static bool is_plain(const ir_expression *value)
{
    return ir_strip_casts(value)->kind == IR_VARIABLE;
}

/* Whether it is a macro of <math.h> that compares. */
static bool is_comparison(const char *name)
{
    return strncmp(name, "is", 2) == 0;
}

/* Whether a statement chooses among others. */
static bool chooses(const ir_statement *statement)
{
    if (!statement)
        return false;
    bool found = statement->kind == IR_IF || statement->kind == IR_SWITCH || ir_is_loop(statement);
    for (size_t i = 0; i < statement->child_count && !found; i++)
        found = chooses(statement->children[i]);
    return found;
}

static bool note(void *context, const ir_expression *expression, const ir_statement *statement)
{
    arithmetic *in = context;
    const ir_type *computed = expression->computed ? expression->computed : expression->type;
    (void)statement;
    if (expression->kind == IR_CALL && expression->callee != IR_CALLEE_HELPER)
        in->branches |= !expression->library || !is_comparison(expression->text);
    if (expression->op == IR_AND || expression->op == IR_OR || expression->op == IR_BIT_AND ||
        expression->op == IR_BIT_OR)
        in->branches |= !is_plain(expression->operands[0]) || !is_plain(expression->operands[1]);
    const bool divides = expression->op == IR_DIVIDE || expression->op == IR_REMAINDER;
    in->may_stop |= divides && !is_rounded(computed);
    if (!is_rounded(computed))
        return true;
    switch (expression->op) {
    case IR_MULTIPLY:
    case IR_DIVIDE: /* of complex numbers it is made of products and sums */
        in->has_product = true;
        in->has_sum |= ir_kind(computed) == 'c';
        break;
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_PRE_INCREMENT:
    case IR_PRE_DECREMENT:
    case IR_POST_INCREMENT:
    case IR_POST_DECREMENT:
        in->has_sum = true;
        break;
    default:
        break;
    }
    return true;
}

bool analyse_nests(const body *read)
{
    arithmetic in = {0};
    if (!read || !read->tree || read->recursive || ir_find_text(read->tree).reason)
        return false;
    in.branches = chooses(read->tree->body);
    ir_visit(read->tree->body, note, &in);
    for (size_t k = 0; k < read->tree->helper_count; k++) {
        in.branches |= chooses(read->tree->helpers[k]->body);
        ir_visit(read->tree->helpers[k]->body, note, &in);
    }
    return !in.branches && !in.may_stop && !(in.has_product && in.has_sum);
}

static double cost_of(const body *read)
{
    double cost = 0;
    for (size_t k = 0; k < read->cost_count; k++)
        cost += read->costs[k].nanoseconds;
    return cost;
}

bool analyse_light(const function *shown)
{
    bool light = shown->binding_count > 0;
    for (size_t i = 0; i < shown->binding_count && light; i++)
        light = cost_of(shown->bodies[i]) <= MOST_LIGHT && analyse_nests(shown->bodies[i]);
    return light;
}

bool analyse_heavy(const function *shown)
{
    bool heavy = false;
    for (size_t i = 0; shown->foreign && i < shown->binding_count; i++)
        heavy |= shown->bodies[i] && cost_of(shown->bodies[i]) >= LEAST_HEAVY;
    return heavy;
}

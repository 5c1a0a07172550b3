/* analyse_best.c: functions that return the larger, or the less, of their two numbers. Each is
 * tried on all that these may be to each other, NaN excluded: then a reduction keeps the largest,
 * or the least, whatever the order, and where zeros of both signs are equal or some element is NaN
 * the runtime takes the tree's. */
#include <string.h>

#include "analyse.h"
#include "text/dtype.h"

/* What an expression is: one of the two numbers, a truth value, or what is not followed. */
typedef enum best_value { OTHER, FIRST, SECOND, NO, YES } best_value;

enum { MOST_VARIABLES = 64 };

/* One trial. */
typedef struct trial {
    int order; /* the first number is less than the second, -1, equal, or greater, 1 */
    weft_dtype dtype;
    best_value values[MOST_VARIABLES]; /* of variables, by their numbers */
} trial;

static best_value value_of(trial *in, const ir_expression *asked);
static best_value result_of(trial *in, const ir_function *function);

static best_value truth(bool is_true)
{
    return is_true ? YES : NO;
}

static bool is_number(best_value value)
{
    return value == FIRST || value == SECOND;
}

/* What one number is to another. */
static int order_of(const trial *in, best_value a, best_value b)
{
    return a == b ? 0 : a == FIRST ? in->order : -in->order;
}

static best_value compare(const trial *in, ir_operator op, best_value a, best_value b)
{
    if (!is_number(a) || !is_number(b))
        return OTHER;
    const int order = order_of(in, a, b);
    switch (op) {
    case IR_LESS:
        return truth(order < 0);
    case IR_LESS_EQUAL:
        return truth(order <= 0);
    case IR_GREATER:
        return truth(order > 0);
    case IR_GREATER_EQUAL:
        return truth(order >= 0);
    case IR_EQUAL:
        return truth(order == 0);
    case IR_NOT_EQUAL:
        return truth(order != 0);
    default:
        return OTHER;
    }
}

/* Whether a type holds all numbers of another. */
static bool holds(weft_dtype to, weft_dtype from)
{
    const char kind = dtype_kind(to), own = dtype_kind(from);
    return kind == own ? dtype_digits(to) >= dtype_digits(from) &&
                             dtype_exponent(to) >= dtype_exponent(from)
                       : kind == 'i' && own == 'u' && dtype_digits(to) >= dtype_digits(from);
}

/* A conversion: numbers stay what they are in types that hold them, and back. */
static best_value convert(trial *in, const ir_expression *cast)
{
    const best_value value = value_of(in, cast->operands[0]);
    if (cast->type->kind != IR_TYPE_SCALAR)
        return OTHER;
    return is_number(value) && !holds(cast->type->dtype, in->dtype) ? OTHER : value;
}

static void set(trial *in, const ir_variable *variable, best_value value)
{
    if (variable->id < MOST_VARIABLES)
        in->values[variable->id] = value;
}

static best_value call_helper(trial *in, const ir_expression *asked)
{
    const ir_function *function = asked->function;
    best_value arguments[2];
    if (asked->operand_count > 2 || asked->operand_count != function->parameter_count)
        return OTHER;
    for (size_t i = 0; i < asked->operand_count; i++)
        arguments[i] = value_of(in, asked->operands[i]);
    for (size_t i = 0; i < asked->operand_count; i++)
        set(in, function->parameters[i], arguments[i]);
    return result_of(in, function);
}

/* Of the C library what compares, and the larger and the less. */
static best_value call(trial *in, const ir_expression *asked)
{
    static const struct {
        const char *name;
        ir_operator op;
    } comparisons[] = {{"isless", IR_LESS},
                       {"islessequal", IR_LESS_EQUAL},
                       {"isgreater", IR_GREATER},
                       {"isgreaterequal", IR_GREATER_EQUAL},
                       {"islessgreater", IR_NOT_EQUAL}};
    if (asked->callee == IR_CALLEE_HELPER)
        return call_helper(in, asked);
    if (asked->callee != IR_CALLEE_LIBRARY || asked->operand_count == 0 || asked->operand_count > 2)
        return OTHER;
    const best_value a = value_of(in, asked->operands[0]);
    if (asked->operand_count == 1)
        return is_number(a) && strcmp(asked->text, "isnan") == 0 ? NO : OTHER;
    const best_value b = value_of(in, asked->operands[1]);
    if (!is_number(a) || !is_number(b))
        return OTHER;
    if (strcmp(asked->text, "isunordered") == 0)
        return NO;
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
        if (strcmp(comparisons[i].name, asked->text) == 0)
            return compare(in, comparisons[i].op, a, b);
    const bool is_largest = strcmp(asked->text, "fmax") == 0 || strcmp(asked->text, "fmaxf") == 0;
    const bool is_least = strcmp(asked->text, "fmin") == 0 || strcmp(asked->text, "fminf") == 0;
    if (!is_largest && !is_least)
        return OTHER;
    return order_of(in, a, b) == (is_largest ? -1 : 1) ? b : a;
}

static best_value binary(trial *in, const ir_expression *asked)
{
    const best_value a = value_of(in, asked->operands[0]);
    if (asked->op == IR_AND || asked->op == IR_OR) {
        const best_value decides = truth(asked->op == IR_OR);
        return a == decides          ? decides
               : a != YES && a != NO ? OTHER
                                     : value_of(in, asked->operands[1]);
    }
    return compare(in, asked->op, a, value_of(in, asked->operands[1]));
}

static best_value value_of(trial *in, const ir_expression *asked)
{
    switch (asked->kind) {
    case IR_VARIABLE:
        return asked->variable->id < MOST_VARIABLES ? in->values[asked->variable->id] : OTHER;
    case IR_CAST:
        return convert(in, asked);
    case IR_UNARY: {
        const best_value value = asked->op == IR_NOT ? value_of(in, asked->operands[0]) : OTHER;
        return value == YES ? NO : value == NO ? YES : OTHER;
    }
    case IR_BINARY:
        return binary(in, asked);
    case IR_CONDITIONAL: {
        const best_value chosen = value_of(in, asked->operands[0]);
        return chosen == YES  ? value_of(in, asked->operands[1])
               : chosen == NO ? value_of(in, asked->operands[2])
                              : OTHER;
    }
    case IR_CALL:
        return call(in, asked);
    default:
        return OTHER;
    }
}

/* Where control stands behind a statement. */
typedef enum best_flow { GOES_ON, RETURNED, LOST } best_flow;

static best_flow run(trial *in, const ir_statement *statement, best_value *result);

static best_flow run_all(trial *in, const ir_statement *block, best_value *result)
{
    best_flow flow = GOES_ON;
    for (size_t i = 0; i < block->child_count && flow == GOES_ON; i++)
        flow = run(in, block->children[i], result);
    return flow;
}

static best_flow declare(trial *in, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->variable_count; i++) {
        const ir_variable *variable = statement->variables[i];
        if (variable->storage != IR_LOCAL)
            return LOST;
        set(in, variable, variable->initializer ? value_of(in, variable->initializer) : OTHER);
    }
    return GOES_ON;
}

/* Only an assignment to a variable of the function's own. */
static best_flow assign(trial *in, const ir_expression *change)
{
    const ir_expression *to =
        change->kind == IR_ASSIGN && change->op == IR_OPERATOR_NONE ? change->operands[0] : NULL;
    if (!to || to->kind != IR_VARIABLE || to->variable->residence != IR_REGISTER ||
        (to->variable->storage != IR_LOCAL && to->variable->storage != IR_PARAMETER))
        return LOST;
    set(in, to->variable, value_of(in, change->operands[1]));
    return GOES_ON;
}

static best_flow choose(trial *in, const ir_statement *choice, best_value *result)
{
    const best_value asked = value_of(in, choice->expression);
    if (asked != YES && asked != NO)
        return LOST;
    if (asked == NO && choice->child_count < 2)
        return GOES_ON;
    return run(in, choice->children[asked == NO], result);
}

static best_flow run(trial *in, const ir_statement *statement, best_value *result)
{
    switch (statement->kind) {
    case IR_DECLARATION:
        return declare(in, statement);
    case IR_EVALUATE:
        return assign(in, ir_strip(statement->expression));
    case IR_BLOCK:
        return run_all(in, statement, result);
    case IR_IF:
        return choose(in, statement, result);
    case IR_RETURN:
        *result = statement->expression ? value_of(in, statement->expression) : OTHER;
        return RETURNED;
    default:
        return LOST;
    }
}

static best_value result_of(trial *in, const ir_function *function)
{
    best_value result;
    return run(in, function->body, &result) == RETURNED ? result : OTHER;
}

/* What the function makes of two numbers in an order. */
static best_value try_order(const ir_function *function, int order)
{
    trial in = {.order = order, .dtype = function->parameters[0]->type->dtype};
    set(&in, function->parameters[0], FIRST);
    set(&in, function->parameters[1], SECOND);
    return result_of(&in, function);
}

int analyse_best(const body *read)
{
    const ir_function *function = read ? read->tree : NULL;
    if (!function || read->recursive || ir_find_text(function).reason ||
        function->parameter_count != 2)
        return 0;
    for (size_t i = 0; i < 2; i++)
        if (function->parameters[i]->type->kind != IR_TYPE_SCALAR ||
            function->parameters[i]->type->is_enumeration ||
            function->parameters[i]->type->dtype != function->result->dtype)
            return 0;
    const char kind = ir_kind(function->result);
    const best_value less = try_order(function, -1), greater = try_order(function, 1);
    if ((kind != 'i' && kind != 'u' && kind != 'f') || !is_number(try_order(function, 0)))
        return 0;
    return less == SECOND && greater == FIRST ? 1 : less == FIRST && greater == SECOND ? -1 : 0;
}

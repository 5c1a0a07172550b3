/* speculation_counter.c: the counter of a loop. */
#include "speculation.h"

/* Whether a conjunct is k < n of two variables, or of a variable and a literal, of one integer
 * type. */
static bool read_bound(speculation *in, const ir_expression *conjunct)
{
    if (conjunct->kind != IR_BINARY || (conjunct->op != IR_LESS && conjunct->op != IR_GREATER))
        return false;
    const ir_expression *low = conjunct->operands[conjunct->op == IR_GREATER];
    const ir_expression *high = conjunct->operands[conjunct->op == IR_LESS];
    const weft_dtype dtype = low->type->dtype;
    if (low->kind != IR_VARIABLE || low->type->variable || high->type->variable ||
        high->type->dtype != dtype ||
        (dtype != WEFT_INT32 && dtype != WEFT_INT64 && dtype != WEFT_UINT32 &&
         dtype != WEFT_UINT64))
        return false;
    const ir_expression *literal = ir_strip(high);
    if (high->kind != IR_VARIABLE && (literal->kind != IR_LITERAL || !literal->is_integer))
        return false;
    in->counter = low->variable;
    in->limit = high->kind == IR_VARIABLE ? high : literal;
    return true;
}

static bool find_bound(speculation *in, const ir_expression *condition)
{
    condition = ir_strip(condition);
    if (condition->kind == IR_BINARY && condition->op == IR_AND)
        return find_bound(in, condition->operands[0]) || find_bound(in, condition->operands[1]);
    return read_bound(in, condition);
}

/* What is asked of the places where a variable is written. */
typedef struct writes {
    const ir_variable *variable;
    size_t count;
} writes;

static bool count_write(void *context, const ir_expression *node, const ir_statement *statement)
{
    writes *in = context;
    const ir_expression *written = ir_written(node);
    (void)statement;
    in->count += written && written->kind == IR_VARIABLE && written->variable == in->variable;
    return true;
}

static size_t count_writes(const speculation *in, const ir_variable *variable)
{
    writes all = {.variable = variable};
    ir_visit(in->body, count_write, &all);
    return all.count;
}

/* Whether a statement is k++, ++k or k += 1. */
static bool is_step(const ir_statement *statement, const ir_variable *counter)
{
    int64_t by;
    if (statement->kind != IR_EVALUATE)
        return false;
    const ir_expression *step = ir_strip_casts(statement->expression);
    const ir_expression *written = ir_written(step);
    if (!written || written->kind != IR_VARIABLE || written->variable != counter)
        return false;
    if (step->kind == IR_UNARY)
        return step->op == IR_PRE_INCREMENT || step->op == IR_POST_INCREMENT;
    return step->kind == IR_ASSIGN && step->op == IR_ADD && ir_constant(step->operands[1], &by) &&
           by == 1;
}

bool speculation_counts(speculation *in, const ir_expression *condition)
{
    size_t steps = 0;
    if (!find_bound(in, condition))
        return false;
    for (size_t i = 0; i < in->body->child_count; i++)
        steps += is_step(in->body->children[i], in->counter);
    return steps == 1 && count_writes(in, in->counter) == 1 &&
           (in->limit->kind == IR_LITERAL || count_writes(in, in->limit->variable) == 0);
}

/* nest_index.c: indices as sums of variables. */
#include "nest.h"

bool nest_index_has(const nest_index *index, const ir_variable *variable)
{
    for (size_t i = 0; i < index->count; i++)
        if (index->variables[i] == variable)
            return true;
    return false;
}

static bool add_term(nest_index *to, const ir_variable *variable, int64_t factor)
{
    size_t i = 0;
    while (i < to->count && to->variables[i] != variable)
        i++;
    if (i == INDEX_MOST_TERMS)
        return false;
    if (i == to->count) {
        to->variables[to->count] = variable;
        to->factors[to->count++] = 0;
    }
    if (__builtin_add_overflow(to->factors[i], factor, &to->factors[i]))
        return false;
    if (to->factors[i] == 0) {
        to->variables[i] = to->variables[--to->count];
        to->factors[i] = to->factors[to->count];
    }
    return true;
}

static bool add(nest_index *to, const ir_expression *value, int64_t factor);

/* One of them is a constant. */
static bool add_product(nest_index *to, const ir_expression *value, int64_t factor)
{
    int64_t constant, both;
    for (size_t i = 0; i < 2; i++)
        if (ir_constant(value->operands[i], &constant))
            return !__builtin_mul_overflow(constant, factor, &both) &&
                   add(to, value->operands[1 - i], both);
    return false;
}

static bool add(nest_index *to, const ir_expression *value, int64_t factor)
{
    int64_t constant;
    value = analyse_strip_widening(value);
    if (ir_constant(value, &constant)) {
        int64_t scaled;
        return !__builtin_mul_overflow(constant, factor, &scaled) &&
               !__builtin_add_overflow(to->constant, scaled, &to->constant);
    }
    if (value->kind == IR_VARIABLE)
        return ir_is_integer(value->variable->type) && add_term(to, value->variable, factor);
    if (value->kind != IR_BINARY)
        return false;
    switch (value->op) {
    case IR_ADD:
        return add(to, value->operands[0], factor) && add(to, value->operands[1], factor);
    case IR_SUBTRACT:
        return factor != INT64_MIN && add(to, value->operands[0], factor) &&
               add(to, value->operands[1], -factor);
    case IR_MULTIPLY:
        return add_product(to, value, factor);
    default:
        return false;
    }
}

nest_index nest_read_index(const ir_expression *value)
{
    nest_index found = {0};
    found.is_known = add(&found, value, 1);
    return found;
}

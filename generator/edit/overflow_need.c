/* overflow_need.c: what of a value matters where it goes, and the variables on its way. A variable
 * is no border: what is assigned to it matters as much as what is read from it. */
#include "overflow.h"
#include "text/dtype.h"

const value_need need_whole = {.exact = true};
const value_need need_nothing = {0};

bool need_is_pointer(const ir_type *type)
{
    return type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY;
}

unsigned need_storage_bits(const ir_type *type)
{
    if (!value_is_integer(type))
        return 0;
    return type->variable ? 64 : 8 * (unsigned)dtype_size(type->dtype);
}

value_need need_of_conversion(const value_flow *flow, const ir_expression *value, const ir_type *to,
                              value_need rest)
{
    if (to->kind == IR_TYPE_VOID)
        return need_nothing;
    if (!to->variable)
        return need_storage_bits(to) ? rest : need_whole;
    return value_is_generic(flow, value, to->variable) ? rest : need_whole;
}

value_need need_of_type(const ir_type *type)
{
    unsigned bits = type->variable ? 64 : need_storage_bits(type);
    return bits ? (value_need){.bits = bits, .variable = type->variable} : need_whole;
}

bool need_is_met(const value_flow *flow, const ir_expression *value, value_need need)
{
    if (need.exact)
        return false;
    if (need.bits == 0)
        return true;
    if (need.variable)
        return value_is_generic(flow, value, need.variable) || need_storage_bits(value->type) == 64;
    bool generic = value_is_generic(flow, value, NULL);
    return need.bits <= (generic ? 8 : need_storage_bits(value->type));
}

/* ---- variables ---- */

void need_add_exact(value_flow *flow, const ir_variable *variable)
{
    if (!variable || flow->exact[variable->id])
        return;
    flow->exact[variable->id] = true;
    flow->changed = true;
}

/* The pointer or array that an element is of; walks through the indices. */
static const ir_expression *subscripted(value_flow *flow, const ir_expression *element,
                                        bool *through)
{
    const ir_expression *base = element->operands[0];
    for (size_t i = 1; i < element->operand_count; i++)
        value_walk(flow, element->operands[i], need_nothing);
    bool parameter = base->kind == IR_VARIABLE && base->variable->storage == IR_PARAMETER &&
                     base->type->kind == IR_TYPE_ARRAY;
    *through |= !parameter || element->operand_count > 2;
    return base;
}

/* p + i */
static const ir_expression *moved(value_flow *flow, const ir_expression *sum, bool *through)
{
    bool swapped = !need_is_pointer(sum->operands[0]->type);
    value_walk(flow, sum->operands[!swapped], need_nothing);
    *through |= sum->operands[swapped]->type->kind == IR_TYPE_POINTER;
    return sum->operands[swapped];
}

const ir_variable *need_base(value_flow *flow, const ir_expression *lvalue, bool *through)
{
    for (;;) {
        const bool sums = (lvalue->kind == IR_BINARY || lvalue->kind == IR_ASSIGN) &&
                          need_is_pointer(lvalue->type);
        const bool inner =
            lvalue->kind == IR_MEMBER || (lvalue->kind == IR_UNARY && lvalue->op == IR_DEREFERENCE);
        if (lvalue->kind == IR_VARIABLE)
            return lvalue->variable;
        if (lvalue->kind == IR_SUBSCRIPT) {
            lvalue = subscripted(flow, lvalue, through);
        } else if (lvalue->kind == IR_CAST && lvalue->implicit) {
            lvalue = lvalue->operands[0];
        } else if (sums) {
            lvalue = moved(flow, lvalue, through);
        } else if (inner) {
            lvalue = lvalue->operands[0];
            *through |= lvalue->type->kind == IR_TYPE_POINTER;
        } else {
            value_walk(flow, lvalue, need_whole);
            return NULL;
        }
    }
}

void need_read(value_flow *flow, const ir_expression *lvalue, value_need need)
{
    bool through = false;
    const ir_variable *variable = need_base(flow, lvalue, &through);
    if (!need_is_met(flow, lvalue, need))
        need_add_exact(flow, variable);
}

value_need need_of_store(value_flow *flow, const ir_expression *lvalue)
{
    bool through = false;
    const ir_variable *variable = need_base(flow, lvalue, &through);
    bool known = variable && !flow->exact[variable->id] &&
                 (!through || (variable->storage == IR_PARAMETER && flow->outermost));
    return known ? need_of_type(lvalue->type) : need_whole;
}

value_need need_of_variable(const value_flow *flow, const ir_variable *variable)
{
    if (flow->exact[variable->id])
        return need_whole;
    bool list = variable->initializer && variable->initializer->kind == IR_LIST;
    return list ? need_nothing : need_of_type(variable->type);
}

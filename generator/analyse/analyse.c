#include "analyse.h"

static bool has_core(const ir_function *function)
{
    for (size_t i = 0; i < function->parameter_count; i++) {
        const ir_variable *parameter = function->parameters[i];
        bool constant_pointer =
            parameter->type->kind == IR_TYPE_POINTER && parameter->type->element->is_const;
        if (parameter->type->kind == IR_TYPE_ARRAY || parameter->is_size || constant_pointer)
            return true;
    }
    return false;
}

static void classify(arena *memory, body *result)
{
    const char *why_sequential = NULL;
    if (!has_core(result->tree)) {
        result->kind = CORE_ELEMENTWISE;
        result->kind_reason = "no core dimension";
    } else if (analyse_contraction(memory, result->tree, &result->contraction, &result->kind_reason,
                                   &result->obstacle)) {
        result->kind = CORE_CONTRACTION;
    } else if (analyse_sequential(memory, result->tree, &why_sequential)) {
        result->kind = CORE_SEQUENTIAL;
        result->kind_reason = why_sequential;
    } else {
        result->kind = CORE_GENERAL;
    }
}

void analyse_body(arena *memory, body *result)
{
    const ir_expression *call;
    result->recursive = analyse_recursion(result->tree, &call);
    result->pure = analyse_purity(result->tree);
    analyse_loops(result);
    classify(memory, result);
    analyse_operands(memory, result);
    analyse_costs(memory, result);
}

/* operators.h: libclang's operator kinds as those of the syntax tree. */
#ifndef WEFT_PARSE_OPERATORS_H
#define WEFT_PARSE_OPERATORS_H

#include <clang-c/Index.h>

#include "tree/ir.h"

/* A binary operator: op is IR_OPERATOR_NONE and assigns is true for a plain '='. */
typedef struct binary_operator {
    ir_operator op;
    bool assigns;
    bool known;
} binary_operator;

binary_operator operators_binary(enum CXBinaryOperatorKind kind);
/* IR_OPERATOR_NONE for __extension__ and what C does not have. */
ir_operator operators_unary(enum CXUnaryOperatorKind kind);

#endif

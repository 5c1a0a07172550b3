#include "operators.h"

binary_operator operators_binary(enum CXBinaryOperatorKind kind)
{
    static const binary_operator table[] = {
        [CXBinaryOperator_Mul] = {IR_MULTIPLY, false, true},
        [CXBinaryOperator_Div] = {IR_DIVIDE, false, true},
        [CXBinaryOperator_Rem] = {IR_REMAINDER, false, true},
        [CXBinaryOperator_Add] = {IR_ADD, false, true},
        [CXBinaryOperator_Sub] = {IR_SUBTRACT, false, true},
        [CXBinaryOperator_Shl] = {IR_SHIFT_LEFT, false, true},
        [CXBinaryOperator_Shr] = {IR_SHIFT_RIGHT, false, true},
        [CXBinaryOperator_LT] = {IR_LESS, false, true},
        [CXBinaryOperator_GT] = {IR_GREATER, false, true},
        [CXBinaryOperator_LE] = {IR_LESS_EQUAL, false, true},
        [CXBinaryOperator_GE] = {IR_GREATER_EQUAL, false, true},
        [CXBinaryOperator_EQ] = {IR_EQUAL, false, true},
        [CXBinaryOperator_NE] = {IR_NOT_EQUAL, false, true},
        [CXBinaryOperator_And] = {IR_BIT_AND, false, true},
        [CXBinaryOperator_Xor] = {IR_BIT_XOR, false, true},
        [CXBinaryOperator_Or] = {IR_BIT_OR, false, true},
        [CXBinaryOperator_LAnd] = {IR_AND, false, true},
        [CXBinaryOperator_LOr] = {IR_OR, false, true},
        [CXBinaryOperator_Assign] = {IR_OPERATOR_NONE, true, true},
        [CXBinaryOperator_MulAssign] = {IR_MULTIPLY, true, true},
        [CXBinaryOperator_DivAssign] = {IR_DIVIDE, true, true},
        [CXBinaryOperator_RemAssign] = {IR_REMAINDER, true, true},
        [CXBinaryOperator_AddAssign] = {IR_ADD, true, true},
        [CXBinaryOperator_SubAssign] = {IR_SUBTRACT, true, true},
        [CXBinaryOperator_ShlAssign] = {IR_SHIFT_LEFT, true, true},
        [CXBinaryOperator_ShrAssign] = {IR_SHIFT_RIGHT, true, true},
        [CXBinaryOperator_AndAssign] = {IR_BIT_AND, true, true},
        [CXBinaryOperator_XorAssign] = {IR_BIT_XOR, true, true},
        [CXBinaryOperator_OrAssign] = {IR_BIT_OR, true, true},
        [CXBinaryOperator_Comma] = {IR_COMMA, false, true},
    };
    return (size_t)kind < sizeof table / sizeof *table ? table[kind] : (binary_operator){0};
}

ir_operator operators_unary(enum CXUnaryOperatorKind kind)
{
    static const ir_operator table[] = {
        [CXUnaryOperator_PostInc] = IR_POST_INCREMENT,
        [CXUnaryOperator_PostDec] = IR_POST_DECREMENT,
        [CXUnaryOperator_PreInc] = IR_PRE_INCREMENT,
        [CXUnaryOperator_PreDec] = IR_PRE_DECREMENT,
        [CXUnaryOperator_AddrOf] = IR_ADDRESS,
        [CXUnaryOperator_Deref] = IR_DEREFERENCE,
        [CXUnaryOperator_Plus] = IR_PLUS,
        [CXUnaryOperator_Minus] = IR_NEGATE,
        [CXUnaryOperator_Not] = IR_BIT_NOT,
        [CXUnaryOperator_LNot] = IR_NOT,
        [CXUnaryOperator_Real] = IR_REAL,
        [CXUnaryOperator_Imag] = IR_IMAGINARY,
    };
    return (size_t)kind < sizeof table / sizeof *table ? table[kind] : IR_OPERATOR_NONE;
}

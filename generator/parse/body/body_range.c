/* body_range.c: how large an integer value can be by the types it is computed from, so that sums of
 * narrow integers stay as they are. */
#include "body_wrap.h"

#include "parse/tree/operators.h"
#include "parse/unit/types.h"

static bool is_type_variable(CXType type, CXCursor variable)
{
    CXCursor own = types_typevar(type);
    return !clang_Cursor_isNull(own) &&
           (clang_Cursor_isNull(variable) || clang_equalCursors(own, variable));
}

/* Whose type a value has. */
typedef enum value_kind {
    KIND_PLAIN,
    KIND_GENERIC, /* the type variable's, or one computed from it */
    KIND_FLOATING /* floating, whatever a type variable is */
} value_kind;

static value_kind kind_of_type(CXType type, CXCursor variable)
{
    if (is_type_variable(type, variable))
        return KIND_GENERIC;
    if (is_type_variable(type, clang_getNullCursor()))
        return KIND_PLAIN;
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    bool floating = kind == CXType_Float || kind == CXType_Double || kind == CXType_Complex;
    return floating ? KIND_FLOATING : KIND_PLAIN;
}

static value_kind kind_of(const value_flow *flow, CXCursor value, CXCursor variable);

/* The kind of what is computed from all values from `first` on. */
static value_kind kind_of_all(const value_flow *flow, cursor_list values, size_t first,
                              CXCursor variable)
{
    value_kind found = KIND_PLAIN;
    for (size_t i = first; i < values.count && found != KIND_FLOATING; i++) {
        value_kind next = kind_of(flow, values.items[i], variable);
        found = next > found ? next : found;
    }
    return found;
}

static value_kind kind_of_binary(const value_flow *flow, CXCursor value, CXCursor variable)
{
    cursor_list operands = cursor_expressions(flow->reader->unit->memory, value);
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(value);
    if (operands.count != 2 || (op >= CXBinaryOperator_Cmp && op <= CXBinaryOperator_NE) ||
        op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr)
        return KIND_PLAIN;
    bool of_first = op == CXBinaryOperator_Shl || op == CXBinaryOperator_Shr ||
                    (op >= CXBinaryOperator_Assign && op <= CXBinaryOperator_OrAssign);
    operands.count = of_first ? 1 : 2;
    return kind_of_all(flow, operands, op == CXBinaryOperator_Comma, variable);
}

static value_kind find_kind(const value_flow *flow, CXCursor value, CXCursor variable)
{
    arena *memory = flow->reader->unit->memory;
    CXType type = clang_getCursorType(value);
    enum CXUnaryOperatorKind unary = clang_getCursorUnaryOperatorKind(value);
    CXCursor inner;
    switch (clang_getCursorKind(value)) {
    case CXCursor_UnexposedExpr: /* a conversion to double tells of the other operand */
        return cursor_is_conversion(memory, value, &inner) ? kind_of(flow, inner, variable)
                                                           : kind_of_type(type, variable);
    case CXCursor_ParenExpr:
        return kind_of_all(flow, cursor_expressions(memory, value), 0, variable);
    case CXCursor_UnaryOperator:
        return unary == CXUnaryOperator_LNot || unary == CXUnaryOperator_Deref
                   ? kind_of_type(type, variable)
                   : kind_of_all(flow, cursor_expressions(memory, value), 0, variable);
    case CXCursor_ConditionalOperator:
        return kind_of_all(flow, cursor_expressions(memory, value), 1, variable);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        return kind_of_binary(flow, value, variable);
    default:
        return kind_of_type(type, variable);
    }
}

static value_kind kind_of(const value_flow *flow, CXCursor value, CXCursor variable)
{
    unsigned kind;
    if (value_recall(flow, QUESTION_KIND, value, variable, &kind))
        return (value_kind)kind;
    value_kind found = find_kind(flow, value, variable);
    value_remember(flow, QUESTION_KIND, value, variable, found);
    return found;
}

bool value_is_generic(const value_flow *flow, CXCursor value, CXCursor variable)
{
    return kind_of(flow, value, variable) == KIND_GENERIC;
}

unsigned value_type_bits(CXType type)
{
    if (is_type_variable(type, clang_getNullCursor()))
        return 64;
    switch (clang_getCanonicalType(type).kind) {
    case CXType_Bool:
        return 1;
    case CXType_Char_S:
    case CXType_SChar:
        return 7;
    case CXType_Char_U:
    case CXType_UChar:
        return 8;
    case CXType_Short:
        return 15;
    case CXType_UShort:
        return 16;
    case CXType_Int:
        return 31;
    case CXType_UInt:
    case CXType_Enum:
        return 32;
    case CXType_Long:
    case CXType_LongLong:
        return 63;
    default:
        return 64;
    }
}

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned literal_magnitude(CXCursor literal)
{
    CXEvalResult value = clang_Cursor_Evaluate(literal);
    unsigned bits = 64;
    if (value && clang_EvalResult_getKind(value) == CXEval_Int) {
        unsigned long long number = clang_EvalResult_getAsUnsigned(value);
        for (bits = 0; bits < 64 && number > 1ull << bits;)
            bits++;
    }
    if (value)
        clang_EvalResult_dispose(value);
    return bits;
}

static bool is_unsigned(CXType type)
{
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    return kind >= CXType_Bool && kind <= CXType_ULongLong;
}

/* A negative value becomes a large one of an unsigned type. */
static unsigned converted_magnitude(const value_flow *flow, CXCursor value, CXCursor inner)
{
    CXType to = clang_getCursorType(value), from = clang_getCursorType(inner);
    unsigned bits = value_type_bits(to);
    bool keeps = !is_unsigned(to) || is_unsigned(from) ||
                 clang_getCursorKind(inner) == CXCursor_IntegerLiteral;
    return keeps ? smaller(bits, value_magnitude(flow, inner)) : bits;
}

unsigned value_magnitude_of(enum CXBinaryOperatorKind op, unsigned left, unsigned right)
{
    return op == CXBinaryOperator_Mul ? left + right : larger(left, right) + 1;
}

static unsigned binary_magnitude(const value_flow *flow, CXCursor value)
{
    cursor_list operands = cursor_expressions(flow->reader->unit->memory, value);
    unsigned limit = value_type_bits(clang_getCursorType(value));
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(value);
    if (operands.count != 2)
        return limit;
    unsigned left = value_magnitude(flow, operands.items[0]);
    unsigned right = value_magnitude(flow, operands.items[1]);
    bool constant = clang_getCursorKind(operands.items[1]) == CXCursor_IntegerLiteral;
    switch (op) {
    case CXBinaryOperator_Add:
    case CXBinaryOperator_Sub:
    case CXBinaryOperator_Mul:
        return smaller(limit, value_magnitude_of(op, left, right));
    case CXBinaryOperator_Div:
    case CXBinaryOperator_Shr:
        return left;
    case CXBinaryOperator_Rem:
        return smaller(left, right);
    case CXBinaryOperator_And:
        return constant ? right : larger(left, right);
    case CXBinaryOperator_Or:
    case CXBinaryOperator_Xor:
        return larger(left, right);
    case CXBinaryOperator_Comma:
        return right;
    default:
        return (op >= CXBinaryOperator_Cmp && op <= CXBinaryOperator_NE) ||
                       op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr
                   ? 1
                   : limit;
    }
}

static unsigned find_magnitude(const value_flow *flow, CXCursor value)
{
    arena *memory = flow->reader->unit->memory;
    CXType type = clang_getCursorType(value);
    CXCursor inner = cursor_operand(memory, value);
    if (types_integer_limit(clang_getCanonicalType(type)) == 0 &&
        clang_getCanonicalType(type).kind != CXType_Bool)
        return 64;
    switch (clang_getCursorKind(value)) {
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral:
        return literal_magnitude(value);
    case CXCursor_ParenExpr:
        return value_magnitude(flow, inner);
    case CXCursor_CStyleCastExpr:
        return converted_magnitude(flow, value, inner);
    case CXCursor_UnexposedExpr:
        return cursor_is_conversion(memory, value, &inner) ? converted_magnitude(flow, value, inner)
                                                           : value_type_bits(type);
    case CXCursor_BinaryOperator:
        return binary_magnitude(flow, value);
    case CXCursor_UnaryOperator:
        switch (clang_getCursorUnaryOperatorKind(value)) {
        case CXUnaryOperator_Minus:
        case CXUnaryOperator_Plus:
            return value_magnitude(flow, inner);
        case CXUnaryOperator_LNot:
            return 1;
        default:
            return value_type_bits(type);
        }
    case CXCursor_ConditionalOperator: {
        cursor_list parts = cursor_expressions(memory, value);
        return parts.count == 3 ? larger(value_magnitude(flow, parts.items[1]),
                                         value_magnitude(flow, parts.items[2]))
                                : value_type_bits(type);
    }
    default:
        return value_type_bits(type);
    }
}

unsigned value_magnitude(const value_flow *flow, CXCursor value)
{
    unsigned magnitude;
    if (value_recall(flow, QUESTION_MAGNITUDE, value, clang_getNullCursor(), &magnitude))
        return magnitude;
    magnitude = find_magnitude(flow, value);
    value_remember(flow, QUESTION_MAGNITUDE, value, clang_getNullCursor(), magnitude);
    return magnitude;
}

/* Whether a loop's condition compares a variable with what ends the loop before it overflows. */
static bool is_bounded(const value_flow *flow, CXCursor condition, CXCursor variable)
{
    cursor_list sides = cursor_expressions(flow->reader->unit->memory, condition);
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(condition);
    if (clang_getCursorKind(condition) != CXCursor_BinaryOperator || sides.count != 2 ||
        op < CXBinaryOperator_LT || op > CXBinaryOperator_NE || op == CXBinaryOperator_EQ)
        return false;
    bool strict =
        op == CXBinaryOperator_LT || op == CXBinaryOperator_GT || op == CXBinaryOperator_NE;
    for (size_t i = 0; i < 2; i++) {
        CXCursor side = sides.items[i], inner;
        while (cursor_is_conversion(flow->reader->unit->memory, side, &inner))
            side = inner;
        bool same = clang_getCursorKind(side) == CXCursor_DeclRefExpr &&
                    clang_equalCursors(clang_getCursorReferenced(side), variable);
        if (same && (strict || value_magnitude(flow, sides.items[1 - i]) < 31))
            return true;
    }
    return false;
}

bool value_is_counting(const value_flow *flow, CXCursor condition, CXCursor step)
{
    cursor_list parts = cursor_expressions(flow->reader->unit->memory, step);
    enum CXUnaryOperatorKind unary = clang_getCursorUnaryOperatorKind(step);
    binary_operator binary = operators_binary(clang_getCursorBinaryOperatorKind(step));
    bool one = unary >= CXUnaryOperator_PostInc && unary <= CXUnaryOperator_PreDec;
    bool several = clang_getCursorKind(step) == CXCursor_CompoundAssignOperator &&
                   (binary.op == IR_ADD || binary.op == IR_SUBTRACT) && parts.count == 2 &&
                   value_magnitude(flow, parts.items[1]) < 8;
    return (one || several) && clang_getCursorKind(parts.items[0]) == CXCursor_DeclRefExpr &&
           is_bounded(flow, condition, clang_getCursorReferenced(parts.items[0]));
}

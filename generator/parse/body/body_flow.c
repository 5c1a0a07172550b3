/* body_flow.c: where each signed sum, difference and product of a function goes. One whose lowest
 * bits alone are stored or returned stays as it is; one that is compared, divided, shifted right,
 * widened or handed on is wrapped. */
#include "body_wrap.h"

#include "parse/tree/operators.h"

static bool is_signed_wide(CXType type)
{
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    return kind == CXType_Int || kind == CXType_Long || kind == CXType_LongLong;
}

static bool is_sum(enum CXBinaryOperatorKind op)
{
    return op == CXBinaryOperator_Add || op == CXBinaryOperator_Sub || op == CXBinaryOperator_Mul;
}

/* Whether a signed operation of this magnitude can leave its type. */
static bool can_overflow(const value_flow *flow, CXType type, bool generic, unsigned magnitude)
{
    if (generic && flow->generic)
        return true;
    return is_signed_wide(type) && magnitude + 1 > value_type_bits(type);
}

static void walk_all(value_flow *flow, cursor_list values, size_t first, value_need need)
{
    for (size_t i = first; i < values.count; i++)
        value_flow_walk(flow, values.items[i], need);
}

static void walk_sum(value_flow *flow, CXCursor operation, cursor_list operands, value_need need)
{
    CXType type = clang_getCursorType(operation);
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(operation);
    if (need_is_pointer(clang_getCursorType(operands.items[0])) || need_is_pointer(type)) {
        for (size_t i = 0; i < operands.count; i++)
            value_flow_walk(flow, operands.items[i],
                            need_is_pointer(clang_getCursorType(operands.items[i]))
                                ? need_whole
                                : need_nothing());
        return;
    }
    bool generic = value_is_generic(flow, operation, clang_getNullCursor());
    if (!generic && !need_storage_bits(type))
        need = need_whole;
    if (flow->deciding && (generic || is_signed_wide(type)) &&
        !need_is_met(flow, operation, need)) {
        unsigned magnitude = value_magnitude_of(op, value_magnitude(flow, operands.items[0]),
                                                value_magnitude(flow, operands.items[1]));
        if (can_overflow(flow, type, generic, magnitude))
            value_wrap_binary(flow, operation, operands.items[0], operands.items[1], op, false);
    }
    walk_all(flow, operands, 0, need_is_met(flow, operation, need) ? need : need_whole);
}

static void walk_assignment(value_flow *flow, cursor_list operands, value_need need)
{
    if (need.exact || need.bits)
        need_read(flow, operands.items[0], need);
    value_need kept = need_of_store(flow, operands.items[0]);
    CXType to = clang_getCursorType(operands.items[0]);
    value_flow_walk(flow, operands.items[1], need_of_conversion(flow, operands.items[1], to, kept));
}

/* x += y, x -= y, x *= y; of the others both operands matter as much as what becomes of them. */
static void walk_compound(value_flow *flow, CXCursor operation, cursor_list operands,
                          value_need need)
{
    CXCursor target = operands.items[0], value = operands.items[1];
    CXType type = clang_getCursorType(value), to = clang_getCursorType(target);
    binary_operator op = operators_binary(clang_getCursorBinaryOperatorKind(operation));
    enum CXBinaryOperatorKind plain = op.op == IR_ADD        ? CXBinaryOperator_Add
                                      : op.op == IR_SUBTRACT ? CXBinaryOperator_Sub
                                      : op.op == IR_MULTIPLY ? CXBinaryOperator_Mul
                                                             : CXBinaryOperator_Invalid;
    bool bits = op.op == IR_BIT_AND || op.op == IR_BIT_OR || op.op == IR_BIT_XOR;
    if (need_is_pointer(to)) {
        value_flow_walk(flow, value, need_nothing());
        need_read(flow, target, need_whole);
        return;
    }
    if (need.exact || need.bits)
        need_read(flow, target, need);
    value_need kept = need_of_store(flow, target);
    bool generic = value_is_generic(flow, value, clang_getNullCursor()) ||
                   value_is_generic(flow, target, clang_getNullCursor());
    if (is_sum(plain)) {
        bool enough = need_is_met(flow, target, kept) && (generic || need_storage_bits(type));
        unsigned magnitude =
            value_magnitude_of(plain, value_magnitude(flow, target), value_magnitude(flow, value));
        if (flow->deciding && !enough && can_overflow(flow, type, generic, magnitude))
            value_wrap_binary(flow, operation, target, value, plain, true);
        kept = enough ? kept : need_whole;
    } else if (!bits && op.op != IR_SHIFT_LEFT) {
        kept = need_whole;
    }
    need_read(flow, target, kept);
    value_flow_walk(flow, value, op.op == IR_SHIFT_LEFT ? need_whole : kept);
}

static void walk_step(value_flow *flow, CXCursor operation, CXCursor target, value_need need)
{
    CXType type = clang_getCursorType(target);
    bool generic = value_is_generic(flow, target, clang_getNullCursor());
    if (need.exact || need.bits)
        need_read(flow, target, need);
    value_need kept = need_of_store(flow, target);
    if (flow->deciding && kept.exact && !need_is_pointer(type) &&
        can_overflow(flow, type, generic, value_type_bits(type) + 1))
        value_wrap_unary(flow, operation, target);
}

static void walk_unary(value_flow *flow, CXCursor operation, value_need need)
{
    arena *memory = flow->reader->unit->memory;
    CXCursor operand = cursor_operand(memory, operation);
    CXType type = clang_getCursorType(operation);
    bool generic = value_is_generic(flow, operation, clang_getNullCursor()), through = false;
    if (clang_Cursor_isNull(operand))
        return;
    switch (clang_getCursorUnaryOperatorKind(operation)) {
    case CXUnaryOperator_Deref:
        need_read(flow, operation, need);
        break;
    case CXUnaryOperator_AddrOf:
        need_add_exact(flow, need_base(flow, operand, &through));
        break;
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
        walk_step(flow, operation, operand, need);
        break;
    case CXUnaryOperator_Minus:
        if (!generic && !need_storage_bits(type))
            need = need_whole;
        if (flow->deciding && !need_is_met(flow, operation, need) &&
            can_overflow(flow, type, generic, value_magnitude(flow, operand)))
            value_wrap_unary(flow, operation, operand);
        value_flow_walk(flow, operand, need_is_met(flow, operation, need) ? need : need_whole);
        break;
    case CXUnaryOperator_Plus:
    case CXUnaryOperator_Not:
    case CXUnaryOperator_Extension:
        value_flow_walk(flow, operand, need);
        break;
    default:
        value_flow_walk(flow, operand, need_whole);
    }
}

static void walk_binary(value_flow *flow, CXCursor operation, value_need need)
{
    cursor_list operands = cursor_expressions(flow->reader->unit->memory, operation);
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(operation);
    if (operands.count != 2)
        walk_all(flow, operands, 0, need_whole);
    else if (op == CXBinaryOperator_Assign)
        walk_assignment(flow, operands, need);
    else if (op > CXBinaryOperator_Assign && op <= CXBinaryOperator_OrAssign)
        walk_compound(flow, operation, operands, need);
    else if (is_sum(op))
        walk_sum(flow, operation, operands, need);
    else if (op == CXBinaryOperator_And || op == CXBinaryOperator_Or || op == CXBinaryOperator_Xor)
        walk_all(flow, operands, 0, need);
    else {
        value_flow_walk(flow, operands.items[0],
                        op == CXBinaryOperator_Shl     ? need
                        : op == CXBinaryOperator_Comma ? need_nothing()
                                                       : need_whole);
        value_flow_walk(flow, operands.items[1], op == CXBinaryOperator_Comma ? need : need_whole);
    }
}

/* The arms and operands of what is left; arguments, conditions and divisors matter as a whole. */
static void walk_expression(value_flow *flow, CXCursor cursor, value_need need)
{
    arena *memory = flow->reader->unit->memory;
    CXCursor inner = cursor_operand(memory, cursor);
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_DeclRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_MemberRefExpr:
        need_read(flow, cursor, need);
        break;
    case CXCursor_ParenExpr:
        value_flow_walk(flow, inner, need);
        break;
    case CXCursor_CStyleCastExpr:
        if (!clang_Cursor_isNull(inner))
            value_flow_walk(flow, inner,
                            need_of_conversion(flow, inner, clang_getCursorType(cursor), need));
        break;
    case CXCursor_UnaryOperator:
        walk_unary(flow, cursor, need);
        break;
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        walk_binary(flow, cursor, need);
        break;
    case CXCursor_ConditionalOperator: {
        cursor_list parts = cursor_expressions(memory, cursor);
        if (parts.count == 3)
            value_flow_walk(flow, parts.items[0], need_whole);
        walk_all(flow, parts, parts.count == 3, parts.count == 3 ? need : need_whole);
        break;
    }
    case CXCursor_UnaryExpr: /* sizeof: not evaluated */
    case CXCursor_GenericSelectionExpr:
        break;
    default:
        if (cursor_is_conversion(memory, cursor, &inner))
            value_flow_walk(flow, inner,
                            need_of_conversion(flow, inner, clang_getCursorType(cursor), need));
        else
            walk_all(flow, cursor_children(memory, cursor), 0, need_whole);
    }
}

/* ---- statements ---- */

static void walk_initializer(value_flow *flow, CXCursor value, value_need need)
{
    arena *memory = flow->reader->unit->memory;
    if (clang_getCursorKind(value) != CXCursor_InitListExpr) {
        value_flow_walk(flow, value,
                        need_of_conversion(flow, value, clang_getCursorType(value), need));
        return;
    }
    cursor_list elements = cursor_expressions(memory, value);
    for (size_t i = 0; i < elements.count; i++) {
        CXType type = clang_getCursorType(elements.items[i]);
        walk_initializer(flow, elements.items[i], need.exact ? need : need_of_type(type));
    }
}

/* Static variables have constants. */
static void walk_variable(value_flow *flow, CXCursor variable)
{
    CXCursor value = clang_Cursor_getVarDeclInitializer(variable);
    if (clang_Cursor_isNull(value) || clang_Cursor_hasVarDeclGlobalStorage(variable) == 1)
        return;
    CXType type = clang_getCursorType(variable);
    bool list = clang_getCursorKind(value) == CXCursor_InitListExpr;
    value_need kept = need_of_variable(flow, variable, type, list);
    if (list)
        walk_initializer(flow, value, kept);
    else
        value_flow_walk(flow, value, need_of_conversion(flow, value, type, kept));
}

static void walk_for(value_flow *flow, CXCursor loop)
{
    cursor_list parts = cursor_children(flow->reader->unit->memory, loop);
    if (parts.count != 4) { /* libclang leaves out what the loop leaves out */
        for (size_t i = 0; i < parts.count; i++) {
            bool assigns =
                i + 1 == parts.count ||
                clang_getCursorKind(parts.items[i]) == CXCursor_CompoundAssignOperator ||
                clang_getCursorBinaryOperatorKind(parts.items[i]) == CXBinaryOperator_Assign;
            value_flow_walk(flow, parts.items[i], assigns ? need_nothing() : need_whole);
        }
        return;
    }
    value_flow_walk(flow, parts.items[0], need_nothing());
    value_flow_walk(flow, parts.items[1], need_whole);
    if (!value_is_counting(flow, parts.items[1], parts.items[2]))
        value_flow_walk(flow, parts.items[2], need_nothing());
    value_flow_walk(flow, parts.items[3], need_nothing());
}

/* A condition is the first part of its statement, of `do` the last. */
static void walk_condition(value_flow *flow, CXCursor statement, bool last)
{
    cursor_list parts = cursor_children(flow->reader->unit->memory, statement);
    for (size_t i = 0; i < parts.count; i++)
        value_flow_walk(flow, parts.items[i],
                        i == (last ? parts.count - 1 : 0) ? need_whole : need_nothing());
}

void value_flow_walk(value_flow *flow, CXCursor cursor, value_need need)
{
    arena *memory = flow->reader->unit->memory;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    cursor_list parts;
    switch (kind) {
    case CXCursor_VarDecl:
        walk_variable(flow, cursor);
        break;
    case CXCursor_ForStmt:
        walk_for(flow, cursor);
        break;
    case CXCursor_IfStmt:
    case CXCursor_WhileStmt:
    case CXCursor_SwitchStmt:
        walk_condition(flow, cursor, false);
        break;
    case CXCursor_DoStmt:
        walk_condition(flow, cursor, true);
        break;
    case CXCursor_ReturnStmt:
        parts = cursor_expressions(memory, cursor);
        if (parts.count)
            value_flow_walk(
                flow, parts.items[0],
                need_of_conversion(flow, parts.items[0], flow->result,
                                   flow->outermost ? need_of_type(flow->result) : need_whole));
        break;
    case CXCursor_CaseStmt: /* the label is a constant */
        walk_all(flow, cursor_children(memory, cursor), 1, need_nothing());
        break;
    default:
        if (clang_isExpression(kind))
            walk_expression(flow, cursor, need);
        else if (kind == CXCursor_DeclStmt || clang_isStatement(kind))
            walk_all(flow, cursor_children(memory, cursor), 0,
                     need.exact ? need_whole : need_nothing());
    }
}

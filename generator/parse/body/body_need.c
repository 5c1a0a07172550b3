/* body_need.c: what of a value matters where it goes, and the variables on its way. A variable is
 * no border: what is assigned to it matters as much as what is read from it. */
#include "body_wrap.h"

#include "parse/unit/types.h"

const value_need need_whole = {.exact = true};

value_need need_nothing(void)
{
    return (value_need){.variable = clang_getNullCursor()};
}

bool need_is_pointer(CXType type)
{
    type = clang_getCanonicalType(type);
    return type.kind == CXType_Pointer || clang_getArrayElementType(type).kind != CXType_Invalid;
}

/* The bits of an integer type with its sign; 0 of any other, and of bool, which asks whether the
 * whole value is 0. */
unsigned need_storage_bits(CXType type)
{
    unsigned bits = value_type_bits(type);
    bool integer = types_integer_limit(clang_getCanonicalType(type)) != 0;
    return !integer || bits == 1 ? 0 : (bits + 7) / 8 * 8;
}

/* What matters of a value that becomes one of this type, of which `rest` matters. */
value_need need_of_conversion(const value_flow *flow, CXCursor value, CXType to, value_need rest)
{
    CXCursor variable = types_typevar(to);
    if (clang_getCanonicalType(to).kind == CXType_Void)
        return need_nothing();
    if (clang_Cursor_isNull(variable))
        return need_storage_bits(to) ? rest : need_whole;
    return value_is_generic(flow, value, variable) ? rest : need_whole;
}

/* What a variable, or memory, of this type keeps. */
value_need need_of_type(CXType type)
{
    CXCursor variable = types_typevar(type);
    unsigned bits = clang_Cursor_isNull(variable) ? need_storage_bits(type) : 64;
    return bits ? (value_need){.bits = bits, .variable = variable} : need_whole;
}

/* Whether all that matters of a value lies in the lowest bits that its own type has. */
bool need_is_met(const value_flow *flow, CXCursor value, value_need need)
{
    CXType type = clang_getCursorType(value);
    if (need.exact)
        return false;
    if (need.bits == 0)
        return true;
    if (!clang_Cursor_isNull(need.variable))
        return value_is_generic(flow, value, need.variable) || need_storage_bits(type) == 64;
    bool generic = value_is_generic(flow, value, clang_getNullCursor());
    return need.bits <= (generic ? 8 : need_storage_bits(type));
}

/* ---- variables ---- */

static bool is_exact(const value_flow *flow, CXCursor variable)
{
    for (size_t i = 0; i < flow->exact_count; i++)
        if (clang_equalCursors(flow->exact[i], variable))
            return true;
    return false;
}

void need_add_exact(value_flow *flow, CXCursor variable)
{
    if (clang_Cursor_isNull(variable) || is_exact(flow, variable))
        return;
    *ARENA_PUSH(flow->reader->unit->memory, flow->exact, flow->exact_count) = variable;
    flow->changed = true;
}

/* The variable at the bottom of x, x[i], x.m, *x, null if there is none; walks through the
 * indices. *through: it is reached through a pointer. */
CXCursor need_base(value_flow *flow, CXCursor lvalue, bool *through)
{
    arena *memory = flow->reader->unit->memory;
    for (;;) {
        enum CXCursorKind kind = clang_getCursorKind(lvalue);
        cursor_list inner = cursor_expressions(memory, lvalue);
        if (kind == CXCursor_DeclRefExpr)
            return clang_getCursorReferenced(lvalue);
        if (kind == CXCursor_ArraySubscriptExpr && inner.count == 2) {
            value_flow_walk(flow, inner.items[1], need_nothing());
        } else if (kind == CXCursor_BinaryOperator && inner.count == 2 &&
                   need_is_pointer(clang_getCursorType(lvalue))) {
            bool swapped = !need_is_pointer(clang_getCursorType(inner.items[0]));
            value_flow_walk(flow, inner.items[!swapped], need_nothing());
            inner.items[0] = inner.items[swapped];
        } else if (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr &&
                   kind != CXCursor_MemberRefExpr &&
                   (kind != CXCursor_UnaryOperator ||
                    clang_getCursorUnaryOperatorKind(lvalue) != CXUnaryOperator_Deref)) {
            value_flow_walk(flow, lvalue, need_whole);
            return clang_getNullCursor();
        }
        if (inner.count == 0)
            return clang_getNullCursor();
        lvalue = inner.items[0];
        *through |= clang_getCanonicalType(clang_getCursorType(lvalue)).kind == CXType_Pointer &&
                    kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr;
    }
}

void need_read(value_flow *flow, CXCursor lvalue, value_need need)
{
    bool through = false;
    CXCursor variable = need_base(flow, lvalue, &through);
    if (!need_is_met(flow, lvalue, need))
        need_add_exact(flow, variable);
}

/* What matters of a value that is stored: of a helper, all that goes through a pointer. */
value_need need_of_store(value_flow *flow, CXCursor lvalue)
{
    bool through = false;
    CXCursor variable = need_base(flow, lvalue, &through);
    bool parameter = clang_getCursorKind(variable) == CXCursor_ParmDecl;
    bool known = !clang_Cursor_isNull(variable) && !is_exact(flow, variable) &&
                 (!through || (parameter && flow->outermost));
    return known ? need_of_type(clang_getCursorType(lvalue)) : need_whole;
}

value_need need_of_variable(const value_flow *flow, CXCursor variable, CXType type, bool list)
{
    if (is_exact(flow, variable))
        return need_whole;
    return list ? need_nothing() : need_of_type(type);
}

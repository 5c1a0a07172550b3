#include "written.h"

#include "cursors.h"

/* What an expression's surroundings do with the object that it names or points to. */
typedef enum use { READ, WRITTEN } use;

/* The walk through one translation unit. */
typedef struct writing {
    arena *memory;
    written_unit *found;
    unsigned depth;
} writing;

static void walk(writing *state, CXCursor cursor, use how);

bool written_is_const(CXType type)
{
    for (;;) {
        type = clang_getCanonicalType(type);
        if (clang_isConstQualifiedType(type))
            return true;
        type = clang_getArrayElementType(type);
        if (type.kind == CXType_Invalid)
            return false;
    }
}

static bool is_array(CXType type)
{
    return clang_getArrayElementType(clang_getCanonicalType(type)).kind != CXType_Invalid;
}

static bool is_pointer(CXType type)
{
    return clang_getCanonicalType(type).kind == CXType_Pointer;
}

/* What may happen to the object behind a value that is stored, returned or handed to a function. */
static use escaping(CXCursor value)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(value));
    if (is_array(type))
        return written_is_const(type) ? READ : WRITTEN;
    return is_pointer(type) && !written_is_const(clang_getPointeeType(type)) ? WRITTEN : READ;
}

static void walk_all(writing *state, CXCursor cursor, use how)
{
    cursor_list inner = cursor_children(state->memory, cursor);
    for (size_t i = 0; i < inner.count; i++)
        walk(state, inner.items[i], how);
}

/* Children whose values go elsewhere: of statements, declarations, calls and initializers. */
static void walk_escaping(writing *state, CXCursor cursor)
{
    cursor_list inner = cursor_children(state->memory, cursor);
    for (size_t i = 0; i < inner.count; i++)
        walk(state, inner.items[i], escaping(inner.items[i]));
}

static void note(writing *state, CXCursor reference, use how)
{
    CXCursor variable = clang_getCursorReferenced(reference);
    if (how == WRITTEN && clang_getCursorKind(variable) == CXCursor_VarDecl)
        *ARENA_PUSH(state->memory, state->found->variables, state->found->count) =
            clang_getCanonicalCursor(variable);
}

/* A conversion, written or not. Of an array it makes the pointer to it; of a variable that is a
 * pointer it reads the variable, whatever happens to what that points to. */
static void walk_conversion(writing *state, CXCursor cursor, use how)
{
    cursor_list all = cursor_expressions(state->memory, cursor);
    if (all.count != 1) { /* what libclang does not show, such as `a ?: b` */
        if (how == WRITTEN)
            walk_all(state, cursor, WRITTEN);
        else
            walk_escaping(state, cursor);
        return;
    }
    CXCursor inner = all.items[0];
    CXType from = clang_getCursorType(inner), to = clang_getCursorType(cursor);
    enum CXCursorKind kind = clang_getCursorKind(inner);
    bool computed = kind == CXCursor_UnexposedExpr || kind == CXCursor_CStyleCastExpr ||
                    kind == CXCursor_BinaryOperator || kind == CXCursor_ConditionalOperator ||
                    clang_getCursorUnaryOperatorKind(inner) == CXUnaryOperator_AddrOf;
    if (is_array(from))
        walk(state, inner, is_pointer(to) ? how : escaping(inner));
    else if (kind == CXCursor_ParenExpr)
        walk_conversion(state, inner, how);
    else if (is_pointer(from) && computed)
        walk(state, inner,
             is_pointer(to)                                   ? how
             : clang_getCanonicalType(to).kind == CXType_Void ? READ
                                                              : WRITTEN);
    else
        walk(state, inner, READ);
}

static void walk_unary(writing *state, CXCursor cursor, use how)
{
    enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(cursor);
    bool steps = kind >= CXUnaryOperator_PostInc && kind <= CXUnaryOperator_PreDec;
    bool names = kind == CXUnaryOperator_AddrOf || kind == CXUnaryOperator_Deref ||
                 kind == CXUnaryOperator_Real || kind == CXUnaryOperator_Imag ||
                 kind == CXUnaryOperator_Extension;
    walk_all(state, cursor, steps ? WRITTEN : names ? how : READ);
}

static void walk_binary(writing *state, CXCursor cursor, use how)
{
    cursor_list operands = cursor_expressions(state->memory, cursor);
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(cursor);
    bool assigns = kind >= CXBinaryOperator_Assign && kind <= CXBinaryOperator_OrAssign;
    bool comma = kind == CXBinaryOperator_Comma;
    bool moves = is_pointer(clang_getCursorType(cursor));
    if (operands.count != 2)
        return;
    walk(state, operands.items[0], assigns ? WRITTEN : moves && !comma ? how : READ);
    walk(state, operands.items[1],
         assigns          ? escaping(operands.items[1])
         : moves || comma ? how
                          : READ);
}

/* The object is an element of an array, or of what a pointer points to; the index is only read. */
static void walk_subscript(writing *state, CXCursor cursor, use how)
{
    cursor_list operands = cursor_expressions(state->memory, cursor);
    for (size_t i = 0; i < operands.count; i++) {
        CXType type = clang_getCursorType(operands.items[i]);
        walk(state, operands.items[i], is_pointer(type) || is_array(type) ? how : READ);
    }
}

static void walk_choice(writing *state, CXCursor cursor, use how)
{
    cursor_list parts = cursor_expressions(state->memory, cursor);
    for (size_t i = 0; i < parts.count; i++)
        walk(state, parts.items[i], i == 0 && parts.count == 3 ? READ : how);
}

static void walk_expression(writing *state, CXCursor cursor, use how)
{
    switch ((int)clang_getCursorKind(cursor)) {
    case CXCursor_DeclRefExpr:
        note(state, cursor, how);
        break;
    case CXCursor_ParenExpr:
    case CXCursor_MemberRefExpr:
        walk_all(state, cursor, how);
        break;
    case CXCursor_ArraySubscriptExpr:
        walk_subscript(state, cursor, how);
        break;
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
        walk_conversion(state, cursor, how);
        break;
    case CXCursor_UnaryOperator:
        walk_unary(state, cursor, how);
        break;
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        walk_binary(state, cursor, how);
        break;
    case CXCursor_ConditionalOperator:
        walk_choice(state, cursor, how);
        break;
    case CXCursor_UnaryExpr: /* sizeof */
        break;
    case CXCursor_CallExpr:
    case CXCursor_InitListExpr:
    case CXCursor_CompoundLiteralExpr:
        walk_escaping(state, cursor);
        break;
    default:
        walk_all(state, cursor, WRITTEN);
    }
}

/* Expressions nested deeper than trees may be are refused where they are read. */
static void walk(writing *state, CXCursor cursor, use how)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (state->depth == 2 * DEEPEST_TREE) {
        state->found->unknown = true;
        return;
    }
    state->depth++;
    if (kind == CXCursor_GCCAsmStmt || kind == CXCursor_MSAsmStmt)
        walk_all(state, cursor, WRITTEN);
    else if (clang_isExpression(kind))
        walk_expression(state, cursor, how);
    else if (clang_isStatement(kind) || clang_isDeclaration(kind))
        walk_escaping(state, cursor);
    state->depth--;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_isDeclaration(clang_getCursorKind(cursor)) && !unit_in_system_header(cursor))
        walk(data, cursor, READ);
    return CXChildVisit_Continue;
}

/* What is written in a translation unit, found at the first question. */
static const written_unit *find_unit(const parse_unit *unit, CXTranslationUnit wanted)
{
    written_list *all = unit->written;
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].unit == wanted)
            return &all->items[i];
    written_unit *fresh = ARENA_PUSH(unit->memory, all->items, all->count);
    *fresh = (written_unit){.unit = wanted};
    writing state = {.memory = unit->memory, .found = fresh};
    clang_visitChildren(clang_getTranslationUnitCursor(wanted), visit_top, &state);
    return fresh;
}

static bool is_volatile(CXType type)
{
    for (; type.kind != CXType_Invalid; type = clang_getArrayElementType(type)) {
        type = clang_getCanonicalType(type);
        if (clang_isVolatileQualifiedType(type))
            return true;
    }
    return false;
}

bool written_never(const parse_unit *unit, CXCursor variable)
{
    CXCursor definition = clang_getCursorDefinition(variable);
    if (written_is_const(clang_getCursorType(variable)))
        return true;
    if (clang_Cursor_getStorageClass(variable) != CX_SC_Static || clang_Cursor_isNull(definition) ||
        is_volatile(clang_getCursorType(variable)) ||
        clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(definition)))
        return false;
    const written_unit *found = find_unit(unit, clang_Cursor_getTranslationUnit(variable));
    CXCursor wanted = clang_getCanonicalCursor(variable);
    for (size_t i = 0; i < found->count; i++)
        if (clang_equalCursors(found->variables[i], wanted))
            return false;
    return !found->unknown;
}

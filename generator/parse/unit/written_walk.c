#include "written_walk.h"

#include "cursors.h"
#include "written.h"

/* What an expression's surroundings do with the object that it names or points to. */
typedef enum use { READ, WRITTEN, HANDED } use;

/* The walk through one translation unit. */
typedef struct writing {
    arena *memory;
    written_unit *found;
    handing to; /* HANDED: the pointer */
    unsigned depth;
} writing;

static void walk(writing *state, CXCursor cursor, use how);

static bool is_array(CXType type)
{
    return clang_getArrayElementType(clang_getCanonicalType(type)).kind != CXType_Invalid;
}

static bool is_pointer(CXType type)
{
    return clang_getCanonicalType(type).kind == CXType_Pointer;
}

/* libclang says of a parameter `int x[3]` that it is an array. */
static bool is_address(CXType type)
{
    return is_pointer(type) || is_array(type);
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

/* Children whose values go elsewhere: of declarations, calls and initializers. */
static void walk_escaping(writing *state, CXCursor cursor)
{
    cursor_list inner = cursor_children(state->memory, cursor);
    for (size_t i = 0; i < inner.count; i++)
        walk(state, inner.items[i], escaping(inner.items[i]));
}

/* The last of the statements in ({ … }) is its value. */
static void walk_braces(writing *state, CXCursor cursor)
{
    cursor_list inner = cursor_children(state->memory, cursor);
    for (size_t i = 0; i < inner.count; i++)
        walk_escaping(state, inner.items[i]);
}

/* The name of a variable that other files see, too; else NULL. */
static const char *outer_name(const writing *state, CXCursor variable)
{
    if (clang_getCursorLinkage(variable) != CXLinkage_External)
        return NULL;
    CXString spelling = clang_getCursorSpelling(variable);
    const char *name = arena_copy(state->memory, clang_getCString(spelling));
    clang_disposeString(spelling);
    return name;
}

static void note(writing *state, CXCursor reference, use how)
{
    CXCursor variable = clang_getCanonicalCursor(clang_getCursorReferenced(reference));
    enum CXCursorKind kind = clang_getCursorKind(variable);
    written_unit *found = state->found;
    if (how == READ || (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl))
        return;
    if (how == HANDED) {
        handing *fresh = ARENA_PUSH(state->memory, found->handed, found->handed_count);
        *fresh = state->to;
        fresh->variable = variable;
        fresh->name = outer_name(state, variable);
    } else {
        *ARENA_PUSH(state->memory, found->variables, found->count) = variable;
        *ARENA_PUSH(state->memory, found->names, found->name_count) = outer_name(state, variable);
    }
}

static bool is_step(enum CXUnaryOperatorKind kind)
{
    return kind >= CXUnaryOperator_PostInc && kind <= CXUnaryOperator_PreDec;
}

/* Whether a variable is a pointer that no other function sees: what counts of it is what it points
 * to. */
static bool is_own_pointer(CXCursor variable)
{
    CXType type = clang_getCursorType(variable);
    enum CXCursorKind kind = clang_getCursorKind(variable);
    return kind == CXCursor_ParmDecl ? is_address(type)
                                     : kind == CXCursor_VarDecl && is_pointer(type) &&
                                           clang_Cursor_hasVarDeclGlobalStorage(variable) == 0;
}

/* Whether an expression names such a one; *variable is set to it. */
static bool is_local_pointer(const writing *state, CXCursor value, CXCursor *variable)
{
    while (clang_getCursorKind(value) == CXCursor_ParenExpr)
        value = cursor_operand(state->memory, value);
    *variable = clang_getCursorReferenced(value);
    return clang_getCursorKind(value) == CXCursor_DeclRefExpr && is_own_pointer(*variable);
}

/* Whether a value points to pointers. */
static bool leads_on(CXCursor value)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(value));
    CXType inner = is_array(type) ? clang_getArrayElementType(type) : clang_getPointeeType(type);
    while (is_array(inner))
        inner = clang_getArrayElementType(clang_getCanonicalType(inner));
    return is_pointer(inner);
}

/* A value that becomes a pointer's. */
static void hand(writing *state, CXCursor value, handing to)
{
    const handing outer = state->to;
    const use how = escaping(value);
    state->to = to;
    walk(state, value, how == WRITTEN && !leads_on(value) ? HANDED : how);
    state->to = outer;
}

/* Whether a pointer is no variable's, but made of one: what happens to it happens to that. */
static bool is_computed(CXCursor value)
{
    enum CXUnaryOperatorKind unary = clang_getCursorUnaryOperatorKind(value);
    switch ((int)clang_getCursorKind(value)) {
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
    case CXCursor_ConditionalOperator:
        return true;
    case CXCursor_UnaryOperator:
        return unary == CXUnaryOperator_AddrOf || is_step(unary);
    default:
        return false;
    }
}

/* A conversion, written or not. Of an array it makes the pointer to it; of a variable that is a
 * pointer it reads the variable, whatever happens to what that points to. */
static void walk_conversion(writing *state, CXCursor cursor, use how)
{
    cursor_list all = cursor_expressions(state->memory, cursor);
    if (all.count != 1) { /* what libclang does not show, such as `a ?: b` */
        if (how != READ)
            walk_all(state, cursor, how);
        else
            walk_escaping(state, cursor);
        return;
    }
    CXCursor inner = all.items[0];
    CXType from = clang_getCursorType(inner), to = clang_getCursorType(cursor);
    const enum CXCursorKind kind = clang_getCursorKind(inner);
    CXCursor variable;
    const bool local = is_local_pointer(state, inner, &variable);
    if (is_array(from) && !local)
        walk(state, inner, is_pointer(to) ? how : escaping(inner));
    else if (kind == CXCursor_ParenExpr && !local)
        walk_conversion(state, inner, how);
    else if (local || (is_pointer(from) && is_computed(inner)))
        walk(state, inner,
             is_address(to)                                   ? how
             : clang_getCanonicalType(to).kind == CXType_Void ? READ
                                                              : WRITTEN);
    else
        walk(state, inner, READ);
}

static void walk_unary(writing *state, CXCursor cursor, use how)
{
    enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(cursor);
    bool steps = is_step(kind);
    bool names = kind == CXUnaryOperator_AddrOf || kind == CXUnaryOperator_Deref ||
                 kind == CXUnaryOperator_Real || kind == CXUnaryOperator_Imag ||
                 kind == CXUnaryOperator_Extension;
    CXCursor variable;
    bool local = is_local_pointer(state, cursor_operand(state->memory, cursor), &variable);
    if (steps && !local)
        how = WRITTEN;
    else if (kind == CXUnaryOperator_AddrOf && local)
        how = WRITTEN; /* whoever has that can reach what the pointer points to */
    else if (!names && !steps)
        how = READ;
    walk_all(state, cursor, how);
}

static void walk_binary(writing *state, CXCursor cursor, use how)
{
    cursor_list operands = cursor_expressions(state->memory, cursor);
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(cursor);
    bool assigns = kind >= CXBinaryOperator_Assign && kind <= CXBinaryOperator_OrAssign;
    bool comma = kind == CXBinaryOperator_Comma;
    bool moves = is_address(clang_getCursorType(cursor));
    if (operands.count != 2)
        return;
    CXCursor variable;
    bool turned = assigns && is_local_pointer(state, operands.items[0], &variable);
    walk(state, operands.items[0], assigns && !turned ? WRITTEN : moves && !comma ? how : READ);
    if (turned && kind == CXBinaryOperator_Assign)
        hand(state, operands.items[1], (handing){.to = variable});
    else
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
        walk(state, operands.items[i], is_address(type) ? how : READ);
    }
}

static void walk_choice(writing *state, CXCursor cursor, use how)
{
    cursor_list parts = cursor_expressions(state->memory, cursor);
    for (size_t i = 0; i < parts.count; i++)
        walk(state, parts.items[i], i == 0 && parts.count == 3 ? READ : how);
}

/* Arguments through which a parameter could write are handed to it. */
static void walk_call(writing *state, CXCursor call)
{
    CXCursor callee = clang_getCursorReferenced(call);
    int count = clang_Cursor_getNumArguments(call);
    if (clang_getCursorKind(callee) != CXCursor_FunctionDecl || count < 0) {
        walk_escaping(state, call);
        return;
    }
    for (int i = 0; i < count; i++)
        hand(state, clang_Cursor_getArgument(call, (unsigned)i),
             (handing){.to = callee, .parameter = (unsigned)i});
}

/* The first value of a local pointer becomes its own; those of other variables go elsewhere. */
static void walk_declaration(writing *state, CXCursor declaration)
{
    bool own = clang_getCursorKind(declaration) == CXCursor_VarDecl && is_own_pointer(declaration);
    CXCursor value = own ? clang_Cursor_getVarDeclInitializer(declaration) : clang_getNullCursor();
    cursor_list inner = cursor_children(state->memory, declaration);
    for (size_t i = 0; i < inner.count; i++)
        if (clang_equalCursors(inner.items[i], value))
            hand(state, value, (handing){.to = declaration});
        else
            walk(state, inner.items[i], escaping(inner.items[i]));
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
    case CXCursor_StmtExpr:
        walk_braces(state, cursor);
        break;
    case CXCursor_CallExpr:
        walk_call(state, cursor);
        break;
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
    else if (clang_isDeclaration(kind))
        walk_declaration(state, cursor);
    else if (kind == CXCursor_ReturnStmt || kind == CXCursor_DeclStmt)
        walk_escaping(state, cursor);
    else if (clang_isStatement(kind))
        walk_all(state, cursor, READ);
    state->depth--;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_isDeclaration(clang_getCursorKind(cursor)) && !unit_in_system_header(cursor))
        walk(data, cursor, READ);
    return CXChildVisit_Continue;
}

void written_walk(arena *memory, written_unit *found)
{
    writing state = {.memory = memory, .found = found};
    clang_visitChildren(clang_getTranslationUnitCursor(found->unit), visit_top, &state);
}

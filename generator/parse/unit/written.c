#include "written.h"

#include "cursors.h"

/* What an expression's surroundings do with the object that it names or points to. */
typedef enum use { READ, WRITTEN, HANDED } use;

/* The walk through one translation unit. */
typedef struct writing {
    arena *memory;
    written_unit *found;
    handing to; /* HANDED: the parameter */
    unsigned depth;
} writing;

/* A question that is being answered. */
typedef struct question {
    const parse_unit *unit;
    CXCursor *asked; /* parameters, of which nobody has to ask again */
    size_t count;
} question;

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
    } else {
        *ARENA_PUSH(state->memory, found->variables, found->count) = variable;
    }
}

static bool is_step(enum CXUnaryOperatorKind kind)
{
    return kind >= CXUnaryOperator_PostInc && kind <= CXUnaryOperator_PreDec;
}

/* Whether an expression is a parameter that is a pointer: what counts of it is what it points to. */
static bool is_parameter(const writing *state, CXCursor value)
{
    while (clang_getCursorKind(value) == CXCursor_ParenExpr)
        value = cursor_operand(state->memory, value);
    return clang_getCursorKind(value) == CXCursor_DeclRefExpr &&
           clang_getCursorKind(clang_getCursorReferenced(value)) == CXCursor_ParmDecl &&
           is_address(clang_getCursorType(value));
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
    const bool parameter = is_parameter(state, inner);
    if (is_array(from) && !parameter)
        walk(state, inner, is_pointer(to) ? how : escaping(inner));
    else if (kind == CXCursor_ParenExpr && !parameter)
        walk_conversion(state, inner, how);
    else if (parameter || (is_pointer(from) && is_computed(inner)))
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
    bool parameter = is_parameter(state, cursor_operand(state->memory, cursor));
    if (steps && !parameter)
        how = WRITTEN;
    else if (kind == CXUnaryOperator_AddrOf && parameter)
        how = WRITTEN; /* whoever has that can reach what the parameter points to */
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
    bool turned = assigns && is_parameter(state, operands.items[0]); /* to another object, maybe */
    walk(state, operands.items[0], assigns && !turned ? WRITTEN : moves && !comma ? how : READ);
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

/* Whether a value points to pointers. */
static bool leads_on(CXCursor value)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(value));
    CXType inner = is_array(type) ? clang_getArrayElementType(type) : clang_getPointeeType(type);
    while (is_array(inner))
        inner = clang_getArrayElementType(clang_getCanonicalType(inner));
    return is_pointer(inner);
}

/* Arguments through which a parameter could write are handed to it. */
static void walk_call(writing *state, CXCursor call)
{
    const handing outer = state->to;
    CXCursor callee = clang_getCursorReferenced(call);
    int count = clang_Cursor_getNumArguments(call);
    if (clang_getCursorKind(callee) != CXCursor_FunctionDecl || count < 0) {
        walk_escaping(state, call);
        return;
    }
    for (int i = 0; i < count; i++) {
        CXCursor argument = clang_Cursor_getArgument(call, (unsigned)i);
        use how = escaping(argument);
        state->to = (handing){.callee = callee, .parameter = (unsigned)i};
        walk(state, argument, how == WRITTEN && !leads_on(argument) ? HANDED : how);
    }
    state->to = outer;
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
    else if (clang_isDeclaration(kind) || kind == CXCursor_ReturnStmt || kind == CXCursor_DeclStmt)
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

static bool is_written(question *asked, CXTranslationUnit unit, CXCursor variable);

/* Whether a function may write through a parameter. */
static bool writes(question *asked, const handing *handed)
{
    CXCursor definition = unit_definition(asked->unit, handed->callee);
    if (clang_Cursor_isNull(definition) ||
        (int)handed->parameter >= clang_Cursor_getNumArguments(definition))
        return true;
    CXCursor parameter = clang_Cursor_getArgument(definition, handed->parameter);
    for (size_t i = 0; i < asked->count; i++)
        if (clang_equalCursors(asked->asked[i], parameter))
            return false; /* whoever asked first finds out */
    *ARENA_PUSH(asked->unit->memory, asked->asked, asked->count) = parameter;
    return is_written(asked, clang_Cursor_getTranslationUnit(definition), parameter);
}

static bool is_written(question *asked, CXTranslationUnit unit, CXCursor variable)
{
    const written_unit found = *find_unit(asked->unit, unit);
    CXCursor wanted = clang_getCanonicalCursor(variable);
    for (size_t i = 0; i < found.count; i++)
        if (clang_equalCursors(found.variables[i], wanted))
            return true;
    for (size_t i = 0; i < found.handed_count; i++)
        if (clang_equalCursors(found.handed[i].variable, wanted) && writes(asked, &found.handed[i]))
            return true;
    return found.unknown;
}

bool written_never(const parse_unit *unit, CXCursor variable)
{
    CXCursor definition = clang_getCursorDefinition(variable);
    question asked = {.unit = unit};
    if (written_is_const(clang_getCursorType(variable)))
        return true;
    if (clang_Cursor_getStorageClass(variable) != CX_SC_Static || clang_Cursor_isNull(definition) ||
        is_volatile(clang_getCursorType(variable)) ||
        clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(definition)))
        return false;
    return !is_written(&asked, clang_Cursor_getTranslationUnit(variable), variable);
}

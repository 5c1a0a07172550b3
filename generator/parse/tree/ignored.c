#include "ignored.h"

#include <string.h>

#include "parse/unit/cursors.h"

static bool is_told(const parse_unit *unit, CXCursor callee)
{
    const char *name = unit_spelling(unit, callee);
    for (size_t i = 0; i < unit->told.ignored_count; i++)
        if (strcmp(unit->told.ignored[i], name) == 0)
            return true;
    return false;
}

/* Nothing, a number or an address: what 0 can stand for. */
static bool gives_number(CXType type)
{
    type = clang_getCanonicalType(type);
    return type.kind == CXType_Void || type.kind == CXType_Pointer || type.kind == CXType_Enum ||
           (type.kind >= CXType_Bool && type.kind <= CXType_Double);
}

static bool is_zero(CXCursor value)
{
    CXEvalResult result = clang_Cursor_Evaluate(value);
    const bool zero = result && clang_EvalResult_getKind(result) == CXEval_Int &&
                      clang_EvalResult_getAsLongLong(result) == 0;
    if (result)
        clang_EvalResult_dispose(result);
    return zero;
}

/* Finds what is more than naming variables and constants. */
static enum CXChildVisitResult find_effect(CXCursor cursor, CXCursor parent, CXClientData found)
{
    bool harmless = true;
    (void)parent;
    switch ((int)clang_getCursorKind(cursor)) {
    case CXCursor_ReturnStmt:
    case CXCursor_CompoundStmt:
    case CXCursor_NullStmt:
    case CXCursor_CStyleCastExpr:
    case CXCursor_DeclRefExpr:
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_StringLiteral:
    case CXCursor_ParmDecl:
    case CXCursor_TypeRef:
        break;
    case CXCursor_UnaryOperator: {
        const enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(cursor);
        harmless = kind < CXUnaryOperator_PostInc || kind > CXUnaryOperator_PreDec;
        break;
    }
    case CXCursor_BinaryOperator: {
        const enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(cursor);
        harmless = kind < CXBinaryOperator_Assign || kind > CXBinaryOperator_OrAssign;
        break;
    }
    default:
        harmless = false;
    }
    *(bool *)found |= !harmless;
    return harmless ? CXChildVisit_Recurse : CXChildVisit_Break;
}

/* Whether a function of a variable number of arguments does nothing, and returns nothing or 0. */
static bool is_empty(const parse_unit *unit, CXCursor definition)
{
    bool found = false;
    CXCursor body = unit_body(definition);
    if (clang_Cursor_isNull(body) || !clang_Cursor_isVariadic(definition))
        return false;
    clang_visitChildren(body, find_effect, &found);
    cursor_list statements = cursor_children(unit->memory, body);
    for (size_t i = 0; i < statements.count && !found; i++) {
        cursor_list value = cursor_children(unit->memory, statements.items[i]);
        found = clang_getCursorKind(statements.items[i]) == CXCursor_ReturnStmt && value.count &&
                !is_zero(value.items[0]);
    }
    return !found;
}

bool ignored_call(const parse_unit *unit, CXCursor call)
{
    CXCursor callee = cursor_callee(unit->memory, call);
    if (clang_getCursorKind(callee) != CXCursor_FunctionDecl ||
        !gives_number(clang_getCursorType(call)))
        return false;
    if (is_told(unit, callee))
        return true;
    if (!clang_Cursor_isVariadic(callee))
        return false;
    CXCursor definition = unit_definition(unit, callee);
    bool found = clang_Cursor_isNull(definition) || !is_empty(unit, definition);
    const int count = clang_Cursor_getNumArguments(call);
    for (int i = 0; i < count && !found; i++) {
        CXCursor argument = clang_Cursor_getArgument(call, (unsigned)i);
        find_effect(argument, call, &found);
        if (!found)
            clang_visitChildren(argument, find_effect, &found);
    }
    return !found;
}

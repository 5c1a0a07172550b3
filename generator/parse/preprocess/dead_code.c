#include "dead_code.h"

#include <string.h>

#include "parse/unit/text/lexer.h"

/* One text's. */
typedef struct dead_code {
    const parse_unit *unit;
    CXFile file;
    char *text;
    size_t size;
    bool has_typevars; /* types are not the same in all readings */
    bool any;
} dead_code;

/* The children of a cursor. */
typedef struct child_list {
    CXCursor items[4];
    unsigned count; /* of more than there is room for, too */
} child_list;

static enum CXChildVisitResult note_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
    child_list *all = data;
    (void)parent;
    if (all->count < sizeof all->items / sizeof *all->items)
        all->items[all->count] = cursor;
    all->count++;
    return CXChildVisit_Continue;
}

static child_list list_children(CXCursor cursor)
{
    child_list all = {.count = 0};
    clang_visitChildren(cursor, note_child, &all);
    return all;
}

static bool is_arithmetic(CXType type)
{
    const enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    return (kind >= CXType_Bool && kind <= CXType_LongLong) || kind == CXType_Float ||
           kind == CXType_Double;
}

/* Whether an expression is made of literals, enumerators and sizes alone. */
static bool is_constant(const dead_code *all, CXCursor cursor)
{
    const child_list inner = list_children(cursor);
    const enum CXCursorKind kind = clang_getCursorKind(cursor);
    switch (kind) {
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_FloatingLiteral:
        return true;
    case CXCursor_UnaryExpr: /* sizeof, _Alignof */
        return !all->has_typevars;
    case CXCursor_DeclRefExpr:
        return clang_getCursorKind(clang_getCursorReferenced(cursor)) == CXCursor_EnumConstantDecl;
    case CXCursor_CStyleCastExpr: /* a type that is named, a type variable maybe, is a child, too */
        return is_arithmetic(clang_getCursorType(cursor)) && inner.count &&
               inner.count <= (all->has_typevars ? 1 : 2) &&
               is_constant(all, inner.items[inner.count - 1]);
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr: /* a conversion */
    case CXCursor_UnaryOperator:
        return inner.count == 1 && is_constant(all, inner.items[0]);
    case CXCursor_BinaryOperator:
        return inner.count == 2 && is_constant(all, inner.items[0]) &&
               is_constant(all, inner.items[1]);
    case CXCursor_ConditionalOperator:
        return inner.count == 3 && is_constant(all, inner.items[0]) &&
               is_constant(all, inner.items[1]) && is_constant(all, inner.items[2]);
    default:
        return false;
    }
}

/* Whether a condition asks what the target is. */
static bool asks_for_target(const dead_code *all, unsigned begin, unsigned end)
{
    static const char *const names[] = {"WEFT_DEVICE_CODE", "WEFT_LONG_VECTORS"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (memmem(all->text + begin, end - begin, names[i], strlen(names[i])))
            return true;
    return false;
}

static bool find_extent(const dead_code *all, CXCursor cursor, unsigned *begin, unsigned *end)
{
    CXFile file;
    return unit_extent(cursor, &file, begin, end) && clang_File_isEqual(file, all->file) &&
           *begin < *end && *end <= all->size;
}

/* Whether a condition is a constant, and which. */
static bool find_value(const dead_code *all, CXCursor condition, bool *value)
{
    unsigned begin, end;
    if (!find_extent(all, condition, &begin, &end) || asks_for_target(all, begin, end) ||
        !is_constant(all, condition))
        return false;
    CXEvalResult result = clang_Cursor_Evaluate(condition);
    const CXEvalResultKind kind = result ? clang_EvalResult_getKind(result) : CXEval_UnExposed;
    if (kind == CXEval_Int)
        *value = clang_EvalResult_isUnsignedInt(result)
                     ? clang_EvalResult_getAsUnsigned(result) != 0
                     : clang_EvalResult_getAsLongLong(result) != 0;
    if (result)
        clang_EvalResult_dispose(result);
    return kind == CXEval_Int;
}

/* Whether something jumps into a statement: a label, or a case of a switch around it. */
static enum CXChildVisitResult find_label(CXCursor cursor, CXCursor parent, CXClientData data)
{
    const enum CXCursorKind kind = clang_getCursorKind(cursor);
    bool *found = data;
    (void)parent;
    *found |=
        kind == CXCursor_LabelStmt || kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt;
    return *found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool has_label(CXCursor statement)
{
    bool found = false;
    find_label(statement, statement, &found);
    if (!found)
        clang_visitChildren(statement, find_label, &found);
    return found;
}

/* Leaves the words in the place of [begin, end), where they fit, and the lines. */
static void blank(dead_code *all, unsigned begin, unsigned end, const char *words)
{
    const size_t length = strlen(words);
    if (length > end - begin || memchr(all->text + begin, '\n', length) ||
        memchr(all->text + begin, '#', end - begin)) /* a directive */
        return;
    memcpy(all->text + begin, words, length);
    for (size_t i = begin + length; i < end; i++)
        if (all->text[i] != '\n')
            all->text[i] = ' ';
    all->any = true;
}

/* What is not a block ends before its semicolon. */
static void blank_statement(dead_code *all, CXCursor statement)
{
    unsigned begin, end;
    if (clang_getCursorKind(statement) == CXCursor_NullStmt || has_label(statement) ||
        !find_extent(all, statement, &begin, &end))
        return;
    lexer in = {.text = all->text, .at = end, .end = all->size, .inside = true};
    c_token next;
    const bool is_ended = lexer_next(&in, &next) && lexer_is(all->text, &next, ";");
    blank(all, begin, end, is_ended ? "" : ";");
}

/* A 0 of the operand's type; NULL where that takes more than a literal, or is another type in
 * another reading: type variables are double in this one. */
static const char *find_zero(const dead_code *all, CXType type)
{
    switch (clang_getCanonicalType(type).kind) {
    case CXType_Bool:
    case CXType_Char_U:
    case CXType_UChar:
    case CXType_UShort:
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int: /* as which the others are computed with */
        return "0";
    case CXType_UInt:
        return "0u";
    case CXType_Long:
        return "0l";
    case CXType_ULong:
        return "0ul";
    case CXType_LongLong:
        return "0ll";
    case CXType_ULongLong:
        return "0ull";
    case CXType_Float:
        return "0.f";
    case CXType_Double:
        return all->has_typevars ? NULL : "0.";
    default:
        return NULL;
    }
}

static void blank_operand(dead_code *all, CXCursor operand)
{
    const char *zero = find_zero(all, clang_getCursorType(operand));
    unsigned begin, end;
    if (zero && find_extent(all, operand, &begin, &end) && end - begin > strlen(zero))
        blank(all, begin, end, zero);
}

/* Which child no call comes to; their count where there is none. */
static unsigned find_dead(const dead_code *all, CXCursor cursor, const child_list *inner)
{
    const bool is_operator = clang_getCursorKind(cursor) == CXCursor_BinaryOperator;
    const enum CXBinaryOperatorKind op =
        is_operator ? clang_getCursorBinaryOperatorKind(cursor) : CXBinaryOperator_Invalid;
    const bool is_and = op == CXBinaryOperator_LAnd, is_or = op == CXBinaryOperator_LOr;
    bool value = false;
    if ((is_operator && !is_and && !is_or) || inner->count < 2 || inner->count > 3 ||
        !find_value(all, inner->items[0], &value))
        return inner->count;
    if (is_operator)
        return value == is_or ? 1 : inner->count;
    return value ? 2 : 1; /* without else, 2 is none */
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    dead_code *all = data;
    const enum CXCursorKind kind = clang_getCursorKind(cursor);
    (void)parent;
    if (kind != CXCursor_IfStmt && kind != CXCursor_ConditionalOperator &&
        kind != CXCursor_BinaryOperator)
        return CXChildVisit_Recurse;
    const child_list inner = list_children(cursor);
    const unsigned dead = find_dead(all, cursor, &inner);
    for (unsigned i = 0; i < inner.count && i < sizeof inner.items / sizeof *inner.items; i++) {
        if (i != dead) {
            if (visit(inner.items[i], cursor, data) == CXChildVisit_Recurse)
                clang_visitChildren(inner.items[i], visit, data);
        } else if (kind == CXCursor_IfStmt) {
            blank_statement(all, inner.items[i]);
        } else {
            blank_operand(all, inner.items[i]);
        }
    }
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data)
{
    const dead_code *all = data;
    CXFile file;
    (void)parent;
    clang_getFileLocation(clang_getCursorLocation(cursor), &file, NULL, NULL, NULL);
    if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl && file &&
        clang_File_isEqual(file, all->file))
        clang_visitChildren(cursor, visit, data);
    return CXChildVisit_Continue;
}

bool dead_code_blank(const parse_unit *unit, char *text, size_t size)
{
    CXString name = clang_getTranslationUnitSpelling(unit->unit);
    dead_code all = {.unit = unit,
                     .file = clang_getFile(unit->unit, clang_getCString(name)),
                     .text = text,
                     .size = size,
                     .has_typevars = memmem(text, size, "WEFT_TYPEVAR", 12) != NULL};
    clang_disposeString(name);
    if (all.file)
        clang_visitChildren(clang_getTranslationUnitCursor(unit->unit), visit_top, &all);
    return all.any;
}

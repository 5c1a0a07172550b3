#include "agree.h"

#include <string.h>

#include "parse/unit/cursors.h"
#include "parse/unit/text/extent.h"
#include "parse/unit/types.h"

/* A walk through one declaration. */
typedef struct agree_walk {
    const parse_unit *unit;
    CXFile file;
    const char *text; /* of the file */
    unsigned size;
    edit_list *edits;
} agree_walk;

/* ---- operands whose type C++ sees otherwise ---- */

static bool is_arithmetic(CXType type)
{
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    return (kind >= CXType_Bool && kind <= CXType_Double) || kind == CXType_Enum;
}

static bool differs(const agree_walk *walk, CXCursor value);

static bool binary_differs(const agree_walk *walk, CXCursor value)
{
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(value);
    cursor_list operands = cursor_expressions(walk->unit->memory, value);
    if (op == CXBinaryOperator_Comma)
        return operands.count == 2 && differs(walk, operands.items[1]);
    return (op >= CXBinaryOperator_LT && op <= CXBinaryOperator_NE) ||
           op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr;
}

/* Whether a value is promoted to int in C, but under some binding not in C++. */
static bool differs(const agree_walk *walk, CXCursor value)
{
    CXCursor inner;
    switch (clang_getCursorKind(value)) {
    case CXCursor_ParenExpr:
        return differs(walk, cursor_operand(walk->unit->memory, value));
    case CXCursor_UnexposedExpr:
        return cursor_is_conversion(value, &inner) && differs(walk, inner);
    case CXCursor_CharacterLiteral:
        return clang_getCanonicalType(clang_getCursorType(value)).kind == CXType_Int;
    case CXCursor_UnaryOperator:
        return clang_getCursorUnaryOperatorKind(value) == CXUnaryOperator_LNot;
    case CXCursor_BinaryOperator:
        return binary_differs(walk, value);
    case CXCursor_ConditionalOperator:
        return is_arithmetic(clang_getCursorType(value)) ||
               !clang_Cursor_isNull(types_typevar(clang_getCursorType(value)));
    case CXCursor_DeclRefExpr:
        return clang_getCursorKind(clang_getCursorReferenced(value)) == CXCursor_EnumConstantDecl;
    default:
        return false;
    }
}

/* Whether what begins at an offset is what sizeof or another question asks about. */
static bool is_asked(const char *text, unsigned begin)
{
    static const char *const questions[] = {"sizeof",  "_Alignof", "__alignof__", "__alignof",
                                            "alignof", "typeof",   "__typeof__",  "__typeof"};
    return extent_follows_word(text, begin, questions, sizeof questions / sizeof *questions);
}

/* sizeof 'a' becomes sizeof +'a', sizeof(x == 1) becomes sizeof(+(x == 1)). */
static void promote(const agree_walk *walk, CXCursor value)
{
    CXFile file;
    unsigned begin, end;
    if (!differs(walk, value) || !unit_extent(value, &file, &begin, &end) ||
        !clang_File_isEqual(file, walk->file) || end > walk->size || !is_asked(walk->text, begin))
        return;
    if (walk->text[begin] == '(' && walk->text[end - 1] == ')') {
        edits_add(walk->edits, begin + 1, begin + 1, "+(");
        edits_add(walk->edits, end - 1, end - 1, ")");
    } else {
        edits_add(walk->edits, begin, begin, "+");
    }
}

bool agree_is_unevaluated(const parse_unit *unit, CXCursor value, CXCursor parent)
{
    const enum CXCursorKind outer = clang_getCursorKind(parent);
    const bool may_be = outer == CXCursor_UnaryExpr || outer == CXCursor_CStyleCastExpr ||
                        clang_isDeclaration(outer);
    CXFile file;
    unsigned begin, end;
    size_t size;
    if (!may_be || !clang_isExpression(clang_getCursorKind(value)) ||
        clang_getCanonicalType(clang_getCursorType(value)).kind == CXType_VariableArray ||
        !unit_extent(value, &file, &begin, &end))
        return false;
    const char *text = clang_getFileContents(unit->unit, file, &size);
    return text && end <= size && is_asked(text, begin);
}

/* ---- const variables without a value ---- */

/* C gives them zeros, C++ wants to be told. */
static void initialize(const agree_walk *walk, CXCursor variable)
{
    CXFile file;
    unsigned begin, end;
    CXType type = clang_getCanonicalType(clang_getCursorType(variable));
    if (clang_Cursor_hasVarDeclGlobalStorage(variable) != 1 ||
        clang_Cursor_getStorageClass(variable) == CX_SC_Extern ||
        !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(variable)) ||
        !unit_extent(variable, &file, &begin, &end) || !clang_File_isEqual(file, walk->file))
        return;
    bool aggregate =
        type.kind == CXType_Record || clang_getArrayElementType(type).kind != CXType_Invalid;
    const char *name = unit_type_spelling(walk->unit, clang_getUnqualifiedType(type));
    const char *zero = aggregate ? " = {}"
                       : type.kind == CXType_Enum
                           ? arena_format(walk->unit->memory, " = (%s)0", name)
                           : " = 0";
    unsigned behind = extent_attributes_behind(walk->text, end, walk->size);
    edits_add(walk->edits, behind, behind, zero);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    const agree_walk *walk = data;
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_VarDecl)
        initialize(walk, cursor);
    else
        promote(walk, cursor);
    return CXChildVisit_Recurse;
}

/* ---- __func__ ---- */

/* The function is called otherwise in the generated code. */
static void name_function(const agree_walk *walk, CXCursor function)
{
    CXTranslationUnit unit = walk->unit->unit;
    CXFile file;
    unsigned begin, end;
    if (!unit_extent(function, &file, &begin, &end))
        return;
    CXSourceRange range = clang_getRange(clang_getLocationForOffset(unit, file, begin),
                                         clang_getLocationForOffset(unit, file, end));
    const char *name =
        arena_format(walk->unit->memory, "\"%s\"", unit_spelling(walk->unit, function));
    CXToken *tokens;
    unsigned count, offset;
    clang_tokenize(unit, range, &tokens, &count);
    for (unsigned i = 0; i < count; i++) {
        CXString spelling = clang_getTokenSpelling(unit, tokens[i]);
        const char *text = clang_getCString(spelling);
        clang_getFileLocation(clang_getTokenLocation(unit, tokens[i]), NULL, NULL, NULL, &offset);
        if (strcmp(text, "__func__") == 0 || strcmp(text, "__FUNCTION__") == 0 ||
            strcmp(text, "__PRETTY_FUNCTION__") == 0)
            edits_add(walk->edits, offset, offset + (unsigned)strlen(text), name);
        clang_disposeString(spelling);
    }
    clang_disposeTokens(unit, tokens, count);
}

void agree_edits(const parse_unit *unit, CXCursor declaration, CXFile file, edit_list *edits)
{
    size_t size;
    agree_walk walk = {.unit = unit, .file = file, .edits = edits};
    walk.text = clang_getFileContents(unit->unit, file, &size);
    walk.size = (unsigned)size;
    if (!walk.text)
        return;
    if (clang_getCursorKind(declaration) == CXCursor_VarDecl)
        initialize(&walk, declaration);
    clang_visitChildren(declaration, visit, &walk);
    if (clang_getCursorKind(declaration) == CXCursor_FunctionDecl)
        name_function(&walk, declaration);
}

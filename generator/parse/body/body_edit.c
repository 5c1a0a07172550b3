/* body_edit.c: makes conversions from floating to integer the same on every target, by wrapping the
 * value: int k = x; becomes int k = WEFT_CAST(int, x);. WEFT_CAST leaves every other conversion as
 * it is, so that one edit serves all bindings of the type variables. What a macro's body spells
 * stays. */
#include <ctype.h>
#include <string.h>

#include "edits.h"
#include "parse/unit/extent.h"
#include "parse/unit/types.h"

/* What the walk knows. */
typedef struct editor {
    body_reader *reader;
    CXFile file;         /* that the function stands in; edits are of this file only */
    CXType result;       /* of the function */
    bool may_be_integer; /* some binding makes a type variable an integer */
} editor;

/* What a value may be, under some binding. */
typedef struct source_type {
    bool floating;       /* floating whatever the binding */
    bool same_variable;  /* the type variable it is converted to */
    bool other_variable; /* another type variable */
} source_type;

static source_type merge(source_type a, source_type b)
{
    return (source_type){a.floating | b.floating, a.same_variable | b.same_variable,
                         a.other_variable | b.other_variable};
}

static source_type leaf_type(CXType type, CXCursor target)
{
    CXCursor variable = types_typevar(type);
    source_type found = {0};
    if (clang_Cursor_isNull(variable)) {
        enum CXTypeKind kind = clang_getCanonicalType(type).kind;
        found.floating = kind == CXType_Float || kind == CXType_Double || kind == CXType_Float16 ||
                         kind == CXType_Half;
    } else {
        found.same_variable = clang_equalCursors(variable, target) != 0;
        found.other_variable = !found.same_variable;
    }
    return found;
}

static source_type type_of(const editor *in, CXCursor value, CXCursor target);

static source_type binary_type(const editor *in, CXCursor value, CXCursor target)
{
    cursor_list operands = cursor_expressions(in->reader->unit->memory, value);
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(value);
    if (operands.count != 2)
        return (source_type){0};
    if (op >= CXBinaryOperator_Assign && op <= CXBinaryOperator_OrAssign)
        return type_of(in, operands.items[0], target);
    if (op == CXBinaryOperator_Comma)
        return type_of(in, operands.items[1], target);
    bool arithmetic = op == CXBinaryOperator_Mul || op == CXBinaryOperator_Div ||
                      op == CXBinaryOperator_Add || op == CXBinaryOperator_Sub;
    return arithmetic ? merge(type_of(in, operands.items[0], target),
                              type_of(in, operands.items[1], target))
                      : (source_type){0};
}

static source_type type_of(const editor *in, CXCursor value, CXCursor target)
{
    arena *memory = in->reader->unit->memory;
    CXCursor inner;
    switch (clang_getCursorKind(value)) {
    case CXCursor_ParenExpr:
        return type_of(in, cursor_operand(memory, value), target);
    case CXCursor_UnexposedExpr:
        return cursor_is_conversion(memory, value, &inner)
                   ? type_of(in, inner, target)
                   : leaf_type(clang_getCursorType(value), target);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        return binary_type(in, value, target);
    case CXCursor_UnaryOperator: {
        enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(value);
        bool same = op == CXUnaryOperator_Minus || op == CXUnaryOperator_Plus;
        return same ? type_of(in, cursor_operand(memory, value), target)
                    : leaf_type(clang_getCursorType(value), target);
    }
    case CXCursor_ConditionalOperator: {
        cursor_list parts = cursor_expressions(memory, value);
        return parts.count == 3
                   ? merge(type_of(in, parts.items[1], target), type_of(in, parts.items[2], target))
                   : (source_type){0};
    }
    default:
        return leaf_type(clang_getCursorType(value), target);
    }
}

/* Integers but bool and enumerations. */
static bool is_integer(CXType type)
{
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    return kind > CXType_Bool && kind <= CXType_LongLong && kind != CXType_UInt128;
}

/* A literal that every integer type holds. */
static bool is_small_literal(const editor *in, CXCursor value)
{
    while (clang_getCursorKind(value) == CXCursor_ParenExpr)
        value = cursor_operand(in->reader->unit->memory, value);
    if (clang_getCursorKind(value) != CXCursor_FloatingLiteral)
        return false;
    CXEvalResult result = clang_Cursor_Evaluate(value);
    double number = result ? clang_EvalResult_getAsDouble(result) : -1;
    if (result)
        clang_EvalResult_dispose(result);
    return number >= 0 && number <= 127;
}

static bool needs_cast(const editor *in, CXCursor value, CXType to)
{
    CXCursor target = types_typevar(to);
    bool generic = !clang_Cursor_isNull(target);
    if (generic ? !in->may_be_integer : !is_integer(to))
        return false;
    source_type from = type_of(in, value, target);
    bool floating = from.floating || from.other_variable;
    return floating;
}

/* ---- text ---- */

static bool is_type_name(const char *text)
{
    for (const char *at = text; *at; at++)
        if (!isalnum((unsigned char)*at) && *at != '_' && *at != ' ')
            return false;
    return *text != '\0';
}

static void add_edit(editor *in, unsigned begin, unsigned end, const char *text)
{
    body *result = in->reader->result;
    *ARENA_PUSH(in->reader->unit->memory, result->edits, result->edit_count) =
        (text_edit){begin, end, text};
}

/* A macro's argument may be visited more than once. */
static bool is_edited(const editor *in, unsigned begin)
{
    const body *result = in->reader->result;
    for (size_t i = 0; i < result->edit_count; i++)
        if (result->edits[i].begin == begin && result->edits[i].end == begin)
            return true;
    return false;
}

/* Whether the text before an offset ends in `before`, blanks and comments aside: so that a value
 * which stands in a macro's body is not mistaken for one in the file. */
static bool follows(const char *text, unsigned offset, const char *before, unsigned *at)
{
    offset = extent_skip_back(text, offset);
    size_t length = strlen(before);
    *at = offset >= length ? offset - (unsigned)length : 0;
    return offset >= length && strncmp(text + *at, before, length) == 0;
}

/* Wraps a value that is converted to a type. befores: what may stand before it, ended by NULL.
 * cast: the cast that converts it, or null. */
static void wrap(editor *in, CXCursor value, CXType to, const char *const *befores, CXCursor cast)
{
    arena *memory = in->reader->unit->memory;
    CXCursor inner;
    while (cursor_is_conversion(memory, value, &inner))
        value = inner;
    CXFile file;
    unsigned begin, end, before = 0, cast_begin, cast_end;
    size_t size;
    if (!needs_cast(in, value, to) || is_small_literal(in, value) ||
        !unit_extent(value, &file, &begin, &end) ||
        !clang_File_isEqual(file, in->file))
        return;
    const char *text = cursor_file_text(value, file, &size);
    bool found = false;
    for (size_t i = 0; text && end <= size && befores[i] && !found; i++)
        found = follows(text, begin, befores[i], &before);
    if (!found || is_edited(in, begin))
        return;
    const char *type = unit_type_spelling(in->reader->unit, clang_getUnqualifiedType(to));
    if (!clang_Cursor_isNull(cast)) {
        if (!unit_extent(cast, &file, &cast_begin, &cast_end) ||
            text[cast_begin] != '(' || before <= cast_begin)
            return;
        type = arena_text(memory, text + cast_begin + 1, before - cast_begin - 1);
    }
    if (!is_type_name(type))
        return;
    add_edit(in, begin, begin, arena_format(memory, "WEFT_CAST(%s, ", type));
    add_edit(in, end, end, ")");
}

/* Whether an lvalue may be written twice. */
static bool is_plain_lvalue(const char *text)
{
    return !strpbrk(text, "(=?,;{/") && !strstr(text, "++") && !strstr(text, "--");
}

/* x *= y becomes x = WEFT_CAST(int, x * (y)), where the product is floating and x an integer. */
static void wrap_compound(editor *in, CXCursor lvalue, CXCursor value)
{
    arena *memory = in->reader->unit->memory;
    CXType to = clang_getCursorType(lvalue);
    CXFile file, value_file;
    unsigned begin, end, value_begin, value_end;
    size_t size;
    if (!needs_cast(in, value, to) || !unit_extent(lvalue, &file, &begin, &end) ||
        !unit_extent(value, &value_file, &value_begin, &value_end) ||
        !clang_File_isEqual(file, in->file) || !clang_File_isEqual(file, value_file))
        return;
    const char *text = cursor_file_text(value, file, &size);
    if (!text || value_end > size || value_begin < end || is_edited(in, value_end))
        return;
    const char *target = arena_text(memory, text + begin, end - begin);
    const char *between = arena_text(memory, text + end, value_begin - end);
    const char *operation = between + strspn(between, " \t\n");
    const char *type = unit_type_spelling(in->reader->unit, clang_getUnqualifiedType(to));
    if (!strspn(operation, "+-*/") || operation[1] != '=' || !is_type_name(type) ||
        operation[2 + strspn(operation + 2, " \t\n")] || !is_plain_lvalue(target))
        return;
    unsigned at = end + (unsigned)(operation - between);
    const char *macro = type_of(in, value, types_typevar(to)).floating || operation[0] == '/' ? NULL
                        : operation[0] == '+' ? "WEFT_ADD"
                        : operation[0] == '-' ? "WEFT_SUBTRACT"
                                              : "WEFT_MULTIPLY";
    if (macro) /* integers under some binding: they wrap */
        add_edit(in, at, value_begin,
                 arena_format(memory, "= WEFT_CAST(%s, %s(%s, (", type, macro, target));
    else
        add_edit(in, at, value_begin,
                 arena_format(memory, "= WEFT_CAST(%s, %s %c (", type, target, operation[0]));
    add_edit(in, value_end, value_end, macro ? ")))" : "))");
}

/* ---- the places where values are converted ---- */

static void walk(editor *in, CXCursor cursor);

static void wrap_initializer(editor *in, CXCursor value, CXType to)
{
    static const char *const befores[] = {"=", "{", ",", NULL};
    CXType element = clang_getArrayElementType(clang_getCanonicalType(to));
    if (clang_getCursorKind(value) != CXCursor_InitListExpr) {
        wrap(in, value, to, befores, clang_getNullCursor());
    } else if (element.kind != CXType_Invalid) {
        cursor_list elements = cursor_expressions(in->reader->unit->memory, value);
        CXType spelled = clang_getArrayElementType(to);
        for (size_t i = 0; i < elements.count; i++)
            wrap_initializer(in, elements.items[i],
                             spelled.kind == CXType_Invalid ? element : spelled);
    }
}

static void wrap_arguments(editor *in, CXCursor call)
{
    static const char *const befores[] = {"(", ",", NULL};
    CXCursor callee = cursor_callee(in->reader->unit->memory, call);
    if (clang_getCursorKind(callee) != CXCursor_FunctionDecl ||
        strncmp(unit_spelling(in->reader->unit, callee), "__", 2) == 0)
        return;
    CXType type = clang_getCursorType(callee);
    int count = clang_Cursor_getNumArguments(call), declared = clang_getNumArgTypes(type);
    for (int i = 0; i < count && i < declared; i++)
        wrap(in, clang_Cursor_getArgument(call, (unsigned)i), clang_getArgType(type, (unsigned)i),
             befores, clang_getNullCursor());
}

static void wrap_here(editor *in, CXCursor cursor)
{
    static const char *const assigned[] = {"=", NULL}, *const returned[] = {"return", NULL},
                             *const converted[] = {")", NULL};
    arena *memory = in->reader->unit->memory;
    cursor_list inner = cursor_expressions(memory, cursor);
    CXCursor none = clang_getNullCursor();
    if (inner.count == 0)
        return;
    CXCursor last = inner.items[inner.count - 1];
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_VarDecl: {
        CXCursor initializer = clang_Cursor_getVarDeclInitializer(cursor);
        if (!clang_Cursor_isNull(initializer))
            wrap_initializer(in, initializer, clang_getCursorType(cursor));
        break;
    }
    case CXCursor_BinaryOperator:
        if (clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign)
            wrap(in, last, clang_getCursorType(inner.items[0]), assigned, none);
        break;
    case CXCursor_CompoundAssignOperator:
        if (inner.count == 2)
            wrap_compound(in, inner.items[0], last);
        break;
    case CXCursor_ReturnStmt:
        wrap(in, last, in->result, returned, none);
        break;
    case CXCursor_CStyleCastExpr:
        wrap(in, last, clang_getCursorType(cursor), converted, cursor);
        break;
    case CXCursor_CallExpr:
        wrap_arguments(in, cursor);
        break;
    default:
        break;
    }
}

/* Constants that a compiler computes and what is not evaluated stay as they are. */
static void walk(editor *in, CXCursor cursor)
{
    arena *memory = in->reader->unit->memory;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    bool lasting = kind == CXCursor_VarDecl && clang_Cursor_hasVarDeclGlobalStorage(cursor) == 1;
    if (lasting || kind == CXCursor_UnaryExpr || kind == CXCursor_GenericSelectionExpr)
        return;
    wrap_here(in, cursor);
    cursor_list inner = cursor_children(memory, cursor);
    size_t first = kind == CXCursor_CaseStmt || (kind == CXCursor_CStyleCastExpr && inner.count > 1)
                       ? inner.count - 1
                       : 0;
    for (size_t i = first; i < inner.count; i++)
        walk(in, inner.items[i]);
}

/* ---- which bindings there are ---- */

/* A question about annotations, and its answer. */
typedef struct annotation_search {
    bool (*names)(const char *annotation);
    bool found;
} annotation_search;

static enum CXChildVisitResult find_named(CXCursor cursor, CXCursor parent, CXClientData data)
{
    annotation_search *search = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_FunctionDecl && !unit_in_system_header(cursor))
        return CXChildVisit_Recurse;
    if (kind != CXCursor_AnnotateAttr || clang_getCursorKind(parent) != CXCursor_FunctionDecl)
        return CXChildVisit_Continue;
    CXString text = clang_getCursorSpelling(cursor);
    search->found |= search->names(clang_getCString(text));
    clang_disposeString(text);
    return search->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

bool body_bindings_name(const body_reader *reader, bool (*names)(const char *annotation))
{
    if (reader->annotated && *reader->annotation)
        return names(reader->annotation);
    annotation_search search = {names, false};
    clang_visitChildren(clang_getTranslationUnitCursor(reader->unit->unit), find_named, &search);
    return search.found;
}

static bool names_integers(const char *annotation)
{
    return strstr(annotation, "int") != NULL;
}

void body_edit(body_reader *reader)
{
    CXCursor definition = reader->functions[0].definition;
    editor in = {.reader = reader, .result = clang_getCursorResultType(definition)};
    unsigned begin, end;
    if (!unit_extent(definition, &in.file, &begin, &end))
        return; /* a macro spells it; whoever carries the text refuses that */
    in.may_be_integer = body_bindings_name(reader, names_integers);
    cursor_list children = cursor_children(reader->unit->memory, definition);
    for (size_t i = 0; i < children.count; i++) {
        if (clang_getCursorKind(children.items[i]) != CXCursor_CompoundStmt)
            continue;
        size_t count;
        text_edit *edits =
            parse_complex_edits(reader->unit, clang_getCursorExtent(children.items[i]), &count);
        for (size_t j = 0; j < count; j++)
            add_edit(&in, edits[j].begin, edits[j].end, edits[j].text);
        walk(&in, children.items[i]);
    }
}

#include "declared.h"

#include <stdlib.h>
#include <string.h>

#include "text/lexer.h"

/* One declaration, and its words. */
typedef struct declaration {
    const char *name;
    CXCursor cursor;
    size_t number; /* of declarations before it */
    bool is_inline, is_extern, is_gnu_inline, is_weak;
    const char *alias; /* what it is another name of; or NULL */
} declaration;

/* A walk over the declarations at file scope. */
typedef struct declared_visit {
    arena *memory;
    CXTranslationUnit unit;
    declaration *items;
    size_t count;
} declared_visit;

/* ---- the words of a declaration ---- */

static bool is_among(const char *text, const c_token *token, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (lexer_is(text, token, words[i]))
            return true;
    return false;
}

#define IS_AMONG(text, token, ...)                            \
    is_among(text, token, (const char *const[]){__VA_ARGS__}, \
             sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

/* The bytes of a range in one file; NULL where it has none. */
static const char *find_text(CXTranslationUnit unit, CXSourceRange range, unsigned *begin,
                             unsigned *end)
{
    CXFile file, last;
    size_t size = 0;
    clang_getFileLocation(clang_getRangeStart(range), &file, NULL, NULL, begin);
    clang_getFileLocation(clang_getRangeEnd(range), &last, NULL, NULL, end);
    const char *text = file && last && clang_File_isEqual(file, last)
                           ? clang_getFileContents(unit, file, &size)
                           : NULL;
    return text && *begin <= *end && *end <= size ? text : NULL;
}

/* Reads what an attribute says, `alias("name")`. */
static enum CXChildVisitResult read_attribute(CXCursor cursor, CXCursor parent, CXClientData data)
{
    declaration *of = ((declared_visit *)data)->items + ((declared_visit *)data)->count - 1;
    declared_visit *visiting = data;
    unsigned begin, end;
    (void)parent;
    if (!clang_isAttribute(clang_getCursorKind(cursor)))
        return CXChildVisit_Continue;
    const char *text = find_text(visiting->unit, clang_getCursorExtent(cursor), &begin, &end);
    lexer in = {.text = text, .at = begin, .end = text ? end : begin, .inside = true};
    c_token token;
    bool is_alias = false;
    while (lexer_next(&in, &token)) {
        is_alias |= IS_AMONG(text, &token, "alias", "__alias__");
        of->is_weak |= IS_AMONG(text, &token, "weak", "__weak__");
        of->is_gnu_inline |= IS_AMONG(text, &token, "gnu_inline", "__gnu_inline__");
        if (is_alias && token.kind == TOKEN_QUOTED && token.end > token.begin + 2)
            of->alias =
                arena_text(visiting->memory, text + token.begin + 1, token.end - token.begin - 2);
    }
    return CXChildVisit_Continue;
}

/* Reads the words before the name. */
static void read_specifiers(const declared_visit *visiting, declaration *of)
{
    unsigned begin, end, name = 0;
    const char *text = find_text(visiting->unit, clang_getCursorExtent(of->cursor), &begin, &end);
    clang_getFileLocation(clang_getCursorLocation(of->cursor), NULL, NULL, NULL, &name);
    lexer in = {
        .text = text, .at = begin, .end = text && name < end ? name : begin, .inside = true};
    c_token token;
    while (lexer_next(&in, &token))
        of->is_inline |= IS_AMONG(text, &token, "inline", "__inline", "__inline__");
}

static bool is_of_system(CXCursor cursor)
{
    return clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)) != 0;
}

/* Reads a declaration. */
static void note(declared_visit *visiting, CXCursor cursor)
{
    CXString spelling = clang_getCursorSpelling(cursor);
    declaration *fresh = ARENA_PUSH(visiting->memory, visiting->items, visiting->count);
    *fresh = (declaration){.name = arena_copy(visiting->memory, clang_getCString(spelling)),
                           .cursor = cursor,
                           .number = visiting->count - 1,
                           .is_extern = clang_Cursor_getStorageClass(cursor) == CX_SC_Extern};
    clang_disposeString(spelling);
    if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl)
        read_specifiers(visiting, fresh);
    clang_visitChildren(cursor, read_attribute, visiting);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    (void)parent;
    if ((kind == CXCursor_FunctionDecl || kind == CXCursor_VarDecl) &&
        clang_getCursorLinkage(cursor) == CXLinkage_External &&
        (!is_of_system(cursor) || clang_isCursorDefinition(cursor)))
        note(data, cursor);
    return CXChildVisit_Continue;
}

/* ---- #pragma weak ---- */

/* Marks what `#pragma weak NAME` names in the text of the unit's own file. */
static void read_pragmas(declared_visit *visiting)
{
    CXString path = clang_getTranslationUnitSpelling(visiting->unit);
    CXFile file = clang_getFile(visiting->unit, clang_getCString(path));
    clang_disposeString(path);
    size_t size = 0;
    const char *text = file ? clang_getFileContents(visiting->unit, file, &size) : NULL;
    for (const char *at = text; at && (at = strstr(at, "#pragma")) != NULL;) {
        lexer in = {.text = text, .at = (size_t)(at - text) + strlen("#pragma"), .inside = true};
        c_token token;
        in.end = lexer_line_end(text, in.at, size);
        at = text + in.end;
        if (!lexer_next(&in, &token) || !lexer_is(text, &token, "weak") || !lexer_next(&in, &token))
            continue;
        for (size_t i = 0; i < visiting->count; i++)
            visiting->items[i].is_weak |= lexer_is(text, &token, visiting->items[i].name);
    }
}

/* ---- together ---- */

static int compare(const void *first, const void *second)
{
    const declaration *one = first, *other = second;
    int order = strcmp(one->name, other->name);
    return order ? order : (one->number > other->number) - (one->number < other->number);
}

static bool has_whole_type(CXCursor variable)
{
    return clang_getCanonicalType(clang_getCursorType(variable)).kind != CXType_IncompleteArray;
}

/* Takes a declaration as the definition, where it is one that says no less. */
static void note_definition(declared_name *of, const declaration *next)
{
    CXCursor whole = clang_getCursorDefinition(next->cursor);
    const bool is_defined = !clang_Cursor_isNull(whole);
    if (is_defined) {
        of->definition = whole;
        of->is_tentative = false;
    } else if (clang_getCursorKind(next->cursor) == CXCursor_VarDecl && !next->is_extern &&
               !next->alias &&
               (clang_Cursor_isNull(of->definition) || has_whole_type(next->cursor))) {
        of->definition = next->cursor;
        of->is_tentative = true;
    }
}

/* C99 and gnu_inline say the contrary of `extern inline`. */
static bool is_for_others(const declaration *of)
{
    return of->is_gnu_inline ? !of->is_extern : !of->is_inline || of->is_extern;
}

/* A search for the definition of a function. */
typedef struct function_search {
    const char *name;
    CXCursor found;
} function_search;

static enum CXChildVisitResult match_function(CXCursor cursor, CXCursor parent, CXClientData data)
{
    function_search *search = data;
    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || !clang_isCursorDefinition(cursor))
        return CXChildVisit_Continue;
    CXString spelling = clang_getCursorSpelling(cursor);
    const bool is = strcmp(clang_getCString(spelling), search->name) == 0;
    clang_disposeString(spelling);
    if (is)
        search->found = cursor;
    return is ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* The definition of what an alias names. */
static CXCursor find_alias(const declared_visit *visiting, const char *name)
{
    function_search search = {name, clang_getNullCursor()};
    clang_visitChildren(clang_getTranslationUnitCursor(visiting->unit), match_function, &search);
    return search.found;
}

/* What the declarations [first, end) of one name say. */
static declared_name join(const declared_visit *visiting, size_t first, size_t end)
{
    const bool is_function =
        clang_getCursorKind(visiting->items[first].cursor) == CXCursor_FunctionDecl;
    declared_name result = {.name = visiting->items[first].name,
                            .definition = clang_getNullCursor(),
                            .is_inline = is_function};
    for (size_t i = first; i < end; i++) {
        const declaration *next = &visiting->items[i];
        note_definition(&result, next);
        result.is_weak |= next->is_weak;
        result.is_inline &= !is_for_others(next);
    }
    for (size_t i = first; i < end && clang_Cursor_isNull(result.definition); i++)
        if (visiting->items[i].alias)
            result.definition = find_alias(visiting, visiting->items[i].alias);
    return result;
}

const declared_name *declared_read(arena *memory, CXTranslationUnit unit, size_t *count)
{
    declared_visit visiting = {.memory = memory, .unit = unit};
    declared_name *names = NULL;
    *count = 0;
    clang_visitChildren(clang_getTranslationUnitCursor(unit), visit, &visiting);
    read_pragmas(&visiting);
    if (visiting.count)
        qsort(visiting.items, visiting.count, sizeof *visiting.items, compare);
    for (size_t i = 0, end; i < visiting.count; i = end) {
        for (end = i + 1;
             end < visiting.count && strcmp(visiting.items[i].name, visiting.items[end].name) == 0;
             end++)
            ;
        *ARENA_PUSH(memory, names, *count) = join(&visiting, i, end);
    }
    return names;
}

/* ---- static names ---- */

static enum CXChildVisitResult visit_function(CXCursor cursor, CXCursor parent, CXClientData data)
{
    declared_visit *visiting = data;
    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || is_of_system(cursor))
        return CXChildVisit_Continue;
    note(visiting, cursor);
    return CXChildVisit_Continue;
}

CXCursor declared_alias(arena *memory, CXCursor function)
{
    CXTranslationUnit unit = clang_Cursor_getTranslationUnit(function);
    CXCursor canonical = clang_getCanonicalCursor(function);
    declared_visit visiting = {.memory = memory, .unit = unit};
    clang_visitChildren(clang_getTranslationUnitCursor(unit), visit_function, &visiting);
    for (size_t i = 0; i < visiting.count; i++)
        if (visiting.items[i].alias &&
            clang_equalCursors(clang_getCanonicalCursor(visiting.items[i].cursor), canonical))
            return find_alias(&visiting, visiting.items[i].alias);
    return clang_getNullCursor();
}

/* A search for the declarations of one variable. */
typedef struct tentative_search {
    CXCursor canonical, found;
} tentative_search;

static enum CXChildVisitResult match_variable(CXCursor cursor, CXCursor parent, CXClientData data)
{
    tentative_search *search = data;
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_VarDecl &&
        clang_Cursor_getStorageClass(cursor) != CX_SC_Extern &&
        clang_equalCursors(clang_getCanonicalCursor(cursor), search->canonical) &&
        (clang_Cursor_isNull(search->found) || has_whole_type(cursor)))
        search->found = cursor;
    return CXChildVisit_Continue;
}

CXCursor declared_tentative(CXCursor variable)
{
    tentative_search search = {clang_getCanonicalCursor(variable), clang_getNullCursor()};
    CXTranslationUnit unit = clang_Cursor_getTranslationUnit(variable);
    clang_visitChildren(clang_getTranslationUnitCursor(unit), match_variable, &search);
    return search.found;
}

/* linked.c: the --source files that are compiled as they stand, for functions that could not be
 * carried. */
#include <string.h>

#include "parse/unit/parser.h"

/* Marks the file of a definition; true if it was not marked. */
static bool mark(parser *reader, const char *symbol)
{
    definition *found = definitions_find(&reader->foreign, symbol);
    CXTranslationUnit unit = found ? clang_Cursor_getTranslationUnit(found->cursor) : NULL;
    if (found)
        found->asked = true;
    for (size_t i = 0; unit && i < reader->source_count; i++)
        if (reader->sources[i].unit == unit && !reader->sources[i].is_linked)
            return reader->sources[i].is_linked = true;
    return false;
}

/* Whether a file has a definition of its own that no other file's takes the place of. */
static bool is_settled(parser *reader, CXCursor used, const char *name)
{
    const definition *own =
        definitions_find_in(&reader->foreign, name, clang_Cursor_getTranslationUnit(used));
    return !clang_Cursor_isNull(clang_getCursorDefinition(used)) &&
           (!own || own->strength != DEFINITION_WEAK);
}

static bool is_told_to_ignore(const parser *reader, const char *name)
{
    const generate_options *options = reader->options;
    for (size_t i = 0; i < options->ignored_call_count; i++)
        if (strcmp(options->ignored_calls[i], name) == 0)
            return true;
    return false;
}

/* The type in which a function can return 0 for a result of another type; NULL if there is none. */
static const char *find_zero(CXType result)
{
    const CXType type = clang_getCanonicalType(result);
    switch (type.kind) {
    case CXType_Float:
        return "float";
    case CXType_Double:
        return "double";
    case CXType_LongDouble:
        return "long double";
    case CXType_Complex:
        switch (clang_getElementType(type).kind) {
        case CXType_Float:
            return "float _Complex";
        case CXType_Double:
            return "double _Complex";
        default:
            return NULL;
        }
    case CXType_Void:
    case CXType_Pointer:
    case CXType_Enum:
        return "long long";
    default:
        return type.kind >= CXType_Bool && type.kind <= CXType_LongLong ? "long long" : NULL;
    }
}

/* Notes a function whose calls do nothing; false if it is none. */
static bool note_ignored(parser *reader, CXCursor used, const char *name)
{
    const char *type =
        clang_getCursorKind(used) == CXCursor_FunctionDecl && is_told_to_ignore(reader, name)
            ? find_zero(clang_getCursorResultType(used))
            : NULL;
    for (size_t i = 0; type && i < reader->ignored_count; i++)
        if (strcmp(reader->ignored[i].name, name) == 0)
            return true;
    if (type)
        *ARENA_PUSH(reader->memory, reader->ignored, reader->ignored_count) =
            (ignored_symbol){arena_copy(reader->memory, name), type};
    return type != NULL;
}

/* Marks the files of the names that a file leaves to others. */
static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    parser *reader = data;
    (void)parent;
    CXCursor used = clang_getCursorReferenced(cursor);
    if (clang_getCursorKind(cursor) != CXCursor_DeclRefExpr ||
        clang_getCursorLinkage(used) != CXLinkage_External || unit_in_system_header(used))
        return CXChildVisit_Recurse;
    CXString name = clang_getCursorSpelling(used);
    if (!note_ignored(reader, used, clang_getCString(name)) &&
        !is_settled(reader, used, clang_getCString(name)))
        mark(reader, clang_getCString(name));
    clang_disposeString(name);
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_isDeclaration(clang_getCursorKind(cursor)) && !unit_in_system_header(cursor))
        clang_visitChildren(cursor, visit, data);
    return CXChildVisit_Continue;
}

/* The first file that is marked, but has not been looked at; the count if there is none. */
static size_t find_next(const parser *reader)
{
    size_t i = 0;
    while (i < reader->source_count &&
           (!reader->sources[i].is_linked || reader->sources[i].is_followed))
        i++;
    return i;
}

bool parser_link(parser *reader, const char *symbol)
{
    const bool found = definitions_find(&reader->foreign, symbol) != NULL;
    if (!mark(reader, symbol))
        return found;
    for (size_t i; (i = find_next(reader)) < reader->source_count;) {
        source_unit *next = &reader->sources[i];
        next->is_followed = true;
        clang_visitChildren(clang_getTranslationUnitCursor(next->unit), visit_top, reader);
    }
    return found;
}

const char *parser_linked_source(const parser *reader, size_t index)
{
    for (size_t i = 0; i < reader->source_count; i++)
        if (reader->sources[i].is_linked && index-- == 0)
            return reader->sources[i].path;
    return NULL;
}

const char *parser_ignored(const parser *reader, size_t index, const char **type)
{
    if (index >= reader->ignored_count)
        return NULL;
    *type = reader->ignored[index].type;
    return reader->ignored[index].name;
}

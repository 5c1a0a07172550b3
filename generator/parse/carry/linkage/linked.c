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
    if (!is_settled(reader, used, clang_getCString(name)))
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

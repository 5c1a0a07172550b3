/* linked.c: the --source files that are compiled as they stand, for functions that could not be
 * carried. */
#include <string.h>

#include "parse/unit/parser.h"

/* Marks the file of a definition; true if it was not marked. */
static bool mark(parser *reader, const char *symbol)
{
    CXCursor found = definitions_find(&reader->foreign, symbol);
    CXTranslationUnit unit =
        clang_Cursor_isNull(found) ? NULL : clang_Cursor_getTranslationUnit(found);
    for (size_t i = 0; unit && i < reader->source_count; i++)
        if (reader->sources[i].unit == unit && !reader->sources[i].is_linked)
            return reader->sources[i].is_linked = true;
    return false;
}

/* Marks the files of the names that a file leaves to others. */
static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    parser *reader = data;
    (void)parent;
    CXCursor used = clang_getCursorReferenced(cursor);
    if (clang_getCursorKind(cursor) != CXCursor_DeclRefExpr ||
        clang_getCursorLinkage(used) != CXLinkage_External || unit_in_system_header(used) ||
        !clang_Cursor_isNull(clang_getCursorDefinition(used)))
        return CXChildVisit_Recurse;
    CXString name = clang_getCursorSpelling(used);
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

void parser_link(parser *reader, const char *symbol)
{
    if (!mark(reader, symbol))
        return;
    for (size_t i; (i = find_next(reader)) < reader->source_count;) {
        source_unit *next = &reader->sources[i];
        next->is_followed = true;
        clang_visitChildren(clang_getTranslationUnitCursor(next->unit), visit_top, reader);
    }
}

const char *parser_linked_source(const parser *reader, size_t index)
{
    for (size_t i = 0; i < reader->source_count; i++)
        if (reader->sources[i].is_linked && index-- == 0)
            return reader->sources[i].path;
    return NULL;
}

#include "outline.h"

#include <string.h>

/* An outline while it is read. */
typedef struct outline_visit {
    arena *memory;
    outline *result;
} outline_visit;

static enum CXChildVisitResult visit_item(CXCursor cursor, CXCursor parent, CXClientData data)
{
    outline_visit *visit = data;
    outline_item item = {.cursor = cursor};
    (void)parent;
    clang_getFileLocation(clang_getCursorLocation(cursor), &item.file, NULL, NULL, &item.offset);
    if (clang_isDeclaration(clang_getCursorKind(cursor)) && item.file &&
        !unit_in_system_header(cursor))
        *ARENA_PUSH(visit->memory, visit->result->items, visit->result->count) = item;
    return CXChildVisit_Continue;
}

outline outline_read(const parse_unit *unit)
{
    outline result = {.unit = unit->unit};
    outline_visit visit = {unit->memory, &result};
    clang_visitChildren(clang_getTranslationUnitCursor(unit->unit), visit_item, &visit);
    return result;
}

bool outline_within(const outline_item *item, CXFile file, unsigned begin, unsigned end)
{
    return begin <= item->offset && item->offset < end && clang_File_isEqual(item->file, file);
}

bool outline_is_record(CXCursor declaration)
{
    enum CXCursorKind kind = clang_getCursorKind(declaration);
    return kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl;
}

/* A search for a name. */
typedef struct name_search {
    const char *name;
    size_t length;
    CXCursor found;
} name_search;

static bool has_name(CXCursor cursor, const name_search *search)
{
    CXString spelling = clang_getCursorSpelling(cursor);
    const char *text = clang_getCString(spelling);
    bool match = strlen(text) == search->length && memcmp(text, search->name, search->length) == 0;
    clang_disposeString(spelling);
    return match;
}

static enum CXChildVisitResult match_enumerator(CXCursor cursor, CXCursor parent, CXClientData data)
{
    name_search *search = data;
    (void)parent;
    if (outline_is_record(cursor) || clang_getCursorKind(cursor) == CXCursor_EnumDecl)
        return CXChildVisit_Recurse;
    if (clang_getCursorKind(cursor) != CXCursor_EnumConstantDecl || !has_name(cursor, search))
        return CXChildVisit_Continue;
    search->found = cursor;
    return CXChildVisit_Break;
}

CXCursor outline_find(const outline *all, const char *name, size_t length)
{
    name_search search = {name, length, clang_getNullCursor()};
    for (size_t i = 0; i < all->count && clang_Cursor_isNull(search.found); i++) {
        CXCursor item = all->items[i].cursor;
        if (has_name(item, &search))
            return item;
        if (outline_is_record(item) || clang_getCursorKind(item) == CXCursor_EnumDecl)
            clang_visitChildren(item, match_enumerator, &search);
    }
    return search.found;
}

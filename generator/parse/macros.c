#include "macros.h"

#include <string.h>

#include "body.h"
#include "text.h"

/* The macros defined in the user's files, in order. */
typedef struct macro_list {
    const parse_unit *unit;
    macro *items;
    bool *wanted;
    size_t count;
} macro_list;

static enum CXChildVisitResult visit_macro(CXCursor cursor, CXCursor parent, CXClientData data)
{
    macro_list *list = data;
    CXFile file;
    unsigned begin, end;
    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_MacroDefinition)
        return CXChildVisit_Continue;
    if (clang_Cursor_isMacroBuiltin(cursor) || unit_in_system_header(cursor))
        return CXChildVisit_Continue;
    parse_unit own = *list->unit;
    own.unit = clang_Cursor_getTranslationUnit(cursor);
    if (!unit_extent(&own, cursor, &file, &begin, &end) ||
        !unit_cursor_location(&own, cursor).line ||
        !clang_getFileContents(own.unit, file, NULL)) /* from the command line */
        return CXChildVisit_Continue;
    edit_list edits = {.memory = own.memory};
    size_t count;
    const text_edit *complexes = parse_complex_edits(&own, clang_getCursorExtent(cursor), &count);
    edits_add_all(&edits, complexes, count);
    macro found = {.name = unit_spelling(&own, cursor),
                   .text = text_edited(&own, file, begin, end, &edits)};
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].name, found.name) == 0) {
            list->items[i] = found; /* the last definition stands */
            return CXChildVisit_Continue;
        }
    *ARENA_PUSH(own.memory, list->items, list->count) = found;
    return CXChildVisit_Continue;
}

static void want(const char *name, size_t length, void *context)
{
    macro_list *list = context;
    for (size_t i = 0; i < list->count; i++) {
        const macro *known = &list->items[i];
        if (list->wanted[i] || strlen(known->name) != length ||
            memcmp(known->name, name, length) != 0)
            continue;
        list->wanted[i] = true;
        text_each_identifier(known->text, want, list);
    }
}

void macros_collect(const parse_unit *unit, function *result)
{
    macro_list list = {.unit = unit};
    clang_visitChildren(clang_getTranslationUnitCursor(unit->unit), visit_macro, &list);
    for (size_t i = 0; i < unit->source_count; i++)
        clang_visitChildren(clang_getTranslationUnitCursor(unit->sources[i]), visit_macro, &list);
    list.wanted = arena_array(unit->memory, list.count + 1, sizeof *list.wanted);
    text_each_identifier(result->body_text, want, &list);
    for (size_t i = 0; i < result->piece_count; i++)
        text_each_identifier(result->pieces[i].text, want, &list);
    for (size_t i = 0; i < list.count; i++)
        if (list.wanted[i])
            *ARENA_PUSH(unit->memory, result->macros, result->macro_count) = list.items[i];
}

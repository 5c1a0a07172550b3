#include "macros.h"

#include <string.h>

#include "body.h"
#include "text.h"

/* A walk over the definitions and expansions of one translation unit, in their order. */
typedef struct macro_walk {
    parse_unit *unit; /* as seen from that translation unit */
    function *result;
    const carried_range *ranges;
    size_t range_count;
    macro *known; /* the user's macros as they stand at this point */
    size_t known_count;
    location place; /* of the expansion that is looked at; line 0 outside expansions */
} macro_walk;

/* The macro as the walk knows it at this point; a later definition takes the place of an
 * earlier. */
static void define(macro_walk *walk, CXCursor cursor)
{
    parse_unit *unit = walk->unit;
    CXFile file;
    unsigned begin, end;
    if (clang_Cursor_isMacroBuiltin(cursor) || unit_in_system_header(cursor))
        return;
    if (!unit_extent(cursor, &file, &begin, &end) ||
        !unit_cursor_location(unit, cursor).line ||
        !clang_getFileContents(unit->unit, file, NULL)) /* from the command line */
        return;
    edit_list edits = {.memory = unit->memory};
    size_t count;
    const text_edit *complexes = parse_complex_edits(unit, clang_getCursorExtent(cursor), &count);
    edits_add_all(&edits, complexes, count);
    macro found = {.name = unit_spelling(unit, cursor),
                   .text = text_edited(unit, file, begin, end, &edits)};
    for (size_t i = 0; i < walk->known_count; i++)
        if (strcmp(walk->known[i].name, found.name) == 0) {
            walk->known[i] = found;
            return;
        }
    *ARENA_PUSH(unit->memory, walk->known, walk->known_count) = found;
}

/* Whether the function has the macro already; two meanings of one name cannot be served. */
static bool has_macro(const macro_walk *walk, const macro *wanted)
{
    for (size_t i = 0; i < walk->result->macro_count; i++) {
        const macro *other = &walk->result->macros[i];
        if (strcmp(other->name, wanted->name) != 0)
            continue;
        if (strcmp(other->text, wanted->text) != 0 && walk->place.line)
            diagnostics_add(walk->unit->messages, SEVERITY_ERROR, walk->place,
                            (unsigned)strlen(wanted->name),
                            "macro '%s' means two things in '%s' and what comes along with it",
                            wanted->name, walk->result->name);
        return true;
    }
    return false;
}

/* Adds the macro of that name, if there is one now, and all that its text names. */
static void want(const char *name, size_t length, void *context)
{
    macro_walk *walk = context;
    for (size_t i = 0; i < walk->known_count; i++) {
        const macro *wanted = &walk->known[i];
        if (strlen(wanted->name) != length || memcmp(wanted->name, name, length) != 0)
            continue;
        if (has_macro(walk, wanted))
            return;
        *ARENA_PUSH(walk->unit->memory, walk->result->macros, walk->result->macro_count) = *wanted;
        text_each_identifier(wanted->text, want, walk);
        return;
    }
}

/* An expansion within the text that is carried; its arguments may name macros too. */
static void expand(macro_walk *walk, CXCursor cursor)
{
    CXFile file;
    unsigned begin, end;
    if (!unit_extent(cursor, &file, &begin, &end))
        return;
    for (size_t i = 0; i < walk->range_count; i++) {
        const carried_range *range = &walk->ranges[i];
        if (begin < range->begin || begin >= range->end)
            continue;
        walk->place = unit_cursor_location(walk->unit, cursor);
        if (strcmp(walk->place.file, range->file) != 0)
            continue;
        edit_list none = {.memory = walk->unit->memory};
        text_each_identifier(text_edited(walk->unit, file, begin, end, &none), want, walk);
        return;
    }
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_MacroDefinition)
        define(data, cursor);
    else if (clang_getCursorKind(cursor) == CXCursor_MacroExpansion)
        expand(data, cursor);
    return CXChildVisit_Continue;
}

/* What #if and #ifdef name inside the carried text: they need not expand it. */
static void want_in_directives(macro_walk *walk, const char *text)
{
    walk->place = (location){0};
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (text[strspn(text, " \t")] == '#')
            text_each_identifier(arena_text(walk->unit->memory, text, length), want, walk);
        text += length + (text[length] == '\n');
    }
}

static void walk_unit(const parse_unit *unit, CXTranslationUnit walked, function *result,
                      const carried_range *ranges, size_t range_count)
{
    parse_unit own = *unit;
    own.unit = walked;
    macro_walk walk = {
        .unit = &own, .result = result, .ranges = ranges, .range_count = range_count};
    clang_visitChildren(clang_getTranslationUnitCursor(walked), visit, &walk);
    want_in_directives(&walk, result->body_text);
    for (size_t i = 0; i < result->piece_count; i++)
        want_in_directives(&walk, result->pieces[i].text);
}

/* Whether the unit of a range was the unit of an earlier one. */
static bool is_walked(const carried_range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (ranges[i].unit == ranges[count].unit)
            return true;
    return false;
}

void macros_collect(const parse_unit *unit, const carried_range *ranges, size_t range_count,
                    function *result)
{
    walk_unit(unit, unit->unit, result, ranges, range_count);
    for (size_t i = 0; i < range_count; i++)
        if (ranges[i].unit != unit->unit && !is_walked(ranges, i))
            walk_unit(unit, ranges[i].unit, result, ranges, range_count);
}

#include "misplaced.h"

#include <stdlib.h>
#include <string.h>

static const char *const macros[] = {
    "WEFT_VECTORIZE", "WEFT_GUVECTORIZE", "WEFT_REDUCE", "WEFT_NAME",
    "WEFT_OPTIONS",   "WEFT_STATUS",      "WEFT_LAUNCH", "WEFT_DEVICE_TWIN",
};

typedef struct attribute_visit {
    const parse_unit *unit;
    annotation_places *places;
} attribute_visit;

static enum CXChildVisitResult note_attribute(CXCursor cursor, CXCursor parent, CXClientData data)
{
    attribute_visit *visit = data;
    annotation_places *places = visit->places;
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_AnnotateAttr)
        *ARENA_PUSH(visit->unit->memory, places->attached, places->attached_count) =
            unit_cursor_location(visit->unit, cursor);
    return CXChildVisit_Continue;
}

static bool is_annotation(const char *name)
{
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
        if (strcmp(macros[i], name) == 0)
            return true;
    return false;
}

static void note_late(const parse_unit *unit, CXCursor function, annotation_places *places)
{
    CXCursor definition = clang_getCursorDefinition(function);
    CXFile file, own;
    unsigned begin, end, from, to;
    if (clang_Cursor_isNull(definition) || clang_equalCursors(definition, function) ||
        !unit_extent(function, &file, &begin, &end) || !unit_extent(definition, &own, &from, &to) ||
        !clang_File_isEqual(file, own) || from > begin)
        return;
    *ARENA_PUSH(unit->memory, places->late, places->late_count) = (late_declaration){
        unit_spelling(unit, function), begin, unit_cursor_location(unit, function),
        unit_cursor_location(unit, definition)};
}

void misplaced_note(const parse_unit *unit, CXCursor cursor, annotation_places *places)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    attribute_visit visit = {unit, places};
    if (kind == CXCursor_MacroExpansion && is_annotation(unit_spelling(unit, cursor)))
        *ARENA_PUSH(unit->memory, places->written, places->written_count) =
            unit_cursor_location(unit, cursor);
    else if (clang_isDeclaration(kind))
        clang_visitChildren(cursor, note_attribute, &visit);
    if (kind == CXCursor_FunctionDecl)
        note_late(unit, cursor, places);
}

static int compare_places(const void *first, const void *second)
{
    const location *one = first, *other = second;
    if (one->offset != other->offset)
        return one->offset < other->offset ? -1 : 1;
    return strcmp(one->file, other->file);
}

static const late_declaration *find_late(const annotation_places *places, const location *written)
{
    for (size_t i = 0; i < places->late_count; i++)
        if (places->late[i].begin <= written->at && written->at < places->late[i].name.at)
            return &places->late[i];
    return NULL;
}

void misplaced_report(const parse_unit *unit, annotation_places *places)
{
    if (places->attached_count)
        qsort(places->attached, places->attached_count, sizeof *places->attached, compare_places);
    for (size_t i = 0; i < places->written_count; i++) {
        const location *place = &places->written[i];
        if (!place->line ||
            (places->attached_count && bsearch(place, places->attached, places->attached_count,
                                               sizeof *place, compare_places)))
            continue;
        const late_declaration *late = find_late(places, place);
        if (late)
            diagnostics_add(unit->messages, SEVERITY_ERROR, *place, 0,
                            "'%s' is defined ahead of this declaration, in line %u: its annotation "
                            "stands before the definition, or before a declaration ahead of it",
                            late->function, late->definition.line);
        else
            diagnostics_add(unit->messages, SEVERITY_ERROR, *place, 0,
                            "an annotation stands before a function, outside of all others");
    }
}

/* body.c: reads one function: its tree, what analysis tells of it, its edits and its refusals. */
#include "body.h"

#include <string.h>

#include "analyse/analyse.h"
#include "edits.h"
#include "parse/refuse/refuse.h"

static enum CXChildVisitResult find_annotation(CXCursor cursor, CXCursor parent, CXClientData data)
{
    CXString *found = data;
    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_AnnotateAttr)
        return CXChildVisit_Continue;
    CXString text = clang_getCursorSpelling(cursor);
    bool match = strstr(clang_getCString(text), "vectorize ") != NULL;
    if (match)
        *found = text;
    else
        clang_disposeString(text);
    return match ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* The annotation's text, such as `weft.guvectorize "(n)->()", "void(…)"`; "" if there is none. */
static const char *annotation_of(const parse_unit *unit, CXCursor cursor)
{
    CXString found = {NULL, 0};
    clang_visitChildren(cursor, find_annotation, &found);
    if (!found.data)
        return "";
    const char *text = arena_copy(unit->memory, clang_getCString(found));
    clang_disposeString(found);
    return text;
}

/* The layout in an annotation: its first string, if an arrow is in it; "" if there is none. */
static const char *layout_of(arena *memory, const char *annotation)
{
    const char *begin = strchr(annotation, '"');
    const char *end = begin ? strchr(begin + 1, '"') : NULL;
    if (!end)
        return "";
    const char *layout = arena_text(memory, begin + 1, (size_t)(end - begin - 1));
    return strstr(layout, "->") ? layout : "";
}

/* The function's name for messages: of a made-up one that of the function it was made for. */
static const char *shown_name(const parse_unit *unit, CXCursor definition)
{
    const char *name = unit_spelling(unit, definition);
    for (size_t i = 0; unit->source && i < unit->source->stage_count; i++)
        if (strcmp(unit->source->stages[i]->name, name) == 0)
            return unit->source->stages[i]->made_for;
    return name;
}

body *parse_body(parse_unit *unit, CXCursor definition, bool annotated)
{
    body_reader reader = {.unit = unit, .annotated = annotated};
    reader.result = arena_array(unit->memory, 1, sizeof *reader.result);
    reader.name = shown_name(unit, definition);
    reader.annotation = annotation_of(unit, definition);
    reader.layout = layout_of(unit->memory, reader.annotation);
    body_read_functions(&reader, definition);
    reader.result->tree = reader.functions[0].tree;
    analyse_body(unit->memory, reader.result);
    if (reader.too_deep)
        return reader.result;
    for (size_t i = 0; i < reader.function_count; i++) {
        refuse_function(&reader, reader.functions[i].definition, i == 0);
        analyse_divisions(reader.functions[i].tree, unit->messages);
    }
    refuse_recursion(&reader);
    body_edit(&reader);
    body_keep_const(&reader);
    body_wrap(&reader);
    return reader.result;
}

const body *parse_helper(parse_unit *unit, CXCursor definition)
{
    helper_list *known = unit->helpers;
    for (size_t i = 0; i < known->count; i++)
        if (clang_equalCursors(known->items[i].definition, definition))
            return known->items[i].read;
    const body *read = parse_body(unit, definition, false);
    *ARENA_PUSH(unit->memory, known->items, known->count) = (helper){definition, read};
    return read;
}

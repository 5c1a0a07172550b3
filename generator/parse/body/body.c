/* body.c: reads one function: its tree, what analysis tells of it, its edits and its refusals. */
#include "body.h"

#include <string.h>

#include "analyse/analyse.h"
#include "edit/edit.h"
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

/* ---- edits ---- */

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

/* Whether a type variable of the function read first may stand for a type of which `names` holds,
 * given an annotation's text. A helper may be called by any annotated function of the file. */
static bool bindings_name(const body_reader *reader, bool (*names)(const char *annotation))
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

/* Dtypes that C computes in a signed type. */
static bool names_signed(const char *annotation)
{
    for (const char *at = annotation; (at = strstr(at, "int")) != NULL; at += 3) {
        bool is_unsigned = at > annotation && at[-1] == 'u';
        if (!is_unsigned || (strncmp(at, "int32", 5) != 0 && strncmp(at, "int64", 5) != 0))
            return true;
    }
    return false;
}

/* Only what the words of the body spell is asked of libclang; all else the tree tells. */
static void edit(body_reader *reader)
{
    arena *memory = reader->unit->memory;
    body *result = reader->result;
    CXCursor definition = reader->functions[0].definition, compound = unit_body(definition);
    const ir_extent whole = result->tree->extent;
    if (!clang_Cursor_isNull(compound) && whole.begin < whole.end)
        result->edits =
            parse_complex_edits(reader->unit, clang_getCursorExtent(compound), &result->edit_count);
    edit_casts(memory, result, bindings_name(reader, names_integers));
    edit_constness(memory, result);
    edit_complex(memory, result);
    edit_rounding(memory, result);
    spelled_arithmetic spelled =
        edit_overflow(memory, result, reader->annotated, bindings_name(reader, names_signed));
    edit_indices(memory, result, !reader->annotated);
    edit_speculate(memory, result, bindings_name(reader, names_integers),
                   bindings_name(reader, names_signed));
    edit_ignored(memory, result);
    for (size_t i = 0; i < spelled.count; i++)
        refuse_gpu(reader, spelled.places[i], 1,
                   "a macro of a system header spells signed arithmetic whose overflow matters, "
                   "which the device compiler takes for impossible; write it outside of the macro, "
                   "or in an unsigned type");
}

/* The normal form alone of a body that is a choice: { if (...) { normal form } else { what is
 * written } }. */
static ir_function *look_inside(arena *memory, const ir_function *whole)
{
    ir_function *inside = arena_array(memory, 1, sizeof *inside);
    *inside = *whole;
    inside->body = whole->body->children[0]->children[0];
    return inside;
}

body *parse_body(parse_unit *unit, CXCursor definition, bool annotated)
{
    body_reader reader = {.unit = unit, .annotated = annotated};
    reader.result = arena_array(unit->memory, 1, sizeof *reader.result);
    reader.name = shown_name(unit, definition);
    reader.annotation = annotation_of(unit, definition);
    reader.layout = layout_of(unit->memory, reader.annotation);
    body_read_functions(&reader, definition);
    ir_function *whole = reader.functions[0].tree;
    reader.result->tree = unit->is_guarded ? look_inside(unit->memory, whole) : whole;
    analyse_body(unit->memory, reader.result);
    if (reader.too_deep)
        return reader.result;
    for (size_t i = 0; i < reader.function_count; i++) {
        refuse_function(&reader, reader.functions[i].definition, i == 0);
        analyse_divisions(reader.functions[i].tree, unit->messages);
    }
    refuse_recursion(&reader);
    ir_function *inside = reader.result->tree;
    reader.result->tree = whole;
    if (unit->is_guarded) /* how operands are named counts in both branches, which are compiled */
        analyse_operands(unit->memory, reader.result);
    edit(&reader);
    reader.result->tree = inside;
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

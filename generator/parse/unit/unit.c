#include "unit.h"

#include <string.h>

#include "declared.h"
#include "flat.h"

/* Copies a libclang string into the arena and disposes of it. */
static const char *take(arena *memory, CXString string)
{
    const char *text = clang_getCString(string);
    const char *copy = arena_copy(memory, text ? text : "");
    clang_disposeString(string);
    return copy;
}

const char *unit_spelling(const parse_unit *unit, CXCursor cursor)
{
    return take(unit->memory, clang_getCursorSpelling(cursor));
}

const char *unit_type_spelling(const parse_unit *unit, CXType type)
{
    return take(unit->memory, clang_getTypeSpelling(type));
}

/* The place that stands for a made-up function, which has a line of its own behind the text; no
 * place where no such function stands there. */
static location stand_in(const parse_unit *unit, location place)
{
    const source_file *source = unit->source;
    if (!source || !source->stage_count || place.offset <= unit->text_end ||
        strcmp(place.file, source->path) != 0)
        return (location){0};
    size_t end = unit->text_end + 1, stage = 0;
    while (stage + 1 < source->stage_count &&
           end + strlen(source->stages[stage]->made_up) < place.offset)
        end += strlen(source->stages[stage++]->made_up) + 1;
    return source->stages[stage]->place;
}

/* The flat text of a unit; NULL if it reads the file itself. */
static const flat_text *find_flat(const parse_unit *unit)
{
    for (size_t i = 0; unit->flats && i < unit->flats->count; i++)
        if (unit->flats->items[i].unit == unit->unit)
            return unit->flats->items[i].flat;
    return NULL;
}

/* The flat text that a unit has in the place of a file. */
static const flat_text *flat_of(const parse_unit *unit, const char *file)
{
    const flat_text *found = find_flat(unit);
    return found && strcmp(found->path, file) == 0 ? found : NULL;
}

bool unit_is_flat(const parse_unit *unit)
{
    return find_flat(unit) != NULL;
}

location unit_location(const parse_unit *unit, CXSourceLocation place)
{
    location result = {.file = ""};
    CXFile file;
    clang_getFileLocation(place, &file, &result.line, &result.column, &result.offset);
    if (file)
        result.file = take(unit->memory, clang_getFileName(file));
    else
        result.line = 0;
    unsigned at = result.offset;
    const flat_text *flat = result.line ? flat_of(unit, result.file) : NULL;
    location made_up = stand_in(unit, result);
    if (made_up.line)
        result = made_up;
    else if (flat)
        result = flat_place(flat, at, NULL);
    result.at = at;
    return result;
}

bool unit_is_written(const parse_unit *unit, CXSourceLocation place)
{
    location read = {.file = ""};
    bool fixed = false;
    CXFile file;
    clang_getFileLocation(place, &file, NULL, NULL, &read.offset);
    if (!file)
        return false;
    const flat_text *flat = flat_of(unit, take(unit->memory, clang_getFileName(file)));
    if (flat)
        flat_place(flat, read.offset, &fixed);
    return !fixed;
}

location unit_location_in(const parse_unit *unit, CXTranslationUnit of, CXSourceLocation place)
{
    parse_unit own = *unit;
    if (of)
        own.unit = of;
    return unit_location(&own, place);
}

location unit_cursor_location(const parse_unit *unit, CXCursor cursor)
{
    return unit_location_in(unit, clang_Cursor_getTranslationUnit(cursor),
                            clang_getCursorLocation(cursor));
}

bool unit_range(CXSourceRange range, CXFile *file, unsigned *begin, unsigned *end)
{
    CXFile last;
    clang_getFileLocation(clang_getRangeStart(range), file, NULL, NULL, begin);
    clang_getFileLocation(clang_getRangeEnd(range), &last, NULL, NULL, end);
    return *file && last && clang_File_isEqual(*file, last) && *begin <= *end;
}

bool unit_extent(CXCursor cursor, CXFile *file, unsigned *begin, unsigned *end)
{
    return unit_range(clang_getCursorExtent(cursor), file, begin, end);
}

typedef struct name_search {
    const char *name;
    CXCursor found;
} name_search;

static bool has_name(CXCursor cursor, const char *name)
{
    CXString spelling = clang_getCursorSpelling(cursor);
    bool match = strcmp(clang_getCString(spelling), name) == 0;
    clang_disposeString(spelling);
    return match;
}

static enum CXChildVisitResult match_function(CXCursor cursor, CXCursor parent, CXClientData data)
{
    name_search *search = data;
    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || !has_name(cursor, search->name))
        return CXChildVisit_Continue;
    search->found = cursor;
    return CXChildVisit_Break;
}

CXCursor unit_function(const parse_unit *unit, const char *name)
{
    name_search search = {name, clang_getNullCursor()};
    clang_visitChildren(clang_getTranslationUnitCursor(unit->unit), match_function, &search);
    return search.found;
}

/* What the file that was read defines. */
static definitions *own_definitions_of(const parse_unit *unit)
{
    own_definitions *own = unit->own;
    if (!own->is_read) {
        definitions_add(unit->memory, &own->all, own->unit);
        definitions_sort(&own->all);
        own->is_read = true;
    }
    return &own->all;
}

/* What the declaration of a name that all files share stands for. */
static CXCursor find_shared(const parse_unit *unit, CXCursor reference, CXCursor own)
{
    CXTranslationUnit whole = clang_Cursor_getTranslationUnit(reference);
    definitions *first = own_definitions_of(unit);
    const char *name = unit_spelling(unit, reference);
    const bool is_first = whole == unit->own->unit;
    const definition *here =
        is_first ? definitions_find(first, name) : definitions_find_in(unit->foreign, name, whole);
    definition *found = definitions_find(unit->foreign, name);
    const definition *other = is_first ? NULL : definitions_find(first, name);
    if (here && here->strength != DEFINITION_WEAK)
        return here->cursor;
    if (found && (!other || found->strength >= other->strength) &&
        (!here || found->strength > here->strength)) {
        found->asked = true;
        return found->cursor;
    }
    if (other && (!here || other->strength > here->strength))
        return other->cursor;
    return here ? here->cursor : own;
}

CXCursor unit_definition(const parse_unit *unit, CXCursor reference)
{
    CXCursor own = clang_getCursorDefinition(reference);
    if (clang_getCursorLinkage(reference) == CXLinkage_External)
        return find_shared(unit, reference, own);
    if (clang_Cursor_isNull(own) && clang_getCursorKind(reference) == CXCursor_VarDecl &&
        clang_Cursor_getStorageClass(reference) != CX_SC_Extern)
        return clang_Cursor_hasVarDeclGlobalStorage(reference) == 1 ? declared_tentative(reference)
                                                                    : reference;
    if (clang_Cursor_isNull(own) && clang_getCursorKind(reference) == CXCursor_FunctionDecl &&
        !unit_in_system_header(reference))
        return declared_alias(unit->memory, reference);
    return own;
}

bool unit_is_library(const parse_unit *unit, CXCursor function)
{
    CXFile file;
    unsigned begin, end; /* the compiler's own declaration stands where the name stands */
    CXCursor first = clang_getCanonicalCursor(function);
    return !clang_equalCursors(first, function) && unit_extent(first, &file, &begin, &end) &&
           end - begin == strlen(unit_spelling(unit, function));
}

static enum CXChildVisitResult match_body(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_CompoundStmt)
        *(CXCursor *)data = cursor;
    return CXChildVisit_Continue;
}

CXCursor unit_body(CXCursor function)
{
    CXCursor found = clang_getNullCursor();
    clang_visitChildren(function, match_body, &found);
    return found;
}

bool unit_in_system_header(CXCursor cursor)
{
    return clang_Location_isInSystemHeader(clang_getCursorLocation(cursor));
}

/* declarations.c: the first reading of a file: what is annotated, with type variables as double. */
#include <string.h>

#include "annotation/annotation.h"
#include "annotation/misplaced.h"
#include "annotation/signature.h"
#include "parse/carry/inclusions.h"
#include "parse/tree/twin.h"
#include "parse/unit/types.h"
#include "reading.h"

typedef struct declarations_visit {
    parser *reader;
    parse_unit unit;
    source_file *source;
    annotation_places places;
} declarations_visit;

/* "kernels" of "src/kernels.c". */
static const char *file_stem(arena *memory, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return arena_text(memory, name, dot && dot != name ? (size_t)(dot - name) : strlen(name));
}

/* Whether a declaration of that name was read: its definition inherits the annotation. */
static bool is_read(const source_file *source, const char *name)
{
    for (size_t i = 0; i < source->function_count; i++)
        if (strcmp(source->functions[i].name, name) == 0)
            return true;
    for (size_t i = 0; i < source->reduction_count; i++)
        if (strcmp(source->reductions[i].combine->name, name) == 0)
            return true;
    return false;
}

static void read_function(declarations_visit *visit, CXCursor declaration)
{
    parse_unit *unit = &visit->unit;
    source_file *source = visit->source;
    const char *name = unit_spelling(unit, declaration);
    function read = {.name = name,
                     .ufunc_name = signature_name(name, visit->reader->options->strip_prefix)};
    if (!annotation_read(unit, declaration, &read))
        return;
    read.place = unit_cursor_location(unit, declaration);
    if (is_read(source, name))
        return;
    if (!read.ufunc_name_place.line)
        read.ufunc_name_place = read.place;
    CXString comment = clang_Cursor_getRawCommentText(declaration);
    const char *raw = clang_getCString(comment);
    read.doc = raw ? signature_comment(unit->memory, raw) : "";
    clang_disposeString(comment);
    read.foreign = clang_Cursor_isNull(clang_getCursorDefinition(declaration));
    read.defined = !clang_Cursor_isNull(unit_definition(unit, declaration));
    read.unsound =
        source->declarations_unsound || !parser_check_declaration(visit->reader, declaration);
    if (!read.unsound)
        signature_read(unit, declaration, &read);
    if (read.kind != ANNOTATION_REDUCE) {
        *ARENA_PUSH(unit->memory, source->functions, source->function_count) = read;
        return;
    }
    function *combine = arena_array(unit->memory, 1, sizeof *combine);
    *combine = read;
    *ARENA_PUSH(unit->memory, source->reductions, source->reduction_count) =
        (reduction){.combine = combine};
}

/* The function that map(…) or finish(…) of a reduction names; NULL if there is none. */
static function *find_stage(declarations_visit *visit, const function *combine,
                            const named_function *wanted, const char *option)
{
    parse_unit *unit = &visit->unit;
    if (!wanted->name)
        return NULL;
    CXCursor declaration = unit_function(unit, wanted->name);
    if (clang_Cursor_isNull(declaration)) {
        diagnostics_add(unit->messages, SEVERITY_ERROR, wanted->place,
                        (unsigned)strlen("WEFT_OPTIONS"),
                        "%s(%s) of '%s': there is no function of that name", option, wanted->name,
                        combine->name);
        return NULL;
    }
    function *found = arena_array(unit->memory, 1, sizeof *found);
    *found = (function){.name = wanted->name, .place = unit_cursor_location(unit, declaration)};
    found->unsound = !parser_check_declaration(visit->reader, declaration);
    if (!found->unsound)
        signature_read(unit, declaration, found);
    return found;
}

/* Finds what the reductions name, which may stand behind them. */
static void find_stages(declarations_visit *visit)
{
    for (size_t i = 0; i < visit->source->reduction_count; i++) {
        reduction *declared = &visit->source->reductions[i];
        function *combine = declared->combine;
        declared->map = find_stage(visit, combine, &combine->map, "map");
        declared->finish = find_stage(visit, combine, &combine->finish, "finish");
        combine->unsound |=
            (combine->map.name && !declared->map) || (combine->finish.name && !declared->finish);
    }
}

/* Whether the text of a declaration begins with a word. */
static bool begins_with(const declarations_visit *visit, CXCursor declaration, const char *word)
{
    CXFile file;
    unsigned begin, end;
    size_t size = 0;
    const char *text = unit_extent(declaration, &file, &begin, &end)
                           ? clang_getFileContents(visit->unit.unit, file, &size)
                           : NULL;
    return text && begin < size && strncmp(text + begin, word, strlen(word)) == 0;
}

/* A type variable, which may be declared again. A WEFT_TYPEVAR that is not that of
 * <weft/annotate.h> has been decided for good, and a typedef of the same name says another type:
 * either would stand for one type in every loop. */
static void read_typevar(declarations_visit *visit, CXCursor cursor)
{
    source_file *source = visit->source;
    const char *name = unit_spelling(&visit->unit, cursor);
    if (begins_with(visit, cursor, "typedef") ||
        begins_with(visit, clang_getCanonicalCursor(cursor), "typedef")) {
        diagnostics_add(
            visit->unit.messages, SEVERITY_ERROR,
            unit_location(&visit->unit, clang_getCursorLocation(cursor)), (unsigned)strlen(name),
            "'%s' cannot be a type variable: it is a typedef, or WEFT_TYPEVAR is not that of "
            "<weft/annotate.h>, which is included by this name",
            name);
        source->declarations_unsound = true;
    }
    for (size_t i = 0; i < source->typevar_count; i++)
        if (strcmp(source->typevars[i], name) == 0)
            return;
    *ARENA_PUSH(visit->unit.memory, source->typevars, source->typevar_count) = name;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data)
{
    declarations_visit *visit = data;
    (void)parent;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (!unit_in_system_header(cursor))
        misplaced_note(&visit->unit, cursor, &visit->places);
    if (kind == CXCursor_FunctionDecl && !unit_in_system_header(cursor)) {
        read_function(visit, cursor);
        twin_check(&visit->unit, cursor);
    } else if (kind == CXCursor_TypedefDecl && types_is_typevar(cursor)) {
        read_typevar(visit, cursor);
    } else if (clang_isDeclaration(kind) && !unit_in_system_header(cursor) &&
               !visit->source->declarations_unsound) {
        annotation_refuse(&visit->unit, cursor);
    }
    return CXChildVisit_Continue;
}

source_file *parse_declarations(parser *reader, const char *path)
{
    source_file *source = arena_array(reader->memory, 1, sizeof *source);
    *source = (source_file){.path = path, .stem = file_stem(reader->memory, path)};
    declarations_visit visit = {.reader = reader, .source = source};
    reader->deferred = NULL;
    reader->deferred_count = 0;
    reader->faults = NULL;
    reader->fault_count = 0;
    source->declarations_unsound = true;
    if (!parser_read_first(reader, path, &visit.unit))
        return source;
    source->declarations_unsound = parser_report(reader, &visit.unit, true);
    source->type_generic = inclusions_add(reader->memory, visit.unit.unit, source);
    clang_visitChildren(clang_getTranslationUnitCursor(visit.unit.unit), visit_top, &visit);
    if (!source->declarations_unsound)
        find_stages(&visit);
    if (!source->declarations_unsound && !reader->deferred_count && !reader->fault_count)
        misplaced_report(&visit.unit, &visit.places);
    if (!source->function_count && !source->reduction_count &&
        !diagnostics_error_count(reader->messages))
        diagnostics_add(reader->messages, SEVERITY_WARNING, (location){0}, 0,
                        "%s: no function is annotated with WEFT_VECTORIZE, WEFT_GUVECTORIZE or "
                        "WEFT_REDUCE",
                        path);
    return source;
}

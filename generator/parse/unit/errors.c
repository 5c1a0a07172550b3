/* errors.c: which of libclang's errors are reported, and when. */
#include <string.h>

#include "cause.h"
#include "parser.h"
#include "text/respelling.h"

/* The file that a unit was read from: all of the user's text is in it. */
static CXFile own_file(CXTranslationUnit unit)
{
    CXString name = clang_getTranslationUnitSpelling(unit);
    CXFile file = clang_getFile(unit, clang_getCString(name));
    clang_disposeString(name);
    return file;
}

static bool is_in_own_file(const parse_unit *unit, CXSourceLocation place)
{
    CXFile file, own = own_file(unit->unit);
    clang_getFileLocation(place, &file, NULL, NULL, NULL);
    return file && own && clang_File_isEqual(file, own);
}

/* Behind this error libclang reads nothing, and what it says is of the end of the text. */
static const char too_deep[] = "brackets are nested more than " DEEPEST_BRACKETS
                               " deep: split the expression or the statement";

static bool ends_reading(const deferred_error *error)
{
    return strcmp(error->text, too_deep) == 0;
}

/* What libclang says of an error, in our words where they say more. */
static const char *read_text(const parse_unit *unit, const char *text)
{
    return strstr(text, "bracket nesting level exceeded") ? too_deep
                                                          : respelling_undo(unit->memory, text);
}

/* One error of libclang's, in our terms; false if the diagnostic is no error. `all`: asked for
 * once, for libclang may make the whole set anew each time. */
static bool read_error(const parse_unit *unit, CXDiagnosticSet all, unsigned index,
                       deferred_error *error)
{
    CXDiagnostic diagnostic = clang_getDiagnosticInSet(all, index);
    bool is_error = clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
    if (is_error) {
        CXString text = clang_getDiagnosticSpelling(diagnostic);
        CXSourceLocation place = clang_getDiagnosticLocation(diagnostic);
        *error = (deferred_error){
            .place = unit_location(unit, place),
            .is_inside = is_in_own_file(unit, place),
            .text = read_text(unit, clang_getCString(text)),
        };
        clang_disposeString(text);
    }
    clang_disposeDiagnostic(diagnostic);
    return is_error;
}

/* Where the body of a function begins; `end`, that of the function, where it has none in this
 * file. */
static unsigned find_body(CXCursor function, CXFile file, unsigned end)
{
    CXFile own;
    unsigned begin, ignored;
    CXCursor body = unit_body(function);
    bool known = !clang_Cursor_isNull(body) && unit_extent(body, &own, &begin, &ignored) &&
                 clang_File_isEqual(own, file);
    return known ? begin : end;
}

typedef enum error_place { OUTSIDE, IN_DECLARATION, IN_BODY } error_place;

/* Where a function stands: [begin, end), its body from `body` on. */
typedef struct function_place {
    unsigned begin, body, end;
} function_place;

/* All functions of a unit's own file, in order. */
typedef struct function_places {
    arena *memory;
    CXFile file;
    function_place *items;
    size_t count;
} function_places;

static enum CXChildVisitResult note_function(CXCursor cursor, CXCursor parent, CXClientData data)
{
    function_places *all = data;
    function_place place;
    CXFile file;
    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl ||
        !unit_extent(cursor, &file, &place.begin, &place.end) || !all->file ||
        !clang_File_isEqual(file, all->file))
        return CXChildVisit_Continue;
    place.body = find_body(cursor, file, place.end);
    *ARENA_PUSH(all->memory, all->items, all->count) = place;
    return CXChildVisit_Continue;
}

static error_place find_place(const function_places *functions, const deferred_error *error)
{
    for (size_t i = 0; error->is_inside && i < functions->count; i++) {
        const function_place *at = &functions->items[i];
        if (at->begin <= error->place.at && error->place.at < at->end)
            return error->place.at < at->body ? IN_DECLARATION : IN_BODY;
    }
    return OUTSIDE;
}

static void report(parser *reader, const deferred_error *error, const char *with)
{
    if (with && *with)
        diagnostics_add(reader->messages, SEVERITY_ERROR, error->place, error->length,
                        "%s (with %s)", error->text, with);
    else
        diagnostics_add(reader->messages, SEVERITY_ERROR, error->place, error->length, "%s",
                        error->text);
    const generate_options *options = reader->options;
    const char *folder = options->clang_folder ? options->clang_folder : options->compiler_folder;
    if (folder && !error->is_inside)
        diagnostics_add(reader->messages, SEVERITY_NOTE, error->place, 0,
                        "this libclang has no headers of its own, and those in %s may not suit "
                        "it: install the clang of its version",
                        folder);
}

static bool stands_behind(const deferred_error *error, const deferred_error *earlier)
{
    return error->is_inside && error->place.at >= earlier->place.at;
}

bool parser_report(parser *reader, const parse_unit *unit, bool may_defer)
{
    deferred_error error, cause;
    bool is_explained = false, is_asked = false, any_outside = false, ends = false;
    function_places functions = {.memory = unit->memory, .file = own_file(unit->unit)};
    CXDiagnosticSet all = clang_getDiagnosticSetFromTU(unit->unit);
    for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(all) && !ends; i++) {
        if (!read_error(unit, all, i, &error))
            continue;
        ends = ends_reading(&error);
        if (!is_asked) {
            is_asked = true;
            clang_visitChildren(clang_getTranslationUnitCursor(unit->unit), note_function,
                                &functions);
            is_explained = cause_find(unit, &cause);
            if (is_explained)
                report(reader, &cause, NULL);
        }
        any_outside |= is_explained;
        if (is_explained && stands_behind(&error, &cause))
            continue;
        error_place place = may_defer ? find_place(&functions, &error) : OUTSIDE;
        if (place == IN_BODY) {
            *ARENA_PUSH(reader->memory, reader->deferred, reader->deferred_count) = error;
            continue;
        }
        report(reader, &error, NULL);
        any_outside |= place == OUTSIDE;
        if (place == IN_DECLARATION)
            *ARENA_PUSH(reader->memory, reader->faults, reader->fault_count) = error;
    }
    return any_outside;
}

static bool lies_within(const deferred_error *error, unsigned begin, unsigned end)
{
    return error->is_inside && error->place.at >= begin && error->place.at < end;
}

static void cover(parser *reader, unsigned begin, unsigned end)
{
    for (size_t i = 0; i < reader->deferred_count; i++)
        if (lies_within(&reader->deferred[i], begin, end))
            reader->deferred[i].covered = true;
}

bool parser_check_declaration(parser *reader, CXCursor declaration)
{
    CXFile file;
    unsigned begin, end;
    bool is_sound = true;
    if (!reader->fault_count || !unit_extent(declaration, &file, &begin, &end))
        return true;
    unsigned body = find_body(declaration, file, end);
    for (size_t i = 0; i < reader->fault_count && is_sound; i++)
        is_sound = !lies_within(&reader->faults[i], begin, body);
    if (!is_sound)
        cover(reader, begin, end);
    return is_sound;
}

/* Whether the first reading has reported an error already. */
static bool is_fault(const parser *reader, const deferred_error *error)
{
    for (size_t i = 0; i < reader->fault_count; i++) {
        const deferred_error *fault = &reader->faults[i];
        if (fault->place.at == error->place.at && strcmp(fault->text, error->text) == 0)
            return true;
    }
    return false;
}

bool parser_has_error(const parse_unit *unit, unsigned begin, unsigned end)
{
    deferred_error error;
    CXDiagnosticSet all = clang_getDiagnosticSetFromTU(unit->unit);
    for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(all); i++)
        if (read_error(unit, all, i, &error) && lies_within(&error, begin, end))
            return true;
    return false;
}

bool parser_report_within(parser *reader, const parse_unit *unit, unsigned begin, unsigned end,
                          const char *with)
{
    bool any = false;
    cover(reader, begin, end);
    CXDiagnosticSet all = clang_getDiagnosticSetFromTU(unit->unit);
    for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(all); i++) {
        deferred_error error;
        if (!read_error(unit, all, i, &error) || !lies_within(&error, begin, end))
            continue;
        if (!is_fault(reader, &error))
            report(reader, &error, with);
        any = true;
        if (ends_reading(&error))
            break;
    }
    return any;
}

void parser_report_uncovered(parser *reader)
{
    for (size_t i = 0; i < reader->deferred_count; i++)
        if (!reader->deferred[i].covered)
            report(reader, &reader->deferred[i], NULL);
}

/* survey.c: what a header declares, annotated by nobody yet. */
#include <string.h>
#include <sys/stat.h>

#include "annotation/signature.h"
#include "effects/effects.h"
#include "parse.h"
#include "parse/tree/body_reader.h"
#include "reading.h"

typedef struct survey_visit {
    parser *reader;
    parse_unit unit;
    survey *found;
    const char *header; /* the path that libclang found it at */
    parse_unit own;     /* of the definition that is read */
    body_reader bodies; /* of all definitions */
    body said;          /* what it would say of a body */
    const char *folder; /* of it, "/usr/include/gsl/"; NULL: that of the C library's headers */
} survey_visit;

static void note_header(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    survey_visit *visit = data;
    (void)stack;
    if (depth != 1)
        return;
    CXString name = clang_getFileName(file);
    visit->header = arena_copy(visit->unit.memory, clang_getCString(name));
    clang_disposeString(name);
}

/* Where the library's headers lie. One that is installed is a system header to libclang, and so is
 * all that it includes. */
static void find_header(survey_visit *visit)
{
    arena *memory = visit->unit.memory;
    struct stat known;
    visit->header = "";
    clang_getInclusions(visit->unit.unit, note_header, visit);
    const char *end = strrchr(visit->header, '/');
    if (!end)
        return;
    visit->folder = arena_text(memory, visit->header, (size_t)(end + 1 - visit->header));
    if (stat(arena_format(memory, "%sstdlib.h", visit->folder), &known) == 0)
        visit->folder = NULL;
}

/* Whether a function is one of the library's: it stands in the header, or else has the prefix, if
 * one is named, and stands beside the header or in what is no system header. */
static bool is_of_library(const survey_visit *visit, CXCursor cursor)
{
    CXFile file;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, NULL, NULL, NULL);
    CXString text = clang_getFileName(file);
    const char *path = clang_getCString(text), *prefix = visit->reader->options->strip_prefix;
    const char *name = unit_spelling(&visit->unit, cursor);
    bool within = path && strcmp(path, visit->header) == 0;
    bool beside =
        !unit_in_system_header(cursor) ||
        (path && visit->folder && strncmp(path, visit->folder, strlen(visit->folder)) == 0);
    clang_disposeString(text);
    return within || (beside && (!prefix || strncmp(name, prefix, strlen(prefix)) == 0));
}

static bool is_known(const survey *found, const char *name)
{
    for (size_t i = 0; i < found->count; i++)
        if (strcmp(found->items[i].declared.name, name) == 0)
            return true;
    return false;
}

/* What the types say; what is wrong with them is kept, not reported: others of the file are right.
 */
static void read_types(parse_unit *unit, CXCursor declaration, surveyed_function *result)
{
    size_t count = diagnostics_count(unit->messages);
    signature_read(unit, declaration, &result->declared);
    result->refusal = diagnostics_first_error(unit->messages, count, &result->refusal_place);
    diagnostics_forget(unit->messages, count);
}

static const char *read_comment(parse_unit *unit, CXCursor declaration)
{
    CXString comment = clang_Cursor_getRawCommentText(declaration);
    const char *raw = clang_getCString(comment);
    const char *text = raw ? signature_comment(unit->memory, raw) : "";
    clang_disposeString(comment);
    return text;
}

/* What the definition does with what its parameters lead to. What is wrong with the body is not
 * said. */
static void read_uses(survey_visit *visit, CXCursor definition, surveyed_function *result)
{
    const parse_unit *unit = &visit->unit;
    size_t count = diagnostics_count(unit->messages);
    visit->own = visit->unit;
    visit->own.unit = clang_Cursor_getTranslationUnit(definition);
    const ir_function *tree = body_read_more(&visit->bodies, definition);
    diagnostics_forget(unit->messages, count);
    if (!tree || tree->parameter_count != result->declared.parameter_count)
        return;
    result->uses = arena_array(unit->memory, tree->parameter_count + 1, sizeof *result->uses);
    for (size_t i = 0; i < tree->parameter_count; i++) {
        const ir_type *type = tree->parameters[i]->type;
        if (type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY)
            result->uses[i] = effects_use(unit->memory, tree, i);
    }
}

/* Where a --source file defines the function, what it calls the parameters and does with them. */
static void read_definition(survey_visit *visit, surveyed_function *result)
{
    parse_unit *unit = &visit->unit;
    CXCursor definition = definitions_cursor(&visit->reader->foreign, result->declared.name);
    size_t count = result->declared.parameter_count;
    if (clang_Cursor_isNull(definition) ||
        (size_t)clang_Cursor_getNumArguments(definition) != count)
        return;
    parse_unit own = *unit;
    own.unit = clang_Cursor_getTranslationUnit(definition);
    result->definition = unit_cursor_location(&own, definition);
    result->names = arena_array(unit->memory, count + 1, sizeof *result->names);
    for (size_t i = 0; i < count; i++)
        result->names[i] = unit_spelling(unit, clang_Cursor_getArgument(definition, (unsigned)i));
    read_uses(visit, definition, result);
}

/* A function that other files can call, and that is not annotated. */
static bool is_wanted(survey_visit *visit, CXCursor cursor)
{
    return clang_getCursorKind(cursor) == CXCursor_FunctionDecl && is_of_library(visit, cursor) &&
           clang_getCursorLinkage(cursor) == CXLinkage_External &&
           clang_Cursor_isNull(clang_getCursorDefinition(cursor)) &&
           !is_known(visit->found, unit_spelling(&visit->unit, cursor));
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data)
{
    survey_visit *visit = data;
    parse_unit *unit = &visit->unit;
    (void)parent;
    if (!is_wanted(visit, cursor))
        return CXChildVisit_Continue;
    surveyed_function *added = ARENA_PUSH(unit->memory, visit->found->items, visit->found->count);
    const char *name = unit_spelling(unit, cursor);
    *added = (surveyed_function){
        .declared = {.name = name,
                     .ufunc_name = signature_name(name, visit->reader->options->strip_prefix),
                     .place = unit_cursor_location(unit, cursor)},
        .doc_comment = read_comment(unit, cursor)};
    read_types(unit, cursor, added);
    read_definition(visit, added);
    return CXChildVisit_Continue;
}

/* The file that includes the header is nobody's, so that libclang's words of it would be no help.
 */
static bool refuse_missing(parser *reader, const parse_unit *unit, const char *header)
{
    const size_t length = strlen(header);
    bool found = false;
    for (unsigned i = 0, count = clang_getNumDiagnostics(unit->unit); i < count && !found; i++) {
        CXDiagnostic one = clang_getDiagnostic(unit->unit, i);
        CXString text = clang_getDiagnosticSpelling(one);
        const char *said = clang_getCString(text); /* it begins with 'x.h' */
        found = clang_getDiagnosticSeverity(one) >= CXDiagnostic_Error && *said == '\'' &&
                strncmp(said + 1, header, length) == 0 && said[1 + length] == '\'';
        clang_disposeString(text);
        clang_disposeDiagnostic(one);
    }
    if (found)
        diagnostics_add(reader->messages, SEVERITY_ERROR, (location){0}, 0,
                        "there is no header %s, neither here nor in a folder of -I or -isystem",
                        header);
    return found;
}

survey *parse_survey(parser *reader, const char *header)
{
    survey_visit visit = {.reader = reader,
                          .found = arena_array(reader->memory, 1, sizeof *visit.found)};
    const char *text = arena_format(reader->memory, "#include \"%s\"\n", header);
    if (!parser_read_text(reader, "annotated.c", text, &visit.unit) ||
        refuse_missing(reader, &visit.unit, header) || parser_report(reader, &visit.unit, false))
        return visit.found;
    find_header(&visit);
    visit.bodies = (body_reader){.unit = &visit.own,
                                 .result = &visit.said,
                                 .name = header,
                                 .annotation = "",
                                 .layout = "",
                                 .follows_values = true};
    clang_visitChildren(clang_getTranslationUnitCursor(visit.unit.unit), visit_top, &visit);
    return visit.found;
}

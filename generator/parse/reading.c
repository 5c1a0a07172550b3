#include "reading.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "dialect/dialect.h"
#include "dialect/own_headers.h"
#include "parse.h"
#include "parse/preprocess/dead_code.h"
#include "parse/preprocess/preprocess.h"
#include "text/file.h"

/* The text that a file is read in instead of its own; NULL for its own. */
static const flat_text *find_text(const parser *reader, const char *path)
{
    for (size_t i = 0; i < reader->text_count; i++)
        if (strcmp(reader->texts[i]->path, path) == 0)
            return reader->texts[i];
    return NULL;
}

/* Sets the text as a reading sees it, if it is not the file's own. Behind it stand made-up
 * functions, a line each, and a blank one before them, which a backslash at the end may take. False
 * where the file cannot be read any more. */
static bool replace_text(parser *reader, const char *path, const source_file *source,
                         parse_unit *unit, struct CXUnsavedFile *replaced)
{
    const flat_text *flat = find_text(reader, path);
    const struct CXUnsavedFile *own = dialect_file(reader, path);
    size_t size = flat ? flat->text.length : own ? own->Length : 0;
    const char *text = flat ? flat->text.text : own ? own->Contents : NULL;
    unit->source = source;
    if (source && source->stage_count) {
        if (!text)
            text = file_read(reader->memory, path, &size);
        if (!text || size >= UINT_MAX)
            return false;
        unit->text_end = (unsigned)size + 1;
        text = arena_format(reader->memory, "%s\n", text);
        for (size_t i = 0; i < source->stage_count; i++)
            text = arena_format(reader->memory, "%s\n%s", text, source->stages[i]->made_up);
    }
    if (text)
        *replaced = (struct CXUnsavedFile){path, text, strlen(text)};
    return true;
}

/* Looks at the file's text, if it is there and can be C: what libclang makes of others helps
 * nobody. */
static bool begin_text(parser *reader, const char *path)
{
    size_t size = 0;
    const char *text = file_read(reader->memory, path, &size);
    const char *why = text ? "it is no text file" : strerror(errno);
    bool good = text && !memchr(text, 0, size);
    if (!text && errno == EINVAL)
        why = "it is not a regular file";
    if (!good)
        diagnostics_add(reader->messages, SEVERITY_ERROR, (location){0}, 0, "cannot read %s: %s",
                        path, why);
    else
        dialect_begin(reader, path, text, size);
    return good;
}

/* Why libclang makes nothing of a file at all: one option can do that to any file. */
static void report_unreadable(parser *reader, const char *path)
{
    const generate_options *options = reader->options;
    for (size_t i = 0; i < options->compile_flag_count; i++) {
        const char *flag = options->compile_flags[i];
        const char *arguments[] = {"-x", "c", flag};
        CXTranslationUnit unit;
        if (strncmp(flag, "-std=", strlen("-std=")) != 0)
            continue;
        if (clang_parseTranslationUnit2(reader->index, "/dev/null", arguments, 3, NULL, 0, 0,
                                        &unit) == CXError_Success) {
            clang_disposeTranslationUnit(unit);
            continue;
        }
        diagnostics_add(reader->messages, SEVERITY_ERROR, (location){0}, 0,
                        "%s: libclang %s knows no such C standard", flag, parser_version());
        return;
    }
    diagnostics_add(reader->messages, SEVERITY_ERROR, (location){0}, 0, "%s: cannot be read as C",
                    path);
}

/* Whether the file could be read: it was there at the first reading, but may fail at the next. Such
 * an error has no place in any file. */
static bool check_complete(parser *reader, const char *path, CXTranslationUnit unit)
{
    bool good = true;
    CXDiagnosticSet all = clang_getDiagnosticSetFromTU(unit);
    for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(all) && good; i++) {
        CXDiagnostic diagnostic = clang_getDiagnosticInSet(all, i);
        CXFile file;
        clang_getFileLocation(clang_getDiagnosticLocation(diagnostic), &file, NULL, NULL, NULL);
        good = file || clang_getDiagnosticSeverity(diagnostic) < CXDiagnostic_Error;
        if (!good) {
            CXString text = clang_getDiagnosticSpelling(diagnostic);
            diagnostics_add(reader->messages, SEVERITY_ERROR, (location){0}, 0, "%s: %s", path,
                            clang_getCString(text));
            clang_disposeString(text);
        }
        clang_disposeDiagnostic(diagnostic);
    }
    return good;
}

static void add_dependency(CXFile file, CXSourceLocation *stack, unsigned length, CXClientData data)
{
    parser *reader = data;
    (void)stack;
    (void)length;
    CXString name = clang_getFileName(file);
    parser_add_dependency(reader, clang_getCString(name));
    clang_disposeString(name);
}

/* What is read instead of files: this text, and what the user's files are for the compiler that
 * builds. */
static struct CXUnsavedFile *replaced_files(parser *reader, const struct CXUnsavedFile *replaced,
                                            unsigned *count)
{
    const dialect *known = &reader->dialect;
    struct CXUnsavedFile *files = arena_array(reader->memory, known->file_count + 1, sizeof *files);
    *count = 0;
    for (size_t i = 0; i < known->file_count; i++)
        if (!replaced->Contents || strcmp(known->files[i].Filename, replaced->Filename) != 0)
            files[(*count)++] = known->files[i];
    if (replaced->Contents)
        files[(*count)++] = *replaced;
    return files;
}

/* Reads a file in its own text, or in another one that replaces it. */
static bool parse_file(parser *reader, const char *path, const source_file *source,
                       const binding *bound, struct CXUnsavedFile *replaced, parse_unit *result)
{
    size_t count;
    const char **arguments = parser_arguments(reader, source, bound, &count);
    unsigned file_count;
    struct CXUnsavedFile *files = replaced_files(reader, replaced, &file_count);
    enum CXErrorCode code = clang_parseTranslationUnit2(
        reader->index, path, arguments, (int)count, files, file_count,
        CXTranslationUnit_DetailedPreprocessingRecord | CXTranslationUnit_KeepGoing, &result->unit);
    if (code != CXError_Success) {
        report_unreadable(reader, path);
        return false;
    }
    result->own->unit = result->unit;
    *ARENA_PUSH(reader->memory, reader->units, reader->unit_count) = result->unit;
    clang_getInclusions(result->unit, add_dependency, reader);
    return true;
}

static parse_unit begin_unit(parser *reader)
{
    return (parse_unit){
        .memory = reader->memory,
        .messages = reader->messages,
        .index = reader->index,
        .flats = &reader->flats,
        .foreign = &reader->foreign,
        .own = arena_array(reader->memory, 1, sizeof(own_definitions)),
        .helpers = &reader->helpers,
        .written = &reader->written,
        .told = {reader->options->ignored_calls, reader->options->ignored_call_count,
                 reader->options->constants, reader->options->constant_count,
                 reader->options->device_source_count > 0, dialect_takes_auto_for_int(reader)},
        .gpu_required = reader->options->require_all && (reader->options->targets & TARGET_GPU),
        .gpu_ignored = !(reader->options->targets & TARGET_GPU)};
}

/* Reads the file in the text that there is for it. */
static bool read_unit(parser *reader, const char *path, const source_file *source,
                      const binding *bound, parse_unit *result)
{
    struct CXUnsavedFile replaced = {0};
    *result = begin_unit(reader);
    if (!replace_text(reader, path, source, result, &replaced))
        replaced = (struct CXUnsavedFile){0};
    if (!parse_file(reader, path, source, bound, &replaced, result))
        return false;
    const flat_text *flat = find_text(reader, path);
    if (flat)
        *ARENA_PUSH(reader->memory, reader->flats.items, reader->flats.count) =
            (flat_unit){result->unit, flat};
    return true;
}

/* Reads the file again where its last reading, of which nothing is kept, was not the one yet: a
 * build reads hundreds of files with large headers, and keeps one tree of each. */
static bool read_instead(parser *reader, const char *path, parse_unit *result)
{
    if (reader->flats.count && reader->flats.items[reader->flats.count - 1].unit == result->unit)
        reader->flats.count--;
    clang_disposeTranslationUnit(reader->units[--reader->unit_count]);
    return read_unit(reader, path, NULL, NULL, result);
}

bool parser_read_text(parser *reader, const char *path, const char *text, parse_unit *result)
{
    struct CXUnsavedFile replaced = {path, text, strlen(text)};
    *result = begin_unit(reader);
    return parse_file(reader, path, NULL, NULL, &replaced, result);
}

/* Makes the file's text the flat one, if it has what the preprocessor changes. */
static bool flatten_text(parser *reader, const char *path, parse_unit *result)
{
    flat_text *flat;
    if (!preprocess(reader, result, &flat))
        return false;
    if (!flat)
        return true;
    *ARENA_PUSH(reader->memory, reader->texts, reader->text_count) = flat;
    return read_instead(reader, path, result);
}

/* Leaves out of the text what no call comes to. */
static bool prune_text(parser *reader, const char *path, parse_unit *result)
{
    CXFile file = clang_getFile(result->unit, path);
    size_t size = 0;
    const char *own = file ? clang_getFileContents(result->unit, file, &size) : NULL;
    char *text = own ? arena_text(reader->memory, own, size) : NULL;
    if (!text || !dead_code_blank(result, text, size))
        return true;
    if (!find_text(reader, path))
        dialect_replace(reader, path, text, size);
    for (size_t i = 0; i < reader->text_count; i++)
        if (strcmp(reader->texts[i]->path, path) == 0) {
            flat_text *pruned = arena_array(reader->memory, 1, sizeof *pruned);
            *pruned = *reader->texts[i];
            pruned->text.text = text;
            reader->texts[i] = pruned;
        }
    return read_instead(reader, path, result);
}

bool parser_read_first(parser *reader, const char *path, parse_unit *result)
{
    if (!begin_text(reader, path) || !read_unit(reader, path, NULL, NULL, result))
        return false;
    while (dialect_find(reader, result->unit))
        if (!read_instead(reader, path, result))
            return false;
    if (reader->sources_are_read && own_headers_find(reader, result) &&
        !read_instead(reader, path, result))
        return false;
    if (find_text(reader, path) || preprocess_has_failed(result))
        return true;
    return flatten_text(reader, path, result) && prune_text(reader, path, result);
}

bool parser_read_again(parser *reader, const source_file *source, const binding *bound,
                       parse_unit *result)
{
    return read_unit(reader, source->path, source, bound, result) &&
           check_complete(reader, source->path, result->unit);
}

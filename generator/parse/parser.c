/* parser.c: the reader of one run, and what it has read. */
#include "parse.h"

#include <stdlib.h>
#include <string.h>

#include "dialect/dialect.h"
#include "dialect/own_headers.h"
#include "reading.h"

/* Reads a --source file; false where it cannot be read as C, or is to be left out for an error. */
static bool read_source(parser *reader, const char *path, parse_unit *unit)
{
    const size_t before = diagnostics_count(reader->messages);
    location place;
    const bool there = parser_read_first(reader, path, unit);
    if (there)
        parser_report(reader, unit, false);
    const char *why = diagnostics_first_error(reader->messages, before, &place);
    if (!why || !reader->options->sources_may_fail)
        return there;
    diagnostics_forget(reader->messages, before);
    diagnostics_add(reader->messages, SEVERITY_WARNING, place, 0,
                    "--source %s is left out, so its functions are known by the header alone: %s",
                    path, why);
    return false;
}

/* Reads the --source files. */
static void read_sources(parser *reader)
{
    const generate_options *options = reader->options;
    for (size_t i = 0; i < options->source_count; i++) {
        parse_unit unit;
        if (options->watch)
            options->watch(options->sources[i]);
        if (!read_source(reader, options->sources[i], &unit))
            continue;
        definitions_add(reader->memory, &reader->foreign, unit.unit);
        written_list *written = &reader->written;
        *ARENA_PUSH(reader->memory, written->sources, written->source_count) = unit.unit;
        *ARENA_PUSH(reader->memory, reader->sources, reader->source_count) =
            (source_unit){.path = options->sources[i], .unit = unit.unit};
    }
    definitions_sort(&reader->foreign);
}

static void dispose_units(parser *reader)
{
    for (size_t i = 0; i < reader->unit_count; i++)
        clang_disposeTranslationUnit(reader->units[i]);
    reader->unit_count = 0;
}

/* Whether some of them include a header of the system's folders that declares what others define.
 */
static bool find_own_headers(parser *reader)
{
    bool any = false;
    for (size_t i = 0; i < reader->source_count; i++) {
        const parse_unit unit = {.memory = reader->memory, .unit = reader->sources[i].unit};
        any |= own_headers_find(reader, &unit);
    }
    return any;
}

static CXIndex new_index(void)
{
    /* libclang would end the process where it cannot create a thread. */
    setenv("LIBCLANG_NOTHREADS", "1", 1);
    return clang_createIndex(0, 0);
}

parser *parser_new(arena *memory, diagnostics *messages, diagnostics *news,
                   const generate_options *options)
{
    parser *reader = arena_array(memory, 1, sizeof *reader);
    const size_t before = diagnostics_count(messages);
    reader->memory = memory;
    reader->messages = messages;
    reader->news = news;
    reader->options = options;
    reader->index = new_index();
    dialect_read_flags(reader);
    read_sources(reader);
    while (find_own_headers(
        reader)) { /* all is read anew, as what these headers declare is the user's */
        diagnostics_forget(messages, before);
        dispose_units(reader);
        reader->foreign = (definitions){0};
        reader->written = (written_list){0};
        reader->flats.count = reader->text_count = reader->source_count = 0;
        read_sources(reader);
    }
    reader->sources_are_read = true;
    return reader;
}

void parser_free(parser *reader)
{
    dispose_units(reader);
    clang_disposeIndex(reader->index);
}

const char *const *parser_dependencies(const parser *reader, size_t *count)
{
    *count = reader->dependency_count;
    return reader->dependencies;
}

void parser_add_dependency(parser *reader, const char *path)
{
    for (size_t i = 0; i < reader->dependency_count; i++)
        if (strcmp(reader->dependencies[i], path) == 0)
            return;
    *ARENA_PUSH(reader->memory, reader->dependencies, reader->dependency_count) =
        arena_copy(reader->memory, path);
}

bool parser_has_headers(void)
{
    static const char asked[] = "#include <stddef.h>\n";
    static const char *const words[] = {"-xc"};
    struct CXUnsavedFile file = {"headers.c", asked, sizeof asked - 1};
    CXIndex index = new_index();
    CXTranslationUnit unit =
        clang_parseTranslationUnit(index, "headers.c", words, 1, &file, 1, CXTranslationUnit_None);
    const bool found = unit && clang_getNumDiagnostics(unit) == 0;
    clang_disposeTranslationUnit(unit);
    clang_disposeIndex(index);
    return found;
}

const char *parser_version(void)
{
    static char number[64];
    CXString text = clang_getClangVersion();
    const char *digits = strpbrk(clang_getCString(text), "0123456789");
    size_t length = digits ? strspn(digits, "0123456789.") : 0;
    if (length >= sizeof number)
        length = sizeof number - 1;
    if (length)
        memcpy(number, digits, length);
    number[length] = '\0';
    clang_disposeString(text);
    return number;
}

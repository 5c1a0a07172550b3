/* parser.c: the reader of one run, and what it has read. */
#include "parse.h"

#include <stdlib.h>
#include <string.h>

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

parser *parser_new(arena *memory, diagnostics *messages, const generate_options *options)
{
    parser *reader = arena_array(memory, 1, sizeof *reader);
    /* libclang would end the process where it cannot create a thread. */
    setenv("LIBCLANG_NOTHREADS", "1", 1);
    reader->memory = memory;
    reader->messages = messages;
    reader->options = options;
    reader->index = clang_createIndex(0, 0);
    for (size_t i = 0; i < options->source_count; i++) {
        parse_unit unit;
        if (options->watch)
            options->watch(options->sources[i]);
        if (!read_source(reader, options->sources[i], &unit))
            continue;
        definitions_add(memory, &reader->foreign, unit.unit);
        *ARENA_PUSH(memory, reader->sources, reader->source_count) =
            (source_unit){.path = options->sources[i], .unit = unit.unit};
    }
    definitions_sort(&reader->foreign);
    return reader;
}

void parser_free(parser *reader)
{
    for (size_t i = 0; i < reader->unit_count; i++)
        clang_disposeTranslationUnit(reader->units[i]);
    clang_disposeIndex(reader->index);
}

const char *const *parser_dependencies(const parser *reader, size_t *count)
{
    *count = reader->dependency_count;
    return reader->dependencies;
}

bool parser_has_headers(void)
{
    static const char asked[] = "#if !__has_include(<stddef.h>)\n#error none\n#endif\n";
    static const char *const words[] = {"-xc"};
    struct CXUnsavedFile file = {"headers.c", asked, sizeof asked - 1};
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit unit = clang_parseTranslationUnit(index, "headers.c", words, 1, &file, 1,
                                                        CXTranslationUnit_None);
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

#include "undefined.h"

#include <string.h>

/* The place of a symbol among those that nothing defines; their count if it is none. */
static size_t find_symbol(const generate_options *options, const char *symbol)
{
    size_t i = 0;
    while (i < options->undefined_count && strcmp(options->undefined[i].name, symbol) != 0)
        i++;
    return i;
}

/* The file that has a definition which the C compiler does not take; NULL if there is none. */
static const refused_file *find_file(parser *reader, const char *symbol)
{
    const generate_options *options = reader->options;
    const definition *found = definitions_find(&reader->foreign, symbol);
    CXTranslationUnit unit = found ? clang_Cursor_getTranslationUnit(found->cursor) : NULL;
    for (size_t i = 0; unit && i < reader->source_count; i++)
        for (size_t k = 0; reader->sources[i].unit == unit && k < options->refused_file_count; k++)
            if (strcmp(options->refused_files[k].path, reader->sources[i].path) == 0)
                return &options->refused_files[k];
    return NULL;
}

static const char *print_reason(parser *reader, const undefined_symbol *undefined)
{
    const char *missing = undefined->missing;
    const refused_file *file = find_file(reader, missing);
    if (file)
        return arena_format(reader->memory, "the C compiler refuses %s, which defines '%s': %s",
                            file->path, missing, file->error);
    if (strcmp(undefined->name, missing) == 0)
        return arena_format(
            reader->memory,
            "nothing that is linked defines '%s'; add its library with -lNAME, and -LDIR if it "
            "lies in a folder of its own, or its source with --source=FILE",
            missing);
    return arena_format(
        reader->memory,
        "nothing that is linked defines '%s', which '%s' needs; add its library with -lNAME, and "
        "-LDIR if it lies in a folder of its own, or its source with --source=FILE, or "
        "--ignore-call=%s if its calls may do nothing",
        missing, undefined->name, missing);
}

const char *undefined_find(parser *reader, const function *target, bool *is_told)
{
    const generate_options *options = reader->options;
    const size_t count = options->undefined_count;
    size_t found = target->defined ? count : find_symbol(options, target->name);
    for (size_t i = 0; i < target->piece_count && found == count; i++)
        if (target->pieces[i].linked)
            found = find_symbol(options, target->pieces[i].linked);
    *is_told = found < options->told_count;
    return found < count ? print_reason(reader, &options->undefined[found]) : NULL;
}

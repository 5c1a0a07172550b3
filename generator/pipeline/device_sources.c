/* device_sources.c: CUDA C++ is nvcc's to read; here it is put together, so that what is generated
 * needs no file of the user's, and its macros are noted, which must not reach what is generated. */
#include "device_sources.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "text/file.h"

enum { DEEPEST = 100 };

/* Text as it is put together. */
typedef struct gathered {
    pipeline *all;
    device_text *result;
    char *text;
    size_t length;
    const char *open[DEEPEST]; /* the files that are being read, each included by the one before */
    size_t depth;
    const char **once; /* those with #pragma once that were read */
    size_t once_count;
} gathered;

/* One file, line by line. */
typedef struct lines {
    const char *path, *at;
    unsigned number; /* of the line at `at`, from 1 */
    bool in_comment, is_continued;
} lines;

static void add_bytes(gathered *to, const char *bytes, size_t length)
{
    char **text = &to->text;
    for (size_t i = 0; i < length; i++)
        *ARENA_PUSH(to->all->memory, *text, to->length) = bytes[i];
}

/* What follows is line `number` of a file. */
static void add_place(gathered *to, const lines *from)
{
    const char *mark =
        arena_format(to->all->memory, "\n" TEXT_LINE "%u %s\n", from->number, from->path);
    add_bytes(to, mark, strlen(mark));
}

/* Goes through a line for comments that it begins or ends. */
static void follow_comments(lines *from, const char *line, size_t length)
{
    char quote = 0;
    for (size_t i = 0; i < length; i++) {
        const char next = i + 1 < length ? line[i + 1] : 0;
        if (from->in_comment) {
            from->in_comment = !(line[i] == '*' && next == '/');
            i += !from->in_comment;
        } else if (quote) {
            i += line[i] == '\\';
            quote = line[i] == quote ? 0 : quote;
        } else if (line[i] == '"' ||
                   (line[i] == '\'' && !(i && isalnum((unsigned char)line[i - 1])))) {
            quote = line[i];
        } else if (line[i] == '/' && next == '/') {
            return;
        } else if (line[i] == '/' && next == '*') {
            from->in_comment = true;
            i++;
        }
    }
}

/* What stands behind "# define " in a line; NULL where that is no such directive. */
static const char *find_directive(const char *line, const char *word)
{
    line += strspn(line, " \t");
    if (*line != '#')
        return NULL;
    line += 1 + strspn(line + 1, " \t");
    const size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || isalnum((unsigned char)line[length]) ||
        line[length] == '_')
        return NULL;
    return line + length + strspn(line + length, " \t");
}

static void note_macro(gathered *to, const char *name)
{
    device_text *result = to->result;
    size_t length = 0;
    while (isalnum((unsigned char)name[length]) || name[length] == '_')
        length++;
    const char *macro = arena_text(to->all->memory, name, length);
    for (size_t i = 0; i < result->macro_count; i++)
        if (strcmp(result->macros[i], macro) == 0)
            return;
    if (length)
        *ARENA_PUSH(to->all->memory, result->macros, result->macro_count) = macro;
}

static bool is_among(const char *const *paths, size_t count, const char *path)
{
    for (size_t i = 0; i < count; i++)
        if (file_is_same(paths[i], path))
            return true;
    return false;
}

static bool add_file(gathered *to, const char *path);

/* Takes over a file that is included by quotes, where it lies beside the one that includes it:
 * others are nvcc's to find. False if it is none of these. */
static bool add_included(gathered *to, const lines *from, const char *quoted)
{
    arena *memory = to->all->memory;
    const size_t length = *quoted == '"' ? strcspn(quoted + 1, "\"\n") : 0;
    if (!length || quoted[1 + length] != '"')
        return false;
    const char *slash = strrchr(from->path, '/');
    const char *name = arena_text(memory, quoted + 1, length);
    const char *path =
        slash && *name != '/'
            ? arena_format(memory, "%.*s%s", (int)(slash + 1 - from->path), from->path, name)
            : name;
    /* One that includes itself has a guard, by which it would be empty. */
    return is_among(to->once, to->once_count, path) || is_among(to->open, to->depth, path) ||
           add_file(to, path);
}

static void add_line(gathered *to, lines *from, const char *line, size_t length)
{
    const bool is_plain = from->in_comment || from->is_continued;
    const char *included = is_plain ? NULL : find_directive(line, "include");
    const char *defined = is_plain ? NULL : find_directive(line, "define");
    const char *pragma = is_plain ? NULL : find_directive(line, "pragma");
    const char *path = to->open[to->depth - 1];
    if (defined)
        note_macro(to, defined);
    if (included && add_included(to, from, included)) {
        from->number++;
        add_place(to, from);
        from->number--;
    } else if (pragma && strncmp(pragma, "once", strlen("once")) == 0) {
        *ARENA_PUSH(to->all->memory, to->once, to->once_count) = path;
        add_bytes(to, "\n", 1);
    } else {
        add_bytes(to, line, length);
        add_bytes(to, "\n", 1);
    }
}

static bool add_file(gathered *to, const char *path)
{
    size_t size;
    const char *text = to->depth < DEEPEST ? file_read(to->all->memory, path, &size) : NULL;
    if (!text)
        return false;
    lines from = {.path = path, .at = text, .number = 1};
    parser_add_dependency(to->all->reader, path);
    to->open[to->depth++] = path;
    add_place(to, &from);
    while (*from.at) {
        const size_t length = strcspn(from.at, "\n");
        const bool continues = length && from.at[length - 1] == '\\';
        add_line(to, &from, from.at, length);
        follow_comments(&from, from.at, length);
        from.is_continued = continues;
        from.at += length + (from.at[length] == '\n');
        from.number++;
    }
    to->depth--;
    return true;
}

const device_text *device_sources_read(pipeline *all)
{
    const generate_options *options = all->options;
    if (!options->device_source_count)
        return NULL;
    device_text *result = arena_array(all->memory, 1, sizeof *result);
    gathered to = {.all = all, .result = result};
    for (size_t i = 0; i < options->device_source_count; i++)
        if (!add_file(&to, options->device_sources[i]))
            diagnostics_add(all->messages, SEVERITY_ERROR, (location){0}, 0, "%s: %s",
                            options->device_sources[i], strerror(errno));
    add_bytes(&to, "", 1);
    result->text = to.text;
    return result;
}

static bool has_twin(const function *asked)
{
    if (asked->launch)
        return true;
    for (size_t i = 0; i < asked->piece_count; i++)
        if (asked->pieces[i].twin)
            return true;
    return false;
}

bool device_sources_are_used(const source_file *source)
{
    for (size_t i = 0; i < source->function_count; i++)
        if (has_twin(&source->functions[i]))
            return true;
    for (size_t i = 0; i < source->stage_count; i++)
        if (has_twin(source->stages[i]))
            return true;
    return false;
}

void device_sources_check(pipeline *all)
{
    const generate_options *options = all->options;
    bool used = !options->device_source_count;
    for (size_t m = 0; m < all->module_count; m++)
        used |= device_sources_are_used(all->modules[m].source);
    if (!used && !diagnostics_error_count(all->messages))
        diagnostics_add(all->messages, SEVERITY_WARNING, (location){0}, 0,
                        "%s: no ufunc has WEFT_LAUNCH or calls a function with WEFT_DEVICE_TWIN, "
                        "for which it is",
                        options->device_sources[0]);
}

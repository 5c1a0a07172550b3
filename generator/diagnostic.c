#include "diagnostic.h"

#include <string.h>
#include <unistd.h>

#include "file.h"

typedef struct diagnostic {
    severity level;
    location place;
    unsigned length;
    const char *text;
} diagnostic;

struct diagnostics {
    arena *memory;
    diagnostic *items;
    size_t count, error_count;
    const char *read_path, *read_text; /* the file that was read last, for its lines */
    size_t read_size;
};

static const struct {
    const char *name, *color;
} severities[] = {
    [SEVERITY_NOTE] = {"note", "\033[1;36m"},
    [SEVERITY_WARNING] = {"warning", "\033[1;35m"},
    [SEVERITY_ERROR] = {"error", "\033[1;31m"},
};

diagnostics *diagnostics_new(arena *memory)
{
    diagnostics *all = arena_array(memory, 1, sizeof *all);
    all->memory = memory;
    return all;
}

static bool same(const diagnostic *item, severity level, location place, const char *text)
{
    return item->level == level && item->place.line == place.line &&
           item->place.column == place.column && strcmp(item->text, text) == 0 &&
           (item->place.line == 0 || strcmp(item->place.file, place.file) == 0);
}

void diagnostics_add(diagnostics *all, severity level, location place, unsigned length,
                     const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const char *text = arena_format_list(all->memory, format, list);
    va_end(list);
    for (size_t i = 0; i < all->count; i++)
        if (same(&all->items[i], level, place, text))
            return;
    *ARENA_PUSH(all->memory, all->items, all->count) = (diagnostic){level, place, length, text};
    all->error_count += level == SEVERITY_ERROR;
}

size_t diagnostics_error_count(const diagnostics *all)
{
    return all->error_count;
}

size_t diagnostics_count(const diagnostics *all)
{
    return all->count;
}

void diagnostics_forget(diagnostics *all, size_t count)
{
    while (all->count > count)
        all->error_count -= all->items[--all->count].level == SEVERITY_ERROR;
}

/* The text of a file; NULL if it cannot be read. */
static const char *source_text(diagnostics *all, const char *path, size_t *size)
{
    if (!all->read_path || strcmp(all->read_path, path) != 0) {
        all->read_path = path;
        all->read_text = file_read(all->memory, path, &all->read_size);
    }
    *size = all->read_size;
    return all->read_text;
}

/* The line of a file that holds the place; NULL if the file cannot be read. */
static const char *source_line(diagnostics *all, location place, size_t *length)
{
    size_t size;
    const char *text = source_text(all, place.file, &size);
    *length = 0;
    if (!text || place.offset > size)
        return NULL;
    size_t begin = place.offset, end = place.offset;
    while (begin > 0 && text[begin - 1] != '\n')
        begin--;
    while (end < size && text[end] != '\n' && text[end] != '\r')
        end++;
    *length = end - begin;
    return text + begin;
}

/* The source line, then a line with a caret under the place and the rest of it underlined. */
static void print_snippet(diagnostics *all, const diagnostic *item, FILE *out, bool colored)
{
    size_t length;
    const char *line = source_line(all, item->place, &length);
    if (!line)
        return;
    fprintf(out, "%5u | %.*s\n      | ", item->place.line, (int)length, line);
    size_t column = item->place.column - 1;
    for (size_t i = 0; i < column; i++)
        fputc(i < length && line[i] == '\t' ? '\t' : ' ', out);
    fputs(colored ? "\033[1;32m^" : "^", out);
    for (size_t i = 1; i < item->length && column + i < length; i++)
        fputc('~', out);
    fputs(colored ? "\033[0m\n" : "\n", out);
}

static void print_one(diagnostics *all, const diagnostic *item, FILE *out, bool colored)
{
    const char *bold = colored ? "\033[1m" : "", *plain = colored ? "\033[0m" : "";
    if (item->place.line)
        fprintf(out, "%s%s:%u:%u:%s ", bold, item->place.file, item->place.line, item->place.column,
                plain);
    else
        fprintf(out, "%sweft:%s ", bold, plain);
    fprintf(out, "%s%s:%s %s%s%s\n", colored ? severities[item->level].color : "",
            severities[item->level].name, plain, bold, item->text, plain);
    if (item->place.line)
        print_snippet(all, item, out, colored);
}

/* Whether one diagnostic stands before another in the same file; other pairs stay as they came. */
static bool stands_before(const diagnostic *one, const diagnostic *other)
{
    bool same_file =
        one->place.line && other->place.line && strcmp(one->place.file, other->place.file) == 0;
    return same_file &&
           (one->place.line < other->place.line ||
            (one->place.line == other->place.line && one->place.column < other->place.column));
}

/* The order of printing: by place, each note behind what it explains. */
static size_t *sort_by_place(const diagnostics *all, size_t *head_count)
{
    size_t *heads = arena_array(all->memory, all->count + 1, sizeof *heads);
    *head_count = 0;
    for (size_t i = 0; i < all->count; i++) {
        if (all->items[i].level == SEVERITY_NOTE && i)
            continue;
        size_t k = (*head_count)++;
        for (; k && stands_before(&all->items[i], &all->items[heads[k - 1]]); k--)
            heads[k] = heads[k - 1];
        heads[k] = i;
    }
    return heads;
}

void diagnostics_print(diagnostics *all, FILE *out, color_mode color)
{
    bool colored = color == COLOR_ALWAYS || (color == COLOR_AUTO && isatty(fileno(out)));
    size_t head_count;
    const size_t *heads = sort_by_place(all, &head_count);
    for (size_t h = 0; h < head_count; h++) {
        size_t i = heads[h];
        print_one(all, &all->items[i], out, colored);
        while (++i < all->count && all->items[i].level == SEVERITY_NOTE)
            print_one(all, &all->items[i], out, colored);
    }
}

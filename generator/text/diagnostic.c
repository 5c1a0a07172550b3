#include "diagnostic.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"
#include "printable.h"

/* More errors than this are only counted; more of a line than this is not quoted. */
enum { SHOWN_ERRORS = 100, LINE_BEFORE = 70, LINE_WIDTH = 140 };
/* Of more equal warnings than this the first is printed; of the others so many are named. */
enum { SHOWN_ALIKE = 3, NAMED_ALIKE = 4 };

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
    size_t *slots; /* numbers of items plus 1, by the hash of what they say; a power of two */
    size_t slot_count;
    const char *read_path, *read_text; /* the file that was read last, for its lines */
    size_t read_size;
};

static const struct {
    const char *name, *color;
} severities[] = {
    [SEVERITY_NOTE] = {"note", "\033[1;36m"},
    [SEVERITY_WARNING] = {"warning", "\033[1;35m"},
    [SEVERITY_PLACE_WARNING] = {"warning", "\033[1;35m"},
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

static size_t hash(location place, const char *text)
{
    size_t value = place.line * 31u + place.column;
    for (; *text; text++)
        value = value * 31 + (unsigned char)*text;
    return value;
}

/* Where an item of this content is, or would be. */
static size_t *find_slot(diagnostics *all, severity level, location place, const char *text)
{
    size_t i = hash(place, text) & (all->slot_count - 1);
    while (all->slots[i] && !same(&all->items[all->slots[i] - 1], level, place, text))
        i = (i + 1) & (all->slot_count - 1);
    return &all->slots[i];
}

/* Makes the table anew, of the items that there are; larger where half of it would be taken. */
static void fill_slots(diagnostics *all)
{
    size_t room = all->slot_count;
    while (room < 64 || room < 2 * all->count + 2)
        room = room ? 2 * room : 64;
    if (room == all->slot_count)
        memset(all->slots, 0, room * sizeof *all->slots);
    else
        all->slots = arena_array(all->memory, room, sizeof *all->slots);
    all->slot_count = room;
    for (size_t i = 0; i < all->count; i++) {
        const diagnostic *item = &all->items[i];
        *find_slot(all, item->level, item->place, item->text) = i + 1;
    }
}

bool diagnostics_add(diagnostics *all, severity level, location place, unsigned length,
                     const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const char *text = arena_format_list(all->memory, format, list);
    va_end(list);
    if (all->slot_count < 2 * all->count + 2)
        fill_slots(all);
    size_t *slot = find_slot(all, level, place, text);
    if (*slot)
        return false;
    *ARENA_PUSH(all->memory, all->items, all->count) = (diagnostic){level, place, length, text};
    *slot = all->count;
    all->error_count += level == SEVERITY_ERROR;
    return true;
}

size_t diagnostics_error_count(const diagnostics *all)
{
    return all->error_count;
}

size_t diagnostics_count(const diagnostics *all)
{
    return all->count;
}

const char *diagnostics_first_error(const diagnostics *all, size_t count, location *place)
{
    while (count < all->count && all->items[count].level != SEVERITY_ERROR)
        count++;
    if (count == all->count)
        return NULL;
    *place = all->items[count].place;
    return all->items[count].text;
}

void diagnostics_forget(diagnostics *all, size_t count)
{
    if (all->count <= count)
        return;
    while (all->count > count)
        all->error_count -= all->items[--all->count].level == SEVERITY_ERROR;
    fill_slots(all);
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

/* The part of a line that is quoted: all of it, or what stands around the column. */
static void cut_line(const char *line, size_t length, size_t column, size_t *begin, size_t *end)
{
    *begin = *end = 0;
    if (length > LINE_WIDTH && column > LINE_BEFORE)
        while (*begin + LINE_BEFORE < column)
            *begin += printable_step(line + *begin, length - *begin);
    *end = *begin;
    while (*end < length && *end - *begin < LINE_WIDTH)
        *end += printable_step(line + *end, length - *end);
}

/* The source line, then a line with a caret under the place and the rest of it underlined. */
static void print_snippet(diagnostics *all, const diagnostic *item, FILE *out, bool colored)
{
    size_t length, begin, end, column = item->place.column - 1;
    const char *line = source_line(all, item->place, &length);
    if (!line)
        return;
    cut_line(line, length, column < length ? column : length, &begin, &end);
    const char *more = begin ? "..." : "";
    fprintf(out, "%5u | %s", item->place.line, more);
    printable_print(out, line + begin, end - begin);
    fprintf(out, "%s\n      | %*s", end < length ? "..." : "", (int)strlen(more), "");
    size_t i = begin;
    for (; i < column && i < length; i += printable_step(line + i, length - i))
        fputc(line[i] == '\t' ? '\t' : ' ', out);
    for (; i < column; i++) /* behind the end of the line */
        fputc(' ', out);
    fputs(colored ? "\033[1;32m^" : "^", out);
    if (i < length)
        i += printable_step(line + i, length - i);
    for (; i < column + item->length && i < end; i += printable_step(line + i, length - i))
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
    fprintf(out, "%s%s:%s %s", colored ? severities[item->level].color : "",
            severities[item->level].name, plain, bold);
    printable_print(out, item->text, strlen(item->text));
    fprintf(out, "%s\n", plain);
    if (item->place.line)
        print_snippet(all, item, out, colored);
}

/* A diagnostic with the notes behind it, and what it is sorted by. */
typedef struct heading {
    size_t index; /* among all */
    size_t file;  /* index of the first one of that file; of one without a place its own */
    unsigned line, column;
    const size_t *alike; /* places among the headings of those that say the same, this one first */
    size_t alike_count;
    bool is_told; /* by the first of them */
} heading;

static int compare_headings(const void *first, const void *second)
{
    const heading *one = first, *other = second;
    if (one->file != other->file)
        return one->file < other->file ? -1 : 1;
    if (one->line != other->line)
        return one->line < other->line ? -1 : 1;
    if (one->column != other->column)
        return one->column < other->column ? -1 : 1;
    return (one->index > other->index) - (one->index < other->index);
}

/* The heading of a diagnostic; the ones before it are there already. */
static heading make_heading(const diagnostics *all, const heading *heads, size_t count, size_t i)
{
    const location *place = &all->items[i].place;
    heading made = {.index = i, .file = i, .line = place->line, .column = place->column};
    for (size_t k = count; k-- && place->line;) { /* mostly that of the one before */
        const location *earlier = &all->items[heads[k].index].place;
        if (earlier->line &&
            (earlier->file == place->file || strcmp(earlier->file, place->file) == 0)) {
            made.file = heads[k].file;
            break;
        }
    }
    return made;
}

/* The order of printing: by place, each note behind what it explains. Of the errors only as many as
 * are shown. */
static heading *sort_by_place(const diagnostics *all, size_t *head_count)
{
    heading *heads = arena_array(all->memory, all->count + 1, sizeof *heads);
    size_t errors = 0;
    *head_count = 0;
    for (size_t i = 0; i < all->count; i++) {
        if (all->items[i].level == SEVERITY_NOTE && i)
            continue;
        errors += all->items[i].level == SEVERITY_ERROR;
        if (all->items[i].level != SEVERITY_ERROR || errors <= SHOWN_ERRORS) {
            heads[*head_count] = make_heading(all, heads, *head_count, i);
            ++*head_count;
        }
    }
    qsort(heads, *head_count, sizeof *heads, compare_headings);
    return heads;
}

/* ---- warnings that say the same of several ---- */

/* What a warning speaks of: the first name in quotes, or a file of --source; at its end where there
 * is none. */
static const char *find_subject(const char *text, size_t *length)
{
    static const char option[] = "--source ";
    const char *quote = strchr(text, '\'');
    const char *end = quote ? strchr(quote + 1, '\'') : NULL;
    if (strncmp(text, option, sizeof option - 1) == 0) {
        text += sizeof option - 1;
        *length = strcspn(text, " ");
        return text;
    }
    *length = end ? (size_t)(end + 1 - quote) : 0;
    return end ? quote : text + strlen(text);
}

/* What a warning says, whatever it speaks of. */
typedef struct saying {
    const char *text;
    size_t head;
} saying;

static int compare_sayings(const void *first, const void *second)
{
    const saying *one = first, *other = second;
    const int order = strcmp(one->text, other->text);
    return order ? order : (one->head > other->head) - (one->head < other->head);
}

static void group_sayings(diagnostics *all, heading *heads, const saying *sayings, size_t count)
{
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && strcmp(sayings[end].text, sayings[i].text) == 0;)
            end++;
        if (end - i <= SHOWN_ALIKE)
            continue;
        size_t *alike = arena_array(all->memory, end - i, sizeof *alike);
        for (size_t k = i; k < end; k++) {
            alike[k - i] = sayings[k].head;
            heads[sayings[k].head].is_told = k > i;
        }
        heads[sayings[i].head].alike = alike;
        heads[sayings[i].head].alike_count = end - i;
    }
}

/* Finds the warnings that say the same of many, and leaves them to the first. */
static void find_alike(diagnostics *all, heading *heads, size_t count)
{
    saying *sayings = arena_array(all->memory, count + 1, sizeof *sayings);
    size_t said = 0, length;
    for (size_t i = 0; i < count; i++) {
        const diagnostic *item = &all->items[heads[i].index];
        if (item->level != SEVERITY_WARNING)
            continue;
        const char *subject = find_subject(item->text, &length);
        sayings[said++] =
            (saying){arena_format(all->memory, "%.*s\n%s", (int)(subject - item->text), item->text,
                                  subject + length),
                     i};
    }
    qsort(sayings, said, sizeof *sayings, compare_sayings);
    group_sayings(all, heads, sayings, said);
}

static bool is_same_line(const location *a, const location *b)
{
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

/* "'b' (a.c:12)", or "'b'" on the line of the first */
static const char *name_alike(diagnostics *all, const heading *head, const heading *first)
{
    const diagnostic *item = &all->items[head->index];
    size_t length;
    const char *subject = find_subject(item->text, &length);
    const location *place = &item->place;
    const char *name = arena_format(all->memory, "%.*s", (int)length, subject);
    if (place->line && (!length || !is_same_line(place, &all->items[first->index].place)))
        name = arena_format(all->memory, length ? "%s (%s:%u)" : "%s%s:%u", name, place->file,
                            place->line);
    return name;
}

/* "the same of 'b' (a.c:12), 'c' (a.c:15) and 56 more"; those of one name and line are one. */
static void print_alike(diagnostics *all, const heading *heads, const heading *first, FILE *out,
                        bool colored)
{
    const char *names = "", *last = name_alike(all, first, first);
    size_t count = 0;
    for (size_t i = 1; i < first->alike_count; i++) {
        const char *name = name_alike(all, &heads[first->alike[i]], first);
        if (strcmp(name, last) == 0)
            continue;
        last = name;
        if (count++ < NAMED_ALIKE)
            names = arena_format(all->memory, "%s%s%s", names, count > 1 ? ", " : "", name);
    }
    if (!count)
        return;
    if (count > NAMED_ALIKE)
        names = arena_format(all->memory, "%s and %zu more", names, count - NAMED_ALIKE);
    const diagnostic note = {
        SEVERITY_NOTE, {0}, 0, arena_format(all->memory, "the same of %s", names)};
    print_one(all, &note, out, colored);
}

void diagnostics_print(diagnostics *all, FILE *out, color_mode color)
{
    bool colored = color == COLOR_ALWAYS || (color == COLOR_AUTO && isatty(fileno(out)));
    size_t head_count;
    heading *heads = sort_by_place(all, &head_count);
    find_alike(all, heads, head_count);
    for (size_t h = 0; h < head_count; h++) {
        size_t i = heads[h].index;
        if (heads[h].is_told)
            continue;
        print_one(all, &all->items[i], out, colored);
        while (++i < all->count && all->items[i].level == SEVERITY_NOTE)
            print_one(all, &all->items[i], out, colored);
        if (heads[h].alike)
            print_alike(all, heads, &heads[h], out, colored);
    }
    if (all->error_count > SHOWN_ERRORS)
        fprintf(out, "weft: error: too many errors: %zu more are not shown\n",
                all->error_count - SHOWN_ERRORS);
}

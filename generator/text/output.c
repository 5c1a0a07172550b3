#include "output.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

enum { INDENT = 4, COLUMNS = 100 };

void output_init(output *out, arena *memory, const char *name)
{
    *out = (output){.memory = memory, .name = name, .line = 1};
}

static void append(output *out, const char *text, size_t length)
{
    if (out->room - out->length < length + 1) {
        size_t room = (out->room + length + 1) * 2;
        char *larger = arena_array(out->memory, room, 1);
        if (out->length)
            memcpy(larger, out->text, out->length);
        out->text = larger;
        out->room = room;
    }
    memcpy(out->text + out->length, text, length);
    out->length += length;
    for (size_t i = 0; i < length; i++)
        out->line += text[i] == '\n';
}

/* Behind the parameters of a macro; 0: it has none. */
static size_t skip_parameters(const char *text)
{
    const size_t name = strncmp(text, "#define ", 8) == 0 ? 8 + strcspn(text + 8, "( ") : 0;
    const char *end = name && text[name] == '(' ? strstr(text + name, ") ") : NULL;
    return end ? (size_t)(end + 2 - text) : 0;
}

/* Where a line that may have `room` bytes is broken: outside of string literals, behind a ", " or
 * "; " or before a " && " or " | ", at the outermost parentheses or braces and there as late as
 * possible, or behind a macro's parameters; its whole length where it fits or has no such place. */
static size_t break_line(const char *text, size_t room)
{
    size_t length = strlen(text), at = skip_parameters(text);
    int depth = 0, best = INT_MAX;
    bool quoted = false;
    if (length <= room || *text == '/' || strncmp(text, " *", 2) == 0)
        return length;
    for (size_t i = at; i + 1 < length && (i + 1 < room || !at); i++) {
        quoted ^= text[i] == '"' && (i == 0 || text[i - 1] != '\\');
        if (quoted)
            continue;
        depth += (strchr("({", text[i]) != NULL) - (strchr(")}", text[i]) != NULL);
        bool comma = (text[i] == ',' || text[i] == ';') && text[i + 1] == ' ';
        bool before = strncmp(text + i, " && ", 4) == 0 || strncmp(text + i, " | ", 3) == 0;
        if ((comma || before) && depth <= best) {
            best = depth;
            at = i + 1 + comma;
        }
    }
    return at ? at : length;
}

static void append_indented(output *out, const char *text, size_t length, unsigned depth,
                            const char *end)
{
    while (length && text[length - 1] == ' ')
        length--;
    for (unsigned i = 0; i < depth * INDENT && length; i++)
        append(out, " ", 1);
    append(out, text, length);
    append(out, end, strlen(end));
}

static void line(output *out, const char *format, va_list list)
{
    const char *text = arena_format_list(out->memory, format, list);
    const bool directive = *text == '#', macro = strncmp(text, "#define ", 8) == 0;
    unsigned depth = directive ? 0 : out->depth; /* directives stand at the margin */
    do {
        size_t room = COLUMNS - depth * INDENT - (macro ? 2 : 0);
        size_t length = directive && !macro ? strlen(text) : break_line(text, room);
        append_indented(out, text, length, depth, macro && text[length] ? " \\\n" : "\n");
        text += length;
        depth = macro ? 1 : out->depth + 2;
    } while (*text);
}

void output_line(output *out, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    line(out, format, list);
    va_end(list);
}

void output_open(output *out, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    line(out, format, list);
    va_end(list);
    out->depth++;
}

void output_close(output *out, const char *format, ...)
{
    va_list list;
    out->depth--;
    va_start(list, format);
    line(out, format, list);
    va_end(list);
}

void output_blank(output *out)
{
    append(out, "\n", 1);
}

const char *output_pack(output *out, const char *line, const char *item)
{
    if (!*line)
        return item;
    if (out->depth * INDENT + strlen(line) + 1 + strlen(item) <= COLUMNS)
        return arena_format(out->memory, "%s %s", line, item);
    output_line(out, "%s", line);
    return item;
}

void output_verbatim(output *out, const char *text)
{
    append(out, text, strlen(text));
    append(out, "\n", 1);
}

void output_locate(output *out, const char *file, unsigned line_number)
{
    output_line(out, "#line %u %s", line_number, output_quote(out->memory, file));
}

void output_locate_here(output *out)
{
    output_locate(out, out->name, out->line + 1);
}

const char *output_quote(arena *memory, const char *text)
{
    char *quoted = arena_array(memory, strlen(text) * 4 + 3, 1), *end = quoted;
    *end++ = '"';
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        bool trigraph = byte == '?' && end[-1] == '?'; /* under -std=c11 */
        if (byte == '"' || byte == '\\' || trigraph) {
            *end++ = '\\';
            *end++ = (char)byte;
        } else if (byte == '\n') {
            *end++ = '\\';
            *end++ = 'n';
        } else if (byte < ' ' || byte == 127) {
            *end++ = '\\';
            *end++ = (char)('0' + (byte >> 6));
            *end++ = (char)('0' + (byte >> 3 & 7));
            *end++ = (char)('0' + (byte & 7));
        } else {
            *end++ = (char)byte;
        }
    }
    *end++ = '"';
    return quoted;
}

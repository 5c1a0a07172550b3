/* annotate_status.c: what a comment says of the numbers that a function returns as its status:
 *
 *     Returned (function value):
 *        int     status: -1 = unacceptable date
 *                         0 = OK
 *                        +1 = dubious year (Note 2)
 *
 * What is below 0 is taken for errors, what is above for warnings. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "annotate.h"

/* The code that a text begins with: "-1 = …", "else = …"; what follows, NULL if it begins
 * otherwise. */
static const char *read_code(const char *text, long *number, bool *others)
{
    char *end = (char *)(text + strspn(text, " \t"));
    *others = strncasecmp(end, "else", 4) == 0;
    if (*others)
        end += 4;
    else if (isdigit((unsigned char)end[*end == '-' || *end == '+']))
        *number = strtol(end, &end, 10);
    else
        return NULL;
    end += strspn(end, " \t");
    return *end == '=' ? end + 1 + strspn(end + 1, " \t") : NULL;
}

/* The text of a code without a reference to notes, and without a word that the kind says. */
static const char *tidy(arena *memory, const char *text)
{
    static const char warning[] = "warning: ";
    if (strncasecmp(text, warning, strlen(warning)) == 0)
        text += strlen(warning);
    const char *note = strstr(text, "(Note");
    size_t length = note ? (size_t)(note - text) : strlen(text);
    while (length && strchr(" \t.", text[length - 1]))
        length--;
    char *plain = arena_text(memory, text, length), *to = plain;
    for (const char *from = plain; *from; from++)
        if (*from != ' ' || from[1] != ' ') /* one blank for several */
            *to++ = *from;
    *to = '\0';
    return plain;
}

/* State of reading one comment. */
typedef struct status_reading {
    arena *memory;
    const char *list; /* the strings so far */
    bool any, others;
    long number;
    const char *text; /* of the code that is read, lines joined */
} status_reading;

static void add(status_reading *reading, const char *kind, const char *code)
{
    const char *string = arena_format(reading->memory, "%s %s: %s", kind, code,
                                      tidy(reading->memory, reading->text));
    reading->list = arena_format(reading->memory, "%s%s%s", reading->list,
                                 *reading->list ? ",\n            " : "",
                                 output_quote(reading->memory, string));
}

static void end_code(status_reading *reading)
{
    const char *code = arena_format(reading->memory, "%ld", reading->number);
    if (!reading->any || !*tidy(reading->memory, reading->text))
        return;
    if (reading->others) {
        add(reading, "error", "<0");
        add(reading, "warning", ">0");
    } else if (reading->number) {
        add(reading, reading->number < 0 ? "error" : "warning", code);
    }
    reading->any = false;
}

static void read_line(status_reading *reading, const char *line)
{
    long number = 0;
    bool others;
    const char *text = read_code(line, &number, &others);
    if (!text) {
        if (reading->any)
            reading->text = arena_format(reading->memory, "%s %s", reading->text, line);
        return;
    }
    end_code(reading);
    reading->any = true;
    reading->others = others;
    reading->number = number;
    reading->text = text;
}

const char *annotate_status(arena *memory, const char *comment)
{
    status_reading reading = {.memory = memory, .list = "", .text = ""};
    size_t indent;
    bool inside = false, begun = false;
    for (const char *line; (line = annotate_next_line(memory, &comment, &indent));) {
        if (strncasecmp(line, "returned (function value)", 25) == 0) {
            inside = true;
        } else if (inside && !begun) {
            const char *word = strstr(line, "status"), *colon = word ? strchr(word, ':') : NULL;
            if (!colon)
                break;
            begun = true;
            read_line(&reading, colon + 1 + strspn(colon + 1, " \t"));
        } else if (begun) {
            if (!*line)
                break;
            read_line(&reading, line);
        }
    }
    end_code(&reading);
    return reading.list;
}

/* annotate_comment.c: what the comment of a function says: which way its parameters go, and its
 * documentation. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "annotate.h"

const char *annotate_next_line(arena *memory, const char **rest, size_t *indent)
{
    const char *line = *rest;
    if (!*line)
        return NULL;
    size_t length = strcspn(line, "\n");
    *rest = line + length + (line[length] == '\n');
    const char *end = line + length, *begin = line;
    while (begin < end && strchr(" \t/*!", *begin))
        begin++;
    for (bool more = true; more && end > begin;) {
        more = strchr(" \t\r", end[-1]) || (end - begin > 1 && end[-1] == '/' && end[-2] == '*') ||
               (end[-1] == '*' && *end == '/');
        end -= more;
    }
    *indent = (size_t)(begin - line);
    return arena_text(memory, begin, (size_t)(end - begin));
}

static bool begins(const char *line, const char *word)
{
    return strncasecmp(line, word, strlen(word)) == 0 &&
           !isalnum((unsigned char)line[strlen(word)]);
}

/* The direction that a line is the title of; false if it is none, but a sentence: "Given: the
 * angle". */
static bool read_title(const char *line, direction *titled)
{
    if (begins(line, "given and returned") || begins(line, "given and return"))
        *titled = DIRECTION_BOTH;
    else if (begins(line, "given"))
        *titled = DIRECTION_IN;
    else if (begins(line, "returned"))
        *titled = strcasestr(line, "function value") ? DIRECTION_UNKNOWN : DIRECTION_OUT;
    else
        return false;
    return line[strlen(line) - 1] == ':' && strcspn(line, ",;.") == strlen(line);
}

/* Whether a line begins with a list of names, "ra, dec  double …", that has this one. */
static bool lists(const char *line, const char *name)
{
    for (;;) {
        size_t length = 0;
        while (isalnum((unsigned char)line[length]) || line[length] == '_')
            length++;
        if (!length)
            return false;
        if (length == strlen(name) && strncmp(line, name, length) == 0)
            return true;
        line += length;
        if (*line != ',')
            return false;
        line += 1 + strspn(line + 1, " \t");
    }
}

/* The name in the brackets of a type, "double[n]", behind a list of names; "" if there is none. */
static const char *read_extent(arena *memory, const char *line)
{
    line += strcspn(line, " \t"); /* names; blanks behind their commas follow */
    while (line[-1] == ',')
        line += strspn(line, " \t"), line += strcspn(line, " \t");
    line += strspn(line, " \t");
    size_t type = strcspn(line, " \t[");
    if (line[type] != '[')
        return "";
    line += type + 1;
    size_t length = strcspn(line, "]");
    return line[length] ? arena_text(memory, line, length) : "";
}

const char *annotate_extent(arena *memory, const char *comment, const char *parameter)
{
    size_t indent;
    for (const char *line; (line = annotate_next_line(memory, &comment, &indent));) {
        const char *extent = lists(line, parameter) ? read_extent(memory, line) : "";
        if (*extent)
            return extent;
    }
    return "";
}

/* "\param[in,out] name" */
static direction read_command(const char *line, const char *name)
{
    if ((*line != '\\' && *line != '@') || strncmp(line + 1, "param[", 6) != 0)
        return DIRECTION_UNKNOWN;
    const char *close = strchr(line, ']');
    if (!close || !lists(close + 1 + strspn(close + 1, " \t"), name))
        return DIRECTION_UNKNOWN;
    direction said = strncmp(line + 7, "in", 2) == 0 ? DIRECTION_IN : DIRECTION_UNKNOWN;
    const char *out = strstr(line, "out");
    return out && out < close ? said | DIRECTION_OUT : said;
}

direction annotate_direction(arena *memory, const char *comment, const char *parameter)
{
    direction found = DIRECTION_UNKNOWN, section = DIRECTION_UNKNOWN;
    size_t indent, first = 0;
    for (const char *line; (line = annotate_next_line(memory, &comment, &indent));) {
        direction titled;
        found |= read_command(line, parameter);
        if (read_title(line, &titled)) {
            section = titled;
            first = 0;
        } else if (!*line) {
            section = first ? DIRECTION_UNKNOWN : section; /* a blank line ends a list */
        } else {
            first = first ? first : indent;
            if (indent == first && lists(line, parameter)) /* what stands deeper are members */
                found |= section;
        }
    }
    return found;
}

/* Whether a line has nothing to read: a rule, or a title of spaced letters. */
static bool is_ornament(const char *line)
{
    size_t letters = 0, spaced = 0;
    for (const char *at = line; *at; at++) {
        letters += isalnum((unsigned char)*at) != 0;
        spaced += isalnum((unsigned char)*at) && !isalnum((unsigned char)at[1]) &&
                  (at == line || at[-1] == ' ');
    }
    return !letters || (letters > 2 && spaced == letters);
}

/* Whether a line says the function's own declaration. */
static bool is_heading(const char *line, const char *name)
{
    const char *found = strstr(line, name);
    return found && strchr("( \0", found[strlen(name)]) && strchr(line, '(') &&
           (begins(line, "function") || begins(line, "subroutine") || found == line ||
            begins(line, "elemental") || begins(line, "pure"));
}

/* The text behind a command that says what the comment is of, "\brief", and what the line says
 * without it; "" for lines that only sort, "\fn …". */
static const char *skip_command(const char *line)
{
    static const char *const sorting[] = {"fn", "ingroup", "defgroup", "addtogroup", "relates"};
    if (*line != '\\' && *line != '@')
        return line;
    for (size_t i = 0; i < sizeof sorting / sizeof *sorting; i++)
        if (begins(line + 1, sorting[i]))
            return "";
    return begins(line + 1, "brief") ? line + 6 + strspn(line + 6, " \t") : line;
}

const char *annotate_doc(arena *memory, const char *comment, const char *name)
{
    const char *doc = "", *blank = "";
    size_t indent, least = 0;
    for (const char *line; (line = annotate_next_line(memory, &comment, &indent));) {
        if (begins(line, "this revision") || begins(line, "copyright"))
            break;
        const bool said = *line != '\0';
        line = skip_command(line);
        if (said && (!*line || is_ornament(line) || is_heading(line, name)))
            continue;
        if (!*line) {
            blank = *doc ? "\n" : "";
            continue;
        }
        least = *doc && least < indent ? least : indent;
        doc = arena_format(memory, "%s%s%s%*s%s", doc, *doc ? "\n" : "", blank,
                           (int)(indent - least), "", line);
        blank = "";
    }
    return doc;
}

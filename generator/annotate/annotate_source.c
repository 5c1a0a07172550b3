/* annotate_source.c: the comment of a definition, from the text of its file. */
#include <ctype.h>
#include <string.h>

#include "annotate.h"
#include "text/file.h"

/* The offset of a line and column; the length of the text where there is none. */
static size_t offset_of(const char *text, size_t length, location place)
{
    const char *line = text;
    for (unsigned i = 1; i < place.line && line; i++) {
        line = strchr(line, '\n');
        line += line != NULL;
    }
    size_t at = line ? (size_t)(line - text) + place.column - 1 : length;
    return at < length ? at : length;
}

/* Past a comment or a literal that begins here; else past one byte. */
static const char *skip(const char *at)
{
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (*at != '"' && *at != '\'')
        return at + 1;
    for (const char quote = *at++; *at && *at != quote; at++)
        at += *at == '\\' && at[1];
    return at + (*at != '\0');
}

/* Behind the bracket that closes the one at `open`. */
static const char *skip_brackets(const char *open, char left, char right)
{
    size_t depth = 0;
    for (const char *at = open; *at; at = skip(at)) {
        depth += *at == left;
        depth -= *at == right;
        if (!depth)
            return at + 1;
    }
    return open + strlen(open);
}

/* Whether a comment is documentation, and that of no file. */
static bool is_documentation(const char *comment)
{
    static const char *const commands[] = {"param", "return", "brief", "fn"};
    bool found = comment[2] == '!' || (comment[2] == '*' && comment[3] != '*');
    for (const char *at = comment; (at = strpbrk(at, "\\@")); at++) {
        if (strncmp(at + 1, "file", 4) == 0)
            return false;
        for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
            found |= strncmp(at + 1, commands[i], strlen(commands[i])) == 0;
    }
    return found;
}

/* Whether only blanks stand before a place in its line. */
static bool begins_line(const char *text, size_t at)
{
    while (at && (text[at - 1] == ' ' || text[at - 1] == '\t'))
        at--;
    return !at || text[at - 1] == '\n';
}

/* The comment before the declaration whose name stands at `at`, of several that follow each other
 * the last that is documentation, else the last; "" if there is none. */
static const char *comment_before(arena *memory, const char *text, size_t at)
{
    const char *found = "";
    while (at &&
           (isalnum((unsigned char)text[at - 1]) || isspace((unsigned char)text[at - 1]) ||
            strchr("_*", text[at - 1])) &&
           !(at > 1 && text[at - 1] == '*' && text[at - 2] == '/'))
        at--;
    while (at > 3 && text[at - 1] == '/' && text[at - 2] == '*') {
        size_t begin = at - 2;
        while (begin > 1 && !(text[begin - 2] == '/' && text[begin - 1] == '*'))
            begin--;
        if (begin < 2)
            break;
        begin -= 2;
        if (!begins_line(text, begin))
            break;
        const char *comment = arena_text(memory, text + begin, at - begin);
        if (!*found || is_documentation(comment))
            found = comment;
        if (is_documentation(found))
            break;
        for (at = begin; at && isspace((unsigned char)text[at - 1]);)
            at--;
    }
    return found;
}

const char *annotate_comment(arena *memory, location name)
{
    size_t size;
    const char *text = name.line ? file_read(memory, name.file, &size) : NULL;
    if (!text)
        return "";
    size_t at = offset_of(text, size, name);
    const char *open = strchr(text + at, '(');
    const char *end = open ? skip_brackets(open, '(', ')') : text + size;
    const char *brace = end;
    while (*brace && *brace != '{')
        brace = skip(brace);
    const char *within = *brace ? strstr(end, "/*") : NULL;
    return within && within < brace ? arena_text(memory, within, (size_t)(brace - within))
                                    : comment_before(memory, text, at);
}

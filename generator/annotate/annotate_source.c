/* annotate_source.c: the comment and the body of a definition, from the text of its file. */
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

/* The comment that ends before the declaration whose name stands at `at`; "" if there is none. */
static const char *comment_before(arena *memory, const char *text, size_t at)
{
    while (at && (isalnum((unsigned char)text[at - 1]) || isspace((unsigned char)text[at - 1]) ||
                  strchr("_*", text[at - 1])))
        at--;
    if (at < 4 || text[at - 1] != '/' || text[at] != '\n' || text[at - 2] != '*')
        return "";
    size_t begin = at - 3;
    while (begin && (text[begin - 1] != '/' || text[begin] != '*'))
        begin--;
    return begin ? arena_text(memory, text + begin - 1, at - begin + 1) : "";
}

definition_text annotate_definition(arena *memory, location name)
{
    definition_text found = {"", ""};
    size_t size;
    const char *text = name.line ? file_read(memory, name.file, &size) : NULL;
    if (!text)
        return found;
    size_t at = offset_of(text, size, name);
    found.comment = comment_before(memory, text, at);
    const char *open = strchr(text + at, '(');
    const char *end = open ? skip_brackets(open, '(', ')') : text + size;
    const char *brace = end;
    while (*brace && *brace != '{')
        brace = skip(brace);
    if (!*brace)
        return found;
    const char *within = strstr(end, "/*");
    if (within && within < brace)
        found.comment = arena_text(memory, within, (size_t)(brace - within));
    found.body = arena_text(memory, brace, (size_t)(skip_brackets(brace, '{', '}') - brace));
    return found;
}

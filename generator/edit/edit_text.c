/* edit_text.c: edits, and looks at the text around them. */
#include <ctype.h>
#include <string.h>

#include "edit.h"
#include "text/reader.h"

void edit_add(arena *memory, body *read, unsigned begin, unsigned end, const char *text)
{
    *ARENA_PUSH(memory, read->edits, read->edit_count) = (text_edit){begin, end, text};
}

void edit_enclose(const edit_target *in, ir_extent place, const char *before)
{
    edit_add(in->memory, in->read, place.begin, place.begin, before);
    edit_add(in->memory, in->read, place.end, place.end, ")");
}

bool edit_is_made(const body *read, unsigned offset, const char *text)
{
    for (size_t i = 0; i < read->edit_count; i++)
        if (read->edits[i].begin == offset && strncmp(read->edits[i].text, text, strlen(text)) == 0)
            return true;
    return false;
}

bool edit_follows(const char *text, unsigned offset, const char *before, unsigned *at)
{
    offset = reader_skip_back(text, offset);
    size_t length = strlen(before);
    *at = offset >= length ? offset - (unsigned)length : 0;
    return offset >= length && strncmp(text + *at, before, length) == 0;
}

bool edit_is_token(const char *text, unsigned begin, unsigned end, const char *token)
{
    size_t length = strlen(token);
    while (begin < end) {
        if (isspace((unsigned char)text[begin])) {
            begin++;
        } else if (end - begin > 3 && memcmp(text + begin, "/*", 2) == 0) {
            const char *close = strstr(text + begin + 2, "*/");
            begin = close ? (unsigned)(close - text) + 2 : end;
        } else if (end - begin >= length && length && memcmp(text + begin, token, length) == 0) {
            begin += (unsigned)length;
            length = 0;
        } else {
            return false;
        }
    }
    return length == 0;
}

bool edit_is_plain(const char *lvalue)
{
    return !strpbrk(lvalue, "(=?,;{/") && !strstr(lvalue, "++") && !strstr(lvalue, "--");
}

bool edit_is_known(const ir_function *function, ir_extent extent)
{
    return function->text && extent.begin < extent.end && extent.end <= function->text_size;
}

void edit_add_first(arena *memory, body *read, unsigned offset, const char *text)
{
    edit_add(memory, read, offset, offset, text);
    memmove(read->edits + 1, read->edits, (read->edit_count - 1) * sizeof *read->edits);
    read->edits[0] = (text_edit){offset, offset, text};
}

bool edit_find_end(const char *text, ir_extent extent, unsigned *end)
{
    *end = extent.end;
    if (text[extent.end - 1] == '}' || text[extent.end - 1] == ';')
        return true;
    while (isspace((unsigned char)text[*end]))
        ++*end;
    return text[(*end)++] == ';';
}

bool edit_has_head(const ir_function *function, const ir_statement *loop, unsigned *head)
{
    const ir_statement *inside = loop->children[0];
    return edit_is_known(function, loop->extent) && edit_is_known(function, inside->extent) &&
           edit_is_known(function, loop->step->extent) &&
           loop->step->extent.end <= inside->extent.begin &&
           strncmp(function->text + loop->extent.begin, "for", 3) == 0 &&
           edit_is_token(function->text, loop->step->extent.end, inside->extent.begin, ")") &&
           edit_follows(function->text, inside->extent.begin, ")", head);
}

#include "reader.h"

#include <ctype.h>
#include <string.h>

bool reader_fail(reader *in, size_t at, size_t length, const char *text)
{
    if (!in->error->text)
        *in->error = (text_error){at, length, text};
    return false;
}

char reader_peek(reader *in)
{
    while (isspace((unsigned char)in->text[in->at]))
        in->at++;
    return in->text[in->at];
}

bool reader_expect(reader *in, char wanted, const char *where)
{
    char found = reader_peek(in);
    if (found == wanted) {
        in->at++;
        return true;
    }
    return reader_fail(
        in, in->at, 1,
        found ? arena_format(in->memory, "expected '%c' %s, not '%c'", wanted, where, found)
              : arena_format(in->memory, "expected '%c' %s, but the text ends", wanted, where));
}

unsigned reader_skip_back(const char *text, unsigned offset)
{
    for (;;) {
        while (offset > 0 && isspace((unsigned char)text[offset - 1]))
            offset--;
        if (offset < 4 || strncmp(text + offset - 2, "*/", 2) != 0)
            return offset;
        offset -= 4;
        while (offset > 0 && strncmp(text + offset, "/*", 2) != 0)
            offset--;
    }
}

#include "extent.h"

#include <ctype.h>
#include <string.h>

#include "text/reader.h"

static const char *const attribute_words[] = {"__attribute__", "__attribute"};
enum { ATTRIBUTE_WORDS = sizeof attribute_words / sizeof *attribute_words };

/* Letters outside ASCII are of several bytes. */
static bool is_name_byte(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_' || (unsigned char)byte >= 0x80;
}

/* The offset behind one comment, literal or byte. */
static unsigned skip_one(const char *text, unsigned at, unsigned size)
{
    char first = text[at], second = at + 1 < size ? text[at + 1] : '\0';
    const char *closing;
    if (first == '/' && second == '*') {
        closing = strstr(text + at + 2, "*/");
        at = closing ? (unsigned)(closing - text) + 2 : size;
    } else if (first == '/' && second == '/') {
        at += (unsigned)strcspn(text + at, "\n");
    } else if (first == '"' || first == '\'') {
        for (at++; at < size && text[at] != first; at++)
            at += text[at] == '\\';
        at++;
    } else {
        at++;
    }
    return at < size ? at : size;
}

unsigned extent_find(const char *text, unsigned at, unsigned size, const char *stops)
{
    for (unsigned depth = 0; at < size; at = skip_one(text, at, size)) {
        if (!text[at] || (!depth && strchr(stops, text[at])))
            return text[at] ? at : size;
        depth += strchr("([{", text[at]) != NULL;
        depth -= depth && strchr(")]}", text[at]);
    }
    return size;
}

bool extent_follows_word(const char *text, unsigned offset, const char *const *words, size_t count)
{
    offset = reader_skip_back(text, offset);
    for (size_t i = 0; i < count; i++) {
        unsigned length = (unsigned)strlen(words[i]);
        if (offset >= length && strncmp(text + offset - length, words[i], length) == 0 &&
            (offset == length || !is_name_byte(text[offset - length - 1])))
            return true;
    }
    return false;
}

unsigned extent_attributes_before(const char *text, unsigned begin)
{
    for (;;) {
        unsigned at = reader_skip_back(text, begin), depth = 0;
        if (!at || text[at - 1] != ')')
            return begin;
        do {
            at--;
            depth += text[at] == ')';
            depth -= text[at] == '(';
        } while (at && depth);
        if (!extent_follows_word(text, at, attribute_words, ATTRIBUTE_WORDS))
            return begin;
        begin = reader_skip_back(text, at);
        while (begin && is_name_byte(text[begin - 1]))
            begin--;
    }
}

unsigned extent_attributes_behind(const char *text, unsigned end, unsigned size)
{
    for (;;) {
        unsigned at = end;
        while (at < size && (isspace((unsigned char)text[at]) || text[at] == '/'))
            at = skip_one(text, at, size);
        size_t length = 0;
        while (at + length < size && is_name_byte(text[at + length]))
            length++;
        bool found = false;
        for (size_t i = 0; i < ATTRIBUTE_WORDS; i++)
            found |= length && length == strlen(attribute_words[i]) &&
                     strncmp(text + at, attribute_words[i], length) == 0;
        unsigned opening = found ? extent_find(text, at, size, "(") : size;
        if (opening == size)
            return end;
        end = extent_find(text, opening + 1, size, ")") + 1;
    }
}

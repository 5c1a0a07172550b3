#include "words.h"

#include <ctype.h>
#include <string.h>

static bool is_letter(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_' || (unsigned char)byte >= 0x80;
}

/* Bytes of a string, a character or a comment; 0 where the text is none. */
static size_t measure_opaque(const char *text)
{
    const char *end = NULL;
    size_t length = 1;
    if (strncmp(text, "/*", 2) == 0)
        end = strstr(text + 2, "*/");
    else if (strncmp(text, "//", 2) == 0)
        end = strchr(text, '\n');
    else if (*text != '"' && *text != '\'')
        return 0;
    else {
        while (text[length] && text[length] != *text)
            length += text[length] == '\\' && text[length + 1] ? 2 : 1;
        return text[length] ? length + 1 : length;
    }
    return end ? (size_t)(end - text) + 1 : strlen(text);
}

const char *words_next(const char *text, size_t *length)
{
    while (text && *text) {
        *length = 0;
        while (is_letter(text[*length]))
            ++*length;
        if (*length && !isdigit((unsigned char)*text))
            return text;
        if (!*length)
            *length = measure_opaque(text);
        text += *length ? *length : 1;
    }
    return NULL;
}

bool words_have(const char *text, const char *word)
{
    size_t length;
    while ((text = words_next(text, &length)) != NULL) {
        if (length == strlen(word) && memcmp(text, word, length) == 0)
            return true;
        text += length;
    }
    return false;
}

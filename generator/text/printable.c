#include "printable.h"

#include <stdbool.h>

/* The length that the first byte of a UTF-8 character tells; 0 if it can be none. */
static size_t told_length(unsigned char first)
{
    return first < 0x80                    ? 1
           : first >= 0xc2 && first < 0xe0 ? 2
           : first >= 0xe0 && first < 0xf0 ? 3
           : first >= 0xf0 && first < 0xf5 ? 4
                                           : 0;
}

/* Whether the second byte is one that the first allows: no character has two spellings, is a
 * surrogate, or is beyond U+10FFFF. */
static bool may_follow(unsigned char first, unsigned char second)
{
    unsigned char least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    unsigned char most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    return second >= least && second <= most;
}

size_t printable_character(const char *text, size_t length)
{
    size_t told = told_length((unsigned char)*text);
    if (told > length)
        return 0;
    for (size_t i = 1; i < told; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
    return told < 2 || may_follow((unsigned char)text[0], (unsigned char)text[1]) ? told : 0;
}

size_t printable_step(const char *text, size_t length)
{
    size_t whole = printable_character(text, length);
    return whole ? whole : 1;
}

void printable_print(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        size_t whole = printable_character(text + i, length - i);
        unsigned char first = (unsigned char)text[i];
        unsigned char second = whole > 1 ? (unsigned char)text[i + 1] : 0;
        bool control = (first < ' ' && first != '\t') || first == 0x7f ||
                       (first == 0xc2 && second < 0xa0); /* C1 */
        if (whole && !control)
            fwrite(text + i, 1, whole, out);
        else
            fputc('?', out);
        i += whole ? whole : 1;
    }
}

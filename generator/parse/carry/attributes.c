#include "attributes.h"

#include <ctype.h>
#include <string.h>

#include "parse/unit/text/extent.h"

/* A reading of attributes. */
typedef struct attribute_reader {
    arena *memory;
    const outline *known;
    const char *text;
    name_set *words;
    void (*found)(CXCursor declaration, void *context);
    void *context;
} attribute_reader;

/* Letters outside ASCII are of several bytes. */
static bool is_name_byte(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_' || (unsigned char)byte >= 0x80;
}

/* Moves `at` to the next name or number before `end`; returns the offset behind it. */
static unsigned next_word(const char *text, unsigned *at, unsigned end)
{
    while (*at < end && !is_name_byte(text[*at]))
        ++*at;
    unsigned past = *at;
    while (past < end && is_name_byte(text[past]))
        past++;
    return past;
}

static void read_arguments(const attribute_reader *reader, unsigned at, unsigned end)
{
    while (at < end) {
        unsigned past = next_word(reader->text, &at, end);
        CXCursor named = past > at ? outline_find(reader->known, reader->text + at, past - at)
                                   : clang_getNullCursor();
        if (!clang_Cursor_isNull(named))
            reader->found(named, reader->context);
        at = past;
    }
}

/* aligned(SIZE), packed: the first word of each is none of the file's, whatever it is called there.
 */
static void read_list(const attribute_reader *reader, unsigned begin, unsigned end)
{
    while (begin < end) {
        unsigned comma = extent_find(reader->text, begin, end, ",");
        unsigned past = next_word(reader->text, &begin, comma);
        names_add(reader->memory, reader->words,
                  arena_text(reader->memory, reader->text + begin, past - begin));
        read_arguments(reader, past, comma);
        begin = comma + 1;
    }
}

static const char *const lists[] = {"__attribute__", "__attribute"};
enum { LIST_COUNT = sizeof lists / sizeof *lists };

void attributes_read(arena *memory, const outline *known, const char *text, unsigned begin,
                     unsigned end, name_set *words,
                     void (*found)(CXCursor declaration, void *context), void *context)
{
    static const char *const alone = "_Alignas";
    attribute_reader reader = {memory, known, text, words, found, context};
    for (unsigned at = begin; at < end; at++) {
        if (text[at] != '(')
            continue;
        unsigned past = extent_find(text, at + 1, end, ")");
        const unsigned open = extent_find(text, at + 1, past, "(");
        if (extent_follows_word(text, at, lists, LIST_COUNT) && open < past)
            read_list(&reader, open + 1, extent_find(text, open + 1, past, ")"));
        else if (extent_follows_word(text, at, &alone, 1))
            read_arguments(&reader, at + 1, past);
    }
}

static bool is_options(const char *text, unsigned begin, unsigned end)
{
    const char *word = text + begin;
    const size_t length = end - begin;
    return (length == strlen("optimize") && memcmp(word, "optimize", length) == 0) ||
           (length == strlen("__optimize__") && memcmp(word, "__optimize__", length) == 0);
}

void attributes_drop_options(const char *text, unsigned begin, unsigned end, edit_list *edits)
{
    for (unsigned at = begin; at < end; at++) {
        if (text[at] != '(' || !extent_follows_word(text, at, lists, LIST_COUNT))
            continue;
        const unsigned open = extent_find(text, at + 1, end, "("),
                       close = extent_find(text, open + 1, end, ")");
        for (unsigned next = open + 1, comma; next < close; next = comma + 1) {
            comma = extent_find(text, next, close, ",");
            unsigned word = next;
            const unsigned past = next_word(text, &word, comma);
            if (is_options(text, word, past))
                edits_add(edits, word, comma, "");
        }
    }
}

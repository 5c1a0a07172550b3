/* body_complex.c: finds the complex types that a source spells. nvcc drops their arithmetic without
 * a word, so that the carried text names types of our own. */
#include <string.h>

#include "edits.h"

/* One token of the text, and where it stands. */
typedef struct word {
    const char *text;
    unsigned begin, end;
    bool after_blank; /* one blank and nothing else is between it and the word before */
} word;

/* What a word says of a type. */
typedef enum word_kind {
    NOT_TYPE,
    QUALIFIER,
    FLOAT_WORD,
    DOUBLE_WORD,
    LONG_WORD,
    INTEGER_WORD,
    COMPLEX_WORD
} word_kind;

static word_kind kind_of(const char *text)
{
    static const struct {
        const char *text;
        word_kind kind;
    } table[] = {
        {"float", FLOAT_WORD},         {"double", DOUBLE_WORD},    {"long", LONG_WORD},
        {"complex", COMPLEX_WORD},     {"_Complex", COMPLEX_WORD}, {"__complex", COMPLEX_WORD},
        {"__complex__", COMPLEX_WORD}, {"const", QUALIFIER},       {"volatile", QUALIFIER},
        {"static", QUALIFIER},         {"register", QUALIFIER},    {"char", INTEGER_WORD},
        {"short", INTEGER_WORD},       {"int", INTEGER_WORD},      {"signed", INTEGER_WORD},
        {"unsigned", INTEGER_WORD},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].text, text) == 0)
            return table[i].kind;
    return NOT_TYPE;
}

static bool names_complex(const parse_unit *unit, CXFile file, unsigned begin, unsigned end)
{
    size_t size;
    const char *text = clang_getFileContents(unit->unit, file, &size);
    return text && end <= size && memmem(text + begin, end - begin, "omplex", strlen("omplex"));
}

/* The words, in memory that is gone when they have been looked at: a table may have a million. */
static word *read_words(arena *memory, const parse_unit *unit, CXSourceRange range, size_t *count)
{
    CXFile file;
    unsigned begin, end, token_count;
    *count = 0;
    if (!unit_range(range, &file, &begin, &end) || !names_complex(unit, file, begin, end))
        return NULL;
    CXSourceRange exact = clang_getRange(clang_getLocationForOffset(unit->unit, file, begin),
                                         clang_getLocationForOffset(unit->unit, file, end));
    CXToken *tokens;
    word *words = NULL;
    size_t size;
    const char *source = clang_getFileContents(unit->unit, file, &size);
    clang_tokenize(unit->unit, exact, &tokens, &token_count);
    for (unsigned i = 0; i < token_count; i++) {
        CXString spelling = clang_getTokenSpelling(unit->unit, tokens[i]);
        unsigned offset;
        clang_getFileLocation(clang_getTokenLocation(unit->unit, tokens[i]), NULL, NULL, NULL,
                              &offset);
        const char *text = arena_copy(memory, clang_getCString(spelling));
        clang_disposeString(spelling);
        unsigned past = offset + (unsigned)strlen(text);
        bool blank = *count && words[*count - 1].end + 1 == offset && source[offset - 1] == ' ';
        if (clang_getTokenKind(tokens[i]) != CXToken_Comment && past <= end)
            *ARENA_PUSH(memory, words, *count) = (word){text, offset, past, blank};
    }
    clang_disposeTokens(unit->unit, tokens, token_count);
    return words;
}

/* Whether the `complex` that ends a run is a variable's name, as in `double complex = 1;`. */
static bool is_name(const word *words, size_t count, size_t last)
{
    bool follows = last + 1 < count && words[last + 1].text[0] != '\0' &&
                   strchr("=;[", words[last + 1].text[0]) != NULL;
    return strcmp(words[last].text, "complex") == 0 && follows;
}

/* Replaces the first word of a complex type in [begin, end) and takes the others out; complex
 * integers, of which only the size can be asked for, stay. */
static text_edit *replace_run(parse_unit *unit, const word *words, size_t begin, size_t end,
                              text_edit *edits, size_t *edit_count)
{
    unsigned seen = 0;
    bool keyword = false; /* `complex` by itself may be any name */
    for (size_t i = begin; i < end; i++) {
        seen |= 1u << kind_of(words[i].text);
        keyword |= words[i].text[0] == '_';
    }
    const bool sized = seen >> FLOAT_WORD & 1 || seen >> DOUBLE_WORD & 1;
    if (!(seen >> COMPLEX_WORD & 1) || seen >> LONG_WORD & 1 || seen >> INTEGER_WORD & 1 ||
        (!sized && !keyword))
        return edits;
    const char *name = seen >> FLOAT_WORD & 1 ? "weft_complex64" : "weft_complex128";
    for (size_t i = begin; i < end; i++) {
        if (kind_of(words[i].text) == QUALIFIER)
            continue;
        bool joined =
            *edit_count && words[i].after_blank && edits[*edit_count - 1].end + 1 == words[i].begin;
        if (joined)
            edits[*edit_count - 1].end = words[i].end;
        else
            *ARENA_PUSH(unit->memory, edits, *edit_count) =
                (text_edit){words[i].begin, words[i].end, name};
        name = "";
    }
    return edits;
}

text_edit *parse_complex_edits(parse_unit *unit, CXSourceRange range, size_t *count)
{
    size_t word_count;
    arena *memory = arena_new();
    word *words = read_words(memory, unit, range, &word_count);
    text_edit *edits = NULL;
    *count = 0;
    for (size_t begin = 0; begin < word_count;) {
        size_t end = begin;
        while (end < word_count && kind_of(words[end].text) != NOT_TYPE)
            end++;
        size_t stop = end;
        if (stop > begin && is_name(words, word_count, stop - 1))
            stop--;
        edits = replace_run(unit, words, begin, stop, edits, count);
        begin = end > begin ? end : begin + 1;
    }
    arena_free(memory);
    return edits;
}

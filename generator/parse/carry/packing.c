#include "packing.h"

#include <stdlib.h>
#include <string.h>

#include "parse/unit/text/lexer.h"

enum { DEEPEST_PUSH = 64 };

/* A walk over the text of a unit, up to a place. */
typedef struct pack_walk {
    const parse_unit *unit;
    unsigned limit; /* what is in force; 0: the natural alignment */
    unsigned pushed[DEEPEST_PUSH];
    const char *labels[DEEPEST_PUSH];
    unsigned push_count;
} pack_walk;

static void push(pack_walk *walk, const char *label)
{
    if (walk->push_count == DEEPEST_PUSH)
        return;
    walk->labels[walk->push_count] = label;
    walk->pushed[walk->push_count++] = walk->limit;
}

/* A pop with a label goes back to the push of that label, and does nothing where there is none. */
static void pop(pack_walk *walk, const char *label)
{
    unsigned to = walk->push_count;
    while (label && to && (!walk->labels[to - 1] || strcmp(walk->labels[to - 1], label) != 0))
        to--;
    if (!to)
        return;
    walk->push_count = to - 1;
    walk->limit = walk->pushed[to - 1];
}

/* The words between the parentheses of one #pragma pack. */
static void apply(pack_walk *walk, const char *const *words, size_t count)
{
    const char *label = NULL;
    bool pushes = false, pops = false;
    if (!count)
        walk->limit = 0;
    for (size_t i = 0; i < count; i++) {
        pushes |= i == 0 && strcmp(words[i], "push") == 0;
        pops |= i == 0 && strcmp(words[i], "pop") == 0;
        if (i && !strchr("0123456789", words[i][0]))
            label = words[i];
    }
    if (pushes)
        push(walk, label);
    if (pops)
        pop(walk, label);
    if (count && strchr("0123456789", words[count - 1][0]))
        walk->limit = (unsigned)strtoul(words[count - 1], NULL, 0);
}

static const char *spelling(const pack_walk *walk, CXToken token)
{
    CXString text = clang_getTokenSpelling(walk->unit->unit, token);
    const char *copy = arena_copy(walk->unit->memory, clang_getCString(text));
    clang_disposeString(text);
    return copy;
}

static bool is_token(const pack_walk *walk, CXToken token, const char *wanted)
{
    return strcmp(spelling(walk, token), wanted) == 0;
}

/* Reads `# pragma pack ( … )` from token `at` on, if it is that. */
static void read_pragma(pack_walk *walk, const CXToken *tokens, unsigned count, unsigned at)
{
    static const char *const head[] = {"#", "pragma", "pack", "("};
    const char **words = NULL;
    size_t word_count = 0;
    for (unsigned i = 0; i < 4; i++, at++)
        if (at >= count || !is_token(walk, tokens[at], head[i]))
            return;
    for (; at < count && !is_token(walk, tokens[at], ")"); at++)
        if (!is_token(walk, tokens[at], ","))
            *ARENA_PUSH(walk->unit->memory, words, word_count) = spelling(walk, tokens[at]);
    apply(walk, words, word_count);
}

/* The words of a quoted text, `pack ( push , 1 )` of _Pragma("pack(push, 1)"); true if it is a
 * #pragma pack. */
static bool read_words(const pack_walk *walk, const char *text, const char ***words, size_t *count)
{
    arena *memory = walk->unit->memory;
    lexer in = {.text = text, .end = strlen(text), .inside = true};
    c_token token;
    size_t at = 0;
    static const char *const head[] = {"pack", "("};
    while (lexer_next(&in, &token) && !(at >= 2 && lexer_is(text, &token, ")"))) {
        if (at < 2 && !lexer_is(text, &token, head[at]))
            return false;
        if (at++ >= 2 && !lexer_is(text, &token, ","))
            *ARENA_PUSH(memory, *words, *count) =
                arena_text(memory, text + token.begin, token.end - token.begin);
    }
    return at >= 2;
}

/* Reads `_Pragma ( "…" )` from token `at` on, if it is that. */
static void read_operator(pack_walk *walk, const CXToken *tokens, unsigned count, unsigned at)
{
    if (at + 2 >= count || clang_getTokenKind(tokens[at + 2]) != CXToken_Literal)
        return;
    const char **words = NULL, *text = spelling(walk, tokens[at + 2]);
    size_t word_count = 0, length = strlen(text);
    if (length < 2 || text[0] != '"')
        return;
    if (read_words(walk, arena_text(walk->unit->memory, text + 1, length - 2), &words, &word_count))
        apply(walk, words, word_count);
}

/* What is in force at one place: all of the user's text before it is in one file. */
static unsigned limit_at(const parse_unit *unit, CXFile file, unsigned offset)
{
    pack_walk walk = {.unit = unit};
    CXToken *tokens;
    unsigned count;
    CXSourceLocation end = clang_getLocationForOffset(unit->unit, file, offset);
    clang_tokenize(unit->unit, clang_getRange(clang_getLocationForOffset(unit->unit, file, 0), end),
                   &tokens, &count);
    for (unsigned i = 0; i < count; i++) {
        CXTokenKind kind = clang_getTokenKind(tokens[i]);
        if (kind == CXToken_Punctuation && is_token(&walk, tokens[i], "#"))
            read_pragma(&walk, tokens, count, i);
        else if (kind == CXToken_Identifier && is_token(&walk, tokens[i], "_Pragma"))
            read_operator(&walk, tokens, count, i);
    }
    clang_disposeTokens(unit->unit, tokens, count);
    return walk.limit;
}

static enum CXChildVisitResult find_record(CXCursor cursor, CXCursor parent, CXClientData data)
{
    bool *found = data;
    (void)parent;
    *found |= outline_is_record(cursor) && clang_isCursorDefinition(cursor);
    return *found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

bool packing_matters(CXCursor declaration)
{
    bool found = outline_is_record(declaration) && clang_isCursorDefinition(declaration);
    if (!found)
        clang_visitChildren(declaration, find_record, &found);
    return found;
}

packing packing_of(const parse_unit *unit, CXFile file, unsigned begin, unsigned end)
{
    unsigned limit = limit_at(unit, file, begin);
    return (packing){.set = limit || limit_at(unit, file, end) != limit, .limit = limit};
}

#include "cause.h"

#include <string.h>

static const char *const macros[] = {
    "WEFT_TYPEVAR", "WEFT_VECTORIZE", "WEFT_GUVECTORIZE", "WEFT_REDUCE",      "WEFT_NAME",
    "WEFT_OPTIONS", "WEFT_STATUS",    "WEFT_LAUNCH",      "WEFT_DEVICE_TWIN",
};
enum { TYPEVAR, MACRO_COUNT = sizeof macros / sizeof *macros };

/* The text of a file, token by token. */
typedef struct token_list {
    CXTranslationUnit unit;
    CXToken *items;
    unsigned count;
} token_list;

static unsigned find_macro(const char *name)
{
    unsigned k = 0;
    while (k < MACRO_COUNT && strcmp(macros[k], name) != 0)
        k++;
    return k;
}

/* Notes a macro that is defined; `data`: an array of bool. */
static enum CXChildVisitResult note_definition(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_MacroDefinition)
        return CXChildVisit_Continue;
    CXString name = clang_getCursorSpelling(cursor);
    unsigned found = find_macro(clang_getCString(name));
    if (found < MACRO_COUNT)
        ((bool *)data)[found] = true;
    clang_disposeString(name);
    return CXChildVisit_Continue;
}

static bool is_token(const token_list *tokens, unsigned index, const char *wanted)
{
    if (index >= tokens->count)
        return false;
    CXString text = clang_getTokenSpelling(tokens->unit, tokens->items[index]);
    bool same = strcmp(clang_getCString(text), wanted) == 0;
    clang_disposeString(text);
    return same;
}

/* The index behind a token and the comments that follow it. */
static unsigned next_token(const token_list *tokens, unsigned index)
{
    do
        index++;
    while (index < tokens->count && clang_getTokenKind(tokens->items[index]) == CXToken_Comment);
    return index;
}

/* Whether the line of a token is a directive of the preprocessor, or goes on with one. */
static bool is_directive(const char *text, unsigned offset)
{
    size_t begin = offset;
    while (begin && (text[begin - 1] != '\n' || (begin > 1 && text[begin - 2] == '\\')))
        begin--;
    begin += strspn(text + begin, " \t");
    return text[begin] == '#';
}

/* The last token of "WEFT_TYPEVAR(T)" where no semicolon follows; 0 if one does. */
static unsigned find_unended(const token_list *tokens, unsigned index)
{
    unsigned open = next_token(tokens, index), name = next_token(tokens, open);
    unsigned close = next_token(tokens, name);
    bool is_whole = is_token(tokens, open, "(") && is_token(tokens, close, ")");
    return is_whole && !is_token(tokens, next_token(tokens, close), ";") ? close : 0;
}

/* Whether the token is the mistake that is sought. */
static bool is_cause(const parse_unit *unit, const token_list *tokens, unsigned index,
                     const bool *defined, deferred_error *cause)
{
    CXString text = clang_getTokenSpelling(tokens->unit, tokens->items[index]);
    unsigned macro = find_macro(clang_getCString(text)), at = index;
    clang_disposeString(text);
    if (macro == MACRO_COUNT || (defined[macro] && macro != TYPEVAR))
        return false;
    if (!defined[macro]) {
        cause->text = arena_format(
            unit->memory, "%s is not defined: #include <weft/annotate.h> must stand before it",
            macros[macro]);
        cause->length = (unsigned)strlen(macros[macro]);
    } else {
        cause->text = "a ';' must follow WEFT_TYPEVAR(…)";
        at = find_unended(tokens, index);
    }
    cause->place = unit_location(unit, clang_getTokenLocation(tokens->unit, tokens->items[at]));
    return at > 0 || !defined[macro];
}

bool cause_find(const parse_unit *unit, deferred_error *cause)
{
    CXString name = clang_getTranslationUnitSpelling(unit->unit);
    CXFile file = clang_getFile(unit->unit, clang_getCString(name));
    size_t size = 0;
    const char *text = file ? clang_getFileContents(unit->unit, file, &size) : NULL;
    clang_disposeString(name);
    if (!text || size > UINT32_MAX)
        return false;
    bool defined[MACRO_COUNT] = {false}, found = false;
    clang_visitChildren(clang_getTranslationUnitCursor(unit->unit), note_definition, defined);
    CXSourceRange whole =
        clang_getRange(clang_getLocationForOffset(unit->unit, file, 0),
                       clang_getLocationForOffset(unit->unit, file, (unsigned)size));
    token_list tokens = {.unit = unit->unit};
    *cause = (deferred_error){0};
    clang_tokenize(unit->unit, whole, &tokens.items, &tokens.count);
    for (unsigned i = 0; i < tokens.count && !found; i++)
        found = clang_getTokenKind(tokens.items[i]) == CXToken_Identifier &&
                is_cause(unit, &tokens, i, defined, cause) && !is_directive(text, cause->place.at);
    clang_disposeTokens(unit->unit, tokens.items, tokens.count);
    return found;
}

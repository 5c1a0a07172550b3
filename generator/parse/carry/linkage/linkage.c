#include "linkage.h"

#include <string.h>

#include "parse/unit/text/extent.h"
#include "parse/unit/text/lexer.h"
#include "text/reader.h"

/* ---- words of linkage ---- */

static bool is_among(const char *text, const c_token *token, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (lexer_is(text, token, words[i]))
            return true;
    return false;
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* The text of a piece's file; NULL where it has not so many bytes. */
static const char *find_text(const parse_unit *unit, const found_piece *found, unsigned end)
{
    size_t size = 0;
    const char *text = clang_getFileContents(unit->unit, found->file, &size);
    return text && found->begin <= end && end <= size ? text : NULL;
}

/* Where the name of what is declared stands. */
static unsigned name_offset(const parse_unit *unit, const found_piece *found)
{
    return unit_cursor_location(unit, found->cursor).at;
}

bool linkage_is_static(const parse_unit *unit, const found_piece *found)
{
    const unsigned name = name_offset(unit, found);
    const char *text = find_text(unit, found, name);
    lexer in = {
        .text = text, .at = found->begin, .end = text ? name : found->begin, .inside = true};
    c_token token;
    while (lexer_next(&in, &token))
        if (lexer_is(text, &token, "static"))
            return true;
    return false;
}

/* Leaves out an attribute, `weak` or `visibility("hidden")`. */
static void drop_attribute(const lexer *in, const c_token *word, edit_list *edits)
{
    lexer next = *in;
    c_token token;
    unsigned end = (unsigned)word->end;
    if (lexer_next(&next, &token) && lexer_is(in->text, &token, "(")) {
        end = extent_find(in->text, (unsigned)token.end, (unsigned)in->end, ")");
        end += end < in->end;
    }
    edits_add(edits, (unsigned)word->begin, end, "");
}

void linkage_edits(const parse_unit *unit, const found_piece *found, unsigned end, edit_list *edits)
{
    static const char *const begins[] = {"__attribute__", "__attribute"};
    static const char *const attributes[] = {"weak", "__weak__", "visibility", "__visibility__"};
    const char *text = find_text(unit, found, end);
    lexer in = {.text = text, .at = found->begin, .end = text ? end : found->begin, .inside = true};
    c_token token;
    bool is_extern = clang_Cursor_getStorageClass(found->cursor) == CX_SC_Extern;
    size_t depth = 0; /* of parentheses, from those of an attribute on */
    bool begun = false;
    while (lexer_next(&in, &token)) {
        const bool opens = lexer_is(text, &token, "("), closes = lexer_is(text, &token, ")");
        begun |= is_among(text, &token, begins, COUNT(begins));
        if (begun && opens)
            depth++;
        else if (depth && closes && !--depth)
            begun = false;
        else if (depth && is_among(text, &token, attributes, COUNT(attributes)))
            drop_attribute(&in, &token, edits);
        else if (lexer_is(text, &token, "extern")) {
            is_extern = false;
            edits_add(edits, (unsigned)token.begin, (unsigned)token.end, "");
        }
    }
    if (is_extern && found->piece.kind == PIECE_FUNCTION)
        diagnostics_add(unit->messages, SEVERITY_ERROR, unit_cursor_location(unit, found->cursor),
                        (unsigned)strlen(unit_spelling(unit, found->cursor)),
                        "a macro makes '%s' extern, so that it cannot come along",
                        unit_spelling(unit, found->cursor));
}

/* ---- parameters behind the parentheses ---- */

/* A type's words, each as it is called in the generated text. */
static const char *rename_words(const parse_unit *unit, const char *type, const rename_rules *rules)
{
    lexer in = {.text = type, .end = strlen(type), .inside = true};
    growing_text out = {.memory = unit->memory};
    c_token token;
    size_t at = 0;
    while (lexer_next(&in, &token)) {
        const char *word = arena_text(unit->memory, type + token.begin, token.end - token.begin);
        const char *as = token.kind == TOKEN_NAME ? rename_text(rules, unit, word) : NULL;
        growing_add(&out, type + at, token.begin - at);
        growing_add(&out, as ? as : word, strlen(as ? as : word));
        at = token.end;
    }
    growing_add(&out, type + at, strlen(type + at));
    return growing_finish(&out);
}

/* "double x"; what cannot be put before a name stands in __typeof__. */
static const char *print_parameter(const parse_unit *unit, CXCursor parameter,
                                   const rename_rules *rules)
{
    const char *type =
        rename_words(unit, unit_type_spelling(unit, clang_getCursorType(parameter)), rules);
    const char *name = unit_spelling(unit, parameter);
    const char *as = rename_text(rules, unit, name);
    return strpbrk(type, "([")
               ? arena_format(unit->memory, "__typeof__(%s) %s", type, as ? as : name)
               : arena_format(unit->memory, "%s %s", type, as ? as : name);
}

/* The parenthesis that opens the list of names; that behind it closes it. */
static bool find_names(const parse_unit *unit, const found_piece *found, unsigned body,
                       unsigned *open, unsigned *close)
{
    const char *text = find_text(unit, found, body);
    if (!text || text[reader_skip_back(text, body) - 1] != ';')
        return false;
    unsigned name = name_offset(unit, found) + (unsigned)strlen(unit_spelling(unit, found->cursor));
    *open = extent_find(text, name, body, "(");
    *close = *open < body ? extent_find(text, *open + 1, body, ")") : body;
    return *close < body;
}

bool linkage_prototype(const parse_unit *unit, const found_piece *found, unsigned body,
                       const rename_rules *rules, edit_list *edits)
{
    unsigned open, close;
    if (!find_names(unit, found, body, &open, &close))
        return false;
    const char *text = find_text(unit, found, body), *list = "";
    int count = clang_Cursor_getNumArguments(found->cursor);
    for (int i = 0; i < count; i++)
        list = arena_format(
            unit->memory, "%s%s%s", list, i ? ", " : "",
            print_parameter(unit, clang_Cursor_getArgument(found->cursor, (unsigned)i), rules));
    edits_add(edits, open + 1, close, *list ? list : "void");
    growing_text lines = {.memory = unit->memory}; /* the body stays where it is */
    growing_add(&lines, " ", 1);
    for (unsigned at = close + 1; at < body; at++)
        if (text[at] == '\n')
            growing_add(&lines, "\n", 1);
    edits_add(edits, close + 1, body, growing_finish(&lines));
    return true;
}

/* ---- labels ---- */

static bool has_name(const found_piece *of, const char *name, size_t length)
{
    for (size_t i = 0; i < of->piece.name_count; i++)
        if (strlen(of->piece.names[i]) == length && memcmp(of->piece.names[i], name, length) == 0)
            return true;
    return false;
}

/* Whether the text of a piece has a name that another one gives. */
static bool names_another(const carry_state *state, const parse_unit *unit,
                          const found_piece *found)
{
    const char *text = find_text(unit, found, found->end);
    lexer in = {
        .text = text, .at = found->begin, .end = text ? found->end : found->begin, .inside = true};
    c_token token;
    while (lexer_next(&in, &token))
        for (size_t i = 0; token.kind == TOKEN_NAME && i < state->piece_count; i++)
            if (has_name(&state->pieces[i], text + token.begin, token.end - token.begin))
                return true;
    return false;
}

void linkage_label(carry_state *state, const parse_unit *unit, found_piece *found, edit_list *edits)
{
    CXFile file;
    unsigned begin, end;
    if (!names_another(state, unit, found) || unit_is_library(unit, found->cursor) ||
        !unit_extent(found->cursor, &file, &begin, &end))
        return;
    const char *name = unit_spelling(unit, found->cursor);
    *ARENA_PUSH(unit->memory, found->piece.names, found->piece.name_count) = name;
    edits_add(edits, end, end, arena_format(unit->memory, " __asm__(\"%s\")", name));
}

/* ---- other names of functions ---- */

static found_piece *find_piece(carry_state *state, CXCursor function)
{
    for (size_t i = 0; i < state->piece_count; i++)
        if (clang_equalCursors(state->pieces[i].cursor, function))
            return &state->pieces[i];
    return NULL;
}

/* Whether a name is that of something else, too. */
static bool is_taken(const carry_state *state, const found_alias *alias)
{
    const size_t length = strlen(alias->name);
    bool taken = names_have(&state->rules.taken, alias->name) ||
                 strcmp(alias->name, state->result->name) == 0;
    for (size_t i = 0; i < state->piece_count; i++)
        taken |= has_name(&state->pieces[i], alias->name, length);
    for (size_t i = 0; i < state->alias_count; i++)
        taken |= &state->aliases[i] != alias && strcmp(state->aliases[i].name, alias->name) == 0;
    return taken;
}

static void refuse_alias(const carry_state *state, const found_alias *alias)
{
    diagnostics_add(state->unit->messages, SEVERITY_ERROR, state->result->place,
                    (unsigned)strlen(state->result->name),
                    "'%s' is another name of '%s' here, and of something else in what comes along "
                    "with '%s'",
                    alias->name, unit_spelling(state->unit, alias->function), state->result->name);
}

void linkage_aliases(carry_state *state)
{
    function *result = state->result;
    for (size_t i = 0; i < state->alias_count; i++) {
        const found_alias *next = &state->aliases[i];
        found_piece *found = find_piece(state, next->function);
        const bool is_own = clang_equalCursors(next->function, state->definition);
        if ((!found && !is_own) || is_taken(state, next)) {
            refuse_alias(state, next);
        } else if (is_own) {
            *ARENA_PUSH(state->unit->memory, result->aliases, result->alias_count) = next->name;
        } else {
            parse_unit unit = carry_unit_of(state->unit, next->function);
            const char *as =
                rename_text(&state->rules, &unit, unit_spelling(&unit, next->function));
            *ARENA_PUSH(unit.memory, found->piece.aliases, found->piece.alias_count) =
                (piece_alias){next->name, as};
        }
    }
}

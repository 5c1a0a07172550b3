/* carry_text.c: the text of what is carried, edited so that it means the same in every instance and
 * on every target. */
#include <string.h>

#include "agree.h"
#include "attributes.h"
#include "carry_state.h"
#include "claims.h"
#include "linkage/linkage.h"
#include "model/header_macros.h"
#include "packing.h"
#include "parse/body/body.h"
#include "parse/body/edits.h"
#include "parse/unit/text/lexer.h"

/* The tokens of a declaration. */
typedef struct declaration_tokens {
    CXToken *items;
    unsigned count;
} declaration_tokens;

/* Array parameters of a helper become WEFT_ARRAY(type, name, extents). */
static void edit_array_parameters(const parse_unit *unit, CXFile file, CXCursor declaration,
                                  edit_list *edits)
{
    size_t size;
    const char *source = clang_getFileContents(unit->unit, file, &size);
    for (int i = 0; i < clang_Cursor_getNumArguments(declaration); i++) {
        CXCursor parameter = clang_Cursor_getArgument(declaration, (unsigned)i);
        CXType type = clang_getCanonicalType(clang_getCursorType(parameter));
        CXFile own_file;
        unsigned begin, end;
        location name = unit_cursor_location(unit, parameter);
        unsigned length = (unsigned)strlen(unit_spelling(unit, parameter));
        if (clang_getArrayElementType(type).kind == CXType_Invalid || !length ||
            !unit_extent(parameter, &own_file, &begin, &end) || end > size || name.at < begin ||
            name.at + length > end || source[end - 1] != ']')
            continue;
        edits_add(edits, begin, begin, "WEFT_ARRAY(");
        edits_add(edits, name.at, name.at, ", ");
        edits_add(edits, name.at + length, name.at + length, ", ");
        edits_add(edits, end, end, ")");
    }
}

/* Reads up to the parenthesis that closes the next token, which is one: the offset behind it; 0
 * where the next token is none. */
static size_t skip_arguments(lexer *in)
{
    size_t depth = 0;
    c_token token;
    while (lexer_next(in, &token)) {
        depth += lexer_is(in->text, &token, "(");
        depth -= depth && lexer_is(in->text, &token, ")");
        if (!depth)
            return lexer_is(in->text, &token, ")") ? token.end : 0;
    }
    return 0;
}

static bool is_annotation(const char *text, const c_token *token)
{
    static const char *const names[] = {"WEFT_VECTORIZE", "WEFT_GUVECTORIZE", "WEFT_REDUCE",
                                        "WEFT_NAME",      "WEFT_OPTIONS",     "WEFT_STATUS",
                                        "WEFT_LAUNCH"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (lexer_is(text, token, names[i]))
            return true;
    return false;
}

/* The annotations of a helper, a ufunc's or a twin's, are left out. */
static void edit_annotations(const parse_unit *unit, CXFile file, unsigned begin, unsigned end,
                             edit_list *edits)
{
    size_t size = 0;
    const char *source = clang_getFileContents(unit->unit, file, &size);
    lexer in = {.text = source, .at = begin, .end = end, .inside = true};
    c_token token;
    while (source && end <= size && lexer_next(&in, &token)) {
        if (lexer_is(source, &token, "WEFT_DEVICE_TWIN"))
            edits_add(edits, (unsigned)token.begin, (unsigned)token.end, "");
        if (!is_annotation(source, &token))
            continue;
        lexer ahead = in;
        const size_t behind = skip_arguments(&ahead);
        if (behind) {
            edits_add(edits, (unsigned)token.begin, (unsigned)behind, "");
            in = ahead;
        }
    }
}

/* No function asks for other options than those of every kernel. */
static void edit_options(const parse_unit *unit, CXFile file, unsigned begin, unsigned end,
                         edit_list *edits)
{
    size_t size;
    const char *text = clang_getFileContents(unit->unit, file, &size);
    if (text && end <= size)
        attributes_drop_options(text, begin, end, edits);
}

/* Finds the next of some words in the text of a declaration; `from`: the index of the first token
 * to look at, then of the one behind. False if there is none. */
static bool next_word(const parse_unit *unit, const declaration_tokens *tokens, unsigned *from,
                      const char *const *words, size_t count, unsigned *begin, unsigned *end)
{
    CXFile file;
    while (*from < tokens->count) {
        CXToken token = tokens->items[(*from)++];
        CXString text = clang_getTokenSpelling(unit->unit, token);
        bool found = false;
        for (size_t i = 0; i < count && !found; i++)
            found = strcmp(clang_getCString(text), words[i]) == 0;
        clang_disposeString(text);
        if (found) {
            CXSourceRange range = clang_getTokenExtent(unit->unit, token);
            clang_getFileLocation(clang_getRangeStart(range), &file, NULL, NULL, begin);
            clang_getFileLocation(clang_getRangeEnd(range), &file, NULL, NULL, end);
            return true;
        }
    }
    return false;
}

static declaration_tokens read_tokens(const parse_unit *unit, CXFile file, unsigned begin,
                                      unsigned end)
{
    declaration_tokens tokens = {0};
    clang_tokenize(unit->unit,
                   clang_getRange(clang_getLocationForOffset(unit->unit, file, begin),
                                  clang_getLocationForOffset(unit->unit, file, end)),
                   &tokens.items, &tokens.count);
    return tokens;
}

/* Other names of a function that the file defines stay behind with that function. */
static void refuse_alias(const parse_unit *unit, const found_piece *found)
{
    static const char *const words[] = {"alias", "__alias__", "ifunc", "__ifunc__"};
    declaration_tokens tokens = read_tokens(unit, found->file, found->begin, found->end);
    unsigned from = 0, begin, end;
    if (next_word(unit, &tokens, &from, words, sizeof words / sizeof *words, &begin, &end))
        diagnostics_add(
            unit->messages, SEVERITY_ERROR,
            unit_location(unit, clang_getLocationForOffset(unit->unit, found->file, begin)),
            end - begin, "'%s' is another name of a function and cannot come along; call that one",
            unit_spelling(unit, found->cursor));
    clang_disposeTokens(unit->unit, tokens.items, tokens.count);
}

static void add_complex_edits(parse_unit *unit, CXFile file, unsigned begin, unsigned end,
                              edit_list *edits)
{
    size_t count;
    CXSourceRange range = clang_getRange(clang_getLocationForOffset(unit->unit, file, begin),
                                         clang_getLocationForOffset(unit->unit, file, end));
    const text_edit *found = parse_complex_edits(unit, range, &count);
    edits_add_all(edits, found, count);
}

/* Sets the edited text of a helper function, and its prototype where one must stand first. */
static void finish_function(carry_state *state, found_piece *found)
{
    parse_unit unit = carry_unit_of(state->unit, found->cursor);
    CXCursor compound = unit_body(found->cursor);
    CXFile file;
    unsigned body_begin, body_end;
    if (clang_Cursor_isNull(compound) || !unit_extent(compound, &file, &body_begin, &body_end)) {
        diagnostics_add(unit.messages, SEVERITY_ERROR, found->piece.place, 0,
                        "a function that a macro defines cannot come along");
        return;
    }
    const body *read = parse_helper(&unit, found->cursor);
    if (read->state && !state->result->state) {
        state->result->state = read->state;
        state->result->state_place = read->state_place;
    }
    edit_list edits = {.memory = unit.memory};
    const bool is_old = linkage_prototype(&unit, found, body_begin, &state->rules, &edits);
    agree_edits(&unit, found->cursor, file, &edits);
    rename_edits(&unit, found->cursor, file, &state->rules, &edits);
    add_complex_edits(&unit, file, found->begin, body_begin, &edits);
    if (!is_old)
        edit_array_parameters(&unit, file, found->cursor, &edits);
    edit_annotations(&unit, file, found->begin, body_begin, &edits);
    edit_options(&unit, file, found->begin, body_begin, &edits);
    linkage_edits(&unit, found, body_begin, &edits);
    edits_add_all(&edits, read->edits, read->edit_count);
    found->piece.text = text_edited(&unit, file, found->begin, found->end, &edits);
    found->piece.head = text_edited(&unit, file, found->begin, body_begin, &edits);
    found->piece.tree = read->tree;
    found->piece.inlined = !read->has_loops && !read->recursive;
    if (carry_contains(state->forward, state->forward_count, found->cursor))
        found->piece.forward = found->piece.head;
}

/* No macro may rename what the text uses for something else, too: the text itself does. */
static void drop_taken_names(const carry_state *state, const parse_unit *unit, piece *finished)
{
    function *result = state->result;
    size_t kept = 0;
    for (size_t i = 0; i < finished->name_count; i++)
        if (names_have(&state->rules.taken, finished->names[i]))
            *ARENA_PUSH(state->unit->memory, result->renamed, result->renamed_count) =
                finished->names[i];
        else if (!rename_text(&state->rules, unit, finished->names[i]))
            finished->names[kept++] = finished->names[i];
    finished->name_count = kept;
}

/* Leaves those of `count` names that are not in the set; returns how many. */
static size_t drop_names(const name_set *dropped, const char **names, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!names_have(dropped, names[i]))
            names[kept++] = names[i];
    return kept;
}

void carry_hide_names(carry_state *state)
{
    function *result = state->result;
    arena *memory = state->unit->memory;
    name_set hidden = {0};
    if (header_macros_have_function(result->name))
        names_add(memory, &hidden, result->name);
    for (size_t i = 0; i < state->piece_count; i++)
        for (size_t k = 0; k < state->pieces[i].piece.name_count; k++)
            if (header_macros_have_function(state->pieces[i].piece.names[k]))
                names_add(memory, &hidden, state->pieces[i].piece.names[k]);
    result->hidden = hidden.items;
    result->hidden_count = hidden.count;
    result->body_hidden = state->hidden.items;
    result->body_hidden_count = drop_names(&hidden, state->hidden.items, state->hidden.count);
    for (size_t i = 0; i < state->piece_count; i++) {
        piece *next = &state->pieces[i].piece;
        next->hidden_count = drop_names(&hidden, next->hidden, next->hidden_count);
    }
}

void carry_finish_piece(carry_state *state, found_piece *found)
{
    parse_unit unit = carry_unit_of(state->unit, found->cursor);
    edit_list edits = {.memory = unit.memory};
    outline known = carry_outline(state, &unit);
    if (found->piece.kind == PIECE_PROTOTYPE)
        linkage_label(state, &unit, found, &edits);
    if (found->piece.kind == PIECE_TABLE)
        linkage_edits(&unit, found, found->end, &edits);
    drop_taken_names(state, &unit, &found->piece);
    if (packing_matters(found->cursor))
        found->piece.packed = packing_of(&unit, found->file, found->begin, found->end);
    if (found->piece.kind == PIECE_FUNCTION) {
        finish_function(state, found);
        return;
    }
    if (found->piece.kind == PIECE_PROTOTYPE) {
        refuse_alias(&unit, found);
        edit_annotations(&unit, found->file, found->begin, found->end, &edits);
        edit_options(&unit, found->file, found->begin, found->end, &edits);
    }
    for (size_t i = 0; i < known.count; i++) {
        CXCursor item = known.items[i].cursor;
        if (!outline_within(&known.items[i], found->file, found->begin, found->end))
            continue;
        agree_edits(&unit, item, found->file, &edits);
        rename_edits(&unit, item, found->file, &state->rules, &edits);
        claims_add(&unit, item, &state->rules, &found->piece);
    }
    add_complex_edits(&unit, found->file, found->begin, found->end, &edits);
    found->piece.text = text_edited(&unit, found->file, found->begin, found->end, &edits);
}

void carry_set_body(carry_state *state, CXCursor definition, const body *read)
{
    parse_unit own = carry_unit_of(state->unit, definition), *unit = &own;
    function *result = state->result;
    CXCursor compound = unit_body(definition);
    CXFile file;
    unsigned begin, end;
    if (clang_Cursor_isNull(compound) || !unit_extent(compound, &file, &begin, &end)) {
        diagnostics_add(unit->messages, SEVERITY_ERROR, result->place, 0,
                        "the body of '%s' comes from a macro: write it out", result->name);
        result->body_text = "{}";
        return;
    }
    edit_list edits = {.memory = unit->memory};
    agree_edits(unit, definition, file, &edits);
    rename_edits(unit, definition, file, &state->rules, &edits);
    edits_add_all(&edits, read->edits, read->edit_count);
    if (names_have(&state->rules.taken, result->name))
        *ARENA_PUSH(unit->memory, result->renamed, result->renamed_count) = result->name;
    if (packing_matters(definition))
        result->body_packed = packing_of(unit, file, begin, end);
    result->body_place = unit_location(unit, clang_getLocationForOffset(unit->unit, file, begin));
    result->body_text = text_edited(unit, file, begin, end, &edits);
}

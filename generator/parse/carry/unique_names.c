#include "unique_names.h"

#include <string.h>

#include "packing.h"
#include "parse/unit/text/lexer.h"

enum { NONE = -1 };

/* The pieces while it is decided what is the same. */
typedef struct separation {
    carry_state *state;
    CXTranslationUnit own;
    long *twins; /* per piece: an earlier one of another file that is the same; or NONE */
} separation;

static CXTranslationUnit unit_of(const separation *of, size_t piece)
{
    return clang_Cursor_getTranslationUnit(of->state->pieces[piece].cursor);
}

static bool is_external(const separation *of, size_t piece)
{
    return clang_getCursorLinkage(of->state->pieces[piece].cursor) == CXLinkage_External;
}

static bool has_name(const separation *of, size_t piece, const char *name, size_t length)
{
    const struct piece *tested = &of->state->pieces[piece].piece;
    if (tested->linked)
        return strlen(tested->linked) == length && memcmp(tested->linked, name, length) == 0;
    for (size_t i = 0; i < tested->name_count; i++)
        if (strlen(tested->names[i]) == length && memcmp(tested->names[i], name, length) == 0)
            return true;
    return false;
}

/* Whether two pieces have a name in common. */
static bool share_name(const separation *of, size_t first, size_t second)
{
    const struct piece *tested = &of->state->pieces[first].piece;
    if (tested->linked)
        return has_name(of, second, tested->linked, strlen(tested->linked));
    for (size_t i = 0; i < tested->name_count; i++)
        if (has_name(of, second, tested->names[i], strlen(tested->names[i])))
            return true;
    return false;
}

static const char *text_of(const separation *of, size_t piece, size_t *length)
{
    const found_piece *found = &of->state->pieces[piece];
    size_t size;
    const char *text = clang_getFileContents(unit_of(of, piece), found->file, &size);
    *length = text ? found->end - found->begin : 0;
    return text ? text + found->begin : "";
}

/* The first of all that are the same as a piece. */
static long first_twin(const separation *of, long piece)
{
    while (piece != NONE && of->twins[piece] != NONE)
        piece = of->twins[piece];
    return piece;
}

/* What a name means in a file: the piece of its own, or what all files see. */
static long meaning(const separation *of, CXTranslationUnit unit, const char *name, size_t length)
{
    long found = NONE;
    for (size_t i = 0; i < of->state->piece_count; i++)
        if (has_name(of, i, name, length)) {
            if (unit_of(of, i) == unit)
                return first_twin(of, (long)i);
            if (is_external(of, i))
                found = first_twin(of, (long)i);
        }
    return found;
}

/* Whether all names in the text of a piece mean the same in its file as in that of its twin. */
static bool means_the_same(const separation *of, size_t piece)
{
    size_t length;
    const char *text = text_of(of, piece, &length);
    lexer in = {.text = text, .end = length, .inside = true};
    c_token token;
    CXTranslationUnit one = unit_of(of, piece), other = unit_of(of, (size_t)of->twins[piece]);
    while (lexer_next(&in, &token)) {
        const char *name = text + token.begin;
        size_t size = token.end - token.begin;
        if (token.kind == TOKEN_NAME &&
            meaning(of, one, name, size) != meaning(of, other, name, size))
            return false;
    }
    return true;
}

static bool is_same_text(const separation *of, size_t first, size_t second)
{
    const found_piece *one = &of->state->pieces[first], *other = &of->state->pieces[second];
    parse_unit unit = carry_unit_of(of->state->unit, one->cursor);
    parse_unit other_unit = carry_unit_of(of->state->unit, other->cursor);
    size_t length, other_length;
    const char *text = text_of(of, first, &length);
    const char *other_text = text_of(of, second, &other_length);
    packing packed = packing_of(&unit, one->file, one->begin, one->end);
    packing other_packed = packing_of(&other_unit, other->file, other->begin, other->end);
    return one->piece.kind == other->piece.kind && length == other_length &&
           memcmp(text, other_text, length) == 0 && packed.set == other_packed.set &&
           packed.limit == other_packed.limit;
}

/* Finds what is the same: by its text first, then by what that means. */
static void find_twins(separation *of)
{
    size_t count = of->state->piece_count;
    for (size_t i = 0; i < count; i++) {
        of->twins[i] = NONE;
        for (size_t k = 0; k < i && of->twins[i] == NONE; k++)
            if (unit_of(of, k) != unit_of(of, i) && share_name(of, k, i) && is_same_text(of, k, i))
                of->twins[i] = (long)k;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < count; i++)
            if (of->twins[i] != NONE && !means_the_same(of, i)) {
                of->twins[i] = NONE;
                changed = true;
            }
    }
}

/* Calls a piece otherwise in its file, and in those of its twins. */
static void rename_piece(separation *of, size_t piece)
{
    arena *memory = of->state->unit->memory;
    rename_rules *rules = &of->state->rules;
    for (size_t i = 0; i < of->state->piece_count; i++) {
        const struct piece *renamed = &of->state->pieces[i].piece;
        for (size_t k = 0; k < renamed->name_count && first_twin(of, (long)i) == (long)piece; k++)
            *ARENA_PUSH(memory, rules->renamings, rules->count) =
                (renaming){unit_of(of, i), renamed->names[k],
                           arena_format(memory, "%s__%zu", renamed->names[k], piece)};
    }
}

/* Whether it is the first of two different pieces of one name that is renamed: not what the file of
 * the annotated function has, and not what all files see. */
static bool gives_way(const separation *of, size_t first, size_t second)
{
    bool is_own = unit_of(of, first) == of->own, other_is_own = unit_of(of, second) == of->own;
    if (is_own != other_is_own)
        return other_is_own;
    return is_external(of, second) && !is_external(of, first);
}

static void rename_others(separation *of)
{
    size_t count = of->state->piece_count;
    const char *own = of->state->result->name;
    for (size_t i = 0; i < count; i++) {
        bool renamed = unit_of(of, i) != of->own && has_name(of, i, own, strlen(own));
        if (of->twins[i] != NONE)
            continue;
        for (size_t k = 0; k < count && !renamed; k++)
            renamed = of->twins[k] == NONE && unit_of(of, k) != unit_of(of, i) &&
                      share_name(of, k, i) &&
                      (gives_way(of, i, k) || (k < i && !gives_way(of, k, i)));
        if (renamed && !of->state->pieces[i].piece.linked)
            rename_piece(of, i);
    }
}

/* Twins go; what is to stand before one of them stands before the first. */
static void drop_twins(separation *of)
{
    carry_state *state = of->state;
    size_t kept = 0;
    for (size_t i = 0; i < state->piece_count; i++)
        if (of->twins[i] != NONE &&
            carry_contains(state->forward, state->forward_count, state->pieces[i].cursor))
            *ARENA_PUSH(state->unit->memory, state->forward, state->forward_count) =
                state->pieces[first_twin(of, (long)i)].cursor;
    for (size_t i = 0; i < state->piece_count; i++)
        if (of->twins[i] == NONE)
            state->pieces[kept++] = state->pieces[i];
    state->piece_count = kept;
}

void carry_make_names_unique(carry_state *state, CXTranslationUnit own)
{
    separation of = {.state = state, .own = own};
    bool several = false;
    for (size_t i = 0; i < state->piece_count; i++)
        several |= unit_of(&of, i) != own;
    if (!several)
        return;
    of.twins = arena_array(state->unit->memory, state->piece_count, sizeof *of.twins);
    find_twins(&of);
    rename_others(&of);
    drop_twins(&of);
}

#include "order.h"

#include <stdlib.h>

/* A piece and its place: of its file among the files, of its first declaration in that. */
typedef struct placed_piece {
    found_piece found;
    size_t file, place;
} placed_piece;

static int compare(const void *first, const void *second)
{
    const placed_piece *one = first, *other = second;
    if (one->file != other->file)
        return one->file < other->file ? -1 : 1;
    return (one->place > other->place) - (one->place < other->place);
}

static placed_piece place(carry_state *state, const found_piece *found)
{
    parse_unit unit = carry_unit_of(state->unit, found->cursor);
    outline known = carry_outline(state, &unit);
    placed_piece placed = {.found = *found};
    while (state->outlines[placed.file].unit != known.unit)
        placed.file++;
    while (placed.place < known.count &&
           !outline_within(&known.items[placed.place], found->file, found->begin, found->end))
        placed.place++;
    return placed;
}

void carry_order_types(carry_state *state)
{
    const size_t count = state->piece_count;
    placed_piece *types = arena_array(state->unit->memory, count + 1, sizeof *types);
    found_piece *others = arena_array(state->unit->memory, count + 1, sizeof *others);
    size_t type_count = 0, other_count = 0;
    for (size_t i = 0; i < count; i++)
        if (state->pieces[i].piece.kind == PIECE_TYPE)
            types[type_count++] = place(state, &state->pieces[i]);
        else
            others[other_count++] = state->pieces[i];
    qsort(types, type_count, sizeof *types, compare);
    for (size_t i = 0; i < type_count; i++)
        state->pieces[i] = types[i].found;
    for (size_t i = 0; i < other_count; i++)
        state->pieces[type_count + i] = others[i];
}

void carry_order_functions(carry_state *state)
{
    const size_t count = state->piece_count;
    arena *memory = state->unit->memory;
    found_piece *functions = arena_array(memory, count + 1, sizeof *functions);
    size_t kept = 0, function_count = 0;
    for (size_t i = 0; i < count; i++) {
        const found_piece *found = &state->pieces[i];
        if (found->piece.kind != PIECE_FUNCTION) {
            state->pieces[kept++] = *found;
            continue;
        }
        functions[function_count++] = *found;
        if (!carry_contains(state->forward, state->forward_count, found->cursor))
            *ARENA_PUSH(memory, state->forward, state->forward_count) = found->cursor;
    }
    for (size_t i = 0; i < function_count; i++)
        state->pieces[kept + i] = functions[i];
}

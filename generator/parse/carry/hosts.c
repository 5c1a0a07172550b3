#include "hosts.h"

/* The pieces that are functions, as they are met from the function itself. */
typedef struct device_walk {
    carry_state *state;
    bool *met; /* by piece */
} device_walk;

static void walk(device_walk *all, CXCursor definition);

static enum CXChildVisitResult visit_use(CXCursor cursor, CXCursor parent, CXClientData data)
{
    device_walk *all = data;
    carry_state *state = all->state;
    const CXCursor target = clang_getCursorReferenced(cursor);
    (void)parent;
    if (clang_getCursorKind(target) != CXCursor_FunctionDecl)
        return CXChildVisit_Recurse;
    const CXCursor definition = unit_definition(state->unit, target);
    for (size_t i = 0; i < state->piece_count; i++)
        if (clang_equalCursors(state->pieces[i].cursor, definition) && !all->met[i]) {
            all->met[i] = true;
            if (!state->pieces[i].piece.twin)
                walk(all, definition);
        }
    return CXChildVisit_Recurse;
}

static void walk(device_walk *all, CXCursor definition)
{
    clang_visitChildren(definition, visit_use, all);
}

void carry_mark_twins(carry_state *state)
{
    arena *memory = state->unit->memory;
    device_walk all = {state, arena_array(memory, state->piece_count + 1, sizeof *all.met)};
    for (size_t i = 0; i < state->piece_count; i++)
        if (carry_contains(state->twins, state->twin_count, state->pieces[i].cursor)) {
            const parse_unit unit = carry_unit_of(state->unit, state->pieces[i].cursor);
            state->pieces[i].piece.twin = unit_spelling(&unit, state->pieces[i].cursor);
        }
    if (state->twin_count)
        walk(&all, state->definition);
    for (size_t i = 0; i < state->piece_count; i++) {
        piece *next = &state->pieces[i].piece;
        const bool is_left = next->kind == PIECE_FUNCTION && state->twin_count && !all.met[i];
        next->is_for_hosts = next->kind == PIECE_PROTOTYPE || next->twin || is_left;
    }
}

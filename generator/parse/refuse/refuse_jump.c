/* refuse_jump.c: jumps into loops, on every target; jumps past initializers, where C++ forbids
 * them. */
#include "refuse.h"

#include <string.h>

static unsigned offset_of(const refusal *state, CXCursor cursor)
{
    return unit_cursor_location(state->reader->unit, cursor).at;
}

void refuse_note_jump(refusal *state, CXCursor cursor)
{
    arena *memory = state->reader->unit->memory;
    cursor_list inner = cursor_children(memory, cursor);
    if (inner.count == 0)
        return;
    location place = unit_cursor_location(state->reader->unit, cursor);
    *ARENA_PUSH(memory, state->jumps, state->jump_count) =
        (jump){place, place.at, 0, 4, unit_spelling(state->reader->unit, inner.items[0])};
}

void refuse_note_label(refusal *state, CXCursor cursor)
{
    *ARENA_PUSH(state->reader->unit->memory, state->labels, state->label_count) =
        (jump_label){unit_spelling(state->reader->unit, cursor), offset_of(state, cursor),
                     state->loop_begin, state->loop_end};
}

void refuse_note_case(refusal *state, CXCursor cursor)
{
    location place = unit_cursor_location(state->reader->unit, cursor);
    unsigned length = clang_getCursorKind(cursor) == CXCursor_CaseStmt ? 4 : 7;
    if (state->loop_is_inner)
        refuse_always(state->reader, place, length, "this label leads into a loop");
    *ARENA_PUSH(state->reader->unit->memory, state->jumps, state->jump_count) =
        (jump){place, state->switch_begin, place.at, length, NULL};
}

static const jump_label *find_label(const refusal *state, const char *name)
{
    for (size_t i = 0; i < state->label_count; i++)
        if (strcmp(state->labels[i].name, name) == 0)
            return &state->labels[i];
    return NULL;
}

static void refuse_jump_past(refusal *state, const jump *at)
{
    for (size_t i = 0; i < state->variable_count; i++) {
        const initialized *variable = &state->variables[i];
        if (at->from < variable->end && variable->end <= at->to && at->to < variable->block_end) {
            refuse_gpu(state->reader, at->place, at->length,
                       "control jumps past the initializer of a variable");
            return;
        }
    }
}

void refuse_jumps(refusal *state)
{
    for (size_t i = 0; i < state->jump_count; i++) {
        jump *at = &state->jumps[i];
        const jump_label *label = at->label ? find_label(state, at->label) : NULL;
        if (label) {
            at->to = label->offset;
            bool inside = label->loop_begin <= at->from && at->from < label->loop_end;
            if (label->loop_end && !inside)
                refuse_always(state->reader, at->place, at->length,
                              "goto leads into a loop, to '%s'", at->label);
        }
        refuse_jump_past(state, at);
    }
}

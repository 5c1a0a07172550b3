#include "shape.h"

#include <stdlib.h>

int shape_text_count(const char *const *texts)
{
    int count = 0;
    while (count < 3 && texts[count])
        count++;
    return count;
}

/* Reads "3,4" up to a '|' or the end; returns what follows. */
static const char *parse(const char *text, shape *read)
{
    *read = (shape){.rank = 0};
    while (*text && *text != '|') {
        char *end;
        read->sizes[read->rank++] = strtoll(text, &end, 10);
        text = *end == ',' ? end + 1 : end;
    }
    return *text ? text + 1 : text;
}

static void broadcast(shape *loop, const shape *own)
{
    while (loop->rank < own->rank) {
        for (int axis = loop->rank++; axis > 0; axis--)
            loop->sizes[axis] = loop->sizes[axis - 1];
        loop->sizes[0] = 1;
    }
    for (int axis = 0; axis < own->rank; axis++)
        if (own->sizes[axis] != 1)
            loop->sizes[loop->rank - own->rank + axis] = own->sizes[axis];
}

void shape_parse_case(case_state *state)
{
    const situation *in = state->one->in;
    const char *text = state->one->cores;
    int count = shape_text_count(in->loops);
    for (int i = 0; i < state->count; i++)
        text = parse(text, &state->cores[i]);
    state->loop = (shape){.rank = 0};
    for (int i = 0; i < state->inputs; i++) {
        parse(in->loops[i % count], &state->loops[i]);
        broadcast(&state->loop, &state->loops[i]);
    }
    if (in->mask) {
        parse(in->mask, &state->loops[state->count]);
        broadcast(&state->loop, &state->loops[state->count]);
    }
    if (in->output_loop) {
        shape whole;
        parse(in->output_loop, &whole);
        broadcast(&state->loop, &whole);
    }
}

int shape_join(const shape *loop, const shape *core, int64_t *sizes)
{
    for (int axis = 0; axis < loop->rank; axis++)
        sizes[axis] = loop->sizes[axis];
    for (int axis = 0; axis < core->rank; axis++)
        sizes[loop->rank + axis] = core->sizes[axis];
    return loop->rank + core->rank;
}

int64_t shape_item(const shape *loop, const shape *own, int64_t flat)
{
    int64_t indices[MAX_CASE_RANK], item = 0;
    place_indices(loop->rank, loop->sizes, flat, indices);
    for (int axis = 0; axis < own->rank; axis++) {
        int64_t index = indices[loop->rank - own->rank + axis];
        item = item * own->sizes[axis] + (own->sizes[axis] == 1 ? 0 : index);
    }
    return item;
}

bool shape_is_chosen(const case_state *state, int64_t flat)
{
    if (!state->one->in->mask)
        return true;
    const place *mask = &state->operands[state->count];
    int64_t item = shape_item(&state->loop, &state->loops[state->count], flat);
    return mask->before[mask->offset + place_distance(&mask->array, item)] != 0;
}

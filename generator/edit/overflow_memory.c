/* overflow_memory.c: what has been found out about the values of a function. Each operation of an
 * expression asks about all that it is computed from: asked anew every time, a sum of n terms would
 * cost n² steps. */
#include <stdint.h>

#include "overflow.h"

/* One answer. */
typedef struct known_answer {
    value_question question; /* of an empty place: QUESTION_NONE */
    const ir_expression *value;
    const char *variable;
    unsigned answer;
} known_answer;

/* A hash table with linear probing; a quarter of it at least is empty. */
struct value_memory {
    known_answer *places;
    size_t place_count, answer_count; /* the first is a power of two, or 0 */
};

value_memory *value_memory_new(arena *memory)
{
    return arena_array(memory, 1, sizeof(value_memory));
}

/* The place of an answer, or the empty one where it belongs. A type variable has a text for each of
 * its uses; that another one is asked for anew costs time alone. */
static known_answer *find_place(const value_memory *known, value_question question,
                                const ir_expression *value, const char *variable)
{
    size_t mask = known->place_count - 1;
    size_t at = (value->id * 31u + (unsigned)question) & mask;
    for (;; at = (at + 1) & mask) {
        known_answer *place = &known->places[at];
        if (place->question == QUESTION_NONE ||
            (place->question == question && place->value == value && place->variable == variable))
            return place;
    }
}

static void grow(arena *memory, value_memory *known)
{
    value_memory larger = {.place_count = known->place_count ? known->place_count * 2 : 64};
    larger.places = arena_array(memory, larger.place_count, sizeof *larger.places);
    for (size_t i = 0; i < known->place_count; i++) {
        const known_answer *old = &known->places[i];
        if (old->question != QUESTION_NONE)
            *find_place(&larger, old->question, old->value, old->variable) = *old;
    }
    larger.answer_count = known->answer_count;
    *known = larger;
}

bool value_recall(const value_flow *flow, value_question question, const ir_expression *value,
                  const char *variable, unsigned *answer)
{
    if (!flow->known->place_count)
        return false;
    const known_answer *place = find_place(flow->known, question, value, variable);
    *answer = place->answer;
    return place->question != QUESTION_NONE;
}

void value_remember(const value_flow *flow, value_question question, const ir_expression *value,
                    const char *variable, unsigned answer)
{
    value_memory *known = flow->known;
    if (4 * (known->answer_count + 1) > 3 * known->place_count)
        grow(flow->memory, known);
    *find_place(known, question, value, variable) =
        (known_answer){question, value, variable, answer};
    known->answer_count++;
}

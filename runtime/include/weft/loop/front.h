/* front.h: rounds of a parallel loop side by side, a round in each lane, through the loops that
 * they hold: what is a round's own is brought to vectors first, what all rounds share is read as it
 * is. No guard: it is read once per loop, behind a round as a function of vectors and
 *
 *     WEFT_FRONT_NAME, WEFT_FRONT_PARAMETERS  the function's
 *     WEFT_FRONT_SIDE(X, …)  X(type, counter, begin, end, …) of the parallel loop
 *     WEFT_FRONT_DEPTH(X, …) the same of the loop in order; where that has no rounds, the text
 *                            computes what there is
 *     WEFT_FRONT_OWN(X)      X(k, element, before, along, behind, array, written) of each array
 * whose rounds have their own parts: how many elements it has before, along and behind the axis
 * that the rounds go along WEFT_FRONT_ROUND       the call for vectors of rounds, whose parts are
 * weft_x0 …, and their numbers weft_count */

#define WEFT_FRONT_ROUNDS ((int64_t)WEFT_LANES * WEFT_VECTOR_COUNT)

WEFT_FUNCTION bool WEFT_FRONT_NAME(WEFT_FRONT_PARAMETERS)
{
    const int64_t weft_begin = WEFT_FRONT_SIDE(WEFT_NEST_BEGIN),
                  weft_end = WEFT_FRONT_SIDE(WEFT_NEST_END);
    _Alignas(64) char weft_memory[WEFT_FRONT_ROOM];
    if (weft_end - weft_begin < WEFT_LANES ||
        WEFT_FRONT_DEPTH(WEFT_NEST_BEGIN) >= WEFT_FRONT_DEPTH(WEFT_NEST_END) ||
        0 WEFT_FRONT_OWN(WEFT_FRONT_AND) > WEFT_FRONT_ROOM)
        return false;
    for (int64_t weft_i = weft_begin; weft_i < weft_end; weft_i += WEFT_FRONT_ROUNDS) {
        const int64_t weft_some = WEFT_NEST_LEAST_OF(weft_end - weft_i, WEFT_FRONT_ROUNDS);
        char *weft_room = weft_memory;
        WEFT_FRONT_OWN(WEFT_FRONT_TAKE)
        WEFT_FRONT_ROUND
        WEFT_FRONT_OWN(WEFT_FRONT_STORE)
        (void)weft_room;
    }
    return true;
}

#undef WEFT_FRONT_ROUNDS
#undef WEFT_FRONT_NAME
#undef WEFT_FRONT_PARAMETERS
#undef WEFT_FRONT_SIDE
#undef WEFT_FRONT_DEPTH
#undef WEFT_FRONT_OWN
#undef WEFT_FRONT_ROUND

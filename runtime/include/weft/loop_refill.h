/* loop_refill.h: the loop around a function of vectors whose items leave its own loop one by one: a
 * lane whose item has left takes the next item, while the others go on. No guard: it is read once
 * per loop, by loop_elementwise.h, behind the function's text and what is said there, and
 *
 *     WEFT_LANE_BITS, WEFT_LANES_MATH, WEFT_VECTOR_COUNT  see <weft/lanes.h>
 *     WEFT_REFILL_OPERANDS(IN, OUT)  IN(k, element) of each input, OUT(k, element) of each output
 *     WEFT_REFILL_KEPT(X)            X(element, name) of what a lane has while its item is in the
 *                                    loop
 *     WEFT_LANES_ITEM                the call on vectors yk of operand k: of the lanes that are
 *                                    `fresh` it begins the items, of those that are `busy` it goes
 *                                    on, until all have left (`to_end`) or some place of the
 *                                    vectors has no item any more (WEFT_STAY); busy are those still
 *                                    there
 *
 * The function stands once, so that an item has the same bits wherever it lies, and whatever the
 * steps are: elements come and go one by one, which costs little beside a loop. */

#define WEFT_REFILL_VECTOR(element) WEFT_LANES_NAME(weft_##element##x)
#define WEFT_REFILL_SETTLED         (32 * (int64_t)WEFT_LANES * WEFT_VECTOR_COUNT) /* items */
#define WEFT_REFILL_NONE(k, element)
#define WEFT_REFILL_HELD(k, element)     WEFT_REFILL_VECTOR(element) x##k[WEFT_VECTOR_COUNT];
#define WEFT_REFILL_GIVEN(k, element)    WEFT_REFILL_VECTOR(element) y##k[WEFT_VECTOR_COUNT];
#define WEFT_REFILL_MADE(k, element)     WEFT_REFILL_VECTOR(element) y##k[WEFT_VECTOR_COUNT] = {0};
#define WEFT_REFILL_GIVE(k, element)     y##k[v] = x##k[v];
#define WEFT_REFILL_STATE(element, name) WEFT_REFILL_VECTOR(element) name[WEFT_VECTOR_COUNT] = {0};
/* The first item in all lanes: those without one of their own may have any. */
#define WEFT_REFILL_FIRST(k, element) \
    x##k[v] = WEFT_LANES_NAME(weft_set_##element##x)(WEFT_GET(WEFT_DTYPE(k), p##k));
/* An item comes to a lane, or leaves it. */
#define WEFT_REFILL_TAKE(k, element) \
    if (s##k)                        \
        x##k[v][l] = WEFT_GET(WEFT_DTYPE(k), p##k + next * s##k);
#define WEFT_REFILL_PUT(k, element) WEFT_PUT(WEFT_DTYPE(k), p##k + item[v][l] * s##k, y##k[v][l]);
/* The same of neighbours in all lanes of a vector, the first of which is `at`. */
#define WEFT_REFILL_LIES(k)                                                       \
    (s##k == WEFT_SIZE(WEFT_DTYPE(k)) && WEFT_LANES_KIND(WEFT_DTYPE(k)) != 'h' && \
     !WEFT_IS_INDEX(WEFT_DTYPE(k)))
#define WEFT_REFILL_TAKE_ALL(k, element)                                  \
    if (WEFT_REFILL_LIES(k))                                              \
        memcpy(&x##k[v], p##k + at * s##k, sizeof x##k[v]);               \
    else if (s##k)                                                        \
        for (int l = 0; l < WEFT_LANES; l++)                              \
            x##k[v][l] = WEFT_GET(WEFT_DTYPE(k), p##k + (at + l) * s##k); \
    if (WEFT_LANES_KIND(WEFT_DTYPE(k)) == 'b')                            \
        x##k[v] = (WEFT_REFILL_VECTOR(element))((x##k[v] != 0) & 1);
#define WEFT_REFILL_PUT_ALL(k, element)                     \
    if (WEFT_REFILL_LIES(k))                                \
        memcpy(p##k + at * s##k, &y##k[v], sizeof y##k[v]); \
    else                                                    \
        for (int l = 0; l < WEFT_LANES; l++)                \
            WEFT_PUT(WEFT_DTYPE(k), p##k + (at + l) * s##k, y##k[v][l]);

WEFT_ONCE void WEFT_INSTANCE(_items)(WEFT_EACH(WEFT_PLACE, WEFT_COMMA, char *),
                                     WEFT_EACH(WEFT_STEP, WEFT_COMMA, int64_t), int64_t count)
{
    enum {
        block = WEFT_LANES * WEFT_VECTOR_COUNT,
        all = (int)(((uint32_t)1 << (WEFT_LANES - 1) << 1) - 1)
    };
    if (count <= 0)
        return;
    WEFT_REFILL_OPERANDS(WEFT_REFILL_HELD, WEFT_REFILL_MADE)
    WEFT_REFILL_KEPT(WEFT_REFILL_STATE)
    WEFT_MASK busy[WEFT_VECTOR_COUNT] = {0}, fresh[WEFT_VECTOR_COUNT] = {0};
    uint32_t held[WEFT_VECTOR_COUNT] = {0}; /* lanes that have items, as bits */
    int64_t item[WEFT_VECTOR_COUNT][WEFT_LANES], next = 0;
    WEFT_VECTORS
    {
        WEFT_REFILL_OPERANDS(WEFT_REFILL_FIRST, WEFT_REFILL_NONE)
    }
    /* Whether lanes take items one by one, or all together: neighbours may leave so nearly at once
     * that waiting costs less. Asked of a block, by the rounds until some place is free and those
     * until all are; settled for a while. */
    bool is_mixed = false;
    int64_t settled = 0, rounds = 0, first_rounds = 0;
    uint32_t any = 0;
    for (;;) {
        const bool is_asked = !any && next >= settled, is_block = !any && count - next >= block;
        if (is_block) {
            WEFT_VECTORS
            {
                const int64_t at = next + v * WEFT_LANES;
                WEFT_REFILL_OPERANDS(WEFT_REFILL_TAKE_ALL, WEFT_REFILL_NONE)
                for (int l = 0; l < WEFT_LANES; l++)
                    item[v][l] = at + l;
                fresh[v] = WEFT_ALL;
                held[v] = all;
            }
            next += block;
        } else if (is_mixed || !any) {
            for (int v = 0; v < WEFT_VECTOR_COUNT; v++)
                for (uint32_t gone = ~held[v] & all; gone && next < count;
                     gone &= gone - 1, next++) {
                    const int l = __builtin_ctz(gone);
                    WEFT_REFILL_OPERANDS(WEFT_REFILL_TAKE, WEFT_REFILL_NONE)
                    item[v][l] = next;
                    fresh[v][l] = -1;
                    held[v] |= (uint32_t)1 << l;
                }
        }
        const bool to_end = next == count || !(is_mixed || is_asked);
        rounds = 0;
        WEFT_REFILL_OPERANDS(WEFT_REFILL_GIVEN, WEFT_REFILL_NONE)
        WEFT_VECTORS{WEFT_REFILL_OPERANDS(WEFT_REFILL_GIVE,
                                          WEFT_REFILL_NONE)} WEFT_LANES_ITEM if (is_block && to_end)
        {
            WEFT_VECTORS
            {
                const int64_t at = next - block + v * WEFT_LANES;
                WEFT_REFILL_OPERANDS(WEFT_REFILL_NONE, WEFT_REFILL_PUT_ALL)
                held[v] = 0;
            }
        }
        any = 0;
        for (int v = 0; v < WEFT_VECTOR_COUNT; v++) {
            const uint32_t there = WEFT_LANES_NAME(WEFT_BITS_NAME(weft_bits_i))(busy[v]);
            for (uint32_t gone = held[v] & ~there; gone; gone &= gone - 1) {
                const int l = __builtin_ctz(gone);
                WEFT_REFILL_OPERANDS(WEFT_REFILL_NONE, WEFT_REFILL_PUT)
            }
            any |= held[v] &= there;
            fresh[v] = WEFT_NONE;
        }
        if (!any && next == count)
            return;
        if (is_asked && any) {
            first_rounds = rounds + 1;
        } else if (is_asked || first_rounds) {
            is_mixed = !is_asked && rounds > first_rounds / 2;
            first_rounds = 0;
            settled = next + WEFT_REFILL_SETTLED;
        } else if (next >= settled) {
            is_mixed = false;
        }
    }
}

#include "loop/rows.h"

#undef WEFT_REFILL_VECTOR
#undef WEFT_REFILL_SETTLED
#undef WEFT_REFILL_NONE
#undef WEFT_REFILL_HELD
#undef WEFT_REFILL_GIVEN
#undef WEFT_REFILL_MADE
#undef WEFT_REFILL_GIVE
#undef WEFT_REFILL_STATE
#undef WEFT_REFILL_FIRST
#undef WEFT_REFILL_TAKE
#undef WEFT_REFILL_PUT
#undef WEFT_REFILL_LIES
#undef WEFT_REFILL_TAKE_ALL
#undef WEFT_REFILL_PUT_ALL

/* loop_lanes.h: the loop around a function of vectors, an item in each lane. No guard: it is read
 * once per loop, by loop_elementwise.h, behind the function's text and what is said there, and
 *
 *     WEFT_LANE_BITS, WEFT_LANES_MATH, WEFT_VECTOR_COUNT  see <weft/lanes.h>
 *     WEFT_LANES_ITEM                    the call on a block of items, made of WEFT_LANES_IN(k,
 *                                        element), which makes xk of operand k, WEFT_LANES_NEW(k,
 *                                        element) and WEFT_LANES_OUT(k); of complex operands of
 *                                        those with PAIR_, which have the imaginary parts in yk
 *
 * A block is what the vectors hold. The function stands once, in WEFT_INSTANCE(_blocks), so that an
 * item has the same bits wherever it lies and whatever the steps are: contiguous operands are read
 * where they are, all others, and those of a last block that is not whole, are packed: several
 * blocks together, for a vector that is read at once of elements that were just written waits for
 * them. */

#define WEFT_BLOCK ((int64_t)WEFT_LANES * WEFT_VECTOR_COUNT)
/* Items that are packed together: whole blocks, and little on the stack. */
#define WEFT_ROOM \
    (WEFT_OPERANDS > 8 || WEFT_BLOCK >= 128 ? WEFT_BLOCK : 128 / WEFT_BLOCK * WEFT_BLOCK)
#ifndef WEFT_KEPT
#define WEFT_KEPT 0
#endif

#define WEFT_LANES_NEW(k, element) WEFT_LANES_NAME(weft_##element##x) x##k[WEFT_VECTOR_COUNT] = {0};
#define WEFT_LANES_AT(k, v)        (p##k + v * WEFT_LANES * WEFT_SIZE(WEFT_DTYPE(k)))
/* An index l items on: it has a step, from block to block as all operands. */
#define WEFT_INDEX_AT(k, l) WEFT_GET(WEFT_DTYPE(k), p##k + (l) * (s##k / WEFT_BLOCK))
#define WEFT_LANES_IN(k, element)                                                        \
    WEFT_LANES_NAME(weft_##element##x) x##k[WEFT_VECTOR_COUNT];                          \
    WEFT_VECTORS                                                                         \
    {                                                                                    \
        const char *const at = WEFT_LANES_AT(k, v);                                      \
        if (WEFT_IS_INDEX(WEFT_DTYPE(k)))                                                \
            for (int l = 0; l < WEFT_LANES; l++)                                         \
                x##k[v][l] = WEFT_INDEX_AT(k, v * WEFT_LANES + l);                       \
        else if (WEFT_IS_HALF(WEFT_DTYPE(k)))                                            \
            WEFT_LANES_NAME(weft_widen_)((char *)&x##k[v], at);                          \
        else if (WEFT_LANES_KIND(WEFT_DTYPE(k)) == 'h')                                  \
            for (int l = 0; l < WEFT_LANES; l++)                                         \
                x##k[v][l] = WEFT_GET(WEFT_DTYPE(k), at + l * WEFT_SIZE(WEFT_DTYPE(k))); \
        else                                                                             \
            memcpy(&x##k[v], at, sizeof x##k[v]);                                        \
        if (WEFT_LANES_KIND(WEFT_DTYPE(k)) == 'b')                                       \
            x##k[v] = (WEFT_LANES_NAME(weft_##element##x))((x##k[v] != 0) & 1);          \
    }
#define WEFT_LANES_OUT(k)                                                               \
    WEFT_VECTORS                                                                        \
    {                                                                                   \
        char *const at = WEFT_LANES_AT(k, v);                                           \
        if (WEFT_IS_HALF(WEFT_DTYPE(k)))                                                \
            WEFT_LANES_NAME(weft_narrow_)(at, (const char *)&x##k[v]);                  \
        else if (WEFT_LANES_KIND(WEFT_DTYPE(k)) == 'h')                                 \
            for (int l = 0; l < WEFT_LANES; l++)                                        \
                WEFT_PUT(WEFT_DTYPE(k), at + l * WEFT_SIZE(WEFT_DTYPE(k)), x##k[v][l]); \
        else                                                                            \
            memcpy(at, &x##k[v], sizeof x##k[v]);                                       \
    }
#define WEFT_LANES_PAIR_NEW(k, element)                               \
    WEFT_LANES_NAME(weft_##element##x) x##k[WEFT_VECTOR_COUNT] = {0}; \
    WEFT_LANES_NAME(weft_##element##x) y##k[WEFT_VECTOR_COUNT] = {0};
#define WEFT_LANES_PAIR_IN(k, element)                                                   \
    WEFT_LANES_NAME(weft_##element##x) x##k[WEFT_VECTOR_COUNT], y##k[WEFT_VECTOR_COUNT]; \
    WEFT_VECTORS WEFT_LANES_NAME(weft_deinterleave_##element##x)(&x##k[v], &y##k[v],     \
                                                                 WEFT_LANES_AT(k, v));
#define WEFT_LANES_PAIR_OUT(k, element)                                          \
    WEFT_VECTORS WEFT_LANES_NAME(weft_interleave_##element##x)(x##k[v], y##k[v], \
                                                               WEFT_LANES_AT(k, v));
#define WEFT_GO_ON(k, _) p##k += s##k;

/* Blocks of contiguous elements; steps: bytes from block to block. */
WEFT_ONCE void WEFT_INSTANCE(_blocks)(WEFT_EACH(WEFT_PLACE, WEFT_COMMA, char *),
                                      WEFT_EACH(WEFT_STEP, WEFT_COMMA, int64_t), int64_t count)
{
    for (; count > 0; count--) {
        WEFT_LANES_ITEM
        WEFT_EACH(WEFT_GO_ON, WEFT_NOTHING, )
    }
}

#define WEFT_LANES_BUFFER(k, _) _Alignas(64) char b##k[WEFT_ROOM * WEFT_SIZE(WEFT_DTYPE(k))];
#define WEFT_IS_ONE(k)          (k < WEFT_INPUTS && s##k == 0)
#define WEFT_IS_DIRECT(k, _) \
    (WEFT_IS_INDEX(WEFT_DTYPE(k)) || WEFT_IS_ONE(k) || s##k == WEFT_SIZE(WEFT_DTYPE(k)))
/* One element for all items is packed once. */
#define WEFT_PACK_ONE(k, _)                              \
    if (WEFT_IS_ONE(k) && !WEFT_IS_INDEX(WEFT_DTYPE(k))) \
        weft_lanes_fill(b##k, p##k, 0, WEFT_SIZE(WEFT_DTYPE(k)), 1, WEFT_BLOCK);
#define WEFT_PACK(k, _)                                     \
    if (!WEFT_IS_ONE(k) && !WEFT_IS_INDEX(WEFT_DTYPE(k)) && \
        (k < WEFT_INPUTS || (WEFT_KEPT) >> k & 1))          \
        weft_lanes_fill(b##k, p##k, s##k, WEFT_SIZE(WEFT_DTYPE(k)), some, blocks *WEFT_BLOCK);
#define WEFT_UNPACK(k, _) \
    if (k >= WEFT_INPUTS) \
        weft_lanes_copy(p##k, s##k, b##k, WEFT_SIZE(WEFT_DTYPE(k)), WEFT_SIZE(WEFT_DTYPE(k)), some);
#define WEFT_ADVANCE(k, items)  p##k += (items)*s##k;
#define WEFT_DIRECT_PLACE(k, _) (WEFT_IS_ONE(k) && !WEFT_IS_INDEX(WEFT_DTYPE(k)) ? b##k : p##k)
#define WEFT_DIRECT_STEP(k, _)  WEFT_BLOCK *s##k
#define WEFT_BUFFER_PLACE(k, _) (WEFT_IS_INDEX(WEFT_DTYPE(k)) ? p##k : b##k)
#define WEFT_BUFFER_STEP(k, _)                      \
    (WEFT_IS_INDEX(WEFT_DTYPE(k)) || WEFT_IS_ONE(k) \
         ? WEFT_BLOCK * s##k                        \
         : WEFT_BLOCK * (int64_t)WEFT_SIZE(WEFT_DTYPE(k)))

static void WEFT_INSTANCE(_items)(WEFT_EACH(WEFT_PLACE, WEFT_COMMA, char *),
                                  WEFT_EACH(WEFT_STEP, WEFT_COMMA, int64_t), int64_t count)
{
    WEFT_EACH(WEFT_LANES_BUFFER, WEFT_NOTHING, )
    if (count <= 0)
        return;
    WEFT_EACH(WEFT_PACK_ONE, WEFT_NOTHING, )
    const int64_t whole = WEFT_EACH(WEFT_IS_DIRECT, WEFT_AND, ) ? count / WEFT_BLOCK : 0;
    if (whole) {
        WEFT_INSTANCE(_blocks)
        (WEFT_EACH(WEFT_DIRECT_PLACE, WEFT_COMMA, ), WEFT_EACH(WEFT_DIRECT_STEP, WEFT_COMMA, ),
         whole);
        WEFT_EACH(WEFT_ADVANCE, WEFT_NOTHING, whole * WEFT_BLOCK)
        count -= whole * WEFT_BLOCK;
    }
    for (int64_t some; count > 0; count -= some) {
        some = count < WEFT_ROOM ? count : WEFT_ROOM;
        const int64_t blocks = (some + WEFT_BLOCK - 1) / WEFT_BLOCK;
        WEFT_EACH(WEFT_PACK, WEFT_NOTHING, )
        WEFT_INSTANCE(_blocks)
        (WEFT_EACH(WEFT_BUFFER_PLACE, WEFT_COMMA, ), WEFT_EACH(WEFT_BUFFER_STEP, WEFT_COMMA, ),
         blocks);
        WEFT_EACH(WEFT_UNPACK, WEFT_NOTHING, )
        WEFT_EACH(WEFT_ADVANCE, WEFT_NOTHING, some)
    }
}

#include "loop/rows.h"

#undef WEFT_BLOCK
#undef WEFT_ROOM
#undef WEFT_LANES_NEW
#undef WEFT_LANES_AT
#undef WEFT_LANES_IN
#undef WEFT_INDEX_AT
#undef WEFT_LANES_OUT
#undef WEFT_LANES_PAIR_NEW
#undef WEFT_LANES_PAIR_IN
#undef WEFT_LANES_PAIR_OUT
#undef WEFT_GO_ON
#undef WEFT_LANES_BUFFER
#undef WEFT_IS_ONE
#undef WEFT_IS_DIRECT
#undef WEFT_PACK_ONE
#undef WEFT_PACK
#undef WEFT_UNPACK
#undef WEFT_ADVANCE
#undef WEFT_DIRECT_PLACE
#undef WEFT_DIRECT_STEP
#undef WEFT_BUFFER_PLACE
#undef WEFT_BUFFER_STEP

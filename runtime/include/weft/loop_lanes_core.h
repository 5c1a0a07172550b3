/* loop_lanes_core.h: the loop around a function of vectors with core dimensions, an item in each
 * lane. No guard: it is read once per loop, by loop_core.h, behind the loop that computes item by
 * item, _each, and
 *
 *     WEFT_LANE_BITS, WEFT_LANES_MATH, WEFT_VECTOR_COUNT  see <weft/lanes.h>
 *     WEFT_LANES_ROOM   bytes of the vectors whose number is known at run time only, a sum of
 *                       WEFT_CORE_BYTES(element, count)
 *     WEFT_LANES_ITEM   the call on a block of items, made of WEFT_CORE_FIXED(k, element, count) or
 *                       WEFT_CORE_SIZED(k, element, count), which make xk of operand k, its core
 *                       block; WEFT_CORE_READ(k, element, count) and WEFT_CORE_WRITE(k, element,
 *                       count)
 *
 *     WEFT_FIND_ALONG   where it is defined, the length of an axis whose elements
 *                       <weft/loop/lanes_find.h> looks through, in vectors along it
 *
 *     WEFT_LANES_WITHIN where it is defined, whether the sizes are such that they compute what the
 *                       text says
 *
 * A block is what the vectors hold. The function stands once, in WEFT_INSTANCE(_block), and what is
 * computed so depends on core sizes alone, so that an item has the same bits wherever it lies. */

#define WEFT_BLOCK_ITEMS          ((int64_t)WEFT_LANES * WEFT_VECTOR_COUNT)
#define WEFT_CORE_VECTOR(element) WEFT_LANES_NAME(weft_##element##x)
#define WEFT_CORE_GAP(element)    ((int64_t)sizeof(WEFT_CORE_VECTOR(element)[WEFT_VECTOR_COUNT]))
/* More than there is room for counts as that and 1: no sum of some overflows. */
#define WEFT_CORE_BYTES(element, count)                                    \
    ((uint64_t)(count) > WEFT_CORE_ROOM / (uint64_t)WEFT_CORE_GAP(element) \
         ? WEFT_CORE_ROOM + 1                                              \
         : ((int64_t)(count)*WEFT_CORE_GAP(element) + 63) / 64 * 64)

#define WEFT_CORE_FIXED(k, element, count) \
    WEFT_CORE_VECTOR(element) x##k[count][WEFT_VECTOR_COUNT] = {0};
#define WEFT_CORE_SIZED(k, element, count)                              \
    WEFT_CORE_VECTOR(element)(*x##k)[WEFT_VECTOR_COUNT] = (void *)room; \
    room += WEFT_CORE_BYTES(element, count);
/* Vector v has the items from the one at `from` on; where there are none, the last one. */
#define WEFT_CORE_READ(k, element, count)                                                       \
    WEFT_VECTORS                                                                                \
    {                                                                                           \
        const int64_t before = v * WEFT_LANES < some ? v * WEFT_LANES : some - 1;               \
        const int64_t here = some - before < WEFT_LANES ? some - before : WEFT_LANES;           \
        WEFT_CORE_NAME(weft_read_core_, element)                                                \
        ((char *)x##k + v * (int64_t)sizeof(WEFT_CORE_VECTOR(element)), WEFT_CORE_GAP(element), \
         p##k + before * s##k, s##k, count, here);                                              \
    }                                                                                           \
    if (WEFT_LANES_KIND(WEFT_DTYPE(k)) == 'b')                                                  \
        for (int64_t e = 0; e < (int64_t)(count); e++)                                          \
            WEFT_VECTORS                                                                        \
    x##k[e][v] = (WEFT_CORE_VECTOR(element))((x##k[e][v] != 0) & 1);
#define WEFT_CORE_WRITE(k, element, count)                                      \
    WEFT_VECTORS                                                                \
    {                                                                           \
        const int64_t before = v * WEFT_LANES, left = some - before;            \
        if (left > 0)                                                           \
            WEFT_CORE_NAME(weft_write_core_, element)                           \
        (p##k + before * s##k, s##k,                                            \
         (const char *)x##k + v * (int64_t)sizeof(WEFT_CORE_VECTOR(element)),   \
         WEFT_CORE_GAP(element), count, left < WEFT_LANES ? left : WEFT_LANES); \
    }
/* Vectors of few items take longer than these one by one, which has the same bits where nothing is
 * fused. */
#if WEFT_STRICT && !WEFT_LANES_MATH
#define WEFT_IS_FEW(count) ((count) <= WEFT_LANES / 4)
#else
#define WEFT_IS_FEW(count) 0
#endif
#ifdef WEFT_FIND_ALONG
#define WEFT_IS_FOUND ((int64_t)(WEFT_FIND_ALONG) >= WEFT_FIND_LONG)
#else
#define WEFT_IS_FOUND 0
#endif
#ifndef WEFT_LANES_WITHIN
#define WEFT_LANES_WITHIN 1
#endif
#define WEFT_EXTENT(k)   dimensions[(k) + 1]
#define WEFT_GO_ON(k, _) p##k += some * s##k;

/* Some items, at least one; room: memory for their vectors. */
WEFT_ONCE void WEFT_INSTANCE(_block)(WEFT_EACH(WEFT_PLACE, WEFT_COMMA, char *),
                                     WEFT_EACH(WEFT_STEP, WEFT_COMMA, int64_t),
                                     const int64_t *dimensions, int64_t some, char *room)
{
    (void)dimensions, (void)room;
    WEFT_LANES_ITEM
}

static void WEFT_INSTANCE(_loop)(char *const *args, const int64_t *dimensions, const int64_t *steps,
                                 const void *data)
{
    const weft_rows *rows = data;
    const int64_t row_count = rows ? rows->count : 1;
    _Alignas(64) char room[WEFT_CORE_ROOM];
    if (WEFT_LANES_ROOM > WEFT_CORE_ROOM || !(WEFT_LANES_WITHIN) || WEFT_IS_FEW(dimensions[0]) ||
        WEFT_IS_FOUND) {
        WEFT_INSTANCE(_each)(args, dimensions, steps, data);
        return;
    }
    WEFT_EACH(WEFT_TAKE_STEP, WEFT_NOTHING, )
    for (int64_t row = 0; row < row_count; row++) {
        WEFT_EACH(WEFT_TAKE_PLACE, WEFT_NOTHING, )
        for (int64_t left = dimensions[0], some; left > 0; left -= some) {
            some = left < WEFT_BLOCK_ITEMS ? left : WEFT_BLOCK_ITEMS;
            WEFT_INSTANCE(_block)
            (WEFT_EACH(WEFT_PLACE, WEFT_COMMA, ), WEFT_EACH(WEFT_STEP, WEFT_COMMA, ), dimensions,
             some, room);
            WEFT_EACH(WEFT_GO_ON, WEFT_NOTHING, )
        }
    }
}

#undef WEFT_BLOCK_ITEMS
#undef WEFT_CORE_VECTOR
#undef WEFT_CORE_GAP
#undef WEFT_CORE_BYTES
#undef WEFT_CORE_FIXED
#undef WEFT_CORE_SIZED
#undef WEFT_CORE_READ
#undef WEFT_CORE_WRITE
#undef WEFT_EXTENT
#undef WEFT_LANES_WITHIN
#undef WEFT_IS_FEW
#undef WEFT_IS_FOUND
#undef WEFT_GO_ON

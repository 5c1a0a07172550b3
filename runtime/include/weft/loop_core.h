/* loop_core.h: the loop around a function with core dimensions, which is called once an item. No
 * guard: it is read once per loop, behind the function's text and
 *
 *     WEFT_LOOP      what the loop is told by (loop_instance.h)
 *     WEFT_OPERANDS  the number of operands
 *     WEFT_ITEM      the call on one item: made of WEFT_EXTENT(k), the size of core dimension k;
 *                    WEFT_VIEW(type, rank, k) or WEFT_BLOCK(type, rank, k), the array of operand k;
 *                    WEFT_IN(k) and WEFT_OUT(k, value) of operands without core axes
 *
 * Operand k is at pk, and its items are sk bytes apart. Of a function that has vectors of items,
 * too (WEFT_LANES_ITEM), the loop is another, which leaves large core blocks to this one. */
#if defined(WEFT_LANES_ITEM) && WEFT_LANES_PAY
#define WEFT_ONE_BY_ONE WEFT_INSTANCE(_each)
#else
#define WEFT_ONE_BY_ONE WEFT_INSTANCE(_loop)
#endif

#define WEFT_EXTENT(k)            dimensions[(k) + 1]
#define WEFT_VIEW(type, rank, k)  (void *)p##k
#define WEFT_BLOCK(type, rank, k) (void *)p##k
#define WEFT_IN(k)                WEFT_GET(WEFT_DTYPE(k), p##k)
#define WEFT_OUT(k, value)        WEFT_PUT(WEFT_DTYPE(k), p##k, value)
#define WEFT_GO_ON(k, _)          p##k += s##k;

WEFT_FUNCTION void WEFT_ONE_BY_ONE(char *const *args, const int64_t *dimensions,
                                   const int64_t *steps, const void *data)
{
    const weft_rows *rows = data;
    const int64_t row_count = rows ? rows->count : 1;
    const int64_t count = dimensions[0];
    WEFT_EACH(WEFT_TAKE_STEP, WEFT_NOTHING, )
    for (int64_t row = 0; row < row_count; row++) {
        WEFT_EACH(WEFT_TAKE_PLACE, WEFT_NOTHING, )
        for (int64_t i = 0; i < count; i++) {
            WEFT_ITEM
            WEFT_EACH(WEFT_GO_ON, WEFT_NOTHING, )
        }
    }
}

#undef WEFT_EXTENT
#undef WEFT_VIEW
#undef WEFT_BLOCK
#undef WEFT_IN
#undef WEFT_OUT
#undef WEFT_GO_ON
#undef WEFT_ONE_BY_ONE
#if defined(WEFT_LANES_ITEM) && WEFT_LANES_PAY
#include "loop_lanes_core.h"
#endif
#include "loop_end.h"

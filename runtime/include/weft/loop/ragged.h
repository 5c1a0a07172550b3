/* ragged.h: the loop around a function of lists, which is called once a list. No guard: it is
 * read once per loop, behind the function's text and what loop_core.h stands behind, and
 *
 *     WEFT_LISTS         by operand, the dimension that is its lists' size, -1: it has no lists
 *     WEFT_SIZED(k)      an operand whose lists have dimension k as their size, -1: none has
 *     WEFT_LISTS_SHARED  is there for loop_core.cuh, if threads may walk along a list together
 *
 * Operand k is at pk; its items are sk bytes apart, or the elements of its lists. */
#define WEFT_LIST(k)           WEFT_LIST_(k, WEFT_LISTS)
#define WEFT_LIST_(k, ...)     WEFT_AT_##k(__VA_ARGS__)
#define WEFT_TAKE_LISTS(k, _)  lists->offsets[WEFT_LIST(k) < 0 ? 0 : WEFT_LIST(k)]
#define WEFT_TAKE_FIRST(k, _)  char *p##k = args[k];
#define WEFT_SIZED_OR_FIRST(k) (WEFT_SIZED(k) < 0 ? 0 : WEFT_SIZED(k))
#define WEFT_LIST_PLACE(k)     (WEFT_LIST(k) < 0 ? p##k : p##k + s##k * of[k][i])

#define WEFT_EXTENT(k)                       \
    (WEFT_SIZED(k) < 0 ? dimensions[(k) + 1] \
                       : of[WEFT_SIZED_OR_FIRST(k)][i + 1] - of[WEFT_SIZED_OR_FIRST(k)][i])
#define WEFT_VIEW(type, rank, k)  (void *)WEFT_LIST_PLACE(k)
#define WEFT_BLOCK(type, rank, k) (void *)WEFT_LIST_PLACE(k)
#define WEFT_IN(k)                WEFT_GET(WEFT_DTYPE(k), p##k)
#define WEFT_OUT(k, value)        WEFT_PUT(WEFT_DTYPE(k), p##k, value)
#define WEFT_GO_ON(k, _)          p##k += WEFT_LIST(k) < 0 ? s##k : 0;

WEFT_FUNCTION void WEFT_INSTANCE(_loop)(char *const *args, const int64_t *dimensions,
                                        const int64_t *steps, const void *data)
{
    const weft_lists *const lists = data;
    const int64_t *const of[] = {WEFT_EACH(WEFT_TAKE_LISTS, WEFT_COMMA, )};
    const int64_t count = dimensions[0];
    WEFT_EACH(WEFT_TAKE_STEP, WEFT_NOTHING, )
    WEFT_EACH(WEFT_TAKE_FIRST, WEFT_NOTHING, )
    for (int64_t i = 0; i < count; i++) {
        WEFT_ITEM
        WEFT_EACH(WEFT_GO_ON, WEFT_NOTHING, )
    }
}

#undef WEFT_LISTS_SHARED
#undef WEFT_LIST
#undef WEFT_LIST_
#undef WEFT_TAKE_LISTS
#undef WEFT_TAKE_FIRST
#undef WEFT_SIZED_OR_FIRST
#undef WEFT_LIST_PLACE
#undef WEFT_EXTENT
#undef WEFT_VIEW
#undef WEFT_BLOCK
#undef WEFT_IN
#undef WEFT_OUT
#undef WEFT_GO_ON
#include <weft/loop_end.h>

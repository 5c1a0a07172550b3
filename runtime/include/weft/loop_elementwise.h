/* loop_elementwise.h: the loop around a function of scalars. No guard: it is read once per loop,
 * behind the function's text and
 *
 *     WEFT_LOOP         what the loop is told by (loop_instance.h)
 *     WEFT_OPERANDS     the number of operands
 *     WEFT_ITEM         the call on one item, made of WEFT_IN(k) and WEFT_OUT(k, value)
 *     WEFT_VARIANTS(X)  X(scalars) for each kind of steps that has a loop of its own: those of the
 *                       inputs whose bits are set are 0, all others those of contiguous operands
 *     WEFT_FLATTENED    where the contiguous loop shall have all helpers inside
 *     WEFT_LIGHT        where vectors of strided elements cost more than they are worth
 *     WEFT_HOST_FOLDED  where there shall be loops of reductions (loop/fold.h)
 *
 * Operand k is at pk, and its items are sk bytes apart. Of a function that has vectors of items,
 * too (WEFT_LANES_ITEM), the loop is another. */
#if defined(WEFT_REFILL_OPERANDS) && WEFT_LANES_PAY
#include "loop_refill.h"
#elif defined(WEFT_LANES_ITEM) && WEFT_LANES_PAY
#include "loop_lanes.h"
#else

#define WEFT_IN(k)         WEFT_TAKE(WEFT_DTYPE(k), p##k + i * s##k, is_near)
#define WEFT_OUT(k, value) WEFT_GIVE(WEFT_DTYPE(k), p##k + i * s##k, value, is_near)

/* is_near: elements are as they are when they are packed. */
WEFT_INLINE void WEFT_INSTANCE(_items)(WEFT_EACH(WEFT_PLACE, WEFT_COMMA, char *),
                                       WEFT_EACH(WEFT_STEP, WEFT_COMMA, int64_t), int64_t count,
                                       const bool is_near)
{
    WEFT_SIMD
    for (int64_t i = 0; i < count; i++) {
        WEFT_ITEM
    }
}

#if defined(WEFT_LIGHT) || defined(WEFT_HOST_FOLDED)
/* One item after the other: strided elements take longer to gather than to compute with. */
WEFT_INLINE void WEFT_INSTANCE(_far_items)(WEFT_EACH(WEFT_PLACE, WEFT_COMMA, char *),
                                           WEFT_EACH(WEFT_STEP, WEFT_COMMA, int64_t), int64_t count)
{
    enum { is_near = false };
#pragma GCC unroll 4
    for (int64_t i = 0; i < count; i++) {
        WEFT_ITEM
        __asm__ volatile(""); /* no vectors */
    }
}

#define WEFT_OF_RESULT(x)      WEFT_OF_RESULT_(x, WEFT_INPUTS)
#define WEFT_OF_RESULT_(x, k)  WEFT_OF_RESULT__(x, k)
#define WEFT_OF_RESULT__(x, k) x##k
/* The same, which prefetches the lines of the first output. */
static __attribute__((__noinline__)) void
WEFT_INSTANCE(_prefetched)(WEFT_EACH(WEFT_PLACE, WEFT_COMMA, char *),
                           WEFT_EACH(WEFT_STEP, WEFT_COMMA, int64_t), int64_t count)
{
    enum { is_near = false };
    for (int64_t i = 0; i < count;) {
        int64_t some = weft_prefetch_writes(WEFT_OF_RESULT(p) + i * WEFT_OF_RESULT(s),
                                            WEFT_OF_RESULT(s), count - i);
        for (; some > 0; some--, i++) {
            WEFT_ITEM
            __asm__ volatile("");
        }
    }
}
#endif

/* The step of operand k where it is known. */
#define WEFT_KNOWN(k, scalars)    ((scalars) >> (k)&1 ? 0 : WEFT_PACKED_SIZE(WEFT_DTYPE(k)))
#define WEFT_IS_KNOWN(k, scalars) s##k == WEFT_KNOWN(k, scalars)
#ifdef WEFT_FLATTENED
/* The contiguous loop with all helpers inside of it, so that it can be made of vectors. */
static __attribute__((__flatten__, __noinline__)) void
WEFT_INSTANCE(_flat)(WEFT_EACH(WEFT_PLACE, WEFT_COMMA, char *), int64_t count)
{
    WEFT_INSTANCE(_items)
    (WEFT_EACH(WEFT_PLACE, WEFT_COMMA, ), WEFT_EACH(WEFT_KNOWN, WEFT_COMMA, 0), count, true);
}
#endif

/* One element for all items is held apart from memory where all are integers: no output is that, so
 * what depends on such operands alone is computed once for the row. A product of numbers computed
 * before the loop would not be fused with a sum in it, as that of each item is. An index is its
 * address, behind which is nothing. */
#define WEFT_HOLD(k, scalars)            \
    char h##k[WEFT_SIZE(WEFT_DTYPE(k))]; \
    if (WEFT_IS_HELD(k, scalars))        \
        memcpy(h##k, p##k, sizeof h##k);
#define WEFT_IS_WHOLE(k, _)      WEFT_IS_INTEGER(WEFT_DTYPE(k))
#define WEFT_IS_HELD(k, scalars) (are_whole && (scalars) >> k & 1 && !WEFT_IS_INDEX(WEFT_DTYPE(k)))
#define WEFT_HELD(k, scalars)    (WEFT_IS_HELD(k, scalars) ? h##k : p##k)
#define WEFT_VARIANT(scalars)                                                                   \
    if (is_near && WEFT_EACH(WEFT_IS_KNOWN, WEFT_AND, scalars)) {                               \
        WEFT_EACH(WEFT_HOLD, WEFT_NOTHING, scalars)                                             \
        WEFT_INSTANCE(_items)                                                                   \
        (WEFT_EACH(WEFT_HELD, WEFT_COMMA, scalars), WEFT_EACH(WEFT_KNOWN, WEFT_COMMA, scalars), \
         count, true);                                                                          \
    } else

#include "loop/packed.h"

#if defined(WEFT_HOST_FOLDED) && WEFT_FOLDS_WANTED
#include "loop/fold.h"
#endif

static void WEFT_INSTANCE(_loop)(char *const *args, const int64_t *dimensions, const int64_t *steps,
                                 const void *data)
{
    const weft_rows *rows = WEFT_HAS_PACKED ? NULL : data;
    const int64_t row_count = rows ? rows->count : 1;
    const int64_t count = dimensions[0];
    const bool are_whole = WEFT_EACH(WEFT_IS_WHOLE, WEFT_AND, );
    (void)are_whole;
#if defined(WEFT_HOST_FOLDED) && WEFT_FOLDS_WANTED
    if (rows && rows->flags && WEFT_INSTANCE(_fold)(args, dimensions, steps, rows))
        return;
#endif
    WEFT_EACH(WEFT_TAKE_STEP, WEFT_NOTHING, )
    if (WEFT_IS_PACKED && !WEFT_HAS_PACKED) {
        weft_run_packed(&WEFT_INSTANCE(_packing), args, count, steps, rows);
        return;
    }
    const bool is_near = !WEFT_INSTANCE(_halves) || WEFT_HAS_PACKED;
#ifdef WEFT_OF_RESULT
    const bool is_strided = weft_is_strided(WEFT_OF_RESULT(s), row_count, count);
#endif
    for (int64_t row = 0; row < row_count; row++) {
        WEFT_EACH(WEFT_TAKE_PLACE, WEFT_NOTHING, )
#ifdef WEFT_FLATTENED
        if (is_near && WEFT_EACH(WEFT_IS_KNOWN, WEFT_AND, 0))
            WEFT_INSTANCE(_flat)(WEFT_EACH(WEFT_PLACE, WEFT_COMMA, ), count);
        else
#endif
            WEFT_VARIANTS(WEFT_VARIANT)
        if (WEFT_INSTANCE(_halves) && WEFT_HAS_PACKED) /* of steps that no variant knows */
            WEFT_INSTANCE(_items)
        (WEFT_EACH(WEFT_PLACE, WEFT_COMMA, ), WEFT_EACH(WEFT_STEP, WEFT_COMMA, ), count, true);
        else
#ifdef WEFT_OF_RESULT
            if (is_strided) WEFT_INSTANCE(_prefetched)(WEFT_EACH(WEFT_PLACE, WEFT_COMMA, ),
                                                       WEFT_EACH(WEFT_STEP, WEFT_COMMA, ), count);
        else WEFT_INSTANCE(_far_items)(WEFT_EACH(WEFT_PLACE, WEFT_COMMA, ),
                                       WEFT_EACH(WEFT_STEP, WEFT_COMMA, ), count);
#else
            WEFT_INSTANCE(_items)(WEFT_EACH(WEFT_PLACE, WEFT_COMMA, ),
                                  WEFT_EACH(WEFT_STEP, WEFT_COMMA, ), count, false);
#endif
    }
}

#undef WEFT_IN
#undef WEFT_OUT
#undef WEFT_KNOWN
#undef WEFT_IS_KNOWN
#undef WEFT_HOLD
#undef WEFT_IS_HELD
#undef WEFT_IS_WHOLE
#undef WEFT_HELD
#undef WEFT_VARIANT
#undef WEFT_OF_RESULT
#undef WEFT_OF_RESULT_
#undef WEFT_OF_RESULT__
#undef WEFT_OR
#undef WEFT_HALF
#undef WEFT_INDEX_OF
#undef WEFT_IS_ONE
#undef WEFT_IS_SECOND
#undef WEFT_IS_BESIDE
#undef WEFT_IS_PACKED
#undef WEFT_HAS_PACKED
#undef WEFT_MAY_BE_SECOND
#endif
#include "loop_end.h"

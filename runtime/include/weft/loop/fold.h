/* fold.h: the loops of reductions of a function of two elements that nests: what it makes of
 * two is computed the same whether it is stored or goes on in a register. No guard: it is read once
 * per loop, by loop_elementwise.h. */

/* The function on two elements. */
#define WEFT_FOLD_VALUE WEFT_VALUE(WEFT_DTYPE(2))
#define WEFT_PAIR       WEFT_INSTANCE(_pair)
#undef WEFT_IN
#undef WEFT_OUT
#define WEFT_IN(k)         element##k
#define WEFT_OUT(k, value) result = (value)
WEFT_INLINE WEFT_FOLD_VALUE WEFT_PAIR(const WEFT_FOLD_VALUE element0,
                                      const WEFT_FOLD_VALUE element1)
{
    WEFT_FOLD_VALUE result;
    WEFT_ITEM
    return WEFT_SETTLE(WEFT_DTYPE(2), result);
}
#undef WEFT_IN
#undef WEFT_OUT
#define WEFT_IN(k)         WEFT_GET(WEFT_DTYPE(k), p##k + i * s##k)
#define WEFT_OUT(k, value) WEFT_PUT(WEFT_DTYPE(k), p##k + i * s##k, value)

/* Eight elements to one, or four, by halves: of contiguous items, and of any. */
#define WEFT_TWO(a, b) \
    WEFT_PAIR(WEFT_GET(WEFT_DTYPE(2), at + (a)*apart), WEFT_GET(WEFT_DTYPE(2), at + (b)*apart))
WEFT_INLINE WEFT_FOLD_VALUE WEFT_INSTANCE(_one)(const char *at, int64_t apart, bool eight)
{
    return eight ? WEFT_PAIR(WEFT_PAIR(WEFT_TWO(0, 4), WEFT_TWO(2, 6)),
                             WEFT_PAIR(WEFT_TWO(1, 5), WEFT_TWO(3, 7)))
                 : WEFT_PAIR(WEFT_TWO(0, 2), WEFT_TWO(1, 3));
}
#undef WEFT_TWO

/* So many items at once, which vectors hold; a step of all of them before the next one: gcc leads
 * what one choice knows through those behind it, and no vector comes out well. */
enum {
    WEFT_INSTANCE(_block) = 64 / sizeof(WEFT_FOLD_VALUE) > 0 ? 64 / sizeof(WEFT_FOLD_VALUE) : 1
};
#define WEFT_LEVEL(to, a, b)                            \
    WEFT_SIMD                                           \
    for (int64_t i = 0; i < WEFT_INSTANCE(_block); i++) \
        to[i] = WEFT_PAIR(a, b);
#define WEFT_FAR_AT(k) WEFT_GET(WEFT_DTYPE(2), at + (k)*apart + i * s0)
WEFT_INLINE void WEFT_INSTANCE(_block_of_eight)(const char *at, char *p2, int64_t apart)
{
    const int64_t s0 = WEFT_SIZE(WEFT_DTYPE(2)), s2 = s0;
    WEFT_FOLD_VALUE t[4][WEFT_INSTANCE(_block)];
    WEFT_LEVEL(t[0], WEFT_FAR_AT(0), WEFT_FAR_AT(4))
    WEFT_LEVEL(t[2], WEFT_FAR_AT(2), WEFT_FAR_AT(6))
    WEFT_LEVEL(t[1], WEFT_FAR_AT(1), WEFT_FAR_AT(5))
    WEFT_LEVEL(t[3], WEFT_FAR_AT(3), WEFT_FAR_AT(7))
    WEFT_LEVEL(t[0], t[0][i], t[2][i])
    WEFT_LEVEL(t[1], t[1][i], t[3][i])
    WEFT_SIMD
    for (int64_t i = 0; i < WEFT_INSTANCE(_block); i++)
        WEFT_OUT(2, WEFT_PAIR(t[0][i], t[1][i]));
}
#undef WEFT_FAR_AT
#undef WEFT_LEVEL

WEFT_INLINE void WEFT_INSTANCE(_ones)(const char *p0, char *p2, int64_t apart, int64_t count,
                                      bool eight)
{
    const int64_t s0 = WEFT_SIZE(WEFT_DTYPE(2)), s2 = s0;
    int64_t done = 0;
    for (; eight && done + WEFT_INSTANCE(_block) <= count; done += WEFT_INSTANCE(_block))
        WEFT_INSTANCE(_block_of_eight)(p0 + done * s0, p2 + done * s2, apart);
    WEFT_SIMD
    for (int64_t i = done; i < count; i++)
        WEFT_OUT(2, WEFT_INSTANCE(_one)(p0 + i * s0, apart, eight));
}

/* The same of every second element: vectors of all, of which half is dropped, take less than
 * elements one by one. Wider ones take as long either way, and narrower ones are rare. */
WEFT_INLINE void WEFT_INSTANCE(_second_ones)(const char *p0, char *p2, int64_t apart, int64_t count,
                                             bool eight)
{
    const int64_t s2 = WEFT_SIZE(WEFT_DTYPE(2)), s0 = 2 * s2;
    WEFT_SIMD
    for (int64_t i = 0; i < count; i++)
        WEFT_OUT(2, WEFT_INSTANCE(_one)(p0 + i * s0, apart, eight));
}

WEFT_INLINE void WEFT_INSTANCE(_far_ones)(const char *p0, char *p2, int64_t s0, int64_t s2,
                                          int64_t apart, int64_t count, bool eight)
{
    for (int64_t i = 0; i < count; i++) {
        WEFT_OUT(2, WEFT_INSTANCE(_one)(p0 + i * s0, apart, eight));
        __asm__ volatile(""); /* vectors of far elements are more code than they are worth */
    }
}

/* A power of two of neighbours to one, by halves, as kernel.h has them. */
#define WEFT_IN_ROOM(i) WEFT_GET(WEFT_DTYPE(2), room + (i)*size)
#define WEFT_HALVE(half)                         \
    WEFT_SIMD                                    \
    for (int i = 0; i < half; i++)               \
        WEFT_PUT(WEFT_DTYPE(2), room + i * size, \
                 WEFT_PAIR(WEFT_IN_ROOM(i), WEFT_IN_ROOM(i + half)));
WEFT_INLINE WEFT_FOLD_VALUE WEFT_INSTANCE(_whole)(const char *at, int64_t many)
{
    enum { size = WEFT_SIZE(WEFT_DTYPE(2)) };
    _Alignas(64) char room[WEFT_MOST_WHOLE / 8 * size];
    const int64_t parts = many / 8;
    for (int64_t k = 0; k < parts; k += WEFT_INSTANCE(_block))
        WEFT_INSTANCE(_block_of_eight)(at + k * size, room + k * size, parts * size);
    if (parts >= 64) {
        WEFT_HALVE(32)
    }
    if (parts >= 32) {
        WEFT_HALVE(16)
    }
    if (parts >= 16) {
        WEFT_HALVE(8)
    }
    WEFT_HALVE(4)
    WEFT_HALVE(2)
    return WEFT_PAIR(WEFT_IN_ROOM(0), WEFT_IN_ROOM(1));
}
#undef WEFT_IN_ROOM
#undef WEFT_HALVE

WEFT_INLINE void WEFT_INSTANCE(_wholes)(const char *p0, char *p2, int64_t s0, int64_t s2,
                                        int64_t many, int64_t count, bool is_far)
{
    for (int64_t i = 0; i < count; i++) {
        for (int64_t next = 0; is_far && next < many * WEFT_SIZE(WEFT_DTYPE(2)); next += 64)
            __builtin_prefetch(p0 + (i + 4) * s0 + next, 0, 2);
        WEFT_OUT(2, WEFT_INSTANCE(_whole)(p0 + i * s0, many));
    }
}

/* Running results of a few neighbouring items, from row to row in registers: each waits for the one
 * before it, but not for its neighbours. */
enum { WEFT_INSTANCE(_abreast) = 8 };
WEFT_INLINE void WEFT_INSTANCE(_run)(const char *p0, const char *p1, char *p2, const int64_t *steps,
                                     const weft_rows *rows, const int width)
{
    const int64_t s0 = steps[0], s1 = steps[1], s2 = steps[2], t1 = rows->steps[1],
                  t2 = rows->steps[2];
    WEFT_FOLD_VALUE state[WEFT_INSTANCE(_abreast)];
    for (int i = 0; i < width; i++)
        state[i] = WEFT_IN(0);
    for (int64_t row = 0; row < rows->count; row++, p1 += t1, p2 += t2)
        for (int i = 0; i < width; i++) {
            state[i] = WEFT_PAIR(state[i], WEFT_IN(1));
            WEFT_OUT(2, state[i]);
        }
}

static void WEFT_INSTANCE(_chain)(char *const *args, int64_t count, const int64_t *steps,
                                  const weft_rows *rows)
{
    const int most = WEFT_INSTANCE(_abreast);
    int64_t i = 0;
    for (; i + most <= count; i += most)
        WEFT_INSTANCE(_run)
    (args[0] + i * steps[0], args[1] + i * steps[1], args[2] + i * steps[2], steps, rows, most);
    for (; i < count; i++)
        WEFT_INSTANCE(_run)
    (args[0] + i * steps[0], args[1] + i * steps[1], args[2] + i * steps[2], steps, rows, 1);
}

#include "groups.h"

/* What the rows' flags ask for; false where the usual loop is as good. */
static bool WEFT_INSTANCE(_fold)(char *const *args, const int64_t *dimensions, const int64_t *steps,
                                 const weft_rows *rows)
{
    const int64_t size = WEFT_SIZE(WEFT_DTYPE(2)), count = dimensions[0];
    if (rows->flags & (WEFT_ROWS_SEGMENTS | WEFT_ROWS_KEYS)) {
        WEFT_INSTANCE(_grouped)(args, steps, (const weft_groups *)rows);
        return true;
    }
    if (rows->flags & WEFT_ROWS_CHAIN) {
        if (steps[1] == size && steps[2] == size && count >= 2 * WEFT_INSTANCE(_abreast))
            return false; /* vectors of neighbours */
        WEFT_INSTANCE(_chain)(args, count, steps, rows);
        return true;
    }
    const int64_t apart = args[1] - args[0];
    const bool eight = dimensions[1] == 8, is_contiguous = steps[0] == size && steps[2] == size;
    const bool is_second = size == 4 && steps[0] == 2 * size && steps[2] == size;
    for (int64_t row = 0; row < rows->count; row++) {
        const char *const from = args[0] + row * rows->steps[0];
        char *const to = args[2] + row * rows->steps[2];
        if (dimensions[1] > 8) {
            WEFT_INSTANCE(_wholes)
            (from, to, steps[0], steps[2], dimensions[1], count, rows->flags & WEFT_ROWS_FAR);
            continue;
        }
        if (rows->flags & WEFT_ROWS_FAR &&
            apart == count * size) /* strides are what no cache foresees */
            for (int64_t next = 0; next < dimensions[1] * apart; next += 64)
                __builtin_prefetch(from + 4 * rows->steps[0] + next, 0, 2);
        if (is_second && eight)
            WEFT_INSTANCE(_second_ones)(from, to, apart, count, true);
        else if (is_second)
            WEFT_INSTANCE(_second_ones)(from, to, apart, count, false);
        else if (!is_contiguous && eight)
            WEFT_INSTANCE(_far_ones)(from, to, steps[0], steps[2], apart, count, true);
        else if (!is_contiguous)
            WEFT_INSTANCE(_far_ones)(from, to, steps[0], steps[2], apart, count, false);
        else if (eight && count == 8)
            WEFT_INSTANCE(_ones)(from, to, apart, 8, true);
        else if (eight)
            WEFT_INSTANCE(_ones)(from, to, apart, count, true);
        else
            WEFT_INSTANCE(_ones)(from, to, apart, count, false);
    }
    return true;
}
#undef WEFT_FOLD_VALUE
#undef WEFT_PAIR

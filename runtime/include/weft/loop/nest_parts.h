/* nest_parts.h: what <weft/loop/nest.h> and the text around it are made of. */
#ifndef WEFT_LOOP_NEST_PARTS_H
#define WEFT_LOOP_NEST_PARTS_H

#include <weft/lanes_core.h>
#include <weft/lanes_row.h>

/* Fewer results are computed one by one as fast. */
#define WEFT_NEST_PAYS(rows, columns) ((columns) >= WEFT_LANES && (rows) > 0)

#define WEFT_NEST_LEAST_OF(a, b) ((a) < (b) ? (a) : (b))

/* Of a loop: WEFT_NEST_ROW(WEFT_NEST_BEGIN). */
#define WEFT_NEST_BEGIN(type, counter, begin, end, ...) ((int64_t)(begin))
#define WEFT_NEST_END(type, counter, begin, end, ...)   ((int64_t)(end))
#define WEFT_NEST_LET(type, counter, begin, end, value) \
    const type counter = (type)(value);                 \
    (void)counter;

/* Some rounds of a tile: its block's first row, its first column and round; its row in the block,
 * the block's rows, its columns and rounds. */
typedef struct weft_nest_part {
    int64_t i, j, k, r, high, wide, deep;
} weft_nest_part;

/* ---- states ---- */

#define WEFT_NEST_MEMORY(k, element) \
    WEFT_V(element) weft_m##k[WEFT_NEST_BLOCK][WEFT_NEST_VECTORS] = {{{0}}};
#define WEFT_NEST_AT(k, element) WEFT_V(element) *const weft_s##k = &weft_m##k[weft_r][weft_v];
/* The same as parameters of a function, and as it is handed them. */
#define WEFT_NEST_MEMORY_PARAMETER(k, element) WEFT_V(element)(*weft_m##k)[WEFT_NEST_VECTORS],
#define WEFT_NEST_MEMORY_PASSED(k, element)    weft_m##k,

/* Each row of a block, and each vector of it that has results: so many in its lanes, from a column
 * on. */
#define WEFT_NEST_EACH_VECTOR                                                        \
    for (int64_t weft_r = 0; weft_r < weft_high; weft_r++)                           \
        for (int64_t weft_v = 0, weft_first, weft_some;                              \
             weft_v < WEFT_NEST_VECTORS &&                                           \
             (weft_first = WEFT_NEST_FIRST(weft_v),                                  \
             weft_some = WEFT_NEST_LEAST_OF(weft_wide - weft_first, WEFT_LANES), 1); \
             weft_v++)
/* Where there are no columns left, the last one. */
#define WEFT_NEST_FIRST(v) WEFT_NEST_LEAST_OF((v)*WEFT_LANES, weft_wide - 1)

/* X(row, column) of each vector of a tile. */
#define WEFT_NEST_EACH(X)         WEFT_NEST_EACH_(X, WEFT_NEST_ROWS)
#define WEFT_NEST_EACH_(X, rows)  WEFT_NEST_EACH__(X, rows)
#define WEFT_NEST_EACH__(X, rows) WEFT_NEST_EACH_##rows(X)
#define WEFT_NEST_EACH_2(X)       X(0) X(1)
#define WEFT_NEST_EACH_3(X)       WEFT_NEST_EACH_2(X) X(2)
#define WEFT_NEST_EACH_6(X)       WEFT_NEST_EACH_3(X) X(3) X(4) X(5)
/* The row of the block that is row r of the tile. */
#define WEFT_NEST_PLACE(r) WEFT_NEST_LEAST_OF(weft_r + (r), weft_high - 1)

#define WEFT_NEST_TAKE(r) WEFT_NEST_VARIABLES(WEFT_NEST_VECTORS_OF, r)
#define WEFT_NEST_KEEP(r) WEFT_NEST_VARIABLES(WEFT_NEST_STORE, r)
#define WEFT_NEST_VECTORS_OF(k, element, r)                      \
    WEFT_V(element)                                              \
    weft_s##k##_##r##_0[1] = {weft_m##k[WEFT_NEST_PLACE(r)][0]}, \
    weft_s##k##_##r##_1[1] = {weft_m##k[WEFT_NEST_PLACE(r)][1]};
#define WEFT_NEST_STORE(k, element, r)                         \
    weft_m##k[WEFT_NEST_PLACE(r)][0] = weft_s##k##_##r##_0[0]; \
    weft_m##k[WEFT_NEST_PLACE(r)][1] = weft_s##k##_##r##_1[0];
#define WEFT_NEST_ROUND(r)                                        \
    {                                                             \
        WEFT_NEST_ROW(WEFT_NEST_LET, weft_i + WEFT_NEST_PLACE(r)) \
        WEFT_NEST_LEFT                                            \
        WEFT_NEST_STEP(r, 0)                                      \
        WEFT_NEST_STEP(r, 1)                                      \
    }

/* ---- elements of a round ---- */

#define WEFT_NEST_ROW_ELEMENT(k, element, text)                   \
    const WEFT_V(element) weft_a##k##_ = WEFT_SET(element, text); \
    WEFT_V(element) weft_a##k[1] = {weft_a##k##_};
#define WEFT_NEST_PANEL(k, element, close, text) \
    WEFT_V(element) weft_room##k[WEFT_NEST_ROUNDS][WEFT_NEST_VECTORS];
/* Where the elements of whole vectors of columns are, and how far those of the next round: packed,
 * or as they lie (close is 2), where they are near enough to stay in the first cache. */
#define WEFT_NEST_SOURCE(k, element, close, text)                                                \
    const char *weft_p##k = (const char *)weft_room##k;                                          \
    int64_t weft_q##k = sizeof *weft_room##k;                                                    \
    if ((close) > 1 && weft_wide == WEFT_NEST_VECTORS * WEFT_LANES) {                            \
        const char *weft_at[2];                                                                  \
        for (int weft_l = 0; weft_l < 2; weft_l++) {                                             \
            WEFT_NEST_COLUMN(WEFT_NEST_LET, weft_j)                                              \
            WEFT_NEST_DEPTH(WEFT_NEST_LET, weft_k + weft_l)                                      \
            weft_at[weft_l] = (const char *)&(text);                                             \
        }                                                                                        \
        const int64_t weft_step = (int64_t)((uintptr_t)weft_at[1] - (uintptr_t)weft_at[0]);      \
        if (weft_step <= WEFT_NEST_NEAR / weft_deep && weft_step >= -WEFT_NEST_NEAR / weft_deep) \
            weft_p##k = weft_at[0], weft_q##k = weft_step;                                       \
    }                                                                                            \
    weft_packs |= weft_p##k == (const char *)weft_room##k;
#define WEFT_NEST_NEAR                                     16384
#define WEFT_NEST_PANEL_PARAMETER(k, element, close, text) const char *weft_p##k, int64_t weft_q##k,
#define WEFT_NEST_PANEL_PASSED(k, element, close, text)    weft_p##k, weft_q##k,
#define WEFT_NEST_PACK(k, element, close, text)                \
    for (int weft_v = 0; weft_v < WEFT_NEST_VECTORS; weft_v++) \
    WEFT_NEST_LOAD(weft_room##k[weft_d][weft_v], close, weft_j, weft_v *WEFT_LANES, weft_wide, text)
/* The same of columns that are all there. */
#define WEFT_NEST_PACK_ALL(k, element, close, text)                                           \
    if (weft_p##k != (const char *)weft_room##k) {                                            \
    } else if (close) {                                                                       \
        WEFT_NEST_COLUMN(WEFT_NEST_LET, weft_j)                                               \
        memcpy(weft_room##k[weft_d], &(text), sizeof *weft_room##k);                          \
    } else {                                                                                  \
        weft_##element *const weft_to = (void *)weft_room##k[weft_d];                         \
        _Pragma("GCC unroll 4") for (int weft_l = 0; weft_l < WEFT_NEST_VECTORS * WEFT_LANES; \
                                     weft_l++)                                                \
        {                                                                                     \
            WEFT_NEST_COLUMN(WEFT_NEST_LET, weft_j + weft_l)                                  \
            memcpy(&weft_to[weft_l], &(text), sizeof *weft_to);                               \
        }                                                                                     \
    }
#define WEFT_NEST_RIGHT(k, element, close, text)                                 \
    WEFT_V(element) weft_b##k##_0[1], weft_b##k##_1[1];                          \
    memcpy(weft_b##k##_0, weft_p##k + weft_d * weft_q##k, sizeof weft_b##k##_0); \
    memcpy(weft_b##k##_1, weft_p##k + weft_d * weft_q##k + sizeof weft_b##k##_0, \
           sizeof weft_b##k##_1);                                                \
    WEFT_NEST_IN_REGISTER(weft_b##k##_0[0])                                      \
    WEFT_NEST_IN_REGISTER(weft_b##k##_1[0])
/* All rows of a tile take them: else gcc loads them anew for each. */
#if defined(__AVX512F__)
#define WEFT_NEST_IN_REGISTER(x) \
    if (sizeof(x) >= 16)         \
        __asm__("" : "+v"(x));
#elif defined(__SSE2__)
#define WEFT_NEST_IN_REGISTER(x) \
    if (sizeof(x) >= 16)         \
        __asm__("" : "+x"(x));
#else
#define WEFT_NEST_IN_REGISTER(x)
#endif

/* Elements of the columns from `first` on, of those that there are behind `base`; the last one
 * again where there are too few. */
#define WEFT_NEST_LOAD(to, close, base, first, count, text)                                \
    {                                                                                      \
        if ((close) && (first) + WEFT_LANES <= (count)) {                                  \
            WEFT_NEST_COLUMN(WEFT_NEST_LET, (base) + (first))                              \
            memcpy(&(to), &(text), sizeof(to));                                            \
        } else {                                                                           \
            for (int weft_l = 0; weft_l < WEFT_LANES; weft_l++) {                          \
                WEFT_NEST_COLUMN(WEFT_NEST_LET,                                            \
                                 (base) + WEFT_NEST_LEAST_OF((first) + weft_l, (count)-1)) \
                (to)[weft_l] = text;                                                       \
            }                                                                              \
        }                                                                                  \
    }

/* ---- elements of results ---- */

#define WEFT_NEST_READ(k, element, close, text) \
    WEFT_V(element) weft_x##k[1];               \
    WEFT_NEST_LOAD(weft_x##k[0], close, weft_j, weft_first, weft_wide, text)
#define WEFT_NEST_NEW(k, element) WEFT_V(element) weft_x##k[1] = {{0}};
#define WEFT_NEST_WRITE(k, element, close, text)                                                 \
    if (weft_v * WEFT_LANES < weft_wide) {                                                       \
        if (close) {                                                                             \
            WEFT_NEST_COLUMN(WEFT_NEST_LET, weft_j + weft_first)                                 \
            if (weft_some == WEFT_LANES)                                                         \
                memcpy(&(text), weft_x##k, sizeof *weft_x##k);                                   \
            else                                                                                 \
                weft_row_store(&(text), weft_x##k, WEFT_ROW_BYTES(element, weft_some),           \
                               WEFT_ROW_BYTES(element, 1), WEFT_ROW_BYTES(element, WEFT_LANES)); \
        } else {                                                                                 \
            for (int64_t weft_l = 0; weft_l < weft_some; weft_l++) {                             \
                WEFT_NEST_COLUMN(WEFT_NEST_LET, weft_j + weft_first + weft_l)                    \
                text = weft_x##k[0][weft_l];                                                     \
            }                                                                                    \
        }                                                                                        \
    }
/* The column's counter, in lanes. */
#define WEFT_NEST_COUNT(name, element, first)           \
    WEFT_V(element) name[1];                            \
    for (int weft_l = 0; weft_l < WEFT_LANES; weft_l++) \
        name[0][weft_l] =                               \
            (weft_##element)(weft_j + WEFT_NEST_LEAST_OF((first) + weft_l, weft_wide - 1));

/* ---- rounds side by side: front.h ---- */

/* Bytes of the vectors of rounds; of larger ones each is computed by itself. */
#define WEFT_FRONT_ROOM (2 * WEFT_CORE_ROOM)

#define WEFT_FRONT_GAP(element) ((int64_t)sizeof(WEFT_V(element)[WEFT_VECTOR_COUNT]))
/* More than there is room for counts as that and 1: no sum of some overflows. */
#define WEFT_FRONT_BYTES(element, count)                                     \
    ((uint64_t)(count) > WEFT_FRONT_ROOM / (uint64_t)WEFT_FRONT_GAP(element) \
         ? WEFT_FRONT_ROOM + 1                                               \
         : ((int64_t)(count)*WEFT_FRONT_GAP(element) + 63) / 64 * 64)
#define WEFT_FRONT_AND(k, element, before, along, behind, array, written) \
    +WEFT_FRONT_BYTES(element, (before) * (behind))
/* What stands in memory from a round's part on, before the axis and in vector v. */
#define WEFT_FRONT_PLACE(element, along, behind, array) \
    ((char *)(uintptr_t)(array) +                       \
     ((weft_b * (along) + weft_i + weft_first) * (behind)) * (int64_t)sizeof(weft_##element))
#define WEFT_FRONT_STEP(element, behind) ((behind) * (int64_t)sizeof(weft_##element))
#define WEFT_FRONT_VECTOR(k, element, behind)                        \
    ((char *)weft_x##k + weft_b * (behind)*WEFT_FRONT_GAP(element) + \
     weft_v * (int64_t)sizeof(WEFT_V(element)))
/* What these loops count has names that no array or size has, which are the function's. Vector
 * weft_v has the rounds from the one at weft_v * WEFT_LANES on; where there are none, the last one.
 */
#define WEFT_FRONT_EACH for (int weft_v = 0; weft_v < WEFT_VECTOR_COUNT; weft_v++)
#define WEFT_FRONT_TAKE(k, element, before, along, behind, array, written)                      \
    WEFT_V(element)(*weft_x##k)[WEFT_VECTOR_COUNT] = (void *)weft_room;                         \
    weft_room += WEFT_FRONT_BYTES(element, (before) * (behind));                                \
    for (int64_t weft_b = 0; weft_b < (before); weft_b++)                                       \
        WEFT_FRONT_EACH                                                                         \
        {                                                                                       \
            const int64_t weft_first = WEFT_NEST_LEAST_OF(weft_v * WEFT_LANES, weft_some - 1);  \
            WEFT_CORE_NAME(weft_read_core_, element)                                            \
            (WEFT_FRONT_VECTOR(k, element, behind), WEFT_FRONT_GAP(element),                    \
             WEFT_FRONT_PLACE(element, along, behind, array), WEFT_FRONT_STEP(element, behind), \
             behind, WEFT_NEST_LEAST_OF(weft_some - weft_first, WEFT_LANES));                   \
        }
#define WEFT_FRONT_STORE(k, element, before, along, behind, array, written)                     \
    for (int64_t weft_b = 0; (written) && weft_b < (before); weft_b++)                          \
        WEFT_FRONT_EACH                                                                         \
        {                                                                                       \
            const int64_t weft_first = weft_v * WEFT_LANES, weft_left = weft_some - weft_first; \
            if (weft_left > 0)                                                                  \
                WEFT_CORE_NAME(weft_write_core_, element)                                       \
            (WEFT_FRONT_PLACE(element, along, behind, array), WEFT_FRONT_STEP(element, behind), \
             WEFT_FRONT_VECTOR(k, element, behind), WEFT_FRONT_GAP(element), behind,            \
             WEFT_NEST_LEAST_OF(weft_left, WEFT_LANES));                                        \
        }
/* The rounds' numbers. */
#define WEFT_FRONT_COUNT(element)                       \
    WEFT_V(element) weft_count[WEFT_VECTOR_COUNT];      \
    WEFT_FRONT_EACH                                     \
    for (int weft_l = 0; weft_l < WEFT_LANES; weft_l++) \
        weft_count[weft_v][weft_l] = (weft_##element)(  \
            weft_i + WEFT_NEST_LEAST_OF(weft_v * WEFT_LANES + weft_l, weft_some - 1));

#endif

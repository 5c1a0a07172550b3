/* lanes_row.h: rounds of a loop inside of a function with core dimensions as vectors, a round in each lane: what
 * generated text says around a function of vectors that is made of a round (<weft/lanes.h>):
 *
 *     WEFT_ROW_SUM(2, f32)                             what rounds add is summed up in vectors, s2
 *     WEFT_ROW_ROUNDS(0) {
 *         WEFT_ROW_READ(0, f32) WEFT_ROW_TERM(2, f32)  makes x0 of what is at p0, and x2
 *         …(x0, x2);
 *         WEFT_ROW_WRITE(0, f32) WEFT_ROW_ADD(2, f32)
 *     }
 *     WEFT_ROW_TOTAL(2, f32)                           adds s2 to the number at p2
 *
 * `end` is the length of the axis. A last block that is not whole has its last round several times. */
#ifndef WEFT_LANES_ROW_H
#define WEFT_LANES_ROW_H

#include <weft/lanes.h>

#define WEFT_ROW_BLOCK ((int64_t)WEFT_LANES * WEFT_VECTOR_COUNT)
#define WEFT_ROW_ROUNDS(first)                                                                 \
    for (int64_t at = first, some;                                                             \
         some = end - at < WEFT_ROW_BLOCK ? end - at : WEFT_ROW_BLOCK, some > 0; at += some)

#define WEFT_ROW_READ(k, element)                                                              \
    WEFT_V(element) x##k[WEFT_VECTOR_COUNT];                                                   \
    if (some == WEFT_ROW_BLOCK)                                                                \
        memcpy(x##k, (const weft_##element *)p##k + at, sizeof x##k);                          \
    else                                                                                       \
        weft_lanes_fill((char *)x##k, (const char *)((const weft_##element *)p##k + at),       \
                        sizeof(weft_##element), sizeof(weft_##element), some, WEFT_ROW_BLOCK);
#define WEFT_ROW_WRITE(k, element)                                                             \
    if (some == WEFT_ROW_BLOCK)                                                                \
        memcpy((weft_##element *)p##k + at, x##k, sizeof x##k);                                \
    else                                                                                       \
        weft_lanes_copy((char *)((weft_##element *)p##k + at), sizeof(weft_##element),         \
                        (const char *)x##k, sizeof(weft_##element), sizeof(weft_##element), some);
#define WEFT_ROW_COUNT(k, element)                                                             \
    WEFT_V(element) x##k[WEFT_VECTOR_COUNT];                                                   \
    WEFT_VECTORS for (int l = 0; l < WEFT_LANES; l++)                                          \
    {                                                                                          \
        const int64_t lane = v * WEFT_LANES + l;                                               \
        x##k[v][l] = (weft_##element)(at + (lane < some ? lane : some - 1));                   \
    }

/* Sums begin at -0, which adds nothing to any number. */
#define WEFT_ROW_SUM(k, element)          \
    WEFT_V(element) s##k[WEFT_VECTOR_COUNT]; \
    WEFT_VECTORS s##k[v] = -(WEFT_V(element)){0};
#define WEFT_ROW_TERM(k, element)         \
    WEFT_V(element) x##k[WEFT_VECTOR_COUNT]; \
    WEFT_VECTORS x##k[v] = -(WEFT_V(element)){0};
#define WEFT_ROW_ADD(k, element)                                      \
    if (some == WEFT_ROW_BLOCK)                                       \
        WEFT_VECTORS s##k[v] += x##k[v];                              \
    else                                                              \
        for (int64_t lane = 0; lane < some; lane++)                   \
            s##k[lane / WEFT_LANES][lane % WEFT_LANES] +=             \
                x##k[lane / WEFT_LANES][lane % WEFT_LANES];
#define WEFT_ROW_TOTAL(k, element)                                    \
    {                                                                 \
        weft_##element lanes[WEFT_ROW_BLOCK], total;                  \
        memcpy(lanes, s##k, sizeof lanes);                            \
        for (int64_t half = WEFT_ROW_BLOCK / 2; half > 0; half /= 2)  \
            for (int64_t l = 0; l < half; l++)                        \
                lanes[l] += lanes[l + half];                          \
        memcpy(&total, p##k, sizeof total);                           \
        total += lanes[0];                                            \
        memcpy(p##k, &total, sizeof total);                           \
    }

#endif

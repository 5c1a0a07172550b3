/* vector/through.h: functions of floats that are computed in doubles, which is more than exact
 * enough. No guard (vector/begin.h). */

#define WEFT_WIDE(name) WEFT_GLUE(weft_##name, _f64, x, WEFT_WIDE_LANES)
#define WEFT_WIDE_F     WEFT_GLUE(weft_, f64, x, WEFT_WIDE_LANES)

#if WEFT_LANES_HERE <= WEFT_VECTOR_F64_LANES
#define WEFT_WIDE_LANES WEFT_LANES_HERE
#define WEFT_THROUGH_1(name)                                                                     \
    WEFT_MATH_INLINE WEFT_F WEFT_FN(name)(WEFT_F x)                                              \
    {                                                                                            \
        return __builtin_convertvector(WEFT_WIDE(name)(__builtin_convertvector(x, WEFT_WIDE_F)), \
                                       WEFT_F);                                                  \
    }
#define WEFT_THROUGH_2(name, wide)                                                               \
    WEFT_MATH_INLINE WEFT_F WEFT_FN(name)(WEFT_F x, WEFT_F y)                                    \
    {                                                                                            \
        return __builtin_convertvector(WEFT_WIDE(wide)(__builtin_convertvector(x, WEFT_WIDE_F),  \
                                                       __builtin_convertvector(y, WEFT_WIDE_F)), \
                                       WEFT_F);                                                  \
    }
#else
/* By halves, where a register has half as many doubles. */
#define WEFT_WIDE_LANES WEFT_VECTOR_F64_LANES
#define WEFT_HALF_F     WEFT_GLUE(weft_, f32, x, WEFT_VECTOR_F64_LANES)
typedef union WEFT_FN(halves) {
    WEFT_F whole;
    WEFT_HALF_F part[2];
} WEFT_FN(halves);
#define WEFT_THROUGH_1(name)                                                                    \
    WEFT_MATH_INLINE WEFT_F WEFT_FN(name)(WEFT_F x)                                             \
    {                                                                                           \
        WEFT_FN(halves) a = {x};                                                                \
        for (int i = 0; i < 2; i++)                                                             \
            a.part[i] = __builtin_convertvector(                                                \
                WEFT_WIDE(name)(__builtin_convertvector(a.part[i], WEFT_WIDE_F)), WEFT_HALF_F); \
        return a.whole;                                                                         \
    }
#define WEFT_THROUGH_2(name, wide)                                                \
    WEFT_MATH_INLINE WEFT_F WEFT_FN(name)(WEFT_F x, WEFT_F y)                     \
    {                                                                             \
        WEFT_FN(halves) a = {x}, b = {y};                                         \
        for (int i = 0; i < 2; i++)                                               \
            a.part[i] = __builtin_convertvector(                                  \
                WEFT_WIDE(wide)(__builtin_convertvector(a.part[i], WEFT_WIDE_F),  \
                                __builtin_convertvector(b.part[i], WEFT_WIDE_F)), \
                WEFT_HALF_F);                                                     \
        return a.whole;                                                           \
    }
#endif

WEFT_THROUGH_1(tgamma)
WEFT_THROUGH_1(lgamma)
WEFT_THROUGH_2(pow, powf)

#undef WEFT_WIDE
#undef WEFT_WIDE_F
#undef WEFT_WIDE_LANES
#undef WEFT_HALF_F
#undef WEFT_THROUGH_1
#undef WEFT_THROUGH_2

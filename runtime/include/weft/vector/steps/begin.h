/* vector/begin.h: what the headers of vector functions are written in. No guard: it is read for
 * each number of lanes, WEFT_LANES_HERE, behind
 *
 *     WEFT_WIDTH_HERE   64 or 32: bits of a lane
 *
 * WEFT_F, WEFT_I, WEFT_U are the vectors of floating numbers, signed and unsigned integers,
 * WEFT_T is a lane of the first, WEFT_FN(exp) is weft_exp_f64x8. */

#define WEFT_GLUE_(a, b, c, d) a##b##c##d
#define WEFT_GLUE(a, b, c, d)  WEFT_GLUE_(a, b, c, d)
#define WEFT_OF(kind, width)   WEFT_GLUE(weft_##kind, width, x, WEFT_LANES_HERE)
#define WEFT_F                 WEFT_OF(f, WEFT_WIDTH_HERE)
#define WEFT_I                 WEFT_OF(i, WEFT_WIDTH_HERE)
#define WEFT_U                 WEFT_OF(u, WEFT_WIDTH_HERE)
#define WEFT_FN_(name, kind)   WEFT_GLUE(weft_##name##_##kind, WEFT_WIDTH_HERE, x, WEFT_LANES_HERE)
#define WEFT_FN(name)          WEFT_FN_(name, f)

#define WEFT_FMA(a, b, c)       WEFT_FN(fma)(a, b, c)
#define WEFT_MUL(a, b)          WEFT_FN(mul)(a, b)
#define WEFT_SET(value)         WEFT_FN(set)(value)
#define WEFT_SELECT(mask, a, b) WEFT_FN(select)(mask, a, b)
#define WEFT_ANY(mask)          WEFT_FN_(any, i)(mask)

/* WEFT_TABLE(sin_terms) is weft_sin_terms_f64, WEFT_POLY a polynomial with all terms of a table. */
#define WEFT_TABLE_(name, kind) WEFT_GLUE(weft_##name##_##kind, WEFT_WIDTH_HERE, , )
#define WEFT_TABLE(name)        WEFT_TABLE_(name, f)
#define WEFT_POLY(x, name) \
    WEFT_FN(poly)(x, WEFT_TABLE(name), (int)(sizeof WEFT_TABLE(name) / sizeof(WEFT_T)))
#define WEFT_POLY_IN_TURN(x, name) \
    WEFT_FN(poly_in_turn)(x, WEFT_TABLE(name), (int)(sizeof WEFT_TABLE(name) / sizeof(WEFT_T)))

/* WEFT_SHIFT added to a number that is not large leaves the nearest whole number in the lower bits.
 * WEFT_DIGITS is the number of digits behind the point. WEFT_LIBM(sin) is the C library's sin or
 * sinf. WEFT_BY_WIDTH is the first number for doubles, the second for floats. */
#define WEFT_BY_WIDTH(wide, narrow) ((WEFT_T)(WEFT_WIDTH_HERE == 64 ? (wide) : (narrow)))
#if WEFT_WIDTH_HERE == 64
#define WEFT_SHIFT      0x1.8p52
#define WEFT_DIGITS     52
#define WEFT_LIBM(name) name
#else
#define WEFT_SHIFT      0x1.8p23f
#define WEFT_DIGITS     23
#define WEFT_LIBM(name) name##f
#endif

/* wrap.h: signed arithmetic whose overflow can be seen, for loop.h. C compilers are told to wrap
 * sums, differences and products; the least number by -1 is itself and leaves 0, as by 1, where
 * processors of x86-64 end the program. What is no signed integer is computed as written, so that
 * one text serves all bindings of a type variable. */
#ifndef WEFT_WRAP_H
#define WEFT_WRAP_H

#include <limits.h>

#define WEFT_ADD(a, b)       ((a) + (b))
#define WEFT_SUBTRACT(a, b)  ((a) - (b))
#define WEFT_MULTIPLY(a, b)  ((a) * (b))
#define WEFT_DIVIDE(a, b)    WEFT_DIVIDED(a, /, b)
#define WEFT_REMAINDER(a, b) WEFT_DIVIDED(a, %, b)
#define WEFT_NEGATE(a)       (-(a))

/* ---- stores ---- */

#define WEFT_ADD_TO(a, b)        ((a) += (b))
#define WEFT_SUBTRACT_FROM(a, b) ((a) -= (b))
#define WEFT_MULTIPLY_BY(a, b)   ((a) *= (b))
#define WEFT_INCREMENT(a)        (++(a))
#define WEFT_DECREMENT(a)        (--(a))
#define WEFT_POST_INCREMENT(a)   ((a)++)
#define WEFT_POST_DECREMENT(a)   ((a)--)
/* a is written twice. */
#define WEFT_DIVIDE_BY(a, b)    ((a) = WEFT_DIVIDE(a, b))
#define WEFT_REMAINDER_BY(a, b) ((a) = WEFT_REMAINDER(a, b))
/* Where it may not be, as *p++; what is floating saturates on its way to an integer. */
#define WEFT_ADD_AT(a, b)       WEFT_STORED_AT(a, WEFT_ADD, b)
#define WEFT_SUBTRACT_AT(a, b)  WEFT_STORED_AT(a, WEFT_SUBTRACT, b)
#define WEFT_MULTIPLY_AT(a, b)  WEFT_STORED_AT(a, WEFT_MULTIPLY, b)
#define WEFT_DIVIDE_AT(a, b)    WEFT_STORED_AT(a, WEFT_DIVIDE, b)
#define WEFT_REMAINDER_AT(a, b) WEFT_STORED_AT(a, WEFT_REMAINDER, b)

/* ---- what they are made of ---- */

#define WEFT_DIVISORS(name, type, least)                               \
    static WEFT_ALWAYS_INLINE type weft_divisor_##name(type a, type b) \
    {                                                                  \
        return (a == least) & (b == -1) ? 1 : b;                       \
    }
WEFT_DIVISORS(int, int, INT_MIN)
WEFT_DIVISORS(long, long, LONG_MIN)
WEFT_DIVISORS(llong, long long, LLONG_MIN)
#undef WEFT_DIVISORS

/* What a is divided by for b; both are names. */
#define WEFT_DIVISOR(a, b)                        \
    _Generic((a) + (b), int                       \
             : weft_divisor_int(a, b), long       \
             : weft_divisor_long(a, b), long long \
             : weft_divisor_llong(a, b), default  \
             : (b))
#define WEFT_DIVIDED(a, op, b)                            \
    __extension__({                                       \
        const __auto_type weft_left = +(a);               \
        const __auto_type weft_right = +(b);              \
        weft_left op WEFT_DIVISOR(weft_left, weft_right); \
    })
#define WEFT_STORED_AT(a, macro, b)                                     \
    __extension__({                                                     \
        __typeof__(a) *const weft_at = &(a);                            \
        *weft_at = WEFT_CAST(__typeof__(*weft_at), macro(*weft_at, b)); \
    })

#endif

/* bits.c: the bitwise ufuncs that ship. They go through 64 bits because T is double when this file
 * is compiled by itself; the compiler narrows them again. */
#include <weft/annotate.h>

#include <stdbool.h>
#include <stdint.h>

#include "prototypes.h"

WEFT_TYPEVAR(T); /* the type of the operands */

/** The bits set in both. */
WEFT_OPTIONS(identity(-1), reorderable)
WEFT_VECTORIZE("bool(bool, bool)", INTEGERS_2)
T bitwise_and(T a, T b) { return (T)((int64_t)a & (int64_t)b); }

/** The bits set in one or both. */
WEFT_OPTIONS(identity(0), reorderable)
WEFT_VECTORIZE("bool(bool, bool)", INTEGERS_2)
T bitwise_or(T a, T b) { return (T)((int64_t)a | (int64_t)b); }

/** The bits set in exactly one. */
WEFT_OPTIONS(identity(0), reorderable)
WEFT_VECTORIZE("bool(bool, bool)", INTEGERS_2)
T bitwise_xor(T a, T b) { return (T)((int64_t)a ^ (int64_t)b); }

/** Every bit of a turned over; of a truth value, not a. */
WEFT_NAME("invert") WEFT_VECTORIZE("bool(bool)")
bool invert_bool(bool a) { return !a; }

/** Every bit of a turned over. */
WEFT_VECTORIZE(INTEGERS_1)
T invert(T a) { return (T)~(int64_t)a; }

/** a shifted up by b bits; 0 where b is negative or not below the width of a. */
WEFT_VECTORIZE(INTEGERS_2)
T left_shift(T a, T b)
{
    return (uint64_t)b < 8 * sizeof(T) ? (T)((uint64_t)a << (uint64_t)b) : 0;
}

/** a shifted down by b bits, keeping its sign; where b is negative or not below the width of a, 0
 * or, for a negative a, -1. */
WEFT_VECTORIZE(INTEGERS_2)
T right_shift(T a, T b)
{
    if ((uint64_t)b >= 8 * sizeof(T))
        return a < 0 ? (T)-1 : 0;
    return (T)-1 < 0 ? (T)((int64_t)a >> (int64_t)b) : (T)((uint64_t)a >> (uint64_t)b);
}

/* comparison.c: the comparisons and truth values that ship. As in NumPy no NaN raises a
 * floating-point flag; C's < would. */
#include <weft/annotate.h>

#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "prototypes.h"

WEFT_TYPEVAR(T); /* the type of the operands */

/* ---- comparisons: int64 and uint64, which have no integer type in common, by value ---- */

/** a == b. */
WEFT_NAME("equal") WEFT_VECTORIZE(WHOLE_PREDICATES_2)
bool equal_whole(T a, T b) { return a == b; }

/** a == b. */
WEFT_NAME("equal") WEFT_VECTORIZE("bool(int64, uint64)")
bool equal_signed(int64_t a, uint64_t b) { return a >= 0 && (uint64_t)a == b; }

/** a == b. */
WEFT_NAME("equal") WEFT_VECTORIZE("bool(uint64, int64)")
bool equal_unsigned(uint64_t a, int64_t b) { return b >= 0 && a == (uint64_t)b; }

/** a == b. */
WEFT_VECTORIZE(FLOAT_PREDICATES_2, COMPLEX_PREDICATES_2)
bool equal(T a, T b) { return a == b; }

/** a != b. */
WEFT_NAME("not_equal") WEFT_VECTORIZE(WHOLE_PREDICATES_2)
bool not_equal_whole(T a, T b) { return a != b; }

/** a != b. */
WEFT_NAME("not_equal") WEFT_VECTORIZE("bool(int64, uint64)")
bool not_equal_signed(int64_t a, uint64_t b) { return a < 0 || (uint64_t)a != b; }

/** a != b. */
WEFT_NAME("not_equal") WEFT_VECTORIZE("bool(uint64, int64)")
bool not_equal_unsigned(uint64_t a, int64_t b) { return b < 0 || a != (uint64_t)b; }

/** a != b. */
WEFT_VECTORIZE(FLOAT_PREDICATES_2, COMPLEX_PREDICATES_2)
bool not_equal(T a, T b) { return a != b; }

/** a < b. */
WEFT_NAME("less") WEFT_VECTORIZE(WHOLE_PREDICATES_2)
bool less_whole(T a, T b) { return a < b; }

/** a < b. */
WEFT_NAME("less") WEFT_VECTORIZE("bool(int64, uint64)")
bool less_signed(int64_t a, uint64_t b) { return a < 0 || (uint64_t)a < b; }

/** a < b. */
WEFT_NAME("less") WEFT_VECTORIZE("bool(uint64, int64)")
bool less_unsigned(uint64_t a, int64_t b) { return b >= 0 && a < (uint64_t)b; }

/** a < b. */
WEFT_VECTORIZE(FLOAT_PREDICATES_2)
bool less(T a, T b) { return isless(a, b); }

/** a <= b. */
WEFT_NAME("less_equal") WEFT_VECTORIZE(WHOLE_PREDICATES_2)
bool less_equal_whole(T a, T b) { return a <= b; }

/** a <= b. */
WEFT_NAME("less_equal") WEFT_VECTORIZE("bool(int64, uint64)")
bool less_equal_signed(int64_t a, uint64_t b) { return a < 0 || (uint64_t)a <= b; }

/** a <= b. */
WEFT_NAME("less_equal") WEFT_VECTORIZE("bool(uint64, int64)")
bool less_equal_unsigned(uint64_t a, int64_t b) { return b >= 0 && a <= (uint64_t)b; }

/** a <= b. */
WEFT_VECTORIZE(FLOAT_PREDICATES_2)
bool less_equal(T a, T b) { return islessequal(a, b); }

/** a > b. */
WEFT_NAME("greater") WEFT_VECTORIZE(WHOLE_PREDICATES_2)
bool greater_whole(T a, T b) { return a > b; }

/** a > b. */
WEFT_NAME("greater") WEFT_VECTORIZE("bool(int64, uint64)")
bool greater_signed(int64_t a, uint64_t b) { return a >= 0 && (uint64_t)a > b; }

/** a > b. */
WEFT_NAME("greater") WEFT_VECTORIZE("bool(uint64, int64)")
bool greater_unsigned(uint64_t a, int64_t b) { return b < 0 || a > (uint64_t)b; }

/** a > b. */
WEFT_VECTORIZE(FLOAT_PREDICATES_2)
bool greater(T a, T b) { return isgreater(a, b); }

/** a >= b. */
WEFT_NAME("greater_equal") WEFT_VECTORIZE(WHOLE_PREDICATES_2)
bool greater_equal_whole(T a, T b) { return a >= b; }

/** a >= b. */
WEFT_NAME("greater_equal") WEFT_VECTORIZE("bool(int64, uint64)")
bool greater_equal_signed(int64_t a, uint64_t b) { return a >= 0 && (uint64_t)a >= b; }

/** a >= b. */
WEFT_NAME("greater_equal") WEFT_VECTORIZE("bool(uint64, int64)")
bool greater_equal_unsigned(uint64_t a, int64_t b) { return b < 0 || a >= (uint64_t)b; }

/** a >= b. */
WEFT_VECTORIZE(FLOAT_PREDICATES_2)
bool greater_equal(T a, T b) { return isgreaterequal(a, b); }

/* ---- truth values: every number but 0 is true ---- */

/** Whether both are true. */
WEFT_OPTIONS(identity(1), reorderable)
WEFT_VECTORIZE(REAL_PREDICATES_2, COMPLEX_PREDICATES_2)
bool logical_and(T a, T b) { return a != 0 && b != 0; }

/** Whether one or both are true. */
WEFT_OPTIONS(identity(0), reorderable)
WEFT_VECTORIZE(REAL_PREDICATES_2, COMPLEX_PREDICATES_2)
bool logical_or(T a, T b) { return a != 0 || b != 0; }

/** Whether exactly one is true. */
WEFT_OPTIONS(identity(0), reorderable)
WEFT_VECTORIZE(REAL_PREDICATES_2, COMPLEX_PREDICATES_2)
bool logical_xor(T a, T b) { return (a != 0) != (b != 0); }

/** Whether a is false. */
WEFT_VECTORIZE(REAL_PREDICATES_1, COMPLEX_PREDICATES_1)
bool logical_not(T a) { return a == 0; }

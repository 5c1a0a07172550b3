/* flags: --targets=cpu,parallel,gpu */
/* Helpers, tables and types that several functions use stand once, if all names in them mean the same. */
#include <weft/annotate.h>

typedef struct pair {
    double a, b;
} pair;
static const double table[3] = {1, 2, 3};
static double times(double x) { return x * table[1]; }
static pair both(double x) { return (pair){x, times(x)}; }
static double alone(double x) { return x + 1; } /* of one function */
/** Of what is shared, and of what is not. */
WEFT_VECTORIZE() double sum(double x) { pair p = both(x); return p.a + p.b + alone(x); }
WEFT_VECTORIZE() double product(double x) { return both(x).a * times(x); }
WEFT_VECTORIZE() double last(double x) { return table[2] * x; }

WEFT_TYPEVAR(T);
static T twice(T x) { return 2 * x; }
WEFT_VECTORIZE("float32(float32)", "float64(float64)") T up(T x) { return twice(x); }
WEFT_VECTORIZE("float32(float32)", "float64(float64)") T down(T x) { return -twice(x) * (T)table[0]; }

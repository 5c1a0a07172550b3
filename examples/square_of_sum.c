/* square_of_sum.c: one formula of two numbers, written once for two types. */
#include <weft/annotate.h>

WEFT_TYPEVAR(T);

/** (a + b)². */
WEFT_VECTORIZE("float32(float32, float32)", "float64(float64, float64)")
T square_of_sum(T a, T b) { return (a + b) * (a + b); }

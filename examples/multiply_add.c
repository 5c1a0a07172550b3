/* multiply_add.c: the smallest body there is: what a call costs, and what memory costs. */
#include <weft/annotate.h>

/** x1 x2 + b. */
WEFT_VECTORIZE("float32(float32, float32, float32)")
float multiply_add(float x1, float x2, float b) { return x1 * x2 + b; }

/* What a macro stands for is said of the place that uses it; what an included file holds, of that. */
#include <weft/annotate.h>
#define REQUEST(n) malloc(n)
#define TWO_LINES 1 + \
    2
#include <stdlib.h>

WEFT_VECTORIZE() int first(int x) { return TWO_LINES + (REQUEST(8) != 0) + x; }
WEFT_VECTORIZE() int second(int x) { return abs(x) +
#include "sources/called.inc"
+ rand(); }

/* Declarations of functions that theirs.c defines. */
#include <weft/annotate.h>

WEFT_VECTORIZE() double counted(double x); /* has state, and is linked */
WEFT_VECTORIZE() double scaled(double x);  /* is carried, and its header comes along */

WEFT_VECTORIZE() WEFT_OPTIONS(default(by, 3), default(less, 0.5))
double shifted(double x, double by, double less);

/* flags: --targets=cpu,parallel */
/* Where another function has the pointers, what it does with the core dimensions is not seen. */
#include <weft/annotate.h>
void turn(double *a, double *b);
WEFT_GUVECTORIZE("(3)->(3)") void turned(double *a, double *b) { turn(a, b); }

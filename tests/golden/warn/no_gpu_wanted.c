// flags: --targets=cpu
#include <weft/annotate.h>
double theirs(double x);
WEFT_VECTORIZE()
double ours(double x) { return 2 * theirs(x); }

// flags: --targets=cpu,gpu --require-all
#include <weft/annotate.h>
#include <string.h>
double theirs(double x);
WEFT_VECTORIZE()
double ours(double x) { return 2 * theirs(x); }
WEFT_VECTORIZE()
int compare(int x) { return strcoll("a", "b") + x; }

// flags: --source sources/lines.c --targets=cpu
#include <weft/annotate.h>
int divided(int a, int b);
WEFT_VECTORIZE()
int g(int a, int b) { return divided(a, b) + 1; }

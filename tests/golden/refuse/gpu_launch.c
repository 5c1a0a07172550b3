// flags: --targets=cpu,gpu --require-all
#include <weft/annotate.h>
WEFT_LAUNCH(blocks(n), threads(32))
WEFT_GUVECTORIZE("(n)->(n)") void f(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }

#include <weft/annotate.h>
#include <stdlib.h>
/* Five of one function on its line, and one of another: each is named once. */
WEFT_VECTORIZE() int often(int x) { unsigned s = x; return rand_r(&s) + rand_r(&s) + rand_r(&s) + rand_r(&s) + rand_r(&s); }
WEFT_VECTORIZE() int once(int x) { unsigned s = x; return rand_r(&s); }

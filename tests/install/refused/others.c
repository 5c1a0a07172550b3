#include <weft/annotate.h>

WEFT_VECTORIZE() double another(double x) { return x - 1; }

/* install.sh has a ptxas that takes this for too much. */
WEFT_VECTORIZE() double tight(double x) { return x * 2; }

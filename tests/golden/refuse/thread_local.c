#include <weft/annotate.h>
static _Thread_local double state;
WEFT_VECTORIZE()
double remember(double x) { return state + x; }

// flags: --source sources/theirs.c
#include <weft/annotate.h>
WEFT_VECTORIZE()
double theirs(double x);

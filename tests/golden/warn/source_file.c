// flags: --source sources/theirs.c
/* What stands in somebody else's file and cannot be carried is linked, and the rest is carried. */
#include <weft/annotate.h>
double theirs(double x);
double allocates(double x);
WEFT_VECTORIZE() double theirs(double x);
WEFT_VECTORIZE() double table(int i);
WEFT_VECTORIZE() double address(int i);
WEFT_VECTORIZE() double mine(double x) { return allocates(x) + 1; }

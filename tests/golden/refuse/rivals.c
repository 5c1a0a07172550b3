// flags: --targets=cpu --source sources/rival.c --source sources/rival_too.c
/* What two files define, and neither as weak: a linker refuses it, where it is asked for. */
#include <weft/annotate.h>
extern const int size;
int inner(int x);
WEFT_VECTORIZE() int first(int x) { return x * size; }
WEFT_VECTORIZE() int second(int x) { return inner(x); }

#include <weft/annotate.h>
static const unsigned char bytes[] = {
#embed "unknown_directive.c"
};
WEFT_VECTORIZE()
int first(int x) { return x + bytes[0]; }

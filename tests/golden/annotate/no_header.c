/* Without a header of the user's nobody can say what its types are. */
#include <weft/annotate.h>
#include "no_such_header.h"
WEFT_VECTORIZE("int32(int32)")
number twice(number x) { return 2 * x; }
typedef number pair[2];
WEFT_GUVECTORIZE("(2)->()")
double sum(const pair x) { return x[0] + x[1]; }
WEFT_VECTORIZE("int32(int32)")
WEFT_OPTIONS(quick)
int known(int x) { return x; }

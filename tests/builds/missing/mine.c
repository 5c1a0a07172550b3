#include <weft/annotate.h>
WEFT_VECTORIZE() double good(double x);
WEFT_VECTORIZE() double bad(double x);
WEFT_VECTORIZE() double indirect(double x);
WEFT_VECTORIZE() double absent(double x);
double lost(double x);
WEFT_VECTORIZE() double calls(double x) { return lost(x) + 1; }

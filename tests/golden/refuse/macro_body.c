// flags: -isystem system
#include <weft/annotate.h>
#include <macros.h>

TWICE(twice, double)

WEFT_VECTORIZE()
double quadruple(double x) { return twice(twice(x)); }

WEFT_VECTORIZE()
double half(double x) HALVED

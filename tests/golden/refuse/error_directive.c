#include <weft/annotate.h>
#ifndef GRID
#error "define GRID, the number of cells"
#define GRID 8
#endif
WEFT_VECTORIZE() double f(double x){return x*GRID;}

#include <weft/annotate.h>
extern const double gravity;
extern double height;
WEFT_VECTORIZE()
double fall(double x) { return gravity * x + height; }

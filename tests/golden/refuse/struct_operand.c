#include <weft/annotate.h>
struct point { double x, y; };
WEFT_VECTORIZE()
double norm(struct point p) { return p.x * p.x + p.y * p.y; }

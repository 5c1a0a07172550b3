#include <weft/annotate.h>
#include <tgmath.h>

WEFT_TYPEVAR(T);

WEFT_VECTORIZE("float32(float32, float32)", "float64(float64, float64)")
T hypotenuse(T a, T b) { return sqrt(a * a + b * b); }

#include <weft/annotate.h>
#undef WEFT_TYPEVAR
#define WEFT_TYPEVAR(T) typedef double T __attribute__((annotate("weft.typevar")))
WEFT_TYPEVAR(T);
WEFT_VECTORIZE("float32(float32)", "float64(float64)")
T same(T x) { return x; }

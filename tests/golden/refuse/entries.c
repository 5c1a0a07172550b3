/* Two ufuncs whose typed entries would have one name. */
#include <weft/annotate.h>
WEFT_VECTORIZE() double outer(double x) { return x; }
WEFT_VECTORIZE() double outer_(double x) { return 2 * x; }
WEFT_VECTORIZE() double ufunc_twin(double x) { return 3 * x; }
WEFT_VECTORIZE() double twin_(double x) { return 4 * x; }
WEFT_VECTORIZE() double call(double x) { return 5 * x; }

#include <weft/annotate.h>
WEFT_VECTORIZE() double plain(double x) { return x + 1'000; }
WEFT_VECTORIZE() double odd(double x) { return __builtin_elementwise_abs(x) + 2; }

/* What C does not know is said once, and before its consequences, which are not. */
#include <weft/annotate.h>
WEFT_TYPEVAR(T);
WEFT_GUVECTORIZE("(n),(n)->()", "void(float64[:], float64[:], float64[:])")
void behind(const double x[n], const double y[n], size_t n, double *sum) { *sum = x[n - 1]; }
WEFT_VECTORIZE("int32(int32, int32)")
nowhere unknown(nowhere a, int b) { return a.x + b; }
static T helper(nowhere a, T b) { return a + b; }
WEFT_VECTORIZE("float32(float32)", "float64(float64)")
T uses_helper(T a) { return helper(1, a); }
WEFT_REDUCE("float64(float64)")
WEFT_OPTIONS(map(unknown_map))
double reduction(double a, double b) { return a + b; }
static double unknown_map(nowhere x) { return x; }
WEFT_VECTORIZE("int32(int32)")
double independent(int a) { return a + missing; }

#include <weft/annotate.h>
#include <stdint.h>

/* C has it, C++ has not, and nothing but nvcc itself says so. */
#define CHOSEN(x) __builtin_choose_expr(1, x, 2.0)

WEFT_VECTORIZE() double bad(double x) { return CHOSEN(x); }
WEFT_VECTORIZE() double good(double x) { return x + 1; }
WEFT_VECTORIZE() double größe(double x) { return CHOSEN(x) + 1; }

static double square(double x) { return CHOSEN(x) * x; }

WEFT_REDUCE("float64(float64)")
WEFT_OPTIONS(map(square), identity(0))
static double squares(double a, double b) { return a + b; }

static double cube(double x) { return x * x * x; }

WEFT_REDUCE("float64(float64)")
WEFT_OPTIONS(map(cube), identity(0))
static double cubes(double a, double b) { return a + b; }

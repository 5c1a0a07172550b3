// flags: --targets=cpu
/* Reductions whose functions do not go together. */
#include <weft/annotate.h>
#include <stdint.h>
WEFT_TYPEVAR(T);
static T square(T x) { return x * x; }
static float narrow(double x) { return (float)x; }
static T product(T x, T y) { return x * y; }
static double two(double x, double y) { return x * y; }
static double none(void) { return 0; }
static double pointed(const double *x) { return *x; }
static void nothing(double x) { (void)x; }
static double share(double sum, int n) { return sum / n; }
static double mean(double sum, int64_t n) { return sum / (double)n; }
static double root(float sum) { return sum; }

WEFT_REDUCE("float64(float64)") WEFT_OPTIONS(map(missing))
static double map_missing(double a, double b) { return a + b; }
WEFT_REDUCE("float64(float64)") WEFT_OPTIONS(finish(missing))
static double finish_missing(double a, double b) { return a + b; }
WEFT_REDUCE("float64(float64)") WEFT_OPTIONS(map())
static double map_unnamed(double a, double b) { return a + b; }
WEFT_REDUCE("float64(float64)") WEFT_OPTIONS(map(narrow))
static double map_of_another(double a, double b) { return a + b; }
WEFT_REDUCE("float64(float64)") WEFT_OPTIONS(map(none))
static double map_of_nothing(double a, double b) { return a + b; }
WEFT_REDUCE("float64(float64)") WEFT_OPTIONS(map(pointed))
static double map_pointed(double a, double b) { return a + b; }
WEFT_REDUCE("float64(float64)") WEFT_OPTIONS(map(nothing))
static double map_void(double a, double b) { return a + b; }
WEFT_REDUCE("float64(float64)") WEFT_OPTIONS(map(two))
static double map_counts(double a, double b) { return a + b; }
WEFT_REDUCE("float64(float64, float64)")
static double needs_map(double a, double b) { return a + b; }
WEFT_REDUCE("float64(float64)") WEFT_OPTIONS(finish(share))
static double finish_count(double a, double b) { return a + b; }
WEFT_REDUCE("float64(float64)") WEFT_OPTIONS(finish(root))
static double finish_of_another(double a, double b) { return a + b; }
WEFT_REDUCE("int32(float64)") WEFT_OPTIONS(finish(mean))
static double finish_cast(double a, double b) { return a + b; }
WEFT_REDUCE("complex64(complex64)")
static double operand_cast(double a, double b) { return a + b; }
WEFT_REDUCE("float64(float64, float32)") WEFT_OPTIONS(map(product))
static T map_binds_twice(T a, T b) { return a + b; }
WEFT_REDUCE("float64(float32, float64)") WEFT_OPTIONS(map(two))
static double map_dtype(double a, double b) { return a + b; }
WEFT_REDUCE("float64(float64)", "float64(float64)") WEFT_OPTIONS(map(square))
static T twice(T a, T b) { return a + b; }
WEFT_REDUCE("float64(float64[:])")
static double with_rank(double a, double b) { return a + b; }
WEFT_REDUCE("void(float64)")
static double to_void(double a, double b) { return a + b; }
WEFT_REDUCE("float64(flaot64)")
static double misspelt(double a, double b) { return a + b; }
WEFT_REDUCE()
static double three(double a, double b, double c) { return a + b + c; }
WEFT_REDUCE()
static double mixed(double a, float b) { return a + b; }
WEFT_REDUCE() WEFT_OPTIONS(widening)
static double widens(double a, double b) { return a + b; }
WEFT_REDUCE() WEFT_VECTORIZE()
static double both(double a, double b) { return a + b; }
WEFT_REDUCE() WEFT_REDUCE()
static double annotated_twice(double a, double b) { return a + b; }
WEFT_VECTORIZE() WEFT_OPTIONS(map(square))
double no_reduction(double a, double b) { return a + b; }
WEFT_VECTORIZE()
double shared(double a) { return a; }
WEFT_REDUCE() WEFT_NAME("shared")
static double shares(double a, double b) { return a + b; }
WEFT_REDUCE() WEFT_OPTIONS(map(two))
static double fine(double a, double b) { return a + b; }

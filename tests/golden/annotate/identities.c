// flags: --targets=cpu
/* Identities that are no numbers, or that a loop of their function cannot hold; and some that it
 * can. Options for reductions at functions that cannot be reduced. */
#include <weft/annotate.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
WEFT_TYPEVAR(T);

WEFT_VECTORIZE("int64(int64, int64)") WEFT_OPTIONS(identity(9007199254740993))
int64_t too_many_bits(int64_t a, int64_t b) { return a > b ? a : b; }
WEFT_VECTORIZE("uint64(uint64, uint64)") WEFT_OPTIONS(identity(UINT64_MAX))
uint64_t largest_of_all(uint64_t a, uint64_t b) { return a < b ? a : b; }
WEFT_VECTORIZE("uint64(uint64, uint64)") WEFT_OPTIONS(identity(99999999999999999999))
uint64_t too_large(uint64_t a, uint64_t b) { return a < b ? a : b; }
WEFT_VECTORIZE("float64(float64, float64)") WEFT_OPTIONS(identity(1e999))
double beyond_double(double a, double b) { return a + b; }
WEFT_VECTORIZE("uint16(uint16, uint16)", "uint8(uint8, uint8)") WEFT_OPTIONS(identity(300))
T too_large_for_one(T a, T b) { return (T)(a + b); }
WEFT_VECTORIZE("uint8(uint8, uint8)") WEFT_OPTIONS(reorderable, identity(-5))
uint8_t negative(uint8_t a, uint8_t b) { return (uint8_t)(a + b); }
WEFT_VECTORIZE("int8(int8, int8)") WEFT_OPTIONS(identity(128))
int8_t just_too_large(int8_t a, int8_t b) { return (int8_t)(a + b); }
WEFT_VECTORIZE("bool(bool, bool)") WEFT_OPTIONS(identity(2))
bool no_truth(bool a, bool b) { return a && b; }
WEFT_VECTORIZE("float64(float64, float64)", "int32(int32, int32)") WEFT_OPTIONS(identity(0.5))
T fraction(T a, T b) { return (T)(a + b); }
WEFT_VECTORIZE() WEFT_OPTIONS(identity(-INFINITY))
int32_t infinite(int32_t a, int32_t b) { return a > b ? a : b; }
WEFT_VECTORIZE() WEFT_OPTIONS(identity(nan))
int64_t not_a_number(int64_t a, int64_t b) { return a > b ? a : b; }
WEFT_VECTORIZE("float16(float16, float16)") WEFT_OPTIONS(identity(FLT_MAX))
float beyond_half(float a, float b) { return a < b ? a : b; }
WEFT_REDUCE("int64(int32)") WEFT_OPTIONS(identity(INT64_MAX))
static int64_t reduced(int64_t a, int64_t b) { return a < b ? a : b; }
WEFT_REDUCE("int32(int32)") WEFT_OPTIONS(identity(3000000000))
static int32_t of_accumulator(int32_t a, int32_t b) { return a + b; }
WEFT_NAME("shared") WEFT_VECTORIZE("bool(bool, bool)") WEFT_OPTIONS(identity(-1))
bool shared_bool(bool a, bool b) { return a && b; }
WEFT_NAME("shared") WEFT_VECTORIZE("int8(int8, int8)", "uint8(uint8, uint8)")
T shared_all_bits(T a, T b) { return (T)((long)a & (long)b); }
WEFT_NAME("added") WEFT_VECTORIZE("int16(int16, int16)") WEFT_OPTIONS(identity(-300))
int16_t added_first(int16_t a, int16_t b) { return a > b ? a : b; }
WEFT_NAME("added") WEFT_VECTORIZE("int8(int8, int8)")
int8_t added_later(int8_t a, int8_t b) { return a > b ? a : b; }

WEFT_VECTORIZE() WEFT_OPTIONS(identity(1 2))
double two_numbers(double a, double b) { return a + b; }
WEFT_VECTORIZE() WEFT_OPTIONS(identity())
double no_number(double a, double b) { return a + b; }
WEFT_VECTORIZE() WEFT_OPTIONS(identity)
double no_parentheses(double a, double b) { return a + b; }
WEFT_VECTORIZE() WEFT_OPTIONS(identity(1.5u))
double wrong_suffix(double a, double b) { return a + b; }
WEFT_VECTORIZE() WEFT_OPTIONS(identity(2 * 3))
double product(double a, double b) { return a + b; }

WEFT_VECTORIZE() WEFT_OPTIONS(reorderable)
double one_input(double a) { return a; }
WEFT_VECTORIZE() WEFT_OPTIONS(identity(0))
double three_inputs(double a, double b, double c) { return a + b + c; }
WEFT_VECTORIZE() WEFT_OPTIONS(widening)
void two_outputs(int a, int b, int *c, int *d) { *c = *d = a + b; }
WEFT_GUVECTORIZE("(n),(n)->()") WEFT_OPTIONS(reorderable, widening)
double cores(size_t n, const double a[n], const double b[n]) { return n ? a[0] + b[0] : 0; }

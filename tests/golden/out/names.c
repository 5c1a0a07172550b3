/* flags: --targets=cpu,parallel */
#include <stdint.h>
#include <weft/annotate.h>

/// Names that C++ keeps for itself; what??! is no trigraph, and src/*.c begins no comment.
WEFT_VECTORIZE("float64(float64, float64, float64, float64)")
double words(double new, double new_, double and, double error)
{
    return new + new_ + and + error;
}

WEFT_VECTORIZE("float64(float64, float64)")
double made_up(double result, double result_) { return result * result_; }

/* Macros of headers that a program may include first. */
WEFT_VECTORIZE("float64(float64, float64)")
double power(double I, double U_0) { return I * U_0; }

/* Both loops would be called f_int8_int16. */
WEFT_VECTORIZE("float64(int8, int16)")
double f(int8_t x, int16_t y) { return x + y; }

WEFT_VECTORIZE("float64(int16)")
double f_int8(int16_t x) { return x; }

/* kernels.c: functions of the cpu's table of workloads that the shipped library does not have. Those
 * that it shares with the gpu's are in rows_kernels.c. */
#include <weft/annotate.h>

#include <stdint.h>
#include <tgmath.h>

WEFT_TYPEVAR(T);

/** e^x. */
WEFT_VECTORIZE("float32(float32)", "float64(float64)")
T exponential(T x) { return exp(x); }

/** The natural logarithm. */
WEFT_VECTORIZE("float32(float32)", "float64(float64)")
T logarithm(T x) { return log(x); }

/** The sine. */
WEFT_VECTORIZE("float32(float32)", "float64(float64)")
T sine(T x) { return sin(x); }

/** The error function. */
WEFT_VECTORIZE("float32(float32)", "float64(float64)")
T error_function(T x) { return erf(x); }

/** x to the power y. */
WEFT_VECTORIZE("float64(float64, float64)")
double to_power(double x, double y) { return pow(x, y); }

/** Steps of the Collatz sequence from n down to 1, at most 1000. */
WEFT_VECTORIZE("int32(int32)")
int32_t collatz(int32_t n)
{
    int32_t steps = 0;
    while (n > 1 && steps < 1000) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}

/* lanes_kernels.c: what lanes.py times. */
#include <weft/annotate.h>

#include <stdint.h>
#include <tgmath.h>

WEFT_TYPEVAR(T);

WEFT_VECTORIZE("int32(float32, float32)", "int32(float64, float64)")
int32_t mandelbrot(T x, T y)
{
    T real = 0, imaginary = 0;
    int32_t steps = 0;
    while (steps < 255 && real * real + imaginary * imaginary < 4) {
        T next = real * real - imaginary * imaginary + x;
        imaginary = 2 * real * imaginary + y;
        real = next;
        steps++;
    }
    return steps;
}

WEFT_TYPEVAR(N);
WEFT_VECTORIZE("int32(int32)", "int32(int64)")
int32_t collatz(N x)
{
    int32_t steps = 0;
    while (x > 1 && steps < 200) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        steps++;
    }
    return steps;
}

/* A cube root by Newton's way. */
WEFT_VECTORIZE("float32(float32)", "float64(float64)")
T root(T x)
{
    T y = 1;
    for (int i = 0; i < 60; i++) {
        T next = y - (y * y * y - x) / (3 * y * y);
        if (fabs(next - y) < (T)1e-6)
            return next;
        y = next;
    }
    return y;
}

static T normal(T x)
{
    return erfc(x * (T)-0.70710678118654752440) / 2;
}

WEFT_VECTORIZE("void(float32, float32, float32, float32, float32, float32[:], float32[:])",
               "void(float64, float64, float64, float64, float64, float64[:], float64[:])")
void black_scholes(T price, T strike, T years, T rate, T volatility, T *call, T *put)
{
    T spread = volatility * sqrt(years);
    T d1 = (log(price / strike) + (rate + volatility * volatility / 2) * years) / spread;
    T d2 = d1 - spread;
    T discounted = strike * exp(-rate * years);
    *call = price * normal(d1) - discounted * normal(d2);
    *put = discounted * normal(-d2) - price * normal(-d1);
}

WEFT_VECTORIZE("float32(float32)", "float64(float64)")
T exponential(T x)
{
    return exp(x);
}

/* No lanes of its own accord: compilers make vectors of it. */
WEFT_VECTORIZE("float32(float32, float32, float32)")
float clip(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

/* rows_kernels.c: functions of the table of workloads that the shipped library does not have. */
#include <weft/annotate.h>

#include <stdint.h>
#include <tgmath.h>

WEFT_TYPEVAR(T);

/** (a + b)². */
WEFT_VECTORIZE("float32(float32, float32)")
float square_of_sum(float a, float b) { return (a + b) * (a + b); }

/** The larger root of a x² + b x + c. */
WEFT_VECTORIZE("float64(float64, float64, float64)")
double larger_root(double a, double b, double c)
{
    return (-b + sqrt(b * b - 4 * a * c)) / (2 * a);
}

/** Prices of a European call and put: spot, strike, years; rate and volatility per year. */
WEFT_VECTORIZE("void(float32, float32, float32, float32, float32, float32[:], float32[:])",
               "void(float64, float64, float64, float64, float64, float64[:], float64[:])")
void black_scholes(T spot, T strike, T years, T rate, T volatility, T *call, T *put)
{
    T root = sqrt(years);
    T d1 = (log(spot / strike) + (rate + (T)0.5 * volatility * volatility) * years) /
           (volatility * root);
    T d2 = d1 - volatility * root;
    T n1 = (T)0.5 * erfc(-d1 * (T)0.70710678118654752440);
    T n2 = (T)0.5 * erfc(-d2 * (T)0.70710678118654752440);
    T worth = strike * exp(-rate * years);
    *call = spot * n1 - worth * n2;
    *put = worth * (1 - n2) - spot * (1 - n1);
}

/** Steps of z -> z² + c that stay within 2, at most `limit`; c = x + i y. */
WEFT_VECTORIZE("int32(float32, float32, int32)")
int32_t escape(float x, float y, int32_t limit)
{
    float real = 0, imaginary = 0;
    int32_t steps = 0;
    while (steps < limit && real * real + imaginary * imaginary < 4) {
        float next = real * real - imaginary * imaginary + x;
        imaginary = 2 * real * imaginary + y;
        real = next;
        steps++;
    }
    return steps;
}

/** A number as float32, and as int8. */
WEFT_VECTORIZE("float32(int8)")
float widen(int8_t a) { return a; }

/** The same back. */
WEFT_VECTORIZE("int8(float32)")
int8_t narrow(float a) { return (int8_t)a; }

/** int8 times float32. */
WEFT_VECTORIZE("float32(int8, float32)")
float scale(int8_t a, float b) { return (float)a * b; }

/** The mean of a row. */
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->()", "float32(float32[:])")
float row_mean(int64_t n, const float a[n])
{
    float sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += a[i];
    return sum / (float)n;
}

/** The inverse by cofactors. */
WEFT_GUVECTORIZE("(3,3)->(3,3)", "void(float32[:,:], float32[:,:])")
void inverse_3(const float a[3][3], float inverse[3][3])
{
    float c0 = a[1][1] * a[2][2] - a[1][2] * a[2][1];
    float c1 = a[1][2] * a[2][0] - a[1][0] * a[2][2];
    float c2 = a[1][0] * a[2][1] - a[1][1] * a[2][0];
    float share = 1 / (a[0][0] * c0 + a[0][1] * c1 + a[0][2] * c2);
    inverse[0][0] = c0 * share;
    inverse[0][1] = (a[0][2] * a[2][1] - a[0][1] * a[2][2]) * share;
    inverse[0][2] = (a[0][1] * a[1][2] - a[0][2] * a[1][1]) * share;
    inverse[1][0] = c1 * share;
    inverse[1][1] = (a[0][0] * a[2][2] - a[0][2] * a[2][0]) * share;
    inverse[1][2] = (a[0][2] * a[1][0] - a[0][0] * a[1][2]) * share;
    inverse[2][0] = c2 * share;
    inverse[2][1] = (a[0][1] * a[2][0] - a[0][0] * a[2][1]) * share;
    inverse[2][2] = (a[0][0] * a[1][1] - a[0][1] * a[1][0]) * share;
}

/** Exponential smoothing: y[t] = weight x[t] + (1 - weight) y[t - 1]. */
WEFT_GUVECTORIZE("(n),()->(n)", "void(float32[:], float32, float32[:])")
void smooth(int64_t n, const float x[n], float weight, float y[n])
{
    float last = 0;
    for (int64_t t = 0; t < n; t++) {
        last = weight * x[t] + (1 - weight) * last;
        y[t] = last;
    }
}

static float square_of(float x)
{
    return x * x;
}

static float root_of(float sum)
{
    return sqrtf(sum);
}

/** The Euclidean norm. */
WEFT_REDUCE("float32(float32)")
WEFT_OPTIONS(map(square_of), finish(root_of), identity(0), reorderable)
static float length(float a, float b) { return a + b; }

/* flags: --bodies=lanes --targets=cpu
 * Functions as vectors of items, one construct each. */
#include <weft/annotate.h>

#include <complex.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

WEFT_TYPEVAR(T);

/* A choice, and an assignment under its mask. */
WEFT_VECTORIZE("float64(float64)", "int32(int32)")
T half_if_large(T x)
{
    if (x > 100)
        x = x / 2;
    return x;
}

/* A return before the end. */
WEFT_VECTORIZE("float32(float32)")
float root(float x)
{
    if (x < 0)
        return -1;
    return sqrtf(x);
}

/* Items leave one by one; `limit` differs, `round` does not. */
WEFT_VECTORIZE("int32(float64, int32)")
int32_t rounds(double x, int32_t limit)
{
    int32_t round = 0;
    while (x < 1e6) {
        x = x * x + 1;
        if (++round == limit)
            break;
    }
    return round;
}

/* The same number of rounds for all, of which some are cut short. */
WEFT_VECTORIZE("int64(int64)")
int64_t odd_bits(int64_t x)
{
    int64_t count = 0;
    for (int i = 0; i < 8; i++) {
        if (x >> i & 1)
            continue;
        count += i;
    }
    return count;
}

/* Falling through. */
WEFT_VECTORIZE("int32(int32)")
int32_t rank(int32_t x)
{
    int32_t result = 0;
    switch (x) {
    case 3:
        result = 1;
    case 4 ... 6:
        result += 10;
        break;
    default:
        result = -1;
    }
    return result;
}

/* A quotient and an element, where the condition before lets them. */
static const double steps[4] = {0.5, 1, 2, 4};
WEFT_VECTORIZE("float64(int32, int32)")
double guarded(int32_t x, int32_t y)
{
    return y != 0 && x / y < 4 && x / y >= 0 ? steps[x / y] : 0;
}

/* A helper with a second result. */
static double split(double x, double *rest)
{
    double whole = floor(x);
    *rest = x - whole;
    return whole;
}
WEFT_VECTORIZE("void(float64, float64[:], float64[:])")
void parts(double x, double *whole, double *rest)
{
    double part;
    *whole = split(fabs(x), &part);
    *rest = part;
}

/* An array of the item's own. */
WEFT_VECTORIZE("float64(float64, uint8)")
double pick(double x, uint8_t which)
{
    double powers[3] = {1, x, x * x};
    powers[which % 3] += 1;
    return powers[which % 3] * powers[0];
}

/* Functions of the C library: a twin of vectors, one that is exact, one lane by lane. */
WEFT_VECTORIZE("float64(float64, float64)")
double library(double x, double y)
{
    return exp(-x * x) + trunc(y) * j0(y);
}

/* Conversions: saturating, of a truth, narrow. */
WEFT_VECTORIZE("int8(float32, bool)")
int8_t narrow(float x, _Bool flag)
{
    return (int8_t)x + (flag || x > 3);
}

/* An output that may stay as it is. */
WEFT_VECTORIZE("void(float64, float64[:])")
void keep_larger(double x, double *most)
{
    if (x > *most)
        *most = x;
}

/* Same bits everywhere: C's own exp. */
WEFT_VECTORIZE("float64(float64)") WEFT_OPTIONS(strict)
double strictly(double x)
{
    return exp(x) + x * x;
}

/* A helper of two functions, which stands once; what it stores is not wanted by one of them. */
static double halve(double x, double *rest)
{
    double half = floor(x / 2);
    if (rest != NULL)
        *rest = x - 2 * half;
    return half;
}

WEFT_VECTORIZE("float64(float64)")
double half_of(double x)
{
    return halve(x, NULL);
}

WEFT_VECTORIZE("float64(float64)")
double parity(double x)
{
    double rest;
    return halve(x, &rest) > 10 ? rest : -rest;
}

/* A function of complex numbers with a twin. */
WEFT_VECTORIZE("float64(float64, float64)")
double angle_and_size(double x, double y)
{
    double complex logarithm = clog(CMPLX(x, y));
    return creal(logarithm) + cimag(logarithm);
}

/* Three functions of vectors, one behind the other: two vectors go side by side, statement by statement. */
WEFT_VECTORIZE("float64(float64)")
double waiting(double x)
{
    double size = log(x), wave = sin(size);
    if (x > 1)
        wave = wave * wave;
    return exp(-wave) * size;
}

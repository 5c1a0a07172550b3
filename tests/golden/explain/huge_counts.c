/* Counts of rounds that no number holds: the estimate stays one. */
#include <math.h>
#include <stdint.h>
#include <weft/annotate.h>

WEFT_VECTORIZE()
int squares(int x)
{
    unsigned a = 1000000, b = a * a, c = b * b, d = c * c, e = d * d, f = e * e, g = f * f;
    int sum = 0;
    for (unsigned i = 0; i < (g ^ x); i++)
        sum += i ^ x;
    return sum;
}

WEFT_VECTORIZE()
int quotients(int x)
{
    unsigned a = 1000000, b = a * a, c = b * b, d = c * c, e = d * d, f = e * e, g = f * f;
    unsigned h = g / (f * f) + x;
    int sum = 0;
    while (h > 3) {
        sum += h ^ x;
        h -= g / (e * e);
    }
    return sum;
}

WEFT_VECTORIZE()
int nested(int x)
{
    const int64_t most = INT64_MAX;
    int sum = 0;
    for (int64_t a = 0; a < most; a++)
        for (int64_t b = 0; b < most; b++)
            for (int64_t c = 0; c < most; c++)
                for (int64_t d = 0; d < most; d++)
                    for (int64_t e = 0; e < most; e++)
                        for (int64_t f = 0; f < most; f++)
                            for (int64_t g = 0; g < most; g++)
                                for (int64_t h = 0; h < most; h++)
                                    for (int64_t i = 0; i < most; i++)
                                        for (int64_t j = 0; j < most; j++)
                                            for (int64_t k = 0; k < most; k++)
                                                for (int64_t l = 0; l < most; l++)
                                                    for (int64_t m = 0; m < most; m++)
                                                        for (int64_t n = 0; n < most; n++)
                                                            for (int64_t o = 0; o < most; o++)
                                                                for (int64_t p = 0; p < most; p++)
                                                                    for (int64_t q = 0; q < x; q++)
                                                                        sum += (int)(a ^ q);
    return sum;
}

static int deep1(int x, int64_t n)
{
    int sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += x ^ (int)i;
    return sum;
}
static int deep2(int x, int64_t n)
{
    int sum = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n * n * n * n * n * n * n * n; k++)
            sum += deep1(x, n * n * n * n * n * n * n * n);
    return sum;
}

WEFT_VECTORIZE()
int calls(int x)
{
    int sum = 0;
    for (int64_t i = 0; i < INT64_MAX; i++)
        sum += deep2(x, INT64_MAX);
    return sum;
}

WEFT_VECTORIZE()
float endless(float x)
{
    float sum = 0;
    for (float t = 0; t < INFINITY; t += x)
        sum += t;
    for (double t = 0; t < NAN; t += x)
        sum += x;
    return sum;
}

/* Why threads share no walks of a function that would let them. */
#include <weft/annotate.h>

#include <math.h>
#include <stdint.h>

#define WALK(i, n) for (size_t i = 0; i < n; i++)

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->()", "float64(float64[:])")
double shared(size_t n, const double x[n])
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->()", "float64(float64[:])")
double last_positive(size_t n, const double x[n])
{
    double found = 0;
    for (size_t i = 0; i < n; i++)
        found = x[i] > 0 ? x[i] : found;
    return found;
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->(n)", "void(float64[:], float64[:])")
void prefixes(size_t n, const double x[n], double y[n])
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        y[i] = sum += x[i];
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->(n)", "void(float64[:], float64[:])")
void neighbours(size_t n, const double x[n], double y[n])
{
    for (size_t i = 0; i < n; i++)
        y[i] = x[i];
    for (size_t i = 1; i < n; i++)
        y[i] += y[i - 1];
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->(n)", "void(float64[:], float64[:])")
void read_between(size_t n, const double x[n], double y[n])
{
    for (size_t i = 0; i < n; i++)
        y[i] = x[i];
    double first = n ? y[0] : 0;
    for (size_t i = 0; i < n; i++)
        y[i] -= first;
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->()", "int64(float64[:])")
int64_t search(size_t n, const double x[n])
{
    int64_t count = 0;
    for (size_t i = 0; i < n; i++) {
        if (x[i] < 0)
            break;
        count++;
    }
    return count;
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->()", "float64(float64[:])")
double used_while_made(size_t n, const double x[n])
{
    double sum = 0, most = 0;
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
        most = sum > most ? sum : most;
    }
    return most;
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->()", "float64(float64[:])")
double spelled_by_macro(size_t n, const double x[n])
{
    double sum = 0;
    WALK(i, n)
        sum += x[i];
    return sum;
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->()", "int32(float64[:])")
int32_t rounded(size_t n, const double x[n])
{
    int32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n,n)->()", "float64(float64[:,:])")
double diagonal(size_t n, const double a[n][n])
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i][i];
    return sum;
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->()", "float64(float64[:])")
double last_other(size_t n, const double x[n])
{
    double found = 0;
    for (size_t i = 0; i < n; i++)
        if (x[i] < found || x[i] > found)
            found = x[i];
    return found;
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->()", "float64(float64[:])")
double two_counters(size_t n, const double x[n])
{
    double sum = 0;
    for (size_t i = 0, k = 3; i < n; i++, k++)
        sum += x[i] * (double)k;
    return sum;
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->()", "float64(float64[:])")
double counter_behind(size_t n, const double x[n])
{
    double sum = 0;
    size_t i;
    for (i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)i;
}

/* Without an order that decides a bit, `reorderable` or not. */

WEFT_GUVECTORIZE("(n),(m)->(n)", "void(float32[:], float32[:], float32[:])")
void filtered(size_t n, size_t m, const float x[n], const float h[m], float y[n])
{
    for (size_t i = 0; i < n; i++) {
        float sum = 0;
        for (size_t k = 0; k < m && k <= i; k++)
            sum += h[k] * x[i - k];
        y[i] = sum;
    }
}

WEFT_GUVECTORIZE("(n),(k)->(k),()", "int64(int64[:], float64[:], uint32[:])")
int64_t counted(size_t n, size_t k, const int64_t x[n], const double unused[k], uint32_t h[k])
{
    int64_t others = 0;
    for (size_t j = 0; j < k; j++)
        h[j] = 0;
    for (size_t i = 0; i < n; i++)
        if (x[i] >= 0 && x[i] < (int64_t)k)
            h[x[i]]++;
        else
            others++;
    return others;
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n),(k)->(k),(n)", "void(int64[:], float64[:], int32[:], int32[:])")
void read_while_counting(size_t n, size_t k, const int64_t x[n], const double unused[k], int h[k], int y[n])
{
    for (size_t i = 0; i < n; i++) {
        h[x[i]]++;
        y[i] = h[0];
    }
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n),(k)->(k)", "void(int64[:], float64[:], int16[:])")
void narrow(size_t n, size_t k, const int64_t x[n], const double unused[k], short h[k])
{
    for (size_t i = 0; i < n; i++)
        h[x[i]]++;
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n),(k)->(k)", "void(int64[:], float64[:], float64[:])")
void weighed(size_t n, size_t k, const int64_t x[n], const double unused[k], double h[k])
{
    for (size_t i = 0; i < n; i++)
        h[x[i]] += 1;
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->(n)", "void(float64[:], float64[:])")
void recurrence(size_t n, const double x[n], double y[n])
{
    for (size_t i = 0; i < n; i++)
        y[i] = i > 0 ? x[i] + y[i - 1] : x[i];
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(m),(n)->(n)", "void(float64[:], float64[:], float64[:])")
void end_that_wraps(uint32_t m, uint32_t n, const double a[m], const double x[n], double y[n])
{
    for (uint32_t i = 0; i < n - m + m; i++)
        y[i] = x[i];
}

/* In order, because of a sum; because all threads would compute the first loop. */

WEFT_GUVECTORIZE("(n)->(n)", "void(float64[:], float64[:])")
void centred(size_t n, const double x[n], double y[n])
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    for (size_t i = 0; i < n; i++)
        y[i] = x[i] - sum / (double)n;
}

WEFT_GUVECTORIZE("(n)->(n)", "void(float64[:], float64[:])")
void from_the_end(size_t n, const double x[n], double y[n])
{
    double sum = 0;
    for (size_t i = n; i-- > 0;)
        sum = sum / 2 + x[i];
    for (size_t i = 0; i < n; i++)
        y[i] = x[i] - sum;
}

static double mean_of(size_t n, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

WEFT_GUVECTORIZE("(n)->(n)", "void(float64[:], float64[:])")
void by_a_helper(size_t n, const double x[n], double y[n])
{
    const double mean = mean_of(n, x);
    for (size_t i = 0; i < n; i++)
        y[i] = x[i] - mean;
}

WEFT_GUVECTORIZE("(n),(4)->(n),(4)", "void(float64[:], float64[:], float64[:], float64[:])")
void of_few(size_t n, const double x[n], const double by[4], double y[n], double sums[4])
{
    for (int k = 0; k < 4; k++)
        sums[k] = by[k] + by[3 - k];
    for (size_t i = 0; i < n; i++)
        y[i] = x[i] * by[0] + by[i % 4];
}

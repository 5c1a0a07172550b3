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

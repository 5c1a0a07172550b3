/* flags: --targets=cpu,parallel --source sources/effects.c */
/* Inputs that a function may write to, and outputs that it may leave as they are. */
#include <math.h>
#include <weft/annotate.h>

WEFT_GUVECTORIZE("(3),(2,3)->()") double reads(double v[3], double m[2][3]);
WEFT_GUVECTORIZE("(3)->()") double writes_by_helper(double v[3]);
WEFT_GUVECTORIZE("(2,3)->()") double writes_by_row(double m[2][3]);
WEFT_GUVECTORIZE("(3)->()") double writes_deep(double v[3]);
WEFT_GUVECTORIZE("(3)->()") double writes_by_library(double v[3]);
WEFT_GUVECTORIZE("(3)->()") double writes_out_of_sight(double v[3]);
WEFT_GUVECTORIZE("(3)->(),()") void no_source(double v[3], double *y, double *z);

static int put(double x, double *y) { return *y = x, 0; }

/* Written on every path. */
WEFT_VECTORIZE() void always(double x, double *a, double *b, int *e, double *c, double *d, double *f)
{
    if (x < 0) {
        *a = *b = frexp(-x, e);
    } else {
        b[0] = x;
        *e = 0;
        *a = x, put(x, f);
    }
    switch (*e) {
    case 0:
    case 1:
        *c = 1;
        break;
    default:
        *c = 2;
    }
    for (;;) {
        *d = x;
        if (x != 7)
            break;
        x++;
    }
    do
        *f = x;
    while (*f < 0);
}
/* Left alone on some, or read first. */
WEFT_VECTORIZE()
int sometimes(double x, double *a, double *b, double *c, double *d, double *e, double *f)
{
    switch ((int)x) {
    case 0:
        *a = 1;
    }
    for (int i = 0; i < (int)x; i++)
        *b = i;
    *c += x;
    (void)(x > 0 && put(x, d));
    if (x < 0)
        return 1;
    *e = *d = x;
    double *p = f;
    *p = 1;
    return 0;
}
/* Arrays: whole. */
WEFT_GUVECTORIZE("(n)->(n),(n,2),(3),(n,n),(200)")
void whole(size_t n, const double x[n], double a[n], double b[n][2], double c[3], double d[n][n],
           double e[200])
{
    for (size_t i = 0; i < n; i++) {
        if (x[i] < 0) {
            a[i] = 0;
            b[i][0] = b[i][1] = 1;
            continue;
        }
        a[i] = x[i];
        for (int k = 0; k < 2; k++)
            b[i][k] = x[i];
    }
    c[0] = c[2] = 0;
    c[1] = n ? x[0] : c[0];
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            d[i][j] = 0;
            d[i][j] += x[i] * x[j];
        }
    for (int i = 0; i < 200; i++)
        e[i] = i;
}
/* Arrays: in part. */
WEFT_GUVECTORIZE("(n)->(n),(n),(3),(n,n),(n),(n)")
void in_part(size_t n, const double x[n], double a[n], double b[n], double c[3], double d[n][n],
             double e[n], double f[n])
{
    for (size_t i = 0; i < n; i++) {
        if (x[i] < 0)
            continue;
        a[i] = x[i];
    }
    for (size_t i = 0; i < n; i++) {
        b[i] = x[i];
        if (x[i] > 9)
            break;
    }
    c[0] = c[1] = 0;
    for (size_t i = 0; i < n; i++)
        d[i][i] = x[i];
    for (size_t i = 1; i < n; i++)
        e[i] = x[i];
    for (size_t i = 0; i < n; i++)
        f[i] += x[i];
}
/* Arrays: an end that is cast leaves a part where the cast does not hold every size. */
WEFT_GUVECTORIZE("(n),(m)->(n),(n),(n),(m)")
void to_a_cast_end(long n, int m, const double x[n], const double y[m], double a[n], double b[n],
                   double c[n], double d[m])
{
    for (int i = 0; i < (signed char)n; i++)
        a[i] = x[i];
    for (int i = 0; i < (int)n; i++)
        b[i] = x[i];
    for (unsigned long i = 0; i < (unsigned long)n; i++)
        c[i] = x[i];
    for (long i = 0; i < (long)m; i++)
        d[i] = y[i];
}

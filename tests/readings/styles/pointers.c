/* pointers.c: pointers, arrays and bytes, in the styles that C has. */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <weft/annotate.h>

static inline double sq(double x)
{
    return x * x;
}

WEFT_VECTORIZE("float64(float64)")
double ptr_horner(double x)
{
    static const double c[] = {1, 2, 3, 4};
    const double *p = c + 4;
    double r = 0;
    while (p != c)
        r = r * x + *--p;
    return r;
}

WEFT_VECTORIZE("uint64(float64)")
uint64_t bits(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u >> 52;
}

WEFT_VECTORIZE("float64(float64,float64)")
double simplex(double a, double b)
{
    double p[3][2] = {{a, b}, {a + 1, b}, {a, b + 1}};
    double f[3];
    for (int k = 0; k < 3; k++)
        f[k] = sq(p[k][0] - 1) + sq(p[k][1] + 2);
    for (int it = 0; it < 20; it++) {
        int hi = 0, lo = 0;
        for (int k = 1; k < 3; k++) {
            if (f[k] > f[hi])
                hi = k;
            if (f[k] < f[lo])
                lo = k;
        }
        double c[2] = {0, 0};
        for (int k = 0; k < 3; k++)
            if (k != hi) {
                c[0] += p[k][0] / 2;
                c[1] += p[k][1] / 2;
            }
        double r[2] = {2 * c[0] - p[hi][0], 2 * c[1] - p[hi][1]};
        double fr = sq(r[0] - 1) + sq(r[1] + 2);
        if (fr < f[hi]) {
            p[hi][0] = r[0];
            p[hi][1] = r[1];
            f[hi] = fr;
        } else
            for (int k = 0; k < 3; k++)
                if (k != lo) {
                    p[k][0] = (p[k][0] + p[lo][0]) / 2;
                    p[k][1] = (p[k][1] + p[lo][1]) / 2;
                    f[k] = sq(p[k][0] - 1) + sq(p[k][1] + 2);
                }
    }
    return f[0];
}

static void swapd(double *a, double *b)
{
    double t = *a;
    *a = *b;
    *b = t;
}

WEFT_VECTORIZE("float64(float64,float64,float64)")
double median3(double a, double b, double c)
{
    if (a > b)
        swapd(&a, &b);
    if (b > c)
        swapd(&b, &c);
    if (a > b)
        swapd(&a, &b);
    return b;
}

WEFT_VECTORIZE("float64(float64,float64,float64,float64,float64)")
double median5(double a, double b, double c, double d, double e)
{
    double v[5] = {a, b, c, d, e};
    for (int i = 1; i < 5; i++) {
        double x = v[i];
        int j = i - 1;
        while (j >= 0 && v[j] > x) {
            v[j + 1] = v[j];
            j--;
        }
        v[j + 1] = x;
    }
    return v[2];
}

static double (*const funcs[3])(double) = {sin, cos, tan};

WEFT_VECTORIZE("float64(float64,int32)")
double by_pointer(double x, int k)
{
    return funcs[k & 1](x);
}

WEFT_VECTORIZE("float64(float64)")
double local_ptr(double x)
{
    double v[4] = {x, x + 1, x + 2, x + 3};
    double *p = v, s = 0;
    for (int i = 0; i < 4; i++)
        s += *p++;
    return s;
}

WEFT_VECTORIZE("float64(float64)")
double local_ptr2(double x)
{
    double v[4] = {x, x + 1, x + 2, x + 3}, s = 0;
    for (const double *p = v; p < v + 4; ++p)
        s += *p;
    return s;
}

WEFT_VECTORIZE("float64(float64,int32)")
double rowptr(double x, int k)
{
    static const double t[3][4] = {{1, 2, 3, 4}, {2, 3, 4, 5}, {6, 7, 8, 9}};
    const double *row = t[(unsigned)k % 3];
    double r = 0;
    for (int i = 0; i < 4; i++)
        r = r * x + row[i];
    return r;
}

WEFT_VECTORIZE("int32(int32)")
int weekday(int n)
{
    const char *names = "0123456";
    return names[(n % 7 + 7) % 7] - '0';
}

WEFT_VECTORIZE("int32(int32,int32)")
int lev(int a, int b)
{
    unsigned char x[4], y[4];
    memcpy(x, &a, 4);
    memcpy(y, &b, 4);
    int d = 0;
    for (int i = 0; i < 4; i++)
        d += x[i] != y[i];
    return d;
}

WEFT_VECTORIZE("float64(float64,float64)")
double vla(double x, double y)
{
    int n = 3;
    double v[n];
    for (int i = 0; i < n; i++)
        v[i] = x + i * y;
    return v[0] + v[n - 1];
}

static int count_calls(const int *a, int n)
{
    int c = 0;
    for (int i = 0; i < n; i++)
        c += a[i] > 0;
    return c;
}

WEFT_VECTORIZE("int32(int32,int32,int32)")
int pos(int a, int b, int c)
{
    int v[] = {a, b, c};
    return count_calls(v, 3) * 10 + count_calls(v + 1, 2);
}

WEFT_VECTORIZE("float64(float64,float64,float64)")
double opt(double a, double b, double c)
{
    const double *best = &a;
    if (b > *best)
        best = &b;
    if (c > *best)
        best = &c;
    return *best;
}

/* A walk goes on into the next row. */
WEFT_VECTORIZE("int32(int32)")
int all_rows_by_element(int x)
{
    int rows[2][3], *all = &rows[0][0];
    for (int i = 0; i < 6; i++)
        all[i] = (i + 2) * (x & 1023);
    return rows[1][2] - rows[1][0] * 3 + rows[0][1];
}

WEFT_VECTORIZE("float64(float64)")
double all_rows_by_end(double x)
{
    double rows[3][3], *all = rows[0];
    for (double *end = all + 9; all < end; all++)
        *all = x + (double)(end - all);
    return rows[0][0] - rows[1][1] * 2 + rows[2][2];
}

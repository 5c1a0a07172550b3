/* numbers.c: floating-point numbers: roots, series, tables, steps, in the styles that C has. */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/annotate.h>

static inline double sq(double x)
{
    return x * x;
}

static const double gauss_x[5] = {-0.9061798459386640, -0.5384693101056831, 0, 0.5384693101056831,
                                  0.9061798459386640};
static const double gauss_w[5] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889,
                                  0.4786286704993665, 0.2369268850561891};

WEFT_VECTORIZE("float64(float64,float64)")
double quad5(double a, double b)
{
    double s = 0;
    for (int i = 0; i < 5; i++) {
        double x = 0.5 * (b - a) * gauss_x[i] + 0.5 * (a + b);
        s += gauss_w[i] * exp(-x * x);
    }
    return 0.5 * (b - a) * s;
}

WEFT_VECTORIZE("float64(float64)")
double gamma_lanczos(double x)
{
    static const double c[] = {76.18009172947146,  -86.50532032941677,    24.01409824083091,
                               -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5};
    double y = x, tmp = x + 5.5, ser = 1.000000000190015;
    tmp -= (x + 0.5) * log(tmp);
    for (int j = 0; j < 6; j++)
        ser += c[j] / ++y;
    return -tmp + log(2.5066282746310005 * ser / x);
}

WEFT_VECTORIZE("float64(float64,float64)")
double bisect(double lo, double hi)
{
    for (int i = 0; i < 50; i++) {
        double m = (lo + hi) / 2;
        if (m * m * m - m - 2 > 0)
            hi = m;
        else
            lo = m;
    }
    return lo;
}

WEFT_VECTORIZE("float64(float64)")
double horner(double x)
{
    const double c[] = {1, -0.5, 0.25, -0.125, 0.0625};
    double r = 0;
    for (size_t i = sizeof c / sizeof *c; i-- > 0;)
        r = r * x + c[i];
    return r;
}

WEFT_VECTORIZE("float64(float64)")
double interp(double x)
{
    static const double xs[] = {0, 1, 2, 4, 8}, ys[] = {0, 1, 4, 16, 64};
    if (x <= xs[0])
        return ys[0];
    if (x >= xs[4])
        return ys[4];
    int i = 0;
    while (x >= xs[i + 1])
        i++;
    double t = (x - xs[i]) / (xs[i + 1] - xs[i]);
    return ys[i] + t * (ys[i + 1] - ys[i]);
}

WEFT_VECTORIZE("float64(float64,float64)")
double agm(double a, double b)
{
    while (fabs(a - b) > 1e-12 * fabs(a) && a > 0 && b > 0) {
        double t = (a + b) / 2;
        b = sqrt(a * b);
        a = t;
    }
    return a;
}

WEFT_VECTORIZE("float64(float64,int32)")
double ipow(double x, int n)
{
    double r = 1;
    unsigned k = n < 0 ? -(unsigned)n : n;
    for (; k; k >>= 1) {
        if (k & 1)
            r *= x;
        x *= x;
    }
    return n < 0 ? 1 / r : r;
}

static double f_of(double x, double p)
{
    return x * x * x - p;
}

WEFT_VECTORIZE("float64(float64)")
double secant(double p)
{
    double a = 0, b = 2, fa = f_of(a, p), fb = f_of(b, p);
    for (int i = 0; i < 40 && fb != 0 && fa != fb; i++) {
        double c = b - fb * (b - a) / (fb - fa);
        a = b;
        fa = fb;
        b = c;
        fb = f_of(c, p);
    }
    return b;
}

WEFT_VECTORIZE("float64(float64,float64,float64)")
double clampd(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

WEFT_VECTORIZE("float64(float64)")
double kepler(double m)
{
    double e = 0.3, E = m;
    for (int i = 0; i < 20; i++) {
        double d = (E - e * sin(E) - m) / (1 - e * cos(E));
        E -= d;
        if (fabs(d) < 1e-13)
            break;
    }
    return E;
}

WEFT_VECTORIZE("float64(float64)")
double with_goto(double x)
{
    int n = 0;
again:
    x = x / 2 + 1;
    if (++n < 10)
        goto again;
    return x;
}

WEFT_VECTORIZE("float64(float64)")
double stmtexpr(double x)
{
    return ({
        double y = x * 2;
        y > 1 ? y : 1;
    });
}

WEFT_VECTORIZE("float64(float64,float64)")
double maxm(double a, double b)
{
#define MAX(a, b)               \
    ({                          \
        __typeof__(a) a_ = (a); \
        __typeof__(b) b_ = (b); \
        a_ > b_ ? a_ : b_;      \
    })
    return MAX(a * 2, b + 1);
}

WEFT_VECTORIZE("float32(float32)")
float mixed(float x)
{
    double d = x;
    d = d * 1.0000001 + 3;
    return (float)d;
}

WEFT_VECTORIZE("float64(float64)")
double vol(double x)
{
    volatile double y = x;
    return y * 2;
}

WEFT_VECTORIZE("float64(float64,int32)")
double cheb(double x, int n)
{
    double t0 = 1, t1 = x;
    if (n <= 0)
        return 1;
    for (int k = 1; k < n && k < 100; k++) {
        double t = 2 * x * t1 - t0;
        t0 = t1;
        t1 = t;
    }
    return t1;
}

WEFT_VECTORIZE("float64(float64,float64,float64)")
double sdf(double x, double y, double z)
{
    double d = 1e9;
    for (int i = 0; i < 3; i++) {
        double cx = i - 1;
        double e = sqrt(sq(x - cx) + sq(y) + sq(z)) - 0.5;
        d = e < d ? e : d;
    }
    return d;
}

WEFT_VECTORIZE("int32(float64,float64)")
int march(double x, double y)
{
    double t = 0;
    int i;
    for (i = 0; i < 64; i++) {
        double d = sqrt(sq(x) + sq(y) + sq(t - 3)) - 1;
        if (d < 1e-3 || t > 10)
            break;
        t += d;
    }
    return i;
}

WEFT_VECTORIZE("float64(float64)")
double rk4(double y)
{
    double h = 0.1;
    for (int i = 0; i < 10; i++) {
        double k1 = -y, k2 = -(y + h / 2 * k1), k3 = -(y + h / 2 * k2), k4 = -(y + h * k3);
        y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    return y;
}

WEFT_VECTORIZE("float64(float64)")
double fsum(double x)
{
    double s = 0, c = 0;
    for (int i = 1; i <= 50; i++) {
        double y = x / i - c, t = s + y;
        c = (t - s) - y;
        s = t;
    }
    return s;
}

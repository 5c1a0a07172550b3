/* functions.c: functions of the C library, in the styles that C has. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <weft/annotate.h>

WEFT_VECTORIZE("int32(float64)")
int expo(double x)
{
    int e;
    frexp(x, &e);
    return e;
}

WEFT_VECTORIZE("float64(float64)")
double frac(double x)
{
    double i;
    return modf(x, &i) + 0 * i;
}

WEFT_VECTORIZE("float32(float32)")
float rsqrt_q(float x)
{
    union {
        float f;
        int32_t i;
    } u = {x};
    u.i = 0x5f3759df - (u.i >> 1);
    return u.f * (1.5f - 0.5f * x * u.f * u.f);
}

WEFT_VECTORIZE("void(float64,float64,float64[:],float64[:])")
void polar(double x, double y, double *r, double *phi)
{
    *r = hypot(x, y);
    *phi = atan2(y, x);
}

WEFT_VECTORIZE("void(float64,float64,float64,float64[:],float64[:])")
void roots2(double a, double b, double c, double *r1, double *r2)
{
    double d = b * b - 4 * a * c;
    if (d < 0) {
        *r1 = *r2 = NAN;
        return;
    }
    double q = -0.5 * (b + copysign(sqrt(d), b));
    *r1 = q / a;
    *r2 = c / q;
}

WEFT_VECTORIZE("float32(float32)")
float clamp6(float x) /* not at 0, for of zeros of both signs fmaxf gives either */
{
    return fminf(fmaxf(x, 1), 6);
}

WEFT_VECTORIZE("float32(float32)")
float gelu(float x)
{
    return 0.5f * x * (1 + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
}

WEFT_VECTORIZE("int32(float64)")
int cls(double x)
{
    switch (fpclassify(x)) {
    case FP_NAN:
        return 0;
    case FP_INFINITE:
        return 1;
    case FP_ZERO:
        return 2;
    case FP_SUBNORMAL:
        return 3;
    default:
        return signbit(x) ? -4 : 4;
    }
}

WEFT_VECTORIZE("int64(float64)")
int64_t roundy(double x)
{
    return llround(x) + lrint(x);
}

WEFT_VECTORIZE("float64(float64,float64)")
double wrap(double x, double p)
{
    double r = fmod(x, p);
    return r < 0 ? r + p : r;
}

WEFT_VECTORIZE("float64(float64)")
double lgam(double x)
{
    return lgamma(x);
}

WEFT_VECTORIZE("float64(float64)")
double tgam(double x)
{
    return tgamma(x);
}

WEFT_VECTORIZE("float64(int32,float64)")
double bess(int n, double x)
{
    return jn(n & 3, x);
}

WEFT_VECTORIZE("float64(float64,float64)")
double nexta(double a, double b)
{
    return nextafter(a, b);
}

WEFT_VECTORIZE("float64(float64,int32)")
double ldx(double a, int b)
{
    return ldexp(a, b);
}

WEFT_VECTORIZE("int32(float64,float64)")
int remq(double a, double b)
{
    int q;
    double r = remquo(a, b, &q);
    return (q & 7) + (r > 0);
}

WEFT_VECTORIZE("float64(float64,float64,float64)")
double bs(double s, double k, double t)
{
    double v = 0.2, r = 0.05, d1 = (log(s / k) + (r + v * v / 2) * t) / (v * sqrt(t)),
           d2 = d1 - v * sqrt(t);
    return s * 0.5 * erfc(-d1 * M_SQRT1_2) - k * exp(-r * t) * 0.5 * erfc(-d2 * M_SQRT1_2);
}

WEFT_VECTORIZE("float64(float64)")
double inverf(double p)
{
    double q = p - 0.5;
    if (fabs(q) <= 0.425) {
        double r = .180625 - q * q;
        return q * (((2509.08 * r + 33430.57) * r + 67265.77) / ((5226.5 * r + 28729.08) * r + 1));
    }
    double r = q < 0 ? p : 1 - p;
    if (r <= 0)
        return NAN;
    r = sqrt(-log(r));
    return q < 0 ? -r : r;
}

WEFT_VECTORIZE("void(float64,float64,float64[:],float64[:],float64[:])")
void hsv(double h, double s, double *r, double *g, double *b)
{
    int i = (int)floor(h * 6);
    double f = h * 6 - i, p = 1 - s, q = 1 - f * s, t = 1 - (1 - f) * s;
    switch (((i % 6) + 6) % 6) {
    case 0:
        *r = 1, *g = t, *b = p;
        break;
    case 1:
        *r = q, *g = 1, *b = p;
        break;
    case 2:
        *r = p, *g = 1, *b = t;
        break;
    case 3:
        *r = p, *g = q, *b = 1;
        break;
    case 4:
        *r = t, *g = p, *b = 1;
        break;
    default:
        *r = 1, *g = p, *b = q;
    }
}

WEFT_VECTORIZE("float32(uint16)")
float half2float(uint16_t h)
{
    uint32_t s = (h & 0x8000u) << 16, e = (h >> 10) & 31, m = h & 1023u;
    float f;
    if (e == 0)
        f = ldexpf((float)m, -24);
    else if (e == 31)
        f = m ? NAN : INFINITY;
    else
        f = ldexpf((float)(m | 1024u), (int)e - 25);
    return s ? -f : f;
}

WEFT_VECTORIZE("void(float64,float64[:],int32[:])")
void split_(double x, double *m, int *e)
{
    *m = frexp(x, e);
}

WEFT_VECTORIZE("void(float64,float64[:],float64[:])")
void sc(double x, double *s, double *c)
{
    *s = sin(x);
    *c = cos(x);
}

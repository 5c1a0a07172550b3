#include <weft/annotate.h>
#define MODULUS 7
WEFT_VECTORIZE()
long divide(long a, long b)
{
    long q = a / b;
    q %= b;
    q += a / 3 + a % MODULUS + a / (b | 1) + a / sizeof(long);
    q += b ? a / b : 0;
    q += b == 0 ? a / b : 1;
    q += b != 0 && a % b == 0;
    if (b > 0)
        q += a / b;
    if (b >= 0)
        q += a / b;
    return q;
}
WEFT_VECTORIZE()
long guarded(long a, long b, double x)
{
    if (b == 0)
        return 0;
    for (long t; b; b = t)
        t = a % b, a = b;
    long c = (long)x;
    if (!c)
        c = 1;
    return a / c + (long)(x / 0);
}

WEFT_VECTORIZE()
long ordered(long a, long d, long n)
{
    if (d < 10)
        a += a / d;
    if (d >= 1)
        a += a / d;
    if (!(d <= 0))
        a += a / d;
    if (-1 >= d)
        a += a / d;
    for (long i = 0; i < n; i++)
        a += i % n;
    return a;
}

WEFT_VECTORIZE()
int bounded(int a, unsigned char b, unsigned c)
{
    a += a % ((b & 7) + 1) + a / (1 + b) + (int)(c % (2 + (c & 0xffff)));
    a += a % (unsigned char)((a & 255) + 1);
    a += a / ((a & -8) + 1);
    return a + (int)(c / (1 + (c & 0xffffffff)));
}

WEFT_VECTORIZE()
int below(int a, signed char b, unsigned c)
{
    a += a / ((a & 15) - 20) + a % ((3 & 15) - 20) + a / (-(a & 7) - 1) + a % (b + 200) + a / (200 - b);
    a += a / ((a & (4 * 4 - 1)) - 16);
    a += a / ((a & 15) - 15);
    a += a / (-(a & 7) + 7);
    a += a % (unsigned char)((a & 15) - 256);
    a += a / (b + 128);
    return a + (int)(c / ((c & 15) - 15));
}

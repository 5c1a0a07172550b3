/* The type that an assignment with an operator and a step compute in: another than their target's
 * where the braces say so. */
#include <complex.h>
#include <stdbool.h>
#include <stdint.h>

#include <weft/annotate.h>

struct flags {
    unsigned low : 3;
    unsigned wide : 32;
    long deep : 40;
    unsigned short whole;
};

WEFT_VECTORIZE()
double assign(uint8_t u, int8_t i, uint32_t w, int64_t l, float f, double x, bool b)
{
    struct flags s = {1, 2, 3, 4};
    double complex z = x;
    float complex c = f;
    int32_t n = 7;
    int row[4] = {1, 2, 3, 4}, *p = row;
    u *= x;
    u += i;
    u <<= l;
    i -= w;
    n += u;
    n += w;
    n *= l;
    n /= f;
    l >>= b;
    w += l;
    f *= n;
    f += x;
    x += f;
    b += 2;
    b |= u;
    z *= f;
    c *= x;
    c += n;
    f -= z;
    s.low += 1;
    s.low *= w;
    s.wide += n;
    s.deep -= n;
    s.whole ^= u;
    p += l;
    *p++ += u++;
    --i, f++, b++, l--, s.low++, s.whole--, ++p;
    return u + i + w + l + f + x + b + creal(z) + crealf(c) + n + *p + s.low + s.wide + s.deep + s.whole;
}

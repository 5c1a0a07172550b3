/* Conversions from floating to integer that are wrapped, and those that are left alone. */
#include <weft/annotate.h>
#include <tgmath.h>
#include <stdbool.h>
#include <stdint.h>

WEFT_TYPEVAR(X);
WEFT_TYPEVAR(Y);

#define TRUNCATED(v) (int)(v)
#define ROUNDED(v) floor((v) + 0.5)

typedef unsigned char byte;

static int helper(double a, int k)
{
    int product = a * k;
    return product + a;
}

static X half(X v) { return v * 0.5; }

WEFT_VECTORIZE("int32(int32, float64)", "float64(float64, int8)")
X mixed(X a, Y b)
{
    int64_t i = ROUNDED(b); /* not a * b */
    int j = 0.5 * b, k = TRUNCATED(b) + (int)ROUNDED(b) + (int)/* odd */ b;
    byte low = (byte)(b), high = b > 0 ? b : a;
    bool flag = b, other = (bool)b;
    Y c = a;
    X d = b, zero = 0.0;
    static const int table[2] = {2, 3};
    int list[2] = {b, 2}, count = sizeof(int[(int)2.5]);
    i = j = b;
    k += b;
    k *= 2.5;
    d = half(b) + helper(b, b) + helper(k, a);
    list[(int)c & 1] = (unsigned long)sqrt(b);
    int rows[2][2] = {1, b}, *next = list;
    struct {
        int a;
        struct {
            X b;
            short c;
        } inner;
    } deep = {b, b, b};
    *next++ += b;
    next[0] -= ((int[]){b})[0] + rows[0][1] + deep.a + deep.inner.b + deep.inner.c;
    return flag ? i + low + high + other + d + list[0] + table[1] + zero + count : (X)(k * 0.5);
}

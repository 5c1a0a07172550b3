/* integers.c: integers and their bits, in the styles that C has. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <weft/annotate.h>

WEFT_VECTORIZE("uint32(uint32)")
uint32_t popc(uint32_t x)
{
    uint32_t n = 0;
    while (x) {
        x &= x - 1;
        n++;
    }
    return n;
}

WEFT_VECTORIZE("uint32(uint32)")
uint32_t crc_byte(uint32_t x)
{
    for (int k = 0; k < 8; k++)
        x = x & 1 ? (x >> 1) ^ 0xEDB88320u : x >> 1;
    return x;
}

WEFT_VECTORIZE("int64(int64,int64)")
int64_t gcd_(int64_t a, int64_t b)
{
    while (b) {
        int64_t t = a % b;
        a = b;
        b = t;
    }
    return a < 0 ? -a : a;
}

WEFT_TYPEVAR(Word);

/* Quotients and remainders of 32 bits are whole vectors': of both signs, of the ends. */
WEFT_VECTORIZE("int32(int32,int32)", "uint32(uint32,uint32)")
Word continued(Word a, Word b)
{
    Word sum = 0;
    for (int k = 0; b != 0 && (b > 0 || b != -1); k++) {
        const Word quotient = a / b, rest = a % b;
        sum = (Word)(31 * (unsigned)sum + (unsigned)quotient);
        a = k == 0 ? (Word)((unsigned)b + (unsigned)rest) : b;
        b = rest;
    }
    return (Word)((unsigned)sum ^ (unsigned)a);
}

WEFT_VECTORIZE("int32(int32)")
int digits(int x)
{
    char buf[12];
    int n = 0;
    unsigned u = x < 0 ? -(unsigned)x : (unsigned)x;
    do {
        buf[n++] = (char)('0' + u % 10);
        u /= 10;
    } while (u);
    int s = 0;
    for (int i = 0; i < n; i++)
        s += buf[i] - '0';
    return s;
}

enum color { RED, GREEN, BLUE };

WEFT_VECTORIZE("int32(int32)")
int colour(int x)
{
    enum color c = (enum color)(x % 3 < 0 ? 0 : x % 3);
    switch (c) {
    case RED:
        return 10;
    case GREEN:
        return 20;
    default:
        return 30;
    }
}

WEFT_VECTORIZE("bool(int64)")
bool is_prime(int64_t n)
{
    if (n < 2)
        return false;
    if (n % 2 == 0)
        return n == 2;
    for (int64_t d = 3; d <= 1000 && d * d <= n; d += 2)
        if (n % d == 0)
            return false;
    return true;
}

WEFT_VECTORIZE("uint64(uint64)")
uint64_t xorshift(uint64_t s)
{
    for (int i = 0; i < 4; i++) {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
    }
    return s;
}

WEFT_VECTORIZE("float64(uint64)")
double uniform01(uint64_t s)
{
    s += 0x9E3779B97F4A7C15ull;
    s = (s ^ (s >> 30)) * 0xBF58476D1CE4E5B9ull;
    s = (s ^ (s >> 27)) * 0x94D049BB133111EBull;
    s ^= s >> 31;
    return (double)(s >> 11) * 0x1.0p-53;
}

WEFT_VECTORIZE("int32(int32,int32)")
int ack_like(int m, int n)
{
    int depth = 0;
    while (m > 0 && depth < 50) {
        if (n <= 0) {
            m--;
            n = 1;
        } else {
            n--;
            m = m > 2 ? 2 : m - 1;
        }
        depth++;
    }
    return n + depth;
}

WEFT_VECTORIZE("uint8(uint8,uint8)")
uint8_t sat_add(uint8_t a, uint8_t b)
{
    unsigned s = a + b;
    return s > 255 ? 255 : s;
}

WEFT_VECTORIZE("uint32(uint32)")
uint32_t rev(uint32_t x)
{
    x = (x >> 16) | (x << 16);
    x = ((x & 0xff00ff00) >> 8) | ((x & 0x00ff00ff) << 8);
    return __builtin_bswap32(x) ^ (uint32_t)__builtin_popcount(x);
}

WEFT_VECTORIZE("int32(uint32)")
int lead(uint32_t x)
{
    return x ? __builtin_clz(x) + __builtin_ctz(x) : 32;
}

static double fact(int n)
{
    return n <= 1 ? 1 : n * fact(n - 1);
}

WEFT_VECTORIZE("float64(int32)")
double facto(int n)
{
    return n > 20 || n < 0 ? 0 : fact(n);
}

WEFT_VECTORIZE("int16(int16,int16)")
int16_t q15mul(int16_t a, int16_t b)
{
    int32_t p = ((int32_t)a * b + 0x4000) >> 15;
    return p > 32767 ? 32767 : p;
}

WEFT_VECTORIZE("int32(int32)")
int bitloop(int x)
{
    int r = 0;
    for (int i = 31; i >= 0; i--) {
        r = (r << 1) | (x & 1);
        x = (int)((unsigned)x >> 1);
    }
    return r;
}

WEFT_VECTORIZE("int32(int32)")
int isqrt_(int n)
{
    if (n < 0)
        return -1;
    int x = n, y = (x + 1) / 2;
    while (y < x) {
        x = y;
        y = (x + n / (x ? x : 1)) / 2;
    }
    return x;
}

WEFT_VECTORIZE("int32(int32)")
int absdiff(int a)
{
    return abs(a) ^ (a ? 3 : 4);
}

WEFT_VECTORIZE("uint64(uint64,uint64,uint64)")
uint64_t powmod(uint64_t b, uint64_t e, uint64_t m)
{
    if (!m)
        return 0;
    unsigned __int128 r = 1, x = b % m;
    while (e) {
        if (e & 1)
            r = r * x % m;
        x = x * x % m;
        e >>= 1;
    }
    return (uint64_t)r;
}

WEFT_VECTORIZE("uint32(uint32,uint32,uint32)")
uint32_t powmod32(uint32_t b, uint32_t e, uint32_t m)
{
    if (!m)
        return 0;
    uint64_t r = 1, x = b % m;
    while (e) {
        if (e & 1)
            r = r * x % m;
        x = x * x % m;
        e >>= 1;
    }
    return (uint32_t)r;
}

WEFT_VECTORIZE("int32(int32,int32,int32)")
int days(int y, int m, int d)
{
    static const int cum[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    int mm = (m % 12 + 12) % 12;
    int leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
    return y * 365 + cum[mm] + (leap && mm > 1) + d;
}

WEFT_VECTORIZE("float64(float64,float64,int32)")
double opsel(double a, double b, int op)
{
    switch (op & 3) {
    case 0:
        return a + b;
    case 1:
        return a - b;
    case 2:
        return a * b;
    }
    return b != 0 ? a / b : 0;
}

WEFT_VECTORIZE("int32(int32)")
int tern(int x)
{
    int s = 0;
    while (x) {
        int r = x % 3;
        if (r < 0)
            r += 3;
        s = s * 3 + r;
        x = (x - r) / 3;
        if (s > 1000000)
            goto out;
    }
out:
    return s;
}

WEFT_VECTORIZE("int32(uint64)")
int nibble(uint64_t x)
{
    static const uint8_t t[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    int n = 0;
    for (; x; x >>= 4)
        n += t[x & 15];
    return n;
}

/* Divisors that are the same for all items, and hold together by less than a quotient does. */
WEFT_VECTORIZE("int32(int32,int32)")
int least_divisor(int x, int count)
{
    int sum = 0;
    for (int i = 0; i < (count & 7); i++) {
        sum += x / (-2147483647 - 1) + x % -7;
        sum ^= x % ((1 && GREEN) + i) + (i + 300) / (x | 1);
    }
    return sum;
}

/* A loop within another is left by a condition whose value stands behind a comma. */
WEFT_VECTORIZE("int32(int32,int32)")
int behind_a_comma(int x, int y)
{
    int sum = 0;
    for (int k = 0; k < 3; k++)
        for (int i = 1; i <= ((y, x >= y) & 7); i += 2)
            sum += i * k + x;
    return sum;
}

WEFT_VECTORIZE("int32(int32,int32)")
int under_a_condition(int x, int y)
{
    if (y > 5)
        while (1, x > y)
            x -= (y >> 1) + 3 > 0 ? (x - y) / 2 + 1 : 1;
    return x;
}

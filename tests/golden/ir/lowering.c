/* What lowering takes apart: steps in subscripts and arguments, commas in loops, assignments in
 * assignments and conditions, && and ?: with effects, continue in each kind of loop, a switch in a
 * loop, volatile, operators that compute in another type than their target's. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include <weft/annotate.h>

struct point {
    double x, y;
    int hits[4];
};

static int count(int *calls, int value)
{
    return *calls += value, *calls;
}

static struct point moved(struct point from, double by)
{
    from.x += by, from.hits[1]++;
    return from;
}

WEFT_VECTORIZE()
int steps(int a, int b)
{
    int row[8] = {0}, i = 0, j = 7, sum = 0;
    row[i++] = a++;
    row[i++] += b-- + row[--j]++;
    row[i & 3] <<= row[(i + 1) & 3] & 3;
    sum = row[0] = row[1] ^= 5;
    for (i = 0, j = 7; i < j; i++, --j)
        sum += (row[i] = row[j] + i, row[i] * 2);
    int *p = row;
    while (p < row + 8 && *p++ < 3)
        sum ^= *p;
    return sum + a + b + (int)(p - row);
}

WEFT_VECTORIZE()
int guards(int a, int b)
{
    int calls = 0, hits = 0;
    if (a > 0 && count(&calls, 1) > 0 || count(&calls, 2) > 3)
        hits++;
    while (calls < 9 && count(&calls, a & 3 ? 1 : 2)) {
        if (calls == 5)
            continue;
        hits += a > b ? count(&calls, 1) : (b += 3);
        if (hits > 20)
            break;
    }
    do {
        if (++hits & 1)
            continue;
        calls--;
    } while (calls > 2 && (calls -= 1));
    (void)(a && (hits += 100));
    b ? (void)hits++ : (void)0;
    int either = a || (calls = 3), both = a - 1 && (hits *= 2, b);
    return hits * 1000 + calls * 10 + either * 2 + both + (count(&calls, 1) + calls * 0);
}

WEFT_VECTORIZE()
int nested(int n, int x)
{
    int sum = 0;
    for (int i = n & 15; i-- > 0;) {
        switch ((x += i) & 7) {
        case 0:
            continue;
        case 1:
            sum += 3;
        case 2 ... 4: {
            int inner = sum++;
            for (int k = 0; k < 5; sum += k++) {
                if (k == 2)
                    continue;
                switch (inner + k) {
                case 3:
                    break;
                default:
                    sum ^= k;
                    continue;
                }
                break;
            }
            break;
        }
        default:
            if (sum > 40)
                return sum++ * 2;
            sum--;
        }
        sum += i;
    }
    return sum;
}

WEFT_VECTORIZE()
double widths(double x, int n)
{
    uint8_t u = (uint8_t)n;
    int8_t s = (int8_t)(n >> 3);
    uint32_t w = (uint32_t)n * 2654435761u;
    int64_t l = n;
    float f = (float)x;
    volatile double noise = x;
    u += 200, s -= 100, u ^= s, u++, s--;
    w *= l, w >>= u & 31, l += w, l <<= 3;
    f += x, f *= n, x -= f;
    u = s = n;
    n /= 1.5;
    x += noise++ + (noise = 2);
    return x + u + s + w + l + f + n;
}

WEFT_VECTORIZE()
double records(double x, int n)
{
    struct point a = {x, 1, {n, 2}}, b = a, *q = n & 1 ? &a : &b;
    int exponent;
    q->x *= 2, (*q).hits[n & 3]++;
    b = moved(a, b.y++);
    a.hits[b.hits[1]++ & 3] -= 2;
    double m = frexp(fabs(x) + 1, &exponent) + exponent;
    return m + a.x + b.x + b.y + a.hits[0] + a.hits[1] + 10 * a.hits[2] + 100 * b.hits[1] + a.hits[3] + moved(b, 1).x;
}

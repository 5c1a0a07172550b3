/* flags: --bodies=tree */
#include <math.h>
#include <stdint.h>

#include <weft/annotate.h>

WEFT_TYPEVAR(T);

struct span {
    int8_t from, to;
};

static T clamped(T x, struct span within)
{
    return x < within.from ? within.from : x > within.to ? within.to : x;
}

/* Conversions, in operators and out of them; two variables of one name. */
WEFT_VECTORIZE("int8(int8, float64)", "float32(float32, float64)")
T conversions(T x, double by)
{
    struct span within = {-3, 100};
    uint8_t count = 200;
    x *= by;
    count += 100, count <<= 1;
    for (int i = 0, k = 3; i < k; i++) {
        int64_t x = i - (1u << 31);
        by -= x / 2;
    }
    int whole = isnan(by) ? -1 : (int)by;
    return clamped(x, within) + count + whole;
}

/* What control does, and a table. */
WEFT_VECTORIZE()
long control(long x, int n)
{
    static const short primes[] = {2, 3, 5,
                                   7};
    long sum = 0;
    do {
        switch (n & 3) {
        case 0:
        case 1:
            sum += primes[n & 1];
            break;
        case 2: {
            long x = -sum;
            sum = x - -1;
        }
        default:
            if (sum > 100)
                continue;
            else if (sum < -100)
                sum = 0;
            else
                ++sum;
        }
        sum = sum * x + n;
    } while (--n > 0 && sum / 3 != 7);
    return ~sum & (x ^ 5) ? sum >> 2 : sum;
}

/* What no tree has comes along as it is written. */
WEFT_VECTORIZE()
int jumps(int x)
{
again:
    if (x > 9) {
        x -= 9;
        goto again;
    }
    return x;
}

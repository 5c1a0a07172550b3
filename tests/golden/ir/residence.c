/* What keeps variables in memory: an index that is no constant, an address that calls get, one that
 * goes elsewhere, volatile. The others can live in registers. */
#include <math.h>
#include <stddef.h>

#include <weft/annotate.h>

struct pair {
    int whole[2];
    double part;
};

static void split(double x, double *low, struct pair *both)
{
    *low = floor(x);
    both->part = x - *low;
    both->whole[1] = (int)*low;
}

static double *same(double *p)
{
    return p;
}

static double *hand_on(double *p, double *q)
{
    *q = *p;
    return same(q);
}

WEFT_VECTORIZE()
double place(double x, int n)
{
    int power, constant[3] = {1, 2, 3}, varying[3] = {n, 1, 2}, handed[2] = {0, 0}, *p = constant;
    double low, whole, read = x, kept = x, given = x, moved[2] = {x, x};
    struct pair both = {{1, 2}, 0}, own = {{n, 3}, x};
    volatile double noise = x;
    double *q = &kept, *r = n ? &moved[1] : NULL;
    own.part += own.whole[1] + (&both)->whole[0] + *&n;
    split(frexp(x, &power) + modf(x, &whole), &low, &both);
    own.whole[varying[n & 1]] = p[1];
    hand_on(&read, &given);
    *same(q) += noise + (r ? *r : 0);
    double *s = moved + 1;
    return power + low + whole + own.part + both.part + handed[1] + read + given + *s + constant[2];
}

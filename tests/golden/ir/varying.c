/* What varies between items where sizes, `weights` and `count` are the same for all: through
 * assignments, branches, loops that items leave early, helpers, addresses, local arrays. */
#include <math.h>
#include <stddef.h>

#include <weft/annotate.h>

static const double table[4] = {1, 2, 3, 4};

/* Uniform where x and n are. */
static double power(double x, int n)
{
    double result = 1;
    for (int i = 0; i < n; i++)
        result *= x;
    return result;
}

static int sign(double x, int *calls)
{
    if (x < 0)
        return -1;
    ++*calls;
    return 1;
}

static void set(double *where, double value)
{
    *where = value;
}

WEFT_GUVECTORIZE("(n),(n),()->()")
void weighted(size_t n, const double weights[n], const double x[n], int count, double *y)
{
    double sum = 0, scale = power(weights[0], count), last = 0;
    size_t i = 0;
    for (; i < n; i++) {
        if (x[i] < 0)
            continue;
        last = weights[i];
        sum += last * x[i] * table[i & 3];
    }
    if (count > 2)
        scale = 2;
    *y = sum * scale + last + (double)i + power(x[0], count);
}

WEFT_GUVECTORIZE("(n),(n),()->()")
void early(size_t n, const double weights[n], const double x[n], int count, double *y)
{
    int round = 0, total = 0, kept = 0;
    while (round < count) {
        double now = weights[round];
        round++;
        if (now > x[0])
            break;
        total += round;
    }
    for (int outer = 0; outer < count; outer++) {
        int inner = 0;
        do {
            inner++;
        } while (inner < 9 && x[inner] > 0);
        kept += weights[inner] > 0;
        for (int k = 0; k < count; k++)
            if (k == 3)
                break;
    }
    *y = round + total + kept;
}

WEFT_GUVECTORIZE("(n),(n),()->()")
void choices(size_t n, const double weights[n], const double x[n], int count, double *y)
{
    double row[4] = {0}, held = 0, set_there = 0, other = weights[0];
    int code = 0, same = 0;
    switch (count) {
    case 0:
        row[1] = weights[1];
        if (x[0] > 1)
            break;
        code = 1;
    default:
        same = count * 2;
    }
    switch ((int)x[0]) {
    case 1:
        held = weights[0];
    }
    row[count & 3] = 3;
    const double *at = x[0] > 2 ? weights : x, *fixed = weights + count;
    set(&set_there, weights[0]);
    double first = row[0], sure = *fixed;
    row[(int)x[0] & 3] = 2;
    int positive = 0, turned = sign(x[0], &positive), settled = count ? code : same;
    *y = held + set_there + other + *at + first + sure + row[2] + turned + positive + settled;
}

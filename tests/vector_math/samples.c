/* samples.c: special numbers, all numbers alike, numbers of usual size, numbers near others. */
#include "samples.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static const double SPECIAL[] = {
    0.0,
    -0.0,
    1,
    -1,
    2,
    -2,
    0.5,
    -0.5,
    3,
    -3,
    10,
    -10,
    0.75,
    1.5,
    INFINITY,
    -INFINITY,
    NAN,
    0x1p-1074,
    -0x1p-1074,
    0x1p-1022,
    -0x1p-1022,
    DBL_MAX,
    -DBL_MAX,
    0x1p-149,
    -0x1p-149,
    0x1p-126,
    FLT_MAX,
    -FLT_MAX,
    0x1p-30,
    -0x1p-30,
    0x1p-60,
    -0x1p-60,
    0x1p52,
    0x1.8p52,
    0x1p53,
    0x1p24,
    0x1p31,
    0x1p62,
    -0x1p63,
    1e300,
    -1e300,
    0x1.fffffffffffffp-1,
    0x1.0000000000001p0,
    0x1.fffffep-1,
    0x1.000002p0,
    4.5,
    -4.5,
    7,
    -7,
    0x1.921fb54442d18p0,
    0x1.921fb54442d18p1,
    709.78,
    -745.13,
    88.72,
    -103.9,
};
enum { SPECIALS = sizeof SPECIAL / sizeof SPECIAL[0] };

static uint64_t state;

static uint64_t next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Any bits; the exponents of doubles, or of floats. */
static double any_number(int bits)
{
    uint64_t random = next();
    double number;
    memcpy(&number, &random, sizeof number);
    if (bits == 32) {
        float narrow;
        memcpy(&narrow, &random, sizeof narrow);
        number = (double)narrow;
    }
    return number;
}

/* 0 to 1. */
static double fraction(void)
{
    return (double)(next() >> 11) * 0x1p-53;
}

/* One that is drawn in the subject's way. */
static double number(const subject *subject, int bits)
{
    double most = bits == 64 ? INFINITY : 105; /* what overflows in float is of little interest */
    double low = fmax(subject->low, -most), width = fmin(subject->high, most) - low;
    switch (next() % 8) {
    case 0:
        return any_number(bits);
    case 1: /* of usual size */
        return ldexp(fraction() * 2 - 1, (int)(next() % 80) - 60);
    case 2: /* near a special one */
        return SPECIAL[next() % SPECIALS] * (1 + ldexp(fraction() - 0.5, -(int)(next() % 50)));
    case 3: /* near a multiple of a quarter, or of pi / 4 */
        return (double)(int)(next() % 64 - 32) * (next() & 1 ? 0.25 : 0x1.921fb54442d18p-1) +
               ldexp(fraction() - 0.5, -(int)(next() % 50));
    default:
        return low + width * fraction();
    }
}

static void put(void *row, int bits, size_t i, double value)
{
    if (bits == 64)
        ((double *)row)[i] = value;
    else
        ((float *)row)[i] = (float)value;
}

void samples_fill(const subject *subject, int bits, void *const *inputs, size_t count)
{
    state = UINT64_C(0x9e3779b97f4a7c15);
    for (size_t i = 0; i < count; i++) {
        size_t rest = i;
        int special = subject->arguments == 1 ? i < SPECIALS : i < (size_t)SPECIALS * SPECIALS;
        for (int k = 0; k < subject->arguments; k++) {
            put(inputs[k], bits, i, special ? SPECIAL[rest % SPECIALS] : number(subject, bits));
            rest /= SPECIALS;
        }
    }
}

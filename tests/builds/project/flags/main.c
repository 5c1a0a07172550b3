/* Numbers are compared as bits: this file may be compiled by fast mathematics itself. */
#include <complex.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "kernels.h"

#ifndef SCALE
#define SCALE 1
#endif

static int failures;

static double number(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void expect(const char *what, const double *found, uint64_t wanted)
{
    uint64_t bits;
    memcpy(&bits, found, sizeof bits);
    if (bits != wanted) {
        printf("%s: %016llx, not %016llx\n", what, (unsigned long long)bits, (unsigned long long)wanted);
        failures++;
    }
}

int main(void)
{
    double in = 3, large = 1e16, small = 1, out = 0, wanted = 3 * SCALE, one = 1;
    uint64_t bits, one_bits;
    weft_array x = weft_array_view(&in, WEFT_FLOAT64, 0, NULL, NULL), y = weft_array_view(&out, WEFT_FLOAT64, 0, NULL, NULL),
               a = weft_array_view(&large, WEFT_FLOAT64, 0, NULL, NULL), b = weft_array_view(&small, WEFT_FLOAT64, 0, NULL, NULL);
    memcpy(&bits, &wanted, sizeof bits);
    memcpy(&one_bits, &one, sizeof one_bits);
    failures += weft_scaled(&x, &y, NULL, NULL) != WEFT_OK;
    expect("scaled", &out, bits);
    in = number(UINT64_C(0x7ff8000000000000));
    failures += weft_is_nan(&x, &y, NULL, NULL) != WEFT_OK;
    expect("is_nan", &out, one_bits);
    failures += weft_lost(&a, &b, &y, NULL, NULL) != WEFT_OK;
    expect("lost", &out, one_bits);
    in = number(1); /* the smallest number: nobody flushes it */
    failures += weft_lost(&x, &x, &y, NULL, NULL) != WEFT_OK;
    expect("lost of the smallest", &out, 0);
    failures += weft_scaled(&x, &y, NULL, NULL) != WEFT_OK;
    expect("scaled smallest", &out, SCALE);
    if (SCALE != (EXPECTED))
        printf("SCALE is %d\n", SCALE);
    return failures != 0 || SCALE != (EXPECTED);
}

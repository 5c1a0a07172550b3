/* Calls a ufunc of its own and one that ships. */
#include <stdio.h>

#include <weft/std/arithmetic.h>

#include "polynomial.h"

int main(void)
{
    double data[] = {0, 1, 2};
    weft_array x = weft_array_view(data, WEFT_FLOAT64, 1, (int64_t[]){3}, NULL);
    weft_array y = {0}, z = {0};
    weft_error error;
    if (weft_polynomial(&x, &y, NULL, &error) != WEFT_OK ||
        weft_add(&x, &y, &z, NULL, &error) != WEFT_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    const double *sums = z.data;
    printf("%g %g %g\n", sums[0], sums[1], sums[2]);
    int right = sums[0] == 1 && sums[1] == 4 && sums[2] == 9;
    weft_array_clear(&y);
    weft_array_clear(&z);
    return right ? 0 : 1;
}

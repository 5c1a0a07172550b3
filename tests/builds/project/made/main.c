#include <stdio.h>

#include "kernels.h"

int main(void)
{
    double in = 3, sum = 0, linked = 0;
    weft_array x = weft_array_view(&in, WEFT_FLOAT64, 0, NULL, NULL), y = weft_array_view(&sum, WEFT_FLOAT64, 0, NULL, NULL),
               z = weft_array_view(&linked, WEFT_FLOAT64, 0, NULL, NULL);
    int wrong = weft_sum(&x, &y, NULL, NULL) != WEFT_OK || weft_linked(&x, &z, NULL, NULL) != WEFT_OK;
    printf("%g, to be 130; %g, to be 1005\n", sum, linked);
    return wrong || sum != 130 || linked != 1005;
}

/* A program of a project that has Weft as a subdirectory. */
#include <math.h>
#include <stdio.h>

#include "math.h"

int main(void)
{
    double a = 3, b = 4, c = 0;
    weft_array A = weft_array_view(&a, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array B = weft_array_view(&b, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array C = weft_array_view(&c, WEFT_FLOAT64, 0, NULL, NULL);
    weft_error error;
    if (weft_hypotenuse(&A, &B, &C, NULL, &error) != WEFT_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    printf("hypotenuse of %g and %g: %g\n", a, b, c);
    return fabs(c - 5) > 1e-12;
}

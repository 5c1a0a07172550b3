/* A unit's call of its own function, through its typed entry. */
#include "kernels.h"

__attribute__((visibility("default"))) double CALL(double x);
double CALL(double x)
{
    double y = -1;
    weft_array a = weft_array_view(&x, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array b = weft_array_view(&y, WEFT_FLOAT64, 0, NULL, NULL);
    return ENTRY(&a, &b, NULL, NULL) == WEFT_OK ? y : -2;
}

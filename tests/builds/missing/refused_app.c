#include "refused.h"

int main(void)
{
    double in = 3, out = 0;
    weft_array x = weft_array_view(&in, WEFT_FLOAT64, 0, NULL, NULL), y = weft_array_view(&out, WEFT_FLOAT64, 0, NULL, NULL);
    return weft_plain(&x, &y, NULL, NULL) != WEFT_OK || out < 1002.5 || out > 1003.5;
}

#include <weft/annotate.h>
WEFT_VECTORIZE()
double into(double x)
{
    if (x > 1)
        goto inside;
    while (x < 100) {
        x *= 2;
    inside:
        x += 1;
        if (x > 50)
            goto out;
    }
out:
    return x;
}

/* flags: --targets=cpu */
/* A test tells what follows it, as far as no label lets control in behind it. */
#include <weft/annotate.h>

WEFT_VECTORIZE()
int divide(int code, int x, int d)
{
    int result = 0;
    if (d > 0) {
        switch (code) {
        case 0:
            return x / d;
        }
    }
    switch (code) {
    case 1:
        if (d == 0)
            break;
        result = x / d;
    case 2:
        result += x % d;
        break;
    default:
        if (d == 0)
            return 0;
        result = x / d;
    }
    return result;
}

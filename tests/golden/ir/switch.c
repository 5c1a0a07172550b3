/* What the tree has no node for is text, with what lies inside. */
#include <weft/annotate.h>

struct pair {
    double low, high;
};

WEFT_VECTORIZE()
double choose(int which, double a, double b)
{
    struct pair both = {a, b};
    double result = 0;
    switch (which) {
    case 0:
        result = both.low;
        break;
    case 1:
    case 2:
        result = both.high;
        break;
    default:
        goto done;
    }
    result *= 2;
done:
    return result;
}

#include <weft/annotate.h>
typedef unsigned _BitInt(7) seven;
struct pair { seven first; int second; };
static int half(_BitInt(5) x) { return (int)x / 2; }
WEFT_VECTORIZE()
int wrapped(int x)
{
    _BitInt(7) y = x;
    seven z[2] = {0, 1};
    struct pair p = {0, 1};
    return (int)(_BitInt(9))x + y + z[1] + p.second + half(3);
}
WEFT_VECTORIZE()
int taken(_BitInt(7) x)
{
    return (int)x;
}

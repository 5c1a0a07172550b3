#include <weft/annotate.h>
static int counter;
static const int limit = 3;
WEFT_VECTORIZE()
double count(double x)
{
    static double last;
    static const double scale = 2;
    counter++;
    last = x;
    return last * scale + counter + limit;
}

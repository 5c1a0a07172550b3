#include <weft/annotate.h>

#define TWICE(name, T) \
    static T name(T x) \
    {                  \
        return 2 * x;  \
    }
#define HALVED { return x / 2; }

TWICE(twice, double)

WEFT_VECTORIZE()
double quadruple(double x) { return twice(twice(x)); }

WEFT_VECTORIZE()
double half(double x) HALVED

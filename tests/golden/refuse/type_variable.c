// flags: --targets=cpu
#include <weft/annotate.h>
/* A type variable is a macro in what is generated. */

WEFT_TYPEVAR(T);

struct inner {
    int T;
};
typedef struct outer {
    struct inner parts[2];
    double scale;
} outer;

static double scale_of(outer value)
{
    return value.scale;
}

WEFT_VECTORIZE("float32(float32)", "float64(float64)")
T member(T x)
{
    outer value = {.scale = 2.0};
    return x * scale_of(value);
}

static double twice(double T)
{
    return 2 * T;
}

WEFT_VECTORIZE("float32(float32)", "float64(float64)")
T local(T x)
{
    for (int T = 0; T < 3; T++)
        x += 1;
    return twice(x);
}

WEFT_VECTORIZE("float32(float32)", "float64(float64)")
T tag(T x)
{
    struct T {
        double part;
    } value = {x};
    if (x < 0)
        goto T;
    return value.part;
T:
    return 0;
}

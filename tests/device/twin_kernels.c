/* Functions whose device twins give something else, so that it shows which of the two ran; and
 * names that the twins' file has for other things. */
#include <weft/annotate.h>

WEFT_TYPEVAR(T);

/* This one's helpers are no matter of the device. */
extern double outside(double x);
static float doubled(float x)
{
    return (float)outside(x) * 2;
}
WEFT_DEVICE_TWIN
static float carried(float x)
{
    return doubled(x) + 1;
}

WEFT_DEVICE_TWIN double linked(double x);

/* Two types, which in the twins' file are two functions. */
WEFT_DEVICE_TWIN static T either(T x)
{
    return x + 1;
}

WEFT_DEVICE_TWIN double total(size_t n, const double *x, double *last);

struct pair {
    float first, second;
};
static float scale(float x)
{
    return 3 * x;
}
static float helper(struct pair p)
{
    return carried(p.first) + scale(p.second);
}

WEFT_VECTORIZE()
float twin_carried(float x, float y)
{
    return helper((struct pair){x, y});
}

WEFT_VECTORIZE()
double twin_linked(double x)
{
    return linked(x);
}

WEFT_VECTORIZE("int32(int32)", "float64(float64)")
T twin_either(T x)
{
    return either(x);
}

WEFT_GUVECTORIZE("(n)->(),()")
void twin_total(size_t n, const double x[n], double *sum, double *last)
{
    double end = 0;
    *sum = total(n, x, &end);
    *last = end;
}

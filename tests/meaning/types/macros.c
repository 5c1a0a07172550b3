/* Names of the user's that headers have as macros, and packing by operators. */
#include <weft/annotate.h>

#define PACKED(text) _Pragma(#text)

PACKED(pack(push, 1))
struct DBL_MAX {
    char INFINITY;
    double INT_MAX;
};
PACKED(pack(pop))

static double NAN(double M_PI)
{
    return M_PI * 2;
}

WEFT_VECTORIZE() int macro_names(int INT_MIN)
{
    struct DBL_MAX held = {3, NAN(INT_MIN)};
    int HUGE_VAL = (int)held.INT_MAX;
    return HUGE_VAL + held.INFINITY + (int)sizeof(struct DBL_MAX) * 100;
}

typedef struct list list;
struct list {
    const list *next;
    int value;
};

WEFT_VECTORIZE() int typedef_before(int x)
{
    list last = {0, x}, first = {&last, 2};
    return first.next->value + first.value;
}

/* Types come along whole: attributes behind names, #pragma pack, every declarator; a name that a
 * system structure has for a member is renamed where it stands. */
#include <stdlib.h>
#include <weft/annotate.h>
WEFT_TYPEVAR(T);
typedef long long wide __attribute__((aligned(32))), *pointer;
#pragma pack(push, 2)
struct packed {
    char c;
    wide w;
    enum { NONE, SOME = 300 } e;
};
#pragma pack(pop)
struct own {
    T value;
};
static int rem(int x) { return x % 3; }
static const struct packed none;
static const int first = 1, second = 2;
WEFT_VECTORIZE("int32(int32)", "float64(float64)")
T carried(T x)
{
    struct packed p = {second, 2};
    struct own o = {x};
    return o.value + (T)(p.w + p.e + rem((int)sizeof(x == 1)) + none.c + __func__[0]);
}
WEFT_VECTORIZE()
int divided(int x)
{
    div_t d = div(x, 3);
    return rem(d.rem);
}

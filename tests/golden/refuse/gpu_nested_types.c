// flags: --targets=cpu,gpu --require-all
#include <weft/annotate.h>
struct outer {
    enum { RED, GREEN } color;
    struct inner {
        int v;
    } in;
};
WEFT_VECTORIZE()
int nested(int x)
{
    struct outer o = {.color = GREEN};
    struct inner in = {x};
    return o.color + in.v;
}

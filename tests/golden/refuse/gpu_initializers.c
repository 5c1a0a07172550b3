// flags: --targets=cpu,gpu --require-all
#include <weft/annotate.h>
struct inner { int a, b; };
struct outer { struct inner in; int c; };
static const int table[4] = {[2] = 1};
WEFT_VECTORIZE()
int initialize(int x)
{
    int list[3] = {[1] = x};
    struct inner fine = {.a = 1, .b = x};
    struct inner turned = {.b = 1, .a = x};
    struct outer nested = {.in.a = 1, .c = x};
    return list[1] + fine.a + turned.a + nested.c + table[x & 3];
}

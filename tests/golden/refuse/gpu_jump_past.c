// flags: --targets=cpu,gpu --require-all
#include <weft/annotate.h>
WEFT_VECTORIZE()
int skip(int x)
{
    if (x)
        goto end;
    int y = x + 1;
    x += y;
    switch (x) {
        int z = 1;
    case 1:
        x += z;
    }
end:
    return x;
}

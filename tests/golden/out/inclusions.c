// flags: --targets=cpu,gpu
/* Included text is carried under its own name, macros as what they stand for. */
#include <weft/annotate.h>
#define LAST 300
static const int table[] = {
#include "parts/values.inc"
};
#undef LAST
WEFT_VECTORIZE()
int entry(int x)
{
#if defined LAST || WIDE
    x = 0;
#endif
    return table[x & 1] + (int)(sizeof table / sizeof *table);
}

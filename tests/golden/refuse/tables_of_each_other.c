// flags: --targets=cpu
#include <weft/annotate.h>

struct link {
    int value;
    const struct link *next;
};
static const struct link even, odd = {1, &even};
static const struct link even = {2, &odd};
static const struct link own = {3, &own};

WEFT_VECTORIZE()
int third(int x)
{
    return own.next->next->value + x;
}

WEFT_VECTORIZE()
int walk(int n)
{
    const struct link *at = &odd;
    for (int i = 0; i < (n & 7); i++)
        at = at->next;
    return at->value;
}

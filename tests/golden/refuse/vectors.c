// flags: --targets=cpu
/* Vectors of gcc, by a typedef, at a variable and at a member; a table without a value is no error. */
#include <weft/annotate.h>
typedef int four __attribute__((vector_size(16)));
struct holder {
    float pair __attribute__((vector_size(8)));
};
static const int zeros[3];
WEFT_VECTORIZE()
int by_typedef(int x)
{
    four v = {x, 2, 3, 4};
    return v[0] + zeros[1];
}
WEFT_VECTORIZE()
int by_variable(int x)
{
    int v __attribute__((vector_size(8))) = {x, 2};
    return v[0];
}
WEFT_VECTORIZE()
float by_member(float x)
{
    struct holder h = {{x, 2}};
    return h.pair[0];
}

#include "widen_integers.h"

#include <string.h>

#define WIDEN(TYPE, VALUE)                         \
    if (step == (int64_t)sizeof(TYPE))             \
        WIDEN_ALONG(TYPE, VALUE, sizeof(TYPE))     \
    else if (step == 2 * (int64_t)sizeof(TYPE))    \
        WIDEN_ALONG(TYPE, VALUE, 2 * sizeof(TYPE)) \
    else                                           \
        WIDEN_ALONG(TYPE, VALUE, step)             \
    return true;
#define WIDEN_ALONG(TYPE, VALUE, step)                    \
    for (int64_t k = 0; k < n; k++) {                     \
        TYPE x;                                           \
        memcpy(&x, from + k * (int64_t)(step), sizeof x); \
        to[k] = VALUE;                                    \
    }
#define WIDEN_b(TYPE) WIDEN(TYPE, (uint64_t)(x != 0))
#define WIDEN_i(TYPE) WIDEN(TYPE, (uint64_t)(int64_t)x)
#define WIDEN_u(TYPE) WIDEN(TYPE, (uint64_t)x)
#define WIDEN_h(TYPE) break;
#define WIDEN_f(TYPE) break;
#define WIDEN_c(TYPE) break;

bool widen_integers(uint64_t *to, const char *from, int64_t step, weft_dtype dtype, int64_t n)
{
    switch (dtype) {
#define CASE(ENUM, name, kind, part, ...) \
    case WEFT_##ENUM:                     \
        WIDEN_##kind(part)
        WEFT_DTYPES(CASE)
#undef CASE
    default:
        break;
    }
    return false;
}

#include "host_conversions.h"

#include "base/half.h"

#define CALL_b(name, part)
#define CALL_i(name, part)         \
    part host_##name(double value) \
    {                              \
        return name(value);        \
    }
#define CALL_u(name, part) CALL_i(name, part)
#define CALL_h(name, part)
#define CALL_f(name, part)
#define CALL_c(name, part)
#define CALL(ENUM, name, kind, part, ...) CALL_##kind(weft_to_##name, part)
WEFT_DTYPES(CALL)

double host_widen(uint32_t bits, int width, int digits)
{
    return half_widen(bits, width, digits);
}

uint32_t host_narrow(double value, int width, int digits)
{
    return half_narrow(value, width, digits);
}

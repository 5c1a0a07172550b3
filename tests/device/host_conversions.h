/* host_conversions.h: the host's conversions, which are C, for a test in C++. */
#ifndef HOST_CONVERSIONS_H
#define HOST_CONVERSIONS_H

#include <stdint.h>

#include <weft/dtypes.h>

#ifdef __cplusplus
extern "C" {
#endif

/* host_weft_to_int8 … host_weft_to_uint64 */
#define HOST_b(name, part)
#define HOST_i(name, part) part host_##name(double value);
#define HOST_u(name, part) part host_##name(double value);
#define HOST_h(name, part)
#define HOST_f(name, part)
#define HOST_c(name, part)
#define HOST(ENUM, name, kind, part, ...) HOST_##kind(weft_to_##name, part)
WEFT_DTYPES(HOST)
#undef HOST

double host_widen(uint32_t bits, int width, int digits);
uint32_t host_narrow(double value, int width, int digits);

#ifdef __cplusplus
}
#endif
#endif

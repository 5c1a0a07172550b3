/* serial.h: functions with a state, whose items are computed one after the other, whoever calls
 * them. */
#ifndef WEFT_SERIAL_H
#define WEFT_SERIAL_H

#include <weft/weft.h>

static inline bool serial_is(const weft_ufunc *ufunc)
{
    return ufunc->flags & WEFT_UFUNC_SERIAL;
}

/* Around the kernels of such a function: no other thread is between the two at that time. Nothing
 * for other functions, and for NULL. The lock is one of the process: several functions, of several
 * libraries too, may share a state. A thread may begin again what it has begun. */
void serial_begin(const weft_ufunc *ufunc);
void serial_end(const weft_ufunc *ufunc);

#endif

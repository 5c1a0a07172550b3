/* gpu_order.h: events, as weft.h hands them out. */
#ifndef WEFT_GPU_ORDER_H
#define WEFT_GPU_ORDER_H

#include <stdatomic.h>

#include "gpu_stream.h"

struct weft_event {
    CUevent event;
    int device;
    bool is_borrowed; /* another destroys it */
    atomic_bool is_recorded;
};

#endif

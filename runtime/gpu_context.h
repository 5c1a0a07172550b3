/* gpu_context.h: which CUDA context a gpu function works in. */
#ifndef WEFT_GPU_CONTEXT_H
#define WEFT_GPU_CONTEXT_H

#include "gpu_driver.h"

/* Devices beyond this number cannot be used. */
enum { GPU_DEVICE_LIMIT = 64 };

/* Between gpu_enter and gpu_leave a context of the device is current. */
typedef struct gpu_scope {
    const gpu_driver *driver;
    CUcontext context;
    int device;
    bool pushed;
} gpu_scope;

/* Enters the caller's current context if it is one of this device, else the device's primary
 * context, which PyTorch and CuPy use too. Must be followed by gpu_leave if it succeeds. */
weft_status gpu_enter(gpu_scope *scope, int device, weft_error *error);

/* Restores what was current; keeps the driver's and the caller's error as they are. */
void gpu_leave(const gpu_scope *scope);

#endif

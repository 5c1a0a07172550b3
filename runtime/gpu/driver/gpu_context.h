/* gpu_context.h: which CUDA context a gpu function works in. */
#ifndef WEFT_GPU_CONTEXT_H
#define WEFT_GPU_CONTEXT_H

#include "gpu_driver.h"

/* Between gpu_enter and gpu_leave a context of the device is current, and what is captured on other
 * streams forbids the thread nothing: no work of ours is part of it, nor waits for it. */
typedef struct gpu_scope {
    const gpu_driver *driver;
    CUcontext context;
    int device;
    bool pushed;
    bool runs; /* what is enqueued runs at once: its stream is known not to be captured */
    CUstreamCaptureMode mode; /* the thread's own */
} gpu_scope;

/* Enters the caller's current context if it is one of this device, else the device's primary
 * context, which PyTorch and CuPy use too. Must be followed by gpu_leave if it succeeds. */
weft_status gpu_enter(gpu_scope *scope, int device, weft_error *error);

/* Restores what was current; keeps the driver's and the caller's error as they are. */
void gpu_leave(const gpu_scope *scope);

#endif

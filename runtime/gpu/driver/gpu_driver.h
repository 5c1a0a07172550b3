/* gpu_driver.h: CUDA's driver, opened at the first gpu call; nothing of CUDA is linked. */
#ifndef WEFT_GPU_DRIVER_H
#define WEFT_GPU_DRIVER_H

#include <cuda.h>

#include <weft/weft.h>

#include "gpu_entries.h"

/* Devices beyond this number cannot be used. */
enum { GPU_DEVICE_LIMIT = 64 };

/* Filled once, then constant. */
typedef struct gpu_driver {
#define GPU_DRIVER_FIELD(name) __typeof__(name) *name;
    GPU_DRIVER_ENTRIES(GPU_DRIVER_FIELD)
#define GPU_DRIVER_LATER_FIELD(name, version) GPU_DRIVER_FIELD(name)
    GPU_DRIVER_LATER_ENTRIES(GPU_DRIVER_LATER_FIELD)
#undef GPU_DRIVER_LATER_FIELD
#undef GPU_DRIVER_FIELD
    int device_count;
    CUdevice devices[GPU_DEVICE_LIMIT];
} gpu_driver;

/* The driver, opened and initialised at the first call; an error if this process cannot use it: no
 * library, too old, no device, or forked after it was initialised. */
weft_status gpu_driver_open(const gpu_driver **opened, weft_error *error);

/* WEFT_OK for CUDA_SUCCESS; else an error that says what was being done, with CUDA's own words, and
 * of the status that fits: MEMORY, TARGET (no code for this GPU), DEVICE. */
weft_status gpu_driver_status(CUresult result, const char *doing, weft_error *error);

#endif

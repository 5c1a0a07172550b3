/* raw.h: kernels of your own, which no ufunc calls, in PTX, a cubin or a fatbin: a part of weft.h,
 * whose rules are these functions' too. Of the options they take device and stream. */
#ifndef WEFT_RAW_KERNELS_H
#define WEFT_RAW_KERNELS_H

#include <weft/weft.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef struct weft_device_module weft_device_module;
typedef struct weft_device_kernel weft_device_kernel;
/* Loads a file of PTX, a cubin or a fatbin, for all devices. */
weft_status weft_module_load(const char *path, weft_device_module **module,
                             const weft_options *options, weft_error *error);
/* The kernel of that name, as the file has it: that of an extern "C" __global__ function is its
 * own. It lives as long as the module. */
weft_status weft_module_kernel(weft_device_module *module, const char *name,
                               weft_device_kernel **kernel, weft_error *error);
/* Its number of parameters, and their bytes; -1 where the driver is older than CUDA 12.4, which
 * does not tell: nobody checks arguments then. */
int weft_device_kernel_parameters(const weft_device_kernel *kernel, const size_t **sizes);
/* To be called when all that was launched is done. NULL is allowed. */
void weft_module_unload(weft_device_module *module);

/* One argument of a kernel. */
typedef struct weft_argument {
    const weft_array
        *array;        /* its address is handed over: device memory without gaps, in C order; */
    const void *value; /* where that is NULL, `size` bytes: a number, an address, a structure */
    size_t size;
} weft_argument;
/* How a kernel is launched; zero is the default throughout. */
typedef struct weft_launch {
    size_t size;         /* as weft_options.size; 0: the members up to `shared` */
    uint32_t blocks[3];  /* of the grid; the first 0: as many as `items` need; the others 0: 1 */
    uint32_t threads[3]; /* of a block; the first 0: as many as fill the device best, as the driver
                            counts what the kernel takes; the others 0: 1 */
    int64_t items;       /* threads that are wanted along the first axis; 0: nothing is launched */
    size_t shared;       /* bytes of shared memory of a block, beside what the kernel declares */
} weft_launch;
/* Enqueues a launch on options->stream and returns at once. Number and sizes of the arguments,
 * where arrays lie, and what a grid can be are checked ahead: on an error nothing is launched. What
 * happens in the kernel is the next synchronisation's to report. On a stream that is captured into
 * a CUDA graph it is recorded. */
weft_status weft_launch_kernel(weft_device_kernel *kernel, const weft_launch *how,
                               const weft_argument *arguments, int count,
                               const weft_options *options, weft_error *error);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif

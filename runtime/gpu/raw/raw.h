/* raw.h: kernels of the user's own, which no ufunc calls: modules of PTX, cubins and fatbins, what
 * is known of their kernels, and one launch. */
#ifndef WEFT_RAW_H
#define WEFT_RAW_H

#include <pthread.h>
#include <stdatomic.h>

#include "gpu/driver/gpu_context.h"

enum { RAW_PARAMETERS = 512 }; /* of a kernel at most */

/* What a kernel is on one device; 0: not asked yet. */
typedef struct raw_place {
    atomic_uint most_threads; /* of a block */
    atomic_uint shared;       /* bytes that it declares itself, and 1 */
    atomic_uint allowed; /* bytes beside these that a launch may ask for since it was allowed */
    atomic_uint_fast64_t
        chosen; /* bytes of a launch, and threads by which it fills the device best */
} raw_place;

/* A weft_device_kernel. */
struct weft_device_kernel {
    struct weft_device_kernel *next;
    char *name; /* owned */
    CUkernel kernel;
    int count;     /* of parameters; -1: the driver does not tell */
    size_t *sizes; /* owned: their bytes */
    raw_place places[GPU_DEVICE_LIMIT];
};

/* A weft_device_module. */
struct weft_device_module {
    char *path; /* owned */
    CUlibrary library;
    pthread_mutex_t lock;        /* of the list */
    weft_device_kernel *kernels; /* owned */
    char log[1024];              /* that the driver writes when it translates PTX */
};

#endif

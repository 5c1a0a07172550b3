/* gpu_module.h: the kernels of embedded images, loaded at first use. */
#ifndef WEFT_GPU_MODULE_H
#define WEFT_GPU_MODULE_H

#include "gpu_context.h"

/* The kernels of one loop; their symbols are the loop's name and a suffix. */
typedef enum gpu_variant {
    GPU_VECTOR, /* _v: one contiguous axis */
    GPU_AXES,   /* _n: any axes, 32-bit distances */
    GPU_AXES64, /* _n64 */
    GPU_MASKED, /* _m: any axes, the items that a mask chooses */
    GPU_ITEM,   /* _c: core dimensions, one thread per item */
    GPU_FOLD_GROUPS, /* _fg: segments of a fold, a group of threads for each */
    GPU_FOLD_ROWS,   /* _fr: a thread for each, through shared memory */
    GPU_FOLD_LANES,  /* _fl: a thread for each */
    GPU_SCAN_GROUPS, /* _sg: prefixes of segments, a group of threads for each */
    GPU_SCAN_LANES,  /* _sl: a thread for each */
    GPU_ALONE,  /* no suffix: libweft's own */
    GPU_VARIANT_COUNT
} gpu_variant;

/* The kernel `symbol` + suffix of a module; `index` numbers the symbols of a module. It serves
 * every context and lives as long as the module. */
weft_status gpu_module_kernel(const gpu_scope *scope, const weft_module *module, uint32_t index,
                              const char *symbol, gpu_variant variant, CUfunction *kernel,
                              weft_error *error);

#endif

/* gpu_module.h: the kernels of embedded images, loaded at first use. */
#ifndef WEFT_GPU_MODULE_H
#define WEFT_GPU_MODULE_H

#include "gpu_context.h"

/* Stands for a shape where a symbol is the whole name: of libweft's own kernels. */
enum { GPU_ALONE = WEFT_SHAPE_COUNT };

/* The kernel `symbol` + the suffix of a shape, of a module; `index` numbers the symbols of a
 * module. It serves every context and lives as long as the module. Takes no lock where the thread
 * has asked for it lately. */
weft_status gpu_module_kernel(const gpu_scope *scope, const weft_module *module, uint32_t index,
                              const char *symbol, int shape, CUfunction *kernel, weft_error *error);

/* The slot `forget`, see backend.h. */
void gpu_module_forget(const weft_module *module);

#endif

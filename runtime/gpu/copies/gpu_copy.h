/* gpu_copy.h: moving arrays between host and device, and casting on the device. */
#ifndef WEFT_GPU_COPY_H
#define WEFT_GPU_COPY_H

#include "gpu/driver/gpu_context.h"
#include "plan/backend.h"

/* The slot `copy` of the gpu backend, see backend.h. */
weft_status gpu_copy(const weft_array *target, const weft_array *source, const weft_place *place,
                     weft_error *error);

/* The slot `begin_copy`. */
weft_status gpu_copy_begin(backend_copies *copies, const weft_array *target,
                           const weft_array *source, const weft_place *place, weft_error *error);

/* Enqueues a copy between two arrays of one device: any dtypes, steps, alignments and byte orders.
 * */
weft_status gpu_cast(const gpu_scope *scope, CUstream stream, const weft_array *target,
                     const weft_array *source, weft_error *error);

/* The slot `copy_where`. */
weft_status gpu_copy_where(const weft_array *target, const weft_array *source,
                           const weft_array *mask, const weft_place *place, weft_error *error);

/* Enqueues a copy between two arrays of one device, of the elements where the mask is not 0. */
weft_status gpu_cast_where(const gpu_scope *scope, CUstream stream, const weft_array *target,
                           const weft_array *source, const weft_array *mask, weft_error *error);

/* Whether the elements lie in C order without gaps, in native byte order, and not inside the array
 * itself. */
bool gpu_copy_is_plain(const weft_array *array);

#endif

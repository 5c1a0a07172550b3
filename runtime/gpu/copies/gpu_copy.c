/* gpu_copy.c: copies to and from the host. What is moved over the bus lies in C order; the device
 * casts and spreads its side, the host code the other. */
#include "gpu_copy.h"

#include "arrays/array.h"
#include "base/cast.h"
#include "base/dtype.h"
#include "base/error.h"
#include "gpu/driver/gpu_memory.h"
#include "gpu/driver/gpu_stream.h"
#include "gpu_staging.h"

/* Bytes up to which the driver takes what it is handed along. */
enum { TAKEN_ALONG = 1 << 16 };

bool gpu_copy_is_plain(const weft_array *array)
{
    int64_t step = dtype_table[array->dtype].size;
    if (array->flags & (WEFT_ARRAY_SWAPPED | WEFT_ARRAY_INLINE))
        return false;
    for (int axis = array->rank - 1; axis >= 0; axis--) {
        if (array->shape[axis] == 1)
            continue;
        if (array->steps[axis] != step)
            return false;
        step *= array->shape[axis];
    }
    return true;
}

/* Whether the bytes of one may be moved to the other as they are. */
static bool is_same(const weft_array *a, const weft_array *b)
{
    return a->dtype == b->dtype && a->dtype != WEFT_BOOL && gpu_copy_is_plain(a) &&
           gpu_copy_is_plain(b);
}

static size_t byte_count_of(const weft_array *array)
{
    return (size_t)array_count(array) * dtype_table[array->dtype].size;
}

/* A C-ordered array like `array`, of some dtype, in device memory. */
static weft_status make_temporary(const gpu_scope *scope, CUstream stream, const weft_array *array,
                                  weft_dtype dtype, weft_array *temporary, weft_error *error)
{
    CUdeviceptr memory;
    int64_t byte_count;
    *temporary = weft_array_view(NULL, dtype, array->rank, array->shape, NULL);
    if (!array_lay_out(temporary, &byte_count))
        return error_set(error, WEFT_ERROR_SHAPE,
                         "a copy of an array has more bytes than int64 counts");
    weft_status status = gpu_memory_allocate(scope, stream, (size_t)byte_count, &memory, error);
    temporary->data = (void *)memory;
    return status;
}

/* Enqueues a copy; source: plain host memory, which must stay as it is until the stream gets there.
 * Of memory that is pageable, the driver has a copy of its own when it returns. */
static weft_status send(const gpu_scope *scope, CUstream stream, const weft_array *target,
                        const weft_array *source, weft_error *error)
{
    weft_array staging = *target;
    bool is_direct = is_same(target, source);
    weft_status status = WEFT_OK;
    if (!is_direct)
        status = make_temporary(scope, stream, source, (weft_dtype)source->dtype, &staging, error);
    if (status)
        return status;
    CUresult result = scope->driver->cuMemcpyHtoDAsync((CUdeviceptr)staging.data, source->data,
                                                       byte_count_of(source), stream);
    status = gpu_driver_status(result, "copying from host to device", error);
    if (!status && !is_direct)
        status = gpu_cast(scope, stream, target, &staging, error);
    if (!is_direct)
        gpu_memory_release(scope, stream, (CUdeviceptr)staging.data);
    return status;
}

/* Enqueues a copy; target: plain host memory, which must not be read until the stream gets there.
 */
static weft_status fetch(const gpu_scope *scope, CUstream stream, const weft_array *target,
                         const weft_array *source, weft_error *error)
{
    weft_array leaving = *source;
    bool is_direct = is_same(target, source);
    weft_status status = WEFT_OK;
    if (!is_direct) {
        status = make_temporary(scope, stream, source, (weft_dtype)target->dtype, &leaving, error);
        if (status)
            return status;
        status = gpu_cast(scope, stream, &leaving, source, error);
    }
    if (!status) {
        CUresult result = scope->driver->cuMemcpyDtoHAsync(target->data, (CUdeviceptr)leaving.data,
                                                           byte_count_of(target), stream);
        status = gpu_driver_status(result, "copying from device to host", error);
    }
    if (!is_direct)
        gpu_memory_release(scope, stream, (CUdeviceptr)leaving.data);
    return status;
}

/* Whether the device copies straight to or from host memory, which is plain: if that is pinned; or
 * so large that a staging block would not be: then the driver, which waits for the copy, has a
 * better one of its own. */
static bool is_reached(const gpu_scope *scope, const weft_array *array)
{
    CUmemorytype type = (CUmemorytype)0;
    return byte_count_of(array) > GPU_STAGING_MOST ||
           (scope->driver->cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                                 (CUdeviceptr)array->data) == CUDA_SUCCESS &&
            type == CU_MEMORYTYPE_HOST);
}

/* Begins a copy from the host: from its memory, where the driver or the device takes it, else by
 * way of a staging block. */
static weft_status begin_upload(const gpu_scope *scope, CUstream stream, backend_copies *copies,
                                const weft_array *target, const weft_array *source,
                                weft_error *error)
{
    weft_array packed;
    copies->any = true;
    const bool is_plain = gpu_copy_is_plain(source);
    if (is_plain && (byte_count_of(source) <= TAKEN_ALONG || is_reached(scope, source)))
        return send(scope, stream, target, source, error);
    const weft_dtype dtype = (weft_dtype)(is_plain ? source : target)->dtype;
    weft_status status = gpu_staging_add(scope, copies, dtype, source, NULL, &packed, error);
    if (status)
        return status;
    cast_copy(&packed, source);
    status = send(scope, stream, target, &packed, error);
    return status ? status : gpu_staging_limit(scope, stream, copies, error);
}

/* Begins a copy to the host: to its memory, where the driver or the device reaches it, else by way
 * of a staging block. */
static weft_status begin_download(const gpu_scope *scope, CUstream stream, backend_copies *copies,
                                  const weft_array *target, const weft_array *source,
                                  weft_error *error)
{
    weft_array packed;
    copies->any = true;
    if (gpu_copy_is_plain(target) && byte_count_of(target) > TAKEN_ALONG &&
        is_reached(scope, target)) {
        weft_status status = gpu_stream_wait(scope, stream, error);
        return status ? status : fetch(scope, stream, target, source, error);
    }
    weft_status status =
        gpu_staging_add(scope, copies, (weft_dtype)target->dtype, target, target, &packed, error);
    if (status)
        return status;
    status = fetch(scope, stream, &packed, source, error);
    if (status)
        gpu_staging_cancel(copies);
    return status ? status : gpu_staging_limit(scope, stream, copies, error);
}

/* Whether the two lie on two devices. */
static bool is_across(const weft_array *target, const weft_array *source)
{
    return target->device > 0 && source->device > 0 && target->device != source->device;
}

/* The place of one side of a copy: a stream belongs to one device, another's side goes by its
 * legacy one. */
static weft_place side_of(const weft_place *place, const weft_array *array)
{
    weft_place side = *place;
    side.device = array->device - 1;
    side.stream = side.device == place->device ? place->stream : NULL;
    return side;
}

/* Lets work on a side come after all work of ours there. */
static weft_status join(const weft_place *side, weft_error *error)
{
    gpu_scope scope;
    weft_status status = gpu_enter(&scope, side->device, error);
    if (status)
        return status;
    status = gpu_stream_running(&scope, side->stream, "a copy", error);
    if (!status && !side->stream)
        gpu_stream_join(&scope);
    gpu_leave(&scope);
    return status;
}

/* Between two devices, by way of the host. */
static weft_status across_devices(const weft_array *target, const weft_array *source,
                                  const weft_place *place, weft_error *error)
{
    const weft_place to = side_of(place, target), from = side_of(place, source);
    weft_array packed;
    weft_status status = join(&from, error);
    if (!status)
        status = join(&to, error);
    if (status)
        return status;
    status = weft_array_new(&packed, (weft_dtype)target->dtype, source->rank, source->shape, error);
    if (status)
        return status;
    status = gpu_copy(&packed, source, &from, error);
    if (!status)
        status = gpu_copy(target, &packed, &to, error);
    array_free(&packed);
    return status;
}

/* Begins a copy of which one side or both lie on the scope's device. */
static weft_status begin(const gpu_scope *scope, CUstream stream, backend_copies *copies,
                         const weft_array *target, const weft_array *source, weft_error *error)
{
    bool is_recording = false, is_inside = source->device > 0 && target->device > 0;
    weft_status status =
        is_inside ? gpu_stream_recording(scope, stream, &is_recording, error)
                  : gpu_stream_running(scope, stream, "a copy to or from the host", error);
    if (status)
        return status;
    if (is_inside)
        status = gpu_cast(scope, stream, target, source, error);
    else
        status = (source->device == 0 ? begin_upload : begin_download)(scope, stream, copies,
                                                                       target, source, error);
    if (!is_recording) /* what is captured has not run; its graph's owner orders it */
        gpu_stream_note(scope, stream);
    return status;
}

weft_status gpu_copy_begin(backend_copies *copies, const weft_array *target,
                           const weft_array *source, const weft_place *place, weft_error *error)
{
    gpu_scope scope;
    if (is_across(target, source))
        return across_devices(target, source, place, error);
    int device = (target->device > 0 ? target->device : source->device) - 1;
    weft_status status = gpu_enter(&scope, device, error);
    if (status)
        return status;
    status = begin(&scope, place->stream, copies, target, source, error);
    gpu_leave(&scope);
    return status;
}

weft_status gpu_copy(const weft_array *target, const weft_array *source, const weft_place *place,
                     weft_error *error)
{
    backend_copies copies = {0};
    weft_place own = *place;
    if (is_across(target, source))
        return across_devices(target, source, place, error);
    own.device = (target->device > 0 ? target->device : source->device) - 1;
    weft_status status = gpu_copy_begin(&copies, target, source, &own, error);
    if (!copies.any)
        return status;
    weft_status late = gpu_copies_await(&copies, &own, status ? NULL : error);
    return status ? status : late;
}

weft_status gpu_copy_where(const weft_array *target, const weft_array *source,
                           const weft_array *mask, const weft_place *place, weft_error *error)
{
    gpu_scope scope;
    weft_status status = gpu_enter(&scope, target->device - 1, error);
    if (status)
        return status;
    bool is_recording;
    status = gpu_stream_recording(&scope, place->stream, &is_recording, error);
    if (!status) {
        status = gpu_cast_where(&scope, place->stream, target, source, mask, error);
        if (!is_recording)
            gpu_stream_note(&scope, place->stream);
    }
    gpu_leave(&scope);
    return status;
}

/* gpu_copy.c: copies to and from the host. What is moved over the bus lies in C order; the device
 * casts and spreads its side, the host code the other. */
#include "gpu_copy.h"

#include "arrays/array.h"
#include "base/cast.h"
#include "base/dtype.h"
#include "base/error.h"
#include "gpu_memory.h"
#include "gpu_stream.h"

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

static weft_status wait(const gpu_scope *scope, CUstream stream, weft_error *error)
{
    return gpu_driver_status(scope->driver->cuStreamSynchronize(stream),
                             "waiting for a copy to or from the host", error);
}

/* Enqueues a copy; source: plain host memory, which must stay as it is until the stream gets there.
 * Of memory that is pageable, the driver has a copy of its own when it returns. */
static weft_status send(const gpu_scope *scope, CUstream stream, const weft_array *target,
                        const weft_array *source, weft_error *error)
{
    weft_array landing = *target;
    bool is_direct = is_same(target, source);
    weft_status status = WEFT_OK;
    if (!is_direct)
        status = make_temporary(scope, stream, source, (weft_dtype)source->dtype, &landing, error);
    if (status)
        return status;
    CUresult result = scope->driver->cuMemcpyHtoDAsync((CUdeviceptr)landing.data, source->data,
                                                       byte_count_of(source), stream);
    status = gpu_driver_status(result, "copying from host to device", error);
    if (!status && !is_direct)
        status = gpu_cast(scope, stream, target, &landing, error);
    if (!is_direct)
        gpu_memory_release(scope, stream, (CUdeviceptr)landing.data);
    return status;
}

/* The same, and waits for it. */
static weft_status upload(const gpu_scope *scope, CUstream stream, const weft_array *target,
                          const weft_array *source, weft_error *error)
{
    weft_status status = send(scope, stream, target, source, error);
    weft_status late = wait(scope, stream, status ? NULL : error);
    return status ? status : late;
}

static weft_status host_to_device(const gpu_scope *scope, CUstream stream, const weft_array *target,
                                  const weft_array *source, weft_error *error)
{
    weft_array packed;
    if (gpu_copy_is_plain(source))
        return upload(scope, stream, target, source, error);
    weft_status status =
        weft_array_new(&packed, (weft_dtype)target->dtype, source->rank, source->shape, error);
    if (status)
        return status;
    cast_copy(&packed, source);
    status = upload(scope, stream, target, &packed, error);
    array_free(&packed);
    return status;
}

/* target: plain host memory. Returns finished. */
static weft_status download(const gpu_scope *scope, CUstream stream, const weft_array *target,
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
    weft_status late = wait(scope, stream, status ? NULL : error);
    return status ? status : late;
}

static weft_status device_to_host(const gpu_scope *scope, CUstream stream, const weft_array *target,
                                  const weft_array *source, weft_error *error)
{
    weft_array packed;
    if (gpu_copy_is_plain(target))
        return download(scope, stream, target, source, error);
    weft_status status =
        weft_array_new(&packed, (weft_dtype)target->dtype, target->rank, target->shape, error);
    if (status)
        return status;
    status = download(scope, stream, &packed, source, error);
    if (!status)
        cast_copy(target, &packed);
    array_free(&packed);
    return status;
}

/* Between two devices, by way of the host. The stream is the target device's; the source is copied
 * on its legacy stream, after all work of ours. */
static weft_status across_devices(const weft_array *target, const weft_array *source,
                                  const weft_place *place, weft_error *error)
{
    weft_array packed;
    gpu_scope scope;
    weft_place legacy = *place;
    legacy.stream = NULL;
    weft_status status = gpu_enter(&scope, source->device - 1, error);
    if (status)
        return status;
    status = gpu_stream_running(&scope, NULL, "a copy", error);
    if (!status)
        gpu_stream_join(&scope);
    gpu_leave(&scope);
    if (status)
        return status;
    status = weft_array_new(&packed, (weft_dtype)target->dtype, source->rank, source->shape, error);
    if (status)
        return status;
    status = gpu_copy(&packed, source, &legacy, error);
    if (!status)
        status = gpu_copy(target, &packed, place, error);
    array_free(&packed);
    return status;
}

weft_status gpu_copy(const weft_array *target, const weft_array *source, const weft_place *place,
                     weft_error *error)
{
    gpu_scope scope;
    CUstream stream = place->stream;
    if (target->device > 0 && source->device > 0 && target->device != source->device)
        return across_devices(target, source, place, error);
    int device = (target->device > 0 ? target->device : source->device) - 1;
    weft_status status = gpu_enter(&scope, device, error);
    if (status)
        return status;
    bool is_recording = false, is_inside = source->device > 0 && target->device > 0;
    status = is_inside ? gpu_stream_recording(&scope, stream, &is_recording, error)
                       : gpu_stream_running(&scope, stream, "a copy to or from the host", error);
    if (status) {
        gpu_leave(&scope);
        return status;
    }
    if (source->device == 0)
        status = host_to_device(&scope, stream, target, source, error);
    else if (target->device == 0)
        status = device_to_host(&scope, stream, target, source, error);
    else
        status = gpu_cast(&scope, stream, target, source, error);
    if (!is_recording)
        gpu_stream_note(&scope, stream);
    gpu_leave(&scope);
    return status;
}

weft_status gpu_upload(const weft_array *target, const weft_array *source, const weft_place *place,
                       weft_error *error)
{
    gpu_scope scope;
    CUstream stream = place->stream;
    weft_status status = gpu_enter(&scope, target->device - 1, error);
    if (status)
        return status;
    status = gpu_stream_running(&scope, stream, "a copy to or from the host", error);
    if (!status) {
        status = gpu_copy_is_plain(source) ? send(&scope, stream, target, source, error)
                                           : host_to_device(&scope, stream, target, source, error);
        gpu_stream_note(&scope, stream);
    }
    gpu_leave(&scope);
    return status;
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

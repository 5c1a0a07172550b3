/* gpu_absent.c: the gpu target of a libweft that was built without it: everything says so. */
#include "base/error.h"
#include "plan/backend.h"

static weft_status refuse(weft_error *error)
{
    return error_set(error, WEFT_ERROR_TARGET, "this libweft was built without the gpu target");
}

static weft_status check(const weft_place *place, weft_error *error)
{
    (void)place;
    return refuse(error);
}

static bool wants_temporary(const weft_plan *plan, int operand, const weft_array *array)
{
    (void)plan, (void)operand, (void)array;
    return false;
}

static weft_status allocate(weft_array *array, size_t byte_count, const weft_place *place,
                            weft_error *error)
{
    (void)array, (void)byte_count, (void)place;
    return refuse(error);
}

static void release(weft_array *array, const weft_place *place)
{
    (void)array, (void)place;
}

static weft_status copy(const weft_array *target, const weft_array *source, const weft_place *place,
                        weft_error *error)
{
    (void)target, (void)source, (void)place;
    return refuse(error);
}

static weft_status copy_where(const weft_array *target, const weft_array *source,
                              const weft_array *mask, const weft_place *place, weft_error *error)
{
    (void)target, (void)source, (void)mask, (void)place;
    return refuse(error);
}

static weft_status run(const weft_plan *plan, weft_error *error)
{
    (void)plan;
    return refuse(error);
}

static void print(const weft_plan *plan, plan_text *to)
{
    (void)plan, (void)to;
}

const weft_backend backend_gpu = {
    .target = WEFT_GPU,
    .is_far = true,
    .check = check,
    .wants_temporary = wants_temporary,
    .allocate = allocate,
    .release = release,
    .copy = copy,
    .copy_where = copy_where,
    .run = run,
    .print = print,
    .synchronize = check,
};

weft_status weft_synchronize(const weft_options *options, weft_error *error)
{
    (void)options;
    return refuse(error);
}

weft_status weft_device_trim(const weft_options *options, weft_error *error)
{
    (void)options;
    return refuse(error);
}

weft_status weft_device_memory(weft_memory *memory, const weft_options *options, weft_error *error)
{
    (void)memory, (void)options;
    return refuse(error);
}

weft_status weft_device_limit(int64_t bytes, const weft_options *options, weft_error *error)
{
    (void)bytes, (void)options;
    return refuse(error);
}

weft_status weft_pin(void *memory, size_t byte_count, const weft_options *options,
                     weft_error *error)
{
    (void)memory, (void)byte_count, (void)options;
    return refuse(error);
}

weft_status weft_unpin(void *memory, const weft_options *options, weft_error *error)
{
    (void)memory, (void)options;
    return refuse(error);
}

int weft_device_of(const void *memory)
{
    (void)memory;
    return 0;
}

int weft_device_count(void)
{
    return 0;
}

weft_status weft_device_name(int device, char *text, size_t size, weft_error *error)
{
    (void)device, (void)text, (void)size;
    return refuse(error);
}

weft_status weft_stream_create(void **stream, bool is_free, const weft_options *options,
                               weft_error *error)
{
    (void)stream, (void)is_free, (void)options;
    return refuse(error);
}

void weft_stream_destroy(const weft_options *options)
{
    (void)options;
}

weft_status weft_stream_is_done(bool *is_done, const weft_options *options, weft_error *error)
{
    (void)is_done, (void)options;
    return refuse(error);
}

weft_status weft_stream_follow(void *before, const weft_options *options, weft_error *error)
{
    (void)before, (void)options;
    return refuse(error);
}

weft_status weft_event_follow(weft_event *event, const weft_options *options, weft_error *error)
{
    (void)event, (void)options;
    return refuse(error);
}

weft_status weft_event_wait(weft_event *event, weft_error *error)
{
    (void)event;
    return refuse(error);
}

weft_status weft_event_is_done(weft_event *event, bool *is_done, weft_error *error)
{
    (void)event, (void)is_done;
    return refuse(error);
}

weft_status weft_event_create(weft_event **event, const weft_options *options, weft_error *error)
{
    (void)event, (void)options;
    return refuse(error);
}

weft_status weft_event_borrow(weft_event **event, void *cuda_event, const weft_options *options,
                              weft_error *error)
{
    (void)event, (void)cuda_event, (void)options;
    return refuse(error);
}

weft_status weft_event_record(weft_event *event, const weft_options *options, weft_error *error)
{
    (void)event, (void)options;
    return refuse(error);
}

weft_status weft_event_elapsed(weft_event *start, weft_event *end, float *milliseconds,
                               weft_error *error)
{
    (void)start, (void)end, (void)milliseconds;
    return refuse(error);
}

void weft_event_destroy(weft_event *event)
{
    (void)event;
}

weft_status weft_module_load(const char *path, weft_device_module **module,
                             const weft_options *options, weft_error *error)
{
    (void)path, (void)module, (void)options;
    return refuse(error);
}

weft_status weft_module_kernel(weft_device_module *module, const char *name,
                               weft_device_kernel **kernel, weft_error *error)
{
    (void)module, (void)name, (void)kernel;
    return refuse(error);
}

int weft_device_kernel_parameters(const weft_device_kernel *kernel, const size_t **sizes)
{
    (void)kernel, (void)sizes;
    return -1;
}

void weft_module_unload(weft_device_module *module)
{
    (void)module;
}

weft_status weft_launch_kernel(weft_device_kernel *kernel, const weft_launch *how,
                               const weft_argument *arguments, int count,
                               const weft_options *options, weft_error *error)
{
    (void)kernel, (void)how, (void)arguments, (void)count, (void)options;
    return refuse(error);
}

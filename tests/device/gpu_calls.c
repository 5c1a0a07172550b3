/* gpu_calls.c: device arrays, streams, events, threads, failures and forks, for gpu_smoke. */
#include "gpu_smoke.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "arrays.h"
#include "sample.ufuncs.h"

static const weft_options on_gpu = {.target = WEFT_GPU};

static void check(weft_status status, const weft_error *error)
{
    if (status)
        fail_msg("%s", error->text);
}

/* x, x + x, (x + x) + x: two calls whose operands never leave the device. */
static void check_chain(const weft_options *options)
{
    int64_t n = 100003;
    weft_error error = {0};
    weft_array x, there, twice = {0}, thrice = {0}, back = {0};
    assert_int_equal(weft_array_new(&x, WEFT_FLOAT32, 1, &n, &error), WEFT_OK);
    for (int64_t i = 0; i < n; i++)
        ((float *)x.data)[i] = (float)random_below(1000);
    check(weft_to_device(&x, &there, options, &error), &error);
    check(weft_call(&sample_add, (weft_array *[]){&there, &there, &twice}, options, &error),
          &error);
    check(weft_call(&sample_add, (weft_array *[]){&twice, &there, &thrice}, options, &error),
          &error);
    assert_int_equal(thrice.device, 1);
    weft_array_clear(&twice); /* while the second call may still run */
    weft_array_clear(&there);
    check(weft_copy_to_host(&thrice, &back, options, &error), &error);
    for (int64_t i = 0; i < n; i++)
        if (((float *)back.data)[i] != 3 * ((float *)x.data)[i])
            fail_msg("element %d is wrong", (int)i);
    weft_array_clear(&thrice);
    weft_array_clear(&back);
    weft_array_clear(&x);
}

void results_stay_on_device(void **unused)
{
    (void)unused;
    weft_error error = {0};
    for (int n = 0; n < 20; n++)
        check_chain(&on_gpu);
    /* auto goes where the data is */
    check_chain(NULL);
    check(weft_device_trim(NULL, &error), &error);

    /* in place */
    int64_t shape = 1000;
    weft_array x, back = {0}, one = weft_scalar_i64(1);
    check(weft_device_array(&x, WEFT_INT32, 1, &shape, NULL, &error), &error);
    assert_int_equal(weft_device_of((char *)x.data + 40), 1);
    weft_array zeros = {
        .dtype = WEFT_INT32, .rank = 1, .shape = {1000}, .steps = {0}, .data = &(int){0}};
    check(weft_array_copy(&x, &zeros, NULL, &error), &error);
    for (int n = 0; n < 5; n++)
        check(weft_call(&sample_add, (weft_array *[]){&x, &one, &x}, NULL, &error), &error);
    check(weft_copy_to_host(&x, &back, NULL, &error), &error);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(((int *)back.data)[i], 5);
    weft_array_clear(&x);
    weft_array_clear(&back);
}

typedef int make_stream(void **stream, unsigned flags);
typedef int drop_stream(void *stream);
typedef int get_device(int *device, int ordinal);
typedef int retain_context(void **context, int device);
typedef int set_context(void *context);

static void find(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    assert_non_null(symbol);
    memcpy(function, &symbol, sizeof symbol);
}

void streams_and_events_work(void **unused)
{
    (void)unused;
    enum { NON_BLOCKING = 1 };
    weft_error error = {0};
    void *library = dlopen("libcuda.so.1", RTLD_NOW), *context, *streams[3];
    make_stream *create;
    drop_stream *destroy;
    get_device *device_of;
    retain_context *retain;
    set_context *set_current;
    int device;
    assert_non_null(library);
    find(library, "cuStreamCreate", &create);
    find(library, "cuStreamDestroy_v2", &destroy);
    find(library, "cuDeviceGet", &device_of);
    find(library, "cuDevicePrimaryCtxRetain", &retain);
    find(library, "cuCtxSetCurrent", &set_current);
    assert_int_equal(device_of(&device, 0), 0);
    assert_int_equal(retain(&context, device), 0);
    assert_int_equal(set_current(context), 0);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(create(&streams[i], i == 0 ? 0 : NON_BLOCKING), 0);
    for (int n = 0; n < 60; n++)
        check_chain(&(weft_options){.target = WEFT_GPU, .stream = streams[n % 3]});

    weft_options options = {.target = WEFT_GPU, .stream = streams[1]};
    weft_event *start, *end;
    float milliseconds = -1;
    check(weft_event_create(&start, &options, &error), &error);
    check(weft_event_create(&end, &options, &error), &error);
    check(weft_event_record(start, &options, &error), &error);
    check_chain(&options);
    check(weft_event_record(end, &options, &error), &error);
    check(weft_event_elapsed(start, end, &milliseconds, &error), &error);
    assert_true(milliseconds >= 0);
    weft_event_destroy(start);
    weft_event_destroy(end);
    check(weft_synchronize(&options, &error), &error);
    for (int i = 0; i < 3; i++)
        assert_int_equal(destroy(streams[i]), 0);
    check_chain(&on_gpu); /* memory noted on streams that are gone */
    assert_int_equal(set_current(NULL), 0);
    check_chain(&on_gpu);
    dlclose(library);
}

static void check_refused(weft_status status, const weft_error *error, const char *words)
{
    assert_int_equal(status, WEFT_ERROR_ARGUMENT);
    if (!strstr(error->text, words))
        fail_msg("\"%s\" does not say \"%s\"", error->text, words);
}

void streams_are_made(void **unused)
{
    (void)unused;
    weft_error error = {0};
    void *streams[3] = {NULL};
    weft_event *start, *end;
    float milliseconds = -1;
    bool is_done = false;
    for (int i = 1; i < 3; i++)
        check(weft_stream_create(&streams[i], i == 2, NULL, &error), &error);
    check_refused(weft_stream_create(NULL, false, NULL, &error), &error, "stream is NULL");
    weft_options options = {.target = WEFT_GPU};
    check(weft_event_create(&start, NULL, &error), &error);
    check(weft_event_create(&end, NULL, &error), &error);
    check_refused(weft_event_elapsed(start, end, &milliseconds, &error), &error,
                  "the start event was not recorded");
    check(weft_event_record(start, &options, &error), &error);
    check_refused(weft_event_elapsed(start, end, &milliseconds, &error), &error,
                  "the end event was not recorded");
    for (int from = 0; from < 3; from++)
        for (int to = 0; to < 3; to++) { /* an array that one makes and another reads */
            int64_t shape = 1000;
            weft_array x, sum = {0}, back = {0}, one = weft_scalar_i64(1);
            options.stream = streams[from];
            check(weft_device_array_async(&x, WEFT_INT32, 1, &shape, &options, &error), &error);
            weft_array number = {.dtype = WEFT_INT32, .rank = 1, .shape = {1000}, .data = &(int){from}};
            check(weft_array_copy(&x, &number, &options, &error), &error);
            options.stream = streams[to];
            check(weft_stream_follow(streams[from], &options, &error), &error);
            check(weft_call(&sample_add, (weft_array *[]){&x, &one, &sum}, &options, &error), &error);
            weft_array_clear(&x);
            check(weft_copy_to_host(&sum, &back, &options, &error), &error);
            for (int i = 0; i < 1000; i++)
                assert_int_equal(((int *)back.data)[i], from + 1);
            weft_array_clear(&sum);
            weft_array_clear(&back);
            check(weft_event_record(end, &options, &error), &error);
            options.stream = streams[from];
            check(weft_event_follow(end, &options, &error), &error);
            check(weft_event_wait(end, &error), &error);
            check(weft_event_is_done(end, &is_done, &error), &error);
            assert_true(is_done);
        }
    check(weft_event_elapsed(start, end, &milliseconds, &error), &error);
    assert_true(milliseconds >= 0);
    for (int i = 0; i < 3; i++) {
        options.stream = streams[i];
        check(weft_synchronize(&options, &error), &error);
        check(weft_stream_is_done(&is_done, &options, &error), &error);
        assert_true(is_done);
        weft_stream_destroy(&options); /* of the default one it does nothing */
    }
    check_refused(weft_event_wait(NULL, &error), &error, "event is NULL");
    check_refused(weft_event_borrow(&start, NULL, NULL, &error), &error, "cuda_event is NULL");
    check_refused(weft_event_borrow(NULL, end, NULL, &error), &error, "event is NULL");
    check_refused(weft_event_is_done(start, NULL, &error), &error, "is_done is NULL");
    check_refused(weft_event_follow(NULL, NULL, &error), &error, "event is NULL");
    check_refused(weft_stream_is_done(NULL, NULL, &error), &error, "is_done is NULL");
    check_refused(weft_device_array_async(NULL, WEFT_INT32, 0, NULL, NULL, &error), &error, "array is NULL");
    weft_event_destroy(start);
    weft_event_destroy(end);
    check_chain(&on_gpu);
}

/* Copies within one device array, as on copies of it, and of one element to all. */
void copies_may_overlap(void **unused)
{
    (void)unused;
    weft_error error = {0};
    int32_t numbers[1000];
    int64_t shape = 1000, part = 999;
    for (int i = 0; i < 1000; i++)
        numbers[i] = i;
    weft_array host = weft_array_view(numbers, WEFT_INT32, 1, &shape, NULL), x, back = {0};
    for (int way = 0; way < 2; way++) {
        check(weft_to_device(&host, &x, NULL, &error), &error);
        weft_array low = x, high = x;
        low.shape[0] = high.shape[0] = part;
        high.data = (char *)x.data + 4;
        check(way ? weft_array_copy(&high, &low, NULL, &error) : weft_array_copy(&low, &high, NULL, &error), &error);
        check(weft_copy_to_host(&x, &back, NULL, &error), &error);
        for (int i = 0; i < 1000; i++)
            assert_int_equal(((int32_t *)back.data)[i], way ? (i ? i - 1 : 0) : (i < 999 ? i + 1 : 999));
        weft_array_clear(&back);
        weft_array_clear(&x);
    }
    const int64_t wide[] = {30, 20, 1};
    check(weft_device_array(&x, WEFT_FLOAT64, 3, wide, NULL, &error), &error);
    weft_array one = weft_array_view(&(int32_t){7}, WEFT_INT32, 3, wide, (int64_t[]){0, 0, 4});
    check(weft_array_copy(&x, &one, NULL, &error), &error);
    check(weft_copy_to_host(&x, &back, NULL, &error), &error);
    for (int i = 0; i < 600; i++)
        assert_true(((double *)back.data)[i] == 7);
    weft_array_clear(&back);
    weft_array_clear(&x);
}

static void *call_often(void *wrong)
{
    for (int n = 0; n < 50; n++) {
        int64_t count = 1000 + 37 * n;
        weft_array a, there, sum = {0}, back = {0};
        if (weft_array_new(&a, WEFT_INT64, 1, &count, NULL))
            return wrong;
        for (int64_t i = 0; i < count; i++)
            ((int64_t *)a.data)[i] = i * n;
        if (weft_to_device(&a, &there, NULL, NULL) ||
            weft_call(&sample_add, (weft_array *[]){&there, &there, &sum}, &on_gpu, NULL) ||
            weft_copy_to_host(&sum, &back, NULL, NULL))
            return wrong;
        for (int64_t i = 0; i < count; i++)
            if (((int64_t *)back.data)[i] != 2 * i * n)
                return wrong;
        weft_array_clear(&a);
        weft_array_clear(&there);
        weft_array_clear(&sum);
        weft_array_clear(&back);
    }
    return NULL;
}

void threads_may_call(void **unused)
{
    (void)unused;
    pthread_t threads[8];
    char wrong;
    for (int i = 0; i < 8; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, call_often, &wrong), 0);
    for (int i = 0; i < 8; i++) {
        void *result = &wrong;
        pthread_join(threads[i], &result);
        assert_null(result);
    }
}

void failures_are_told(void **unused)
{
    (void)unused;
    weft_error error = {0};
    int64_t shape = 8;
    weft_array a, c = {0};
    weft_options nowhere = {.target = WEFT_GPU, .device = weft_device_count()};
    assert_int_equal(weft_array_new(&a, WEFT_INT8, 1, &shape, NULL), WEFT_OK);
    assert_int_equal(weft_call(&sample_add, (weft_array *[]){&a, &a, &c}, &nowhere, &error),
                     WEFT_ERROR_TARGET);
    assert_non_null(strstr(error.text, "there is no CUDA device"));

    weft_ufunc refused = sample_add;
    refused.refusals = &(const weft_ufunc_refusal){WEFT_GPU, "sample.c:3: it calls itself"};
    refused.refusal_count = 1;
    assert_int_equal(weft_call(&refused, (weft_array *[]){&a, &a, &c}, &on_gpu, &error),
                     WEFT_ERROR_TARGET);
    assert_non_null(strstr(error.text, "it calls itself"));

    weft_loop loop = sample_add.loops[1]; /* int8 */
    loop.symbol = "missing";
    loop.index = 1000;
    weft_ufunc missing = sample_add;
    missing.loops = &loop;
    missing.loop_count = 1;
    assert_int_equal(weft_call(&missing, (weft_array *[]){&a, &a, &c}, &on_gpu, &error),
                     WEFT_ERROR_TARGET);
    assert_non_null(strstr(error.text, "missing"));
    assert_int_equal(c.dtype, WEFT_NONE);

    unsigned flags = 4;
    weft_options asking = {.target = WEFT_GPU, .floating_flags = &flags};
    assert_int_equal(weft_call(&sample_add, (weft_array *[]){&a, &a, &c}, &asking, &error),
                     WEFT_ERROR_TARGET);
    assert_non_null(strstr(error.text, "a gpu reports no floating-point flags"));
    assert_int_equal(flags, 4);
    assert_int_equal(c.dtype, WEFT_NONE);

    int64_t huge = (int64_t)1 << 50;
    weft_array large;
    assert_int_equal(weft_device_array(&large, WEFT_INT8, 1, &huge, NULL, &error),
                     WEFT_ERROR_MEMORY);
    assert_non_null(strstr(error.text, "allocating 1125899906842624 bytes"));
    assert_int_equal(weft_call(&sample_add, (weft_array *[]){&a, &a, &c}, &on_gpu, &error),
                     WEFT_OK);
    weft_array_clear(&a);
    weft_array_clear(&c);
}

void children_are_refused(void **unused)
{
    (void)unused;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        weft_error error = {0};
        weft_status status = weft_target_check(WEFT_GPU, NULL, &error);
        _exit(status == WEFT_ERROR_TARGET && strstr(error.text, "forked") ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* Two items further apart than 32 bits count. */
void far_items_work(void **unused)
{
    (void)unused;
    weft_error error = {0};
    int64_t distance = ((int64_t)1 << 31) + 64, bytes = distance + 64, shape = 2;
    int16_t numbers[2] = {1234, -4321}, results[2] = {0};
    weft_array memory;
    check(weft_device_array(&memory, WEFT_INT8, 1, &bytes, NULL, &error), &error);
    weft_array far = weft_array_view(memory.data, WEFT_INT16, 1, &shape, &distance);
    weft_array host = weft_array_view(numbers, WEFT_INT16, 1, &shape, NULL);
    weft_array back = weft_array_view(results, WEFT_INT16, 1, &shape, NULL);
    far.device = memory.device;
    check(weft_array_copy(&far, &host, NULL, &error), &error);
    check(weft_call(&sample_add, (weft_array *[]){&far, &far, &far}, &on_gpu, &error), &error);
    check(weft_copy_to_host(&far, &back, NULL, &error), &error);
    assert_int_equal(results[0], 2468);
    assert_int_equal(results[1], -8642);
    weft_array_clear(&memory);
}

/* What is moved to the device has its axes in the same order there, without gaps, and so has what is
 * computed from it. */
void axes_keep_their_order(void **unused)
{
    (void)unused;
    enum { A = 3, B = 4, C = 5 };
    static double memory[2 * A * B * C];
    weft_error error = {0};
    const int64_t shape[] = {A, 1, B, C};
    const int64_t rows[][4] = {
        {8, 7, 8 * A, 8 * A * B},      /* the first axis innermost */
        {16, 16, -16 * A * C, 16 * A}, /* a middle one outermost, backwards */
        {16 * B * C, 3, 16 * C, 16}};
    const int64_t dense[][4] = {
        {8, 0, 8 * A, 8 * A * B}, {8, 0, 8 * A * C, 8 * A}, {8 * B * C, 0, 8 * C, 8}};
    for (int k = 0; k < 2 * A * B * C; k++)
        memory[k] = k;
    for (int k = 0; k < 3; k++) {
        weft_array host = weft_array_view(memory, WEFT_FLOAT64, 4, shape, rows[k]);
        weft_array there, sum = {0}, back = {0}, twice = {0};
        host.data = memory + (k == 1 ? 2 * A * C * (B - 1) : 0);
        check(weft_to_device(&host, &there, NULL, &error), &error);
        check(weft_call(&sample_add, (weft_array *[]){&there, &there, &sum}, &on_gpu, &error),
              &error);
        for (int axis = 0; axis < 4; axis++)
            if (axis != 1) {
                assert_int_equal(there.steps[axis], dense[k][axis]);
                assert_int_equal(sum.steps[axis], dense[k][axis]);
            }
        check(weft_copy_to_host(&sum, &back, NULL, &error), &error);
        check(weft_call(&sample_add, (weft_array *[]){&host, &host, &twice},
                        &(weft_options){.target = WEFT_CPU, .order = WEFT_ORDER_C}, &error),
              &error);
        assert_memory_equal(back.data, twice.data, sizeof(double) * A * B * C);
        weft_array_clear(&there);
        weft_array_clear(&sum);
        weft_array_clear(&back);
        weft_array_clear(&twice);
    }
}

/* More than 2^31 items, contiguous and in steps: 64-bit distances. */
void large_arrays_work(void **unused)
{
    (void)unused;
    weft_error error = {0};
    int64_t n = ((int64_t)1 << 31) + 12345, bytes = 2 * n;
    weft_array a, b, one = weft_scalar_i64(1);
    check(weft_device_array(&a, WEFT_INT8, 1, &bytes, NULL, &error), &error);
    check(weft_device_array(&b, WEFT_INT8, 1, &bytes, NULL, &error), &error);
    signed char three = 3;
    weft_array threes = {.dtype = WEFT_INT8, .rank = 1, .shape = {bytes}, .data = &three};
    weft_array source;
    check(weft_to_device(
              &(weft_array){
                  .dtype = WEFT_INT8, .rank = 1, .shape = {1}, .steps = {1}, .data = &three},
              &source, NULL, &error),
          &error);
    threes.data = source.data;
    threes.device = source.device;
    check(weft_array_copy(&a, &threes, NULL, &error), &error);
    check(weft_array_copy(&b, &threes, NULL, &error), &error);
    /* all bytes of b become 4; then every second one 3 + 4 */
    check(weft_call(&sample_add, (weft_array *[]){&a, &one, &b}, &on_gpu, &error), &error);
    weft_array every_a = a, every_b = b;
    every_a.flags = every_b.flags = 0;
    every_a.shape[0] = every_b.shape[0] = n;
    every_a.steps[0] = every_b.steps[0] = 2;
    check(weft_call(&sample_add, (weft_array *[]){&every_a, &every_b, &every_b}, &on_gpu, &error),
          &error);
    int64_t places[] = {0, n - 4, bytes - 4096};
    for (int k = 0; k < 3; k++) {
        int64_t first = places[k] & ~(int64_t)1;
        weft_array window = b, back = {0};
        window.flags = 0;
        window.data = (char *)b.data + first;
        window.shape[0] = bytes - first < 4096 ? bytes - first : 4096;
        check(weft_copy_to_host(&window, &back, NULL, &error), &error);
        for (int64_t i = 0; i < window.shape[0]; i++)
            assert_int_equal(((signed char *)back.data)[i], i % 2 == 0 ? 7 : 4);
        weft_array_clear(&back);
    }
    weft_array_clear(&a);
    weft_array_clear(&b);
    weft_array_clear(&source);
}

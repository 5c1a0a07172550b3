/* memory.c: what is told of a device's memory, its limit, and pinned memory of the host, for gpu_smoke. */
#include "gpu_smoke.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arrays.h"
#include "sample.ufuncs.h"

enum { MEBI = 1 << 20 };

static const weft_options on_gpu = {.target = WEFT_GPU};

static weft_memory told(void)
{
    weft_error error;
    weft_memory memory;
    weft_status status = weft_synchronize(&on_gpu, &error);
    if (!status)
        status = weft_device_memory(&memory, &on_gpu, &error);
    if (status)
        fail_msg("%s", error.text);
    assert_true(memory.used >= 0 && memory.held >= memory.used && memory.free <= memory.total);
    return memory;
}

static void assert_refused(weft_status status, weft_status wanted, const weft_error *error, const char *words)
{
    assert_int_equal(status, wanted);
    if (!strstr(error->text, words))
        fail_msg("\"%s\" does not say \"%s\"", error->text, words);
}

void memory_is_limited(void **unused)
{
    (void)unused;
    weft_error error = {0};
    weft_array first, second;
    const int64_t shape[] = {8 * MEBI};
    assert_refused(weft_device_memory(NULL, NULL, &error), WEFT_ERROR_ARGUMENT, &error, "memory is NULL");
    assert_refused(weft_device_limit(-1, NULL, &error), WEFT_ERROR_ARGUMENT, &error, "negative (-1)");
    assert_int_equal(weft_device_trim(&on_gpu, &error), WEFT_OK);
    const weft_memory before = told();
    assert_true(before.limit == INT64_MAX);

    assert_int_equal(weft_device_array(&first, WEFT_INT8, 1, shape, &on_gpu, &error), WEFT_OK);
    const weft_memory with_first = told();
    assert_true(with_first.used >= before.used + shape[0]);

    assert_int_equal(weft_device_limit(with_first.used + 1000, &on_gpu, &error), WEFT_OK);
    assert_true(told().limit == with_first.used + 1000);
    assert_refused(weft_device_array(&second, WEFT_INT8, 1, shape, &on_gpu, &error), WEFT_ERROR_MEMORY, &error,
                   "allocating 8388608 bytes on device 0: of the limit of ");
    weft_array_clear(&first); /* of which nobody need wait before the next */
    assert_int_equal(weft_device_array(&second, WEFT_INT8, 1, shape, &on_gpu, &error), WEFT_OK);
    weft_array_clear(&second);
    assert_int_equal(weft_device_limit(0, &on_gpu, &error), WEFT_OK);
    assert_refused(weft_device_array(&second, WEFT_INT8, 1, shape, &on_gpu, &error), WEFT_ERROR_MEMORY, &error,
                   "of the limit of 0 bytes, ");
    assert_int_equal(weft_device_limit(INT64_MAX, &on_gpu, &error), WEFT_OK);
    assert_true(told().used == before.used);
}

/* x + x on the gpu, of x in memory of the host; false and the error where that fails. */
static bool doubles(float *x, float *sum, int64_t count, weft_error *error)
{
    weft_array a = weft_array_view(x, WEFT_FLOAT32, 1, &count, NULL),
               c = weft_array_view(sum, WEFT_FLOAT32, 1, &count, NULL);
    for (int64_t i = 0; i < count; i++) {
        x[i] = (float)(i % 1000);
        sum[i] = -1;
    }
    if (weft_call(&sample_add, (weft_array *[]){&a, &a, &c}, &on_gpu, error))
        return false;
    for (int64_t i = 0; i < count; i++)
        if (sum[i] != 2 * x[i])
            fail_msg("element %lld is %g instead of %g", (long long)i, (double)sum[i], 2.0 * (double)x[i]);
    return true;
}

void large_calls_need_little(void **unused)
{
    (void)unused;
    weft_error error = {0};
    const int64_t count = 48 * MEBI; /* 384 MiB of operands */
    float *x = malloc((size_t)count * sizeof *x), *sum = malloc((size_t)count * sizeof *sum);
    assert_true(x && sum);
    assert_int_equal(weft_device_trim(&on_gpu, &error), WEFT_OK);
    assert_int_equal(weft_device_limit(told().used + 256 * MEBI, &on_gpu, &error), WEFT_OK);
    if (!doubles(x, sum, count, &error))
        fail_msg("%s", error.text);
    assert_int_equal(weft_device_limit(INT64_MAX, &on_gpu, &error), WEFT_OK);
    free(x);
    free(sum);
}

void host_memory_is_pinned(void **unused)
{
    (void)unused;
    weft_error error = {0};
    const int64_t count = 5 * MEBI;
    const size_t bytes = (size_t)count * sizeof(float);
    float *x = aligned_alloc(4096, bytes), *sum = aligned_alloc(4096, bytes);
    assert_true(x && sum);
    assert_refused(weft_pin(NULL, bytes, NULL, &error), WEFT_ERROR_ARGUMENT, &error, "memory is NULL");
    assert_refused(weft_pin(x, 0, NULL, &error), WEFT_ERROR_ARGUMENT, &error, "byte_count is 0");
    assert_int_equal(weft_pin(x, bytes, &on_gpu, &error), WEFT_OK);
    assert_refused(weft_pin(x, bytes, &on_gpu, &error), WEFT_ERROR_ARGUMENT, &error,
                   "it is pinned");
    for (int round = 0; round < 2; round++) { /* the input alone, then both */
        assert_true(doubles(x, sum, count, &error));
        assert_true(doubles(x + 3, sum + 1, 1000 * 1000, &error)); /* within what is pinned */
        if (round == 0)
            assert_int_equal(weft_pin(sum, bytes, &on_gpu, &error), WEFT_OK);
    }
    assert_int_equal(weft_unpin(x, &on_gpu, &error), WEFT_OK);
    assert_int_equal(weft_unpin(sum, &on_gpu, &error), WEFT_OK);
    assert_refused(weft_unpin(x, &on_gpu, &error), WEFT_ERROR_ARGUMENT, &error, "it is not pinned");
    assert_true(doubles(x, sum, count, &error));
    free(x);
    free(sum);
}

/* reduction_faults.c: reductions on the gpu with the n-th call of the driver failing, for all n: an error
 * that says what, given results in host memory as they were, no device memory lost, and the next call
 * right. Over the stand-in for the driver.
 *   reduction_faults LIBRARY */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "../stand_in/control.h"

enum { ROWS = 40, COLUMNS = 700, COUNT = ROWS * COLUMNS, PLACES = 4, OUTER = 60 };

typedef enum method { ALL, AXIS, MASKED, ACCUMULATE, REDUCEAT, EACH_PAIR, AT, METHOD_COUNT } method;
static const char *const names[] = {
    "reduce", "reduce axis", "reduce where", "accumulate", "reduceat", "outer", "at"};

/* What fails: results of the driver, as CUDA numbers them. */
static const struct fault {
    const char *entry; /* NULL: any */
    int result;
    weft_status status;
} faults[] = {
    {"cuMemAllocFromPoolAsync", 2, WEFT_ERROR_MEMORY},
    {NULL, 719, WEFT_ERROR_DEVICE},
};

static stand_in_control driver;
static const weft_ufunc *add;
static float numbers[COUNT];
static bool mask[COUNT];
static int64_t places[PLACES] = {3, 0, 39, 3};
static const weft_options on_cpu = {.target = WEFT_CPU}, on_gpu = {.target = WEFT_GPU};
static long injected, failed;

static void stop(const char *what, const weft_error *error)
{
    printf("%s: %s\n", what, error->text);
    exit(EXIT_FAILURE);
}

/* Small whole numbers: their sums are exact in any order. */
static void fill(void)
{
    for (int k = 0; k < COUNT; k++) {
        numbers[k] = (float)(k % 13 - 6);
        mask[k] = k % 3 != 0;
    }
}

/* `at` updates the result, which is a copy of the operand then. */
static weft_status run(method what, const weft_array *operand, weft_array *result,
                       const weft_options *options, weft_error *error)
{
    weft_array at = weft_array_view(places, WEFT_INT64, 1, &(int64_t){PLACES}, NULL);
    weft_array where = weft_array_view(mask, WEFT_BOOL, 2, (int64_t[]){ROWS, COLUMNS}, NULL);
    weft_array one = weft_scalar_i64(1), row = *operand;
    const weft_reduction all = {.all = true}, masked = {.where = &where};
    row.rank = 1;
    row.shape[0] = OUTER;
    row.steps[0] = sizeof(float);
    row.flags = 0;
    switch (what) {
    case ALL:
        return weft_reduce(add, operand, result, &all, options, error);
    case AXIS:
        return weft_reduce(add, operand, result, NULL, options, error);
    case MASKED:
        return weft_reduce(add, operand, result, &masked, options, error);
    case ACCUMULATE:
        return weft_accumulate(add, operand, result, 1, options, error);
    case REDUCEAT:
        return weft_reduceat(add, operand, &at, result, 0, options, error);
    case EACH_PAIR:
        return weft_outer(add, &row, &row, result, options, error);
    default:
        return weft_at(add, result, &at, &one, options, error);
    }
}

static size_t bytes_of(const weft_array *array)
{
    size_t bytes = weft_dtype_size((weft_dtype)array->dtype);
    for (int axis = 0; axis < array->rank; axis++)
        bytes *= (size_t)array->shape[axis];
    return bytes;
}

/* Whether an array, wherever it lies, has the bytes of a host array of the same shape. */
static bool has_bytes(const weft_array *array, const weft_array *wanted)
{
    weft_array home = {0};
    weft_error error;
    if (array->device == 0)
        return bytes_of(array) == bytes_of(wanted) &&
               memcmp(array->data, wanted->data, bytes_of(wanted)) == 0;
    if (weft_copy_to_host(array, &home, &on_gpu, &error))
        stop("to host", &error);
    bool same = has_bytes(&home, wanted);
    weft_array_clear(&home);
    return same;
}

/* A result that is to be allocated, or given in host memory; for `at` where the operand lies. */
static weft_array new_result(method what, const weft_array *like, bool is_given, bool on_device)
{
    weft_array host = weft_array_view(numbers, WEFT_FLOAT32, 2, (int64_t[]){ROWS, COLUMNS}, NULL);
    weft_array result = {0};
    weft_error error;
    if (what == AT && on_device) {
        if (weft_to_device(&host, &result, &on_gpu, &error))
            stop("to device", &error);
    } else if (what == AT || is_given) {
        if (weft_array_new(&result, WEFT_FLOAT32, like->rank, like->shape, &error))
            stop("result", &error);
        if (what == AT)
            memcpy(result.data, numbers, sizeof numbers);
        else
            memset(result.data, 77, bytes_of(&result));
    }
    return result;
}

/* One call with one failure; whether the failure came at all. */
static bool try_once(method what, const weft_array *operand, const weft_array *wanted,
                     bool is_given, const struct fault *with, long n)
{
    bool on_device = operand->device > 0;
    weft_array result = new_result(what, wanted, is_given, on_device);
    weft_array before = new_result(what, wanted, is_given, false);
    weft_error error = {.text = ""};
    driver.fail(with->entry, n, with->result, 0);
    weft_status status = run(what, operand, &result, &on_gpu, &error);
    bool came = driver.count() >= n, good = !status || (came && status == with->status);
    driver.fail(NULL, 0, 0, 0);
    if (!status)
        good = good && has_bytes(&result, wanted);
    else if (!is_given && what != AT)
        good = good && result.dtype == WEFT_NONE && !result.data;
    else if (result.device == 0) /* or the fault came behind the last copy */
        good = good && (has_bytes(&result, &before) ||
                        (status == WEFT_ERROR_DEVICE && has_bytes(&result, wanted)));
    else if (status == WEFT_ERROR_MEMORY)
        good = good && has_bytes(&result, &before);
    injected += came;
    failed += !good;
    if (!good && failed < 20)
        printf("FAILED %s, %s operand, %s result, call %ld of %s failing: %s\n", names[what],
               on_device ? "device" : "host", is_given ? "given" : "allocated", n,
               with->entry ? with->entry : "any", status ? error.text : "wrong");
    weft_array_clear(&result);
    weft_array_clear(&before);
    return came;
}

static void sweep(method what, bool on_device, bool is_given)
{
    weft_array host = weft_array_view(numbers, WEFT_FLOAT32, 2, (int64_t[]){ROWS, COLUMNS}, NULL);
    weft_array operand = host, wanted = new_result(what, &host, false, false);
    weft_error error = {.text = ""};
    if (run(what, &host, &wanted, &on_cpu, &error) ||
        (on_device && weft_to_device(&host, &operand, &on_gpu, &error)))
        stop(names[what], &error);
    long live = driver.live();
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++)
        for (long n = 1; try_once(what, &operand, &wanted, is_given, &faults[k], n); n++)
            if (driver.live() != live) {
                printf("FAILED %s: device memory was lost\n", names[what]);
                failed++;
                live = driver.live();
            }
    if (on_device) {
        failed += !has_bytes(&operand, &host);
        weft_array_clear(&operand);
    }
    weft_array_clear(&wanted);
}

int main(int argument_count, char **arguments)
{
    weft_library *library;
    weft_error error = {.text = ""};
    if (argument_count < 2 || !stand_in_find(&driver))
        return EXIT_FAILURE;
    if (weft_library_open(arguments[1], &library, &error))
        stop("library", &error);
    add = weft_library_find(library, "add");
    fill();
    for (int what = 0; what < METHOD_COUNT; what++)
        for (int k = 0; k < 4; k++)
            sweep((method)what, k & 1, k & 2);
    weft_library_close(library);
    printf("%ld faults injected, %ld failed\n", injected, failed);
    return failed || !injected ? EXIT_FAILURE : EXIT_SUCCESS;
}

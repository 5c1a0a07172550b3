/* small_stack.c: every kind of call in threads with a stack of 64 KB. First in one that is larger and
 * painted, so that a call which takes too much is named, and not just a crash. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <weft/weft.h>

#include "../support/ufunc.h"

enum { SMALL = 65536, MOST = 61440, LARGE = 1 << 20, PAINT = 0xa5, SKIPPED = 77, MANY = 31, LONG = 600000 };

static weft_library *library;
static weft_options options;
static const char *folder;
static weft_error error;

/* ---- ufuncs of 31 and 30 inputs, and a reduction of 15 ---- */

/* The sums of all inputs' numbers, of which each has one or two. */
static void sum_inputs(int inputs, int parts, char *const *args, const int64_t *dimensions,
                       const int64_t *steps, const weft_rows *rows)
{
    for (int64_t row = 0; row < (rows ? rows->count : 1); row++)
        for (int64_t k = 0; k < dimensions[0]; k++)
            for (int part = 0; part < parts; part++) {
                double sum = 0, value;
                for (int i = 0; i <= inputs; i++) {
                    char *at =
                        args[i] + k * steps[i] + (rows ? row * rows->steps[i] : 0) + 8 * part;
                    memcpy(&value, at, sizeof value);
                    sum += value;
                    if (i == inputs)
                        memcpy(at, &(double){sum - value}, sizeof sum);
                }
            }
}

static void add_31(char *const *args, const int64_t *dimensions, const int64_t *steps,
                   const void *data)
{
    sum_inputs(MANY, 1, args, dimensions, steps, data);
}

static void add_30(char *const *args, const int64_t *dimensions, const int64_t *steps,
                   const void *data)
{
    sum_inputs(MANY - 1, 1, args, dimensions, steps, data);
}

static void map_15(char *const *args, const int64_t *dimensions, const int64_t *steps,
                   const void *data)
{
    sum_inputs(15, 2, args, dimensions, steps, data);
}

static void add_2(char *const *args, const int64_t *dimensions, const int64_t *steps,
                  const void *data)
{
    sum_inputs(2, 2, args, dimensions, steps, data);
}

static weft_kernel *const kernels[] = {add_31, map_15, add_2, add_30};
static const weft_module module = UFUNC_MODULE("small_stack.c", kernels);

#define FOUR(DTYPE)    DTYPE, DTYPE, DTYPE, DTYPE
#define SIXTEEN(DTYPE) FOUR(DTYPE), FOUR(DTYPE), FOUR(DTYPE), FOUR(DTYPE)
static const uint8_t reals[] = {SIXTEEN(WEFT_FLOAT64), SIXTEEN(WEFT_FLOAT64)};
static const uint8_t numbers[] = {SIXTEEN(WEFT_COMPLEX128), SIXTEEN(WEFT_COMPLEX128)};
static const weft_loop loops[] = {UFUNC_LOOP_OF("float64(31 of float64)", 0, reals),
                                  UFUNC_LOOP_OF("complex128(15 of complex128)", 1, numbers),
                                  UFUNC_LOOP_OF("complex128(complex128, complex128)", 2, numbers),
                                  UFUNC_LOOP_OF("float64(30 of float64)", 3, reals)};
static const weft_operand scalars[MANY + 1] = {UFUNC_SCALAR("a")};

#define ONE(NAME, INPUTS, LOOP, FLAGS, ...)                                    \
    UFUNC(NAME, "()->()", INPUTS, 1, scalars, LOOP, 1, .doc = "", .module = &module, \
          .flags = WEFT_UFUNC_ELEMENTWISE | (FLAGS), UFUNC_COST(50.0f), __VA_ARGS__)
static const weft_ufunc sum_31 = ONE("sum_31", MANY, &loops[0], 0, );
static const weft_ufunc map_stage = ONE("map", 15, &loops[1], 0, );
static const weft_ufunc pair_stage = ONE("pair", 30, &loops[1], 0, );
static const weft_ufunc combine_stage = ONE("combine", 2, &loops[2], WEFT_UFUNC_REORDERABLE, );
static const weft_reducer stages = {
    .map = &map_stage, .pair = &pair_stage, .combine = &combine_stage};
static const weft_ufunc total_15 =
    ONE("total_15", 15, &loops[1], WEFT_UFUNC_REORDERABLE | WEFT_UFUNC_HAS_IDENTITY,
        .reducer = &stages);

/* ---- the calls ---- */

static float floats[LONG];
static int8_t bytes[LONG];
static double doubles[LONG];
static bool mask[LONG];

static const weft_ufunc *find(const char *name)
{
    return weft_library_find(library, name);
}

/* A square of `count` by `count` elements. */
static weft_array square(void *data, weft_dtype dtype, int64_t count)
{
    return weft_array_view(data, dtype, 2, (const int64_t[]){count, count}, NULL);
}

static weft_array turned(void *data, weft_dtype dtype, int64_t count)
{
    const int64_t size = (int64_t)weft_dtype_size(dtype);
    return weft_array_view(data, dtype, 2, (const int64_t[]){count, count},
                           (const int64_t[]){size, size * count});
}

static weft_array line(void *data, weft_dtype dtype, int64_t count)
{
    return weft_array_view(data, dtype, 1, &count, NULL);
}

/* An array of the most axes, as many of them as can be of size 2. */
static weft_array deep(void *data, weft_dtype dtype)
{
    int64_t shape[WEFT_MAX_RANK];
    for (int axis = 0; axis < WEFT_MAX_RANK; axis++)
        shape[axis] = axis % 2 ? 1 : 2;
    return weft_array_view(data, dtype, WEFT_MAX_RANK, shape, NULL);
}

static weft_status call_add(void)
{
    weft_array a = square(floats, WEFT_FLOAT32, 200), b = turned(doubles, WEFT_FLOAT64, 200);
    weft_array result = {0};
    weft_status status =
        weft_call(find("add"), (weft_array *[]){&a, &b, &result}, &options, &error);
    weft_array_clear(&result);
    return status;
}

static weft_status call_masked(void)
{
    weft_array a = turned(bytes, WEFT_INT8, 200), b = turned(doubles, WEFT_FLOAT64, 200);
    weft_array where = square(mask, WEFT_BOOL, 200), result = {0};
    weft_options masked = options;
    unsigned flags = 0;
    masked.where = &where;
    masked.floating_flags = options.target == WEFT_GPU ? NULL : &flags;
    weft_status status = weft_call(find("add"), (weft_array *[]){&a, &b, &result}, &masked, &error);
    weft_array_clear(&result);
    return status;
}

static weft_status call_packed(void)
{
    weft_array a = weft_array_view(doubles, WEFT_FLOAT64, 3, (const int64_t[]){20, 9, 9},
                                   (const int64_t[]){648, 8, 72});
    weft_array b = weft_array_view(floats, WEFT_FLOAT32, 3, (const int64_t[]){20, 9, 9},
                                   (const int64_t[]){-4, 80, 720}),
               result = {0};
    b.data = floats + 20;
    weft_options turned_axes = options;
    turned_axes.axes = (const int[]){-1, 0, 0, 1, 1, 0};
    turned_axes.axes_count = 6;
    weft_status status =
        weft_call(find("matmul"), (weft_array *[]){&a, &a, &result}, &options, &error);
    weft_array_clear(&result);
    if (!status)
        status = weft_call(find("matmul"), (weft_array *[]){&a, &b, &result}, &turned_axes, &error);
    weft_array_clear(&result);
    return status;
}

/* 31 operands that are cast, with a mask, in many axes. */
static weft_status call_many(void)
{
    weft_array input = deep(bytes, WEFT_INT8), where = deep(mask, WEFT_BOOL), result = {0};
    weft_array *operands[MANY + 1];
    weft_options masked = options, plain = options;
    weft_ufunc fewer = sum_31;
    unsigned flags = 0;
    if (options.target == WEFT_GPU)
        return WEFT_OK;
    for (int i = 0; i < MANY; i++)
        operands[i] = &input;
    operands[MANY] = &result;
    plain.floating_flags = masked.floating_flags = &flags;
    weft_status status = weft_call(&sum_31, operands, &plain, &error);
    weft_array_clear(&result);
    fewer.input_count = MANY - 1;
    fewer.loops = &loops[3];
    operands[MANY - 1] = &result;
    masked.where = &where;
    if (!status)
        status = weft_call(&fewer, operands, &masked, &error);
    weft_array_clear(&result);
    return status;
}

/* Ranges of several boxes: of arrays that are cast, with a mask, and of core blocks that are
 * packed. */
static weft_status call_ranges(void)
{
    static double results[200][200];
    weft_array a = turned(bytes, WEFT_INT8, 200), b = turned(doubles, WEFT_FLOAT64, 200);
    weft_array where = square(mask, WEFT_BOOL, 200), c = square(results, WEFT_FLOAT64, 200);
    weft_array m = weft_array_view(doubles, WEFT_FLOAT64, 4, (const int64_t[]){4, 5, 9, 9},
                                   (const int64_t[]){3240, 648, 8, 72});
    weft_array products =
        weft_array_view(results, WEFT_FLOAT64, 4, (const int64_t[]){4, 5, 9, 9}, NULL);
    weft_options masked = options;
    int64_t count;
    masked.where = &where;
    weft_status status =
        weft_item_count(find("add"), (weft_array *[]){&a, &b, &c}, &masked, &count, &error);
    if (!status)
        status = weft_call_range(find("add"), (weft_array *[]){&a, &b, &c}, 150, count - 70,
                                 &masked, &error);
    if (!status)
        status = weft_call_range(find("matmul"), (weft_array *[]){&m, &m, &products}, 3, 18,
                                 &options, &error);
    return status;
}

static weft_status call_wrong(void)
{
    weft_array a = deep(bytes, WEFT_INT8), b = deep(doubles, WEFT_FLOAT64), result = {0};
    b.shape[0] = 3;
    weft_status status =
        weft_call(find("add"), (weft_array *[]){&a, &b, &result}, &options, &error);
    b = a;
    b.dtype = WEFT_COMPLEX64;
    weft_status other =
        weft_call(find("less"), (weft_array *[]){&a, &b, &result}, &options, &error);
    return status == WEFT_ERROR_SHAPE && other == WEFT_ERROR_DTYPE ? WEFT_OK : WEFT_ERROR_ARGUMENT;
}

static weft_status choose_target(void)
{
    weft_array a = deep(floats, WEFT_FLOAT32), result = {0};
    weft_target chosen;
    return weft_target_choose(find("add"), (weft_array *[]){&a, &a, &result}, &options, &chosen,
                              &error);
}

static weft_status reduce_with(const char *name, const weft_array *operand,
                               const weft_reduction *how)
{
    weft_array result = {0};
    weft_status status = weft_reduce(find(name), operand, &result, how, &options, &error);
    weft_array_clear(&result);
    return status;
}

static weft_status reduce_long(void)
{
    const weft_array plain = line(doubles, WEFT_FLOAT64, LONG), cast = line(bytes, WEFT_INT8, LONG);
    weft_status status = reduce_with("add", &plain, NULL);
    return status ? status : reduce_with("add", &cast, NULL);
}

static weft_status reduce_axes(void)
{
    const weft_array wide = square(doubles, WEFT_FLOAT64, 700),
                     high = turned(floats, WEFT_FLOAT32, 700);
    const weft_array all = deep(bytes, WEFT_INT8);
    const weft_reduction last = {.axes = (const int[]){-1}, .axis_count = 1, .keepdims = true},
                         whole = {.all = true};
    weft_status status;
    if ((status = reduce_with("add", &wide, NULL)) || (status = reduce_with("add", &wide, &last)) ||
        (status = reduce_with("maximum", &high, NULL)) ||
        (status = reduce_with("maximum", &high, &whole)) ||
        (status = reduce_with("add", &all, &whole)))
        return status;
    return reduce_with("subtract", &high, &last);
}

static weft_status reduce_masked(void)
{
    const weft_array operand = turned(floats, WEFT_FLOAT32, 700),
                     where = square(mask, WEFT_BOOL, 700);
    const weft_array one = weft_scalar_i64(1);
    const weft_reduction how = {
        .axes = (const int[]){1}, .axis_count = 1, .where = &where, .initial = &one};
    weft_status status = reduce_with("add", &operand, &how);
    return status ? status : reduce_with("maximum", &operand, &how);
}

/* 15 inputs that are cast as they are mapped, with and without a mask. */
static weft_status reduce_declared(void)
{
    weft_array narrow = square(floats, WEFT_FLOAT32, 600), where = square(mask, WEFT_BOOL, 600);
    const weft_array *operands[15];
    const weft_reduction masked = {.all = true, .where = &where},
                         last = {.axes = (const int[]){1}, .axis_count = 1};
    weft_array result = {0};
    if (options.target == WEFT_GPU)
        return WEFT_OK;
    for (int i = 0; i < 15; i++)
        operands[i] = &narrow;
    weft_status status = weft_reduce_inputs(&total_15, operands, &result, &last, &options, &error);
    weft_array_clear(&result);
    if (!status)
        status = weft_reduce_inputs(&total_15, operands, &result, NULL, &options, &error);
    weft_array_clear(&result);
    if (!status)
        status = weft_reduce_inputs(&total_15, operands, &result, &masked, &options, &error);
    weft_array_clear(&result);
    return status;
}

static weft_status accumulate(void)
{
    const weft_array operand = turned(bytes, WEFT_INT8, 300);
    weft_array result = {0};
    weft_status status = weft_accumulate(find("add"), &operand, &result, 0, &options, &error);
    weft_array_clear(&result);
    return status;
}

static weft_status reduce_at_places(void)
{
    int64_t starts[] = {0, 3, 600, 2};
    const weft_array operand = square(floats, WEFT_FLOAT32, 700), at = line(starts, WEFT_INT64, 4);
    weft_array result = {0};
    weft_status status = weft_reduceat(find("add"), &operand, &at, &result, 0, &options, &error);
    weft_array_clear(&result);
    return status;
}

static weft_status update(void)
{
    int64_t places[] = {0, 3, 3, -1};
    weft_array operand = square(floats, WEFT_FLOAT32, 50);
    const weft_array at = line(places, WEFT_INT64, 4), values = line(bytes, WEFT_INT8, 50);
    return weft_at(find("add"), &operand, &at, &values, &options, &error);
}

static weft_status outer(void)
{
    const weft_array a = line(floats, WEFT_FLOAT32, 50), b = line(bytes, WEFT_INT8, 60);
    weft_array result = {0};
    weft_status status = weft_outer(find("multiply"), &a, &b, &result, &options, &error);
    weft_array_clear(&result);
    return status;
}

static weft_status copy(void)
{
    const weft_array from = turned(doubles, WEFT_FLOAT64, 200);
    weft_array to = square(floats, WEFT_FLOAT32, 200);
    to.flags |= WEFT_ARRAY_SWAPPED;
    return weft_array_copy(&to, &from, &options, &error);
}

static weft_status write_and_read(void)
{
    char path[4096];
    weft_array from = weft_array_view(doubles, WEFT_FLOAT64, 2, (const int64_t[]){90, 90},
                                      (const int64_t[]){1600, 16}),
               read;
    snprintf(path, sizeof path, "%s/small_stack.%ld.npy", folder, (long)getpid());
    weft_status status = weft_npy_write(path, &from, &error);
    if (!status)
        status = weft_npy_read(path, &read, &error);
    if (!status)
        weft_array_clear(&read);
    remove(path);
    return status;
}

static weft_status to_and_from_device(void)
{
    const weft_array from = turned(doubles, WEFT_FLOAT64, 200);
    weft_array there = {0}, back = {0};
    if (options.target != WEFT_GPU)
        return WEFT_OK;
    weft_status status = weft_to_device(&from, &there, &options, &error);
    if (!status)
        status = weft_copy_to_host(&there, &back, &options, &error);
    weft_array_clear(&there);
    weft_array_clear(&back);
    return status;
}

static const struct {
    const char *name;
    weft_status (*call)(void);
} calls[] = {
    {"a call", call_add},
    {"a call with a mask and flags", call_masked},
    {"a call whose operands are packed, and one with axes", call_packed},
    {"calls of 32 operands", call_many},
    {"ranges of calls", call_ranges},
    {"wrong calls", call_wrong},
    {"weft_target_choose", choose_target},
    {"weft_reduce of one long axis", reduce_long},
    {"weft_reduce of some axes", reduce_axes},
    {"weft_reduce with where", reduce_masked},
    {"weft_reduce_inputs of 15 inputs", reduce_declared},
    {"weft_accumulate", accumulate},
    {"weft_reduceat", reduce_at_places},
    {"weft_at", update},
    {"weft_outer", outer},
    {"weft_array_copy", copy},
    {"weft_npy_write, weft_npy_read", write_and_read},
    {"weft_to_device, weft_copy_to_host", to_and_from_device},
};
enum { CALL_COUNT = sizeof calls / sizeof calls[0] };

/* ---- the threads ---- */

static weft_status outcome;

static void *perform(void *call)
{
    outcome = calls[*(size_t *)call].call();
    return NULL;
}

/* Runs a call in a thread with these attributes. */
static bool run(pthread_attr_t *attributes, size_t call)
{
    pthread_t thread;
    if (pthread_create(&thread, attributes, perform, &call) || pthread_join(thread, NULL)) {
        printf("FAILED: no thread for %s\n", calls[call].name);
        return false;
    }
    if (outcome)
        printf("FAILED: %s: %s\n", calls[call].name, error.text);
    return !outcome;
}

/* The bytes that a call takes of its thread's stack, with what the thread itself keeps there. */
static size_t measure(unsigned char *stack, size_t call, bool *good)
{
    pthread_attr_t attributes;
    size_t untouched = 0;
    memset(stack, PAINT, LARGE);
    pthread_attr_init(&attributes);
    *good = pthread_attr_setstack(&attributes, stack, LARGE) == 0 && run(&attributes, call);
    pthread_attr_destroy(&attributes);
    while (untouched < LARGE && stack[untouched] == PAINT)
        untouched++;
    return LARGE - untouched;
}

static bool try_all(void)
{
    unsigned char *stack =
        mmap(NULL, LARGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_attr_t attributes;
    bool all = stack != MAP_FAILED && pthread_attr_init(&attributes) == 0 &&
               pthread_attr_setstacksize(&attributes, SMALL) == 0;
    for (size_t call = 0; all && call < CALL_COUNT; call++) {
        bool good;
        size_t taken = measure(stack, call, &good);
        printf("%6zu bytes: %s\n", taken, calls[call].name);
        if (taken > MOST)
            printf("FAILED: that is more than %d\n", MOST);
        all = good && taken <= MOST;
    }
    for (size_t call = 0; all && call < CALL_COUNT; call++)
        all = run(&attributes, call);
    return all;
}

int main(int argc, char **argv)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    (void)try_all, (void)argc, (void)argv;
    printf("SKIPPED: what a sanitizer adds to a stack is not libweft's\n");
    return SKIPPED;
#else
    if (argc != 4 || weft_library_open(argv[2], &library, &error)) {
        printf("usage: small_stack TARGET LIBRARY FOLDER; %s\n", error.text);
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    folder = argv[3];
    options.target = strcmp(argv[1], "gpu") == 0        ? WEFT_GPU
                     : strcmp(argv[1], "parallel") == 0 ? WEFT_PARALLEL
                                                        : WEFT_CPU;
    if (weft_target_check(options.target, &options, &error)) {
        printf("SKIPPED: %s\n", error.text);
        return SKIPPED;
    }
    for (int k = 0; k < LONG; k++)
        mask[k] = k % 3 != 0;
    bool good = try_all();
    weft_library_close(library);
    return good ? 0 : 1;
#endif
}

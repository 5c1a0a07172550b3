/* gpu_reductions.c: reductions of the shipped ufuncs on the gpu against those on the cpu, which walk the
 * same tree: the same bits, wherever operand and result lie.
 *   gpu_reductions LIBRARY [EVERY]: only every so many of the reductions, 1 if left out */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

enum { SKIPPED = 77, MOST = 8192 };

static weft_error error;
static long case_count, failure_count, seen_count, every = 1;
static const weft_options on_cpu = {.target = WEFT_CPU}, on_gpu = {.target = WEFT_GPU};

/* What is done to an operand. */
typedef enum action { REDUCE, MASKED, INITIAL, ACCUMULATE, REDUCEAT, AT, ACTION_COUNT } action;
static const char *const action_names[] = {"reduce",     "reduce where", "reduce initial",
                                           "accumulate", "reduceat",     "at"};

/* One operand; where its arrays lie is decided by each case. */
typedef struct subject {
    const weft_ufunc *ufunc;
    weft_array operand, mask, indices;
    int axis; /* -1: all */
} subject;

static void check(weft_status status, const char *what)
{
    if (status == WEFT_OK)
        return;
    fprintf(stderr, "%s: %s\n", what, error.text);
    exit(1);
}

static bool is_floating(const weft_array *array)
{
    return array->dtype == WEFT_FLOAT16 || array->dtype == WEFT_BFLOAT16 ||
           array->dtype == WEFT_FLOAT32 || array->dtype == WEFT_FLOAT64;
}

/* Numbers that repeat after a while, none of them round. */
static void fill(weft_array *array, void *memory)
{
    int64_t count = 1;
    for (int axis = 0; axis < array->rank; axis++)
        count *= array->shape[axis];
    if (is_floating(array)) {
        static double values[MOST];
        weft_array wide = weft_array_view(values, WEFT_FLOAT64, array->rank, array->shape, NULL);
        for (int64_t k = 0; k < count; k++)
            values[k] = sin((double)k * 0.7) + 0.3;
        check(weft_array_copy(array, &wide, NULL, &error), "fill");
        return;
    }
    for (int64_t k = 0; k < count; k++)
        if (array->dtype == WEFT_INT32)
            ((int32_t *)memory)[k] = (int32_t)(k * 7919 % 1000 - 500);
        else if (array->dtype == WEFT_BOOL) /* no other bytes: what a byte of 2 gives C leaves open */
            ((uint8_t *)memory)[k] = k % 3 > 0;
        else
            ((uint8_t *)memory)[k] = (uint8_t)(k % 3);
}

static weft_status run(const subject *on, action what, const weft_array *operand,
                       weft_array *result, const weft_array *mask, const weft_options *options)
{
    weft_array initial = weft_scalar_i64(3);
    int axis = on->axis < 0 ? 0 : on->axis;
    weft_reduction how = {.all = on->axis < 0,
                          .axes = on->axis < 0 ? NULL : &axis,
                          .axis_count = on->axis < 0 ? 0 : 1,
                          .keepdims = operand->rank == 3,
                          .where = what == MASKED ? mask : NULL,
                          .initial = what == REDUCE ? NULL : &initial};
    if (what == ACCUMULATE)
        return weft_accumulate(on->ufunc, operand, result, axis, options, &error);
    if (what == REDUCEAT)
        return weft_reduceat(on->ufunc, operand, &on->indices, result, axis, options, &error);
    return weft_reduce(on->ufunc, operand, result, &how, options, &error);
}

/* Updates a copy of the operand. */
static weft_status run_at(const subject *on, const weft_array *operand, weft_array *result,
                          const weft_options *options)
{
    weft_array one = weft_scalar_i64(1);
    weft_status status = operand->device > 0
                             ? weft_device_array(result, (weft_dtype)operand->dtype, operand->rank,
                                                 operand->shape, options, &error)
                             : weft_array_new(result, (weft_dtype)operand->dtype, operand->rank,
                                              operand->shape, &error);
    if (!status)
        status = weft_array_copy(result, operand, options, &error);
    return status ? status : weft_at(on->ufunc, result, &on->indices, &one, options, &error);
}

/* The elements, in C order, as numbers of one type. */
static weft_array as_float64(const weft_array *array)
{
    weft_array wide;
    check(weft_array_new(&wide, WEFT_FLOAT64, array->rank, array->shape, &error), "wide");
    check(weft_array_copy(&wide, array, NULL, &error), "wide");
    return wide;
}

/* Whether prefixes are within the bound of a sum from left to right. */
static bool are_near(const weft_array *found, const weft_array *wanted, int64_t count)
{
    double precision = found->dtype == WEFT_FLOAT16    ? 0x1p-11
                       : found->dtype == WEFT_BFLOAT16 ? 0x1p-8
                       : found->dtype == WEFT_FLOAT32  ? 0x1p-24
                                                       : 0x1p-53;
    weft_array a = as_float64(found), b = as_float64(wanted);
    const double *x = a.data, *y = b.data;
    bool near = true;
    for (int64_t k = 0; near && k < count; k++)
        near = fabs(x[k] - y[k]) <= (double)count * precision * (1 + fabs(y[k]));
    weft_array_clear(&a);
    weft_array_clear(&b);
    return near;
}

/* The same bytes; or for prefixes of floating-point numbers, which the gpu combines in another order,
 * the bound of a sum from left to right. */
static bool agree(const weft_array *found, const weft_array *wanted, action what)
{
    int64_t count = 1;
    bool same = found->dtype == wanted->dtype && found->rank == wanted->rank;
    for (int axis = 0; same && axis < found->rank; axis++) {
        same = found->shape[axis] == wanted->shape[axis];
        count *= wanted->shape[axis];
    }
    if (!same)
        return false;
    if (memcmp(found->data, wanted->data,
               (size_t)count * weft_dtype_size((weft_dtype)found->dtype)) == 0)
        return true;
    return what == ACCUMULATE && is_floating(found) && are_near(found, wanted, count);
}

/* Whether an operand that lies on the device still has its elements. */
static bool is_kept(const subject *on, const weft_array *operand)
{
    weft_array home = {0}, again, twin = {0};
    if (operand->device == 0)
        return true; /* the subject's own, which every later case reads */
    check(weft_to_device(&on->operand, &again, &on_gpu, &error), "to device");
    check(weft_copy_to_host(&again, &twin, &on_gpu, &error), "to host");
    check(weft_copy_to_host(operand, &home, &on_gpu, &error), "to host");
    bool same = agree(&home, &twin, REDUCE);
    weft_array_clear(&again);
    weft_array_clear(&twin);
    weft_array_clear(&home);
    return same;
}

/* One action with the operand here or there, and the result allocated or given. */
static void compare(const subject *on, action what, bool on_device, bool is_given)
{
    weft_array wanted = {0}, found = {0}, home = {0}, operand = on->operand, mask = on->mask;
    if (on_device) {
        check(weft_to_device(&on->operand, &operand, &on_gpu, &error), "to device");
        check(weft_to_device(&on->mask, &mask, &on_gpu, &error), "to device");
    }
    weft_status status, expected;
    expected = what == AT ? run_at(on, &on->operand, &wanted, &on_cpu)
                          : run(on, what, &on->operand, &wanted, &on->mask, &on_cpu);
    if (is_given && !expected)
        check(weft_array_new(&found, (weft_dtype)wanted.dtype, wanted.rank, wanted.shape, &error),
              "result");
    bool is_lent = is_given && !expected; /* a host result of a device operand */
    if (what == AT)
        weft_array_clear(&found);
    status = what == AT ? run_at(on, &operand, &found, &on_gpu)
                        : run(on, what, &operand, &found, &mask, &on_gpu);
    bool right = status == expected;
    if (right && !status) {
        if (found.device > 0)
            check(weft_copy_to_host(&found, &home, &on_gpu, &error), "to host");
        right = agree(found.device > 0 ? &home : &found, &wanted, what) &&
                (found.device > 0) == (on_device && (!is_lent || what == AT));
    }
    right = right && is_kept(on, &operand);
    case_count++;
    if (!right) {
        failure_count++;
        fprintf(stderr, "%s of %s, %s, rank %d, axis %d, %s operand, %s result: %s\n",
                action_names[what], on->ufunc->name, weft_dtype_name((weft_dtype)operand.dtype),
                operand.rank, on->axis, on_device ? "device" : "host",
                is_given ? "given" : "allocated", status ? error.text : "not as on the cpu");
    }
    weft_array_clear(&wanted);
    weft_array_clear(&found);
    weft_array_clear(&home);
    if (on_device) {
        weft_array_clear(&operand);
        weft_array_clear(&mask);
    }
}

static void compare_all(const weft_ufunc *ufunc, weft_dtype dtype, int rank, const int64_t *shape)
{
    static _Alignas(16) char numbers[MOST * 8];
    static uint8_t flags[MOST];
    static int64_t indices[] = {2, 0, 1, 1};
    subject on = {.ufunc = ufunc,
                  .operand = weft_array_view(numbers, dtype, rank, shape, NULL),
                  .mask = weft_array_view(flags, WEFT_BOOL, rank, shape, NULL),
                  .indices = weft_array_view(indices, WEFT_INT64, 1, &(int64_t){4}, NULL)};
    fill(&on.operand, numbers);
    fill(&on.mask, flags);
    for (on.axis = rank > 1 && ufunc->flags & WEFT_UFUNC_REORDERABLE ? -1 : 0; on.axis < rank;
         on.axis++)
        for (int what = 0; what < ACTION_COUNT; what++)
            for (int place = 0; place < 4; place++)
                if (seen_count++ % every == 0)
                    compare(&on, (action)what, place & 1, place & 2);
}

/* The running sum of so many whole numbers, and their sum: of those that tell each other what they come to. */
static void compare_long(const weft_ufunc *add, int64_t count)
{
    weft_array numbers, operand, wanted = {0}, found = {0}, home = {0}, sums[2] = {{0}, {0}}, sum = {0};
    check(weft_array_new(&numbers, WEFT_INT64, 1, &count, &error), "numbers");
    for (int64_t k = 0; k < count; k++)
        ((int64_t *)numbers.data)[k] = k * k % 1009 - 500;
    check(weft_to_device(&numbers, &operand, &on_gpu, &error), "to device");
    check(weft_accumulate(add, &numbers, &wanted, 0, &on_cpu, &error), "accumulate");
    check(weft_accumulate(add, &operand, &found, 0, &on_gpu, &error), "accumulate");
    check(weft_copy_to_host(&found, &home, &on_gpu, &error), "to host");
    check(weft_reduce(add, &numbers, &sums[0], NULL, &on_cpu, &error), "reduce");
    check(weft_reduce(add, &operand, &sum, NULL, &on_gpu, &error), "reduce");
    check(weft_copy_to_host(&sum, &sums[1], &on_gpu, &error), "to host");
    case_count++;
    if (!agree(&home, &wanted, REDUCE) || !agree(&sums[1], &sums[0], REDUCE)) {
        failure_count++;
        fprintf(stderr, "%lld numbers: not as on the cpu\n", (long long)count);
    }
    weft_array *const all[] = {&numbers, &operand, &wanted, &found, &home, &sums[0], &sums[1], &sum};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        weft_array_clear(all[k]);
}

/* Lanes that lie in memory in some way: so many of so many numbers, whose room has more. */
typedef struct layout {
    int64_t lanes, length, room, first;
    bool is_backwards;
} layout;

/* The part of an array's numbers that lies so. */
static weft_array view_of(const weft_array *memory, const layout *of)
{
    weft_array view = *memory;
    const int64_t size = (int64_t)weft_dtype_size((weft_dtype)memory->dtype);
    view.rank = 2;
    view.shape[0] = of->lanes;
    view.shape[1] = of->length;
    view.steps[0] = of->room * size;
    view.steps[1] = of->is_backwards ? -size : size;
    view.data = (char *)memory->data + (of->first + (of->is_backwards ? of->length - 1 : 0)) * size;
    return view;
}

/* Sums and running sums of lanes, on arrays of the device: those of whole tiles and short ones, by 16 bytes and by elements. */
static void compare_lanes(const weft_ufunc *add, weft_dtype dtype, const layout *of)
{
    const int64_t count = of->first + of->lanes * of->room;
    weft_array numbers, memory, wanted[2] = {{0}, {0}}, home[2] = {{0}, {0}}, made[2] = {{0}, {0}};
    check(weft_array_new(&numbers, dtype, 1, &count, &error), "numbers");
    for (int64_t k = 0; k < count; k++)
        if (dtype == WEFT_FLOAT32)
            ((float *)numbers.data)[k] = (float)(k * k % 1009) / 1009;
        else if (dtype == WEFT_FLOAT64)
            ((double *)numbers.data)[k] = (double)(k * k % 1009) / 1009;
        else
            ((int8_t *)numbers.data)[k] = (int8_t)(k * k % 101 - 50);
    check(weft_to_device(&numbers, &memory, &on_gpu, &error), "to device");
    const weft_array here = view_of(&numbers, of), there = view_of(&memory, of);
    const weft_options narrow_here = {.target = WEFT_CPU, .dtype = dtype}, narrow = {.target = WEFT_GPU, .dtype = dtype};
    const weft_reduction last = {.axes = &(int){1}, .axis_count = 1};
    check(weft_reduce(add, &here, &wanted[0], &last, &narrow_here, &error), "reduce");
    check(weft_reduce(add, &there, &made[0], &last, &narrow, &error), "reduce");
    check(weft_accumulate(add, &here, &wanted[1], 1, &narrow_here, &error), "accumulate");
    check(weft_accumulate(add, &there, &made[1], 1, &narrow, &error), "accumulate");
    for (int k = 0; k < 2; k++) {
        check(weft_copy_to_host(&made[k], &home[k], &on_gpu, &error), "to host");
        case_count++;
        if (!agree(&home[k], &wanted[k], k ? ACCUMULATE : REDUCE)) {
            failure_count++;
            fprintf(stderr, "%s of %lld lanes of %lld %s from %lld on%s: not as on the cpu\n", k ? "running sum" : "sum",
                    (long long)of->lanes, (long long)of->length, weft_dtype_name(dtype), (long long)of->first,
                    of->is_backwards ? ", backwards" : "");
        }
        weft_array_clear(&wanted[k]);
        weft_array_clear(&made[k]);
        weft_array_clear(&home[k]);
    }
    weft_array_clear(&numbers);
    weft_array_clear(&memory);
}

int main(int argument_count, char **arguments)
{
    static const char *const names[] = {"add", "minimum", "logical_or", "subtract"};
    static const weft_dtype dtypes[] = {WEFT_FLOAT16, WEFT_BFLOAT16, WEFT_FLOAT32,
                                        WEFT_FLOAT64, WEFT_INT32,    WEFT_BOOL};
    static const int64_t shapes[][3] = {{3, 0, 0},   {8, 0, 0},    {513, 0, 0}, {2500, 0, 0},
                                        {4, 600, 0}, {1030, 3, 0}, {3, 4, 5},   {2, 545, 0},
                                        {5, 769, 0}, {3, 1011, 0}, {9, 2, 70}};
    weft_library *library;
    if (argument_count > 2)
        every = strtol(arguments[2], NULL, 10);
    if (argument_count < 2 || every < 1)
        return 2;
    if (weft_target_check(WEFT_GPU, NULL, &error) != WEFT_OK) {
        printf("skipped: %s\n", error.text);
        return SKIPPED;
    }
    check(weft_library_open(arguments[1], &library, &error), "library");
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++)
            for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
                int rank = 0;
                while (rank < 3 && shapes[s][rank])
                    rank++;
                compare_all(weft_library_find(library, names[n]), dtypes[d], rank, shapes[s]);
            }
    static const layout layouts[] = {
        {3, 512, 512, 0, false},       {5, 1000, 1000, 0, false},    {2, 1024, 1040, 16, false}, {3, 2041, 2048, 1, false},
        {2, 16384, 16384, 0, false},   {3, 20000, 20001, 3, false},  {40, 100, 100, 0, false},   {9, 31, 31, 0, true},
        {7, 300, 304, 0, false},       {1, 70000, 70000, 0, true},   {2, 35000, 35008, 16, false},
    };
    static const weft_dtype sizes[] = {WEFT_INT8, WEFT_FLOAT32, WEFT_FLOAT64};
    for (size_t d = 0; d < sizeof sizes / sizeof *sizes; d++)
        for (size_t k = 0; k < sizeof layouts / sizeof *layouts; k++)
            compare_lanes(weft_library_find(library, "add"), sizes[d], &layouts[k]);
    compare_long(weft_library_find(library, "add"), 270001);
    if (every == 1)
        compare_long(weft_library_find(library, "add"), 4400001);
    weft_library_close(library);
    printf("%ld reductions, %ld wrong\n", case_count, failure_count);
    return failure_count ? 1 : 0;
}

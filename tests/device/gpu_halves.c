/* gpu_halves.c: products of 16-bit floating numbers on device arrays, against sums in double: what a float that is
 * rounded at each step can be off, and the rounding of the result; strict ones must have the bits of a loop. Random
 * sizes, empty ones too, batches, axes in any order, apart, backwards and repeated, places that are aligned to no more
 * than an element; infinities, NaN, subnormal numbers, and results beyond the range. Nothing beside the output may be
 * written.
 *   gpu_halves LIBRARY [COUNT] */
#include <math.h>
#include <string.h>

#include <weft/convert.h>

#include "random_calls.h"

enum { SKIPPED = 77, MOST_OPERANDS = 5, MOST_AXES = 3, MOST_BYTES = 2 << 20 };

/* An operand of one item axis and core axes, on the host and on the device; steps of an item axis it lacks are 0. */
typedef struct operand {
    char *bytes; /* owned, MOST_BYTES */
    weft_array host, memory, device;
} operand;

static double value_of(const char *at, weft_dtype dtype)
{
    uint16_t half;
    float single;
    if (dtype == WEFT_FLOAT32) {
        memcpy(&single, at, sizeof single);
        return (double)single;
    }
    memcpy(&half, at, sizeof half);
    return (double)weft_widen(half, 16, dtype == WEFT_FLOAT16 ? 11 : 8);
}

static void set_value(char *at, weft_dtype dtype, float x)
{
    const uint16_t half = dtype == WEFT_FLOAT32 ? 0 : (uint16_t)weft_narrow(x, 16, dtype == WEFT_FLOAT16 ? 11 : 8);
    memcpy(at, dtype == WEFT_FLOAT32 ? (const void *)&x : (const void *)&half, weft_dtype_size(dtype));
}

static void fill(operand *filled, weft_dtype dtype, bool has_specials)
{
    static const float specials[] = {INFINITY, -INFINITY, NAN, 65504, -65504, 0x1p-24f, -0x1.8p-15f, -0.0f};
    for (size_t at = 0; at < MOST_BYTES; at += weft_dtype_size(dtype)) {
        const bool is_special = has_specials && below(400) == 0;
        set_value(filled->bytes + at, dtype,
                  is_special ? specials[below(sizeof specials / sizeof *specials)]
                             : (float)below(1 << 20) / (1 << 19) - 1);
    }
}

static bool lay_out(operand *made, weft_dtype dtype, int rank, const int64_t *shape, bool is_output)
{
    int order[MOST_AXES];
    int64_t steps[MOST_AXES] = {0};
    const int64_t size = (int64_t)weft_dtype_size(dtype);
    int64_t first = below(2) ? 0 : size * below(8), step = size;
    const bool is_padded = below(2);
    for (int i = 0; i < rank; i++)
        order[i] = rank - 1 - i;
    for (int i = rank - 1; i > 0 && below(2); i--) {
        const int other = (int)below(i + 1), kept = order[i];
        order[i] = order[other], order[other] = kept;
    }
    for (int i = 0; i < rank; i++) {
        const int axis = order[i];
        step *= below(10) == 0 ? 2 : 1;
        steps[axis] = step;
        step *= shape[axis] > 0 ? shape[axis] : 1;
        if (is_padded)
            step = (step + 15) / 16 * 16;
        if (below(8) == 0 && shape[axis] > 0) {
            first += steps[axis] * (shape[axis] - 1);
            steps[axis] = -steps[axis];
        } else if (!is_output && below(16) == 0) {
            steps[axis] = 0;
        }
    }
    if (first + step > MOST_BYTES)
        return false;
    made->host = weft_array_view(made->bytes + first, dtype, rank, shape, steps);
    made->device = made->host;
    made->device.data = (char *)made->memory.data + first;
    made->device.device = made->memory.device;
    return true;
}

static int64_t draw_size(void)
{
    static const int64_t edges[] = {1,  2,  3,  7,  8,  15, 16, 17,  24,  31,
                                    32, 33, 40, 63, 64, 65, 96, 127, 128, 129};
    return below(24) == 0  ? 0
           : below(3) == 0 ? 1 + below(140)
                           : edges[below(sizeof edges / sizeof *edges)];
}

/* Where an element is: index 0 is the item's. */
static const char *at(const operand *all, int64_t item, int64_t i, int64_t j)
{
    const weft_array *a = &all->host;
    const int64_t indices[] = {item, i, j};
    const char *found = a->data;
    for (int axis = 0; axis < a->rank; axis++)
        found += a->shape[axis] == 1 ? 0 : indices[axis] * a->steps[axis];
    return found;
}

/* What an element should be, and how far from it a sum that is rounded at each step may be. */
typedef struct expected {
    double value, error;
    float in_order;
} expected;

static expected compute(const weft_ufunc *ufunc, const operand *operands, int64_t k, int64_t item, int64_t i,
                        int64_t j)
{
    const weft_dtype factor = (weft_dtype)operands[0].host.dtype;
    const bool starts = strcmp(ufunc->name, "started") == 0;
    const bool finishes = strcmp(ufunc->name, "finished") == 0;
    const weft_dtype dtype = (weft_dtype)operands[2].host.dtype;
    expected found = {0};
    double size = 0;
    if (starts)
        found.value = value_of(at(&operands[2], item, i, j), dtype);
    size = fabs(found.value);
    found.in_order = (float)found.value;
    for (int64_t q = 0; q < k; q++) {
        const double x = value_of(at(&operands[0], item, i, q), factor);
        const double y = value_of(at(&operands[1], item, q, j), factor);
        found.value += x * y;
        size += fabs(x * y);
        found.in_order += (float)x * (float)y;
    }
    found.error = (double)(k + 4) * 0x1p-24 * size;
    if (finishes) {
        const double alpha = value_of(at(&operands[3], item, 0, 0), dtype);
        const double d = value_of(at(&operands[2], item, j, 0), dtype);
        found.error = fabs(alpha) * found.error + 0x1p-22 * (fabs(alpha * found.value) + fabs(d));
        found.value = alpha * found.value + d;
        found.value = found.value < 0 || isnan(found.value) ? 0 : found.value;
    }
    return found;
}

/* Whether an element of the dtype is the value, rounded once. */
static bool is_near(double got, const expected *wanted, weft_dtype dtype)
{
    const double most = dtype == WEFT_FLOAT16 ? 65520 : dtype == WEFT_BFLOAT16 ? 0x1.ffp127 : 0x1.ffffffp127;
    const double unit = dtype == WEFT_FLOAT16 ? 0x1p-11 : dtype == WEFT_BFLOAT16 ? 0x1p-8 : 0x1p-24;
    const double least = dtype == WEFT_FLOAT16 ? 0x1p-25 : 0x1p-150;
    if (isnan(wanted->value) || isnan(got))
        return isnan(wanted->value) && isnan(got);
    if (isinf(wanted->value))
        return got == wanted->value;
    if (isinf(got))
        return (got < 0) == (wanted->value < 0) && fabs(wanted->value) + wanted->error >= most;
    return fabs(got - wanted->value) <=
           wanted->error + unit * (fabs(wanted->value) + wanted->error) + least;
}

/* Whether the output, as it came back, is right; beside its elements it must be as it was. */
static bool is_right(const weft_ufunc *ufunc, const operand *operands, char *back, int64_t items,
                     const int64_t *sizes)
{
    const operand *output = &operands[ufunc->input_count];
    const weft_dtype dtype = (weft_dtype)output->host.dtype;
    const bool is_strict = ufunc->flags & WEFT_UFUNC_STRICT;
    const size_t size = weft_dtype_size(dtype);
    for (int64_t item = 0; item < items; item++)
        for (int64_t i = 0; i < sizes[0]; i++)
            for (int64_t j = 0; j < sizes[2]; j++) {
                const char *place = at(output, item, i, j);
                char *came = back + (place - output->bytes);
                const expected wanted = compute(ufunc, operands, sizes[1], item, i, j);
                const double got = value_of(came, dtype);
                char bits[4] = {0};
                set_value(bits, dtype, wanted.in_order);
                if (is_strict && !isnan(wanted.in_order) ? memcmp(bits, came, size) != 0
                                                         : !is_near(got, &wanted, dtype)) {
                    printf("%s: item %lld, [%lld][%lld] is %.9g, not %.9g within %.2g\n", ufunc->name,
                           (long long)item, (long long)i, (long long)j, got, wanted.value, wanted.error);
                    return false;
                }
                memcpy(came, place, size);
            }
    if (memcmp(back, output->bytes, MOST_BYTES) == 0)
        return true;
    printf("%s: more than the output is written\n", ufunc->name);
    return false;
}

/* 1: right, 0: wrong, -1: no room. */
static int try_case(const weft_ufunc *ufunc, operand *operands, char *back)
{
    const weft_loop *loop = &ufunc->loops[below(ufunc->loop_count)];
    const int count = ufunc->input_count + 1;
    const int64_t items = 1 + below(below(3) ? 4 : 30);
    const bool has_specials = below(4) == 0 && strcmp(ufunc->name, "finished") != 0;
    const int64_t sizes[3] = {draw_size(), draw_size(), draw_size()}; /* m, k, n */
    weft_array *arrays[MOST_OPERANDS];
    if (items * sizes[0] * sizes[1] * sizes[2] > 4000000)
        return -1;
    for (int i = 0; i < count; i++) {
        const weft_operand *layout = &ufunc->operands[i];
        const weft_dtype dtype = (weft_dtype)loop->dtypes[i];
        int64_t shape[MOST_AXES] = {i < ufunc->input_count && below(5) == 0 ? 1 : items};
        for (int axis = 0; axis < layout->core_rank; axis++)
            shape[1 + axis] = sizes[layout->dimensions[axis]];
        if (!lay_out(&operands[i], dtype, 1 + layout->core_rank, shape, i == ufunc->input_count))
            return -1;
        fill(&operands[i], dtype, has_specials && i < 2);
        const weft_array from = weft_array_view(operands[i].bytes, WEFT_UINT8, 1, &(int64_t){MOST_BYTES}, NULL);
        check(weft_array_copy(&operands[i].memory, &from, NULL, &error), "to the device");
        arrays[i] = below(6) == 0 ? &operands[i].host : &operands[i].device;
    }
    arrays[count - 1] = &operands[count - 1].device;
    check(weft_call(ufunc, arrays, &(weft_options){.target = WEFT_GPU}, &error), ufunc->name);
    weft_array to = weft_array_view(back, WEFT_UINT8, 1, &(int64_t){MOST_BYTES}, NULL);
    check(weft_copy_to_host(&operands[count - 1].memory, &to, NULL, &error), "to the host");
    if (is_right(ufunc, operands, back, items, sizes))
        return 1;
    printf("%s: %lld × (%lld,%lld)(%lld,%lld)\n", loop->prototype, (long long)items, (long long)sizes[0],
           (long long)sizes[1], (long long)sizes[1], (long long)sizes[2]);
    return 0;
}

int main(int count, char **arguments)
{
    static const char *const names[] = {"plain", "kept", "in_order", "started", "finished"};
    weft_library *library;
    operand operands[MOST_OPERANDS];
    char *back = malloc(MOST_BYTES), name[128] = "";
    const int cases = count > 2 ? atoi(arguments[2]) : 400;
    int wrong = 0, right = 0;
    if (count < 2 || !back || weft_target_check(WEFT_GPU, NULL, &error)) {
        printf("SKIPPED: %s\n", count < 2 ? "gpu_halves LIBRARY [COUNT]" : error.text);
        free(back);
        return SKIPPED;
    }
    weft_device_name(0, name, sizeof name, NULL);
    check(weft_library_open(arguments[1], &library, &error), arguments[1]);
    for (int i = 0; i < MOST_OPERANDS; i++) {
        if (!(operands[i].bytes = malloc(MOST_BYTES)))
            return 1;
        check(weft_device_array(&operands[i].memory, WEFT_UINT8, 1, &(int64_t){MOST_BYTES}, NULL, &error),
              "device memory");
    }
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        for (int tried = 0; tried < cases; tried++) {
            const int result = try_case(weft_library_find(library, names[k]), operands, back);
            right += result > 0;
            wrong += result == 0;
        }
    printf("%s: %d products of 16 bits right, %d wrong\n", name, right, wrong);
    for (int i = 0; i < MOST_OPERANDS; i++) {
        weft_array_clear(&operands[i].memory);
        free(operands[i].bytes);
    }
    free(back);
    weft_library_close(library);
    return wrong > 0 || right == 0;
}

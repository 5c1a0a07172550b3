/* gpu_transforms.c: the Fourier transforms that ship, on device arrays by cuFFT, against the cpu's: random sizes of one to
 * three axes, batches, axes in any order, gaps, repeats, backwards, in place, factors of any kind. Nothing beside the output
 * may be written. gpu_transform_scenes.c has what plans, streams and faults do.
 * With WEFT_CUFFT= the functions' own sums are, and have no plans.
 *   gpu_transforms LIBRARY [COUNT]      (libweft_std.so) */
#include <math.h>
#include <string.h>

#include "gpu_transforms.h"
#include "random_calls.h"

enum { MOST_BYTES = 4 << 20, MOST_BATCH = 3, MOST_CORE = 3, PATTERN = 0x5a };

/* Products of sums over all elements of an axis that the stand-in is given, at most. */
enum { MOST_PRODUCTS = 3000000 };

typedef enum kind { FORWARD, INVERSE, REAL, HALF, HALF_ODD, KINDS } kind;
static const char *const names[KINDS][MOST_CORE] = {
    {"fft", "fft2", "fft3"},
    {"ifft", "ifft2", "ifft3"},
    {"rfft", "rfft2", "rfft3"},
    {"irfft", "irfft2", "irfft3"},
    {"irfft_odd", "irfft2_odd", "irfft3_odd"},
};

/* An array of the host, its twin on the device, and the memory of both as bytes. */
typedef struct operand {
    char *memory; /* owned */
    weft_array host, device, bytes;
} operand;

typedef struct shape {
    int rank;
    int64_t sizes[MOST_BATCH + MOST_CORE];
} shape;

static bool is_stand_in;

static weft_dtype real_of(bool is_double)
{
    return is_double ? WEFT_FLOAT64 : WEFT_FLOAT32;
}
static weft_dtype complex_of(bool is_double)
{
    return is_double ? WEFT_COMPLEX128 : WEFT_COMPLEX64;
}

static void fill(char *memory, bool is_double)
{
    for (size_t at = 0; at < MOST_BYTES; at += is_double ? 8 : 4) {
        const double x = (double)below(1 << 20) / (1 << 19) - 1;
        if (is_double)
            *(double *)(memory + at) = x;
        else
            *(float *)(memory + at) = (float)x;
    }
}

/* Axes in random order, sometimes with gaps, backwards or, of inputs, repeated. False: no room. */
static bool lay_out(operand *made, weft_dtype dtype, const shape *of, bool output)
{
    int order[MOST_BATCH + MOST_CORE];
    int64_t steps[MOST_BATCH + MOST_CORE], step = (int64_t)weft_dtype_size(dtype);
    const bool is_complex = dtype == WEFT_COMPLEX64 || dtype == WEFT_COMPLEX128;
    const bool is_dense = below(3) == 0, is_shuffled = below(2);
    int64_t first = is_dense || below(4) ? 0 : is_complex ? step / 2 : step; /* aligned as its parts */
    for (int i = 0; i < of->rank; i++)
        order[i] = of->rank - 1 - i;
    for (int i = of->rank - 1; i > 0 && is_shuffled && !is_dense; i--) {
        const int other = (int)below(i + 1), kept = order[i];
        order[i] = order[other], order[other] = kept;
    }
    for (int i = 0; i < of->rank; i++) {
        const int axis = order[i];
        if (!is_dense && below(6) == 0)
            step *= 1 + below(3);
        steps[axis] = step;
        step *= of->sizes[axis];
        if (step + 32 > MOST_BYTES)
            return false;
        if (!is_dense && below(10) == 0) {
            first += steps[axis] * (of->sizes[axis] - 1);
            steps[axis] = -steps[axis];
        } else if (!output && !is_dense && below(16) == 0) {
            steps[axis] = 0;
        }
    }
    made->host = weft_array_view(made->memory + first, dtype, of->rank, of->sizes, steps);
    made->device = made->host;
    made->device.data = (char *)made->bytes.data + first;
    made->device.device = made->bytes.device;
    return true;
}

static weft_array bytes_of(void *memory)
{
    return weft_array_view(memory, WEFT_UINT8, 1, &(int64_t){MOST_BYTES}, NULL);
}

static void upload(operand *all)
{
    weft_array from = bytes_of(all->memory);
    check(weft_array_copy(&all->bytes, &from, NULL, &error), "to the device");
}

static int64_t draw_size(int core)
{
    static const int64_t edges[] = {1, 2, 3, 4, 5, 6, 7, 8, 16, 17, 25, 32, 36, 49, 64, 100};
    if (core > 1)
        return below(4) ? 1 + below(9) : 1 + below(20);
    if (!is_stand_in && below(3) == 0)
        return 1 + below(5000);
    return below(2) ? edges[below(sizeof edges / sizeof *edges)] : 1 + below(130);
}

/* Sizes of both sides; false: none. */
static bool draw_shapes(kind what, int core, shape *in, shape *out, int64_t *products)
{
    int64_t elements = 1, longest = 1;
    const int batch = (int)below(MOST_BATCH + 1);
    in->rank = batch + core;
    for (int axis = 0; axis < in->rank; axis++) {
        const bool is_core = axis >= batch;
        in->sizes[axis] = is_core ? draw_size(core) : 1 + below(below(4) ? 5 : 40);
        elements *= in->sizes[axis];
        longest = is_core && in->sizes[axis] > longest ? in->sizes[axis] : longest;
    }
    *products = elements * longest * core;
    *out = *in;
    int64_t *last_in = &in->sizes[in->rank - 1], *last_out = &out->sizes[in->rank - 1];
    if (what == REAL)
        *last_out = *last_in / 2 + 1;
    if (what == HALF)
        *last_out = 2 * *last_in - 2;
    if (what == HALF_ODD)
        *last_out = 2 * *last_in - 1;
    return *last_out > 0 && (!is_stand_in || *products <= MOST_PRODUCTS);
}

/* How far the device's memory is from the host's, in the norm of the results; infinite where what
 * lies beside them differs. */
static double distance(const char *got, const char *wanted, bool is_double)
{
    const size_t step = is_double ? 8 : 4;
    char pattern[8];
    double off = 0, all = 0;
    memset(pattern, PATTERN, sizeof pattern);
    for (size_t at = 0; at < MOST_BYTES; at += step) {
        if (memcmp(wanted + at, pattern, step) == 0) {
            off += memcmp(got + at, pattern, step) == 0 ? 0 : INFINITY;
            continue;
        }
        const double x = is_double ? *(const double *)(got + at) : (double)*(const float *)(got + at);
        const double y = is_double ? *(const double *)(wanted + at) : (double)*(const float *)(wanted + at);
        off += (x - y) * (x - y), all += y * y;
    }
    return off == 0 ? 0 : sqrt(off / all);
}

/* What results are multiplied by: nothing, a number, or one for each item, some of which are 0. */
static void draw_factors(const shape *of, int core, bool is_double, operand *factors)
{
    const int rank = of->rank - core;
    int64_t count = 1;
    const int64_t way = below(3);
    factors->host = factors->device = weft_scalar_f64(way == 0 ? 0 : 0.375);
    if (way < 2)
        return;
    for (int axis = 0; axis < rank; axis++)
        count *= of->sizes[axis];
    for (int64_t i = 0; i < count; i++) {
        const double x = (double)(i % 4);
        if (is_double)
            ((double *)factors->memory)[i] = x;
        else
            ((float *)factors->memory)[i] = (float)x;
    }
    factors->host = weft_array_view(factors->memory, real_of(is_double), rank, of->sizes, NULL);
    factors->device = factors->host;
    factors->device.data = factors->bytes.data;
    factors->device.device = factors->bytes.device;
    upload(factors);
}

/* One case: 0 right, 1 wrong, -1 none. */
static int try_case(weft_library *library, operand *x, operand *factors, operand *y, char *back)
{
    const kind what = (kind)below(KINDS);
    const int core = 1 + (int)below(below(2) ? 1 : MOST_CORE);
    const bool is_double = below(2), is_in_place = what <= INVERSE && below(4) == 0;
    shape in, out;
    int64_t products;
    if (!draw_shapes(what, core, &in, &out, &products) ||
        !lay_out(x, what == REAL ? real_of(is_double) : complex_of(is_double), &in, is_in_place) ||
        !lay_out(y, what >= HALF ? real_of(is_double) : complex_of(is_double), &out, true))
        return -1;
    fill(x->memory, is_double);
    memset(y->memory, PATTERN, MOST_BYTES);
    draw_factors(&in, core, is_double, factors);
    upload(x);
    upload(y);
    operand *to = is_in_place ? x : y;
    weft_array *host[] = {&x->host, &factors->host, &to->host};
    weft_array *device[] = {&x->device, &factors->device, &to->device};
    const weft_ufunc *ufunc = weft_library_find(library, names[what][core - 1]);
    check(weft_call(ufunc, host, &(weft_options){.target = WEFT_CPU}, &error), "cpu");
    check(weft_call(ufunc, device, &(weft_options){.target = WEFT_GPU}, &error), "gpu");
    weft_array result = bytes_of(back);
    check(weft_copy_to_host(&to->bytes, &result, NULL, &error), "to the host");
    const double off = distance(back, to->memory, is_double);
    if (off <= (is_double ? 1e-14 : 4e-6))
        return 0;
    printf("%s of %s%s, last axis %lld, %d axes in all: off by %g\n", names[what][core - 1],
           is_double ? "float64" : "float32", is_in_place ? ", in place" : "", (long long)in.sizes[in.rank - 1],
           in.rank, off);
    return 1;
}

static int try_cases(weft_library *library, int cases)
{
    char *back = malloc(MOST_BYTES);
    operand operands[3];
    int right = 0, wrong = 0;
    for (int i = 0; i < 3; i++) {
        if (!back || !(operands[i].memory = malloc(MOST_BYTES)))
            exit(1);
        check(weft_device_array(&operands[i].bytes, WEFT_UINT8, 1, &(int64_t){MOST_BYTES}, NULL, &error),
              "device memory");
    }
    for (int tried = 0; tried < cases; tried++) {
        const int result = try_case(library, &operands[0], &operands[1], &operands[2], back);
        right += result == 0;
        wrong += result > 0;
    }
    printf("%d transforms right, %d wrong, of %d cases\n", right, wrong, cases);
    for (int i = 0; i < 3; i++) {
        weft_array_clear(&operands[i].bytes);
        free(operands[i].memory);
    }
    free(back);
    return wrong > 0 || right < cases / 4;
}

int main(int count, char **arguments)
{
    weft_library *library;
    if (count < 2 || weft_target_check(WEFT_GPU, NULL, &error)) {
        printf("SKIPPED: %s\n", count < 2 ? "gpu_transforms LIBRARY [COUNT]" : error.text);
        return 77;
    }
    check(weft_library_open(arguments[1], &library, &error), arguments[1]);
    const char *named = getenv("WEFT_CUFFT");
    const bool are_sums = named && !*named;
    is_stand_in = scenes_find_stand_in() || are_sums;
    int wrong = try_cases(library, count > 2 ? atoi(arguments[2]) : 1000);
    wrong += are_sums ? 0 : scenes_run(library);
    weft_library_close(library);
    return wrong > 0;
}

/* gpu_rows.c: the table of workloads on a GPU, through the public call on device arrays: microseconds by
 * events, the median of several; beside each the time in which the device copies as many bytes as are
 * read and written, and whether samples of the result are right. products.c has the products of
 * matrices. No test: it prints numbers. Exits with 77 and says why where no GPU can be used.
 *   gpu_rows LIBWEFT_STD.SO [ROW] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu_bench.h"
#include "rows_kernels.h"

enum { SAMPLES = 64, MOST_OPERANDS = 7, MOST_AXES = 4, SIDE = 16384, LARGE = 1 << 28 };

/* One operand: elements of an array of its own, from `start` on; steps count elements. No dtype: a
 * scalar, low. */
typedef struct operand {
    weft_dtype dtype;
    int64_t shape[MOST_AXES], steps[MOST_AXES], start;
    double low, high;
    bool is_even; /* from low to high in equal steps, not random */
} operand;

/* Expected outputs of one item, from its inputs. */
typedef void item_rule(const double *in, double *out);

/* One elementwise workload; inputs first. */
typedef struct row {
    const char *name, *says, *function;
    item_rule *rule;
    int rank, input_count, operand_count;
    operand operands[MOST_OPERANDS];
    double tolerance; /* relative to 1 + |result| */
    double may_miss;  /* share of samples that may be wrong: borders of sets */
} row;

static void sum_rule(const double *in, double *out)
{
    out[0] = in[0] + in[1];
}

static void square_rule(const double *in, double *out)
{
    out[0] = (in[0] + in[1]) * (in[0] + in[1]);
}

static void product_rule(const double *in, double *out)
{
    out[0] = in[0] * in[1];
}

static void same_rule(const double *in, double *out)
{
    out[0] = trunc(in[0]);
}

static void root_rule(const double *in, double *out)
{
    out[0] = (-in[1] + sqrt(in[1] * in[1] - 4 * in[0] * in[2])) / (2 * in[0]);
}

static void price_rule(const double *in, double *out)
{
    const double root = sqrt(in[2]);
    const double d1 = (log(in[0] / in[1]) + (in[3] + in[4] * in[4] / 2) * in[2]) / (in[4] * root);
    const double n1 = erfc(-d1 / sqrt(2)) / 2, n2 = erfc(-(d1 - in[4] * root) / sqrt(2)) / 2;
    const double worth = in[1] * exp(-in[3] * in[2]);
    out[0] = in[0] * n1 - worth * n2;
    out[1] = worth * (1 - n2) - in[0] * (1 - n1);
}

static void escape_rule(const double *in, double *out)
{
    double real = 0, imaginary = 0;
    for (out[0] = 0; out[0] < in[2] && real * real + imaginary * imaginary < 4; out[0]++) {
        const double next = real * real - imaginary * imaginary + in[0];
        imaginary = 2 * real * imaginary + in[1];
        real = next;
    }
}

#define EVEN(row_step, step, low, high)                                                            \
    {WEFT_FLOAT32, {8192, 8192}, {row_step, step}, 0, low, high, true}
#define FLAT(type, count, low, high) {WEFT_##type, {count}, {1}, 0, low, high}
#define GRID(rows, columns, row_step, step, start, low, high)                                      \
    {WEFT_FLOAT32, {rows, columns}, {row_step, step}, start, low, high}
#define SCALAR(value) {WEFT_NONE, {0}, {0}, 0, value, value}
#define SQUARE_OUT    GRID(SIDE, SIDE, SIDE, 1, 0, 0, 0)
#define SQUARE_IN     GRID(SIDE, SIDE, SIDE, 1, 0, -1, 1)
#define TURNED_IN     GRID(SIDE, SIDE, 1, SIDE, 0, -1, 1)
#define ODD(low, high) GRID(SIDE, 16379, 16381, 1, 1, low, high)

static const row rows[] = {
    {"1", "a+b float32", "add", sum_rule, 1, 2, 3,
     {FLAT(FLOAT32, LARGE, -1, 1), FLAT(FLOAT32, LARGE, -1, 1), FLAT(FLOAT32, LARGE, 0, 0)}, 1e-6, 0},
    {"2", "(a+b)^2 float32", "square_of_sum", square_rule, 1, 2, 3,
     {FLAT(FLOAT32, LARGE, -1, 1), FLAT(FLOAT32, LARGE, -1, 1), FLAT(FLOAT32, LARGE, 0, 0)}, 1e-6, 0},
    {"3", "2.5 a float32", "multiply", product_rule, 1, 2, 3,
     {SCALAR(2.5), FLAT(FLOAT32, LARGE, -1, 1), FLAT(FLOAT32, LARGE, 0, 0)}, 1e-6, 0},
    {"4", "a+b float16", "add", sum_rule, 1, 2, 3,
     {FLAT(FLOAT16, LARGE, -1, 1), FLAT(FLOAT16, LARGE, -1, 1), FLAT(FLOAT16, LARGE, 0, 0)}, 1e-3, 0},
    {"5", "a+b int8", "add", sum_rule, 1, 2, 3,
     {FLAT(INT8, LARGE, -60, 60), FLAT(INT8, LARGE, -60, 60), FLAT(INT8, LARGE, 0, 0)}, 0, 0},
    {"6", "a+b float64", "add", sum_rule, 1, 2, 3,
     {FLAT(FLOAT64, LARGE, -1, 1), FLAT(FLOAT64, LARGE, -1, 1), FLAT(FLOAT64, LARGE, 0, 0)}, 1e-15, 0},
    {"7", "int8 float32", "scale", product_rule, 1, 2, 3,
     {FLAT(INT8, LARGE, -60, 60), FLAT(FLOAT32, LARGE, -1, 1), FLAT(FLOAT32, LARGE, 0, 0)}, 1e-6, 0},
    {"9", "quadratic float64", "larger_root", root_rule, 1, 3, 4,
     {FLAT(FLOAT64, 100000000, 5, 10), FLAT(FLOAT64, 100000000, 10, 20),
      FLAT(FLOAT64, 100000000, -.1, .1), FLAT(FLOAT64, 100000000, 0, 0)}, 1e-12, 0},
    {"10", "(M,M)+(M,)", "add", sum_rule, 2, 2, 3,
     {SQUARE_IN, GRID(SIDE, SIDE, 0, 1, 0, -1, 1), SQUARE_OUT}, 1e-6, 0},
    {"11", "(M,M)+(M,1)", "add", sum_rule, 2, 2, 3,
     {SQUARE_IN, GRID(SIDE, SIDE, 1, 0, 0, -1, 1), SQUARE_OUT}, 1e-6, 0},
    {"12", "(M,1)+(M,)", "add", sum_rule, 2, 2, 3,
     {GRID(SIDE, SIDE, 1, 0, 0, -1, 1), GRID(SIDE, SIDE, 0, 1, 0, -1, 1), SQUARE_OUT}, 1e-6, 0},
    {"13", "A+B^T", "add", sum_rule, 2, 2, 3, {SQUARE_IN, TURNED_IN, SQUARE_OUT}, 1e-6, 0},
    {"14", "A^T+B^T", "add", sum_rule, 2, 2, 3, {TURNED_IN, TURNED_IN, SQUARE_OUT}, 1e-6, 0},
    {"15", "permuted (256,256,1024,4) + b", "add", sum_rule, 4, 2, 3,
     {{WEFT_FLOAT32, {256, 256, 1024, 4}, {1 << 20, 4, 1024, 1}, 0, -1, 1},
      {WEFT_FLOAT32, {256, 256, 1024, 4}, {1 << 20, 4096, 4, 1}, 0, -1, 1},
      {WEFT_FLOAT32, {256, 256, 1024, 4}, {1 << 20, 4096, 4, 1}, 0, 0, 0}}, 1e-6, 0},
    {"16", "rows of 16379 of 16381", "add", sum_rule, 2, 2, 3, {ODD(-1, 1), ODD(-1, 1), ODD(0, 0)},
     1e-6, 0},
    {"17", "a[::2]+b[::2]", "add", sum_rule, 1, 2, 3,
     {{WEFT_FLOAT32, {LARGE / 2}, {2}, 0, -1, 1}, {WEFT_FLOAT32, {LARGE / 2}, {2}, 0, -1, 1},
      FLAT(FLOAT32, LARGE / 2, 0, 0)}, 1e-6, 0},
    {"18", "Black-Scholes float32", "black_scholes", price_rule, 1, 5, 7,
     {FLAT(FLOAT32, 1 << 26, 5, 30), FLAT(FLOAT32, 1 << 26, 1, 100), FLAT(FLOAT32, 1 << 26, .25, 10),
      SCALAR(.02), SCALAR(.3), FLAT(FLOAT32, 1 << 26, 0, 0), FLAT(FLOAT32, 1 << 26, 0, 0)}, 1e-4, 0},
    {"19", "Black-Scholes float64", "black_scholes", price_rule, 1, 5, 7,
     {FLAT(FLOAT64, 1 << 26, 5, 30), FLAT(FLOAT64, 1 << 26, 1, 100), FLAT(FLOAT64, 1 << 26, .25, 10),
      SCALAR(.02), SCALAR(.3), FLAT(FLOAT64, 1 << 26, 0, 0), FLAT(FLOAT64, 1 << 26, 0, 0)}, 1e-12, 0},
    {"20", "Mandelbrot 8192^2, 200 steps", "escape", escape_rule, 2, 3, 4,
     {EVEN(0, 1, -2, .5), EVEN(1, 0, -1.25, 1.25), SCALAR(200),
      {WEFT_INT32, {8192, 8192}, {8192, 1}, 0, 0, 0}}, 0, .05},
    {"20r", "the same of points in no order", "escape", escape_rule, 2, 3, 4,
     {GRID(8192, 8192, 0, 1, 0, -2, .5), GRID(8192, 8192, 1, 0, 0, -1.25, 1.25), SCALAR(200),
      {WEFT_INT32, {8192, 8192}, {8192, 1}, 0, 0, 0}}, 0, .05},
    {"42a", "int8 to float32", "widen", same_rule, 1, 1, 2,
     {FLAT(INT8, LARGE, -60, 60), FLAT(FLOAT32, LARGE, 0, 0)}, 0, 0},
    {"42b", "float32 to int8", "narrow", same_rule, 1, 1, 2,
     {FLAT(FLOAT32, LARGE, -60, 60), FLAT(INT8, LARGE, 0, 0)}, 0, 0},
};

static weft_library *shipped;

static const weft_ufunc *find(const char *name)
{
    static const weft_ufunc *const own[] = {
        &weft_ufunc_square_of_sum, &weft_ufunc_larger_root, &weft_ufunc_black_scholes,
        &weft_ufunc_escape,        &weft_ufunc_widen,       &weft_ufunc_narrow,
        &weft_ufunc_scale,         &weft_ufunc_row_mean,    &weft_ufunc_inverse_3,
        &weft_ufunc_smooth,        &weft_ufunc_length};
    for (size_t k = 0; k < sizeof own / sizeof *own; k++)
        if (strcmp(own[k]->name, name) == 0)
            return own[k];
    const weft_ufunc *found = weft_library_find(shipped, name);
    if (!found) {
        printf("the library has no %s\n", name);
        exit(EXIT_FAILURE);
    }
    return found;
}

/* One element of a device array, `offset` elements behind its first, as a double. */
static double fetch(const weft_array *array, int64_t offset)
{
    double value;
    weft_array one = *array, host = weft_array_view(&value, WEFT_FLOAT64, 0, NULL, NULL);
    one.flags = 0, one.rank = 0;
    one.data = (char *)array->data + offset * (int64_t)weft_dtype_size((weft_dtype)array->dtype);
    bench_check(weft_copy_to_host(&one, &host, &(weft_options){.casting = WEFT_CASTING_UNSAFE},
                                  &bench_error),
                "back");
    return value;
}

/* What a device takes `bytes` bytes of traffic at the speed of a copy; prints a row's line. */
static bool report(const char *name, const char *says, double time, double bytes, double bandwidth,
                   int wrong, int samples)
{
    printf("%-4s %-32s %10.1f us, copy %8.1f us, %5.2f of it, %d of %d samples wrong\n", name, says,
           time, bytes / bandwidth, bytes / bandwidth / time, wrong, samples);
    fflush(stdout);
    return wrong == 0;
}

/* The operands of one call. */
typedef struct call {
    const weft_ufunc *ufunc;
    weft_array owned[MOST_OPERANDS], views[MOST_OPERANDS], *operands[MOST_OPERANDS];
} call;

static void run(void *context)
{
    const call *what = context;
    bench_check(weft_call(what->ufunc, what->operands, &bench_gpu, &bench_error),
                what->ufunc->name);
}

/* Makes one operand; returns the bytes of its elements that a call touches, each once. */
static double make_operand(call *what, const row *from, int i)
{
    const operand *wanted = &from->operands[i];
    int64_t reach = wanted->start, touched = 1;
    what->operands[i] = &what->views[i];
    if (wanted->dtype == WEFT_NONE) {
        what->owned[i] = (weft_array){0};
        what->views[i] = weft_scalar_f64(wanted->low);
        if (wanted->low == floor(wanted->low))
            what->views[i] = weft_scalar_i64((int64_t)wanted->low);
        return 0;
    }
    for (int axis = 0; axis < from->rank; axis++) {
        reach += (wanted->shape[axis] - 1) * wanted->steps[axis];
        touched *= wanted->steps[axis] ? wanted->shape[axis] : 1;
    }
    const int64_t size = (int64_t)weft_dtype_size(wanted->dtype);
    what->owned[i] = wanted->is_even
                         ? bench_line(reach + 1, wanted->low, wanted->high)
                         : bench_array(reach + 1, wanted->dtype, wanted->low, wanted->high);
    weft_array view = what->owned[i];
    view.flags = 0;
    view.rank = from->rank;
    view.data = (char *)view.data + wanted->start * size;
    for (int axis = 0; axis < from->rank; axis++) {
        view.shape[axis] = wanted->shape[axis];
        view.steps[axis] = wanted->steps[axis] * size;
    }
    what->views[i] = view;
    return (double)(touched * size);
}

/* Whether one random item of the result is what the rule says. */
static bool check_item(const call *what, const row *from)
{
    double in[MOST_OPERANDS], out[MOST_OPERANDS];
    int64_t offsets[MOST_OPERANDS] = {0};
    const operand *last = &from->operands[from->operand_count - 1];
    for (int axis = 0; axis < from->rank; axis++) {
        int64_t index = (int64_t)((bench_draw() + 1) / 2 * (double)last->shape[axis]);
        for (int i = 0; i < from->operand_count; i++)
            offsets[i] += index * from->operands[i].steps[axis];
    }
    for (int i = 0; i < from->input_count; i++)
        in[i] = from->operands[i].dtype == WEFT_NONE ? from->operands[i].low
                                                     : fetch(&what->views[i], offsets[i]);
    from->rule(in, out);
    if (last->dtype == WEFT_INT8)
        out[0] = (double)(int8_t)(int)out[0]; /* wraps */
    for (int i = from->input_count; i < from->operand_count; i++) {
        const double got = fetch(&what->views[i], offsets[i]),
                     expected = out[i - from->input_count];
        if (!(fabs(got - expected) <= from->tolerance * (1 + fabs(expected))))
            return false;
    }
    return true;
}

static bool show(const row *from, double bandwidth)
{
    call what = {.ufunc = find(from->function)};
    double bytes = 0;
    int wrong = 0;
    for (int i = 0; i < from->operand_count; i++)
        bytes += make_operand(&what, from, i);
    const double time = bench_measure(run, &what);
    for (int sample = 0; sample < SAMPLES; sample++)
        wrong += !check_item(&what, from);
    for (int i = 0; i < from->operand_count; i++)
        weft_array_clear(&what.owned[i]);
    if (wrong <= from->may_miss * SAMPLES)
        wrong = 0;
    return report(from->name, from->says, time, bytes, bandwidth, wrong, SAMPLES);
}

/* ---- reductions: one array, what is left of it ---- */

typedef struct fold_row {
    const char *name, *says, *function;
    int64_t rows, columns;
    int axis; /* 0 or 1; -1: all */
    enum { FOLD_REDUCE, FOLD_ACCUMULATE, FOLD_CALL } how;
} fold_row;

static const fold_row fold_rows[] = {
    {"34a", "sum of all", "add", SIDE, SIDE, -1, FOLD_REDUCE},
    {"34b", "sum along axis 0", "add", SIDE, SIDE, 0, FOLD_REDUCE},
    {"34c", "sum along axis 1", "add", SIDE, SIDE, 1, FOLD_REDUCE},
    {"34d", "mean of rows, (n)->()", "row_mean", SIDE, SIDE, 1, FOLD_CALL},
    {"35a", "sums of rows of 8", "add", LARGE / 8, 8, 1, FOLD_REDUCE},
    {"35b", "sums of rows of 31", "add", LARGE / 31, 31, 1, FOLD_REDUCE},
    {"35c", "sums of rows of 64", "add", LARGE / 64, 64, 1, FOLD_REDUCE},
    {"35d", "sums of rows of 255", "add", LARGE / 255, 255, 1, FOLD_REDUCE},
    {"35e", "sums of rows of 1000", "add", LARGE / 1000, 1000, 1, FOLD_REDUCE},
    {"36a", "norm along axis 0", "length", SIDE, SIDE, 0, FOLD_REDUCE},
    {"36b", "norm along axis 1", "length", SIDE, SIDE, 1, FOLD_REDUCE},
    {"37", "running sum", "add", 1, LARGE, 1, FOLD_ACCUMULATE},
};

typedef struct fold_call {
    const fold_row *from;
    const weft_ufunc *ufunc;
    weft_array input, result;
} fold_call;

static void run_fold(void *context)
{
    fold_call *what = context;
    const weft_reduction how = {.size = sizeof how,
                                .axes = what->from->axis < 0 ? NULL : &what->from->axis,
                                .axis_count = what->from->axis >= 0,
                                .all = what->from->axis < 0};
    weft_status status;
    if (what->from->how == FOLD_CALL)
        status = weft_call(what->ufunc, (weft_array *[]){&what->input, &what->result}, &bench_gpu,
                           &bench_error);
    else if (what->from->how == FOLD_ACCUMULATE)
        status = weft_accumulate(what->ufunc, &what->input, &what->result, what->from->axis,
                                 &bench_gpu, &bench_error);
    else
        status = weft_reduce(what->ufunc, &what->input, &what->result, &how, &bench_gpu,
                             &bench_error);
    bench_check(status, what->ufunc->name);
}

/* The exact answer of result number `at`. */
static double fold_expected(const fold_row *from, int64_t at)
{
    const bool squares = strcmp(from->function, "length") == 0;
    const int64_t all = from->rows * from->columns;
    const int64_t count = from->how == FOLD_ACCUMULATE ? at + 1
                          : from->axis < 0             ? all
                          : from->axis == 0            ? from->rows
                                                       : from->columns;
    const int64_t first = from->how == FOLD_ACCUMULATE || from->axis < 0 ? 0
                          : from->axis == 0                              ? at
                                                                         : at * from->columns;
    const int64_t step = from->axis == 0 ? from->columns : 1;
    double sum = 0;
    for (int64_t k = 0; k < count; k++) {
        const double x = bench_number(first + k * step);
        sum += squares ? x * x : x;
    }
    return squares ? sqrt(sum) : from->how == FOLD_CALL ? sum / (double)count : sum;
}

static bool show_fold(const fold_row *from, double bandwidth)
{
    const int64_t all = from->rows * from->columns;
    const int64_t result_count = from->how == FOLD_ACCUMULATE ? all
                                 : from->axis < 0             ? 1
                                 : from->axis == 0            ? from->columns
                                                              : from->rows;
    const int samples = all == result_count || result_count == 1 ? 3 : SAMPLES;
    weft_array owned = bench_array(all, WEFT_FLOAT32, -1, 1),
               owned_result = bench_array(result_count, WEFT_FLOAT32, 0, 0);
    fold_call what = {from, find(from->function), owned, owned_result};
    int wrong = 0;
    what.input.flags = what.result.flags = 0;
    what.input.rank = 2;
    what.input.shape[0] = from->rows, what.input.shape[1] = from->columns;
    what.input.steps[0] = from->columns * 4, what.input.steps[1] = 4;
    what.result.rank = from->axis < 0 ? 0 : 1;
    what.result.shape[0] = result_count, what.result.steps[0] = 4;
    if (from->how == FOLD_ACCUMULATE) {
        what.result.rank = 2;
        memcpy(what.result.shape, what.input.shape, 2 * sizeof(int64_t));
        memcpy(what.result.steps, what.input.steps, 2 * sizeof(int64_t));
    }
    const double time = bench_measure(run_fold, &what);
    for (int sample = 0; sample < samples; sample++) {
        const int64_t at = sample == 0
                               ? result_count - 1
                               : (int64_t)((bench_draw() + 1) / 2 * (double)result_count);
        const double expected = fold_expected(from, at), got = fetch(&what.result, at);
        wrong += !(fabs(got - expected) <= 1e-3 * (1 + fabs(expected)));
    }
    weft_array_clear(&owned);
    weft_array_clear(&owned_result);
    return report(from->name, from->says, time, 4.0 * (double)(all + result_count), bandwidth, wrong,
                  samples);
}

/* ---- cores of their own ---- */

static bool show_inverse(double bandwidth)
{
    enum { ITEMS = 8000000 };
    weft_array a = bench_array(9 * (int64_t)ITEMS, WEFT_FLOAT32, -1, 1),
               b = bench_array(9 * (int64_t)ITEMS, WEFT_FLOAT32, 0, 0);
    call what = {.ufunc = find("inverse_3"), .operands = {&what.views[0], &what.views[1]}};
    int wrong = 0;
    for (int i = 0; i < 2; i++) {
        what.views[i] = i ? b : a;
        what.views[i].flags = 0, what.views[i].rank = 3;
        what.views[i].shape[0] = ITEMS, what.views[i].shape[1] = what.views[i].shape[2] = 3;
        what.views[i].steps[0] = 36, what.views[i].steps[1] = 12, what.views[i].steps[2] = 4;
    }
    const double time = bench_measure(run, &what);
    for (int sample = 0; sample < SAMPLES; sample++) { /* a row of A times a column of its inverse */
        const int64_t item = (int64_t)((bench_draw() + 1) / 2 * ITEMS);
        const int i = sample % 3, j = sample / 3 % 3;
        double sum = 0, size = 0;
        for (int k = 0; k < 3; k++) {
            const double term =
                fetch(&what.views[0], 9 * item + 3 * i + k) * fetch(&what.views[1], 9 * item + 3 * k + j);
            sum += term, size += fabs(term);
        }
        wrong += !(fabs(sum - (i == j)) <= 1e-3 * (1 + size));
    }
    weft_array_clear(&a);
    weft_array_clear(&b);
    return report("41a", "3x3 inverse, 8e6", time, 72.0 * ITEMS, bandwidth, wrong, SAMPLES);
}

static bool show_smoothing(double bandwidth)
{
    enum { ROWS = 262144, LENGTH = 1024 };
    const int64_t count = (int64_t)ROWS * LENGTH;
    weft_array x = bench_array(count, WEFT_FLOAT32, -1, 1), y = bench_array(count, WEFT_FLOAT32, 0, 0);
    call what = {.ufunc = find("smooth"),
                 .operands = {&what.views[0], &what.views[1], &what.views[2]}};
    int wrong = 0;
    what.views[1] = weft_scalar_f64(.25);
    for (int i = 0; i < 3; i += 2) {
        what.views[i] = i ? y : x;
        what.views[i].flags = 0, what.views[i].rank = 2;
        what.views[i].shape[0] = ROWS, what.views[i].shape[1] = LENGTH;
        what.views[i].steps[0] = 4 * LENGTH, what.views[i].steps[1] = 4;
    }
    const double time = bench_measure(run, &what);
    for (int sample = 0; sample < SAMPLES; sample++) {
        const int64_t at = (int64_t)((bench_draw() + 1) / 2 * (double)count), row = at / LENGTH;
        double last = 0;
        for (int64_t t = row * LENGTH; t <= at; t++)
            last = .25 * bench_number(t) + .75 * last;
        wrong += !(fabs(fetch(&what.views[2], at) - last) <= 1e-5);
    }
    weft_array_clear(&x);
    weft_array_clear(&y);
    return report("41b", "smoothing 262144x1024", time, 8.0 * (double)count, bandwidth, wrong, SAMPLES);
}

int main(int count, char **arguments)
{
    char name[128] = "";
    bool good = true;
    if (count < 2) {
        fputs("usage: gpu_rows LIBRARY [ROW]\n", stderr);
        return EXIT_FAILURE;
    }
    if (!bench_begin())
        return BENCH_SKIPPED;
    const char *only = count > 2 ? arguments[2] : NULL;
    weft_device_name(0, name, sizeof name, NULL);
    bench_check(weft_library_open(arguments[1], &shipped, &bench_error), arguments[1]);
    const double bandwidth = bench_copies();
    printf("%s: copies %.0f GB/s\n", name, bandwidth / 1000);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (!only || strcmp(only, rows[k].name) == 0)
            good = show(&rows[k], bandwidth) && good;
    for (size_t k = 0; k < sizeof fold_rows / sizeof *fold_rows; k++)
        if (!only || strcmp(only, fold_rows[k].name) == 0)
            good = show_fold(&fold_rows[k], bandwidth) && good;
    if (!only || strcmp(only, "41a") == 0)
        good = show_inverse(bandwidth) && good;
    if (!only || strcmp(only, "41b") == 0)
        good = show_smoothing(bandwidth) && good;
    weft_library_close(shipped);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* auto_grid.c: whether auto takes the right target: functions of all kinds on 1 to 2^26 elements, each on cpu, parallel,
 * gpu and auto in turn: nanoseconds, the least of many rounds. Every result is compared with cpu's. Prints the share of
 * calls in which auto is within 20 % of the best. No test: it prints numbers; needs no compiler.
 *   auto_grid LIBRARY [--most BITS] [--json FILE] [--svg FILE]      libweft_std.so; at most 2^BITS elements */
#include "auto_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rows_kernels.h"

/* Nanoseconds of a sample, and that a target has at least for its rounds. Where auto is not near the best every target
 * gets as many more rounds, at most so often: the least of few rounds is noise on cores that others use, too. */
#define SAMPLE 50e3
#define BUDGET 15e6
enum { LEAST_ROUNDS = 4, MOST_ROUNDS = 60, MOST_REPEATS = 4, MOST_OPERANDS = 7, MOST_CALLS = 1 << 16 };
#define MOST_BYTES (INT64_C(1) << 30)

static weft_error error;

static void check(weft_status status, const char *what)
{
    if (status == WEFT_OK)
        return;
    printf("%s: %s\n", what, error.text);
    exit(EXIT_FAILURE);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

/* ---- what is called ---- */

/* A function whose operands have 2^n elements each, as near as its cores allow. */
typedef struct subject {
    const char *name, *function; /* shown; of the shipped library, unless `own` is it */
    const weft_ufunc *own;
    weft_dtype dtype; /* of the inputs */
    int core;         /* elements along each core axis; 0: there are none; -1: one item, as square as can be */
    bool is_sum;
    double slack; /* share of elements that the gpu may have otherwise: borders of sets */
} subject;

static const subject subjects[] = {
    {"a + b, float32", "add", NULL, WEFT_FLOAT32, 0, false, 0},
    {"a × b, float64", "multiply", NULL, WEFT_FLOAT64, 0, false, 0},
    {"exp, float32", "exp", NULL, WEFT_FLOAT32, 0, false, 0},
    {"power, float64", "power", NULL, WEFT_FLOAT64, 0, false, 0},
    {"Black-Scholes, float32", NULL, &weft_ufunc_black_scholes, WEFT_FLOAT32, 0, false, 0},
    {"Mandelbrot, 200 steps", NULL, &weft_ufunc_escape, WEFT_FLOAT32, 0, false, 0.02},
    {"products of 8 × 8", "matmul", NULL, WEFT_FLOAT32, 8, false, 0},
    {"one product", "matmul", NULL, WEFT_FLOAT32, -1, false, 0},
    {"norms of 64", "norm", NULL, WEFT_FLOAT64, 64, false, 0},
    {"sum, float32", "add", NULL, WEFT_FLOAT32, 0, true, 0},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

/* One call: its operands, inputs first; those of the outputs are allocated by the first call. */
typedef struct call {
    const subject *what;
    const weft_ufunc *ufunc;
    weft_array arrays[MOST_OPERANDS];
    weft_array *operands[MOST_OPERANDS];
    int inputs, count;
    bool is_on_device;
} call;

/* Numbers that every function takes. */
static void fill(const weft_array *array, int operand, bool is_plane)
{
    int64_t count = 1;
    for (int axis = 0; axis < array->rank; axis++)
        count *= array->shape[axis];
    for (int64_t k = 0; k < count; k++) {
        const double unit = (double)((k * 7919 + operand * 31) % 4093) / 4093;
        const double value = is_plane ? 2.6 * unit - (operand ? 1.3 : 2) : 0.5 + unit;
        if (array->dtype == WEFT_FLOAT64)
            ((double *)array->data)[k] = value;
        else if (array->dtype == WEFT_FLOAT32)
            ((float *)array->data)[k] = (float)value;
        else
            ((int32_t *)array->data)[k] = 200;
    }
}

/* The shape of an input of 2^bits elements. */
static int make_shape(const call *one, int operand, int bits, int64_t *shape)
{
    const int rank = one->ufunc->operands[operand].core_rank;
    int64_t size = one->what->core, items = INT64_C(1) << bits;
    if (size < 0)
        size = (int64_t)sqrt((double)items);
    for (int axis = 1; axis <= rank; axis++) {
        shape[axis] = size;
        items /= size;
    }
    shape[0] = items > 0 ? items : 1;
    return 1 + rank;
}

/* False: it would have no memory. */
static bool make_call(call *one, const subject *what, const weft_ufunc *ufunc, int bits, bool is_on_device,
                      const weft_options *options)
{
    *one = (call){.what = what, .ufunc = ufunc, .inputs = what->is_sum ? 1 : ufunc->input_count,
                  .is_on_device = is_on_device};
    one->count = what->is_sum ? 2 : ufunc->input_count + ufunc->output_count;
    if (((int64_t)weft_dtype_size(what->dtype) << bits) * one->count > MOST_BYTES)
        return false;
    for (int i = 0; i < one->count; i++)
        one->operands[i] = &one->arrays[i];
    for (int i = 0; i < one->inputs; i++) {
        const bool is_limit = what->slack > 0 && i == 2;
        int64_t shape[WEFT_MAX_RANK];
        const int rank = make_shape(one, i, bits, shape);
        weft_array host;
        check(weft_array_new(&host, is_limit ? WEFT_INT32 : what->dtype, rank, shape, &error), "an array");
        fill(&host, i, what->slack > 0);
        if (is_on_device) {
            check(weft_to_device(&host, &one->arrays[i], options, &error), "to the device");
            weft_array_clear(&host);
        } else {
            one->arrays[i] = host;
        }
    }
    return true;
}

static void clear_call(call *one)
{
    for (int i = 0; i < one->count; i++)
        weft_array_clear(&one->arrays[i]);
}

static void run(call *one, const weft_options *options)
{
    static const weft_reduction all = {.all = true};
    if (one->what->is_sum)
        check(weft_reduce(one->ufunc, one->operands[0], one->operands[1], &all, options, &error), one->what->name);
    else
        check(weft_call(one->ufunc, one->operands, options, &error), one->what->name);
}

/* ---- results ---- */

static double value_at(const weft_array *array, int64_t k)
{
    return array->dtype == WEFT_FLOAT64   ? ((double *)array->data)[k]
           : array->dtype == WEFT_FLOAT32 ? (double)((float *)array->data)[k]
                                          : ((int32_t *)array->data)[k];
}

/* The call's first output on the host, owned. */
static weft_array take_result(call *one, const weft_options *options)
{
    weft_array taken = {0};
    const weft_array *output = &one->arrays[one->inputs];
    if (output->device) {
        check(weft_copy_to_host(output, &taken, options, &error), "the result");
        return taken;
    }
    check(weft_array_new(&taken, (weft_dtype)output->dtype, output->rank, output->shape, &error), "the result");
    check(weft_array_copy(&taken, output, NULL, &error), "the result");
    return taken;
}

static bool is_right(const call *one, const weft_array *got, const weft_array *wanted)
{
    int64_t count = 1, wrong = 0;
    for (int axis = 0; axis < wanted->rank; axis++)
        count *= wanted->shape[axis];
    for (int64_t k = 0; k < count; k++) {
        const double a = value_at(got, k), b = value_at(wanted, k);
        wrong += !(fabs(a - b) <= 1e-4 * (1 + fabs(b)));
    }
    return (double)wrong <= one->what->slack * (double)count;
}

/* ---- time ---- */

/* Nanoseconds of one of so many calls. */
static double sample(call *one, const weft_options *options, int calls)
{
    const double begin = now();
    for (int k = 0; k < calls; k++)
        run(one, options);
    if (one->is_on_device)
        check(weft_synchronize(options, &error), one->what->name);
    return (now() - begin) / calls;
}

static int count_calls(call *one, const weft_options *options)
{
    int calls = 1;
    while (calls < MOST_CALLS && sample(one, options, calls) * calls < SAMPLE)
        calls *= 2;
    return calls;
}

static bool is_near(const grid_cell *cell)
{
    weft_target best;
    return cell->times[WEFT_AUTO] <= GRID_NEAR * grid_best(cell, &best);
}

/* The least of rounds in which all targets have their turn. */
static void measure(call *one, const bool *has, grid_cell *cell)
{
    weft_options options[WEFT_TARGET_END];
    int calls[WEFT_TARGET_END];
    for (int target = WEFT_AUTO; target < WEFT_TARGET_END; target++) {
        options[target] = (weft_options){.target = (weft_target)target};
        calls[target] = has[target] ? count_calls(one, &options[target]) : 0;
    }
    for (int repeat = 0; repeat < MOST_REPEATS && (repeat == 0 || !is_near(cell)); repeat++) {
        const double begin = now();
        for (int round = 0; round < MOST_ROUNDS && (round < LEAST_ROUNDS || now() - begin < WEFT_TARGET_END * BUDGET);
             round++)
            for (int target = WEFT_AUTO; target < WEFT_TARGET_END; target++) {
                const double taken = has[target] ? sample(one, &options[target], calls[target]) : 0;
                if (has[target] && (cell->times[target] == 0 || taken < cell->times[target]))
                    cell->times[target] = taken;
            }
    }
}

/* One call on every target that can have it: checked and timed. */
static void measure_cell(const subject *what, const weft_ufunc *ufunc, int bits, bool is_on_device, bool has_gpu,
                         grid_cell *cell)
{
    bool has[WEFT_TARGET_END] = {true, !is_on_device, !is_on_device, has_gpu};
    const weft_options gpu = {.target = WEFT_GPU};
    weft_array wanted = {0};
    call one;
    if (!make_call(&one, what, ufunc, bits, is_on_device, &gpu)) {
        clear_call(&one);
        return;
    }
    if (has_gpu && !what->is_sum) /* whether the device has a kernel */
        has[WEFT_GPU] = weft_call(ufunc, one.operands, &gpu, &error) != WEFT_ERROR_TARGET;
    if (is_on_device && !has[WEFT_GPU]) {
        clear_call(&one);
        return;
    }
    for (weft_target target = WEFT_CPU; target <= WEFT_TARGET_END; target++) { /* and auto behind them */
        const weft_options options = {.target = target == WEFT_TARGET_END ? WEFT_AUTO : target};
        if (!has[options.target])
            continue;
        run(&one, &options);
        weft_array got = take_result(&one, &gpu);
        if (wanted.data && !is_right(&one, &got, &wanted)) {
            printf("%s, 2^%d elements: the result of %s is wrong\n", what->name, bits,
                   weft_target_name(options.target));
            exit(EXIT_FAILURE);
        }
        if (wanted.data)
            weft_array_clear(&got);
        else
            wanted = got;
    }
    if (!what->is_sum)
        check(weft_target_choose(ufunc, one.operands, NULL, &cell->chosen, &error), what->name);
    measure(&one, has, cell);
    weft_array_clear(&wanted);
    clear_call(&one);
}

static void print_row(const grid_row *row, int most)
{
    printf("%s%s\n", row->name, row->is_on_device ? ", on the device" : "");
    for (int k = 0; k <= most; k++) {
        const grid_cell *cell = &row->cells[k];
        weft_target best = WEFT_AUTO;
        if (grid_best(cell, &best) == 0)
            continue;
        printf("  2^%-2d", k);
        for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++)
            if (cell->times[target] > 0)
                printf("  %s %12.0f", weft_target_name(target), cell->times[target]);
        printf("  auto %12.0f  %s of %s%s\n", cell->times[WEFT_AUTO],
               cell->chosen == WEFT_AUTO ? "?" : weft_target_name(cell->chosen), weft_target_name(best),
               is_near(cell) ? "" : "  BEHIND");
    }
    fflush(stdout);
}

/* ---- all ---- */

static void write_file(const char *path, const grid *all, void (*write)(const grid *, FILE *))
{
    FILE *out = fopen(path, "w");
    if (out)
        write(all, out);
    if (!out || fclose(out) != 0) {
        printf("cannot write %s\n", path);
        exit(EXIT_FAILURE);
    }
}

static const char *option(int argc, char **argv, const char *name)
{
    for (int k = 2; k + 1 < argc; k += 2)
        if (strcmp(argv[k], name) == 0)
            return argv[k + 1];
    return NULL;
}

int main(int argc, char **argv)
{
    static grid all;
    static char machine[256], device[256], path[4096];
    weft_library *library;
    const char *bits = option(argc, argv, "--most"), *json = option(argc, argv, "--json"),
               *svg = option(argc, argv, "--svg");
    const int most = bits ? atoi(bits) : GRID_MOST_BITS;
    if (argc < 2 || argc % 2 || most < 0 || most > GRID_MOST_BITS) {
        printf("auto_grid LIBRARY [--most BITS] [--json FILE] [--svg FILE]\n");
        return 2;
    }
    check(weft_library_open(argv[1], &library, &error), "opening the library");
    check(weft_tune_machine(machine, sizeof machine, &error), "the processor");
    const bool has_gpu = weft_target_check(WEFT_GPU, NULL, &error) == WEFT_OK &&
                         weft_device_name(0, device, sizeof device, &error) == WEFT_OK;
    const bool is_tuned = weft_tune_path(path, sizeof path, NULL) == WEFT_OK && path[0] &&
                          weft_tune_check(path, &error) == WEFT_OK;
    all.machine = machine;
    all.device = device;
    all.numbers = is_tuned ? "numbers of weft tune" : "libweft's own numbers";
    printf("%s; %s; %s\n", machine, has_gpu ? device : "no gpu", all.numbers);
    for (int k = 0; k < SUBJECTS * (1 + has_gpu); k++) {
        const subject *what = &subjects[k % SUBJECTS];
        const weft_ufunc *ufunc = what->own ? what->own : weft_library_find(library, what->function);
        grid_row *row = &all.rows[all.row_count++];
        row->name = what->name;
        row->is_on_device = k >= SUBJECTS;
        for (int n = 0; ufunc && n <= most; n++)
            if (what->core >= 0 || n <= 22) /* longer products: seconds */
                measure_cell(what, ufunc, n, row->is_on_device, has_gpu, &row->cells[n]);
        print_row(row, most);
    }
    for (int on_device = 0; on_device <= has_gpu; on_device++) {
        int near, measured;
        grid_count(&all, on_device, &near, &measured);
        printf("%s arrays: auto is within 20 %% of the best target in %d of %d calls: %.1f %%\n",
               on_device ? "device" : "host", near, measured, 100.0 * near / (measured ? measured : 1));
    }
    if (json)
        write_file(json, &all, grid_write_json);
    if (svg)
        write_file(svg, &all, grid_draw);
    weft_library_close(library);
    return 0;
}

/* gpu_narrow.c: functions whose counters do not hold every size are what their text says for all sizes, on every target,
 * on arrays with gaps and in any memory, and what the text does not write stays as it is. Numbers are whole.
 *   gpu_narrow LIBRARY */
#include <string.h>

#include <weft/kernel.h>

#include "random_calls.h"

enum { SKIPPED = 77, MOST_OPERANDS = 3, MOST_ELEMENTS = 1 << 20, LARGEST_COUNTER = 32767 };

/* An operand: two items, with gaps between all elements. */
typedef struct operand {
    double *numbers; /* owned, MOST_ELEMENTS */
    weft_array memory, host, device;
    int64_t steps[3]; /* in elements: of items, then of core axes */
} operand;

static operand operands[MOST_OPERANDS];
static double *expected, *back;

/* (short)size rounds, or none. */
static int64_t rounds(int64_t size)
{
    const int64_t low = size % 65536;
    return low <= LARGEST_COUNTER ? low : 0;
}

static double *element(double *numbers, const operand *of, int64_t item, int64_t i, int64_t k)
{
    return &numbers[1 + item * of->steps[0] + i * of->steps[1] + k * of->steps[2]];
}

static double input(int operand, int64_t item, int64_t i, int64_t k)
{
    return *element(operands[operand].numbers, &operands[operand], item, i, k);
}

/* ---- what the text of each function does to an item of its output, whose numbers are `expected` ---- */

static void do_product(const int64_t *sizes, int64_t item)
{
    for (int64_t i = 0; i < rounds(sizes[0]); i++)
        for (int64_t j = 0; j < rounds(sizes[2]); j++) {
            double sum = 0;
            for (int64_t p = 0; p < rounds(sizes[1]); p++)
                sum += input(0, item, i, p) * input(1, item, p, j);
            *element(expected, &operands[2], item, i, j) = sum;
        }
}

static void do_below_greatest(const int64_t *sizes, int64_t item)
{
    double most = -1000;
    for (int64_t j = 0; j < rounds(sizes[0]); j++)
        most = input(0, item, j, 0) > most ? input(0, item, j, 0) : most;
    for (int64_t j = 0; j < rounds(sizes[0]); j++)
        *element(expected, &operands[1], item, j, 0) = most - input(0, item, j, 0);
}

static void do_less_sum(const int64_t *sizes, int64_t item)
{
    double sum = 0;
    for (int64_t j = 0; j < rounds(sizes[0]); j++)
        sum += input(0, item, j, 0);
    for (int64_t j = 0; j < rounds(sizes[0]); j++)
        *element(expected, &operands[1], item, j, 0) = input(0, item, j, 0) - sum;
}

static void do_dot(const int64_t *sizes, int64_t item)
{
    double sum = 0;
    for (int64_t j = 0; j < rounds(sizes[0]); j++)
        sum += input(0, item, j, 0) * input(1, item, j, 0);
    *element(expected, &operands[2], item, 0, 0) = sum;
}

static const struct checked {
    const char *name;
    void (*text)(const int64_t *sizes, int64_t item);
} functions[] = {
    {"product", do_product},
    {"below_greatest", do_below_greatest},
    {"less_sum", do_less_sum},
    {"dot", do_dot},
};

/* ---- calls ---- */

static weft_array all_of(double *numbers)
{
    return weft_array_view(numbers, WEFT_FLOAT64, 1, &(int64_t){MOST_ELEMENTS}, NULL);
}

/* Fills an operand, and lays it out: each second element of rows with one more behind them. */
static void place(operand *placed, const weft_operand *layout, const int64_t *sizes, int64_t items)
{
    int64_t shape[3] = {items, 1, 1}, bytes[3], step = 2;
    const int rank = 1 + layout->core_rank;
    memset(placed->steps, 0, sizeof placed->steps);
    for (int axis = 0; axis < layout->core_rank; axis++)
        shape[1 + axis] = sizes[layout->dimensions[axis]];
    for (int axis = rank - 1; axis >= 0; axis--) {
        placed->steps[axis] = step;
        bytes[axis] = step * (int64_t)sizeof(double);
        step = step * shape[axis] + 1;
    }
    if (step >= MOST_ELEMENTS) {
        fprintf(stderr, "an operand of %lld elements\n", (long long)step);
        exit(1);
    }
    for (int i = 0; i < MOST_ELEMENTS; i++)
        placed->numbers[i] = (double)below(15) - 7;
    placed->host = weft_array_view(placed->numbers + 1, WEFT_FLOAT64, rank, shape, bytes);
    placed->device = placed->host;
    placed->device.data = (char *)placed->memory.data + sizeof(double);
    placed->device.device = placed->memory.device;
}

/* Whether a call leaves the output's memory as the text does. is_device: operands lie there. */
static bool gives(const weft_ufunc *ufunc, weft_target target, bool is_device)
{
    const int count = ufunc->input_count + ufunc->output_count, output = ufunc->input_count;
    weft_array *given[MOST_OPERANDS], result = all_of(back);
    memcpy(back, operands[output].numbers, MOST_ELEMENTS * sizeof *back);
    for (int i = 0; i < count; i++) {
        const weft_array whole = all_of(operands[i].numbers);
        if (is_device)
            check(weft_array_copy(&operands[i].memory, &whole, NULL, &error), "to the device");
        given[i] = is_device ? &operands[i].device : &operands[i].host;
    }
    check(weft_call(ufunc, given, &(weft_options){.target = target}, &error), ufunc->name);
    if (is_device) {
        check(weft_copy_to_host(&operands[output].memory, &result, NULL, &error), "to the host");
        return memcmp(back, expected, MOST_ELEMENTS * sizeof *back) == 0;
    }
    const bool same = memcmp(operands[output].numbers, expected, MOST_ELEMENTS * sizeof *back) == 0;
    memcpy(operands[output].numbers, back, MOST_ELEMENTS * sizeof *back);
    return same;
}

static int try_case(const weft_ufunc *ufunc, const struct checked *function, const int64_t *sizes)
{
    static const struct {
        const char *name;
        weft_target target;
        bool is_device;
    } ways[] = {{"cpu", WEFT_CPU, false},
                {"parallel", WEFT_PARALLEL, false},
                {"gpu", WEFT_GPU, true},
                {"gpu, arrays in host memory", WEFT_GPU, false}};
    const int output = ufunc->input_count;
    const int64_t items = 1 + below(2);
    int wrong = 0;
    for (int i = 0; i <= output; i++)
        place(&operands[i], &ufunc->operands[i], sizes, items);
    memcpy(expected, operands[output].numbers, MOST_ELEMENTS * sizeof *expected);
    for (int64_t item = 0; item < items; item++)
        function->text(sizes, item);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (gives(ufunc, ways[i].target, ways[i].is_device))
            continue;
        printf("%s: %s is not what the text says; sizes", ufunc->name, ways[i].name);
        for (int d = 0; d < ufunc->dimension_count; d++)
            printf(" %lld", (long long)sizes[d]);
        printf(", %lld items\n", (long long)items);
        wrong++;
    }
    return wrong;
}

/* Each dimension in turn with sizes that its counter holds, and others; the others of it are small. */
static int try_function(const weft_library_table *all, const struct checked *function)
{
    static const int64_t long_sizes[] = {0, 1, 40, 32767, 32768, 40000, 65536, 66000};
    const weft_ufunc *ufunc = NULL;
    int wrong = 0;
    for (uint32_t i = 0; i < all->count; i++)
        if (strcmp(all->ufuncs[i]->name, function->name) == 0)
            ufunc = all->ufuncs[i];
    for (int d = 0; ufunc && d < ufunc->dimension_count; d++) {
        if (!ufunc->ranges || ufunc->ranges[d].most != LARGEST_COUNTER) {
            printf("%s: its sizes are not known to have limits\n", function->name);
            wrong++;
        }
        for (size_t i = 0; i < sizeof long_sizes / sizeof *long_sizes; i++) {
            int64_t sizes[3] = {3, 2, 2};
            sizes[d] = long_sizes[i];
            wrong += try_case(ufunc, function, sizes);
        }
    }
    if (!ufunc)
        printf("%s is not there\n", function->name);
    return wrong + !ufunc;
}

int main(int count, char **arguments)
{
    weft_library *library;
    int wrong = 0;
    if (count < 2 || weft_target_check(WEFT_GPU, NULL, &error)) {
        printf("SKIPPED: %s\n", count < 2 ? "gpu_narrow LIBRARY" : error.text);
        return SKIPPED;
    }
    check(weft_library_open(arguments[1], &library, &error), arguments[1]);
    expected = malloc(MOST_ELEMENTS * sizeof *expected);
    back = malloc(MOST_ELEMENTS * sizeof *back);
    for (int i = 0; i < MOST_OPERANDS; i++) {
        operands[i].numbers = malloc(MOST_ELEMENTS * sizeof(double));
        if (!operands[i].numbers || !expected || !back)
            return 1;
        check(weft_device_array(&operands[i].memory, WEFT_FLOAT64, 1, &(int64_t){MOST_ELEMENTS},
                                NULL, &error),
              "device memory");
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        wrong += try_function(weft_library_contents(library), &functions[i]);
    printf("%d calls wrong\n", wrong);
    for (int i = 0; i < MOST_OPERANDS; i++) {
        weft_array_clear(&operands[i].memory);
        free(operands[i].numbers);
    }
    free(expected);
    free(back);
    weft_library_close(library);
    return wrong > 0;
}

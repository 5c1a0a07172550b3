/* lists.c: how lists of unequal lengths are shared among the threads of `parallel`: by counting
 * what each thread is handed, not by the clock. No test: it prints, for kinds of lengths and
 * numbers of threads, in percent of all work (elements and lists), what the busiest thread did,
 * what it must do, which is a thread's share or the longest list, and what it would have done had
 * the threads shared the lists by their number. lists [LISTS [LONGEST]]      by default a million,
 * and 10 million elements */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include <weft/weft.h>

#include "../support/ufunc.h"

enum { MOST_THREADS = 64 };

static atomic_llong
    works[MOST_THREADS]; /* of each thread in a call, in the order in which they came */
static atomic_int thread_count;
static atomic_uint call_number; /* tells a thread that it has not come yet */

/* The sum of each list; notes what the thread was handed. */
static void sum_lists(char *const *args, const int64_t *dimensions, const int64_t *steps,
                      const void *data)
{
    static _Thread_local unsigned known;
    static _Thread_local int number;
    const int64_t *offsets = ((const weft_lists *)data)->offsets[0];
    if (known != atomic_load(&call_number)) {
        known = atomic_load(&call_number);
        number = atomic_fetch_add(&thread_count, 1);
    }
    for (int64_t i = 0; i < dimensions[0]; i++) {
        double sum = 0;
        for (int64_t k = offsets[i]; k < offsets[i + 1]; k++)
            sum += *(const double *)(const void *)(args[0] + k * steps[0]);
        *(double *)(void *)(args[1] + i * steps[1]) = sum;
    }
    atomic_fetch_add(&works[number], dimensions[0] + offsets[dimensions[0]] - offsets[0]);
}

static weft_kernel *const kernels[] = {sum_lists};
static const weft_module module = UFUNC_MODULE("lists.c", kernels);
static const weft_operand operands[] = {UFUNC_BLOCK("x", 0), UFUNC_SCALAR("result")};
static const weft_dimension dimensions[] = {
    {.name = "n", .kind = WEFT_DIMENSION_RAGGED, .limit = INT64_MAX}};
static const weft_loop loops[] = {
    {UFUNC_LOOP_FIELDS("float64(float64[:])", 0, UFUNC_DTYPES(WEFT_FLOAT64, WEFT_FLOAT64),
                       UFUNC_DTYPES(WEFT_FLOAT64, WEFT_FLOAT64)),
     .shapes = WEFT_HAS(RAGGED)}};
static const weft_cost_term costs[] = {{.nanoseconds = 1, .powers = UFUNC_DTYPES(1)}};
static const weft_ufunc ufunc =
    UFUNC("sum_lists", "(n~)->()", 1, 1, operands, loops, 1, .location = "lists.c:1", .doc = "",
          .module = &module, .dimension_count = 1, .dimensions = dimensions,
          .flags = WEFT_UFUNC_RAGGED, .cost_term_count = 1, .cost_terms = costs);

/* ---- lengths ---- */

typedef int64_t length_of(int64_t list, int64_t lists, int64_t longest);

static int64_t even(int64_t list, int64_t lists, int64_t longest)
{
    (void)list, (void)lists, (void)longest;
    return 3;
}

static int64_t one_first(int64_t list, int64_t lists, int64_t longest)
{
    (void)lists;
    return list == 0 ? longest : 3;
}

static int64_t one_amid(int64_t list, int64_t lists, int64_t longest)
{
    return list == lists / 2 ? longest : 3;
}

static int64_t one_last(int64_t list, int64_t lists, int64_t longest)
{
    return list == lists - 1 ? longest : 3;
}

static int64_t sixteen(int64_t list, int64_t lists, int64_t longest)
{
    return list % (lists / 16 + 1) == 0 ? longest / 16 : 3;
}

static int64_t sixteen_together(int64_t list, int64_t lists, int64_t longest)
{
    (void)lists;
    return list < 16 ? longest / 16 : 3;
}

static int64_t growing(int64_t list, int64_t lists, int64_t longest)
{
    (void)longest;
    return list * 24 / lists;
}

static int64_t half_empty(int64_t list, int64_t lists, int64_t longest)
{
    (void)longest;
    return list < lists / 2 ? 0 : 9;
}

static const struct {
    const char *name;
    length_of *length;
} kinds[] = {{"all of 3", even},
             {"one long, first", one_first},
             {"one long, amid", one_amid},
             {"one long, last", one_last},
             {"16 long, apart", sixteen},
             {"16 long, together", sixteen_together},
             {"longer and longer", growing},
             {"the first half empty", half_empty}};

/* ---- shares ---- */

/* The most that one of so many threads has where each has as many lists. */
static int64_t by_number(const int64_t *offsets, int64_t lists, int threads)
{
    int64_t most = 0;
    for (int k = 0; k < threads; k++) {
        const int64_t from = lists * k / threads, to = lists * (k + 1) / threads;
        const int64_t work = to - from + offsets[to] - offsets[from];
        most = work > most ? work : most;
    }
    return most;
}

static void print_shares(const char *name, const int64_t *offsets, int64_t lists, int threads)
{
    const double all = (double)(lists + offsets[lists]);
    int64_t longest = 0, busiest = 0;
    for (int64_t i = 0; i < lists; i++)
        longest = offsets[i + 1] - offsets[i] > longest ? offsets[i + 1] - offsets[i] : longest;
    for (int k = 0; k < MOST_THREADS; k++)
        busiest = works[k] > busiest ? works[k] : busiest;
    const double share = all / threads, must = share > (double)longest ? share : (double)longest;
    printf("%-22s %7d %6d %9.1f %9.1f %9.1f\n", name, threads, thread_count,
           100 * (double)busiest / all, 100 * must / all,
           100 * (double)by_number(offsets, lists, threads) / all);
}

/* ---- calls ---- */

static weft_error error;

static void check(weft_status status)
{
    if (status == WEFT_OK)
        return;
    puts(error.text);
    exit(EXIT_FAILURE);
}

static void measure(const char *name, const int64_t *offsets, int64_t lists, const double *elements)
{
    weft_array values =
        weft_array_view((void *)(uintptr_t)elements, WEFT_FLOAT64, 1, &offsets[lists], NULL);
    const weft_array begins =
        weft_array_view((void *)(uintptr_t)offsets, WEFT_INT64, 1, (int64_t[]){lists + 1}, NULL);
    weft_array x = weft_ragged_view(&values, &begins), sums = {0};
    for (int threads = 2; threads <= 16; threads *= 2) {
        for (int k = 0; k < MOST_THREADS; k++)
            works[k] = 0;
        thread_count = 0;
        call_number++;
        const weft_options options = {
            .size = sizeof options, .target = WEFT_PARALLEL, .threads = threads};
        check(weft_call(&ufunc, (weft_array *[]){&x, &sums}, &options, &error));
        print_shares(name, offsets, lists, threads);
        weft_array_clear(&sums);
    }
}

int main(int argc, char **argv)
{
    const int64_t lists = argc > 1 ? atoll(argv[1]) : 1000000,
                  longest = argc > 2 ? atoll(argv[2]) : 10000000;
    const int64_t most = 24 * lists + 2 * longest;
    int64_t *offsets = malloc((size_t)(lists + 1) * sizeof *offsets);
    double *elements = calloc((size_t)most, sizeof *elements);
    if (lists < 1 || longest < 0 || !offsets || !elements) {
        puts("lists [LISTS [LONGEST]]");
        return EXIT_FAILURE;
    }
    setenv("OMP_NUM_THREADS", "16", 1); /* read at the first call */
    printf("%-22s %7s %6s %9s %9s %9s\n", "lengths", "threads", "came", "busiest", "at least",
           "by number");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        offsets[0] = 0;
        for (int64_t i = 0; i < lists; i++)
            offsets[i + 1] = offsets[i] + kinds[k].length(i, lists, longest);
        measure(kinds[k].name, offsets, lists, elements);
    }
    free(offsets);
    free(elements);
    return EXIT_SUCCESS;
}

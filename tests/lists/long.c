/* long.c: lists of all lengths side by side, of which the gpu's teams of threads take the long
 * ones: a list has the same bits whatever lists are beside it. */
#include <math.h>

#include "../device/arrays.h"
#include "list_tests.h"
#include "lists.h"

/* Around the lengths from which a list has more threads. */
static const int64_t lengths[] = {0,    1,  31, 32,    33,    3,     100, 2047, 2048,
                                  2049, 16, 5,  16384, 16385, 40000, 7,   64,   0};
enum { LISTS = sizeof lengths / sizeof *lengths, ROUNDS = 3 };

static weft_error error;
static int64_t offsets[ROUNDS * LISTS + 1];

/* Computes all lists from lo to before hi, as a call of these alone or as a range. */
static void compute(const weft_ufunc *ufunc, weft_array *const *operands, int64_t lo, int64_t hi)
{
    const weft_options options = {.target = target};
    if (weft_call_range(ufunc, operands, lo, hi, &options, &error))
        fail_msg("%s: %s", ufunc->name, error.text);
}

static int64_t make_offsets(void)
{
    for (int k = 0; k < ROUNDS * LISTS; k++)
        offsets[k + 1] = offsets[k] + lengths[k * 7 % LISTS];
    return offsets[ROUNDS * LISTS];
}

/* Sums whose order decides bits: close to the sum in double, and the same in any range. */
static void test_sums(float *x, int64_t count)
{
    float whole[ROUNDS * LISTS], parts[ROUNDS * LISTS];
    for (int64_t i = 0; i < count; i++)
        x[i] = (float)random_below(1 << 20) / 1048576.0F;
    weft_array values = weft_array_view(x, WEFT_FLOAT32, 1, SHAPE(count), NULL);
    weft_array numbers = weft_array_view(offsets, WEFT_INT64, 1, SHAPE(ROUNDS * LISTS + 1), NULL);
    weft_array lists = weft_ragged_view(&values, &numbers);
    weft_array sums = weft_array_view(whole, WEFT_FLOAT32, 1, SHAPE(ROUNDS * LISTS), NULL);
    weft_array again = weft_array_view(parts, WEFT_FLOAT32, 1, SHAPE(ROUNDS * LISTS), NULL);
    compute(&weft_ufunc_list_sum, (weft_array *[]){&lists, &sums}, 0, ROUNDS * LISTS);
    for (int k = 0; k < ROUNDS * LISTS; k++) {
        double right = 0;
        for (int64_t i = offsets[k]; i < offsets[k + 1]; i++)
            right += x[i];
        if (fabs(whole[k] - right) > 1e-4 * (1 + right))
            fail_msg("list %d of %lld: %g, not %g", k, (long long)(offsets[k + 1] - offsets[k]),
                     whole[k], right);
    }
    for (int64_t lo = 0; lo < ROUNDS * LISTS; lo += 1 + (int64_t)random_below(5))
        for (int64_t hi = lo; hi < ROUNDS * LISTS; hi += 1 + (int64_t)random_below(20)) {
            memset(parts, 0, sizeof parts);
            compute(&weft_ufunc_list_sum, (weft_array *[]){&lists, &again}, lo, hi);
            assert_memory_equal(parts + lo, whole + lo, (size_t)(hi - lo) * sizeof *parts);
        }
}

/* Lists of results, beside a number for each list, and two sizes. */
static void test_elements(float *x, int64_t count)
{
    enum { FEW = LISTS };
    float factors[FEW], *y = calloc((size_t)count, sizeof *y);
    const int64_t all = offsets[FEW];
    for (int64_t i = 0; i < all; i++)
        x[i] = (float)((i * 7) % 23);
    for (int k = 0; k < FEW; k++)
        factors[k] = (float)(k % 5 - 2);
    weft_array values = weft_array_view(x, WEFT_FLOAT32, 1, SHAPE(all), NULL);
    weft_array results = weft_array_view(y, WEFT_FLOAT32, 1, SHAPE(all), NULL);
    weft_array numbers = weft_array_view(offsets, WEFT_INT64, 1, SHAPE(FEW + 1), NULL);
    weft_array lists = weft_ragged_view(&values, &numbers),
               out = weft_ragged_view(&results, &numbers);
    weft_array factor = weft_array_view(factors, WEFT_FLOAT32, 1, SHAPE(FEW), NULL);
    compute(&weft_ufunc_list_scale, (weft_array *[]){&factor, &lists, &out}, 0, FEW);
    for (int k = 0; k < FEW; k++)
        for (int64_t i = offsets[k]; i < offsets[k + 1]; i++)
            if (y[i] != factors[k] * x[i] + (float)(offsets[k + 1] - offsets[k]))
                fail_msg("list %d, element %lld", k, (long long)(i - offsets[k]));
    free(y);
}

void test_long_lists(void **state)
{
    const int64_t count = make_offsets();
    float *x = calloc((size_t)count, sizeof *x);
    (void)state;
    test_sums(x, count);
    test_elements(x, count);
    free(x);
}

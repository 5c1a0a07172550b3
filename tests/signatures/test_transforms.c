/* The transforms that ship: libweft's passes against the functions' own sums, which calls that ask for
 * floating-point flags run; the same bits however items lie; many threads on the tables of many lengths. */
#include "shipped.h"

#include <complex.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 * 64 };

static double random_number(void)
{
    return rand() / (double)RAND_MAX - 0.5;
}

/* Calls name(x) to y, both dense; asked for flags, the function's own sums. */
static void transform(const char *name, weft_target target, weft_array *x, weft_array *y, bool by_sums)
{
    const weft_ufunc *ufunc = weft_library_find(shipped, name);
    unsigned flags = 0;
    weft_options options = {.target = target, .floating_flags = by_sums ? &flags : NULL};
    weft_error error;
    assert_non_null(ufunc);
    if (weft_call(ufunc, (weft_array *[]){x, NULL, y}, &options, &error) != WEFT_OK)
        fail_msg("%s: %s", name, error.text);
}

static size_t count_of(const weft_array *array)
{
    size_t count = 1;
    for (int axis = 0; axis < array->rank; axis++)
        count *= (size_t)array->shape[axis];
    return count;
}

/* The number of an element's part: of complex ones the real part is even. */
static double part_of(const weft_array *array, size_t i)
{
    const bool is_double = array->dtype == WEFT_COMPLEX128 || array->dtype == WEFT_FLOAT64;
    return is_double ? ((const double *)array->data)[i] : ((const float *)array->data)[i];
}

/* How far apart two results are: the norm of the difference, in that of the second. */
static double distance(const weft_array *got, const weft_array *wanted)
{
    const bool is_complex = got->dtype == WEFT_COMPLEX64 || got->dtype == WEFT_COMPLEX128;
    double off = 0, all = 0;
    for (size_t i = 0; i < count_of(got) * (is_complex ? 2 : 1); i++) {
        const double a = part_of(got, i), b = part_of(wanted, i);
        off += (a - b) * (a - b), all += b * b;
    }
    return all > 0 ? sqrt(off / all) : off;
}

static void compare(const char *name, weft_dtype in, int rank, const int64_t *shape)
{
    static double memory[2 * MOST];
    const bool is_single = in == WEFT_COMPLEX64 || in == WEFT_FLOAT32;
    for (size_t i = 0; i < 2 * MOST; i++) {
        if (is_single)
            ((float *)memory)[i] = (float)random_number();
        else
            memory[i] = random_number();
    }
    weft_array x = weft_array_view(memory, in, rank, shape, NULL);
    assert_true(count_of(&x) <= MOST);
    for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++) {
        weft_array passes = {0}, sums = {0};
        transform(name, target, &x, &passes, false);
        transform(name, target, &x, &sums, true);
        const double off = distance(&passes, &sums);
        if (!(off < (is_single ? 1e-6 : 4e-15)))
            fail_msg("%s of %d axes, the last of %d: off by %g", name, rank, (int)shape[rank - 1], off);
        weft_array_clear(&passes);
        weft_array_clear(&sums);
    }
}

static void test_definition(void **state)
{
    (void)state;
    static const char *const complex_names[] = {"fft", "ifft", "irfft_odd", "irfft"};
    for (int n = 1; n <= 66; n++) {
        for (int k = 0; k < 3 + (n > 1); k++) {
            compare(complex_names[k], WEFT_COMPLEX128, 2, (int64_t[]){19, n});
            compare(complex_names[k], WEFT_COMPLEX64, 2, (int64_t[]){19, n});
        }
        compare("rfft", WEFT_FLOAT64, 2, (int64_t[]){19, n});
        compare("rfft", WEFT_FLOAT32, 2, (int64_t[]){19, n});
    }
    static const int64_t shapes[][4] = {{2, 3, 4, 5}, {1, 1, 7, 6}, {3, 2, 1, 8}, {2, 5, 6, 2}, {1, 17, 2, 3}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        static const char *const names[] = {"fft2",       "ifft2", "fft3",  "ifft3",
                                            "irfft2",     "irfft3", "irfft2_odd", "irfft3_odd"};
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            compare(names[k], k % 2 ? WEFT_COMPLEX64 : WEFT_COMPLEX128, 4, shapes[i]);
        compare("rfft2", WEFT_FLOAT64, 4, shapes[i]);
        compare("rfft3", WEFT_FLOAT32, 4, shapes[i]);
    }
}

/* An item by itself, one of a stack, and one whose elements lie far from each other. */
static void test_bits(void **state)
{
    (void)state;
    enum { ITEMS = 37, LONGEST = 130 };
    static double complex stack[ITEMS][LONGEST], turned[LONGEST][ITEMS];
    static double complex whole[ITEMS][LONGEST], other[LONGEST][ITEMS], alone[LONGEST];
    for (int64_t n = 1; n <= LONGEST; n += n < 20 ? 1 : 7) {
        const int64_t rows[] = {16 * LONGEST, 16}, columns[] = {16, 16 * ITEMS};
        for (int i = 0; i < ITEMS; i++)
            for (int k = 0; k < n; k++)
                stack[i][k] = turned[k][i] = random_number() + I * random_number();
        weft_array x = weft_array_view(stack, WEFT_COMPLEX128, 2, (int64_t[]){ITEMS, n}, rows);
        weft_array y = weft_array_view(whole, WEFT_COMPLEX128, 2, (int64_t[]){ITEMS, n}, rows);
        weft_array u = weft_array_view(turned, WEFT_COMPLEX128, 2, (int64_t[]){ITEMS, n}, columns);
        weft_array v = weft_array_view(other, WEFT_COMPLEX128, 2, (int64_t[]){ITEMS, n}, columns);
        transform("fft", WEFT_CPU, &x, &y, false);
        transform("fft", WEFT_PARALLEL, &u, &v, false);
        for (int i = 0; i < ITEMS; i++) {
            weft_array one = weft_array_view(stack[i], WEFT_COMPLEX128, 1, &n, NULL);
            weft_array to = weft_array_view(alone, WEFT_COMPLEX128, 1, &n, NULL);
            transform("fft", WEFT_CPU, &one, &to, false);
            assert_memory_equal(alone, whole[i], (size_t)n * sizeof *alone);
            for (int k = 0; k < n; k++)
                assert_memory_equal(&other[k][i], &alone[k], sizeof *alone);
        }
    }
}

/* The same view as input and output; and one that meets it otherwise, which is as if it did not. */
static void test_in_place(void **state)
{
    (void)state;
    enum { SIZE = 24 };
    static double complex numbers[SIZE][SIZE], kept[SIZE][SIZE], wanted[SIZE][SIZE];
    static const char *const names[] = {"fft", "ifft2"};
    for (size_t f = 0; f < 2; f++)
        for (int way = 0; way < 3; way++) {
            for (int i = 0; i < SIZE * SIZE; i++)
                kept[i / SIZE][i % SIZE] = random_number() + I * random_number();
            memcpy(numbers, kept, sizeof kept);
            const int64_t shape[] = {SIZE, SIZE}, steps[] = {16, 16 * SIZE};
            weft_array from = weft_array_view(kept, WEFT_COMPLEX128, 2, shape, NULL);
            weft_array to = weft_array_view(wanted, WEFT_COMPLEX128, 2, shape, way == 1 ? steps : NULL);
            weft_array x = weft_array_view(numbers, WEFT_COMPLEX128, 2, shape, NULL);
            weft_array y = weft_array_view(numbers, WEFT_COMPLEX128, 2, shape, way == 1 ? steps : NULL);
            transform(names[f], WEFT_CPU, &from, &to, way == 2);
            transform(names[f], WEFT_CPU, &x, &y, way == 2); /* sums, which are not computed in place */
            assert_memory_equal(numbers, wanted, sizeof wanted);
        }
}

/* Sizes of which the output has none, and those of no numbers. */
static void test_empty(void **state)
{
    (void)state;
    double complex one[3] = {1, 2, 3};
    weft_array x = weft_array_view(one, WEFT_FLOAT64, 2, (int64_t[]){2, 0}, NULL), y = {0};
    transform("rfft", WEFT_CPU, &x, &y, false);
    assert_int_equal(y.shape[1], 1);
    assert_true(((double complex *)y.data)[0] == 0 && ((double complex *)y.data)[1] == 0);
    weft_array_clear(&y);
    x = weft_array_view(one, WEFT_COMPLEX128, 2, (int64_t[]){3, 1}, NULL);
    y = (weft_array){0};
    transform("irfft", WEFT_CPU, &x, &y, false);
    assert_int_equal(y.shape[1], 0);
    weft_array_clear(&y);
    x = weft_array_view(one, WEFT_COMPLEX128, 1, (int64_t[]){0}, NULL);
    y = (weft_array){0};
    weft_error error;
    assert_int_equal(weft_call(weft_library_find(shipped, "irfft"), (weft_array *[]){&x, NULL, &y}, NULL, &error),
                     WEFT_ERROR_SHAPE);
}

enum { LENGTHS = 150, THREADS = 4 };
static double answers[LENGTHS + 1];

/* One number that tells of the result's bits. */
static double trace_of(int64_t n)
{
    double complex numbers[2 * LENGTHS], result[2 * LENGTHS], sum = 0;
    n += LENGTHS / 2;
    for (int64_t i = 0; i < n; i++)
        numbers[i] = sin((double)(i * n)) + I * (double)(i % 7);
    weft_array x = weft_array_view(numbers, WEFT_COMPLEX128, 1, &n, NULL);
    weft_array y = weft_array_view(result, WEFT_COMPLEX128, 1, &n, NULL);
    transform("fft", WEFT_CPU, &x, &y, false);
    for (int64_t i = 0; i < n; i++)
        sum = sum * 0.75 + result[i];
    return creal(sum) + cimag(sum);
}

static void *run_lengths(void *start)
{
    size_t wrong = 0;
    for (int i = 0; i < 3 * LENGTHS; i++) {
        const int n = 1 + (i * 7 + *(const int *)start) % LENGTHS;
        wrong += trace_of(n) != answers[n];
    }
    return (void *)(uintptr_t)wrong;
}

/* More lengths than tables are kept, on several threads at once. */
static void test_threads(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    int starts[THREADS];
    for (int n = 1; n <= LENGTHS; n++)
        answers[n] = trace_of(n);
    for (int i = 0; i < THREADS; i++) {
        starts[i] = i * 31;
        assert_int_equal(pthread_create(&threads[i], NULL, run_lengths, &starts[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definition), cmocka_unit_test(test_bits),    cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_empty),      cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, open_shipped, close_shipped);
}

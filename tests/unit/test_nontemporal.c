/* test_nontemporal.c: calls that touch more memory than caches hold, whose results are copied past them:
 * results anywhere in a line, in rows, two of them, in place, in parts, and what lies around them; and random ufuncs,
 * dtypes, shapes, steps and places, of which all bytes must be those that calls for a few items each leave. */
#include "check.h"
#include "random_subjects.h"

enum { COUNT = 3000000, MARGIN = 16 };

static double a[COUNT], b[COUNT], sums[COUNT + 2 * MARGIN], differences[COUNT + 2 * MARGIN];

static double first(int64_t k)
{
    return (double)(k % 1009);
}

static double second(int64_t k)
{
    return (double)(k % 911) * 4096;
}

static void fill(void)
{
    for (int64_t k = 0; k < COUNT; k++) {
        a[k] = first(k);
        b[k] = second(k);
    }
    for (int64_t k = 0; k < COUNT + 2 * MARGIN; k++)
        sums[k] = differences[k] = -1;
}

/* Elements that are wrong, those around the `count` from `start` on included. */
static int64_t count_wrong(const double *found, int64_t start, int64_t count, int sign)
{
    int64_t wrong = 0;
    for (int64_t k = 0; k < COUNT + 2 * MARGIN; k++) {
        const int64_t at = k - start;
        const bool is_inside = at >= 0 && at < count;
        wrong += found[k] != (is_inside ? first(at) + sign * second(at) : -1);
    }
    return wrong;
}

static void call(const weft_ufunc *ufunc, weft_array *const *operands, weft_target target)
{
    weft_error error;
    assert_ok(error, weft_call(ufunc, operands, &(weft_options){.target = target}, &error));
}

/* Elements that a result begins behind a line; of many and, in caches, of a few thousand. */
static void check_results_anywhere(int64_t most)
{
    for (int64_t start = 0; start < 9; start++)
        for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++) {
            const int64_t count = most - 3 * start;
            weft_array x = weft_array_view(a, WEFT_FLOAT64, 1, &count, NULL);
            weft_array y = weft_array_view(b, WEFT_FLOAT64, 1, &count, NULL);
            weft_array z = weft_array_view(sums + start, WEFT_FLOAT64, 1, &count, NULL);
            fill();
            call(&sample_add, (weft_array *[]){&x, &y, &z}, target);
            assert_int_equal(count_wrong(sums, start, count, 1), 0);
        }
}

static void test_results_anywhere(void **state)
{
    (void)state;
    check_results_anywhere(COUNT);
    check_results_anywhere(30000);
    check_results_anywhere(540);
}

static void test_unaligned_elements(void **state)
{
    (void)state;
    const int64_t count = COUNT - 1;
    char *place = (char *)sums + 4;
    weft_array x = weft_array_view(a, WEFT_FLOAT64, 1, &count, NULL);
    weft_array y = weft_array_view(b, WEFT_FLOAT64, 1, &count, NULL);
    weft_array z = weft_array_view(place, WEFT_FLOAT64, 1, &count, NULL);
    fill();
    call(&sample_add, (weft_array *[]){&x, &y, &z}, WEFT_CPU);
    for (int64_t k = 0; k < count; k++) {
        double found;
        memcpy(&found, place + 8 * k, sizeof found);
        if (found != first(k) + second(k))
            fail_msg("element %d is %g", (int)k, found);
    }
}

/* Rows with gaps, one input the same for all of them; cpu, parallel, and in three ranges. */
static void test_rows(void **state)
{
    (void)state;
    enum { ROWS = 1000, ITEMS = 2990, PITCH = 3000 };
    const int64_t shape[] = {ROWS, ITEMS}, steps[] = {8 * PITCH, 8}, repeated[] = {0, 8};
    for (int way = 0; way < 3; way++) {
        weft_error error;
        weft_array x = weft_array_view(a, WEFT_FLOAT64, 2, shape, steps);
        weft_array y = weft_array_view(b, WEFT_FLOAT64, 2, shape, repeated);
        weft_array z = weft_array_view(sums, WEFT_FLOAT64, 2, shape, steps);
        weft_array *operands[] = {&x, &y, &z};
        const int64_t cuts[] = {0, 1234567, 1234567 + 640, (int64_t)ROWS * ITEMS};
        fill();
        if (way < 2)
            call(&sample_add, operands, way ? WEFT_PARALLEL : WEFT_CPU);
        for (int k = 0; way == 2 && k < 3; k++)
            assert_ok(error,
                      weft_call_range(&sample_add, operands, cuts[k], cuts[k + 1], NULL, &error));
        for (int64_t k = 0; k < COUNT; k++) {
            const int64_t item = k % PITCH;
            const double wanted = item < ITEMS ? first(k) + second(item) : -1;
            if (sums[k] != wanted)
                fail_msg("way %d: element %d is %g, not %g", way, (int)k, sums[k], wanted);
        }
    }
}

static void test_two_results(void **state)
{
    (void)state;
    const int64_t count = COUNT;
    for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++) {
        weft_array x = weft_array_view(a, WEFT_FLOAT64, 1, &count, NULL);
        weft_array y = weft_array_view(b, WEFT_FLOAT64, 1, &count, NULL);
        weft_array sum = weft_array_view(sums + 3, WEFT_FLOAT64, 1, &count, NULL);
        weft_array difference = weft_array_view(differences + 5, WEFT_FLOAT64, 1, &count, NULL);
        fill();
        call(&sample_both, (weft_array *[]){&x, &y, &sum, &difference}, target);
        assert_int_equal(count_wrong(sums, 3, count, 1), 0);
        assert_int_equal(count_wrong(differences, 5, count, -1), 0);
    }
}

static void test_in_place(void **state)
{
    (void)state;
    const int64_t count = COUNT;
    weft_array x = weft_array_view(a, WEFT_FLOAT64, 1, &count, NULL);
    weft_array y = weft_array_view(b, WEFT_FLOAT64, 1, &count, NULL);
    fill();
    call(&sample_add, (weft_array *[]){&x, &y, &x}, WEFT_CPU);
    for (int64_t k = 0; k < count; k++)
        if (a[k] != first(k) + second(k))
            fail_msg("element %d is %g", (int)k, a[k]);
}

/* ---- random calls ---- */

enum { RANK = 3, CASES = 30, TOUCHED = 52 << 20, FEW = 64, ROOM = 1 << 26 };

/* Rows of all lengths; as many bytes as are streamed, though one of the inputs repeats. */
static void draw_shape(int64_t *shape, int64_t item_bytes)
{
    static const int longest[] = {100, 1000, 10000, 300000};
    const int64_t items = TOUCHED / item_bytes;
    shape[2] = 16 + draw(longest[draw(4)]);
    shape[0] = shape[2] < 10000 ? 1 + draw(4) : 1;
    shape[1] = items / shape[2] / shape[0] + 1;
}

/* Rows of neighbours at any byte, mostly without gaps; inputs may repeat along an axis, have other steps, or run
 * backwards. *bytes: of memory from its begin to the view's end. */
static weft_array draw_view(char *memory, weft_dtype dtype, const int64_t *shape, bool is_input, size_t *bytes)
{
    const int64_t size = (int64_t)weft_dtype_size(dtype);
    const int repeated = is_input && draw(3) == 0 ? draw(RANK) : -1;
    int64_t steps[RANK], step = is_input && draw(8) == 0 ? 2 * size : size, start = draw(2) ? 0 : draw(80);
    *bytes = (size_t)start;
    for (int axis = RANK - 1; axis >= 0; axis--) {
        const bool is_backwards = is_input && draw(8) == 0;
        steps[axis] = axis == repeated ? 0 : is_backwards ? -step : step;
        start -= is_backwards && axis != repeated ? (shape[axis] - 1) * steps[axis] : 0;
        step = axis == repeated ? step : step * shape[axis] + (step * shape[axis] > 1000 && draw(6) == 0 ? draw(100) : 0);
    }
    *bytes += (size_t)step;
    return weft_array_view(memory + start, dtype, RANK, shape, steps);
}

/* Numbers that are small in every dtype, and whose sums are in each what they are in any. */
static void fill_room(char *memory, weft_dtype dtype, size_t bytes)
{
    const bool is_double = dtype == WEFT_FLOAT64 || dtype == WEFT_COMPLEX128;
    const size_t size = is_double ? 8 : weft_dtype_size(dtype);
    for (size_t at = 0; at + size <= bytes; at += size) {
        const int number = draw(100) - 50;
        const float single = (float)number;
        const double wide = number;
        memcpy(memory + at, is_double ? (const void *)&wide : dtype == WEFT_FLOAT32 ? (const void *)&single : &number, size);
    }
}

/* Calls of a few items each, with what the copies have where the operands have it in their memory. */
static void call_each(const weft_ufunc *ufunc, const weft_array *operands, int count, char **memory, char **copies)
{
    const int64_t *shape = operands[0].shape, row_count = shape[0] * shape[1];
    weft_error error;
    for (int64_t row = 0; row < row_count; row++)
        for (int64_t item = 0, few; item < shape[2]; item += few) {
            const int64_t at[RANK] = {row / shape[1], row % shape[1], item};
            weft_array some[OPERANDS], *all[OPERANDS];
            few = 1 + draw((int)(shape[2] - item < FEW ? shape[2] - item : FEW));
            for (int i = 0; i < count; i++) {
                char *place = copies[i] + ((char *)operands[i].data - memory[i]);
                for (int axis = 0; axis < RANK; axis++)
                    place += at[axis] * operands[i].steps[axis];
                some[i] = weft_array_view(place, (weft_dtype)operands[i].dtype, 1, &few, &operands[i].steps[2]);
                all[i] = &some[i];
            }
            assert_ok(error, weft_call(ufunc, all, NULL, &error));
        }
}

static void run_case(weft_target target, char **memory, char **copies)
{
    const int subject = draw((int)(sizeof subjects / sizeof *subjects)), count = subjects[subject].count;
    const weft_ufunc *ufunc = subjects[subject].ufunc;
    const weft_options options = {.target = target, .threads = draw(4)};
    weft_array operands[OPERANDS], *all[OPERANDS];
    size_t bytes[OPERANDS];
    int64_t shape[RANK], item_bytes = 0;
    weft_error error;
    for (int i = 0; i < count; i++)
        item_bytes += (int64_t)weft_dtype_size(subjects[subject].dtypes[i]);
    draw_shape(shape, item_bytes);
    for (int i = 0; i < count; i++) {
        const weft_dtype dtype = subjects[subject].dtypes[i];
        operands[i] = draw_view(memory[i], dtype, shape, i < ufunc->input_count, &bytes[i]);
        all[i] = &operands[i];
        bytes[i] += MARGIN;
        assert_true(bytes[i] <= ROOM);
        fill_room(memory[i], dtype, bytes[i]);
        memcpy(copies[i], memory[i], bytes[i]);
    }
    assert_ok(error, weft_call(ufunc, all, &options, &error));
    call_each(ufunc, operands, count, memory, copies);
    for (int i = 0; i < count; i++)
        if (memcmp(memory[i], copies[i], bytes[i]) != 0)
            fail_msg("subject %d, operand %d of shape %d,%d,%d differs", subject, i, (int)shape[0], (int)shape[1],
                     (int)shape[2]);
}

static void test_random_calls(void **state)
{
    char *memory[OPERANDS], *copies[OPERANDS];
    (void)state;
    for (int i = 0; i < OPERANDS; i++) {
        assert_non_null(memory[i] = malloc(ROOM));
        assert_non_null(copies[i] = malloc(ROOM));
    }
    for (int k = 0; k < CASES; k++)
        run_case(k % 2 ? WEFT_CPU : WEFT_PARALLEL, memory, copies);
    for (int i = 0; i < OPERANDS; i++) {
        free(memory[i]);
        free(copies[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results_anywhere), cmocka_unit_test(test_unaligned_elements),
        cmocka_unit_test(test_rows),             cmocka_unit_test(test_two_results),
        cmocka_unit_test(test_in_place),         cmocka_unit_test(test_random_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

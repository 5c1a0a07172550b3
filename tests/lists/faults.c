/* faults.c: calls on lists with the n-th allocation, or the n-th call of the driver, failing, for
 * all n: an error, given results as they were, nothing lost. */
#include "../stand_in/control.h"
#include "../support/failing_memory.h"
#include "list_tests.h"
#include "lists.h"

enum { LISTS = 40, ELEMENTS = 140, LAUNCH_FAILED = 719 /* what CUDA calls it */ };

static weft_error error;
/* Scales lists whose values are cast and whose offsets are copied; into given results or none. */
static weft_status run(float *given)
{
    static int16_t values[2 * ELEMENTS];
    static int32_t numbers[LISTS + 1];
    static float factors[LISTS];
    for (int k = 0; k < LISTS; k++) {
        numbers[k + 1] = numbers[k] + (k == 7 ? 50 : k % 5);
        factors[k] = (float)k;
    }
    for (int i = 0; i < 2 * ELEMENTS; i++)
        values[i] = (int16_t)i;
    weft_array x = weft_array_view(values, WEFT_INT16, 1, SHAPE(ELEMENTS), SHAPE(4));
    weft_array offsets = weft_array_view(numbers, WEFT_INT32, 1, SHAPE(LISTS + 1), NULL);
    weft_array factor = weft_array_view(factors, WEFT_FLOAT32, 1, SHAPE(LISTS), NULL);
    weft_array lists = weft_ragged_view(&x, &offsets), result = {0};
    weft_array room = weft_array_view(given, WEFT_FLOAT32, 1, SHAPE(ELEMENTS), NULL);
    weft_array out = weft_ragged_view(&room, &offsets);
    weft_array *operands[] = {&factor, &lists, given ? &out : &result};
    const weft_options options = {.target = target};
    weft_status status = weft_call(&weft_ufunc_list_scale, operands, &options, &error);
    assert_true(!status || !result.data);
    weft_array_clear(&result);
    return status;
}

/* A given result is as it was; or complete, where the device failed behind the last copy. */
static bool is_whole(const float *found, const float *right, bool on_device)
{
    bool is_kept = true;
    for (int i = 0; i < ELEMENTS; i++)
        is_kept = is_kept && found[i] == 123.5F;
    return is_kept || (on_device && memcmp(found, right, ELEMENTS * sizeof *found) == 0);
}

/* One failure after the other, until there is none left to come. */
static void sweep(const stand_in_control *driver, bool is_given)
{
    float right[ELEMENTS], kept[ELEMENTS];
    for (int i = 0; i < ELEMENTS; i++)
        right[i] = 123.5F;
    assert_int_equal(run(right), WEFT_OK);
    for (long n = 1; n < 10000; n++) {
        for (int i = 0; i < ELEMENTS; i++)
            kept[i] = 123.5F;
        has_failed = false;
        error.text[0] = '\0';
        if (driver)
            (driver->fail)(NULL, n, LAUNCH_FAILED, 0);
        else
            until_failure = n - 1;
        weft_status status = run(is_given ? kept : NULL);
        bool came = driver ? driver->count() >= n : has_failed;
        until_failure = -1;
        if (driver)
            (driver->fail)(NULL, 0, 0, 0);
        if (!came) {
            assert_int_equal(status, WEFT_OK);
            assert_true(n > 1 || !driver);
            return;
        }
        if (status)
            assert_true(error.text[0] && error.status == status &&
                        (!is_given || is_whole(kept, right, driver)));
        else if (!driver)
            fail_msg("right, although allocation %ld failed", n);
    }
    fail_msg("no end of failures");
}

void test_list_faults(void **state)
{
    (void)state;
    stand_in_control driver;
    bool has_driver = target == WEFT_GPU && stand_in_find(&driver);
    for (int is_given = 0; is_given < 2; is_given++) {
        assert_int_equal(run(NULL), WEFT_OK); /* what is kept is there now */
        long live = has_driver ? driver.live() : 0;
        sweep(NULL, is_given);
        if (has_driver)
            sweep(&driver, is_given);
        assert_true(!has_driver || driver.live() == live);
    }
}

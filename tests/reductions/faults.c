/* faults.c: declared reductions with the n-th allocation, or the n-th call of the driver, failing,
 * for all n: an error, given results as they were, nothing lost. Leaks of host memory are the
 * sanitizer's to see; the stand-in counts its own. */
#include "../stand_in/control.h"
#include "../support/failing_memory.h"
#include "declared.h"
#include "declared_tests.h"

enum { ROWS = 40, COLUMNS = 30, LAUNCH_FAILED = 719 /* what CUDA calls it */ };

static weft_error error;
/* One reduction that is tried again and again. */
typedef struct attempt {
    const char *name;
    const weft_ufunc *ufunc;
    weft_dtype dtype; /* of all inputs */
    bool masked, by_columns, swapped;
} attempt;

static const attempt attempts[] = {
    {"a norm of all", &weft_ufunc_norm, WEFT_FLOAT64, false, true, false},
    {"a swapped norm", &weft_ufunc_norm, WEFT_FLOAT32, false, false, true},
    {"a product", &weft_ufunc_inner, WEFT_FLOAT64, false, true, false},
    {"a masked product", &weft_ufunc_inner, WEFT_FLOAT64, true, false, false},
    {"a masked count", &weft_ufunc_positive, WEFT_FLOAT64, true, true, false},
    {"a mean", &weft_ufunc_average, WEFT_FLOAT32, false, false, false},
    {"a total", &weft_ufunc_total, WEFT_INT16, false, false, true},
};

/* Runs it once, into a given result of 8 bytes or one that is allocated. */
static weft_status run(const attempt *tried, double *given)
{
    static char bytes[ROWS * COLUMNS * 8];
    static bool flags[ROWS * COLUMNS];
    int64_t size = (int64_t)weft_dtype_size(tried->dtype);
    weft_array x = weft_array_view(bytes, tried->dtype, 2, SHAPE(ROWS, COLUMNS),
                                   tried->by_columns ? SHAPE(size, ROWS * size) : NULL);
    weft_array mask = weft_array_view(flags, WEFT_BOOL, 2, SHAPE(ROWS, COLUMNS), NULL);
    weft_array result = weft_array_view(given, WEFT_FLOAT64, 0, NULL, NULL), allocated = {0};
    weft_reduction how = {.all = true, .where = tried->masked ? &mask : NULL};
    weft_options own = {.target = target, .casting = WEFT_CASTING_UNSAFE};
    if (tried->swapped)
        x.flags |= WEFT_ARRAY_SWAPPED;
    const weft_array *operands[] = {&x, &x};
    weft_array *written = given ? &result : &allocated;
    weft_status status = weft_reduce_inputs(tried->ufunc, operands, written, &how, &own, &error);
    assert_true(!status || !allocated.data);
    weft_array_clear(&allocated);
    return status;
}

/* A given result is as it was; or complete, where the device failed behind the last copy. */
static bool is_whole(double found, double right, bool on_device)
{
    return found == 123.5 || (on_device && memcmp(&found, &right, sizeof found) == 0);
}

/* One failure after the other, until there is none left to come. */
static void sweep(const attempt *tried, const stand_in_control *driver, bool is_given)
{
    double right;
    assert_int_equal(run(tried, &right), WEFT_OK);
    for (long n = 1; n < 10000; n++) {
        double kept = 123.5;
        has_failed = false;
        error.text[0] = '\0';
        if (driver)
            (driver->fail)(NULL, n, LAUNCH_FAILED, 0);
        else
            until_failure = n - 1;
        weft_status status = run(tried, is_given ? &kept : NULL);
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
            assert_true(error.text[0] && error.status == status && is_whole(kept, right, driver));
        else if (!driver)
            fail_msg("%s: right, although allocation %ld failed", tried->name, n);
    }
    fail_msg("%s: no end of failures", tried->name);
}

void test_faults(void **state)
{
    (void)state;
    stand_in_control driver;
    bool has_driver = target == WEFT_GPU && stand_in_find(&driver);
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++)
        for (int is_given = 0; is_given < 2; is_given++) {
            assert_int_equal(run(&attempts[i], NULL), WEFT_OK); /* what is kept is there now */
            long live = has_driver ? driver.live() : 0;
            sweep(&attempts[i], NULL, is_given);
            if (has_driver)
                sweep(&attempts[i], &driver, is_given);
            assert_true(!has_driver || driver.live() == live);
        }
}

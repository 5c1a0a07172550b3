/* test_sized.c: options of callers that were compiled with an older or newer weft.h. What a caller
 * has not given lies beyond a page that can be read. */
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "fold_ufuncs.h"
#include "sample_ufuncs.h"
#include "base/sized.h"

static weft_error error;
static size_t page;
static char *end; /* of the page that can be read */

static int open_page(void **state)
{
    (void)state;
    page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE))
        return -1;
    end = pages + page;
    return 0;
}

static int close_page(void **state)
{
    (void)state;
    return munmap(end - page, 2 * page);
}

/* The first `size` bytes of a struct, and 0 beyond it, at the end of the page. */
static void *cut(const void *whole, size_t known, size_t size)
{
    char *at = end - size;
    memset(at, 0, size);
    memcpy(at, whole, known < size ? known : size);
    return at;
}

/* 1 + 2 with these options. */
static weft_status add(const weft_options *options)
{
    double one = 1, two = 2, three = 0;
    weft_array a = weft_array_view(&one, WEFT_FLOAT64, 0, NULL, NULL), b = a, c = a;
    b.data = &two;
    c.data = &three;
    weft_status status = weft_call(&sample_add, (weft_array *[]){&a, &b, &c}, options, &error);
    assert_true(three == (status ? 0 : 3));
    return status;
}

/* The sum of a 2 by 3 array, whose rank becomes that of the result. */
static weft_status sum(const weft_reduction *how, int *rank)
{
    double values[6] = {1, 2, 3, 4, 5, 6};
    weft_array a = weft_array_view(values, WEFT_FLOAT64, 2, SHAPE(2, 3), NULL), result = {0};
    weft_status status = weft_reduce(&fold_sum, &a, &result, how, NULL, &error);
    *rank = result.rank;
    weft_array_clear(&result);
    return status;
}

static void test_shorter_ones_are_filled_up(void **state)
{
    (void)state;
    weft_options options = {.size = 16, .target = WEFT_CPU, .casting = WEFT_CASTING_NO};
    assert_ok(error, add(cut(&options, sizeof options, 16)));
    options.target = (weft_target)9; /* what is there counts */
    assert_fails(error, WEFT_ERROR_ARGUMENT, "no target", add(cut(&options, sizeof options, 16)));
    options = (weft_options){.size = 0, .target = WEFT_CPU};
    assert_ok(error, add(cut(&options, sizeof options, sizeof options)));
    for (options.size = 16; options.size <= sizeof options; options.size += 8)
        assert_ok(error, add(cut(&options, sizeof options, options.size)));
    int axes[] = {1}, rank;
    weft_reduction how = {
        .size = offsetof(weft_reduction, initial), .axes = axes, .axis_count = 1, .keepdims = true};
    assert_ok(error, sum(cut(&how, sizeof how, how.size), &rank));
    assert_int_equal(rank, 2);
    how = (weft_reduction){.size = 16};
    assert_ok(error, sum(cut(&how, sizeof how, how.size), &rank));
    assert_int_equal(rank, 1);
    how = (weft_reduction){.all = true};
    assert_ok(error, sum(cut(&how, sizeof how, sizeof how), &rank));
    assert_int_equal(rank, 0);
}

static void test_longer_ones_must_end_in_zeros(void **state)
{
    (void)state;
    weft_options options = {.size = sizeof options + 24, .target = WEFT_CPU};
    char *longer = cut(&options, sizeof options, options.size), text[64];
    assert_ok(error, add((weft_options *)longer));
    longer[sizeof options + 20] = 1;
    snprintf(text, sizeof text, "byte %zu is not 0", sizeof options + 20);
    assert_fails(error, WEFT_ERROR_ARGUMENT, text, add((weft_options *)longer));
    assert_non_null(strstr(error.text, "add: options.size is "));
    int rank;
    weft_reduction how = {.size = sizeof how + 8, .all = true};
    longer = cut(&how, sizeof how, how.size);
    assert_ok(error, sum((weft_reduction *)longer, &rank));
    assert_int_equal(rank, 0);
    end[-1] = 1;
    snprintf(text, sizeof text, "byte %zu is not 0", sizeof how + 7);
    assert_fails(error, WEFT_ERROR_ARGUMENT, text, sum((weft_reduction *)longer, &rank));
    assert_non_null(strstr(error.text, ".reduce: how.size is "));
}

static void test_no_size_is_refused(void **state)
{
    (void)state;
    const size_t sizes[] = {1, 8, 15, 4097, SIZE_MAX};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        int rank;
        weft_options options = {.size = sizes[k]};
        assert_fails(error, WEFT_ERROR_ARGUMENT, "which is no size of it",
                     add(cut(&options, sizeof options, sizeof options)));
        weft_reduction how = {.size = sizes[k]};
        assert_fails(error, WEFT_ERROR_ARGUMENT, "which is no size of it",
                     sum(cut(&how, sizeof how, sizeof how), &rank));
    }
}

/* A library that has added a member, and callers that know it and that do not. */
static void test_members_are_added(void **state)
{
    (void)state;
    struct later {
        size_t size;
        double first, second, added;
    } given = {.size = sizeof given, .first = 1, .second = 2, .added = 3}, taken;
    const size_t first = offsetof(struct later, added);
    assert_ok(error, sized_read(&taken, sizeof taken, first,
                                cut(&given, sizeof given, sizeof given), "how", "test", &error));
    assert_true(taken.second == 2 && taken.added == 3);
    given.size = first;
    assert_ok(error, sized_read(&taken, sizeof taken, first, cut(&given, sizeof given, first),
                                "how", "test", &error));
    assert_true(taken.second == 2 && taken.added == 0 && taken.size == sizeof taken);
    given.size = 0;
    assert_ok(error, sized_read(&taken, sizeof taken, first, cut(&given, sizeof given, first),
                                "how", "test", &error));
    assert_true(taken.second == 2 && taken.added == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shorter_ones_are_filled_up),
        cmocka_unit_test(test_longer_ones_must_end_in_zeros),
        cmocka_unit_test(test_no_size_is_refused),
        cmocka_unit_test(test_members_are_added),
    };
    return cmocka_run_group_tests(tests, open_page, close_page);
}

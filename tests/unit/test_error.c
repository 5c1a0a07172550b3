/* test_error.c: texts of failures. */
#include "check.h"
#include "base/error.h"

static void test_stores(void **state)
{
    (void)state;
    weft_error error;
    assert_int_equal(error_set(&error, WEFT_ERROR_SHAPE, "%d apples", 3), WEFT_ERROR_SHAPE);
    assert_string_equal(error.text, "3 apples");
    assert_int_equal(error.operand, -1);
    assert_int_equal(error_set_at(&error, WEFT_ERROR_DTYPE, 1, 2, "x"), WEFT_ERROR_DTYPE);
    assert_int_equal(error.operand, 1);
    assert_int_equal(error.axis, 2);
    assert_int_equal(error_set(NULL, WEFT_ERROR_FILE, "nobody listens"), WEFT_ERROR_FILE);
}

static void test_shortens(void **state)
{
    (void)state;
    weft_error error;
    char words[1200];
    memset(words, 'w', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    error_set(&error, WEFT_ERROR_SHAPE, "%s", words);
    assert_int_equal(strlen(error.text), 511);
    assert_string_equal(error.text + 505, "www...");
    for (size_t k = 0; k + 2 < sizeof words; k += 2)
        memcpy(words + k, "\xc3\xa4", 2);
    error_set(&error, WEFT_ERROR_SHAPE, "x%s", words); /* no half of a character before the dots */
    size_t length = strlen(error.text);
    assert_string_equal(error.text + length - 3, "...");
    assert_int_equal((unsigned char)error.text[length - 4], 0xa4);
}

static void test_appends(void **state)
{
    (void)state;
    error_text text = {0, ""};
    error_append_shape(&text, 0, NULL);
    error_append_shape(&text, 1, SHAPE(4));
    error_append_shape(&text, 2, SHAPE(2, 3));
    assert_string_equal(text.text, "()(4,)(2, 3)");
    for (int k = 0; k < 1000; k++)
        error_append(&text, "%d;", k);
    assert_int_equal(text.length, sizeof text.text - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stores),
        cmocka_unit_test(test_shortens),
        cmocka_unit_test(test_appends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

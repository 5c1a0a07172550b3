/* Images of modules: in their library, in another one that is there, and in one that is not. */
#include <string.h>

#include "check.h"
#include "plan/image.h"

#define REFERENCE(library, symbol) WEFT_IMAGE_ELSEWHERE library "\0" symbol "\0install it"
#define IMAGE(text)                                                                           \
    &(const weft_module_image)                                                                \
    {                                                                                         \
        WEFT_GPU, (const unsigned char *)(text), (const unsigned char *)(text) + sizeof(text) \
    }

static const char *find(const weft_module_image *image, const char **advice)
{
    const weft_module module = {.source = "x.c", .images = image, .image_count = 1};
    const weft_module_image *found = weft_module_find_image(&module, WEFT_GPU);
    assert_null(weft_module_find_image(&module, WEFT_CPU));
    *advice = image_advice(&module, WEFT_GPU);
    if (found) {
        assert_ptr_equal(weft_module_find_image(&module, WEFT_GPU), found);
        assert_int_equal(found->target, WEFT_GPU);
    }
    const char *begin = found ? (const char *)found->begin : NULL;
    image_forget(&module); /* the next may lie where this one did */
    return begin;
}

static void test_own(void **state)
{
    (void)state;
    const char *advice;
    assert_string_equal(find(IMAGE("weft is its own"), &advice), "weft is its own");
    assert_null(advice);
    assert_string_equal(find(IMAGE("weft"), &advice), "weft");
    const weft_module none = {.source = "x.c"};
    assert_null(weft_module_find_image(&none, WEFT_GPU));
    assert_null(image_advice(&none, WEFT_GPU));
}

static void test_elsewhere(void **state)
{
    (void)state;
    static const char text[] = REFERENCE(ELSEWHERE, "image_there");
    static const weft_module_image image = {WEFT_GPU, (const unsigned char *)text,
                                            (const unsigned char *)text + sizeof text};
    const weft_module module = {.source = "x.c", .images = &image, .image_count = 1};
    for (int again = 0; again < 2; again++) {
        const weft_module_image *found = weft_module_find_image(&module, WEFT_GPU);
        assert_non_null(found);
        assert_ptr_equal(weft_module_find_image(&module, WEFT_GPU), found);
        assert_int_equal(found->end - found->begin, 9);
        assert_memory_equal(found->begin, "its bytes", 9);
        assert_string_equal(image_advice(&module, WEFT_GPU), "install it");
        image_forget(&module); /* and it is searched anew */
    }
}

/* No such library, no such symbol, and texts that do not end. */
static void test_not_there(void **state)
{
    (void)state;
    const char *advice;
    assert_null(find(IMAGE(REFERENCE("libnone.so.0", "image_there")), &advice));
    assert_string_equal(advice, "install it");
    assert_null(find(IMAGE(REFERENCE(ELSEWHERE, "image_nowhere")), &advice));
    assert_string_equal(advice, "install it");
    const unsigned char cut[] = {'w', 'e', 'f', 't', 'e', 'l', 's', 'e', 'x', 0, 'y'};
    const weft_module_image image = {WEFT_GPU, cut, cut + sizeof cut};
    assert_ptr_equal(find(&image, &advice), cut);
    assert_null(advice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own),
        cmocka_unit_test(test_elsewhere),
        cmocka_unit_test(test_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

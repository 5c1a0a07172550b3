/* main.c: functions of lists, from annotated C to their results.
 *   list_tests TARGET [CASES] */
#include "list_tests.h"

enum { SKIPPED = 77 };

weft_target target = WEFT_CPU;
long case_count = 300;

int main(int argument_count, char **arguments)
{
    static weft_error error;
    for (int k = WEFT_CPU; argument_count > 1 && k < WEFT_TARGET_END; k++)
        if (strcmp(arguments[1], weft_target_name((weft_target)k)) == 0)
            target = (weft_target)k;
    if (argument_count > 2)
        case_count = atol(arguments[2]);
    if (weft_target_check(target, NULL, &error)) {
        printf("skipped: %s\n", error.text);
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_lists), cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_threads),      cmocka_unit_test(test_wrong_lists),
        cmocka_unit_test(test_results),      cmocka_unit_test(test_overlap),
        cmocka_unit_test(test_codes),        cmocka_unit_test(test_capture),
        cmocka_unit_test(test_list_faults),  cmocka_unit_test(test_long_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

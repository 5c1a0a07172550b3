/* main.c: declared reductions, from annotated C to their results.
 *   declared_tests TARGET [CASES] */
#include "declared_tests.h"

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
        cmocka_unit_test(test_random),        cmocka_unit_test(test_results),
        cmocka_unit_test(test_nothing),       cmocka_unit_test(test_overlap),
        cmocka_unit_test(test_loops),         cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_other_methods), cmocka_unit_test(test_masked),
        cmocka_unit_test(test_one_pass),      cmocka_unit_test(test_faults),
        cmocka_unit_test(test_lists),         cmocka_unit_test(test_keys),
        cmocka_unit_test(test_wrong_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

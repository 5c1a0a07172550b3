/* declared_tests.h: what the tests of declared reductions share: the target they run on. */
#ifndef DECLARED_TESTS_H
#define DECLARED_TESTS_H

#include "../unit/check.h"

extern weft_target target;
extern long case_count; /* of random ones */

void test_random(void **state);

/* faults.c */
void test_faults(void **state);

/* groups.c */
void test_lists(void **state);
void test_keys(void **state);
void test_wrong_groups(void **state);

/* special.c */
void test_results(void **state);
void test_masked(void **state);
void test_one_pass(void **state);
void test_nothing(void **state);
void test_overlap(void **state);
void test_loops(void **state);
void test_wrong(void **state);
void test_other_methods(void **state);

#endif

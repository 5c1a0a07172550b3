/* list_tests.h: what the files of the tests of lists share. */
#ifndef LIST_TESTS_H
#define LIST_TESTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <weft/weft.h>

#define SHAPE(...) ((const int64_t[]){__VA_ARGS__})

extern weft_target target;
extern long case_count;

/* One function of lists.c and what it computes, as a loop over doubles that knows nothing of
 * libweft. in: by input, the list, the row of 3, or the number; out the same of outputs, with what
 * is there before. item: the list's number. */
typedef void naive_function(const int64_t *sizes, const double *const *in, double *const *out,
                            int64_t item);

typedef struct list_subject {
    const weft_ufunc *ufunc;
    weft_dtype dtype; /* of lists and other inputs */
    int inputs, outputs;
    const char *kinds; /* by operand: 'n' and 'm' lists of that size, 'r' lists of rows of 3, 's' a
                          number, 't' three of them */
    naive_function *naive;
} list_subject;

extern const list_subject list_subjects[];
extern const int list_subject_count;

void test_random_lists(void **state);
void test_ranges(void **state);
void test_threads(void **state);
void test_wrong_lists(void **state);
void test_results(void **state);
void test_overlap(void **state);
void test_codes(void **state);
void test_capture(void **state);
void test_list_faults(void **state);
void test_long_lists(void **state);

#endif

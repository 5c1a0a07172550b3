/* nvtx_calls.c: calls of every kind, whose ranges nvtx.py looks at; some with errors. */
#include <stdio.h>

#include "../unit/sample_ufuncs.h"

static int failed;

static void check(weft_status status, weft_status wanted, const weft_error *error)
{
    if (status != wanted) {
        fprintf(stderr, "status %d: %s\n", (int)status, status ? error->text : "");
        failed = 1;
    }
}

int main(void)
{
    double x[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, y[12], sums[4];
    weft_error error;
    weft_array a = weft_array_view(x, WEFT_FLOAT64, 2, (int64_t[]){3, 4}, NULL);
    weft_array row = weft_array_view(x, WEFT_FLOAT64, 1, (int64_t[]){4}, NULL);
    weft_array out = weft_array_view(y, WEFT_FLOAT64, 2, (int64_t[]){3, 4}, NULL);
    weft_array sum = weft_array_view(sums, WEFT_FLOAT64, 1, (int64_t[]){4}, NULL);
    weft_array third = weft_array_view(x, WEFT_FLOAT64, 1, (int64_t[]){3}, NULL), two = weft_scalar_f64(2);
    weft_array index = weft_array_view((int64_t[]){0, 2}, WEFT_INT64, 1, (int64_t[]){2}, NULL), none = {0};
    const weft_options parallel = {.target = WEFT_PARALLEL};
    check(weft_call(&sample_add, (weft_array *[]){&a, &a, &out}, NULL, &error), WEFT_OK, &error);
    check(weft_call(&sample_add, (weft_array *[]){&a, &row, &out}, &parallel, &error), WEFT_OK, &error);
    check(weft_call(&sample_add, (weft_array *[]){&row, &two, &none}, NULL, &error), WEFT_OK, &error);
    weft_array_clear(&none);
    check(weft_call(&sample_add, (weft_array *[]){&a, &third, &out}, NULL, &error), WEFT_ERROR_SHAPE, &error);
    check(weft_call_range(&sample_add, (weft_array *[]){&a, &a, &out}, 2, 7, NULL, &error), WEFT_OK, &error);
    check(weft_call_range(&sample_add, (weft_array *[]){&a, &a, &out}, 2, 99, NULL, &error), WEFT_ERROR_ARGUMENT,
          &error);
    check(weft_reduce(&sample_add, &a, &sum, NULL, NULL, &error), WEFT_OK, &error);
    check(weft_accumulate(&sample_add, &a, &out, 1, NULL, &error), WEFT_OK, &error);
    check(weft_reduceat(&sample_add, &a, &index, &none, 1, NULL, &error), WEFT_OK, &error);
    weft_array_clear(&none);
    check(weft_outer(&sample_add, &third, &row, &out, NULL, &error), WEFT_OK, &error);
    check(weft_at(&sample_add, &row, &index, &two, NULL, &error), WEFT_OK, &error);
    check(weft_accumulate(&sample_add, &a, &out, 5, NULL, &error), WEFT_ERROR_ARGUMENT, &error);
    return failed;
}

/* foreign.c: the functions of declared.c, called as ufuncs. */
#include <float.h>
#include <stdio.h>

#include "declared.h"

typedef weft_status entry(const weft_array *x, weft_array *result, const weft_options *options,
                          weft_error *error);

/* Whether the entry gives this for 2. */
static int check(const char *name, entry *called, double wanted)
{
    double value = 2, found = 0;
    weft_array x = weft_array_view(&value, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array result = weft_array_view(&found, WEFT_FLOAT64, 0, NULL, NULL);
    weft_error error;
    if (called(&x, &result, NULL, &error) != WEFT_OK) {
        printf("%s: %s\n", name, error.text);
        return 1;
    }
    if (found == wanted)
        return 0;
    printf("%s(2) is %g, not %g\n", name, found, wanted);
    return 1;
}

/* Inputs that are left out, in every kind of call. */
static int check_defaults(void)
{
    double value = 2, by = 10, found[4] = {0};
    weft_array x = weft_array_view(&value, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array other = weft_array_view(&by, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array result = weft_array_view(found, WEFT_FLOAT64, 1, (int64_t[]){4}, NULL);
    weft_array made = {0};
    weft_array *operands[] = {&x, NULL, NULL, &result}, *open[] = {NULL, NULL, NULL, &result};
    weft_error error = {0};
    int64_t count = 0;
    const weft_loop *loop = NULL;
    int failed = weft_shifted(&x, NULL, NULL, &result, NULL, &error) != WEFT_OK || found[3] != 5.5;
    failed += weft_shifted(&x, &other, NULL, &result, NULL, &error) != WEFT_OK || found[3] != 19.5;
    failed += weft_shifted(&x, NULL, &other, &made, &(weft_options){.order = WEFT_ORDER_A},
                           &error) != WEFT_OK || *(double *)made.data != -4;
    weft_array_clear(&made);
    failed += weft_item_count(&weft_ufunc_shifted, operands, NULL, &count, &error) != WEFT_OK || count != 4;
    failed += weft_loop_choose(&weft_ufunc_shifted, operands, NULL, &loop, &error) != WEFT_OK || !loop;
    failed += weft_call_range(&weft_ufunc_shifted, operands, 1, 2, NULL, &error) != WEFT_OK ||
              found[0] != 19.5 || found[1] != 5.5 || found[2] != 19.5;
    failed += weft_call(&weft_ufunc_shifted, open, NULL, &error) != WEFT_ERROR_ARGUMENT;
    if (failed)
        printf("%d of 7 calls with inputs left out: %s\n", failed, error.text);
    return failed;
}

int main(void)
{
    int failed = check("counted", weft_counted, 3);
    failed += check("counted", weft_counted, 4);
    failed += check("scaled", weft_scaled, 2 * DBL_DIG);
    return failed + check_defaults() != 0;
}

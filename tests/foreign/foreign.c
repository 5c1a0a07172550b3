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

int main(void)
{
    int failed = check("counted", weft_counted, 3);
    failed += check("counted", weft_counted, 4);
    failed += check("scaled", weft_scaled, 2 * DBL_DIG);
    return failed != 0;
}

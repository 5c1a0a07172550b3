/* Hand-written kernels as ufuncs: stacks, broadcasting and any steps are Weft's. */
#include "example.h"
#include "vector_add.h"

enum { ROWS = 40, COLUMNS = 10000 };

static float a[ROWS][COLUMNS], b[COLUMNS], sums[ROWS][COLUMNS], totals[ROWS];

/* Rows of multiples of the row's number, each plus one row for all. */
static void try_target(weft_target target)
{
    weft_error error;
    const weft_options options = {.target = target};
    const int64_t shape[] = {ROWS, COLUMNS};
    weft_array x = weft_array_view(a, WEFT_FLOAT32, 2, shape, NULL);
    weft_array y = weft_array_view(b, WEFT_FLOAT32, 1, &shape[1], NULL);
    weft_array sum = weft_array_view(sums, WEFT_FLOAT32, 2, shape, NULL);
    weft_array total = weft_array_view(totals, WEFT_FLOAT32, 1, shape, NULL);
    example_check(weft_vector_add(&x, &y, &sum, &options, &error), &error);
    example_check(weft_row_sum(&sum, &total, &options, &error), &error);
    bool good = true;
    for (int i = 0; i < ROWS; i++)
        good = good && sums[i][7] == (float)i + 7 % 4 &&
               totals[i] == (float)COLUMNS * ((float)i + 1.5f);
    example_expect(good, "each row is i + 0, i + 1, i + 2, i + 3, i + 0 …");
    printf("%-9s %d sums, the last of their rows is %.0f\n", weft_target_name(target),
           ROWS * COLUMNS, totals[ROWS - 1]);
}

int main(void)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            a[i][j] = (float)i;
            b[j] = (float)(j % 4);
        }
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++)
        if (example_has_target(target))
            try_target(target);
    return 0;
}

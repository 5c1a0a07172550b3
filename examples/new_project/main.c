/* main.c: calls the functions of kernels.c on arrays. */
#include <stdio.h>

#include <weft/weft.h>

#include "kernels.h"

static int failed(const weft_error *error)
{
    fprintf(stderr, "new_project: %s\n", error->text);
    return 1;
}

int main(void)
{
    double sides[3] = {3, 5, 8}, heights[2][1] = {{4}, {12}}; /* broadcast to 2 rows of 3 */
    weft_array a = weft_array_view(sides, WEFT_FLOAT64, 1, (int64_t[]){3}, NULL);
    weft_array b = weft_array_view(heights, WEFT_FLOAT64, 2, (int64_t[]){2, 1}, NULL);
    weft_array lengths = {0}, means = {0}; /* no dtype: the calls allocate them */
    weft_options options = {.target = WEFT_AUTO};
    weft_error error;

    if (weft_hypotenuse(&a, &b, &lengths, &options, &error) != WEFT_OK)
        return failed(&error);
    if (weft_row_mean(&lengths, &means, &options, &error) != WEFT_OK)
        return failed(&error);

    const double *length = lengths.data, *mean = means.data;
    for (int row = 0; row < 2; row++)
        printf("%6.3f %6.3f %6.3f   mean %6.3f\n", length[3 * row], length[3 * row + 1],
               length[3 * row + 2], mean[row]);
    weft_array_clear(&lengths);
    weft_array_clear(&means);
    return 0;
}

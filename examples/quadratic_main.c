/* Roots of a million quadratic polynomials that were made from their roots, on every target. */
#include "example.h"

#include <math.h>

#include "quadratic.h"

enum { COUNT = 1000000 };

/* Coefficients of polynomials with the roots lower[i] and upper[i]. */
static void make(double *lower, double *upper, double *b, double *c, double a)
{
    for (int i = 0; i < COUNT; i++) {
        lower[i] = 1e-6 * (1 + i % 1009);
        upper[i] = 1 + 1e-3 * (i % 100003);
        b[i] = -a * (lower[i] + upper[i]);
        c[i] = a * lower[i] * upper[i];
    }
}

/* The largest relative error of the roots. */
static double largest_error(const double *found, const double *expected)
{
    double largest = 0;
    for (int i = 0; i < COUNT; i++)
        largest = fmax(largest, fabs(found[i] - expected[i]) / expected[i]);
    return largest;
}

int main(void)
{
    static double lower[COUNT], upper[COUNT], b_data[COUNT], c_data[COUNT];
    make(lower, upper, b_data, c_data, 3);
    weft_array a = weft_scalar_f64(3);
    weft_array b = weft_array_view(b_data, WEFT_FLOAT64, 1, (int64_t[]){COUNT}, NULL);
    weft_array c = weft_array_view(c_data, WEFT_FLOAT64, 1, (int64_t[]){COUNT}, NULL);
    weft_error error;

    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        if (!example_has_target(target))
            continue;
        weft_array x1 = {0}, x2 = {0};
        weft_options options = {.target = target};
        example_check(weft_quadratic_roots(&a, &b, &c, &x1, &x2, &options, &error), &error);
        double first = largest_error(x1.data, lower), second = largest_error(x2.data, upper);
        printf("%-8s  %d polynomials: largest relative errors %.1e and %.1e\n",
               weft_target_name(target), COUNT, first, second);
        example_expect(first < 4e-15 && second < 4e-15, "the roots the polynomials were made of");
        weft_array_clear(&x1);
        weft_array_clear(&x2);
    }

    weft_array one = weft_scalar_f64(1), none = weft_scalar_f64(0), x1 = {0}, x2 = {0};
    example_check(weft_quadratic_roots(&one, &none, &one, &x1, &x2, NULL, &error), &error);
    example_expect(isnan(*(double *)x1.data) && isnan(*(double *)x2.data), "x² + 1 has no root");
    weft_array_clear(&x1);
    weft_array_clear(&x2);
    return 0;
}

/* Temperatures of ten years, by month: sums of floats with the same bits on every target.
 *   group_by [FILE.svg] */
#include "example.h"

#include <math.h>
#include <string.h>

#include "group_by.h"
#include "plot.h"

enum { DAYS = 3650, MONTHS = 12 };

static double temperature[DAYS];
static int64_t month[DAYS];

static void make(void)
{
    uint32_t state = 1;
    for (int i = 0; i < DAYS; i++) {
        state = state * 1664525U + 1013904223U;
        month[i] = i % 365 * MONTHS / 365;
        temperature[i] =
            9 - 10 * cos(2 * 3.14159265358979 * (i % 365 - 20) / 365) + 8 * (state / 0x1p32 - 0.5);
    }
}

/* The reduction of the temperatures of each month. */
static weft_array by_month(const weft_ufunc *reduction, const weft_options *options)
{
    const int64_t shape[] = {DAYS};
    const weft_array values = weft_array_view(temperature, WEFT_FLOAT64, 1, shape, NULL);
    const weft_array keys = weft_array_view(month, WEFT_INT64, 1, shape, NULL), *of[] = {&values};
    weft_array result = {0};
    weft_error error;
    example_check(weft_reduce_keys(reduction, of, &keys, &result, &(weft_grouping){.count = MONTHS},
                                   options, &error),
                  &error);
    return result;
}

int main(int argc, char **argv)
{
    double first[MONTHS], months[MONTHS];
    make();
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        if (!example_has_target(target))
            continue;
        const weft_options options = {.target = target};
        weft_array mean = by_month(&weft_ufunc_mean_of, &options);
        weft_array largest = by_month(&weft_ufunc_largest, &options);
        const double *means = mean.data, *most = largest.data;
        if (target == WEFT_CPU)
            memcpy(first, means, sizeof first);
        example_expect(memcmp(first, means, sizeof first) == 0, "the same bits on every target");
        printf("%s: month, mean, largest\n", weft_target_name(target));
        for (int k = 0; k < MONTHS; k++) {
            double sum = 0, high = -INFINITY;
            int days = 0;
            for (int i = 0; i < DAYS; i++)
                if (month[i] == k) {
                    sum += temperature[i];
                    high = fmax(high, temperature[i]);
                    days++;
                }
            months[k] = k + 1;
            printf("  %2d  %5.1f  %5.1f\n", k + 1, means[k], most[k]);
            example_expect(fabs(means[k] - sum / days) < 1e-12 && most[k] == high, "a loop's");
        }
        if (target == WEFT_CPU) {
            plot *plot = plot_begin(argc > 1 ? argv[1] : "group_by.svg", "Temperatures by month",
                                    (plot_axis){"month", 1, 12, 11, 0},
                                    (plot_axis){"degrees", -10, 30, 8, 0});
            plot_line(plot, "mean", MONTHS, months, means);
            plot_line(plot, "largest", MONTHS, months, most);
            plot_end(plot);
        }
        weft_array_clear(&mean), weft_array_clear(&largest);
    }
    return 0;
}

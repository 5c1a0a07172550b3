/* A million numbers, counted in 120 bins.
 *   histogram [FILE.svg] */
#include "example.h"

#include "histogram.h"
#include "plot.h"

enum { NUMBERS = 1000000, BINS = 120 };

static const double lowest = -4, highest = 4;

static void draw(const char *path, const int64_t *counts)
{
    double x[2 * BINS], y[2 * BINS];
    for (int i = 0; i < 2 * BINS; i++) { /* steps */
        x[i] = lowest + (highest - lowest) * ((i + 1) / 2) / BINS;
        y[i] = (double)counts[i / 2];
    }
    plot *plot =
        plot_begin(path, "A million numbers in 120 bins", (plot_axis){"x", lowest, highest, 8, 0},
                   (plot_axis){"numbers", 0, 25000, 5, 0});
    plot_line(plot, "", 2 * BINS, x, y);
    plot_end(plot);
}

int main(int argc, char **argv)
{
    uint64_t number = 1;
    int64_t one = 1;
    const int64_t shape[] = {NUMBERS}, still[] = {0};
    const weft_array seed = weft_array_view(&number, WEFT_UINT64, 0, NULL, NULL);
    const weft_array low = weft_scalar_f64(lowest), high = weft_scalar_f64(highest);
    const weft_array count = weft_scalar_i64(BINS);
    const weft_array ones = weft_array_view(&one, WEFT_INT64, 1, shape, still),
                     *counted[] = {&ones};
    weft_error error;
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        if (!example_has_target(target))
            continue;
        weft_array x = {0}, bins = {0}, counts = {0};
        weft_options options = {
            .size = sizeof options, .target = target, .rank = 1, .shape = shape};
        const weft_grouping how = {.size = sizeof how, .count = BINS, .skip = true};
        example_check(weft_sample(&seed, &x, &options, &error), &error);
        options.rank = 0, options.shape = NULL;
        example_check(weft_bin_of(&x, &low, &high, &count, &bins, &options, &error), &error);
        example_check(
            weft_reduce_keys(&weft_ufunc_total, counted, &bins, &counts, &how, &options, &error),
            &error);
        const int64_t *found = counts.data;
        int64_t sum = 0, most = 0, naive[BINS] = {0};
        for (int i = 0; i < NUMBERS; i++) {
            const int64_t bin = ((int64_t *)bins.data)[i];
            if (bin >= 0)
                naive[bin]++;
        }
        for (int i = 0; i < BINS; i++) {
            example_expect(found[i] == naive[i], "the counts of a loop");
            sum += found[i];
            most = found[i] > found[most] ? i : most;
        }
        printf("%-8s  %lld numbers in %d bins, most from %.2f on: %lld\n", weft_target_name(target),
               (long long)sum, BINS, lowest + (double)most * (highest - lowest) / BINS,
               (long long)found[most]);
        if (target == WEFT_CPU)
            draw(argc > 1 ? argv[1] : "histogram.svg", found);
        weft_array_clear(&x), weft_array_clear(&bins), weft_array_clear(&counts);
    }
    return 0;
}

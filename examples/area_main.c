/* The circle's area by four million random points: the same points, and the same count, on every
 * target.
 *   area [FILE.svg] */
#include "example.h"

#include <math.h>
#include <string.h>

#include "area.h"
#include "plot.h"

enum { ITEMS = 512, POINTS = 8192 };

static const double pi = 3.14159265358979323846;

/* How far off the area is of the first points, against what chance allows. */
static void draw(const char *path, const int64_t *inside)
{
    double points[ITEMS], errors[ITEMS], chance[ITEMS], sum = 0;
    for (int i = 0; i < ITEMS; i++) {
        sum += (double)inside[i];
        points[i] = (i + 1.0) * POINTS;
        errors[i] = fmax(fabs(4 * sum / points[i] - pi), 1e-5);
        chance[i] = sqrt(pi * (4 - pi) / points[i]);
    }
    plot *plot =
        plot_begin(path, "The area of a circle by random points",
                   (plot_axis){"points", 1e3, 1e7, 4, 10}, (plot_axis){"error", 1e-5, 1e-1, 4, 10});
    plot_line(plot, "error", ITEMS, points, errors);
    plot_line(plot, "deviation", ITEMS, points, chance);
    plot_end(plot);
}

int main(int argc, char **argv)
{
    uint64_t number = 2;
    const weft_array seed = weft_array_view(&number, WEFT_UINT64, 0, NULL, NULL);
    const weft_array count = weft_scalar_i64(POINTS);
    const int64_t shape[] = {ITEMS}, total = (int64_t)ITEMS * POINTS;
    int64_t first[ITEMS];
    weft_error error;
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        if (!example_has_target(target))
            continue;
        weft_array inside = {0};
        weft_options options = {.target = target, .rank = 1, .shape = shape};
        options.size = sizeof options;
        example_check(weft_points_inside(&seed, &count, &inside, &options, &error), &error);
        if (target == WEFT_CPU)
            memcpy(first, inside.data, sizeof first);
        example_expect(memcmp(first, inside.data, sizeof first) == 0, "the same on every target");
        double sum = 0;
        for (int i = 0; i < ITEMS; i++)
            sum += (double)first[i];
        const double area = 4 * sum / (double)total;
        printf("%-8s  %lld points: area %.6f, off by %.6f\n", weft_target_name(target),
               (long long)total, area, area - pi);
        example_expect(fabs(area - pi) < 4 * sqrt(pi * (4 - pi) / (double)total), "the area is pi");
        weft_array_clear(&inside);
    }
    draw(argc > 1 ? argv[1] : "area.svg", first);
    return 0;
}

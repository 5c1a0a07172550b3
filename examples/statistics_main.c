/* Distances of many points from one, and their mean: reductions that are declared, on every target.
 * */
#include "example.h"

#include "statistics.h"

enum { POINTS = 4, DIMENSIONS = 3 };

int main(void)
{
    float points[POINTS][DIMENSIONS] = {{3, 4, 0}, {0, 0, 0}, {1, 2, 2}, {0, 5, 12}};
    float origin[DIMENSIONS] = {0, 0, 0};
    bool is_far[POINTS] = {true, false, false, true};
    weft_array many =
        weft_array_view(points, WEFT_FLOAT32, 2, (int64_t[]){POINTS, DIMENSIONS}, NULL);
    weft_array one = weft_array_view(origin, WEFT_FLOAT32, 1, (int64_t[]){DIMENSIONS}, NULL);
    weft_array mask = weft_array_view(is_far, WEFT_BOOL, 1, (int64_t[]){POINTS}, NULL);
    weft_reduction along_rows = {.axes = (int[]){-1}, .axis_count = 1};
    weft_reduction far_ones = {.where = &mask};
    weft_error error;

    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        if (!example_has_target(target))
            continue;
        weft_options options = {.target = target};
        weft_array distances = {0}, mean = {0}, far_mean = {0};
        /* The one point broadcasts to the many. */
        example_check(weft_distance(&many, &one, &distances, &along_rows, &options, &error),
                      &error);
        example_check(weft_mean(&distances, &mean, NULL, &options, &error), &error);
        example_check(weft_mean(&distances, &far_mean, &far_ones, &options, &error), &error);
        const float *d = distances.data;
        const double *all = mean.data, *far = far_mean.data;
        printf("%-8s  distances %g %g %g %g, mean %g, of the far ones %g\n",
               weft_target_name(target), (double)d[0], (double)d[1], (double)d[2], (double)d[3],
               *all, *far);
        example_expect(d[0] == 5 && d[1] == 0 && d[2] == 3 && d[3] == 13, "distances");
        example_expect(*all == 5.25 && *far == 9, "means");
        weft_array_clear(&distances);
        weft_array_clear(&mean);
        weft_array_clear(&far_mean);
    }
    return 0;
}

/* One program for machines with a GPU and without: says what is there, what auto takes for each
 * size, and that the results are the same. */
#include "example.h"

#include <math.h>

#include "auto_target.h"

enum { LARGEST = 1000000 };

/* The distance of place i from Greenwich, by the angle between two vectors. */
static double distance(double latitude, double longitude)
{
    const double degree = 0.017453292519943295;
    double x = cos(latitude * degree) * cos(longitude * degree);
    double y = cos(latitude * degree) * sin(longitude * degree), z = sin(latitude * degree);
    double ax = cos(51.4779 * degree), az = sin(51.4779 * degree);
    double across = hypot(hypot(y * az, z * ax - x * az), y * ax);
    return 6371.0088 * atan2(across, x * ax + z * az);
}

int main(void)
{
    weft_error error;
    weft_target best = WEFT_PARALLEL;
    printf("devices: %d\n", weft_device_count());
    if (example_has_target(WEFT_GPU))
        best = WEFT_GPU;
    else
        example_expect(weft_target_check(WEFT_GPU, NULL, &error) == WEFT_ERROR_TARGET,
                       "a GPU that is not there is an error, not a crash");

    for (int64_t count = 1; count <= LARGEST; count *= 100) {
        weft_array latitude = example_points(1, count + 1, -90, 90);
        weft_array longitude = example_points(1, count + 1, -180, 180);
        weft_array here = weft_scalar_f64(51.4779), zero = weft_scalar_f64(0), away = {0};
        weft_array *operands[] = {&here, &zero, &latitude, &longitude, &away};
        weft_target chosen;
        example_check(weft_target_choose(&weft_ufunc_great_circle, operands, NULL, &chosen, &error),
                      &error);
        example_check(weft_call(&weft_ufunc_great_circle, operands, NULL, &error), &error);
        printf("%7lld places: auto takes %s\n", (long long)count + 1, weft_target_name(chosen));
        example_expect(chosen >= WEFT_CPU && chosen <= best, "auto takes what can be had");
        example_expect(weft_target_check(chosen, NULL, &error) == WEFT_OK, "and what works");
        const double *found = away.data, *lat = latitude.data, *lon = longitude.data;
        for (int64_t i = 0; i <= count; i++)
            example_expect(fabs(found[i] - distance(lat[i], lon[i])) < 1e-3, "distances");
        weft_array_clear(&latitude);
        weft_array_clear(&longitude);
        weft_array_clear(&away);
    }
    return 0;
}

/* auto_target.c: a function with some work for each item. */
#include <weft/annotate.h>

#include <math.h>

/** The great-circle distance of two places in kilometres: latitudes and longitudes in degrees. */
WEFT_VECTORIZE("float64(float64, float64, float64, float64)")
double great_circle(double latitude1, double longitude1, double latitude2, double longitude2)
{
    const double degree = 0.017453292519943295;
    double north = sin((latitude2 - latitude1) * degree / 2);
    double east = sin((longitude2 - longitude1) * degree / 2);
    double chord = north * north + cos(latitude1 * degree) * cos(latitude2 * degree) * east * east;
    return 2 * 6371.0088 * asin(sqrt(fmin(chord, 1)));
}

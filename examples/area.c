/* area.c: an area by random sampling, in one pass: an item draws points of its own and counts, so
 * that none is stored. */
#include <weft/annotate.h>
#include <weft/random.h>

/** How many of the item's `count` random points of a square lie in the circle's quarter. */
WEFT_OPTIONS(index(i), strict)
WEFT_VECTORIZE()
int64_t points_inside(uint64_t seed, int64_t count, uint64_t i)
{
    int64_t inside = 0;
    for (int64_t k = 0; k < count; k++) {
        const uint64_t point = i * (uint64_t)count + (uint64_t)k;
        const double x = weft_random_double(seed, point, 0), y = weft_random_double(seed, point, 1);
        inside += x * x + y * y < 1;
    }
    return inside;
}

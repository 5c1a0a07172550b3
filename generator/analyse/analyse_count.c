/* analyse_count.c: how often something runs, as a number × a product of sizes. */
#include "analyse.h"

#include <string.h>

double count_bound(double number)
{
    static const double most = 0x1p64; /* what NaN is taken for, too */
    return number < most ? number : most;
}

trip_count count_multiply(trip_count a, trip_count b)
{
    a.known &= b.known;
    a.factor = count_bound(a.factor * b.factor);
    for (size_t i = 0; i < MOST_SIZES; i++) {
        unsigned power = (unsigned)a.sizes.powers[i] + b.sizes.powers[i];
        a.sizes.powers[i] = (uint8_t)(power < UINT8_MAX ? power : UINT8_MAX);
    }
    return a;
}

unsigned count_degree(const trip_count *count)
{
    unsigned degree = 0;
    for (size_t i = 0; i < MOST_SIZES; i++)
        degree += count->sizes.powers[i];
    return degree;
}

/* Whether both are a number times the same sizes. */
bool count_is_alike(const trip_count *a, const trip_count *b)
{
    return memcmp(&a->sizes, &b->sizes, sizeof a->sizes) == 0;
}

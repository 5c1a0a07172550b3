#include "nearest.h"

#include <stdint.h>
#include <string.h>

enum { LONGEST = 63 };

size_t nearest_distance(const char *typed, const char *name)
{
    size_t row[LONGEST + 1];
    const size_t width = strlen(typed), height = strlen(name);
    if (width > LONGEST || height > LONGEST)
        return SIZE_MAX;
    for (size_t i = 0; i <= width; i++)
        row[i] = i;
    for (size_t k = 1; k <= height; k++) {
        size_t above = row[0]++;
        for (size_t i = 1; i <= width; i++) {
            size_t best = above + (typed[i - 1] != name[k - 1]);
            above = row[i];
            best = row[i] + 1 < best ? row[i] + 1 : best;
            row[i] = row[i - 1] + 1 < best ? row[i - 1] + 1 : best;
        }
    }
    return row[width] <= (width + 2) / 3 ? row[width] : SIZE_MAX;
}

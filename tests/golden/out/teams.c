/* Walks that a team of threads may share: macros around them, but not where `strict` keeps the order. */
#include <weft/annotate.h>

#include <math.h>

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->(n),()", "void(float64[:], float64[:], int64[:])")
void share(size_t n, const double x[n], double y[n], long *place)
{
    double sum = 0, found = -INFINITY;
    long at = -1;
    for (size_t i = 0; i < n; i++) /* a head) */
        if (x[i] > found) {
            found = x[i];
            at = (long)i;
        }
    for (size_t i = 0; i < n; i++)
        sum += y[i] = x[i] - found;
    for (size_t i = 0; i < n; i++) {
        y[i] /= sum;
    }
    *place = at;
}

WEFT_OPTIONS(reorderable, strict)
WEFT_GUVECTORIZE("(n)->()", "float64(float64[:])")
double in_order(size_t n, const double x[n])
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

/* Without a blank that it could be without. */
WEFT_OPTIONS(reorderable)WEFT_GUVECTORIZE()double tight(size_t n,const double x[n]){double s=0;for(size_t i=0;i<n;i++){s+=x[i];}return s;}

/* Numbers and text of the nodes: parentheses, comments between operands, macros of the file's and of
 * a system header, casts, a nested initializer, a helper with numbers of its own. */
#include <math.h>
#include <stddef.h>

#include <weft/annotate.h>

#define SQUARE(v) ((v) * (v))
#define LOOP(i, n) for (size_t i = 0; i < n; i++)

static double half(double v)
{
    return v / 2;
}

WEFT_GUVECTORIZE("(n),()->()")
void walk(size_t n, const double x[n], int k, double *y)
{
    double table[2][2] = {{1, 2}, {3, (double)k}};
    *y = SQUARE(x[0] /* one */ + (k)) - half((2 * x[n - 1]));
    LOOP (i, n)
        y[0] += isnan(x[i]) ? table[k & 1][(0)] : M_PI;
    k ? (void)(k += 1, --k) : (void)0;
}

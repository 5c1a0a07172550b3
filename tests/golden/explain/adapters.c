#include <weft/annotate.h>
#include <stdbool.h>

WEFT_TYPEVAR(T);

/** Turns a matrix. */
WEFT_GUVECTORIZE("(),(3,3)->(3,3)", "void(float32, float32[:,:], float32[:,:])",
                 "void(float64, float64[:,:], float64[:,:])")
void turn(T by, T M[3][3])
{
    for (int i = 0; i < 3; i++)
        M[i][0] *= by;
}
/** Linked, and handed what it writes. */
WEFT_GUVECTORIZE("(n),()->(n),()")
bool scale(int n, long long *x, double by);
WEFT_VECTORIZE() WEFT_OPTIONS(nan, invalid(9e15))
double root(double x, double y) { return x < 0 ? 9e15 : x * y; }

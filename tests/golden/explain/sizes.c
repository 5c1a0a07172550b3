/* Choices by core sizes: vectors of items are made of small sizes alone where large ones are not
 * for vectors; and of constants, where one branch is all there is. */
#include <weft/annotate.h>
#include <weft/order.h>

WEFT_TYPEVAR(T);
WEFT_ORDER(T, T)

/** A constant number: the network. */
WEFT_GUVECTORIZE("(25)->()", "float32(float32[:])")
float of_25(const float x[25])
{
    float v[25];
    for (int i = 0; i < 25; i++)
        v[i] = x[i];
    return weft_select_float32(25, v, 12);
}

/** A size: the network for few elements. */
WEFT_GUVECTORIZE("(n)->(n)", "void(float32[:], float32[:])", "void(float64[:], float64[:])")
void sorted(size_t n, const T x[n], T y[n])
{
    for (size_t i = 0; i < n; i++)
        y[i] = x[i];
    weft_sort_T(n, y);
}

/** No network: items write one by one. */
WEFT_GUVECTORIZE("(n)->()", "float64(float64[:])")
T median_of(size_t n, T x[n])
{
    return weft_quickselect_T(n, x, n / 2);
}

/** Small sizes stand in the second branch. */
WEFT_GUVECTORIZE("(n)->(n)", "void(float64[:], float64[:])")
void places(size_t n, const double x[n], double y[n])
{
    if (n > 16) {
        for (size_t i = 0; i < n; i++) {
            size_t to = i;
            for (; to > 0 && y[to - 1] > x[i]; to--)
                y[to] = y[to - 1];
            y[to] = x[i];
        }
    } else {
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                y[i] = (j > 0 ? y[i] : 0) + (x[j] < x[i] ? 1.0 : 0.0);
    }
}

/* order.c: rows in order, and counted by size, that ship. NaN come last, as in NumPy. Strict, and
 * so the same bits on every target. */
#include <weft/annotate.h>
#include <weft/order.h>

#include <math.h>

WEFT_TYPEVAR(T);
WEFT_ORDER(T, T)

/** The elements from the least to the largest. */
WEFT_OPTIONS(strict)
WEFT_GUVECTORIZE("(n)->(n)", "void(int64[:], int64[:])", "void(float32[:], float32[:])",
                 "void(float64[:], float64[:])")
void sort_row(size_t n, const T x[n], T y[n])
{
    for (size_t i = 0; i < n; i++)
        y[i] = x[i];
    weft_sort_T(n, y);
}

/** The places of the elements from the least to the largest; equals as they stand. */
WEFT_OPTIONS(strict)
WEFT_GUVECTORIZE("(n)->(n)", "void(int64[:], int64[:])", "void(float32[:], int64[:])",
                 "void(float64[:], int64[:])")
void argsort_row(size_t n, T x[n], int64_t places[n])
{
    for (size_t i = 0; i < n; i++)
        places[i] = (int64_t)i;
    weft_argsort_T(n, x, places);
}

/** The elements, that which sorting would leave at kth there, none larger before it and none less
 * behind it; negative ones count from the end. */
WEFT_OPTIONS(strict)
WEFT_GUVECTORIZE("(n),()->(n),()", "void(int64[:], int64, int64[:], int8[:])",
                 "void(float32[:], int64, float32[:], int8[:])",
                 "void(float64[:], int64, float64[:], int8[:])")
WEFT_STATUS("status", "error 1: kth is no place of the row")
void partition_row(size_t n, const T x[n], int64_t kth, T y[n], int8_t *status)
{
    const size_t place = (size_t)(kth < 0 ? kth + (int64_t)n : kth);
    for (size_t i = 0; i < n; i++)
        y[i] = x[i];
    *status = place >= n;
    if (n <= WEFT_NETWORK_MOST)
        weft_network_T(n, y);
    else if (place < n)
        weft_quickselect_T(n, y, place);
}

/* Whether the one at i stands before the one at j: the larger, NaN above all, of equals the first.
 */
static int is_above(T a, int64_t i, T b, int64_t j)
{
    return WEFT_BEFORE(b, a) || (!WEFT_BEFORE(a, b) && i < j);
}

/* Makes a heap of `count` elements from `root` on, the last in order at its top. */
static void sink(T *values, int64_t *places, size_t root, size_t count)
{
    const T value = values[root];
    const int64_t place = places[root];
    size_t child = 2 * root + 1;
    for (; child < count; child = 2 * root + 1) {
        child += child + 1 < count &&
                 is_above(values[child], places[child], values[child + 1], places[child + 1]);
        if (!is_above(value, place, values[child], places[child]))
            break;
        values[root] = values[child];
        places[root] = places[child];
        root = child;
    }
    values[root] = value;
    places[root] = place;
}

/** The largest elements, as many as the outputs have room for, the largest first, and their places;
 * of equals the first. NaN are larger than all. Beyond the row's end: 0, and the place -1. */
WEFT_OPTIONS(strict)
WEFT_GUVECTORIZE("(n)->(k),(k)", "void(int64[:], int64[:], int64[:])",
                 "void(float32[:], float32[:], int64[:])", "void(float64[:], float64[:], int64[:])")
void top_k(size_t n, size_t k, const T x[n], T values[k], int64_t places[k])
{
    const size_t count = k < n ? k : n;
    for (size_t i = 0; i < k; i++) {
        values[i] = i < n ? x[i] : 0;
        places[i] = i < n ? (int64_t)i : -1;
    }
    for (size_t i = count / 2; i > 0; i--)
        sink(values, places, i - 1, count);
    for (size_t i = count; count > 0 && i < n; i++)
        if (is_above(x[i], (int64_t)i, values[0], places[0])) {
            values[0] = x[i];
            places[0] = (int64_t)i;
            sink(values, places, 0, count);
        }
    for (size_t end = count; end > 1; end--) {
        const T value = values[0];
        const int64_t place = places[0];
        values[0] = values[end - 1];
        places[0] = places[end - 1];
        values[end - 1] = value;
        places[end - 1] = place;
        sink(values, places, 0, end - 1);
    }
}

static T last_of_even(size_t n, const T *x, T high)
{
    T low = x[0];
    for (size_t i = 1; i < n / 2; i++)
        low = x[i] > low ? x[i] : low;
    return (low + high) / 2;
}

/** The middle element, or the mean of the two; NaN where one is, and of none. */
WEFT_OPTIONS(strict)
WEFT_GUVECTORIZE("(n)->()", "float32(float32[:])", "float64(float64[:])")
T median(size_t n, T x[n])
{
    int whole = n > 0;
    for (size_t i = 0; i < n; i++)
        whole &= x[i] == x[i];
    if (!whole)
        return NAN;
    const T high = weft_select_T(n, x, n / 2);
    return n % 2 ? high : last_of_even(n, x, high);
}

/** The element at q (n - 1), from 0, of the sorted row, or what lies on the line between the two
 * beside it; NaN where one is, of none, and of a q that is no number from 0 to 1. */
WEFT_OPTIONS(strict)
WEFT_GUVECTORIZE("(n),()->()", "float32(float32[:], float64)", "float64(float64[:], float64)")
T quantile(size_t n, T x[n], double q)
{
    int whole = n > 0 && q >= 0 && q <= 1;
    for (size_t i = 0; i < n; i++)
        whole &= x[i] == x[i];
    if (!whole)
        return NAN;
    const double at = q * (double)(n - 1);
    const size_t place = (size_t)at;
    const double share = at - (double)place;
    const T low = weft_select_T(n, x, place);
    if (share == 0 || place + 1 == n)
        return low;
    T high = x[place + 1];
    for (size_t i = place + 2; i < n; i++)
        high = x[i] < high ? x[i] : high;
    if (low == high)
        return low;
    const int from_low = (share < 0.5 && low > -INFINITY) || high == INFINITY;
    const double width = (double)high - (double)low;
    return (T)(from_low ? (double)low + width * share : (double)high - width * (1 - share));
}

/* The bin of x among `count` of one width, from low to high, which belongs to the last; -1 outside.
 * The edges are as numpy.linspace has them, low + k step, and the last is high. */
static int64_t bin_of(double x, double low, double high, int64_t count, double step)
{
    if (!(x >= low && x <= high && low < high && count > 0))
        return -1;
    int64_t bin = (int64_t)((x - low) / (high - low) * (double)count);
    bin = bin < count ? bin : count - 1;
    if (x < (double)bin * step + low)
        return bin - 1;
    return bin + 1 < count && x >= (double)(bin + 1) * step + low ? bin + 1 : bin;
}

/** The number of the bin of x among `count` of one width from low to high, which belongs to the
 * last; -1 outside, of NaN, and where low is not below high. Edges and bins are those of
 * numpy.histogram. */
WEFT_OPTIONS(strict)
WEFT_VECTORIZE("int64(float64, float64, float64, int64)")
int64_t bin_even(double x, double low, double high, int64_t count)
{
    return bin_of(x, low, high, count, (high - low) / (double)count);
}

/** How many elements lie in each of the bins of one width, as many as the output has, from low to
 * high, which belongs to the last. */
WEFT_GUVECTORIZE("(n),(),()->(k)", "void(float64[:], float64, float64, int64[:])")
void histogram_even(size_t n, size_t k, const double x[n], double low, double high,
                    int64_t counts[k])
{
    const double step = (high - low) / (double)k;
    for (size_t i = 0; i < k; i++)
        counts[i] = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t bin = (size_t)bin_of(x[i], low, high, (int64_t)k, step);
        if (bin < k)
            counts[bin]++;
    }
}

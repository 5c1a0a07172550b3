/* rows.c: gufuncs of rows of numbers that ship: running sums, statistics, filters, scores, searches.
 * What NumPy or SciPy has, has its results but for rounding; sums are taken in the order of the
 * index, where nothing else is said. */
#include <weft/annotate.h>

#include <stdint.h>
#include <tgmath.h>

WEFT_TYPEVAR(T); /* the type of the operands */

/* ---- running sums ---- */

/** The sums of all elements up to each. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int64[:], int64[:])", "void(uint64[:], uint64[:])",
                 "void(float32[:], float32[:])", "void(float64[:], float64[:])")
void cumsum(size_t n, const T x[n], T y[n])
{
    T sum = 0;
    for (size_t i = 0; i < n; i++)
        y[i] = sum += x[i];
}

/** The products of all elements up to each. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int64[:], int64[:])", "void(uint64[:], uint64[:])",
                 "void(float32[:], float32[:])", "void(float64[:], float64[:])")
void cumprod(size_t n, const T x[n], T y[n])
{
    T product = 1;
    for (size_t i = 0; i < n; i++)
        y[i] = product *= x[i];
}

/* ---- statistics ---- */

/** The mean. */
WEFT_GUVECTORIZE("(n)->()", "float32(float32[:])", "float64(float64[:])")
T mean(size_t n, const T x[n])
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return (T)(sum / (double)n);
}

/* The mean square of distances from the mean. */
static double variance_of(size_t n, const T x[n])
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    for (size_t i = 0; i < n; i++) {
        double distance = x[i] - sum / (double)n;
        squares += distance * distance;
    }
    return squares / (double)n;
}

/** The variance, the mean square of distances from the mean. */
WEFT_GUVECTORIZE("(n)->()", "float32(float32[:])", "float64(float64[:])")
T var(size_t n, const T x[n]) { return (T)variance_of(n, x); }

/** The standard deviation, the root of the variance. */
WEFT_NAME("std")
WEFT_GUVECTORIZE("(n)->()", "float32(float32[:])", "float64(float64[:])")
T standard_deviation(size_t n, const T x[n]) { return (T)sqrt(variance_of(n, x)); }

/** The density of a sample at each point: the mean of normal distributions of this width around the
 * numbers of the sample, as scipy.stats.gaussian_kde. */
WEFT_GUVECTORIZE("(n),(m),()->(m)", "void(float32[:], float32[:], float32, float32[:])",
                 "void(float64[:], float64[:], float64, float64[:])")
void gaussian_kde(size_t n, size_t m, const T sample[n], const T points[m], T width, T density[m])
{
    const T most = (T)(1 / 2.50662827463100050242) / (width * (T)n); /* the root of 2 pi */
    for (size_t j = 0; j < m; j++) {
        T sum = 0;
        for (size_t i = 0; i < n; i++) {
            const T distance = (points[j] - sample[i]) / width;
            sum += exp(distance * distance * (T)-0.5);
        }
        density[j] = sum * most;
    }
}

/* ---- moving statistics ---- */

/** The mean of each element and those before it, `width` in all, or as many as there are. */
WEFT_GUVECTORIZE("(n),()->(n)", "void(float32[:], int64, float32[:])",
                 "void(float64[:], int64, float64[:])")
void moving_mean(size_t n, const T x[n], int64_t width, T y[n])
{
    for (size_t i = 0; i < n; i++) {
        size_t count = width < 1 ? 1 : (uint64_t)width < i + 1 ? (size_t)width : i + 1;
        T sum = 0;
        for (size_t k = i + 1 - count; k <= i; k++)
            sum += x[k];
        y[i] = sum / (T)count;
    }
}

/** The variance, the mean square of distances from the mean, of the elements of moving_mean. */
WEFT_GUVECTORIZE("(n),()->(n)", "void(float32[:], int64, float32[:])",
                 "void(float64[:], int64, float64[:])")
void moving_variance(size_t n, const T x[n], int64_t width, T y[n])
{
    for (size_t i = 0; i < n; i++) {
        size_t count = width < 1 ? 1 : (uint64_t)width < i + 1 ? (size_t)width : i + 1;
        T sum = 0, squares = 0;
        for (size_t k = i + 1 - count; k <= i; k++)
            sum += x[k];
        for (size_t k = i + 1 - count; k <= i; k++) {
            T distance = x[k] - sum / (T)count;
            squares += distance * distance;
        }
        y[i] = squares / (T)count;
    }
}

/* ---- filters ---- */

/** The convolution of a and b, in full. */
WEFT_GUVECTORIZE("(m),(n)->(m+n-1)", "void(int64[:], int64[:], int64[:])",
                 "void(float32[:], float32[:], float32[:])",
                 "void(float64[:], float64[:], float64[:])")
void convolve(size_t m, size_t n, const T a[m], const T b[n], T c[m + n - 1])
{
    for (size_t i = 0; i < m + n - 1; i++) {
        T sum = 0;
        for (size_t k = i < n ? 0 : i - n + 1; k < m && k <= i; k++)
            sum += a[k] * b[i - k];
        c[i] = sum;
    }
}

/** The signal x through a filter of finite response h: the first n elements of convolve(x, h). */
WEFT_GUVECTORIZE("(n),(m)->(n)", "void(float32[:], float32[:], float32[:])",
                 "void(float64[:], float64[:], float64[:])")
void fir(size_t n, size_t m, const T x[n], const T h[m], T y[n])
{
    for (size_t i = 0; i < n; i++) {
        T sum = 0;
        for (size_t k = 0; k < m && k <= i; k++)
            sum += h[k] * x[i - k];
        y[i] = sum;
    }
}

/** The signal x through the filter b / a: the sum of a[k] y[i-k] is that of b[k] x[i-k]. */
WEFT_GUVECTORIZE("(p),(q),(n)->(n)", "void(float32[:], float32[:], float32[:], float32[:])",
                 "void(float64[:], float64[:], float64[:], float64[:])")
void lfilter(size_t p, size_t q, size_t n, const T b[p], const T a[q], const T x[n], T y[n])
{
    for (size_t i = 0; i < n; i++) {
        T sum = 0;
        for (size_t k = 0; k < p && k <= i; k++)
            sum += b[k] * x[i - k];
        for (size_t k = 1; k < q && k <= i; k++)
            sum -= a[k] * y[i - k];
        y[i] = q > 0 ? sum / a[0] : sum;
    }
}

/* ---- scores ---- */

/** e^x over the sum of e^x, which is taken in any order. */
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->(n)", "void(float32[:], float32[:])", "void(float64[:], float64[:])")
void softmax(size_t n, const T x[n], T y[n])
{
    T most = -INFINITY, sum = 0;
    for (size_t i = 0; i < n; i++)
        most = isless(x[i], most) ? most : x[i];
    for (size_t i = 0; i < n; i++)
        sum += y[i] = exp(x[i] - most);
    for (size_t i = 0; i < n; i++)
        y[i] /= sum;
}

/** The elements less their mean, over the root of their variance and epsilon, times gain, plus
 * bias. Sums are taken in any order. */
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n),(n),(n),()->(n)",
                 "void(float32[:], float32[:], float32[:], float32, float32[:])",
                 "void(float64[:], float64[:], float64[:], float64, float64[:])")
void layer_norm(size_t n, const T x[n], const T gain[n], const T bias[n], T epsilon, T y[n])
{
    T sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    T mean = sum / (T)n;
    for (size_t i = 0; i < n; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    T scale = 1 / sqrt(squares / (T)n + epsilon);
    for (size_t i = 0; i < n; i++)
        y[i] = (x[i] - mean) * scale * gain[i] + bias[i];
}

/* ---- searches ---- */

/** The index of the least element, or of the first NaN; -1 where there are none. */
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->()", "int64(int64[:])", "int64(float32[:])", "int64(float64[:])")
int64_t argmin(size_t n, const T x[n])
{
    int64_t place = -1;
    T found = 0;
    for (size_t i = 0; i < n; i++)
        if (place < 0 || (found == found && (x[i] != x[i] || x[i] < found))) {
            place = (int64_t)i;
            found = x[i];
        }
    return place;
}

/** The index of the largest element, or of the first NaN; -1 where there are none. */
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->()", "int64(int64[:])", "int64(float32[:])", "int64(float64[:])")
int64_t argmax(size_t n, const T x[n])
{
    int64_t place = -1;
    T found = 0;
    for (size_t i = 0; i < n; i++)
        if (place < 0 || (found == found && (x[i] != x[i] || x[i] > found))) {
            place = (int64_t)i;
            found = x[i];
        }
    return place;
}

/* How many of the sorted numbers are not above x. */
static size_t count_below(size_t n, const double *sorted, double x)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sorted[middle] <= x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/** How many elements of x lie between each two neighbours of the sorted edges; one that lies at the
 * last edge counts in. */
WEFT_GUVECTORIZE("(n),(k)->(k-1)", "void(float64[:], float64[:], int64[:])")
void histogram(size_t n, size_t k, const double x[n], const double edges[k], int64_t counts[k - 1])
{
    for (size_t i = 0; i < k - 1; i++)
        counts[i] = 0;
    for (size_t i = 0; i < n; i++) {
        size_t place = count_below(k, edges, x[i]);
        if (place == k && x[i] == edges[k - 1])
            place = k - 1;
        if (place > 0 && place < k)
            counts[place - 1]++;
    }
}

/** The values at x of the lines through the points (at, value), where at rises; beyond both ends
 * the last value. */
WEFT_GUVECTORIZE("(n),(k),(k)->(n)", "void(float64[:], float64[:], float64[:], float64[:])")
void interp(size_t n, size_t k, const double x[n], const double at[k], const double value[k],
            double y[n])
{
    for (size_t i = 0; i < n; i++) {
        size_t place = count_below(k, at, x[i]);
        if (k == 0 || x[i] != x[i])
            y[i] = NAN;
        else if (place == 0 || place == k)
            y[i] = value[place == 0 ? 0 : k - 1];
        else {
            double slope = (value[place] - value[place - 1]) / (at[place] - at[place - 1]);
            y[i] = slope * (x[i] - at[place - 1]) + value[place - 1];
        }
    }
}

/** The polynomial with these coefficients, that of the highest power first, at x. */
WEFT_GUVECTORIZE("(n),()->()", "float32(float32[:], float32)", "float64(float64[:], float64)")
T polyval(size_t n, const T coefficients[n], T x)
{
    T sum = 0;
    for (size_t i = 0; i < n; i++)
        sum = sum * x + coefficients[i];
    return sum;
}

/* loops.c: one loop in many spellings; costs.py holds what the generator counts of each against the
 * operations that the line above it says one item runs. */
#include <weft/annotate.h>

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#define MOST(a, b)  ((a) > (b) ? (a) : (b))
#define LEAST(a, b) ((a) < (b) ? (a) : (b))

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double while_up(size_t m, const double v[m])
{
    double s = 0;
    size_t i = 0;
    while (i < m) {
        s = s * .5 + v[i];
        i++;
    }
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double while_down(size_t m, const double *v)
{
    double s = 0;
    size_t left = m;
    while (left--)
        s = s * .5 + *v++;
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double do_up(size_t m, const double v[m])
{
    double s = 0;
    size_t i = 0;
    do
        s = s * .5 + v[i];
    while (++i < m);
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double for_ever(size_t m, const double v[m])
{
    double s = 0;
    size_t i = 0;
    for (;;) {
        if (i >= m)
            break;
        s = s * .5 + v[i++];
    }
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double while_true_returns(size_t m, const double v[m])
{
    double s = 0;
    size_t i = 0;
    while (true) {
        s = s * .5 + v[i];
        i += 1;
        if (i == m)
            return s;
    }
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double until_flagged(size_t m, const double v[m])
{
    double s = 0;
    size_t i = 0;
    bool done = false;
    while (!done) {
        s = s * .5 + v[i++];
        if (i == m)
            done = true;
    }
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double by_goto(size_t m, const double v[m])
{
    double s = 0;
    size_t i = 0;
again:
    s = s * .5 + v[i];
    i++;
    if (i < m)
        goto again;
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double goto_out(size_t m, const double v[m])
{
    double s = 0;
    size_t i = 0;
top:
    if (i == m)
        goto out;
    s = s * .5 + v[i];
    i++;
    goto top;
out:
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double pointers(size_t m, const double v[m])
{
    double s = 0;
    for (const double *p = v; p < v + m; p++)
        s = s * .5 + *p;
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double pointers_to_end(size_t m, const double v[m])
{
    double s = 0;
    const double *p = v, *end = &v[m];
    while (p != end)
        s = s * .5 + *p++;
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double pointers_back(size_t m, const double v[m])
{
    double s = 0;
    const double *p = v + m;
    while (p-- > v)
        s = s * .5 + *p;
    return s;
}

/* count: m / 2 */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double by_two(size_t m, const double v[m])
{
    double s = 0;
    for (size_t i = 0; i + 1 < m; i += 2)
        s = s * .5 + v[i] * v[i + 1];
    return s;
}

/* count: m / 4 */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double by_four_pointers(size_t m, const double v[m])
{
    double s = 0;
    for (const double *p = v; p + 4 <= v + m; p += 4)
        s = s * .5 + p[0];
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double other_behind(size_t m, const double v[m])
{
    double s = 0;
    for (size_t i = 0, j = m - 1; i < m; j = i++)
        s = s * .5 + v[i] - v[j];
    return s;
}

/* count: m / 2 */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double from_both_ends(size_t m, const double v[m])
{
    double s = 0;
    size_t lo = 0, hi = m - 1;
    while (lo < hi)
        s = s * .5 + v[lo++] - v[hi--];
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double local_copy(int m, const double v[m])
{
    double s = 0;
    int count = m;
    for (int i = 0; i < count; i++)
        s = s * .5 + v[i];
    return s;
}

/* count: m / 2 */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double local_half(size_t m, const double v[m])
{
    double s = 0;
    size_t half = m >> 1;
    for (size_t i = 0; i < half; i++)
        s = s * .5 + v[i];
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double in_a_record(size_t m, const double v[m])
{
    struct range {
        size_t at, end;
    } r = {0, m};
    double s = 0;
    for (; r.at < r.end; r.at++)
        s = s * .5 + v[r.at];
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double in_an_array(size_t m, const double v[m])
{
    size_t ends[2] = {0, m};
    double s = 0;
    for (size_t i = ends[0]; i < ends[1]; i++)
        s = s * .5 + v[i];
    return s;
}

static double sum_of(int n, const double *v)
{
    double s = 0;
    int left = n;
    while (left > 0) {
        s = s * .5 + *v++;
        left -= 1;
    }
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double in_a_helper(size_t m, const double v[m])
{
    return sum_of((int)m, v);
}

static double sum_between(const double *from, const double *to)
{
    double s = 0;
    while (from < to)
        s = s * .5 + *from++;
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double in_a_helper_by_pointers(size_t m, const double v[m])
{
    return sum_between(v, v + m);
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double helper_says_when(size_t m, const double v[m])
{
    double s = 0;
    size_t end = larger(m, 4);
    for (size_t i = 0; i < end && i < m; ++i)
        s = s * .5 + v[i];
    return s;
}

static void set_size(size_t n, size_t *size)
{
    *size = n;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double through_an_address(size_t m, const double v[m])
{
    double s = 0;
    size_t end;
    set_size(m, &end);
    for (size_t i = 0; i != end; ++i)
        s = s * .5 + v[i];
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double counted_first(size_t m, const double v[m])
{
    double s = 0;
    size_t count = 0;
    for (size_t i = 0; i < m; i++)
        if (v[i] > 0)
            count++;
    for (size_t i = 0; i < count; i++)
        s = s * .5 + exp(v[i]);
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double by_a_floating_counter(size_t m, const double v[m])
{
    double s = 0;
    for (double x = 0; x < m; x += 1)
        s = s * .5 + v[(size_t)x];
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double until_an_element(size_t m, const double v[m])
{
    double s = 0;
    size_t i = 0;
    while (i < m && v[i] != 0)
        s = s * .5 + v[i++];
    return s;
}

/* count: m */
WEFT_GUVECTORIZE("(m)->()", "int32(int32[:])")
int until_a_zero(size_t m, const int v[m])
{
    int s = 0;
    for (const int *p = v; *p; p++)
        s = s * 3 + *p;
    return s;
}

/* count: m + n */
WEFT_GUVECTORIZE("(m),(n)->()", "float64(float64[:], float64[:])")
double of_two(size_t m, size_t n, const double v[m], const double w[n])
{
    double s = 0;
    for (size_t i = 0; i < m + n; i++)
        s = s * .5 + (i < m ? v[i] : w[i - m]);
    return s;
}

/* count: n */
WEFT_GUVECTORIZE("(m),(n)->(m+n)", "void(float64[:], float64[:], float64[:])")
void behind(size_t m, size_t n, const double v[m], const double w[n], double y[m + n])
{
    for (size_t i = m; i < m + n; i++)
        y[i] = w[i - m] * .5 + (m ? y[i - 1] : 0);
}

/* count: m + n */
WEFT_GUVECTORIZE("(m),(n)->()", "float64(float64[:], float64[:])")
double of_the_longer(size_t m, size_t n, const double v[m], const double w[n])
{
    double s = 0;
    const size_t end = MOST(m, n);
    for (size_t i = 0; i < end; i++)
        s = s * .5 + (i < m ? v[i] : w[i]);
    return s;
}

/* count: m + n */
WEFT_GUVECTORIZE("(m),(n)->()", "float64(float64[:], float64[:])")
double merged(size_t m, size_t n, const double v[m], const double w[n])
{
    double s = 0;
    size_t i = 0, j = 0;
    while (i < m || j < n)
        if (j == n || (i < m && v[i] < w[j]))
            s = s * .5 + v[i++];
        else
            s = s * .5 + w[j++];
    return s;
}

/* count: m + n */
WEFT_GUVECTORIZE("(m),(n)->()", "float64(float64[:], float64[:])")
double never_back(size_t m, size_t n, const double v[m], const double w[n])
{
    double s = 0;
    size_t j = 0;
    for (size_t i = 0; i < m; i++) {
        while (j < n && w[j] < v[i])
            s = s * .5 + w[j++];
        s += v[i];
    }
    return s;
}

/* count: m * n */
WEFT_GUVECTORIZE("(m,n)->()", "float64(float64[:,:])")
double flat(size_t m, size_t n, const double A[m][n])
{
    double s = 0;
    const double *p = &A[0][0], *end = p + m * n;
    while (p < end)
        s = s * .5 + *p++;
    return s;
}

/* count: m * n */
WEFT_GUVECTORIZE("(m,n)->()", "float64(float64[:,:])")
double rows_of_pointers(size_t m, size_t n, const double A[m][n])
{
    double s = 0;
    for (size_t i = 0; i < m; i++) {
        const double *p = A[i], *end = p + n;
        while (p < end)
            s = s * .5 + *p++;
    }
    return s;
}

/* count: m * n */
WEFT_GUVECTORIZE("(m,n)->()", "float64(float64[:,:])")
double two_whiles(size_t m, size_t n, const double A[m][n])
{
    double s = 0;
    size_t i = 0;
    while (i < m) {
        size_t k = 0;
        while (k < n) {
            s = s * .5 + A[i][k];
            k++;
        }
        i++;
    }
    return s;
}

/* count: n * n / 2 */
WEFT_GUVECTORIZE("(n)->()", "float64(float64[:])")
double pairs(size_t n, const double v[n])
{
    double s = 0;
    size_t i = n;
    while (i-- > 0) {
        size_t k = i;
        while (k > 0)
            s = s * .5 + v[i] * v[--k];
    }
    return s;
}

/* count: n * n */
WEFT_GUVECTORIZE("(n)->(n)", "void(float64[:], float64[:])")
void inserted(size_t n, const double v[n], double sorted[n])
{
    for (size_t i = 0; i < n; i++) {
        size_t k = i;
        while (k > 0 && sorted[k - 1] > v[i]) {
            sorted[k] = sorted[k - 1];
            k--;
        }
        sorted[k] = v[i];
    }
}

/* count: n */
WEFT_GUVECTORIZE("(n)->()", "float64(float64[:])")
double tiles(size_t n, const double v[n])
{
    double s = 0;
    for (size_t b = 0; b < n; b += 8) {
        const size_t end = LEAST(b + 8, n);
        for (size_t i = b; i < end; i++)
            s = s * .5 + v[i];
    }
    return s;
}

/* count: n */
WEFT_GUVECTORIZE("(n)->()", "float64(float64[:])")
double tiles_cut(size_t n, const double v[n])
{
    double s = 0;
    size_t b = 0;
    while (b < n) {
        size_t end = b + 8;
        if (end > n)
            end = n;
        for (size_t i = b; i < end; i++)
            s = s * .5 + v[i];
        b = end;
    }
    return s;
}

/* count: log2(n) */
WEFT_GUVECTORIZE("(n),()->()", "int64(float64[:], float64)")
long halved(size_t n, const double v[n], double x)
{
    size_t lo = 0, hi = n;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (v[mid] < x)
            lo = mid + 1;
        else
            hi = mid;
    }
    return (long)lo;
}

/* count: log2(n) */
WEFT_GUVECTORIZE("(n)->()", "float64(float64[:])")
double doubled(size_t n, const double v[n])
{
    double s = 0;
    for (size_t step = 1; step < n; step *= 2)
        s = s * .5 + v[step];
    return s;
}

#define ADD(x)               \
    do {                     \
        s = s * .5 + (x)*.5; \
    } while (0)

/* count: m * 2 */
WEFT_GUVECTORIZE("(m)->()", "float64(float64[:])")
double in_a_macro(size_t m, const double v[m])
{
    double s = 0;
    for (size_t i = 0; i < m; i++)
        ADD(v[i]);
    return s;
}

/* count: 50 */
WEFT_GUVECTORIZE("(n)->()", "float64(float64[:])")
double until_it_stays(size_t n, const double v[n])
{
    double x = v[0], change = 1;
    int rounds = 0;
    while (fabs(change) > 1e-9 && rounds < 50) {
        change = (x * x - v[0]) / (2 * x);
        x -= change;
        rounds++;
    }
    return x;
}

/* count: m * 8 + k */
WEFT_GUVECTORIZE("(m),(k),(k)->(m)", "void(int32[:], int32[:], float64[:], float64[:])")
void rows_by_ends(size_t m, size_t k, const int ends[m], const int column[k], const double value[k],
                  double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double s = 0;
        for (int at = i ? ends[i - 1] : 0; at < ends[i]; at++)
            s = s * .5 + value[at] * column[at];
        y[i] = s;
    }
}

/* count: n */
WEFT_GUVECTORIZE("(n)->()", "int32(int32[:])")
int followed(size_t n, const int next[n])
{
    int at = 0, length = 0;
    while (at >= 0) {
        at = next[at];
        length++;
    }
    return length;
}

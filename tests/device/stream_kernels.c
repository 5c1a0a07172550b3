/* stream_kernels.c: functions that walk along one axis, in all the ways that a window must bear. */
#include <weft/annotate.h>

#include <stdint.h>

WEFT_TYPEVAR(T);

/** A running sum, started anew where it has grown large. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int8[:], int8[:])", "void(int16[:], int16[:])",
                 "void(int32[:], int32[:])", "void(int64[:], int64[:])",
                 "void(float64[:], float64[:])")
void run_on(int64_t n, const T x[n], T y[n])
{
    T sum = 0;
    for (int64_t t = 0; t < n; t++) {
        sum = (T)(sum > 60 ? x[t] : sum + x[t]);
        y[t] = sum;
    }
}

/** Products of complex numbers, with a scalar among the inputs. */
WEFT_GUVECTORIZE("(n),()->(n),()",
                 "void(complex64[:], complex64, complex64[:], complex64[:])",
                 "void(complex128[:], complex128, complex128[:], complex128[:])")
void turn(int64_t n, const T x[n], T by, T y[n], T *last)
{
    T now = 0;
    for (int64_t t = 0; t < n; t++) {
        now = x[t] - now;
        y[t] = now + by;
    }
    *last = now;
}

/** The sum of the last four elements. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void last_four(int64_t n, const T x[n], T y[n])
{
    T sum = 0;
    for (int64_t t = 0; t < n; t++) {
        sum += x[t];
        if (t >= 4)
            sum -= x[t - 4];
        y[t] = sum;
    }
}

/** The next element, and the one before that was written. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void neighbours(int64_t n, const T x[n], T y[n])
{
    T kept = 0;
    for (int64_t t = 0; t < n; t++) {
        y[t] = x[t] + (t + 1 < n ? x[t + 1] : 0) + (t > 0 ? y[t - 1] / 2 : 0);
        kept = y[t];
    }
    if (n > 0)
        y[0] = kept;
}

/** From the end to the beginning. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void backwards(int64_t n, const T x[n], T y[n])
{
    T sum = 0;
    for (int64_t t = n - 1; t >= 0; t--) {
        sum += x[t];
        y[t] = sum;
    }
}

/** What is left of an output where it is not written. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void some(int64_t n, const T x[n], T y[n])
{
    T sum = 0;
    for (int64_t t = 0; t < n; t++) {
        sum += x[t];
        if (sum % 3 == 0)
            y[t] = sum;
    }
}

/** Added to what an output has. */
WEFT_GUVECTORIZE("(n)->(n),(n)", "void(int32[:], int32[:], int16[:])")
void add_on(int64_t n, const int32_t x[n], int32_t y[n], int16_t z[n])
{
    int32_t sum = 0;
    for (int64_t t = 0; t < n; t++) {
        sum += x[t];
        y[t] += sum;
        z[t] = (int16_t)(y[t] * 2);
    }
}

/** As far as an item's own limit. */
WEFT_GUVECTORIZE("(n),()->(n)", "void(int32[:], int32, int32[:])")
void as_far(int64_t n, const T x[n], T limit, T y[n])
{
    T sum = 0;
    for (int64_t t = 0; t < n; t++) {
        if (t == limit * 8)
            break;
        sum += x[t];
        y[t] = sum;
    }
}

/** The mean first, then what exceeds it. */
WEFT_GUVECTORIZE("(n)->()", "float64(float64[:])")
double spread(int64_t n, const double x[n])
{
    double sum = 0;
    for (int64_t t = 0; t < n; t++)
        sum += x[t];
    return sum;
}

/** Each less the least of all, and what these come to: three walks, of which the last reads what the one before
 * wrote. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int16[:], int16[:])", "void(int32[:], int32[:])",
                 "void(float64[:], float64[:])")
void shares(int64_t n, const T x[n], T y[n])
{
    T least = n > 0 ? x[0] : 0, sum = 0;
    for (int64_t t = 0; t < n; t++)
        least = x[t] < least ? x[t] : least;
    for (int64_t t = 0; t < n; t++)
        sum = (T)(sum + (y[t] = (T)(x[t] - least)));
    for (int64_t t = 0; t < n; t++)
        y[t] = (T)(2 * y[t] - sum);
}

/** Two inputs and two outputs, some elements of which are left alone, written again, and read again. */
WEFT_GUVECTORIZE("(n),(n)->(n),(n)", "void(int32[:], int8[:], int32[:], int64[:])")
void over_again(int64_t n, const int32_t x[n], const int8_t w[n], int32_t y[n], int64_t z[n])
{
    int64_t sum = 0;
    for (int64_t t = 1; t < n; t++)
        if (w[t] > 0)
            y[t] = x[t];
    for (int64_t t = 0; t < n; t++)
        for (int k = 0; k < 2; k++)
            z[t] = sum += y[t] + k;
    for (int64_t t = 0; t < n; t++) {
        if (w[t] < 0)
            z[t] -= x[t];
        y[t] += (int32_t)z[t];
    }
}

/** The largest element and where it is. */
WEFT_GUVECTORIZE("(n)->(),()", "void(int32[:], int64[:], int32[:])")
void largest(int64_t n, const int32_t x[n], int64_t *place, int32_t *most)
{
    *place = -1;
    *most = 0;
    for (int64_t t = 0; t < n; t++)
        if (t == 0 || x[t] > *most) {
            *place = t;
            *most = x[t];
        }
}

/* ---- walks that are none, or nearly, and rounds that ask for other elements than their own ---- */

/** Its counter goes on in the body. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void skips(int64_t n, const T x[n], T y[n])
{
    T sum = 0;
    for (int64_t t = 0; t < n; t++) {
        y[t] = sum += x[t];
        if (x[t] == 4 && t + 1 < n) {
            y[t + 1] = -1;
            t++;
        }
    }
}

/** Its end comes nearer, and its counter tells where that was. */
WEFT_GUVECTORIZE("(n)->(n),()", "void(int32[:], int32[:], int64[:])")
void shrinks(int64_t n, const T x[n], T y[n], int64_t *count)
{
    int64_t end = n, t;
    T sum = 0;
    for (t = 0; t < n; t++)
        y[t] = 0;
    for (t = 0; t < end; t++) {
        y[t] = sum += x[t];
        if (x[t] == 4)
            end--;
    }
    *count = t;
}

/** Some rounds end early, and so do loops in them. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void passes(int64_t n, const T x[n], T y[n])
{
    T sum = 0;
    for (int64_t t = 0; t < n; t++) {
        y[t] = sum;
        if (x[t] < 0)
            continue;
        y[t] = sum += x[t];
    }
    for (int64_t t = 0; t < n; t++)
        for (int k = 0; k < 4; k++) {
            if (k == x[t])
                continue;
            if (k > y[t])
                break;
            y[t] += sum += k;
        }
}

/** Elements that another input names, sometimes the round's own; and those from the end. */
WEFT_GUVECTORIZE("(n),(n),(n)->(n)", "void(int32[:], int16[:], int32[:], int32[:])")
void gathered(int64_t n, const int32_t x[n], const int16_t at[n], const int32_t z[n], int32_t y[n])
{
    int32_t sum = 0;
    for (int64_t t = 0; t < n; t++) {
        const int64_t from = t + at[t] / 2;
        sum = sum / 2 + x[from < 0 || from >= n ? 0 : from] - z[n - 1 - t];
        y[t] = sum + at[t];
    }
}

/** What a round writes, the next one reads. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])", "void(float64[:], float64[:])")
void handed_on(int64_t n, const T x[n], T y[n])
{
    if (n > 0)
        y[0] = 0;
    for (int64_t t = 0; t < n; t++) {
        if (t + 1 < n)
            y[t + 1] = (T)(y[t] / 2 + x[t]);
        y[t] += x[t];
    }
}

/** The same, two elements further on, or one: which, the item says. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void thrown(int64_t n, const T x[n], T y[n])
{
    for (int64_t t = 0; t < n; t++)
        y[t] = 0;
    for (int64_t t = 0; t < n; t++) {
        const int64_t to = t + 1 + (x[t] > 0);
        if (to < n)
            y[to] += y[t] % 16 + x[t];
    }
}

/** Arrays of two lengths, the counter of both outside. */
WEFT_GUVECTORIZE("(n),(m)->(n),(m)", "void(int32[:], int8[:], int32[:], int8[:])")
void two_lengths(int64_t n, int64_t m, const int32_t x[n], const int8_t w[m], int32_t y[n], int8_t z[m])
{
    int64_t t;
    int32_t sum = 0;
    for (t = 0; t < n; t++)
        y[t] = sum += x[t] + (t < m ? w[t] : 0);
    for (t = 0; t < m; t++)
        z[t] = (int8_t)(sum = sum / 2 + w[t] + (t < n ? y[t] : 0));
}

/** A filter that keeps what came before in an array of its own, and a switch. */
WEFT_GUVECTORIZE("(n),()->(n)", "void(float64[:], float64, float64[:])", "void(int16[:], int16, int16[:])")
void ring(int64_t n, const T x[n], T by, T y[n])
{
    T kept[3] = {0, 0, 0};
    for (int64_t t = 0; t < n; t++) {
        T next = x[t];
        switch (t % 3) {
        case 0:
            next = (T)(next + kept[2]);
            break;
        default:
            next = (T)(next - kept[0] + by);
        }
        kept[2] = kept[1], kept[1] = kept[0], kept[0] = x[t];
        y[t] = next;
    }
}

/** From the fifth element on, up to the last one, which is included. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void within(int64_t n, const T x[n], T y[n])
{
    T sum = 0;
    for (int64_t t = 0; t <= n - 1; t++)
        y[t] = sum += x[t];
    for (int64_t t = 5; t < n; t++)
        y[t] = sum = sum / 2 + y[t] - y[t - 5];
    for (int64_t t = 0; t < n - 1; t++)
        y[t] += y[t + 1];
}

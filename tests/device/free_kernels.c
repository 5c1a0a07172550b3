/* free_kernels.c: functions of which some dimensions are free, so that a GPU computes each index by itself, and others
 * that look like it but are not. Each name ends in the dimensions that are free; gpu_free.c asserts it. */
#include <weft/annotate.h>

#include <stdint.h>

/** Squares of distances. */
WEFT_GUVECTORIZE("(m,d),(n,d)->(m,n)", "void(int32[:,:], int32[:,:], int32[:,:])")
void distance__mn(int64_t m, int64_t n, int64_t d, const int32_t a[m][d], const int32_t b[n][d], int32_t c[m][n])
{
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            int32_t sum = 0;
            for (int64_t k = 0; k < d; k++)
                sum += (a[i][k] - b[j][k]) * (a[i][k] - b[j][k]);
            c[i][j] = sum;
        }
}

/** Counters of other types, declared at the top, used again; two loops over the rows. */
WEFT_GUVECTORIZE("(m,n)->(m),(m)", "void(int32[:,:], int32[:], int32[:])")
void extremes__m(uint32_t m, int n, const int32_t a[m][n], int32_t least[m], int32_t most[m])
{
    uint32_t i;
    for (i = 0; i < m; i++) {
        int32_t found = INT32_MAX;
        for (int k = 0; k < n; ++k)
            found = a[i][k] < found ? a[i][k] : found;
        least[i] = found;
    }
    for (i = 0; i != m; i += 1) {
        most[i] = INT32_MIN;
        for (int k = 0; k < n; k++)
            if (most[i] < a[i][k])
                most[i] = a[i][k];
    }
}

/** Substitution: the right sides are independent, the rows are not. */
WEFT_GUVECTORIZE("(n,n),(n,p)->(n,p)", "void(int32[:,:], int32[:,:], int32[:,:])")
void substitute__p(int64_t n, int64_t p, const int32_t a[n][n], const int32_t b[n][p], int32_t x[n][p])
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < p; j++) {
            x[i][j] = b[i][j];
            for (int64_t k = 0; k < i; k++)
                x[i][j] -= a[i][k] * x[k][j];
        }
}

/** Three axes, the last is summed; the middle one is turned around. */
WEFT_GUVECTORIZE("(k,m,n)->(n,k)", "void(int32[:,:,:], int32[:,:])")
void turned__kn(int64_t k, int64_t m, int64_t n, const int32_t a[k][m][n], int32_t c[n][k])
{
    for (int64_t j = 0; j < n; j++)
        for (int64_t h = 0; h < k; h++) {
            c[j][h] = 0;
            for (int64_t i = 0; i < m; i++)
                c[j][h] += a[h][i][j] * (int32_t)(i + 1);
        }
}

/** A table that is searched for each; leaves the inner loop early. */
WEFT_GUVECTORIZE("(n),(k)->(n)", "void(int32[:], int32[:], int32[:])")
void place__n(int64_t n, int64_t k, const int32_t x[n], const int32_t table[k], int32_t y[n])
{
    for (int64_t i = 0; i < n; i++) {
        int64_t at = 0;
        while (at < k) {
            if (table[at] > x[i])
                break;
            at++;
        }
        y[i] = (int32_t)at;
    }
}

static int32_t twice(int32_t x) { return 2 * x; }

/** A helper on elements, what is the same for all, a scalar, an output that is left as it is. */
WEFT_GUVECTORIZE("(n),(k),()->(n)", "void(int32[:], int32[:], int32, int32[:])")
void scaled__n(int64_t n, int64_t k, const int32_t x[n], const int32_t w[k], int32_t by, int32_t y[n])
{
    int32_t weight = by;
    for (int64_t j = 0; j < k; j++)
        weight += w[j];
    for (int64_t i = 0; i < n; i++) {
        if (x[i] < 0)
            continue;
        y[i] = twice(x[i]) * weight;
    }
}

/** Only the rows are free: the last column is read by all. */
WEFT_GUVECTORIZE("(m,n)->(m,n)", "void(int32[:,:], int32[:,:])")
void less_last__m(int64_t m, int64_t n, const int32_t a[m][n], int32_t c[m][n])
{
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++)
            c[i][j] = a[i][j] - a[i][n - 1];
}

/* ---- none is free ---- */

/** Carried from element to element. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void running__(int64_t n, const int32_t x[n], int32_t y[n])
{
    int32_t sum = 0;
    for (int64_t i = 0; i < n; i++) {
        sum += x[i];
        y[i] = sum;
    }
}

/** A neighbour. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void before__(int64_t n, const int32_t x[n], int32_t y[n])
{
    for (int64_t i = 0; i < n; i++)
        y[i] = i > 0 ? x[i - 1] : 0;
}

/** The index itself, and the size itself. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void indexed__(int64_t n, const int32_t x[n], int32_t y[n])
{
    for (int64_t i = 0; i < n; i++)
        y[i] = x[i] + (int32_t)i;
}

WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void counted__(int64_t n, const int32_t x[n], int32_t y[n])
{
    for (int64_t i = 0; i < n; i++)
        y[i] = x[i] * (int32_t)n;
}

/** All of the others. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void others__(int64_t n, const int32_t x[n], int32_t y[n])
{
    for (int64_t i = 0; i < n; i++) {
        int32_t count = 0;
        for (int64_t j = 0; j < n; j++)
            count += x[j] < x[i];
        y[i] = count;
    }
}

/** From one on; left early; backwards. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void from_one__(int64_t n, const int32_t x[n], int32_t y[n])
{
    for (int64_t i = 1; i < n; i++)
        y[i] = x[i];
}

WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void until__(int64_t n, const int32_t x[n], int32_t y[n])
{
    for (int64_t i = 0; i < n; i++) {
        if (x[i] == 3)
            break;
        y[i] = x[i];
    }
}

WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void backwards__(int64_t n, const int32_t x[n], int32_t y[n])
{
    int32_t last = 0;
    for (int64_t i = n; i-- > 0;) {
        y[i] = x[i] - last;
        last = x[i];
    }
}

/** An output without the dimension, which counts the rounds. */
WEFT_GUVECTORIZE("(n)->(n),()", "void(int32[:], int32[:], int32[:])")
void and_count__(int64_t n, const int32_t x[n], int32_t y[n], int32_t *count)
{
    *count = 0;
    for (int64_t i = 0; i < n; i++) {
        y[i] = x[i];
        (*count)++;
    }
}

/** A row of an array of the round before. */
WEFT_GUVECTORIZE("(m,n)->(m,n)", "void(int32[:,:], int32[:,:])")
void remembered__(int64_t m, int64_t n, const int32_t a[m][n], int32_t c[m][n])
{
    int32_t kept[2] = {0, 0};
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            kept[j % 2] += a[i][j];
            c[i][j] = kept[0] - kept[1];
        }
}

/** A counter that steps beside. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void beside__(int64_t n, const int32_t x[n], int32_t y[n])
{
    for (int64_t i = 0, k = 5; i < n; i++, k += 2)
        y[i] = x[i] + (int32_t)k;
}

/** Both axes of one size. */
WEFT_GUVECTORIZE("(n,n)->(n,n)", "void(int32[:,:], int32[:,:])")
void mirrored__(int64_t n, const int32_t a[n][n], int32_t c[n][n])
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            c[i][j] = a[j][i];
}

static void sum_up(int64_t n, const int32_t *x, int32_t *y)
{
    for (int64_t i = 0; i < n; i++)
        y[i] = x[i] + (i > 0 ? y[i - 1] : 0);
}

/** A helper gets the arrays. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void helped__(int64_t n, const int32_t *x, int32_t *y) { sum_up(n, x, y); }

/** An address of an element. */
WEFT_GUVECTORIZE("(n)->(n)", "void(int32[:], int32[:])")
void addressed__(int64_t n, const int32_t x[n], int32_t y[n])
{
    for (int64_t i = 0; i < n; i++) {
        const int32_t *at = &x[i];
        y[i] = *at;
    }
}

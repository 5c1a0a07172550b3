/* Functions whose device twins give something else, so that it shows which of the two ran; and
 * names that the twins' file has for other things. */
#include <weft/annotate.h>

WEFT_TYPEVAR(T);

/* This one's helpers are no matter of the device. */
extern double outside(double x);
static float doubled(float x)
{
    return (float)outside(x) * 2;
}
WEFT_DEVICE_TWIN
static float carried(float x)
{
    return doubled(x) + 1;
}

WEFT_DEVICE_TWIN double linked(double x);

/* Two types, which in the twins' file are two functions. */
WEFT_DEVICE_TWIN static T either(T x)
{
    return x + 1;
}

WEFT_DEVICE_TWIN double total(size_t n, const double *x, double *last);

struct pair {
    float first, second;
};
static float scale(float x)
{
    return 3 * x;
}
static float helper(struct pair p)
{
    return carried(p.first) + scale(p.second);
}

WEFT_VECTORIZE()
float twin_carried(float x, float y)
{
    return helper((struct pair){x, y});
}

WEFT_VECTORIZE()
double twin_linked(double x)
{
    return linked(x);
}

WEFT_VECTORIZE("int32(int32)", "float64(float64)")
T twin_either(T x)
{
    return either(x);
}

WEFT_GUVECTORIZE("(n)->(),()")
void twin_total(size_t n, const double x[n], double *sum, double *last)
{
    double end = 0;
    *sum = total(n, x, &end);
    *last = end;
}

/* ---- hand-written kernels ---- */

#define BLOCK 64

static T weigh(T x, T weight)
{
    return (T)outside((double)x) * weight;
}
WEFT_LAUNCH(blocks((n + BLOCK - 1) / BLOCK), threads(BLOCK))
WEFT_GUVECTORIZE("(n),(n),()->(n)", "void(float32[:], float32[:], float32, float32[:])",
                 "void(int64[:], int64[:], int64, int64[:])")
void launch_sum(size_t n, const T a[n], const T b[n], T weight, T sum[n])
{
    for (size_t i = 0; i < n; i++)
        sum[i] = weigh(a[i], 1) + weigh(b[i], weight);
}

/* Rows by the second axis of the grid, columns by the first, and backwards through memory that the
 * threads of a block share. */
WEFT_LAUNCH(blocks(n / threads + min(1, n % threads), m), threads(16), shared(threads * sizeof(*x)))
WEFT_GUVECTORIZE("(m,n)->(m,n)")
void launch_rows(int m, int n, const float x[m][n], float y[m][n])
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            y[i][j] = -x[i][j];
}

/* One block, whatever there is. */
WEFT_LAUNCH(blocks(max(1, 0)), threads(8, 4, 2))
WEFT_GUVECTORIZE("(n)->(),()")
void launch_total(size_t n, const double x[n], double *sum, int *count)
{
    double all = 0;
    for (size_t i = 0; i < n; i++)
        all += x[i];
    *sum = all;
    *count = (int)n;
}

/* A grid of three axes, which leaves none for other items. */
WEFT_LAUNCH(blocks(k, k, k), threads(1))
WEFT_GUVECTORIZE("(k)->(k)")
void launch_cubes(long k, const int x[k], int y[k])
{
    for (long i = 0; i < k; i++)
        y[i] = x[i] * (int)(k * k);
}

/* What no device has, or no grid is. */
WEFT_LAUNCH(blocks(n - 2), threads(n * n * n * n * n * n * n), shared(n / 5 * 1000 * 1000 + 7 % (n - 4)))
WEFT_GUVECTORIZE("(n)->(n)")
void launch_odd(size_t n, const float x[n], float y[n])
{
    for (size_t i = 0; i < n; i++)
        y[i] = x[i];
}

/* The same on the device, on blocks of any size. */
WEFT_LAUNCH(blocks((7 + threads - 1) / threads), threads(4))
WEFT_GUVECTORIZE("()->(7)")
void launch_steps(float x, float y[7])
{
    for (int i = 0; i < 7; i++)
        y[i] = x + (float)i;
}

/* programs.c: functions as users write them, each with several features at once. */
#include <weft/annotate.h>

#include <stdint.h>
#include <tgmath.h>

WEFT_TYPEVAR(T);

typedef double length;

/* A moving average; the window is an operand. */
WEFT_GUVECTORIZE("(n),()->(n)", "void(float64[:], int64, float64[:])")
void moving_average(size_t n, const length a[n], int64_t window, length out[n])
{
    length sum = 0;
    int64_t count = 0;
    for (int64_t i = 0; i < window && i < (int64_t)n; i++) {
        sum += a[i];
        out[i] = sum / (length)++count;
    }
    for (int64_t i = window; i < (int64_t)n; i++) {
        sum += a[i] - a[i - window];
        out[i] = sum / (length)count;
    }
}

/* A histogram over ascending edges; what lies outside is left out. */
WEFT_GUVECTORIZE("(n),(b)->(b)")
void histogram(size_t n, size_t b, const double x[n], const double edges[b], int64_t counts[b])
{
    for (size_t i = 0; i < b; i++)
        counts[i] = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j + 1 < b; j++)
            if (x[i] >= edges[j] && x[i] < edges[j + 1]) {
                counts[j]++;
                break;
            }
}

static void add_scaled(size_t n, T by, const T *x, T *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] += by * x[i];
}
/* A vector times a matrix, by rows: operand and output are handed to a helper. */
WEFT_GUVECTORIZE("(m,n),(m)->(n)", "void(float32[:,:], float32[:], float32[:])",
                 "void(complex128[:,:], complex128[:], complex128[:])")
void vector_matrix(size_t m, size_t n, const T A[m][n], const T x[m], T y[n])
{
    for (size_t j = 0; j < n; j++)
        y[j] = 0;
    for (size_t i = 0; i < m; i++)
        add_scaled(n, x[i], A[i], y);
}

/* Horner's rule, downwards with an unsigned counter. */
WEFT_GUVECTORIZE("(k),()->()", "float64(float64[:], float64)",
                 "complex128(complex128[:], complex128)")
T evaluate(size_t k, const T c[k], T x)
{
    T value = 0;
    for (size_t i = k; i-- > 0;)
        value = value * x + c[i];
    return value;
}

static T sum_of_three(const T v[3])
{
    return v[0] + v[1] + v[2];
}
static void fill(int n, T v[n], T x)
{
    for (int i = 0; i < n; i++)
        v[i] = x * (T)i;
}
/* A local array handed to two helpers. */
WEFT_VECTORIZE("float32(float32)", "float64(float64)")
T local_array(T x)
{
    T v[3];
    fill(3, v, x);
    return sum_of_three(v);
}

/* Three equations by elimination with pivots: local matrices, swaps, loops of all directions. */
WEFT_GUVECTORIZE("(3,3),(3)->(3)", "void(float64[:,:], float64[:], float64[:])")
void solve_three(const T A[3][3], const T b[3], T x[3])
{
    T M[3][4];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            M[i][j] = A[i][j] + (i == j ? 100 : 0);
        M[i][3] = b[i];
    }
    for (int k = 0; k < 3; k++) {
        int pivot = k;
        for (int i = k + 1; i < 3; i++)
            if (fabs(M[i][k]) > fabs(M[pivot][k]))
                pivot = i;
        for (int j = 0; j < 4 && pivot != k; j++) {
            T kept = M[k][j];
            M[k][j] = M[pivot][j];
            M[pivot][j] = kept;
        }
        for (int i = k + 1; i < 3; i++) {
            T by = M[i][k] / M[k][k];
            for (int j = k; j < 4; j++)
                M[i][j] -= by * M[k][j];
        }
    }
    for (int i = 2; i >= 0; i--) {
        T rest = M[i][3];
        for (int j = i + 1; j < 3; j++)
            rest -= M[i][j] * x[j];
        x[i] = rest / M[i][i];
    }
}

/* A mixing function of random number generators. */
WEFT_VECTORIZE()
uint64_t mix_bits(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ (x >> 31);
}

/* Pixels: small integers through floats and back. */
WEFT_VECTORIZE()
uint8_t blend_pixels(uint8_t a, uint8_t b, float t)
{
    return (uint8_t)(a + (b - a) * t + 0.5f);
}

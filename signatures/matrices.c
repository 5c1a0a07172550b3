/* matrices.c: gufuncs of matrices and of points that ship: equations, factors, eigenvalues, distances.
 * Results are NumPy's and SciPy's but for rounding; of a singular matrix the inverse and solutions are
 * NaN, and where factors are given infinities and NaN, where these raise. A matrix that is not const is
 * a copy to work in. */
#include <weft/annotate.h>

#include <stdbool.h>
#include <stdint.h>
#include <tgmath.h>

WEFT_TYPEVAR(T); /* the type of the operands */
WEFT_TYPEVAR(Real); /* of the real numbers beside them */

#define SQUARE_TO_SQUARE                                                                      \
    "void(float32[:,:], float32[:,:])", "void(float64[:,:], float64[:,:])",                   \
        "void(complex64[:,:], complex64[:,:])", "void(complex128[:,:], complex128[:,:])"
#define SQUARE_AND_RIGHT_SIDES                                                                \
    "void(float32[:,:], float32[:,:], float32[:,:])",                                         \
        "void(float64[:,:], float64[:,:], float64[:,:])",                                     \
        "void(complex64[:,:], complex64[:,:], complex64[:,:])",                               \
        "void(complex128[:,:], complex128[:,:], complex128[:,:])"
#define SQUARE_TO_SCALAR                                                                      \
    "float32(float32[:,:])", "float64(float64[:,:])", "complex64(complex64[:,:])",            \
        "complex128(complex128[:,:])"

/* ---- equations ---- */

/* The row from k on whose number in column k is the greatest. */
static size_t find_pivot(size_t n, const T A[n][n], size_t k)
{
    size_t pivot = k;
    for (size_t i = k + 1; i < n; i++)
        if (fabs(A[i][k]) > fabs(A[pivot][k]))
            pivot = i;
    return pivot;
}

/* Solves A X = B, where X holds B: elimination with exchanged rows, which leaves A an upper triangle. */
static void eliminate(size_t n, size_t p, T A[n][n], T X[n][p])
{
    bool singular = false;
    for (size_t k = 0; k < n; k++) {
        const size_t pivot = find_pivot(n, A, k);
        singular = singular || A[pivot][k] == 0;
        for (size_t j = k; j < n; j++) {
            const T kept = A[k][j];
            A[k][j] = A[pivot][j];
            A[pivot][j] = kept;
        }
        for (size_t j = 0; j < p; j++) {
            const T kept = X[k][j];
            X[k][j] = X[pivot][j];
            X[pivot][j] = kept;
        }
        for (size_t i = k + 1; i < n; i++) {
            const T factor = A[i][k] / A[k][k];
            for (size_t j = k + 1; j < n; j++)
                A[i][j] -= factor * A[k][j];
            for (size_t j = 0; j < p; j++)
                X[i][j] -= factor * X[k][j];
        }
    }
    for (size_t k = n; k-- > 0;)
        for (size_t j = 0; j < p; j++) {
            T sum = X[k][j];
            for (size_t i = k + 1; i < n; i++)
                sum -= A[k][i] * X[i][j];
            X[k][j] = singular ? (T)NAN : sum / A[k][k];
        }
}

/** X with A X = B, as numpy.linalg.solve; B of one axis is one right side. NaN where A is singular. */
WEFT_GUVECTORIZE("(n,n),(n,p?)->(n,p?)", SQUARE_AND_RIGHT_SIDES)
void solve(size_t n, size_t p, T A[n][n], T B[n][p], T X[n][p])
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < p; j++)
            X[i][j] = B[i][j];
    eliminate(n, p, A, X);
}

/** The inverse of A, as numpy.linalg.inv; NaN where A is singular. */
WEFT_GUVECTORIZE("(n,n)->(n,n)", SQUARE_TO_SQUARE)
void inv(size_t n, T A[n][n], T X[n][n])
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            X[i][j] = i == j;
    eliminate(n, n, A, X);
}

/* Leaves A an upper triangle of the same determinant. */
static void make_triangle(size_t n, T A[n][n])
{
    for (size_t k = 0; k < n; k++) {
        const size_t pivot = find_pivot(n, A, k);
        for (size_t j = k; j < n && pivot != k; j++) { /* a row that is exchanged changes its sign */
            const T kept = A[k][j];
            A[k][j] = A[pivot][j];
            A[pivot][j] = -kept;
        }
        for (size_t i = k + 1; i < n && A[k][k] != 0; i++) {
            const T factor = A[i][k] / A[k][k];
            for (size_t j = k + 1; j < n; j++)
                A[i][j] -= factor * A[k][j];
        }
    }
}

/** The determinant of A, as numpy.linalg.det. */
WEFT_GUVECTORIZE("(n,n)->()", SQUARE_TO_SCALAR)
T det(size_t n, T A[n][n])
{
    T product = 1;
    make_triangle(n, A);
    for (size_t k = 0; k < n; k++)
        product *= A[k][k];
    return product;
}

/** The sign of the determinant of A and the logarithm of its absolute value, as numpy.linalg.slogdet: 0 and
 * -inf of a singular matrix. Of a complex one the sign has the absolute value 1. */
WEFT_NAME("slogdet")
WEFT_GUVECTORIZE("(n,n)->(),()", "void(float32[:,:], float32[:], float32[:])",
                 "void(float64[:,:], float64[:], float64[:])")
void slogdet_real(size_t n, T A[n][n], T *sign, T *logabsdet)
{
    T side = 1, sum = 0;
    make_triangle(n, A);
    for (size_t k = 0; k < n; k++) {
        if (A[k][k] < 0)
            side = -side;
        else if (A[k][k] == 0)
            side = 0;
        sum += log(fabs(A[k][k]));
    }
    *sign = side;
    *logabsdet = side == 0 ? (T)-INFINITY : sum;
}

WEFT_NAME("slogdet")
WEFT_GUVECTORIZE("(n,n)->(),()", "void(complex64[:,:], complex64[:], float32[:])",
                 "void(complex128[:,:], complex128[:], float64[:])")
void slogdet_complex(size_t n, T A[n][n], T *sign, Real *logabsdet)
{
    T side = 1;
    Real sum = 0;
    bool singular = false;
    make_triangle(n, A);
    for (size_t k = 0; k < n; k++) {
        const Real magnitude = fabs(A[k][k]);
        singular = singular || magnitude == 0;
        side *= A[k][k] / magnitude;
        sum += log(magnitude);
    }
    *sign = singular ? (T)0 : side;
    *logabsdet = singular ? (Real)-INFINITY : sum;
}

/** L and U with P A = L U in one matrix: below the diagonal L, whose diagonal is 1, elsewhere U;
 * and for each row the one that it was exchanged with, as scipy.linalg.lu_factor. */
WEFT_GUVECTORIZE("(n,n)->(n,n),(n)", "void(float32[:,:], float32[:,:], int64[:])",
                 "void(float64[:,:], float64[:,:], int64[:])")
void lu_factor(size_t n, const T A[n][n], T LU[n][n], int64_t pivots[n])
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            LU[i][j] = A[i][j];
    for (size_t k = 0; k < n; k++) {
        size_t pivot = k;
        for (size_t i = k + 1; i < n; i++)
            if (fabs(LU[i][k]) > fabs(LU[pivot][k]))
                pivot = i;
        pivots[k] = (int64_t)pivot;
        for (size_t j = 0; j < n; j++) {
            T kept = LU[k][j];
            LU[k][j] = LU[pivot][j];
            LU[pivot][j] = kept;
        }
        for (size_t i = k + 1; i < n && LU[k][k] != 0; i++) {
            LU[i][k] /= LU[k][k];
            for (size_t j = k + 1; j < n; j++)
                LU[i][j] -= LU[i][k] * LU[k][j];
        }
    }
}

/** The determinant of the matrix that lu_factor factored. */
WEFT_GUVECTORIZE("(n,n),(n)->()", "float32(float32[:,:], int64[:])",
                 "float64(float64[:,:], int64[:])")
T lu_det(size_t n, const T LU[n][n], const int64_t pivots[n])
{
    T product = 1;
    for (size_t k = 0; k < n; k++)
        product *= pivots[k] == (int64_t)k ? LU[k][k] : -LU[k][k];
    return product;
}

/** X with A X = B, where lu_factor factored A; for B = 1 the inverse of A. NaN where a pivot is
 * none of the rows. */
WEFT_GUVECTORIZE("(n,n),(n),(n,p)->(n,p)",
                 "void(float32[:,:], int64[:], float32[:,:], float32[:,:])",
                 "void(float64[:,:], int64[:], float64[:,:], float64[:,:])")
void lu_solve(size_t n, size_t p, const T LU[n][n], const int64_t pivots[n], const T B[n][p],
              T X[n][p])
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < p; j++)
            X[i][j] = B[i][j];
    for (size_t k = 0; k < n; k++)
        for (size_t j = 0; j < p; j++) {
            T kept = X[k][j];
            if (pivots[k] < 0 || pivots[k] >= (int64_t)n) {
                X[k][j] = (T)NAN;
                continue;
            }
            X[k][j] = X[pivots[k]][j];
            X[pivots[k]][j] = kept;
        }
    for (size_t k = 1; k < n; k++)
        for (size_t i = 0; i < k; i++)
            for (size_t j = 0; j < p; j++)
                X[k][j] -= LU[k][i] * X[i][j];
    for (size_t k = n; k-- > 0;)
        for (size_t j = 0; j < p; j++) {
            T sum = X[k][j];
            for (size_t i = k + 1; i < n; i++)
                sum -= LU[k][i] * X[i][j];
            X[k][j] = sum / LU[k][k];
        }
}

/** X with L X = B, where L is a lower triangle: what stands above its diagonal is not read. */
WEFT_GUVECTORIZE("(n,n),(n,p)->(n,p)", "void(float32[:,:], float32[:,:], float32[:,:])",
                 "void(float64[:,:], float64[:,:], float64[:,:])")
void solve_lower(size_t n, size_t p, const T L[n][n], const T B[n][p], T X[n][p])
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < p; j++) {
            T sum = B[i][j];
            for (size_t k = 0; k < i; k++)
                sum -= L[i][k] * X[k][j];
            X[i][j] = sum / L[i][i];
        }
}

/** X with U X = B, where U is an upper triangle: what stands below its diagonal is not read. */
WEFT_GUVECTORIZE("(n,n),(n,p)->(n,p)", "void(float32[:,:], float32[:,:], float32[:,:])",
                 "void(float64[:,:], float64[:,:], float64[:,:])")
void solve_upper(size_t n, size_t p, const T U[n][n], const T B[n][p], T X[n][p])
{
    for (size_t i = n; i-- > 0;)
        for (size_t j = 0; j < p; j++) {
            T sum = B[i][j];
            for (size_t k = i + 1; k < n; k++)
                sum -= U[i][k] * X[k][j];
            X[i][j] = sum / U[i][i];
        }
}

/* ---- factors ---- */

/** The lower triangle L with L Lᵀ = A, of which the upper triangle is not read; NaN where A is not
 * positive definite. */
WEFT_GUVECTORIZE("(n,n)->(n,n)", "void(float32[:,:], float32[:,:])",
                 "void(float64[:,:], float64[:,:])")
void cholesky(size_t n, const T A[n][n], T L[n][n])
{
    for (size_t j = 0; j < n; j++) { /* column by column: its elements do not need each other */
        T sum = A[j][j];
        for (size_t k = 0; k < j; k++)
            sum -= L[j][k] * L[j][k];
        const T diagonal = sum > 0 ? sqrt(sum) : (T)NAN;
        for (size_t i = 0; i < j; i++)
            L[i][j] = 0;
        L[j][j] = diagonal;
        for (size_t i = j + 1; i < n; i++) {
            T rest = A[i][j];
            for (size_t k = 0; k < j; k++)
                rest -= L[i][k] * L[j][k];
            L[i][j] = rest / diagonal;
        }
    }
}

/** Q and R with Q R = A: the columns of Q are orthogonal and of length 1, R is an upper triangle
 * with a positive diagonal. A column that depends on those before it gives zeros in Q and on the
 * diagonal. */
WEFT_GUVECTORIZE("(m,n)->(m,n),(n,n)", "void(float32[:,:], float32[:,:], float32[:,:])",
                 "void(float64[:,:], float64[:,:], float64[:,:])")
void qr(size_t m, size_t n, const T A[m][n], T Q[m][n], T R[n][n])
{
    for (size_t k = 0; k < n; k++) {
        T before = 0, squares = 0;
        for (size_t i = 0; i < m; i++) {
            Q[i][k] = A[i][k];
            before += A[i][k] * A[i][k];
        }
        for (size_t j = 0; j < n; j++)
            R[j][k] = 0;
        for (size_t round = 0; round < 2; round++) /* once more, for what rounding left */
            for (size_t j = 0; j < k; j++) {
                T sum = 0;
                for (size_t i = 0; i < m; i++)
                    sum += Q[i][j] * Q[i][k];
                for (size_t i = 0; i < m; i++)
                    Q[i][k] -= sum * Q[i][j];
                R[j][k] += sum;
            }
        for (size_t i = 0; i < m; i++)
            squares += Q[i][k] * Q[i][k];
        bool depends = squares <= before * (T)(sizeof(T) == 4 ? 0x1p-34 : 0x1p-92);
        R[k][k] = depends ? 0 : sqrt(squares);
        for (size_t i = 0; i < m; i++)
            Q[i][k] = depends ? 0 : Q[i][k] / R[k][k];
    }
}

/* ---- eigenvalues ---- */

/** The eigenvalues of a symmetric matrix, the smallest first, as numpy.linalg.eigvalsh: the upper
 * triangle is not read. NaN where an element is not finite. By Jacobi's rotations, which make the
 * elements beside the diagonal vanish: for small matrices. */
WEFT_GUVECTORIZE("(n,n)->(n)", "void(float32[:,:], float32[:])", "void(float64[:,:], float64[:])")
void eigvalsh(size_t n, T A[n][n], T values[n])
{
    T greatest = 0;
    bool finite = true;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            greatest = fmax(greatest, fabs(A[i][j]));
            finite = finite && isfinite(A[i][j]);
        }
    const T least = greatest * (T)(sizeof(T) == 4 ? 0x1p-26 : 0x1p-55);
    bool rotated = finite;
    for (int sweep = 0; sweep < 40 && rotated; sweep++) { /* some five: each squares what is left */
        rotated = false;
        for (size_t q = 1; q < n; q++)
            for (size_t p = 0; p < q; p++) {
                const T beside = A[q][p];
                if (fabs(beside) <= least)
                    continue;
                rotated = true;
                const T ratio = (A[q][q] / beside - A[p][p] / beside) / 2;
                const T tangent = (T)(ratio < 0 ? -1 : 1) / (fabs(ratio) + sqrt(ratio * ratio + 1));
                const T cosine = 1 / sqrt(tangent * tangent + 1), sine = tangent * cosine;
                A[p][p] -= tangent * beside;
                A[q][q] += tangent * beside;
                A[q][p] = 0;
                for (size_t k = 0; k < n; k++) {
                    if (k == p || k == q)
                        continue;
                    const size_t p_row = k > p ? k : p, p_column = k > p ? p : k;
                    const size_t q_row = k > q ? k : q, q_column = k > q ? q : k;
                    const T at_p = A[p_row][p_column], at_q = A[q_row][q_column];
                    A[p_row][p_column] = cosine * at_p - sine * at_q;
                    A[q_row][q_column] = sine * at_p + cosine * at_q;
                }
            }
    }
    for (size_t i = 1; i < n; i++) {
        const T value = A[i][i];
        size_t j = i;
        for (; j > 0 && A[j - 1][j - 1] > value; j--)
            A[j][j] = A[j - 1][j - 1];
        A[j][j] = value;
    }
    for (size_t i = 0; i < n; i++)
        values[i] = finite ? A[i][i] : (T)NAN;
}

/* ---- points ---- */

/** The distances of all points of A, a row each, from all points of B. */
WEFT_GUVECTORIZE("(m,d),(n,d)->(m,n)", "void(float32[:,:], float32[:,:], float32[:,:])",
                 "void(float64[:,:], float64[:,:], float64[:,:])")
void cdist(size_t m, size_t n, size_t d, const T A[m][d], const T B[n][d], T C[m][n])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++) {
            T sum = 0;
            for (size_t k = 0; k < d; k++)
                sum += (A[i][k] - B[j][k]) * (A[i][k] - B[j][k]);
            C[i][j] = sqrt(sum);
        }
}

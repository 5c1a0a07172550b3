/* costs.c: one function of each kind that estimates of cost are made for; costs.py reads the line
 * above each. `count` is how many operations one item runs, `sizes` what is measured. */
#include <weft/annotate.h>

#include <complex.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/* count: 1; sizes: 1000, 10000, 1000000 */
WEFT_VECTORIZE()
double add(double a, double b) { return a + b; }

/* count: 6; sizes: 1000, 10000, 1000000 */
WEFT_VECTORIZE()
float polynomial(float x) { return ((0.5f * x + 1.5f) * x + 2.5f) * x; }

/* count: 1; sizes: 1000, 100000 */
WEFT_VECTORIZE()
float complex product(float complex a, float complex b) { return a * b; }

/* count: 1; sizes: 1000, 100000 */
WEFT_VECTORIZE()
double exponential(double x) { return exp(x); }

/* count: 1; sizes: 1000, 100000 */
WEFT_VECTORIZE()
double logarithm(double x) { return log(x); }

/* count: 1; sizes: 1000, 100000 */
WEFT_VECTORIZE()
double sine(double x) { return sin(x); }

/* count: 1; sizes: 1000, 100000 */
WEFT_VECTORIZE()
double quotient(double a, double b) { return a / b; }

/* count: 1; sizes: 1000, 100000 */
WEFT_VECTORIZE()
int whole_quotient(int a, int b) { return b ? a / b : 0; }

/* count: 1; sizes: 1000, 100000 */
WEFT_VECTORIZE()
float next_bits(float x)
{
    int bits;
    memcpy(&bits, &x, sizeof bits);
    bits += 1;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* count: 2; sizes: 1000, 100000 */
WEFT_VECTORIZE()
double root(double a, double b) { return sqrt(a * a + b * b); }

/* count: 2*n**3; sizes: 8, 64, 256 */
WEFT_GUVECTORIZE("(n,n),(n,n)->(n,n)")
void product_square(size_t n, const double A[n][n], const double B[n][n], double C[n][n])
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}

/* count: 2*n**3; sizes: 8, 64, 256 */
WEFT_GUVECTORIZE("(n,n),(n,n)->(n,n)")
void product_by_rows(size_t n, const float A[n][n], const float B[n][n], float C[n][n])
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            C[i][j] = 0;
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < n; j++)
                C[i][j] += A[i][k] * B[k][j];
    }
}

/* count: 2*m*n*p; sizes: 8, 64, 256 */
WEFT_GUVECTORIZE("(m,n),(n,p)->(m,p)")
void product_any(size_t m, size_t n, size_t p, const double A[m][n], const double B[n][p],
                 double C[m][p])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}

/* count: m * (n + 20); sizes: 8, 64, 512 */
WEFT_GUVECTORIZE("(m,n)->(m)")
void norms(size_t m, size_t n, const double A[m][n], double length[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t j = 0; j < n; j++)
            sum += A[i][j] * A[i][j];
        length[i] = exp(sqrt(sum));
    }
}

/* count: 2*n; sizes: 8, 100, 10000, 100000 */
WEFT_GUVECTORIZE("(n),(n)->()")
double dot(size_t n, const double x[n], const double y[n])
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* count: 2*n; sizes: 8, 100, 10000, 100000 */
WEFT_GUVECTORIZE("(n),(n)->(n)")
void combine(size_t n, const float x[n], const float y[n], float z[n])
{
    for (size_t i = 0; i < n; i++)
        z[i] = 2 * x[i] + y[i];
}

/* count: n**2; sizes: 8, 64, 512 */
WEFT_GUVECTORIZE("(n,n),(n)->(n)")
void solve_lower(size_t n, const double L[n][n], const double b[n], double x[n])
{
    for (size_t i = 0; i < n; i++) {
        double sum = b[i];
        for (size_t k = 0; k < i; k++)
            sum -= L[i][k] * x[k];
        x[i] = sum / L[i][i];
    }
}

/* count: n**3 / 3; sizes: 8, 64, 256 */
WEFT_GUVECTORIZE("(n,n)->(n,n)")
void cholesky(size_t n, const double A[n][n], double L[n][n])
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            L[i][j] = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = A[i][j];
            for (size_t k = 0; k < j; k++)
                sum -= L[i][k] * L[j][k];
            L[i][j] = i == j ? sqrt(fabs(sum) + 1) : sum / L[j][j];
        }
}

/* count: 18; sizes: 3 */
WEFT_GUVECTORIZE("(3,3),(3)->(3)")
void rotate(const double R[3][3], const double x[3], double y[3])
{
    for (size_t i = 0; i < 3; i++) {
        double sum = 0;
        for (size_t k = 0; k < 3; k++)
            sum += R[i][k] * x[k];
        y[i] = sum;
    }
}

static double row_sum(size_t count, const double *x)
{
    double sum = 0;
    for (size_t k = 0; k < count; k++)
        sum += x[k];
    return sum;
}

/* count: n**2; sizes: 8, 64, 512 */
WEFT_GUVECTORIZE("(n,n)->(n)")
void row_sums(size_t n, const double A[n][n], double sums[n])
{
    for (size_t i = 0; i < n; i++)
        sums[i] = row_sum(n, A[i]);
}

/* count: n**2; sizes: 16, 64, 512 */
WEFT_GUVECTORIZE("(n,n)->()")
double blocks(size_t n, const double A[n][n])
{
    double sum = 0;
    for (size_t b = 0; b < n; b += 8)
        for (size_t i = 0; i < n; i++)
            for (size_t k = b; k < b + 8; k++)
                sum += A[i][k];
    return sum;
}

/* count: n * (20 + n); sizes: 8, 64, 512 */
WEFT_GUVECTORIZE("(n)->(n)")
void distances(size_t n, const double x[n], double nearest[n])
{
    for (size_t i = 0; i < n; i++) {
        double least = HUGE_VAL;
        for (size_t k = 0; k < n; k++)
            if (k != i)
                least = fmin(least, fabs(x[i] - x[k]));
        nearest[i] = exp(-least);
    }
}

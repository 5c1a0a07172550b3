/* Functions that resemble sums of products and are none that tiles compute: each differs from one in a
 * detail. tests/tool/test_json.py asks that no loop here has a contraction, but for flat_narrow. */
#include <weft/annotate.h>

#include <complex.h>
#include <math.h>
#include <stddef.h>

/* float sums of double products round at each step */
WEFT_GUVECTORIZE()
void narrow_sum(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        float sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* an integer sum of fractions */
WEFT_GUVECTORIZE()
void whole_sum(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        long sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* the products become float on the way */
WEFT_GUVECTORIZE()
void narrow_product(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += (float)(A[i][k] * x[k]);
        y[i] = sum;
    }
}

/* a factor becomes float on the way */
WEFT_GUVECTORIZE()
void narrow_factor_only(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += (float)A[i][k] * x[k];
        y[i] = sum;
    }
}

/* the products become whole on the way */
WEFT_GUVECTORIZE()
void whole_product(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += (int)(A[i][k] * x[k]);
        y[i] = sum;
    }
}

/* the sum becomes whole on the way to the result */
WEFT_GUVECTORIZE()
void whole_result(size_t m, size_t n, const float A[m][n], const float x[n], int y[m])
{
    for (size_t i = 0; i < m; i++) {
        float sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* the sum itself becomes float in each step */
WEFT_GUVECTORIZE()
void rounded_sum(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum = (float)sum + A[i][k] * x[k];
        y[i] = sum;
    }
}

/* the result goes through float */
WEFT_GUVECTORIZE()
void twice_rounded(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = (float)sum;
    }
}

/* a truth of an integer */
WEFT_GUVECTORIZE()
void truth(size_t m, size_t n, const int A[m][n], const int x[n], _Bool y[m])
{
    for (size_t i = 0; i < m; i++) {
        int sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* the start depends on the summed index */
WEFT_GUVECTORIZE()
void late_start(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = x[0];
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* the start is another row's */
WEFT_GUVECTORIZE()
void other_start(size_t m, size_t n, const double A[m][n], const double x[n], const double b[m],
                 double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = b[m - 1 - i];
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* the start is a computed one */
WEFT_GUVECTORIZE()
void computed_start(size_t m, size_t n, const double A[m][n], const double x[n],
                    const double b[m], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = b[i] * 2;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* the start is the result of before */
WEFT_GUVECTORIZE()
void kept_start(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = y[i];
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* the start is set once for all */
WEFT_GUVECTORIZE()
void one_start(size_t m, size_t n, const double A[m][n], const double x[n], double b, double y[m])
{
    double sum = b;
    for (size_t i = 0; i < m; i++) {
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* no start at all */
WEFT_GUVECTORIZE()
void no_start(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        for (size_t k = 0; k < n; k++)
            y[i] += A[i][k] * x[k];
    }
}

/* the start is set within the sum */
WEFT_GUVECTORIZE()
void start_within(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum;
        for (size_t k = 0; k < n; k++) {
            sum = 0;
            sum += A[i][k] * x[k];
        }
        y[i] = sum;
    }
}

/* three factors */
WEFT_GUVECTORIZE()
void three_factors(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k] * x[k];
        y[i] = sum;
    }
}

/* a sum of two products */
WEFT_GUVECTORIZE()
void two_products(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k] + x[k] * x[k];
        y[i] = sum;
    }
}

/* an element added to a factor */
WEFT_GUVECTORIZE()
void shifted_factor(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += (A[i][k] + 1) * x[k];
        y[i] = sum;
    }
}

/* a quotient */
WEFT_GUVECTORIZE()
void quotients(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] / x[k];
        y[i] = sum;
    }
}

/* a factor that is no element */
WEFT_GUVECTORIZE()
void index_factor(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * k;
        y[i] = sum;
    }
}

/* a factor of the output */
WEFT_GUVECTORIZE()
void own_factor(size_t n, const double A[n][n], double y[n])
{
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * y[k];
        y[i] = sum;
    }
}

/* a product of the sum */
WEFT_GUVECTORIZE()
void sum_times(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum = sum * A[i][k] + x[k];
        y[i] = sum;
    }
}

/* taken from a product */
WEFT_GUVECTORIZE()
void from_product(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum = A[i][k] * x[k] - sum;
        y[i] = sum;
    }
}

/* multiplied, not added */
WEFT_GUVECTORIZE()
void factorial(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 1;
        for (size_t k = 0; k < n; k++)
            sum *= A[i][k] * x[k];
        y[i] = sum;
    }
}

/* the larger of the products */
WEFT_GUVECTORIZE()
void largest(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum = sum > A[i][k] * x[k] ? sum : A[i][k] * x[k];
        y[i] = sum;
    }
}

/* under a condition */
WEFT_GUVECTORIZE()
void conditional(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            if (x[k] > 0) sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* the sum is read on the way */
WEFT_GUVECTORIZE()
void prefix(size_t m, size_t n, const double A[m][n], const double x[n], double y[n])
{
    double sum = 0;
    for (size_t k = 0; k < n; k++) {
        sum += A[0][k] * x[k];
        y[k] = sum;
    }
}

/* two sums */
WEFT_GUVECTORIZE()
void two_sums_at_once(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0, other = 0;
        for (size_t k = 0; k < n; k++) {
            sum += A[i][k] * x[k];
            other += x[k] * x[k];
        }
        y[i] = sum / other;
    }
}

/* the sum is changed within its loop */
WEFT_GUVECTORIZE()
void damped(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++) {
            sum += A[i][k] * x[k];
            sum *= 0.5;
        }
        y[i] = sum;
    }
}

/* a part of the axis */
WEFT_GUVECTORIZE()
void from_one(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 1; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* downwards: another order */
WEFT_GUVECTORIZE()
void backwards(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = n; k-- > 0;)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* every second */
WEFT_GUVECTORIZE()
void strided(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k += 2)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* one too many */
WEFT_GUVECTORIZE()
void inclusive(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k + 1 < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* a triangle */
WEFT_GUVECTORIZE()
void triangle(size_t n, const double A[n][n], const double x[n], double y[n])
{
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < i; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* a convolution */
WEFT_GUVECTORIZE()
void convolve(size_t n, const double x[n], const double w[3], double y[n])
{
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < 3; k++)
            sum += x[(i + k) % n] * w[k];
        y[i] = sum;
    }
}

/* an index twice */
WEFT_GUVECTORIZE()
void trace_like(size_t n, const double A[n][n], const double x[n], double y[n])
{
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[k][k] * x[k];
        y[i] = sum;
    }
}

/* another size than the axis has */
WEFT_GUVECTORIZE()
void other_size(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < m; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* the loop's variable is moved within */
WEFT_GUVECTORIZE()
void skipping(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++) {
            sum += A[i][k] * x[k];
            k++;
        }
        y[i] = sum;
    }
}

/* it leaves early */
WEFT_GUVECTORIZE()
void leaving(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++) {
            sum += A[i][k] * x[k];
            if (sum > 100)
                break;
        }
        y[i] = sum;
    }
}

/* the result is one row's */
WEFT_GUVECTORIZE()
void last_row(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    double sum = 0;
    for (size_t i = 0; i < m; i++) {
        sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
    }
    for (size_t i = 0; i < m; i++)
        y[i] = sum;
}

/* a part of the result is stored */
WEFT_GUVECTORIZE()
void part_stored(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[0] = sum;
    }
}

/* stored within the sum */
WEFT_GUVECTORIZE()
void stored_within(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++) {
            sum += A[i][k] * x[k];
            y[i] = sum;
        }
    }
}

/* the factor's row is another */
WEFT_GUVECTORIZE()
void turned_row(size_t n, const double A[n][n], const double x[n], double y[n])
{
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[n - 1 - i][k] * x[k];
        y[i] = sum;
    }
}

/* columns in order, though the layout says rows */
WEFT_GUVECTORIZE("(m,n),(n)->(m)")
void flat_across(size_t m, size_t n, const double *A, const double *x, double *y)
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[k * m + i] * x[k];
        y[i] = sum;
    }
}

/* the pitch is the other axis's */
WEFT_GUVECTORIZE("(m,n),(n)->(m)")
void flat_pitch(size_t m, size_t n, const double *A, const double *x, double *y)
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i * m + k] * x[k];
        y[i] = sum;
    }
}

/* a gap between rows */
WEFT_GUVECTORIZE("(m,n),(n)->(m)")
void flat_gap(size_t m, size_t n, const double *A, const double *x, double *y)
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i * (n + 1) + k] * x[k];
        y[i] = sum;
    }
}

/* an offset */
WEFT_GUVECTORIZE("(m,n),(n)->(m)")
void flat_offset(size_t m, size_t n, const double *A, const double *x, double *y)
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i * n + k + 1 - 1] * x[k];
        y[i] = sum;
    }
}

/* both by one */
WEFT_GUVECTORIZE("(m,n),(n)->(m)")
void flat_diagonal(size_t m, size_t n, const double *A, const double *x, double *y)
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i + k] * x[k];
        y[i] = sum;
    }
}

/* a constant pitch */
WEFT_GUVECTORIZE("(m,n),(n)->(m)")
void flat_constant(size_t m, size_t n, const double *A, const double *x, double *y)
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i * 4 + k] * x[k];
        y[i] = sum;
    }
}

/* an index of 32 bits wraps */
WEFT_GUVECTORIZE("(m,n),(n)->(m)")
void flat_wraps(size_t m, size_t n, const double *A, const double *x, double *y)
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[(unsigned)(i * n + k)] * x[k];
        y[i] = sum;
    }
}

/* an index of 32 bits wraps for large sizes, which are computed as the text says */
WEFT_GUVECTORIZE("(m,n),(n)->(m)")
void flat_narrow(unsigned m, unsigned n, const double *A, const double *x, double *y)
{
    for (unsigned i = 0; i < m; i++) {
        double sum = 0;
        for (unsigned k = 0; k < n; k++)
            sum += A[i * n + k] * x[k];
        y[i] = sum;
    }
}

/* squared */
WEFT_GUVECTORIZE("(m,n),(n)->(m)")
void flat_square(size_t m, size_t n, const double *A, const double *x, double *y)
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i * n * n + k] * x[k];
        y[i] = sum;
    }
}

/* a quotient */
WEFT_GUVECTORIZE("(m,n),(n)->(m)")
void flat_quotient(size_t m, size_t n, const double *A, const double *x, double *y)
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[(i * n + k) / 1] * x[k];
        y[i] = sum;
    }
}

/* a negated step */
WEFT_GUVECTORIZE("(m,n),(n)->(m)")
void flat_negative(size_t m, size_t n, const double *A, const double *x, double *y)
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i * n - k + k] * x[k];
        y[i] = sum;
    }
}

/* the result has a gap */
WEFT_GUVECTORIZE("(m,n),(n)->(m)")
void flat_result_gap(size_t m, size_t n, const double *A, const double *x, double *y)
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i * n + k] * x[k];
        y[i * 1 + 0 * n + m - m] = sum;
    }
}

/* a function of the sum */
WEFT_GUVECTORIZE()
void root(size_t m, size_t n, const double A[m][n], const double x[n], double s, double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sqrt(sum);
    }
}

/* an exponential of it */
WEFT_GUVECTORIZE()
void sigmoid(size_t m, size_t n, const double A[m][n], const double x[n], double s, double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = 1 / (1 + exp(-sum));
    }
}

/* a mean: the size is no operand */
WEFT_GUVECTORIZE()
void mean(size_t m, size_t n, const double A[m][n], const double x[n], double s, double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum / n;
    }
}

/* scaled by the index */
WEFT_GUVECTORIZE()
void indexed(size_t m, size_t n, const double A[m][n], const double x[n], double s, double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum * i;
    }
}

/* scaled by another row */
WEFT_GUVECTORIZE()
void shuffled(size_t m, size_t n, const double A[m][n], const double x[n], double s, double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum * A[i][0];
    }
}

/* scaled in float */
WEFT_GUVECTORIZE()
void scaled_in_float(size_t m, size_t n, const double A[m][n], const double x[n], double s,
                     double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = (float)sum * s;
    }
}

/* rounded after the scale and scaled again */
WEFT_GUVECTORIZE()
void scaled_twice(size_t m, size_t n, const double A[m][n], const double x[n], double s,
                  double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = (float)(sum * s) * s;
    }
}

/* added to what was there */
WEFT_GUVECTORIZE()
void added(size_t m, size_t n, const double A[m][n], const double x[n], double s, double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] += sum;
    }
}

/* mixed with what was there */
WEFT_GUVECTORIZE()
void mixed(size_t m, size_t n, const double A[m][n], const double x[n], double s, double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = s * sum + (1 - s) * y[i];
    }
}

/* mixed with another element */
WEFT_GUVECTORIZE()
void neighbour(size_t m, size_t n, const double A[m][n], const double x[n], double s, double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum + (i ? y[i - 1] : 0);
    }
}

/* not of the sum at all */
WEFT_GUVECTORIZE()
void constant_result(size_t m, size_t n, const double A[m][n], const double x[n], double s,
                     double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = s;
    }
}

/* a whole quotient */
WEFT_GUVECTORIZE()
void whole_quotient(size_t m, size_t n, const int A[m][n], const int x[n], int s, int y[m])
{
    for (size_t i = 0; i < m; i++) {
        int sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum / (s | 1);
    }
}

/* shifted */
WEFT_GUVECTORIZE()
void shifted(size_t m, size_t n, const int A[m][n], const int x[n], int s, int y[m])
{
    for (size_t i = 0; i < m; i++) {
        int sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum >> s;
    }
}

/* a choice of two arrays */
WEFT_GUVECTORIZE()
void chosen(size_t m, size_t n, const double A[m][n], const double x[n], double s, double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum > 0 ? x[0] : s;
    }
}

/* a condition of the operands alone with an effect */
WEFT_GUVECTORIZE()
void stepped(size_t m, size_t n, const double A[m][n], const double x[n], double s, double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum, s = s + 1;
    }
}

/* two of its kind */
WEFT_GUVECTORIZE()
void absolute(size_t m, size_t n, const double A[m][n], const double x[n], double s, double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = fabs(sum);
    }
}

/* two outputs */
WEFT_GUVECTORIZE()
void two_outputs(size_t m, size_t n, const double A[m][n], const double x[n], double y[m],
                 double z[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
        z[i] = sum;
    }
}

/* complex products taken away: their zeros have signs */
WEFT_GUVECTORIZE()
void taken_complex(size_t m, size_t n, const double _Complex A[m][n],
                   const double _Complex x[n], double _Complex y[m])
{
    for (size_t i = 0; i < m; i++) {
        double _Complex sum = 0;
        for (size_t k = 0; k < n; k++)
            sum -= A[i][k] * x[k];
        y[i] = sum;
    }
}

/* real times complex is another product */
WEFT_GUVECTORIZE()
void mixed_complex(size_t m, size_t n, const double A[m][n], const double _Complex x[n],
                   double _Complex y[m])
{
    for (size_t i = 0; i < m; i++) {
        double _Complex sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* the real part alone */
WEFT_GUVECTORIZE()
void real_part(size_t m, size_t n, const double _Complex A[m][n], const double _Complex x[n],
               double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double _Complex sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = creal(sum);
    }
}

/* fused by hand */
WEFT_GUVECTORIZE()
void fused(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum = fma(A[i][k], x[k], sum);
        y[i] = sum;
    }
}

/* wrapped products of 32 bits taken from 64 */
WEFT_GUVECTORIZE()
void taken_whole(size_t m, size_t n, const int A[m][n], const int x[n], long y[m])
{
    for (size_t i = 0; i < m; i++) {
        long sum = 0;
        for (size_t k = 0; k < n; k++)
            sum -= A[i][k] * x[k];
        y[i] = sum;
    }
}

/* the larger of two: which zero? */
WEFT_GUVECTORIZE()
void larger(size_t m, size_t n, const double A[m][n], const double x[n], double s, double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = fmax(sum, s);
    }
}

/* an index is made narrow */
WEFT_GUVECTORIZE()
void narrow_index(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[(unsigned char)i][k] * x[k];
        y[i] = sum;
    }
}

/* an end is made narrow */
WEFT_GUVECTORIZE()
void narrow_end(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < (unsigned char)n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* each row wipes those before */
WEFT_GUVECTORIZE()
void wiped(size_t m, size_t n, size_t p, const double A[m][n], const double B[n][p],
           double C[m][p])
{
    for (size_t i = 0; i < m; i++) {
        for (size_t q = 0; q < m; q++)
            for (size_t j = 0; j < p; j++)
                C[q][j] = 0;
        for (size_t j = 0; j < p; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
    }
}

/* the scale is computed in double */
WEFT_GUVECTORIZE()
void scaled_in_double(size_t m, size_t n, const float A[m][n], const float x[n], float y[m])
{
    for (size_t i = 0; i < m; i++) {
        float sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        sum *= 0.1;
        y[i] = sum;
    }
}

/* changed before it is summed up */
WEFT_GUVECTORIZE()
void changed_before(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = x[0];
        sum *= 2;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

/* set twice, the last in a loop */
WEFT_GUVECTORIZE()
void set_twice(size_t m, size_t n, const double A[m][n], const double x[n], double y[m])
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum = 1;
        for (size_t k = 0; k < n; k++)
            sum += A[i][k] * x[k];
        y[i] = sum;
    }
}

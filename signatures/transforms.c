/* transforms.c: discrete Fourier transforms that ship, over one axis, two and three. A body says
 * what is computed, as a sum over all elements, and serves calls that want floating-point flags; all
 * others run libweft's own passes, whose results differ from it by rounding. */
#include <weft/annotate.h>

#include <complex.h>
#include <math.h>
#include <stdint.h>

WEFT_TYPEVAR(C); /* the type of the complex operands */
WEFT_TYPEVAR(R); /* of the real ones */

#define COMPLEX_1                                \
    "void(complex64[:], float32, complex64[:])", \
        "void(complex128[:], float64, complex128[:])"
#define COMPLEX_2                                    \
    "void(complex64[:,:], float32, complex64[:,:])", \
        "void(complex128[:,:], float64, complex128[:,:])"
#define COMPLEX_3                                        \
    "void(complex64[:,:,:], float32, complex64[:,:,:])", \
        "void(complex128[:,:,:], float64, complex128[:,:,:])"
#define REAL_1 "void(float32[:], float32, complex64[:])", "void(float64[:], float64, complex128[:])"
#define REAL_2                                     \
    "void(float32[:,:], float32, complex64[:,:])", \
        "void(float64[:,:], float64, complex128[:,:])"
#define REAL_3                                         \
    "void(float32[:,:,:], float32, complex64[:,:,:])", \
        "void(float64[:,:,:], float64, complex128[:,:,:])"
#define HALF_1 "void(complex64[:], float32, float32[:])", "void(complex128[:], float64, float64[:])"
#define HALF_2                                     \
    "void(complex64[:,:], float32, float32[:,:])", \
        "void(complex128[:,:], float64, float64[:,:])"
#define HALF_3                                         \
    "void(complex64[:,:,:], float32, float32[:,:,:])", \
        "void(complex128[:,:,:], float64, float64[:,:,:])"

static const double two_pi = 6.283185307179586476925;

/* What a result is multiplied by. */
static double factor_of(R scale, double usual) { return scale == 0 ? usual : (double)scale; }

/* exp(2 pi i j k / n), of sizes below 2^32. */
static double complex root_of(size_t j, size_t k, size_t n)
{
    const double angle = n ? two_pi * (double)(j * k % n) / (double)n : 0;
    return cos(angle) + sin(angle) * I;
}

/* What the j-th of h numbers, and its mirror image where it has one, add to a real sum of n. */
static double part_of(double complex number, double complex root, size_t j, size_t n)
{
    return j == 0 || 2 * j == n ? creal(number) * creal(root) : 2 * creal(number * root);
}

/* ---- complex numbers ---- */

/** The discrete Fourier transform of a row. scale: what it is multiplied by; 0: 1. */
WEFT_OPTIONS(fourier(forward), default(scale, 0))
WEFT_GUVECTORIZE("(n),()->(n)", COMPLEX_1)
void fft(size_t n, const C x[n], R scale, C y[n])
{
    for (size_t k = 0; k < n; k++) {
        double complex sum = 0;
        for (size_t j = 0; j < n; j++)
            sum += x[j] * conj(root_of(j, k, n));
        y[k] = (C)(sum * factor_of(scale, 1));
    }
}

/** The discrete Fourier transform of a matrix, over both axes. scale: what it is multiplied by; 0:
 * 1. */
WEFT_OPTIONS(fourier(forward), default(scale, 0))
WEFT_GUVECTORIZE("(m,n),()->(m,n)", COMPLEX_2)
void fft2(size_t m, size_t n, const C x[m][n], R scale, C y[m][n])
{
    for (size_t p = 0; p < m; p++)
        for (size_t q = 0; q < n; q++) {
            double complex sum = 0;
            for (size_t i = 0; i < m; i++)
                for (size_t j = 0; j < n; j++)
                    sum += x[i][j] * conj(root_of(i, p, m) * root_of(j, q, n));
            y[p][q] = (C)(sum * factor_of(scale, 1));
        }
}

/** The discrete Fourier transform of an array of three axes, over all of them. scale: what it is
 * multiplied by; 0: 1. */
WEFT_OPTIONS(fourier(forward), default(scale, 0))
WEFT_GUVECTORIZE("(l,m,n),()->(l,m,n)", COMPLEX_3)
void fft3(size_t l, size_t m, size_t n, const C x[l][m][n], R scale, C y[l][m][n])
{
    for (size_t o = 0; o < l; o++)
        for (size_t p = 0; p < m; p++)
            for (size_t q = 0; q < n; q++) {
                double complex sum = 0;
                for (size_t g = 0; g < l; g++)
                    for (size_t i = 0; i < m; i++)
                        for (size_t j = 0; j < n; j++)
                            sum += x[g][i][j]
                                   * conj(root_of(g, o, l) * root_of(i, p, m) * root_of(j, q, n));
                y[o][p][q] = (C)(sum * factor_of(scale, 1));
            }
}

/** The inverse discrete Fourier transform of a row. scale: what it is multiplied by; 0: 1 over the
 * number of elements. */
WEFT_OPTIONS(fourier(inverse), default(scale, 0))
WEFT_GUVECTORIZE("(n),()->(n)", COMPLEX_1)
void ifft(size_t n, const C x[n], R scale, C y[n])
{
    for (size_t k = 0; k < n; k++) {
        double complex sum = 0;
        for (size_t j = 0; j < n; j++)
            sum += x[j] * root_of(j, k, n);
        y[k] = (C)(sum * factor_of(scale, 1 / (double)n));
    }
}

/** The inverse discrete Fourier transform of a matrix, over both axes. scale: what it is multiplied
 * by; 0: 1 over the number of elements. */
WEFT_OPTIONS(fourier(inverse), default(scale, 0))
WEFT_GUVECTORIZE("(m,n),()->(m,n)", COMPLEX_2)
void ifft2(size_t m, size_t n, const C x[m][n], R scale, C y[m][n])
{
    for (size_t p = 0; p < m; p++)
        for (size_t q = 0; q < n; q++) {
            double complex sum = 0;
            for (size_t i = 0; i < m; i++)
                for (size_t j = 0; j < n; j++)
                    sum += x[i][j] * root_of(i, p, m) * root_of(j, q, n);
            y[p][q] = (C)(sum * factor_of(scale, 1 / ((double)m * (double)n)));
        }
}

/** The inverse discrete Fourier transform of an array of three axes, over all of them. scale: what
 * it is multiplied by; 0: 1 over the number of elements. */
WEFT_OPTIONS(fourier(inverse), default(scale, 0))
WEFT_GUVECTORIZE("(l,m,n),()->(l,m,n)", COMPLEX_3)
void ifft3(size_t l, size_t m, size_t n, const C x[l][m][n], R scale, C y[l][m][n])
{
    for (size_t o = 0; o < l; o++)
        for (size_t p = 0; p < m; p++)
            for (size_t q = 0; q < n; q++) {
                double complex sum = 0;
                for (size_t g = 0; g < l; g++)
                    for (size_t i = 0; i < m; i++)
                        for (size_t j = 0; j < n; j++)
                            sum += x[g][i][j]
                                   * root_of(g, o, l) * root_of(i, p, m) * root_of(j, q, n);
                y[o][p][q] = (C)(sum * factor_of(scale, 1 / ((double)l * (double)m * (double)n)));
            }
}

/* ---- from real numbers, and back ---- */

/** The first half of the discrete Fourier transform of real numbers, a row: of the last axis the
 * elements 0 to n / 2. scale: what it is multiplied by; 0: 1. */
WEFT_OPTIONS(fourier(real), default(scale, 0))
WEFT_GUVECTORIZE("(n),()->(n/2+1)", REAL_1)
void rfft(size_t n, const R x[n], R scale, C y[n / 2 + 1])
{
    for (size_t k = 0; k < n / 2 + 1; k++) {
        double complex sum = 0;
        for (size_t j = 0; j < n; j++)
            sum += x[j] * conj(root_of(j, k, n));
        y[k] = (C)(sum * factor_of(scale, 1));
    }
}

/** The first half of the discrete Fourier transform of real numbers, a matrix: of the last axis the
 * elements 0 to n / 2. scale: what it is multiplied by; 0: 1. */
WEFT_OPTIONS(fourier(real), default(scale, 0))
WEFT_GUVECTORIZE("(m,n),()->(m,n/2+1)", REAL_2)
void rfft2(size_t m, size_t n, const R x[m][n], R scale, C y[m][n / 2 + 1])
{
    for (size_t p = 0; p < m; p++)
        for (size_t q = 0; q < n / 2 + 1; q++) {
            double complex sum = 0;
            for (size_t i = 0; i < m; i++)
                for (size_t j = 0; j < n; j++)
                    sum += x[i][j] * conj(root_of(i, p, m) * root_of(j, q, n));
            y[p][q] = (C)(sum * factor_of(scale, 1));
        }
}

/** The first half of the discrete Fourier transform of real numbers, an array of three axes: of the
 * last axis the elements 0 to n / 2. scale: what it is multiplied by; 0: 1. */
WEFT_OPTIONS(fourier(real), default(scale, 0))
WEFT_GUVECTORIZE("(l,m,n),()->(l,m,n/2+1)", REAL_3)
void rfft3(size_t l, size_t m, size_t n, const R x[l][m][n], R scale, C y[l][m][n / 2 + 1])
{
    for (size_t o = 0; o < l; o++)
        for (size_t p = 0; p < m; p++)
            for (size_t q = 0; q < n / 2 + 1; q++) {
                double complex sum = 0;
                for (size_t g = 0; g < l; g++)
                    for (size_t i = 0; i < m; i++)
                        for (size_t j = 0; j < n; j++)
                            sum += x[g][i][j]
                                   * conj(root_of(g, o, l) * root_of(i, p, m) * root_of(j, q, n));
                y[o][p][q] = (C)(sum * factor_of(scale, 1));
            }
}

/** What a rfft has made of an even number of elements. scale: what the sums are multiplied by; 0: 1
 * over their number. */
WEFT_OPTIONS(fourier(half), default(scale, 0))
WEFT_GUVECTORIZE("(h),()->(2*h-2)", HALF_1)
void irfft(size_t h, const C x[h], R scale, R y[2 * h - 2])
{
    const size_t n = 2 * h - 2;
    for (size_t k = 0; k < n; k++) {
        double sum = 0;
        for (size_t j = 0; j < h; j++)
            sum += part_of(x[j], root_of(j, k, n), j, n);
        y[k] = (R)(sum * factor_of(scale, 1 / (double)n));
    }
}

/** What a rfft2 has made of an even number of elements of the last axis. scale: what the sums are
 * multiplied by; 0: 1 over their number. */
WEFT_OPTIONS(fourier(half), default(scale, 0))
WEFT_GUVECTORIZE("(m,h),()->(m,2*h-2)", HALF_2)
void irfft2(size_t m, size_t h, const C x[m][h], R scale, R y[m][2 * h - 2])
{
    const size_t n = 2 * h - 2;
    for (size_t p = 0; p < m; p++)
        for (size_t q = 0; q < n; q++) {
            double sum = 0;
            for (size_t j = 0; j < h; j++) {
                double complex column = 0;
                for (size_t i = 0; i < m; i++)
                    column += x[i][j] * root_of(i, p, m);
                sum += part_of(column, root_of(j, q, n), j, n);
            }
            y[p][q] = (R)(sum * factor_of(scale, 1 / ((double)m * (double)n)));
        }
}

/** What a rfft3 has made of an even number of elements of the last axis. scale: what the sums are
 * multiplied by; 0: 1 over their number. */
WEFT_OPTIONS(fourier(half), default(scale, 0))
WEFT_GUVECTORIZE("(l,m,h),()->(l,m,2*h-2)", HALF_3)
void irfft3(size_t l, size_t m, size_t h, const C x[l][m][h], R scale, R y[l][m][2 * h - 2])
{
    const size_t n = 2 * h - 2;
    for (size_t o = 0; o < l; o++)
        for (size_t p = 0; p < m; p++)
            for (size_t q = 0; q < n; q++) {
                double sum = 0;
                for (size_t j = 0; j < h; j++) {
                    double complex column = 0;
                    for (size_t g = 0; g < l; g++)
                        for (size_t i = 0; i < m; i++)
                            column += x[g][i][j] * (root_of(g, o, l) * root_of(i, p, m));
                    sum += part_of(column, root_of(j, q, n), j, n);
                }
                y[o][p][q] = (R)(sum * factor_of(scale, 1 / ((double)l * (double)m * (double)n)));
            }
}

/** What a rfft has made of an odd number of elements. scale: what the sums are multiplied by; 0: 1
 * over their number. */
WEFT_OPTIONS(fourier(half), default(scale, 0))
WEFT_GUVECTORIZE("(h),()->(2*h-1)", HALF_1)
void irfft_odd(size_t h, const C x[h], R scale, R y[2 * h - 1])
{
    const size_t n = 2 * h - 1;
    for (size_t k = 0; k < n; k++) {
        double sum = 0;
        for (size_t j = 0; j < h; j++)
            sum += part_of(x[j], root_of(j, k, n), j, n);
        y[k] = (R)(sum * factor_of(scale, 1 / (double)n));
    }
}

/** What a rfft2 has made of an odd number of elements of the last axis. scale: what the sums are
 * multiplied by; 0: 1 over their number. */
WEFT_OPTIONS(fourier(half), default(scale, 0))
WEFT_GUVECTORIZE("(m,h),()->(m,2*h-1)", HALF_2)
void irfft2_odd(size_t m, size_t h, const C x[m][h], R scale, R y[m][2 * h - 1])
{
    const size_t n = 2 * h - 1;
    for (size_t p = 0; p < m; p++)
        for (size_t q = 0; q < n; q++) {
            double sum = 0;
            for (size_t j = 0; j < h; j++) {
                double complex column = 0;
                for (size_t i = 0; i < m; i++)
                    column += x[i][j] * root_of(i, p, m);
                sum += part_of(column, root_of(j, q, n), j, n);
            }
            y[p][q] = (R)(sum * factor_of(scale, 1 / ((double)m * (double)n)));
        }
}

/** What a rfft3 has made of an odd number of elements of the last axis. scale: what the sums are
 * multiplied by; 0: 1 over their number. */
WEFT_OPTIONS(fourier(half), default(scale, 0))
WEFT_GUVECTORIZE("(l,m,h),()->(l,m,2*h-1)", HALF_3)
void irfft3_odd(size_t l, size_t m, size_t h, const C x[l][m][h], R scale, R y[l][m][2 * h - 1])
{
    const size_t n = 2 * h - 1;
    for (size_t o = 0; o < l; o++)
        for (size_t p = 0; p < m; p++)
            for (size_t q = 0; q < n; q++) {
                double sum = 0;
                for (size_t j = 0; j < h; j++) {
                    double complex column = 0;
                    for (size_t g = 0; g < l; g++)
                        for (size_t i = 0; i < m; i++)
                            column += x[g][i][j] * (root_of(g, o, l) * root_of(i, p, m));
                    sum += part_of(column, root_of(j, q, n), j, n);
                }
                y[o][p][q] = (R)(sum * factor_of(scale, 1 / ((double)l * (double)m * (double)n)));
            }
}

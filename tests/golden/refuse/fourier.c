/* What fourier(…) is not said of; dimensions that cannot be divided. */
#include <complex.h>
#include <weft/annotate.h>

WEFT_OPTIONS(fourier(sine))
WEFT_GUVECTORIZE("(n),()->(n)")
void unknown(size_t n, const double complex x[n], double scale, double complex y[n]) { y[0] = n ? x[0] * scale : 0; }

WEFT_OPTIONS(fourier(forward), strict)
WEFT_GUVECTORIZE("(n),()->(n)")
void in_order(size_t n, const double complex x[n], double scale, double complex y[n]) { y[0] = n ? x[0] * scale : 0; }

WEFT_OPTIONS(fourier(inverse))
WEFT_GUVECTORIZE("(n)->(n)")
void without_scale(size_t n, const double complex x[n], double complex y[n]) { y[0] = n ? x[0] : 0; }

WEFT_OPTIONS(fourier(real))
WEFT_GUVECTORIZE("(n),()->(n/2+2)")
void too_long(size_t n, const double x[n], double scale, double complex y[n / 2 + 2]) { y[0] = n ? x[0] * scale : 0; }

WEFT_OPTIONS(fourier(half))
WEFT_GUVECTORIZE("(m,h),()->(h,2*h-2)")
void other_axis(size_t m, size_t h, const double complex x[m][h], double scale, double y[h][2 * h - 2])
{
    y[0][0] = m ? creal(x[0][0]) * scale : 0;
}

WEFT_OPTIONS(fourier(forward))
WEFT_GUVECTORIZE("(n),()->(n)")
void of_real_numbers(size_t n, const double x[n], double scale, double y[n]) { y[0] = n ? x[0] * scale : 0; }

WEFT_OPTIONS(fourier(forward))
WEFT_GUVECTORIZE("(n),()->(n)")
void mixed(size_t n, const float complex x[n], double scale, float complex y[n]) { y[0] = n ? x[0] * (float)scale : 0; }

WEFT_GUVECTORIZE("(n)->(n/m)")
void by_a_name(size_t n, const double x[n], double *y) { y[0] = n ? x[0] : 0; }

WEFT_GUVECTORIZE("(n)->(n/0)")
void by_zero(size_t n, const double x[n], double *y) { y[0] = n ? x[0] : 0; }

WEFT_GUVECTORIZE("(n)->(n-n/2)")
void taken_away(size_t n, const double x[n], double *y) { y[0] = n ? x[0] : 0; }

WEFT_GUVECTORIZE("(n)->(7/2+n)")
void a_number(size_t n, const double x[n], double *y) { y[0] = n ? x[0] : 0; }

WEFT_GUVECTORIZE("(m),(n)->(m/2+n/2)")
void two_names(size_t m, size_t n, const double x[m], const double w[n], double *y) { y[0] = m ? x[0] * w[0] : 0; }

WEFT_GUVECTORIZE("(n)->(n/3000000000)")
void too_large(size_t n, const double x[n], double *y) { y[0] = n ? x[0] : 0; }

WEFT_GUVECTORIZE("(n)->(n/2+1)")
void not_as_written(size_t n, const double x[n], double y[n / 3 + 1]) { y[0] = n ? x[0] : 0; }

WEFT_GUVECTORIZE()
void of_a_sum(size_t n, const double x[n], double y[(n + 1) / 2]) { y[0] = n ? x[0] : 0; }

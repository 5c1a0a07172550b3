/* narrow_kernels.c: functions whose counters hold sizes up to 32767: for larger ones they are what the text says, which
 * has (short)m rounds, or none; gpu_narrow.c counts so, too. */
#include <weft/annotate.h>

#include <stddef.h>

/** A product: tiles. */
WEFT_GUVECTORIZE("(m,k),(k,n)->(m,n)", "void(float64[:,:], float64[:,:], float64[:,:])")
void product(size_t m, size_t k, size_t n, const double a[m][k], const double b[k][n], double c[m][n])
{
    for (short i = 0; i < (short)m; i++)
        for (short j = 0; j < (short)n; j++) {
            double sum = 0;
            for (short p = 0; p < (short)k; p++)
                sum += a[i][p] * b[p][j];
            c[i][j] = sum;
        }
}

/** Differences to the greatest element: long axes through windows. */
WEFT_GUVECTORIZE("(n)->(n)", "void(float64[:], float64[:])")
void below_greatest(size_t n, const double x[n], double c[n])
{
    double most = -1000;
    for (short j = 0; j < (short)n; j++)
        most = x[j] > most ? x[j] : most;
    for (short j = 0; j < (short)n; j++)
        c[j] = most - x[j];
}

/** Less the sum: walks of a team. */
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->(n)", "void(float64[:], float64[:])")
void less_sum(size_t n, const double x[n], double c[n])
{
    double sum = 0;
    for (short j = 0; j < (short)n; j++)
        sum += x[j];
    for (short j = 0; j < (short)n; j++)
        c[j] = x[j] - sum;
}

/** A sum that is read behind its loop. */
WEFT_GUVECTORIZE("(n),(n)->()", "void(float64[:], float64[:], float64[:])")
void dot(size_t n, const double x[n], const double y[n], double *z)
{
    double sum = 0;
    for (short i = 0; i < (short)n; i++)
        sum += x[i] * y[i];
    *z = sum;
}

// flags: --targets=cpu
/* However const is spelled, the operand is an input. */
#include <weft/annotate.h>
typedef const double constant;
typedef double row[4];
typedef const double constant_row[4];
typedef row grid[3];
WEFT_VECTORIZE("float64(float64)") double value(const double a) { return a; }
WEFT_GUVECTORIZE() void sized(size_t n, const double a[n], double b[n]) { b[0] = a[0]; }
WEFT_GUVECTORIZE() void sized_typedef(size_t n, constant a[n], double b[n]) { b[0] = a[0]; }
WEFT_GUVECTORIZE() void sized_static(size_t n, constant a[static n], double b[n]) { b[0] = a[0]; }
WEFT_GUVECTORIZE() void sized_const(size_t n, const double a[const n], double b[n]) { b[0] = a[0]; }
WEFT_GUVECTORIZE()
void sized_restrict(size_t n, constant a[restrict n], double b[restrict n]) { b[0] = a[0]; }
WEFT_GUVECTORIZE() void of_row(const row a, double *b) { *b = a[0]; }
WEFT_GUVECTORIZE() void of_constant_row(constant_row a, double *b) { *b = a[0]; }
WEFT_GUVECTORIZE() void of_rows(size_t n, const row a[n], row b[n]) { b[0][0] = a[0][0]; }
WEFT_GUVECTORIZE()
void of_constant_rows(size_t n, constant_row a[n], row b[n]) { b[0][0] = a[0][0]; }
WEFT_GUVECTORIZE() void of_grid(const grid a, grid b) { b[0][0] = a[0][0]; }
WEFT_GUVECTORIZE()
void of_grids(size_t n, const grid a[const n], grid b[n]) { b[0][0][0] = a[0][0][0]; }
WEFT_GUVECTORIZE()
void matrix(size_t m, size_t n, const double a[m][n], double b[m][n]) { b[0][0] = a[0][0]; }
WEFT_GUVECTORIZE()
void matrix_const(size_t m, size_t n, constant a[const m][n], double b[const m][n])
{
    b[0][0] = a[0][0];
}
WEFT_GUVECTORIZE("(n)->(n)") void flat(size_t n, const double a[], double b[]) { b[0] = a[0]; }
WEFT_GUVECTORIZE("(n)->(n)")
void flat_const(size_t n, const double a[const], double b[const]) { b[0] = a[0]; }
WEFT_GUVECTORIZE("(n)->(n)")
void flat_typedef(size_t n, constant a[const], double b[restrict]) { b[0] = a[0]; }

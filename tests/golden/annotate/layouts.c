// flags: --targets=cpu
/* Every way in which a layout can be no layout. */
#include <weft/annotate.h>
WEFT_GUVECTORIZE("(n->()")
double missing_parenthesis(size_t n, const double x[n]) { return x[0] + (double)n; }
WEFT_GUVECTORIZE("(n) -> ()x")
double too_much(size_t n, const double x[n]) { return x[0] + (double)n; }
WEFT_GUVECTORIZE("(n,)->()")
double no_dimension(size_t n, const double x[n]) { return x[0] + (double)n; }
WEFT_GUVECTORIZE("(n)->(")
double ends_early(size_t n, const double x[n]) { return x[0] + (double)n; }
WEFT_GUVECTORIZE("(n)-->()")
double no_arrow(size_t n, const double x[n]) { return x[0] + (double)n; }
WEFT_GUVECTORIZE("n->()")
double no_parenthesis(size_t n, const double x[n]) { return x[0] + (double)n; }
WEFT_GUVECTORIZE("(0)->()")
double zero(const double x[1]) { return x[0]; }
WEFT_GUVECTORIZE("(99999999999999999999)->()")
double too_large(const double x[1]) { return x[0]; }
WEFT_GUVECTORIZE("(n+1)->()")
double computed_input(size_t n, const double x[n]) { return x[0] + (double)n; }
WEFT_GUVECTORIZE("(n)->(n*m)")
void product(size_t n, size_t m, const double x[n], double y[n]) { y[0] = x[0] + (double)m; }
WEFT_GUVECTORIZE("(n)->(?)")
void strange(size_t n, const double x[n], double y[n]) { y[0] = x[0]; }
WEFT_VECTORIZE("(n)->()")
double elementwise(double x) { return x; }
WEFT_GUVECTORIZE("(n)-(n)")
void half_an_arrow(size_t n, const double x[n], double y[n]) { y[0] = x[0]; }
WEFT_GUVECTORIZE("(n)")
double no_output(size_t n, const double x[n]) { return x[0] + (double)n; }

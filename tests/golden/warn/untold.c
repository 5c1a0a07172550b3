/* flags: --targets=cpu,parallel */
/* A size that no parameter is: what the function goes by is not known. */
#include <weft/annotate.h>
WEFT_GUVECTORIZE("(k)->(k)") void linked(const double *a, double *b);
WEFT_GUVECTORIZE("(k)->(k)") void without_const(double *a, double *b);
WEFT_GUVECTORIZE("(n)->()") double ends(const double *a) { double s = 0; while (*a >= 0) s += *a++; return s; }
/* right ones */
WEFT_GUVECTORIZE("(n)->(n)") void told(int n, const double *a, double *b);
WEFT_GUVECTORIZE("(n)->(n)") void told_without_const(int n, double *a, double *b);
WEFT_GUVECTORIZE("(n)->(2*n)") void twice(int n, const double *a, double *b);
WEFT_GUVECTORIZE("(3)->(3)") void three(const double *a, double *b);
WEFT_GUVECTORIZE("(3),(n)->()") double with_array(int n, const double *a, const double b[n]);

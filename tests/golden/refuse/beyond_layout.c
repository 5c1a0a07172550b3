/* flags: --targets=cpu,parallel */
/* Elements beyond those that a call gives, and sizes that nothing tells the function. */
#include <weft/annotate.h>
struct pair { double a, b; };
WEFT_GUVECTORIZE("(k)->(k)") void four(const double *a, double *b) { for (int i = 0; i < 4; i++) b[i] = a[i]; }
WEFT_GUVECTORIZE("(3)->(3)") void fixed(const double *a, double *b) { for (int i = 0; i <= 3; i++) b[i] = a[0]; }
WEFT_VECTORIZE() void one(double a, double *b) { b[1] = a; }
/* right ones */
WEFT_GUVECTORIZE("(2)->(4)") void good(const double *a, double *b) { for (int i = 0; i < 4; i++) b[i] = a[i / 2]; }
WEFT_GUVECTORIZE("(n),(n)->(n)") void told(int n, const double *a, const double *b, double *c) { for (int i = 0; i < n; i++) c[i] = a[i] + b[i]; }
WEFT_GUVECTORIZE("(n)->()") double first(const double *a) { return *a; }
WEFT_GUVECTORIZE("(n,2)->()") double rows(int n, const struct pair *p) { return p[n - 1].a + p[0].b; }
WEFT_GUVECTORIZE("(2)->(2)") void updated(double *v) { v[0] += 1; v[1] += v[0]; }

/* Grids that cannot be, and functions that have none. */
#include <stdint.h>
#include <weft/annotate.h>
WEFT_LAUNCH(blocks(n)) WEFT_GUVECTORIZE("(n)->(n)") void f0(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(threads(32)) WEFT_GUVECTORIZE("(n)->(n)") void f1(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(n), threads(32), blocks(n)) WEFT_GUVECTORIZE("(n)->(n)") void f2(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(m), threads(32)) WEFT_GUVECTORIZE("(n)->(n)") void f3(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(n + ), threads(32)) WEFT_GUVECTORIZE("(n)->(n)") void f4(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(n), threads(threads)) WEFT_GUVECTORIZE("(n)->(n)") void f7(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(n), threads(33, 32)) WEFT_GUVECTORIZE("(n)->(n)") void f8(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(n), threads(0)) WEFT_GUVECTORIZE("(n)->(n)") void f9(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(n), threads(32), shared(1, 2)) WEFT_GUVECTORIZE("(n)->(n)") void f10(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(n, n, n, n), threads(32)) WEFT_GUVECTORIZE("(n)->(n)") void f11(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(grid(n), threads(32)) WEFT_GUVECTORIZE("(n)->(n)") void f12(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(n) WEFT_GUVECTORIZE("(n)->(n)") void f13(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(n / (3 - 3)), threads(2)) WEFT_GUVECTORIZE("(n)->(n)") void f14(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(n), threads(sizeof(*z))) WEFT_GUVECTORIZE("(n)->(n)") void f15(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(n), threads(n.x)) WEFT_GUVECTORIZE("(n)->(n)") void f16(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(99999999999999999999), threads(2)) WEFT_GUVECTORIZE("(n)->(n)") void f17(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(min(n)), threads(2)) WEFT_GUVECTORIZE("(n)->(n)") void f18(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(n n), threads(2)) WEFT_GUVECTORIZE("(n)->(n)") void f19(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(1.5), threads(2)) WEFT_GUVECTORIZE("(n)->(n)") void f20(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(n), threads(), shared(0)) WEFT_GUVECTORIZE("(n)->(n)") void f21(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH() WEFT_GUVECTORIZE("(n)->(n)") void f22(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(1), threads(1)) WEFT_VECTORIZE() float number(float x) { return x; }
WEFT_LAUNCH(blocks(n), threads(1)) WEFT_OPTIONS(fourier(forward)) WEFT_GUVECTORIZE("(n),()->(n)") void turned(size_t n, const double _Complex x[n], double s, double _Complex y[n]) { y[0] = x[0] * s; }
WEFT_LAUNCH(blocks(((((((((((((((((((((((((((((((((((((((((n))))))))))))))))))))))))))))))))))))))))), threads(1)) WEFT_GUVECTORIZE("(n)->(n)") void deep(size_t n, const float x[n], float y[n]) { y[0] = x[0]; }
WEFT_LAUNCH(blocks(1), threads(1)) WEFT_REDUCE() float folded(float x, float y) { return x + y; }
WEFT_LAUNCH(blocks(n), threads(1)) WEFT_GUVECTORIZE("(n)->()") float returned(size_t n, const float x[n]) { return n ? x[0] : 0; }
WEFT_LAUNCH(blocks(n), threads(1)) WEFT_GUVECTORIZE("(n~)->()") void listed(size_t n, const float x[n], float *y) { *y = n; }
WEFT_LAUNCH(blocks(n), threads(1)) WEFT_OPTIONS(serial) WEFT_GUVECTORIZE("(n)->(n)") void ordered(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(n), threads(1)) WEFT_OPTIONS(nan) WEFT_GUVECTORIZE("(n)->(n)") void unset(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(n), threads(1)) WEFT_OPTIONS(index(k)) WEFT_GUVECTORIZE("(n)->(n)") void counted(size_t n, const float x[n], uint64_t k, float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i] + k; }
WEFT_LAUNCH(blocks(n), threads(1)) WEFT_NAME("same") WEFT_GUVECTORIZE("(n)->(n)") void one(size_t n, const float x[n], float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_NAME("same") WEFT_GUVECTORIZE("(n)->(n)") void two(size_t n, const double x[n], double y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }
WEFT_LAUNCH(blocks(n), threads(1)) float alone(float x) { return x; }
WEFT_LAUNCH(blocks(n), threads(1)) int variable;

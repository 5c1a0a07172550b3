#include <stddef.h>
#include <stdint.h>
#include <weft/annotate.h>

WEFT_TYPEVAR(T);
WEFT_OPTIONS(index(k)) WEFT_VECTORIZE() double nobody(double x, size_t i) { return x + i; }
WEFT_OPTIONS(index(i), index(i, -1)) WEFT_VECTORIZE() double twice(double x, size_t i) { return x + i; }
WEFT_OPTIONS(index(i), fixed(i, 3)) WEFT_VECTORIZE() double fixed(double x, size_t i) { return x + i; }
WEFT_OPTIONS(index(i), default(i, 3)) WEFT_VECTORIZE() double usual(double x, size_t i) { return x + i; }
WEFT_OPTIONS(index(n)) WEFT_GUVECTORIZE() double extent(size_t n, const double x[n]) { return x[0]; }
WEFT_OPTIONS(index(i)) WEFT_VECTORIZE() double narrow(double x, int i) { return x + i; }
WEFT_OPTIONS(index(i)) WEFT_VECTORIZE() double real(double x, double i) { return x + i; }
WEFT_OPTIONS(index(i)) WEFT_VECTORIZE() double variable(double x, T i) { return x + i; }
WEFT_OPTIONS(index(i)) WEFT_VECTORIZE() double pointer(double x, const size_t *i) { return x + *i; }
WEFT_OPTIONS(index(i)) WEFT_VECTORIZE() double before(size_t i, double x) { return x + i; }
WEFT_OPTIONS(index(i, 0)) WEFT_VECTORIZE() double first(double x, size_t i) { return x + i; }
WEFT_OPTIONS(index(i, -33)) WEFT_VECTORIZE() double beyond(double x, size_t i) { return x + i; }
WEFT_OPTIONS(index(i, one)) WEFT_VECTORIZE() double word(double x, size_t i) { return x + i; }
WEFT_OPTIONS(index()) WEFT_VECTORIZE() double nothing(double x, size_t i) { return x + i; }
WEFT_OPTIONS(index(a), index(b, -1), index(c, -2), index(d, -3), index(e, -4)) WEFT_VECTORIZE()
double many(size_t a, size_t b, size_t c, size_t d, size_t e) { return (double)(a + b + c + d + e); }
WEFT_OPTIONS(index(i)) WEFT_REDUCE("uint64(uint64)") uint64_t sum(uint64_t x, uint64_t i) { return x + i; }
WEFT_OPTIONS(index(i), reorderable) WEFT_VECTORIZE() uint64_t plus(uint64_t x, uint64_t i) { return x + i; }
WEFT_OPTIONS(index(i)) WEFT_VECTORIZE("double(double, uint64)") double said(double x, uint64_t i) { return x + i; }

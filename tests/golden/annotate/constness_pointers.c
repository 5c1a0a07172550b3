// flags: --targets=cpu
/* However a pointer to const is spelled, it is an input, which has no extent. */
#include <weft/annotate.h>
typedef const double constant;
WEFT_VECTORIZE("float64(float64)") double open(const double a[]) { return *a; }
WEFT_VECTORIZE("float64(float64)") double open_behind(double const a[]) { return *a; }
WEFT_VECTORIZE("float64(float64)") double open_typedef(constant a[]) { return *a; }
WEFT_VECTORIZE("float64(float64)") double open_const(const double a[const]) { return *a; }
WEFT_VECTORIZE("float64(float64)") double open_restrict(const double a[restrict]) { return *a; }
WEFT_VECTORIZE("float64(float64)") double pointer(const double *const restrict a) { return *a; }
WEFT_VECTORIZE("float64(float64)") double pointer_typedef(constant *a) { return *a; }
WEFT_VECTORIZE("float64(float64)") double nonnull(const double a[static 1]) { return *a; }
WEFT_VECTORIZE("float64(float64)") double nonnull_typedef(constant a[static 1]) { return *a; }
WEFT_VECTORIZE("float64(float64)") double nonnull_const(constant a[const static 1]) { return *a; }
WEFT_GUVECTORIZE() void open_and_sized(size_t n, const double a[], double b[n]) { b[0] = *a; }

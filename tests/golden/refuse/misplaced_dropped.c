// flags: --targets=cpu
/* Annotations that C drops, or gives to what is no function at file scope. */
#include <weft/annotate.h>
WEFT_VECTORIZE() struct point { double x, y; };
WEFT_GUVECTORIZE() enum { one };
void outer(void) { WEFT_VECTORIZE() double inner(double x);
                     WEFT_REDUCE() WEFT_OPTIONS(identity(0)) double local; (void)local; }
#define UF WEFT_VECTORIZE() WEFT_NAME("good")
UF double fine(double x) { return x; }
WEFT_VECTORIZE() double declared(double x);
WEFT_VECTORIZE() double declared(double x) { return x; }
WEFT_VECTORIZE();

/* Behind its definition C takes no more of a function's attributes. */
static inline double late(double x) { return x * x; }
WEFT_NAME("later") WEFT_VECTORIZE() double late(double x);

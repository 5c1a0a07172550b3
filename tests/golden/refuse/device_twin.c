// flags: --targets=cpu,gpu --require-all
#include <complex.h>
#include <weft/annotate.h>
struct pair { float a, b; };
enum kind { ONE };
WEFT_DEVICE_TWIN float complex turned(float complex x);
WEFT_DEVICE_TWIN float second(struct pair x, const float *good, const long double *bad, enum kind k);
WEFT_DEVICE_TWIN void *fine(float x, float y[2], void *any, unsigned char c);
WEFT_DEVICE_TWIN double matrix(double (*m)[3]);
WEFT_DEVICE_TWIN int number;
WEFT_DEVICE_TWIN WEFT_VECTORIZE() float itself(float x) { return x; }

#include <weft/annotate.h>
#include <errno.h>
#include <fenv.h>
#include <stdlib.h>
#include <time.h>
WEFT_VECTORIZE()
double noise(double x)
{
    errno = 0;
    fesetround(FE_UPWARD);
    return x + rand() + (double)time(NULL);
}

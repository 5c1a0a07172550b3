#include <weft/annotate.h>
#include <setjmp.h>
WEFT_VECTORIZE()
double leap(double x)
{
    jmp_buf place;
    if (setjmp(place))
        return x;
    longjmp(place, 1);
}

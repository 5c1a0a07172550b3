#include <weft/annotate.h>
#include <stdio.h>
WEFT_VECTORIZE()
double print(double x)
{
    printf("%g\n", x);
    fprintf(stderr, "%g\n", x); puts("done");
    return x;
}

#include <weft/annotate.h>
#include <stdlib.h>
static double *grab(void) { return (double *)calloc(4, sizeof(double)); }
WEFT_VECTORIZE()
double allocate(double x)
{
    double *room = (double *)malloc(sizeof(double));
    *room = x + *grab();
    double result = *room;
    free(room);
    return result;
}

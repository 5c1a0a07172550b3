// flags: --targets=cpu,gpu --require-all
#include <weft/annotate.h>
#include <complex.h>
#include <stddef.h>
enum color { RED, GREEN };
WEFT_VECTORIZE()
int convert(int x, double complex z)
{
    enum color first = x, second = GREEN, third = x ? RED : GREEN;
    first++;
    void *raw = &x;
    int *whole = raw, *none = NULL;
    long whole_part = z, cast = (short)z;
    double real = z;
    _Bool some = z;
    some--;
    float complex low = (float complex)z;
    double complex either = x ? z : low, same = x ? 1 : low;
    return *whole + (none == NULL) + first + second + third + (int)real + whole_part + cast + some + (int)creal(either + same);
}

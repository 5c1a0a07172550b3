#include <weft/annotate.h>
#include <stdarg.h>
double later(int count, ...);
static double sum(int count, ...)
{
    va_list list;
    va_start(list, count);
    double total = va_arg(list, double);
    va_end(list);
    return total;
}
WEFT_VECTORIZE()
double add(double x) { return sum(1, x) + later(1, x); }

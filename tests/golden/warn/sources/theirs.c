#include <stdlib.h>
static int calls;
static double never_written[] = {1, 2, 3};
static double handed_on[] = {1, 2, 3};
static double twice(double x) { return 2 * x; }
static double first(double *p) { return p[0]++; }
double theirs(double x)
{
    calls++;
    return twice(x);
}
double table(int i) { return never_written[i] + *(never_written + 1); }
double address(int i) { return handed_on[i] + first(handed_on); }
double allocates(double x)
{
    double *p = malloc(sizeof *p);
    *p = x;
    x = *p;
    free(p);
    return x;
}

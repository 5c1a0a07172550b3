#include <stdlib.h>
double nowhere(double x), given(double x), gone(double x);
static double *keep(double x) { double *p = malloc(sizeof *p); *p = x; return p; }
double good(double x) { double *p = keep(x), y = *p + 1; free(p); return y; }
double bad(double x) { double *p = keep(x), y = nowhere(*p); free(p); return y; }
double indirect(double x) { double *p = keep(x), y = given(*p) + nowhere(x); free(p); return y; }
double unused(double x) { return gone(x); }

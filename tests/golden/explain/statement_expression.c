/* flags: --targets=cpu --source sources/statement_expression.c */
/* What statement expressions of GNU C hold is seen too: a write to an input, a loop, a way out. */
#include <weft/annotate.h>

WEFT_GUVECTORIZE("(3)->()") double writes(double v[3]);

WEFT_VECTORIZE()
double loops(double x)
{
    return ({
        for (int i = 0; i < 3; i++)
            x *= x;
        x;
    });
}

WEFT_VECTORIZE()
double larger(double x, double y)
{
    return ({
        double a = x, b = y;
        if (b > a)
            a = b;
        a;
    });
}

WEFT_VECTORIZE()
void leaves(double x, double *y)
{
    ({
        if (x < 0)
            return;
    });
    *y = x;
}

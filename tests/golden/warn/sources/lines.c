/* Divisions behind lines that the preprocessor makes others of. */
#include "lines.h"
#define MANY(x) \
    (x) +       \
        1
static int helper(int a, int b)
{
    int c = MANY(
        a);
    return c / b;
}
int divided(int a, int b)
{
    return helper(a, b)
           % b;
}

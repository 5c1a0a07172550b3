/* Every unit of a program computes with its own factor. */
#include <stdio.h>

#define UNIT(name, factor) double call_##name(double x);
#include "units.h"
#undef UNIT

int main(void)
{
    int wrong = 0;
#define UNIT(name, factor)                                                    \
    printf("%s: %g, to be %g\n", #name, call_##name(3), 3.0 * factor); \
    wrong += call_##name(3) != 3.0 * factor;
#include "units.h"
    return wrong > 0;
}

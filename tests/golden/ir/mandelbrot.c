/* A loop whose length depends on data, with each way to leave one. */
#include <weft/annotate.h>

WEFT_VECTORIZE()
int mandelbrot(double cr, double ci, int limit)
{
    double x = 0, y = 0;
    int n = 0;
    while (n < limit && x * x + y * y <= 4) {
        double t = x * x - y * y + cr;
        y = 2 * x * y + ci;
        x = t;
        n++;
    }
    return n;
}

WEFT_VECTORIZE()
int collatz(long long x)
{
    int steps = 0;
    for (;;) {
        if (x <= 1)
            break;
        if (x & 1) {
            x = 3 * x + 1;
            steps++;
            continue;
        }
        do
            x >>= 1, ++steps;
        while (!(x & 1) && x > 0);
    }
    return steps;
}

#include <weft/annotate.h>
#include <errno.h>
#include <fenv.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
WEFT_VECTORIZE()
double noise(double x)
{
    errno = 0;
    fesetround(FE_UPWARD);
    return x + rand() + (double)time(NULL);
}
/* `serial` alone makes no state of a body's own: what it would keep lies in a file that is linked. */
WEFT_OPTIONS(serial) WEFT_VECTORIZE() int counted(int x)
{
    static int n;
    return n += x;
}
WEFT_VECTORIZE() int flags(double x)
{
    volatile double y = 1 / x;
    fexcept_t kept;
    fegetexceptflag(&kept, FE_ALL_EXCEPT);
    return (y > 0) + fetestexcept(FE_DIVBYZERO) + fegetround();
}
WEFT_VECTORIZE() int text(int x)
{
    char buffer[32];
    return snprintf(buffer, sizeof buffer, "%d", x) + sscanf(buffer, "%d", &x);
}
WEFT_VECTORIZE() int process(int x)
{
    signal(SIGINT, SIG_IGN);
    sleep(1);
    return raise(x) + (gmtime(&(time_t){x}) != NULL);
}
/* Their state, or their time, is their argument. */
WEFT_VECTORIZE() int own(unsigned x, time_t now)
{
    unsigned short seed[3] = {(unsigned short)x, 1, 2};
    return rand_r(&x) + (int)(difftime(now, 3) + erand48(seed));
}

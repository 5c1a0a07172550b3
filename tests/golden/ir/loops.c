/* Each way to leave out a part of a `for`. */
#include <weft/annotate.h>

WEFT_VECTORIZE()
int loops(int n)
{
    int sum = 0, i = 0;
    for (; i < n;)
        sum += i++;
    for (i = 0;; i++)
        if (i == n)
            break;
    for (int j = 0; j < n;)
        sum += j++;
    for (; i; i--)
        sum -= i;
    for (;;) {
        if (sum > n)
            return sum;
        sum += n + 1 > 0 ? 1 : n;
    }
}

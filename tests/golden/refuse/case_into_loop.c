#include <weft/annotate.h>
WEFT_VECTORIZE()
int copy(int n)
{
    int sum = 0;
    switch (n % 2) {
    case 0:
        do {
            sum++;
    case 1:
            sum += 2;
        } while (--n > 0);
    }
    return sum;
}

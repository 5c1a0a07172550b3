/* Switches: fall through, labels of several values, ranges, a default in the middle, one that is
 * nothing else, one in a loop with continue and break, one in another; and one that is entered in the
 * middle of a statement, which is text. */
#include <stdint.h>

#include <weft/annotate.h>

WEFT_VECTORIZE()
int classify(int code, int x)
{
    int result = 0;
    switch (code) {
        int unreached;
    case 1:
        x += 10;
    case 2:
    case 3:
        result = x;
        break;
    default:
        result = -1; /* falls into the next one */
    case 'A' ... 'F':
        result += 7;
        break;
    case -5: {
        unreached = x * x;
        result = unreached;
        break;
    }
    case 100:;
    }
    return result;
}

WEFT_VECTORIZE()
int scan(uint64_t bits, int n)
{
    int count = 0;
    for (int i = 0; i < n; i++) {
        switch (bits >> i & 3) {
        case 0:
            continue;
        case 1:
            switch (i % 3) {
            case 0:
                break;
            case 1:
                count += 5;
                continue;
            default:
                return count;
            }
            count++;
            break;
        case 18446744073709551615u:
            count = -1;
        }
        while (count > 10) {
            count -= 7;
            if (count == 3)
                break;
        }
    }
    switch (n)
    case 4:
        count = -count;
    switch (n)
        ;
    return count;
}

WEFT_VECTORIZE()
int entered(int n, int x)
{
    switch (n % 4) {
    case 0:
        if (x > 3) {
            x += 1;
        case 3:
            x += 2;
            break;
        }
    default:
        x += 4;
    }
    return x;
}

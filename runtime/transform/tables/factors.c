/* factors.c: powers of two come first, as eights and fours, so that what the later passes find side
 * by side fills vectors; then odd primes, the largest first, and a single two last. */
#include "factors.h"

#include <stddef.h>

/* The odd prime factors, smallest first; what is left beyond FOURIER_MOST_RADIX. */
static int64_t divide_odd(int64_t length, int64_t *primes, int *count)
{
    for (int64_t prime = 3; prime <= FOURIER_MOST_RADIX && length > 1; prime += 2)
        for (; length % prime == 0; length /= prime)
            primes[(*count)++] = prime;
    return length;
}

int factors_find(int64_t length, int64_t radices[FOURIER_MOST_PASSES])
{
    int64_t primes[FOURIER_MOST_PASSES];
    int twos = 0, prime_count = 0, count = 0;
    for (; length % 2 == 0; length /= 2)
        twos++;
    if (divide_odd(length, primes, &prime_count) != 1)
        return 0;
    int fours = twos % 3 == 2 ? 1 : twos % 3 == 1 && twos >= 4 ? 2 : 0;
    for (int eights = (twos - 2 * fours) / 3; eights > 0; eights--)
        radices[count++] = 8;
    for (; fours > 0; fours--)
        radices[count++] = 4;
    while (prime_count > 0)
        radices[count++] = primes[--prime_count];
    if (twos == 1)
        radices[count++] = 2;
    return count;
}

int64_t factors_convolution(int64_t least)
{
    const int64_t unit = least >= 512 ? 64 : least >= 64 ? 16 : 1;
    int64_t best = INT64_MAX;
    for (int64_t five = 1; five < least * 5; five *= 5)
        for (int64_t three = five; three < least * 3; three *= 3) {
            int64_t length = three * unit;
            while (length < least)
                length *= 2;
            best = length < best ? length : best;
        }
    return best;
}

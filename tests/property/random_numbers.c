/* random_numbers.c: the numbers of <weft/random.h> have the same bits from kernels of any kind and
 * from the header as this compiler reads it; the words are Philox's, the numbers are distributed as
 * they should be.
 *
 *     random_numbers TARGET */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/random.h>

#include "numbers.h"

enum { ROWS = 3, COLUMNS = 20001, ITEMS = ROWS * COLUMNS };

static const uint64_t seed = 0x123456789abcdef0u;

/* The vectors of Random123's known answers: key and counter of zeros, of ones, of digits of pi. */
static bool check_words(void)
{
    static const struct {
        uint64_t key;
        uint32_t counter[4], words[4];
    } known[] = {
        {0, {0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {UINT64_MAX,
         {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {0x299f31d0a4093822u,
         {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const uint32_t *at = known[i].counter;
        const weft_random_block found =
            weft_random_philox(known[i].key, at[0], at[1], at[2], at[3]);
        for (int k = 0; k < 4; k++)
            if (found.word[k] != known[i].words[k])
                return printf("word %d of vector %zu\n", k, i), false;
    }
    for (uint32_t draw = 0; draw < 9; draw++)
        if (weft_random_word(7, 1ull << 33 | 5, draw) !=
            weft_random_philox(7, 5, 2, draw / 4, 0).word[draw % 4])
            return printf("word of draw %u\n", draw), false;
    return true;
}

/* The elements as the header has them; n: below what. */
static uint64_t bits_of(int which, uint64_t n, uint64_t i)
{
    double wide = 0;
    float narrow = 0;
    uint64_t bits = 0;
    switch (which) {
    case 0:
        return weft_random_bits(seed, i >> 1, i & 1);
    case 1:
        wide = weft_random_double(seed, i >> 1, i & 1);
        break;
    case 2:
        narrow = weft_random_float(seed, i >> 2, i & 3);
        break;
    case 3:
        wide = weft_normal_double(seed, i >> 1, i & 1);
        break;
    case 4:
        narrow = weft_normal_float(seed, i >> 2, i & 3);
        break;
    case 5:
        wide = weft_exponential_double(seed, i >> 1, i & 1);
        break;
    case 6:
        narrow = weft_exponential_float(seed, i >> 2, i & 3);
        break;
    default:
        return weft_random_below(seed, i >> 1, i & 1, n);
    }
    if (which % 2 == 0)
        memcpy(&bits, &narrow, sizeof narrow);
    else
        memcpy(&bits, &wide, sizeof wide);
    return bits;
}

static weft_status compute(int which, uint64_t n, weft_array *result, const weft_options *options,
                           weft_error *error)
{
    uint64_t own = seed;
    const weft_array of = weft_array_view(&own, WEFT_UINT64, 0, NULL, NULL),
                     below = weft_array_view(&n, WEFT_UINT64, 0, NULL, NULL);
    return which == 0   ? weft_many_bits(&of, result, options, error)
           : which <= 2 ? weft_many_uniform(&of, result, options, error)
           : which <= 4 ? weft_many_normal(&of, result, options, error)
           : which <= 6 ? weft_many_exponential(&of, result, options, error)
                        : weft_many_below(&of, &below, result, options, error);
}

/* Moments of what is distributed in [0, 1), normally, exponentially. */
static bool check_moments(int which, const weft_array *of)
{
    static const double means[] = {0.5, 0, 1}, variances[] = {1 / 12.0, 1, 1};
    double sum = 0, squares = 0;
    const int kind = (which - 1) / 2;
    for (int i = 0; i < ITEMS; i++) {
        const double x = which % 2 ? ((double *)of->data)[i] : (double)((float *)of->data)[i];
        sum += x;
        squares += (x - means[kind]) * (x - means[kind]);
    }
    const double scale = sqrt(variances[kind] / ITEMS), off = sum / ITEMS - means[kind],
                 spread = squares / ITEMS / variances[kind] - 1;
    if (fabs(off) < 4 * scale && fabs(spread) < 0.05)
        return true;
    return printf("numbers %d: mean off by %g, variance by %g\n", which, off, spread), false;
}

static bool check(int which, uint64_t n, weft_target target)
{
    weft_error error;
    weft_array made = {0};
    const int64_t shape[] = {ROWS, COLUMNS};
    const bool narrow = which && which < 7 && which % 2 == 0;
    weft_options options = {.size = sizeof options,
                            .target = target,
                            .rank = 2,
                            .shape = shape,
                            .dtype = narrow           ? WEFT_FLOAT32
                                     : which % 7 == 0 ? WEFT_UINT64
                                                      : WEFT_FLOAT64};
    if (compute(which, n, &made, &options, &error))
        return printf("%s\n", error.text), false;
    for (int64_t i = 0; i < ITEMS; i++) {
        uint64_t found = 0;
        memcpy(&found, (char *)made.data + i * (narrow ? 4 : 8), narrow ? 4 : 8);
        const uint64_t wanted = bits_of(which, n, (uint64_t)i);
        if (found != wanted)
            return printf("numbers %d: element %lld is %llx, not %llx\n", which, (long long)i,
                          (unsigned long long)found, (unsigned long long)wanted),
                   false;
        if (which == 7 && n && found >= n)
            return printf("%llu is not below\n", (unsigned long long)found), false;
    }
    const bool good = which == 0 || which == 7 || check_moments(which, &made);
    weft_array_clear(&made);
    return good;
}

/* The sum of (found - expected)² / expected over the counts that are expected 10 times and more,
 * the others together, is of as many degrees of freedom; 4 standard deviations are allowed (Wilson
 * and Hilferty 1931). */
static bool check_counts(double mean, const int64_t *found)
{
    enum { MOST = 2000 };
    static int64_t counts[MOST];
    memset(counts, 0, sizeof counts);
    for (int i = 0; i < ITEMS; i++)
        counts[found[i] < MOST ? found[i] : MOST - 1]++;
    double squares = 0, others = 0, wanted_others = 0;
    int degrees = 0;
    for (int k = 0; k < MOST; k++) {
        const double wanted = ITEMS * exp(k * log(mean) - mean - lgamma(k + 1.0)),
                     off = (double)counts[k] - wanted;
        if (wanted < 10) {
            others += (double)counts[k];
            wanted_others += wanted;
        } else {
            squares += off * off / wanted;
            degrees++;
        }
    }
    if (wanted_others >= 10) {
        squares += (others - wanted_others) * (others - wanted_others) / wanted_others;
        degrees++;
    } else if (others > 40) {
        return printf("poisson of %g: %g where %g are expected\n", mean, others, wanted_others),
               false;
    }
    const double part = 2 / (9.0 * --degrees), most = degrees * pow(1 - part + 4 * sqrt(part), 3);
    if (squares <= most)
        return true;
    return printf("poisson of %g: chi squared is %g, beyond %g\n", mean, squares, most), false;
}

static bool check_mean(double mean, const int64_t *found)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < ITEMS; i++) {
        const double off = (double)found[i] - mean;
        sum += off;
        squares += off * off;
    }
    if (fabs(sum) <= 4 * sqrt(mean * ITEMS) && fabs(squares / ITEMS / mean - 1) < 0.03)
        return true;
    return printf("poisson of %g: the mean is off by %g, the variance %g\n", mean, sum / ITEMS,
                  squares / ITEMS),
           false;
}

static bool check_poisson(double mean, weft_target target)
{
    weft_error error;
    weft_array made = {0};
    const int64_t shape[] = {ROWS, COLUMNS};
    weft_options options = {.size = sizeof options, .target = target, .rank = 2, .shape = shape};
    uint64_t own = seed;
    const weft_array of = weft_array_view(&own, WEFT_UINT64, 0, NULL, NULL),
                     rate = weft_scalar_f64(mean);
    if (weft_many_poisson(&of, &rate, &made, &options, &error))
        return printf("%s\n", error.text), false;
    const int64_t *found = made.data;
    bool good = true;
    for (int i = 0; i < ITEMS && good; i++) {
        const int64_t wanted = weft_poisson(seed, (uint64_t)i, 0, mean);
        good = found[i] == wanted && (wanted == -1) == !(mean >= 0 && mean <= 0x1p62);
        if (!good)
            printf("poisson of %g: element %d is %lld, not %lld\n", mean, i, (long long)found[i],
                   (long long)wanted);
    }
    if (good && mean >= 0.5 && mean <= 1000)
        good = check_counts(mean, found);
    if (good && mean >= 1 && mean <= 1e15)
        good = check_mean(mean, found);
    weft_array_clear(&made);
    return good;
}

static bool check_poissons(weft_target target)
{
    static const double means[] = {0,    5e-324, 1e-3,   0.5,    3,        10,  11.999,
                                   12,   12.5,   31,     99,     1000,     1e6, 1e9,
                                   1e15, 1e18,   0x1p62, 0x1p63, INFINITY, -1,  -NAN};
    bool good = true;
    for (size_t i = 0; i < sizeof means / sizeof *means; i++)
        good = check_poisson(means[i], target) && good;
    return good;
}

int main(int argc, char **argv)
{
    weft_target target = WEFT_CPU;
    while (argc > 1 && target < WEFT_TARGET_END && strcmp(weft_target_name(target), argv[1]) != 0)
        target++;
    bool good = check_words();
    for (int which = 0; which < 7; which++)
        good = check(which, 0, target) && good;
    static const uint64_t limits[] = {0, 1, 10, 1u << 31, UINT64_C(3) << 62, UINT64_MAX};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        good = check(7, limits[i], target) && good;
    good = check_poissons(target) && good;
    uint64_t own = seed, folded[3];
    weft_array of = weft_array_view(&own, WEFT_UINT64, 0, NULL, NULL),
               numbers = weft_array_view((uint64_t[]){0, 1, UINT64_C(1) << 40}, WEFT_UINT64, 1,
                                         (int64_t[]){3}, NULL),
               out = weft_array_view(folded, WEFT_UINT64, 1, (int64_t[]){3}, NULL);
    weft_error error;
    good = weft_many_fold(&of, &numbers, &out, NULL, &error) == WEFT_OK && good &&
           folded[2] == weft_random_fold(seed, UINT64_C(1) << 40) && folded[0] != folded[1];
    printf(good ? "the same bits\n" : "failed\n");
    return !good;
}

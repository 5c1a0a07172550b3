/* checked.h: integer arithmetic on sizes that says when it overflows. Every size that comes from a
 * caller or a file goes through here. */
#ifndef WEFT_CHECKED_H
#define WEFT_CHECKED_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* Stores a + b; false if it does not fit int64. */
static inline bool checked_add(int64_t a, int64_t b, int64_t *sum)
{
    return !__builtin_add_overflow(a, b, sum);
}

/* Stores a - b; false if it does not fit int64. */
static inline bool checked_subtract(int64_t a, int64_t b, int64_t *difference)
{
    return !__builtin_sub_overflow(a, b, difference);
}

/* Stores a × b; false if it does not fit int64. */
static inline bool checked_multiply(int64_t a, int64_t b, int64_t *product)
{
    return !__builtin_mul_overflow(a, b, product);
}

/* a / b, rounded up; a at least 0, b at least 1. */
static inline int64_t quotient_up(int64_t a, int64_t b)
{
    assert(a >= 0 && b >= 1);
    return a / b + (a % b != 0);
}

/* |a|, of the least integer too: steps of axes that are not walked may be any. */
static inline uint64_t checked_magnitude(int64_t a)
{
    return a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
}

/* Stores the product of n sizes; false if it does not fit int64. A 0 anywhere makes it 0. */
static inline bool checked_product(const int64_t *sizes, int n, int64_t *product)
{
    bool fits = true;
    int64_t total = 1;
    assert(n >= 0);
    for (int i = 0; i < n; i++) {
        if (sizes[i] == 0) {
            *product = 0;
            return true;
        }
        fits = fits && checked_multiply(total, sizes[i], &total);
    }
    *product = total;
    return fits;
}

#endif

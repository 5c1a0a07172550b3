/* every_second.c: elements that lie two apart, from two vectors to one. Those of 8 bytes are faster
 * one by one. */
#include "every_second.h"

#include <string.h>

enum { VECTOR = 16 };

#define EVENS_1    0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define EVENS_2    0, 2, 4, 6, 8, 10, 12, 14
#define EVENS_4    0, 2, 4, 6
#define LANES(...) __VA_ARGS__

/* The last element has no second one behind it that may be read. */
#define DEFINE_EVERY_SECOND(SIZE, TYPE)                                                            \
    typedef TYPE lanes_##SIZE __attribute__((vector_size(VECTOR), aligned(1), may_alias));         \
    static void every_second_##SIZE(char *to, const char *from, int64_t n)                         \
    {                                                                                              \
        enum { COUNT = VECTOR / SIZE };                                                            \
        int64_t k = 0;                                                                             \
        for (; k + COUNT < n; k += COUNT) {                                                        \
            const char *at = from + 2 * SIZE * k;                                                  \
            const lanes_##SIZE a = *(const lanes_##SIZE *)at,                                      \
                               b = *(const lanes_##SIZE *)(at + VECTOR);                           \
            *(lanes_##SIZE *)(to + SIZE * k) = __builtin_shufflevector(a, b, LANES(EVENS_##SIZE)); \
        }                                                                                          \
        for (; k < n; k++)                                                                         \
            memcpy(to + SIZE * k, from + 2 * SIZE * k, SIZE);                                      \
    }
DEFINE_EVERY_SECOND(1, uint8_t)
DEFINE_EVERY_SECOND(2, uint16_t)
DEFINE_EVERY_SECOND(4, uint32_t)

void every_second(char *to, const char *from, int size, int64_t n)
{
    if (size == 1)
        every_second_1(to, from, n);
    else if (size == 2)
        every_second_2(to, from, n);
    else
        every_second_4(to, from, n);
}

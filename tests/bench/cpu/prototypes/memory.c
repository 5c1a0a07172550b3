/* memory.c: what memory alone takes of a row that it paces. Arrays of `count` bytes are read line by line,
 * and one is written past the caches; nothing is computed but what keeps the reads. What is read is asked for ahead,
 * which took up to a tenth less than what the processor foresees by itself. */
#include "prototypes.h"

#include <stddef.h>
#include <string.h>
#ifdef __AVX512F__
#include <immintrin.h>
#endif

enum { LINE = 64, AHEAD = 8192 /* bytes */ };

typedef int64_t line __attribute__((vector_size(LINE), aligned(8), may_alias));

static void write_line(char *to, line value)
{
#ifdef __AVX512F__
    _mm512_stream_si512((__m512i *)to, (__m512i)value);
#else
    memcpy(to, &value, LINE);
#endif
}

/* An array begins anywhere; whole lines of the output are written. */
static inline void touch(char *const *in, const int inputs, char *out, int64_t count)
{
    line sum = {0};
    int64_t at = out ? (int64_t)(-(uintptr_t)out % LINE) : 0;
    for (; at + LINE <= count; at += LINE) {
        for (int k = 0; k < inputs; k++) {
            __builtin_prefetch((const void *)((uintptr_t)in[k] + (uintptr_t)at + AHEAD), 0, 2); /* behind the end, too */
            sum ^= *(const line *)(in[k] + at);
        }
        if (out)
            write_line(out + at, sum);
    }
    __asm__ volatile("" : : "m"(sum)); /* which nobody asks for */
#ifdef __AVX512F__
    _mm_sfence();
#endif
}

void prototype_read_1(void *const *args, int64_t count)
{
    touch((char *[]){args[0]}, 1, NULL, count);
}

void prototype_read_1_write_1(void *const *args, int64_t count)
{
    touch((char *[]){args[0]}, 1, args[1], count);
}

void prototype_read_2_write_1(void *const *args, int64_t count)
{
    touch((char *[]){args[0], args[1]}, 2, args[2], count);
}

void prototype_read_3_write_1(void *const *args, int64_t count)
{
    touch((char *[]){args[0], args[1], args[2]}, 3, args[3], count);
}

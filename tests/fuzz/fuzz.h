/* fuzz.h: what every fuzz target gives and uses. A target is one function of a text; libFuzzer calls
 * it with texts that it invents, replay.c with those of a corpus. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* One run of the target over `size` bytes of any kind; ends the process where a promise is broken. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Ends the process, so that both libFuzzer and ctest see it, unless the promise holds. */
#define FUZZ_EXPECT(promise)                                                        \
    do {                                                                            \
        if (!(promise)) {                                                           \
            fprintf(stderr, "%s:%d: not kept: %s\n", __FILE__, __LINE__, #promise); \
            abort();                                                                \
        }                                                                           \
    } while (0)

/* The input as a C string, ending at its first zero byte; freed by the caller. */
static inline char *fuzz_text(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        abort();
    for (size_t i = 0; i < size; i++)
        text[i] = (char)bytes[i];
    text[size] = '\0';
    return text;
}

#endif

/* elements.h: one element at a time, written without the runtime, as the oracle needs it. */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include <weft/weft.h>

/* A stream of pseudo-random numbers that a seed determines. */
typedef struct random_source {
    uint64_t state;
} random_source;

/* A number from 0 to below `limit`. */
int random_below(random_source *source, int limit);

/* The integer that an element holds; the imaginary part of a complex one in *imaginary. */
double element_read(const char *at, weft_dtype dtype, bool swapped, double *imaginary);

/* Writes an integer that the dtype holds. */
void element_write(char *at, weft_dtype dtype, bool swapped, double real, double imaginary);

#endif

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

/* True so many times in a hundred. */
bool random_chance(random_source *source, int percent);

/* The integer that an element holds; the imaginary part of a complex one in *imaginary. */
double element_read(const char *at, weft_dtype dtype, bool swapped, double *imaginary);

/* Writes an integer that the dtype holds, or that wraps in it. */
void element_write(char *at, weft_dtype dtype, bool swapped, double real, double imaginary);

/* What a value of one dtype is in another: a complex number loses its imaginary part, a number that is
 * no integer stays within the range of integers, and truth is what is not 0. */
void element_cast(weft_dtype from, weft_dtype to, double *real, double *imaginary);

#endif

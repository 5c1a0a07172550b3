/* fourier.h: how a discrete Fourier transform of one length is computed: its passes and tables. */
#ifndef WEFT_FOURIER_H
#define WEFT_FOURIER_H

#include <stdbool.h>
#include <stdint.h>

#include <weft/weft.h>

/* Radices up to here have passes of their own; greater primes, up to FOURIER_MOST_RADIX, have one
 * that reads the roots of unity, and those beyond are convolutions. */
enum { FOURIER_OWN_RADIX = 13, FOURIER_MOST_RADIX = 113, FOURIER_MOST_PASSES = 48 };

typedef struct fourier_pass {
    int64_t radix;
    int64_t before, behind; /* products of the radices of the passes before and behind it */
    /* The roots of unity that its results are multiplied by, none of the last pass: of every place
     * behind it radix - 1 complex numbers; and where `before` is 1, of which several places are
     * computed side by side, of every result but the first real parts of all places, then
     * imaginary ones. */
    const void *twiddles, *columns;
    const void *roots; /* of radices without a pass of their own: cosines, then sines */
} fourier_pass;

/* Never changed once it is made. Tables are of `is_double`'s type. */
typedef struct fourier_plan fourier_plan;
struct fourier_plan {
    int64_t length; /* of complex elements; of real ones, where they are even, there are twice as
                       many */
    bool is_double, is_real;
    int64_t real_length; /* where is_real */
    const void *turns;   /* of an even real length: complex roots 0 … length / 2 of it */
    int pass_count;      /* 0: of a length of 1, or a convolution */
    fourier_pass passes[FOURIER_MOST_PASSES];
    const fourier_plan *convolution; /* the plan of a longer length that it takes; NULL: none */
    const void *chirp;               /* complex, by element */
    const void *chirp_spectrum; /* complex, by element of the longer length, over that length */
    int64_t byte_count;         /* of it and its tables, without the longer one's */
};

/* The plan of a length of at least 1, made at the first time it is asked for: of complex elements,
 * or of real ones. To be given back. */
weft_status fourier_take(const fourier_plan **plan, int64_t length, bool is_real, bool is_double,
                         weft_error *error);
void fourier_give(const fourier_plan *plan);

#endif

/* passes.h: stacks of discrete Fourier transforms of one length, compiled once per instruction set.
 * A transform is a chain of Stockham's passes, whatever its place in the stack: which butterflies
 * are computed side by side differs, what each of them computes does not. */
#ifndef WEFT_PASSES_H
#define WEFT_PASSES_H

#include "transform/tables/fourier.h"

/* What an element of a stack's rows is. Half a spectrum is that of real rows: the length's floor(n
 * / 2) + 1 first elements. */
typedef enum fft_kind {
    FFT_COMPLEX, /* from complex elements to complex ones */
    FFT_REAL,    /* from real elements to half a spectrum */
    FFT_HALF,    /* from half a spectrum to real elements */
} fft_kind;

/* Transforms of one length, one per item. Steps are bytes of any sign; elements are aligned. Input
 * and output of an item may be the same bytes. */
typedef struct fft_stack {
    const fourier_plan *plan;
    fft_kind kind;
    bool inverse; /* exponents are positive; of half spectra it has to be */
    const char *in;
    char *out;
    int64_t in_step, out_step, in_item, out_item, count;
    const char *scales; /* reals that results are multiplied by, one per item; 0: `scale` */
    int64_t scale_step;
    double scale;
} fft_stack;

/* scratch: fft_scratch_bytes, aligned to 64. */
typedef void fft_kernel(const fft_stack *stack, char *scratch);

/* By precision: float, double. */
typedef fft_kernel *const fft_table[2];
extern fft_table fft_base;
#ifdef __x86_64__
extern fft_table fft_v3, fft_v4;
#endif

/* Several transforms are computed side by side up to this length. */
enum { FFT_MOST_SIDE_BY_SIDE = 4096 };

/* Bytes that kernels need of a plan; -1: more than INT64_MAX. */
int64_t fft_scratch_bytes(const fourier_plan *plan);

/* Numbers from one part of the memory to the next, where it is divided for so many transforms. */
int64_t fft_part_elements(const fourier_plan *plan, int64_t real_bytes, int64_t lanes);

/* How many transforms of the stack are computed side by side, if there are so many: 1, or a
 * multiple of the lanes of a vector. */
int64_t fft_count_lanes(const fft_stack *stack, int64_t vector);

#endif

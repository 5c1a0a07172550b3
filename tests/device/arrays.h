/* arrays.h: random arrays, their twins in device memory, and comparisons, for gpu_smoke.c. */
#ifndef TEST_ARRAYS_H
#define TEST_ARRAYS_H

#include <weft/weft.h>

/* A view into a buffer of its own; the buffer is kept to see what lies between the elements. */
typedef struct sample {
    weft_array view;       /* borrowed from buffer */
    unsigned char *buffer; /* owned */
    size_t size;
    weft_array device_bytes; /* the buffer on the device, if sample_to_device was called */
} sample;

typedef enum sample_form {
    SAMPLE_PLAIN = 0,
    SAMPLE_STRIDED = 1,    /* axes in any order, backwards, with gaps */
    SAMPLE_MISALIGNED = 2, /* at an odd address */
    SAMPLE_SWAPPED = 4,    /* in the other byte order */
} sample_form;

/* Uniform in [0, bound). */
uint64_t random_below(uint64_t bound);

/* An array of random values: any bits for integers; for floats moderate numbers, or with `any_bits`
 * everything there is. Asserts that memory suffices. */
sample sample_make(weft_dtype dtype, int rank, const int64_t *shape, unsigned form, bool any_bits);
/* The same bytes again. */
sample sample_copy(const sample *original);
void sample_clear(sample *all);

/* The same view of the same bytes in device memory. */
weft_array sample_to_device(sample *all);
/* The device's bytes back in the buffer. */
void sample_from_device(sample *all);

/* The largest absolute value of a finite element, or of a part of one that is complex. */
double largest_element(const weft_array *view);

/* Asserts that two arrays (host) have the same elements: bit for bit but for NaN, or within
 * `tolerance` relative to their size where they are floats. */
void assert_same(const weft_array *actual, const weft_array *expected, double tolerance,
                 const char *what);

#endif

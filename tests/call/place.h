/* place.h: operands somewhere in memory: axes in any order, steps of any kind, guarded by bytes
 * that nobody may write. */
#ifndef CALL_PLACE_H
#define CALL_PLACE_H

#include "number.h"

/* How an operand lies in memory; flags that can be combined. */
enum arrangement {
    PLACE_C = 0,
    PLACE_FORTRAN = 1,     /* loop axes in the reverse order */
    PLACE_REVERSED = 2,    /* every step negative */
    PLACE_GAPS = 4,        /* elements and axes apart */
    PLACE_TURNED = 8,      /* core axes in the reverse order */
    PLACE_STILL = 16,      /* step 0 along the first loop axis; inputs only */
    PLACE_MISALIGNED = 32, /* one byte off */
    PLACE_ODD = 64,        /* steps that are no multiple of the element */
    PLACE_SWAPPED = 128,   /* the other byte order */
    PLACE_INSIDE = 256,    /* loop axes inside the core axes */
    PLACE_WEAK = 512,      /* a scalar without a dtype of its own; not of cores */
    PLACE_READONLY = 1024,
    PLACE_REPEATED = 2048, /* step 0 along the last core axis; inputs only */
};

/* An operand and the memory that it lies in. */
typedef struct place {
    weft_array array;      /* a view of `bytes` */
    unsigned char *bytes;  /* owned; NULL for one that lies in another's */
    unsigned char *before; /* owned; a copy of what the bytes must be after the call */
    size_t size;
    weft_array device; /* owned; a copy of `bytes` on the device */
    bool moved;        /* array.data points into `device` */
    int64_t offset;    /* of array.data from `bytes` */
} place;

/* Lays out an operand whose last core_rank axes are core axes; `room` bytes stay free behind it. */
void place_init(place *made, weft_dtype dtype, int rank, const int64_t *shape, int core_rank,
                unsigned arrangement, size_t room);
/* Frees what it owns. */
void place_clear(place *cleared);
/* Elements of a shape. */
int64_t place_count(int rank, const int64_t *shape);
/* The indices of the element that is number `flat` in C order. */
void place_indices(int rank, const int64_t *shape, int64_t flat, int64_t *indices);
/* Byte distance of that element from array.data. */
int64_t place_distance(const weft_array *array, int64_t flat);

#endif

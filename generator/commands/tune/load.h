/* load.h: a call whose time is taken: a function of the shipped library and its arrays. */
#ifndef WEFT_TUNE_LOAD_H
#define WEFT_TUNE_LOAD_H

#include "measure.h"

enum { LOAD_OPERANDS = 6 };

typedef struct timed_load {
    const weft_ufunc *ufunc;
    weft_options options;
    bool is_on_device; /* its arrays */
    double work;       /* nanoseconds of the estimate */
    weft_work_kind kind;
    weft_array arrays[LOAD_OPERANDS];
    weft_array *pointers[LOAD_OPERANDS];
} timed_load;

/* Makes arrays of so many items, of core dimensions that are all `size`, and calls once. False
 * where it cannot be had: the function is missing, or memory. The caller clears it then, too. */
bool load_make(timed_load *load, const measured_machine *all, const char *name, weft_dtype dtype,
               int64_t items, int64_t size, const weft_options *options, bool is_on_device);
void load_clear(timed_load *load);

/* Nanoseconds of one call, the least of as many rounds as `budget` nanoseconds have room for, and
 * of three; below 0 where it fails, which is reported. */
double load_time(const timed_load *load, double budget);

/* Nanoseconds since some time. */
double load_clock(void);

#endif

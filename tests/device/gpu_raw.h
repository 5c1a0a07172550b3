/* gpu_raw.h: what the files of gpu_raw share. */
#ifndef TEST_GPU_RAW_H
#define TEST_GPU_RAW_H

#include <weft/weft.h>

#include "../stand_in/control.h"

enum { COUNT = 1000 };

extern stand_in_control driver;
extern int failures;
extern weft_device_module *module;
extern weft_array a, b, c; /* on the device; c is for results */

/* Count and tell what is not so, and what has failed. */
void expect(bool good, const char *what);
void done(weft_status status, const weft_error *error, const char *what);
void refused(weft_status status, const weft_error *error, weft_status wanted, const char *words);

/* An array on the device: first, first + step, … */
weft_array to_device(float first, float step);
/* Whether the first elements of c are a + b. */
bool is_sum(size_t count);
/* Fills c with bytes; and whether they are still there. */
void spoil(void);
bool is_spoilt(void);

/* gpu_raw_faults.c */
void try_faults(const char *path);
void try_all_faults(const char *path);
void try_threads(void);

#endif

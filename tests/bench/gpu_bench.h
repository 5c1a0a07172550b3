/* gpu_bench.h: what programs that time calls on device arrays share. They are no tests: a call that fails
 * ends the program with its error. */
#ifndef WEFT_GPU_BENCH_H
#define WEFT_GPU_BENCH_H

#include <stdbool.h>

#include <weft/weft.h>

/* PERIOD: numbers that all arrays repeat. */
enum { BENCH_SKIPPED = 77, BENCH_ROUNDS = 9, BENCH_PERIOD = 1000003 };

extern weft_error bench_error;
extern const weft_options bench_gpu; /* {.target = WEFT_GPU} */

/* Ends the program where the status is an error. */
void bench_check(weft_status status, const char *what);

/* Fills the numbers; false, with a line that says why, where no GPU can be used. */
bool bench_begin(void);

/* Number `at` of every filled array of -1 … 1: a float32 exactly. */
double bench_number(int64_t at);
/* A number in [-1, 1), from one sequence that is the same in every run. */
double bench_draw(void);

/* A new device array of at least `count` elements: low + (high - low) × (number + 1) / 2, cast to the
 * dtype; uninitialised if low == high. Cleared by the caller. */
weft_array bench_array(int64_t count, weft_dtype dtype, double low, double high);

/* The same of float32 from low to high in equal steps. */
weft_array bench_line(int64_t count, double low, double high);

/* What is timed. */
typedef void bench_work(void *context);
/* Median microseconds of one run of the work by events on the default stream; several where one is
 * short. */
double bench_measure(bench_work *work, void *context);

/* Bytes read and written per microsecond by copies of a GiB within the device. */
double bench_copies(void);

#endif

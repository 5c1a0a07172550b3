/* tune.h: the numbers that targets are weighed by: how long work takes here. They are libweft's
 * own, or a file's that `weft tune` wrote for this machine (docs/tune.md). */
#ifndef WEFT_TUNE_H
#define WEFT_TUNE_H

#include <stdatomic.h>
#include <stddef.h>

#include <weft/weft.h>

/* Bytes of a call's operands at which times are known: TUNE_FIRST_BYTES × 4^point. */
enum { TUNE_POINTS = 9, TUNE_MOST_TEAMS = 12, TUNE_MOST_THREADS = 4096, TUNE_NAME = 128 };
#define TUNE_FIRST_BYTES 4096.0

/* How long work takes in one place: nanoseconds. */
typedef struct tune_side {
    double call;                  /* of a call, without its work */
    double work[WEFT_WORK_COUNT]; /* in the time that a nanosecond of the estimate stands for, by
                                     kind */
    double moved[TUNE_POINTS]; /* of a call that does little but read and write so many bytes; none
                                  is less than the one before it */
} tune_side;

/* Several threads. */
typedef struct tune_team {
    int threads;
    tune_side side;
} tune_team;

typedef struct tune_numbers {
    char processor[TUNE_NAME], device[TUNE_NAME]; /* they hold for; "": any */
    tune_side cpu;
    int team_count;
    tune_team teams[TUNE_MOST_TEAMS]; /* more threads behind fewer */
    tune_side gpu;                    /* on arrays in host memory */
    double least; /* of work on one thread: below it no other place is worth it */
    double sure;  /* of the terms of an elementwise function: below it work is below `least`, of any
                     kind */
    double sure_loop;  /* the same of WEFT_WORK_LOOP */
    double gpu_whole;  /* nanoseconds a byte where an array goes to the device as a whole */
    double gpu_memory; /* nanoseconds a byte of the device's own memory */
    double gpu_from;   /* nanoseconds of a host from which on the gpu is looked for */
    double gpu_margin; /* how many times faster than a host it must be */
} tune_numbers;

/* libweft's own numbers, for machines that nobody measured. */
void tune_assume(tune_numbers *numbers);

/* Reads a file's text of so many bytes. All or nothing: where a line is not what the format says
 * *numbers is untouched. */
weft_status tune_parse(tune_numbers *numbers, const char *text, size_t size, const char *path,
                       weft_error *error);

/* Reads a file, and whether it is of this machine's processor. */
weft_status tune_read(tune_numbers *numbers, const char *path, weft_error *error);

/* The processor's name, as files have it: printable, one line, never empty. */
void tune_processor(char name[TUNE_NAME]);

/* The numbers that hold in this process: read at the first call, the same from then on. */
extern _Atomic(const tune_numbers *) tune_taken;
const tune_numbers *tune_take(void);

static inline __attribute__((always_inline)) const tune_numbers *tune_get(void)
{
    const tune_numbers *taken = atomic_load_explicit(&tune_taken, memory_order_acquire);
    return taken ? taken : tune_take();
}

/* Fills in what follows from the other numbers. */
void tune_settle(tune_numbers *numbers);

/* Nanoseconds of a call on a side that moves so many bytes, without other work. */
double tune_moving(const tune_side *side, double bytes);

#endif

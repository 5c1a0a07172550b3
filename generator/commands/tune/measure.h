/* measure.h: timing calls of the shipped library, as its users make them. */
#ifndef WEFT_TUNE_MEASURE_H
#define WEFT_TUNE_MEASURE_H

#include <stdbool.h>

#include <weft/weft.h>

#include "text/arena.h"

/* What is measured for one place: as a line of the file has it (docs/tune.md). Nanoseconds. */
enum { MEASURED_POINTS = 9, MEASURED_TEAMS = 12 };
typedef struct measured_side {
    const char *name; /* "cpu", "4 threads", "gpu" */
    int threads;      /* of a team; else 0 */
    double call, work[WEFT_WORK_COUNT], moved[MEASURED_POINTS];
} measured_side;

/* The machine. */
typedef struct measured_machine {
    arena *memory;
    weft_library *library; /* libweft_std */
    double seconds;        /* that all may take, about */
    weft_options gpu;      /* the device; */
    bool has_gpu;          /* which is measured, too */
    char processor[128], device[128];
    measured_side cpu, teams[MEASURED_TEAMS], device_side;
    int team_count;
    double whole,
        device_memory; /* a byte of the device: of arrays sent as wholes; of its own memory */
    size_t step, steps;
    double each; /* nanoseconds of one figure */
} measured_machine;

/* Bytes at a point. */
double measured_bytes(int point);

/* Measures everything. Reports and returns false where a call fails. */
bool measure_machine(measured_machine *all);

#endif

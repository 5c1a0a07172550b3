/* example.h: what the example programs share: ending on an error, and the targets to be had. */
#ifndef WEFT_EXAMPLE_H
#define WEFT_EXAMPLE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <weft/weft.h>

/* ctest counts a program that ends with this as skipped. */
enum { EXAMPLE_SKIPPED = 77 };

/* Ends the program with the error's sentence where a call failed. */
static inline void example_check(weft_status status, const weft_error *error)
{
    if (status != WEFT_OK) {
        fprintf(stderr, "error: %s\n", error->text);
        exit(EXIT_FAILURE);
    }
}

/* Ends the program where a result is not what it must be. */
static inline void example_expect(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "wrong result: %s\n", what);
        exit(EXIT_FAILURE);
    }
}

/* Whether the target can be used here; if not, says why. */
static inline bool example_has_target(weft_target target)
{
    weft_error error;
    if (weft_target_check(target, NULL, &error) == WEFT_OK)
        return true;
    printf("%-8s  not to be had: %s\n", weft_target_name(target), error.text);
    return false;
}

/* A row (rank 1) or a column (rank 2) of `count` points from `first` to `last`. */
static inline weft_array example_points(int rank, int64_t count, double first, double last)
{
    weft_array points;
    weft_error error;
    example_check(weft_array_new(&points, WEFT_FLOAT64, rank, (int64_t[]){count, 1}, &error),
                  &error);
    for (int64_t i = 0; i < count; i++)
        ((double *)points.data)[i] = first + (last - first) * (double)i / (double)(count - 1);
    return points;
}

#endif

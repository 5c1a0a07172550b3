/* shim.c: what rows.py calls by ctypes, so that no time of Python counts: repeated calls of a
 * ufunc, and of the prototypes. */
#include "prototypes/prototypes.h"

#include <stdint.h>
#include <time.h>

#include <weft/weft.h>

#define EXPORT __attribute__((visibility("default")))

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Seconds of `repeats` calls, or -1 and *error. */
EXPORT double shim_time(const weft_ufunc *ufunc, weft_array *const *operands, int target,
                        int64_t repeats, weft_error *error)
{
    const weft_options options = {.target = (weft_target)target};
    const double begin = seconds();
    for (int64_t i = 0; i < repeats; i++)
        if (weft_call(ufunc, operands, &options, error))
            return -1;
    return seconds() - begin;
}

/* The same of a reduction along one axis, or all if it is negative. */
EXPORT double shim_time_reduce(const weft_ufunc *ufunc, const weft_array *operand,
                               weft_array *result, int axis, int target, int64_t repeats,
                               weft_error *error)
{
    const weft_options options = {.target = (weft_target)target};
    const weft_reduction how = {
        .axes = axis < 0 ? NULL : &axis, .axis_count = axis < 0 ? 0 : 1, .all = axis < 0};
    const double begin = seconds();
    for (int64_t i = 0; i < repeats; i++)
        if (weft_reduce(ufunc, operand, result, &how, &options, error))
            return -1;
    return seconds() - begin;
}

/* Seconds of `repeats` runs of a prototype; -1 if there is none of that name. */
EXPORT double shim_time_prototype(const char *name, void *const *args, int64_t count,
                                  int64_t repeats)
{
    prototype *const loop = prototype_find(name);
    const double begin = seconds();
    if (!loop)
        return -1;
    for (int64_t i = 0; i < repeats; i++)
        loop(args, count);
    return seconds() - begin;
}

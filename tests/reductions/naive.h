/* naive.h: a reduction as docs/semantics.md states it, one element after the other. */
#ifndef TEST_NAIVE_H
#define TEST_NAIVE_H

#include <weft/weft.h>

/* One loop of a declared reduction, in plain C; every value of it is a double's. */
typedef struct naive_reduction {
    const char *name;
    int input_count;
    weft_dtype inputs[3];
    weft_dtype result;
    double (*map)(const double *x);
    double (*combine)(double a, double b);
    double (*finish)(double sum, int64_t count);
    bool has_identity; /* 0 */
} naive_reduction;

/* What is reduced: elements in C order, already broadcast. */
typedef struct naive_task {
    const naive_reduction *what;
    int rank;
    int64_t shape[WEFT_MAX_RANK];
    bool reduced[WEFT_MAX_RANK];
    const double *inputs[3];
    const bool *where; /* or NULL */
    bool has_initial;
    double initial;
} naive_task;

/* One value a lane, in C order; false where a lane has no elements, and nothing to begin with. */
bool naive_reduce(const naive_task *task, double *results);

#endif

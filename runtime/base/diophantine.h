/* diophantine.h: whether two strided views can touch the same byte, exactly. */
#ifndef WEFT_DIOPHANTINE_H
#define WEFT_DIOPHANTINE_H

#include <stdbool.h>
#include <stdint.h>

/* Axes of two views at most, 32 each. */
enum { DIOPHANTINE_MAX_TERMS = 64 };

/* A sum of coefficient × variable, each variable in its own range of integers. */
typedef struct diophantine {
    int count;
    struct {
        int64_t coefficient; /* above 0 */
        int64_t low, high;   /* low <= 0 <= high */
    } terms[DIOPHANTINE_MAX_TERMS];
} diophantine;

typedef enum diophantine_answer {
    DIOPHANTINE_NONE,   /* no assignment */
    DIOPHANTINE_SOME,   /* there is one */
    DIOPHANTINE_UNKNOWN /* not found within the budget */
} diophantine_answer;

/* Adds a variable that takes the values 0 … extent - 1; terms of equal coefficients are merged. */
void diophantine_add(diophantine *problem, int64_t coefficient, int64_t extent);

/* Sorts the terms by coefficient, largest first; needed before the questions below. */
void diophantine_sort(diophantine *problem);

/* Whether the sum can lie in low … high. */
diophantine_answer diophantine_solve(const diophantine *problem, int64_t low, int64_t high);

/* The same, for assignments other than all 0; low <= 0 <= high. The ranges must be symmetric. */
diophantine_answer diophantine_solve_nonzero(const diophantine *problem, int64_t low, int64_t high);

#endif

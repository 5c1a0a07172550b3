/* subjects.c: the table of subjects. */
#include "subjects.h"

#include <math.h>
#include <string.h>

/* X(function, arguments, bounds in double and float, low, high, function of MPFR) */
#define SUBJECTS(X)                          \
    X(exp, 1, 1, 1, -745, 710, exp)          \
    X(log, 1, 1, 1, 0, 10, log)              \
    X(sin, 1, 1, 1, -100, 100, sin)          \
    X(cos, 1, 1, 1, -100, 100, cos)          \
    X(tan, 1, 1.5, 1.5, -100, 100, tan)

#define ARGUMENTS_1(x) x[0]
#define ARGUMENTS_2(x) x[0], x[1]
#define ARGUMENTS_3(x) x[0], x[1], x[2]

#define FUNCTIONS(NAME, COUNT, BOUND64, BOUND32, LOW, HIGH, MPFR)                       \
    static void exact_##NAME(mpfr_t result, mpfr_t *x)                            \
    {                                                                                   \
        mpfr_##MPFR(result, ARGUMENTS_##COUNT(x), MPFR_RNDN);                           \
    }                                                                                   \
    static double libm_##NAME(const double *x) { return NAME(ARGUMENTS_##COUNT(x)); }   \
    static float libmf_##NAME(const float *x) { return NAME##f(ARGUMENTS_##COUNT(x)); }
SUBJECTS(FUNCTIONS)

#define ROW(NAME, COUNT, BOUND64, BOUND32, LOW, HIGH, MPFR) \
    {#NAME, COUNT, BOUND64, BOUND32, LOW, HIGH, exact_##NAME, libm_##NAME, libmf_##NAME},
static const subject subjects[] = {SUBJECTS(ROW)};

const subject *subject_find(const char *name)
{
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++)
        if (!strcmp(subjects[i].name, name))
            return &subjects[i];
    return NULL;
}

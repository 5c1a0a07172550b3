#include "cases.h"

#define LISTS(X)                                                                           \
    X(elementwise)                                                                         \
    X(integers) X(math_meaning) X(tgmath_meaning) X(complex_numbers) X(helpers) X(control) \
        X(names) X(cores) X(sizes) X(strict_ufuncs) X(programs) X(effects) X(adapted)

#define DECLARE(family) extern const subject subjects_##family[];
LISTS(DECLARE)

#define ENTER(family) subjects_##family,
const subject *const subject_lists[] = {LISTS(ENTER) NULL};

/* kernels.c: all functions as loops over rows; compiled for each instance, INSTANCE. */
#define WEFT_VECTOR_MATH_ALL_LANES
#include <weft/vector_math.h>

#include "functions.h"

#define CALL_1(function, x) function(x[0])
#define CALL_2(function, x) function(x[0], x[1])
#define CALL_3(function, x) function(x[0], x[1], x[2])

#define LOOP(NAME, ARGUMENTS, KIND, TYPE, LANES)                                              \
    static void run_##NAME##_##KIND##x##LANES(const void *const *inputs, void *result,        \
                                              size_t count)                                   \
    {                                                                                         \
        for (size_t i = 0; i < count; i += LANES) {                                           \
            weft_##KIND##x##LANES x[ARGUMENTS];                                               \
            for (int k = 0; k < ARGUMENTS; k++)                                               \
                x[k] = weft_load_##KIND##x##LANES((const TYPE *)inputs[k] + i);               \
            weft_store_##KIND##x##LANES((TYPE *)result + i,                                   \
                                        CALL_##ARGUMENTS(weft_##NAME##_##KIND##x##LANES, x)); \
        }                                                                                     \
    }
#define ROW(NAME, ARGUMENTS, KIND, TYPE, LANES) \
    {#NAME, 8 * (int)sizeof(TYPE), LANES, ARGUMENTS, run_##NAME##_##KIND##x##LANES},

/* X(function, arguments, kind, type, lanes) of all that are to be tested. */
#define NARROW(X, NAME, ARGUMENTS)     \
    X(NAME, ARGUMENTS, f64, double, 2) \
    X(NAME, ARGUMENTS, f32, float, 2) X(NAME, ARGUMENTS, f32, float, 4)
#if WEFT_VECTOR_F64_LANES >= 4
#define MIDDLE(X, NAME, ARGUMENTS) \
    X(NAME, ARGUMENTS, f64, double, 4) X(NAME, ARGUMENTS, f32, float, 8)
#else
#define MIDDLE(X, NAME, ARGUMENTS)
#endif
#if WEFT_VECTOR_F64_LANES == 8
#define WIDE(X, NAME, ARGUMENTS) \
    X(NAME, ARGUMENTS, f64, double, 8) X(NAME, ARGUMENTS, f32, float, 16)
#else
#define WIDE(X, NAME, ARGUMENTS)
#endif

#define LOOPS(NAME, ARGUMENTS) \
    NARROW(LOOP, NAME, ARGUMENTS) MIDDLE(LOOP, NAME, ARGUMENTS) WIDE(LOOP, NAME, ARGUMENTS)
#define ROWS(NAME, ARGUMENTS) \
    NARROW(ROW, NAME, ARGUMENTS) MIDDLE(ROW, NAME, ARGUMENTS) WIDE(ROW, NAME, ARGUMENTS)

WEFT_VECTOR_MATH(LOOPS)

static const vector_function functions[] = {WEFT_VECTOR_MATH(ROWS)};

extern const vector_instance INSTANCE;
const vector_instance INSTANCE = {INSTANCE_NAME, INSTANCE_ISA, functions,
                                  sizeof functions / sizeof functions[0]};

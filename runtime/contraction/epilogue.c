#include "epilogue.h"

#include <math.h>

/* Called as they stand: compilers swap what they know to be in any order, but zeros have signs. */
static float (*volatile const float32_maximum)(float, float) = fmaxf;
static float (*volatile const float32_minimum)(float, float) = fminf;
static double (*volatile const float64_maximum)(double, double) = fmax;
static double (*volatile const float64_minimum)(double, double) = fmin;

/* A step over a row: out may be one of those it takes, x, y, u and v. */
typedef void step_function(weft_epilogue_step step, char *out, const char *const *taken, int count);

#define OVER_ROW(T, VALUE)            \
    for (int i = 0; i < count; i++) { \
        const T x = a[i], y = b[i];   \
        result[i] = (T)(VALUE);       \
    }                                 \
    return
#define CHOOSE(T, CONDITION)                                                                   \
    for (int i = 0; i < count; i++)                                                            \
        result[i] = a[i] CONDITION b[i] ? ((const T *)taken[2])[i] : ((const T *)taken[3])[i]; \
    return

/* The steps of a real type. U: what arithmetic is done in, so that integers wrap. */
#define DEFINE_STEPS(NAME, T, U, ONLY_FLOATING)                                               \
    static void NAME(weft_epilogue_step step, char *out, const char *const *taken, int count) \
    {                                                                                         \
        const T *const a = (const T *)taken[0], *const b = (const T *)taken[1];               \
        T *const result = (T *)out;                                                           \
        switch (step) {                                                                       \
        case WEFT_EPILOGUE_NEGATE:                                                            \
            for (int i = 0; i < count; i++)                                                   \
                result[i] = (T)(-(U)a[i]);                                                    \
            return;                                                                           \
        case WEFT_EPILOGUE_ADD:                                                               \
            OVER_ROW(T, (U)x + (U)y);                                                         \
        case WEFT_EPILOGUE_SUBTRACT:                                                          \
            OVER_ROW(T, (U)x - (U)y);                                                         \
        case WEFT_EPILOGUE_MULTIPLY:                                                          \
            OVER_ROW(T, (U)x *(U)y);                                                          \
        case WEFT_EPILOGUE_LESS:                                                              \
            CHOOSE(T, <);                                                                     \
        case WEFT_EPILOGUE_LESS_EQUAL:                                                        \
            CHOOSE(T, <=);                                                                    \
        case WEFT_EPILOGUE_EQUAL:                                                             \
            CHOOSE(T, ==);                                                                    \
            ONLY_FLOATING                                                                     \
        default:                                                                              \
            return;                                                                           \
        }                                                                                     \
    }
#define FLOATING(T, MAXIMUM, MINIMUM) \
    case WEFT_EPILOGUE_DIVIDE:        \
        OVER_ROW(T, x / y);           \
    case WEFT_EPILOGUE_MAXIMUM:       \
        OVER_ROW(T, MAXIMUM(x, y));   \
    case WEFT_EPILOGUE_MINIMUM:       \
        OVER_ROW(T, MINIMUM(x, y));

DEFINE_STEPS(int32_step, int32_t, uint32_t, )
DEFINE_STEPS(uint32_step, uint32_t, uint32_t, )
DEFINE_STEPS(int64_step, int64_t, uint64_t, )
DEFINE_STEPS(uint64_step, uint64_t, uint64_t, )
DEFINE_STEPS(float32_step, float, float, FLOATING(float, float32_maximum, float32_minimum))
DEFINE_STEPS(float64_step, double, double, FLOATING(double, float64_maximum, float64_minimum))

/* Sums and products of complex numbers, by their parts. */
#define DEFINE_COMPLEX_STEPS(NAME, T)                                                         \
    static void NAME(weft_epilogue_step step, char *out, const char *const *taken, int count) \
    {                                                                                         \
        T *result = (T *)out;                                                                 \
        const T *a = (const T *)taken[0], *b = (const T *)taken[1];                           \
        for (int i = 0; i < 2 * count; i += 2) {                                              \
            const T re = a[i], im = a[i + 1];                                                 \
            if (step == WEFT_EPILOGUE_NEGATE) {                                               \
                result[i] = -re, result[i + 1] = -im;                                         \
                continue;                                                                     \
            }                                                                                 \
            const T other_re = b[i], other_im = b[i + 1];                                     \
            if (step == WEFT_EPILOGUE_ADD)                                                    \
                result[i] = re + other_re, result[i + 1] = im + other_im;                     \
            else if (step == WEFT_EPILOGUE_SUBTRACT)                                          \
                result[i] = re - other_re, result[i + 1] = im - other_im;                     \
            else                                                                              \
                result[i] = re * other_re - im * other_im,                                    \
                result[i + 1] = re * other_im + im * other_re;                                \
        }                                                                                     \
    }
DEFINE_COMPLEX_STEPS(complex64_step, float)
DEFINE_COMPLEX_STEPS(complex128_step, double)

/* How many values a step takes. */
static int takes(weft_epilogue_step step)
{
    return step == WEFT_EPILOGUE_NEGATE ? 1 : step < WEFT_EPILOGUE_LESS ? 2 : 4;
}

const char *epilogue_compute(const weft_epilogue *epilogue, const char *sums,
                             const char *const *terms, int count,
                             epilogue_row room[WEFT_EPILOGUE_DEPTH])
{
    static step_function *const functions[WEFT_DTYPE_END] = {
        [WEFT_INT32] = int32_step,         [WEFT_UINT32] = uint32_step,
        [WEFT_INT64] = int64_step,         [WEFT_UINT64] = uint64_step,
        [WEFT_FLOAT32] = float32_step,     [WEFT_FLOAT64] = float64_step,
        [WEFT_COMPLEX64] = complex64_step, [WEFT_COMPLEX128] = complex128_step,
    };
    const char *stack[WEFT_EPILOGUE_DEPTH + 1] = {NULL};
    int depth = 0;
    for (int i = 0; i < epilogue->length; i++) {
        const weft_epilogue_step step = (weft_epilogue_step)epilogue->steps[i];
        if (step == WEFT_EPILOGUE_SUM) {
            stack[depth++] = sums;
        } else if (step == WEFT_EPILOGUE_TERM) {
            stack[depth++] = terms[epilogue->steps[++i]];
        } else {
            depth -= takes(step);
            functions[epilogue->dtype](step, room[depth].bytes, &stack[depth], count);
            stack[depth] = room[depth].bytes;
            depth++;
        }
    }
    return stack[0];
}

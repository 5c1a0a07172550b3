#include "fold_ufuncs.h"

#include <complex.h>
#include <string.h>

/* omp simd: these kernels are for no vectors. */
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#include <weft/loop.h>

#include "../support/ufunc.h"

/* An elementwise kernel that takes any steps and alignment, over one row or many. */
#define DEFINE(NAME, TYPE, RESULT, EXPRESSION)                                                    \
    static void NAME(char *const *args, const int64_t *dimensions, const int64_t *steps,          \
                     const void *data)                                                            \
    {                                                                                             \
        const weft_rows *rows = data;                                                             \
        for (int64_t row = 0; row < (rows ? rows->count : 1); row++)                              \
            for (int64_t k = 0; k < dimensions[0]; k++) {                                         \
                TYPE a, b;                                                                        \
                RESULT result;                                                                    \
                memcpy(&a, args[0] + (rows ? row * rows->steps[0] : 0) + k * steps[0], sizeof a); \
                memcpy(&b, args[1] + (rows ? row * rows->steps[1] : 0) + k * steps[1], sizeof b); \
                result = (RESULT)(EXPRESSION);                                                    \
                memcpy(args[2] + (rows ? row * rows->steps[2] : 0) + k * steps[2], &result,       \
                       sizeof result);                                                            \
            }                                                                                     \
    }

static uint16_t sum_float16(uint16_t a, uint16_t b)
{
    uint16_t sum;
    weft_put_float16((char *)&sum, weft_get_float16((char *)&a) + weft_get_float16((char *)&b));
    return sum;
}

static uint16_t sum_bfloat16(uint16_t a, uint16_t b)
{
    uint16_t sum;
    weft_put_bfloat16((char *)&sum, weft_get_bfloat16((char *)&a) + weft_get_bfloat16((char *)&b));
    return sum;
}

DEFINE(or_bool, uint8_t, uint8_t, a || b)
DEFINE(add_int8, int8_t, int8_t, (uint8_t)a + (uint8_t)b)
DEFINE(add_int64, int64_t, int64_t, (uint64_t)a + (uint64_t)b)
DEFINE(add_float32, float, float, a + b)
DEFINE(add_float64, double, double, a + b)
DEFINE(add_complex128, double complex, double complex, a + b)
DEFINE(minimum_int32, int32_t, int32_t, a < b ? a : b)
DEFINE(minimum_float64, double, double, a < b || a != a ? a : b)
DEFINE(subtract_int32, int32_t, int32_t, (uint32_t)a - (uint32_t)b)
DEFINE(subtract_float64, double, double, a - b)
DEFINE(and_bool, uint8_t, uint8_t, a &&b)
DEFINE(and_float64, double, uint8_t, a != 0 && b != 0)
DEFINE(divide_int32, int32_t, double, (double)a / b)
DEFINE(divide_float64, double, double, a / b)
DEFINE(less_bool, uint8_t, uint8_t, !a && b)
DEFINE(less_float64, double, uint8_t, a < b)
DEFINE(and_uint8, uint8_t, uint8_t, a &b)
DEFINE(add_float16, uint16_t, uint16_t, sum_float16(a, b))
DEFINE(add_bfloat16, uint16_t, uint16_t, sum_bfloat16(a, b))

enum {
    OR_BOOL,
    ADD_INT8,
    ADD_INT64,
    ADD_FLOAT32,
    ADD_FLOAT64,
    ADD_COMPLEX128,
    MINIMUM_INT32,
    MINIMUM_FLOAT64,
    SUBTRACT_INT32,
    SUBTRACT_FLOAT64,
    AND_BOOL,
    AND_FLOAT64,
    DIVIDE_INT32,
    DIVIDE_FLOAT64,
    LESS_BOOL,
    LESS_FLOAT64,
    AND_UINT8,
    ADD_FLOAT16,
    ADD_BFLOAT16,
    KERNEL_COUNT
};
static weft_kernel *const kernels[KERNEL_COUNT] = {
    or_bool,        add_int8,      add_int64,       add_float32,    add_float64,
    add_complex128, minimum_int32, minimum_float64, subtract_int32, subtract_float64,
    and_bool,       and_float64,   divide_int32,    divide_float64, less_bool,
    less_float64,   and_uint8,     add_float16,     add_bfloat16,
};
static const weft_module module = UFUNC_MODULE_WITHOUT_FLAGS("fold_ufuncs.c", kernels);

#define LOOP(FROM, NAME, TO, RESULT, INDEX) \
    UFUNC_LOOP(RESULT "(" NAME ", " NAME ")", INDEX, FROM, FROM, TO)
#define SAME(ENUM, NAME, INDEX) LOOP(ENUM, NAME, ENUM, NAME, INDEX)

static const weft_operand operands[] = {UFUNC_SCALAR("a"), UFUNC_SCALAR("b"),
                                        UFUNC_SCALAR("result")};

#define FOLD(VARIABLE, NAME, LOOPS, FLAGS, IDENTITY)                                   \
    const weft_ufunc VARIABLE =                                                        \
        UFUNC(NAME, "(),()->()", 2, 1, operands, LOOPS, UFUNC_COUNT(LOOPS), .doc = "", \
              .location = "fold_ufuncs.c:1", .module = &module,                        \
              .flags = WEFT_UFUNC_ELEMENTWISE | (FLAGS), .identity = (IDENTITY), UFUNC_COST(5.0f))

static const weft_loop sums[] = {
    SAME(WEFT_BOOL, "bool", OR_BOOL),           SAME(WEFT_INT8, "int8", ADD_INT8),
    SAME(WEFT_INT64, "int64", ADD_INT64),       SAME(WEFT_FLOAT32, "float32", ADD_FLOAT32),
    SAME(WEFT_FLOAT64, "float64", ADD_FLOAT64), SAME(WEFT_COMPLEX128, "complex128", ADD_COMPLEX128),
};
FOLD(fold_sum, "sum", sums, WEFT_UFUNC_REORDERABLE | WEFT_UFUNC_HAS_IDENTITY | WEFT_UFUNC_WIDENING,
     0.0);

static const weft_loop plain_sums[] = {SAME(WEFT_FLOAT64, "float64", ADD_FLOAT64)};
FOLD(fold_plain_sum, "plain_sum", plain_sums, 0, 0.0);

static const weft_loop minima[] = {
    SAME(WEFT_INT32, "int32", MINIMUM_INT32),
    SAME(WEFT_FLOAT64, "float64", MINIMUM_FLOAT64),
};
FOLD(fold_minimum, "minimum", minima, WEFT_UFUNC_REORDERABLE, 0.0);

static const weft_loop differences[] = {
    SAME(WEFT_INT32, "int32", SUBTRACT_INT32),
    SAME(WEFT_FLOAT64, "float64", SUBTRACT_FLOAT64),
};
FOLD(fold_difference, "difference", differences, 0, 0.0);

static const weft_loop alls[] = {
    SAME(WEFT_BOOL, "bool", AND_BOOL),
    LOOP(WEFT_FLOAT64, "float64", WEFT_BOOL, "bool", AND_FLOAT64),
};
FOLD(fold_all, "all", alls, WEFT_UFUNC_REORDERABLE | WEFT_UFUNC_HAS_IDENTITY, 1.0);

static const weft_loop quotients[] = {
    LOOP(WEFT_INT32, "int32", WEFT_FLOAT64, "float64", DIVIDE_INT32),
    SAME(WEFT_FLOAT64, "float64", DIVIDE_FLOAT64),
};
FOLD(fold_quotient, "quotient", quotients, 0, 0.0);

static const weft_loop lesses[] = {
    SAME(WEFT_BOOL, "bool", LESS_BOOL),
    LOOP(WEFT_FLOAT64, "float64", WEFT_BOOL, "bool", LESS_FLOAT64),
};
FOLD(fold_less, "less", lesses, 0, 0.0);

static const weft_loop bits[] = {SAME(WEFT_UINT8, "uint8", AND_UINT8)};
FOLD(fold_bits, "bits", bits, WEFT_UFUNC_REORDERABLE | WEFT_UFUNC_HAS_IDENTITY, -1.0);

static const weft_loop narrow_sums[] = {
    SAME(WEFT_FLOAT16, "float16", ADD_FLOAT16),
    SAME(WEFT_BFLOAT16, "bfloat16", ADD_BFLOAT16),
    SAME(WEFT_FLOAT32, "float32", ADD_FLOAT32),
};
FOLD(fold_narrow_sum, "narrow_sum", narrow_sums,
     WEFT_UFUNC_REORDERABLE | WEFT_UFUNC_HAS_IDENTITY | WEFT_UFUNC_WIDENING, 0.0);

static const weft_loop scales[] = {
    UFUNC_LOOP("float64(float64, int32)", ADD_FLOAT64, WEFT_FLOAT64, WEFT_INT32, WEFT_FLOAT64)};
FOLD(fold_scale, "scale", scales, 0, 0.0);

#include "reducer_ufuncs.h"

#include <string.h>

#include "../support/ufunc.h"

/* An elementwise kernel of two float64, or of one and an int64, that takes any steps. */
#define DEFINE_KERNEL(NAME, SECOND, EXPRESSION)                                          \
    static void NAME(char *const *args, const int64_t *dimensions, const int64_t *steps, \
                     const void *data)                                                   \
    {                                                                                    \
        const weft_rows *rows = data;                                                    \
        for (int64_t row = 0; row < (rows ? rows->count : 1); row++)                     \
            for (int64_t k = 0; k < dimensions[0]; k++) {                                \
                char *at[3];                                                             \
                double a, result;                                                        \
                SECOND b;                                                                \
                for (int i = 0; i < 3; i++)                                              \
                    at[i] = args[i] + (rows ? row * rows->steps[i] : 0) + k * steps[i];  \
                memcpy(&a, at[0], sizeof a);                                             \
                memcpy(&b, at[1], sizeof b);                                             \
                result = EXPRESSION;                                                     \
                memcpy(at[2], &result, sizeof result);                                   \
            }                                                                            \
    }
DEFINE_KERNEL(weigh, double, a *b)
DEFINE_KERNEL(sum, double, a + b)
DEFINE_KERNEL(divide, int64_t, a / (double)b)
DEFINE_KERNEL(subtract, double, b - a)

static weft_kernel *const kernels[] = {weigh, sum, divide, subtract};
static const weft_module module = UFUNC_MODULE("reducer_ufuncs.c", kernels);

#define LOOP(TEXT, INDEX, ...) ((const weft_loop[]){UFUNC_LOOP(TEXT, INDEX, __VA_ARGS__)})
#define STAGE(LAYOUT, COUNT, OPERANDS, LOOPS)                       \
    UFUNC("stage", LAYOUT, COUNT, 1, OPERANDS, LOOPS, 1, .doc = "", \
          .location = "reducer_ufuncs.c:1", .module = &module,      \
          .flags = WEFT_UFUNC_ELEMENTWISE | WEFT_UFUNC_REORDERABLE, UFUNC_COST(2.0f))

static const weft_operand five[] = {UFUNC_SCALAR("a"), UFUNC_SCALAR("b"), UFUNC_SCALAR("c"),
                                    UFUNC_SCALAR("d"), UFUNC_SCALAR("result")};
static const weft_operand three[] = {UFUNC_SCALAR("a"), UFUNC_SCALAR("b"), UFUNC_SCALAR("result")};
static const weft_operand two[] = {UFUNC_SCALAR("a"), UFUNC_SCALAR("result")};

static const weft_ufunc weigh_stage =
    STAGE("(),()->()", 2, three,
          LOOP("float64(float64, float64)", 0, WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64));
static const weft_ufunc pair_stage =
    STAGE("(),(),(),()->()", 4, five,
          LOOP("float64(float64, float64, float64, float64)", 0, WEFT_FLOAT64, WEFT_FLOAT64,
               WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64));
static const weft_ufunc sum_stage =
    STAGE("(),()->()", 2, three,
          LOOP("float64(float64, float64)", 1, WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64));
static const weft_ufunc divide_stage =
    STAGE("(),()->()", 2, three,
          LOOP("float64(float64, int64)", 2, WEFT_FLOAT64, WEFT_INT64, WEFT_FLOAT64));
static const weft_ufunc subtract_stage =
    STAGE("(),()->()", 2, three,
          LOOP("float64(float64, float64)", 3, WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64));

static const weft_reducer mean_reducer = {
    .map = &weigh_stage, .pair = &pair_stage, .combine = &sum_stage, .finish = &divide_stage};
const weft_ufunc reducer_mean =
    UFUNC("mean", "(),()->()", 2, 1, three,
          LOOP("float64(float64, float64)", 0, WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64), 1,
          .doc = "", .location = "reducer_ufuncs.c:2", .module = &module,
          .flags = WEFT_UFUNC_REORDERABLE | WEFT_UFUNC_HAS_IDENTITY, UFUNC_COST(4.0f),
          .reducer = &mean_reducer);

static const weft_reducer difference_reducer = {.combine = &subtract_stage};
const weft_ufunc reducer_difference =
    UFUNC("difference", "()->()", 1, 1, two, LOOP("float16(int32)", 0, WEFT_INT32, WEFT_FLOAT16), 1,
          .doc = "", .location = "reducer_ufuncs.c:3", .module = &module, UFUNC_COST(2.0f),
          .reducer = &difference_reducer);

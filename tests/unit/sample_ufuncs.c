#include "sample_ufuncs.h"

#include <complex.h>
#include <string.h>

#include "../support/ufunc.h"

#define COST_SPLIT 900.0f   /* parallel already for few items, split at multiples of 64 */
#define COST_HEAVY 50000.0f /* parallel for two items */

/* An elementwise kernel that takes any steps and alignment, over one row or many. */
#define DEFINE_BINARY(NAME, TYPE, EXPRESSION)                                                     \
    static void NAME(char *const *args, const int64_t *dimensions, const int64_t *steps,          \
                     const void *data)                                                            \
    {                                                                                             \
        const weft_rows *rows = data;                                                             \
        for (int64_t row = 0; row < (rows ? rows->count : 1); row++)                              \
            for (int64_t k = 0; k < dimensions[0]; k++) {                                         \
                TYPE a, b, result;                                                                \
                memcpy(&a, args[0] + (rows ? row * rows->steps[0] : 0) + k * steps[0], sizeof a); \
                memcpy(&b, args[1] + (rows ? row * rows->steps[1] : 0) + k * steps[1], sizeof b); \
                result = (TYPE)(EXPRESSION);                                                      \
                memcpy(args[2] + (rows ? row * rows->steps[2] : 0) + k * steps[2], &result,       \
                       sizeof result);                                                            \
            }                                                                                     \
    }
DEFINE_BINARY(add_int8, int8_t, a + b)
DEFINE_BINARY(add_int32, int32_t, (uint32_t)a + (uint32_t)b)
DEFINE_BINARY(add_float32, float, a + b)
DEFINE_BINARY(add_float64, double, a + b)
DEFINE_BINARY(add_complex128, double complex, a + b)

static void both_float64(char *const *args, const int64_t *dimensions, const int64_t *steps,
                         const void *data)
{
    const weft_rows *rows = data;
    for (int64_t row = 0; row < (rows ? rows->count : 1); row++)
        for (int64_t k = 0; k < dimensions[0]; k++) {
            double in[2], out[2];
            for (int i = 0; i < 2; i++)
                memcpy(&in[i], args[i] + (rows ? row * rows->steps[i] : 0) + k * steps[i], 8);
            out[0] = in[0] + in[1];
            out[1] = in[0] - in[1];
            for (int i = 0; i < 2; i++)
                memcpy(args[2 + i] + (rows ? row * rows->steps[2 + i] : 0) + k * steps[2 + i],
                       &out[i], 8);
        }
}

static void below_float64(char *const *args, const int64_t *dimensions, const int64_t *steps,
                          const void *data)
{
    const weft_rows *rows = data;
    for (int64_t row = 0; row < (rows ? rows->count : 1); row++)
        for (int64_t k = 0; k < dimensions[0]; k++) {
            double in[2], difference;
            char *at[4];
            for (int i = 0; i < 4; i++)
                at[i] = args[i] + (rows ? row * rows->steps[i] : 0) + k * steps[i];
            for (int i = 0; i < 2; i++)
                memcpy(&in[i], at[i], 8);
            difference = in[1] - in[0];
            *at[2] = in[0] < in[1];
            memcpy(at[3], &difference, 8);
        }
}

/* A core function called for every item of every row; its blocks are contiguous and aligned. */
#define DEFINE_CORE(NAME, OPERANDS, CALL)                                                \
    static void NAME(char *const *args, const int64_t *dimensions, const int64_t *steps, \
                     const void *data)                                                   \
    {                                                                                    \
        const weft_rows *rows = data;                                                    \
        for (int64_t row = 0; row < (rows ? rows->count : 1); row++)                     \
            for (int64_t k = 0; k < dimensions[0]; k++) {                                \
                void *at[OPERANDS];                                                      \
                for (int i = 0; i < OPERANDS; i++)                                       \
                    at[i] = args[i] + (rows ? row * rows->steps[i] : 0) + k * steps[i];  \
                CALL;                                                                    \
            }                                                                            \
    }
#define DEFINE_MATMUL(TYPE)                                                                     \
    static void matmul_core_##TYPE(const int64_t *sizes, const TYPE *A, const TYPE *B, TYPE *C) \
    {                                                                                           \
        int64_t m = sizes[0], n = sizes[1], p = sizes[2];                                       \
        for (int64_t i = 0; i < m; i++)                                                         \
            for (int64_t j = 0; j < p; j++) {                                                   \
                TYPE sum = 0;                                                                   \
                for (int64_t k = 0; k < n; k++)                                                 \
                    sum += A[i * n + k] * B[k * p + j];                                         \
                C[i * p + j] = sum;                                                             \
            }                                                                                   \
    }                                                                                           \
    DEFINE_CORE(matmul_##TYPE, 3, matmul_core_##TYPE(dimensions + 1, at[0], at[1], at[2]))
DEFINE_MATMUL(float)
DEFINE_MATMUL(double)

static void convolve_core(const int64_t *sizes, const double *a, const double *b, double *y)
{
    int64_t m = sizes[0], n = sizes[1];
    for (int64_t i = 0; i < m + n - 1; i++) {
        y[i] = 0;
        for (int64_t k = 0; k < m; k++)
            if (i - k >= 0 && i - k < n)
                y[i] += a[k] * b[i - k];
    }
}
DEFINE_CORE(convolve_float64, 3, convolve_core(dimensions + 1, at[0], at[1], at[2]))

static void cross_core(const double *a, const double *b, double *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}
DEFINE_CORE(cross_float64, 3, cross_core(at[0], at[1], at[2]))

static void spoiling_core(double *a, double *b, double *c)
{
    cross_core(a, b, c);
    for (int i = 0; i < 3; i++)
        a[i] = b[i] = c[i];
}
DEFINE_CORE(spoiling_float64, 3, spoiling_core(at[0], at[1], at[2]))

static void ramp_core(int64_t n, const double *start, const double *step, double *y)
{
    for (int64_t i = 0; i < n; i++)
        y[i] = *start + (double)i * *step;
}
DEFINE_CORE(ramp_float64, 3, ramp_core(dimensions[1], at[0], at[1], at[2]))

static void count_core(int64_t n, const uint8_t *x, int64_t *y)
{
    *y = 0;
    for (int64_t i = 0; i < n; i++)
        *y += x[i];
}
DEFINE_CORE(count_bool, 2, count_core(dimensions[1], at[0], at[1]))

enum {
    K_INT8,
    K_INT32,
    K_FLOAT32,
    K_FLOAT64,
    K_COMPLEX128,
    K_BOTH,
    K_BELOW,
    K_MATMUL_FLOAT,
    K_MATMUL_DOUBLE,
    K_CONVOLVE,
    K_CROSS,
    K_RAMP,
    K_COUNT,
    K_SPOILING,
    K_END
};
static weft_kernel *const kernels[K_END] = {
    add_int8,      add_int32,     add_float32,  add_float64,      add_complex128,
    both_float64,  below_float64, matmul_float, matmul_double,    convolve_float64,
    cross_float64, ramp_float64,  count_bool,   spoiling_float64,
};
static const weft_module module = UFUNC_MODULE("sample_ufuncs.c", kernels);
static const weft_module empty_module = {.source = "sample_ufuncs.c"};

#define MATMUL_COST                                              \
    .cost_term_count = 2, .cost_terms = (const weft_cost_term[]) \
    {                                                            \
        {COST_SPLIT, NULL},                                      \
        {                                                        \
            1.0f, UFUNC_DTYPES(1, 1, 1)                          \
        }                                                        \
    }
/* What all of these ufuncs have. */
#define AT(LINE) .doc = "", .location = "sample_ufuncs.c:" #LINE, .module = &module

static const weft_operand scalars[] = {UFUNC_SCALAR("a"), UFUNC_SCALAR("b"),
                                       UFUNC_SCALAR("result")};
#define SAME(ENUM, NAME, INDEX) UFUNC_LOOP(NAME "(" NAME ", " NAME ")", INDEX, ENUM, ENUM, ENUM)
static const weft_loop add_loops[] = {
    SAME(WEFT_INT8, "int8", K_INT8),
    SAME(WEFT_INT32, "int32", K_INT32),
    SAME(WEFT_FLOAT32, "float32", K_FLOAT32),
    SAME(WEFT_FLOAT64, "float64", K_FLOAT64),
    SAME(WEFT_COMPLEX128, "complex128", K_COMPLEX128),
};
#define ADD(COST)                                                                      \
    UFUNC("add", "(),()->()", 2, 1, scalars, add_loops, UFUNC_COUNT(add_loops), AT(1), \
          .flags = WEFT_UFUNC_ELEMENTWISE, UFUNC_COST(COST))
const weft_ufunc sample_add = ADD(COST_SPLIT);
const weft_ufunc sample_add_heavy = ADD(COST_HEAVY);

static const weft_operand both_operands[] = {UFUNC_SCALAR("a"), UFUNC_SCALAR("b"),
                                             UFUNC_SCALAR("sum"), UFUNC_SCALAR("difference")};
static const weft_loop both_loops[] = {UFUNC_LOOP("void(float64, float64, float64[:], float64[:])",
                                                  K_BOTH, WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64,
                                                  WEFT_FLOAT64)};
const weft_ufunc sample_both =
    UFUNC("both", "(),()->(),()", 2, 2, both_operands, both_loops, 1, AT(2),
          .flags = WEFT_UFUNC_ELEMENTWISE | WEFT_UFUNC_DIVERGENT, UFUNC_COST(COST_SPLIT));

static const weft_operand below_operands[] = {UFUNC_SCALAR("a"), UFUNC_SCALAR("b"),
                                              UFUNC_SCALAR("is_below"), UFUNC_SCALAR("difference")};
static const weft_loop below_loops[] = {UFUNC_LOOP("void(float64, float64, bool[:], float64[:])",
                                                   K_BELOW, WEFT_FLOAT64, WEFT_FLOAT64, WEFT_BOOL,
                                                   WEFT_FLOAT64)};
const weft_ufunc sample_below =
    UFUNC("below", "(),()->(),()", 2, 2, below_operands, below_loops, 1, AT(9),
          .flags = WEFT_UFUNC_ELEMENTWISE, UFUNC_COST(COST_SPLIT));

static const weft_dimension matmul_dimensions[] = {{.name = "m", .limit = INT64_MAX},
                                                   {.name = "n", .limit = INT64_MAX},
                                                   {.name = "p", .limit = INT64_MAX}};
static const weft_operand matmul_operands[] = {UFUNC_BLOCK("A", 0, 1), UFUNC_BLOCK("B", 1, 2),
                                               UFUNC_BLOCK("C", 0, 2)};
static const weft_loop matmul_loops[] = {
    {UFUNC_LOOP_FIELDS("void(float16[:,:], float16[:,:], float16[:,:])", K_MATMUL_FLOAT,
                       UFUNC_DTYPES(WEFT_FLOAT16, WEFT_FLOAT16, WEFT_FLOAT16),
                       UFUNC_DTYPES(WEFT_FLOAT32, WEFT_FLOAT32, WEFT_FLOAT32)),
     .shapes = UFUNC_SHAPES},
    UFUNC_LOOP("void(float32[:,:], float32[:,:], float32[:,:])", K_MATMUL_FLOAT, WEFT_FLOAT32,
               WEFT_FLOAT32, WEFT_FLOAT32),
    UFUNC_LOOP("void(float64[:,:], float64[:,:], float64[:,:])", K_MATMUL_DOUBLE, WEFT_FLOAT64,
               WEFT_FLOAT64, WEFT_FLOAT64)};
const weft_ufunc sample_matmul = UFUNC(
    "matmul", "(m,n),(n,p)->(m,p)", 2, 1, matmul_operands, matmul_loops, UFUNC_COUNT(matmul_loops),
    AT(3), .dimension_count = 3, .dimensions = matmul_dimensions, MATMUL_COST);

static const weft_dimension product_dimensions[] = {
    {.name = "m", .kind = WEFT_DIMENSION_OPTIONAL, .limit = INT64_MAX},
    {.name = "n", .limit = INT64_MAX},
    {.name = "p", .kind = WEFT_DIMENSION_OPTIONAL, .limit = INT64_MAX}};
const weft_ufunc sample_product =
    UFUNC("product", "(m?,n),(n,p?)->(m?,p?)", 2, 1, matmul_operands, matmul_loops,
          UFUNC_COUNT(matmul_loops), AT(8), .flags = WEFT_UFUNC_OPTIONAL, .dimension_count = 3,
          .dimensions = product_dimensions, MATMUL_COST);

static const weft_dimension convolve_dimensions[] = {{.name = "m", .limit = 100},
                                                     {.name = "n", .limit = 100},
                                                     {.name = "m+n-1",
                                                      .kind = WEFT_DIMENSION_COMPUTED,
                                                      .constant = -1,
                                                      .limit = INT64_MAX,
                                                      .coefficients = (const int32_t[]){1, 1, 0}}};
static const weft_operand convolve_operands[] = {UFUNC_BLOCK("a", 0), UFUNC_BLOCK("b", 1),
                                                 UFUNC_BLOCK("y", 2)};
static const weft_loop convolve_loops[] = {SAME(WEFT_FLOAT64, "float64", K_CONVOLVE)};
const weft_ufunc sample_convolve =
    UFUNC("convolve", "(m),(n)->(m+n-1)", 2, 1, convolve_operands, convolve_loops, 1, AT(4),
          .dimension_count = 3, .dimensions = convolve_dimensions, UFUNC_COST(COST_HEAVY));

static const weft_dimension cross_dimensions[] = {
    {.name = "3", .kind = WEFT_DIMENSION_FIXED, .constant = 3, .limit = INT64_MAX}};
static const weft_operand cross_operands[] = {UFUNC_BLOCK("a", 0), UFUNC_BLOCK("b", 0),
                                              UFUNC_BLOCK("c", 0)};
static const weft_loop cross_loops[] = {SAME(WEFT_FLOAT64, "float64", K_CROSS)};
const weft_ufunc sample_cross =
    UFUNC("cross", "(3),(3)->(3)", 2, 1, cross_operands, cross_loops, 1, AT(5),
          .dimension_count = 1, .dimensions = cross_dimensions, UFUNC_COST(COST_SPLIT));

static const weft_loop spoiling_loops[] = {SAME(WEFT_FLOAT64, "float64", K_SPOILING)};
const weft_ufunc sample_spoiling =
    UFUNC("spoiling", "(3),(3)->(3)", 2, 1, cross_operands, spoiling_loops, 1, AT(10),
          .dimension_count = 1, .dimensions = cross_dimensions, UFUNC_COST(COST_SPLIT),
          .written_inputs = 3);

static const weft_dimension length_dimensions[] = {{.name = "n", .limit = INT64_MAX}};
static const weft_operand ramp_operands[] = {UFUNC_SCALAR("start"), UFUNC_SCALAR("step"),
                                             UFUNC_BLOCK("y", 0)};
static const weft_loop ramp_loops[] = {SAME(WEFT_FLOAT64, "float64", K_RAMP)};
const weft_ufunc sample_ramp =
    UFUNC("ramp", "(),()->(n)", 2, 1, ramp_operands, ramp_loops, 1, AT(6), .dimension_count = 1,
          .dimensions = length_dimensions, UFUNC_COST(COST_SPLIT));

static const weft_operand count_operands[] = {UFUNC_BLOCK("x", 0), UFUNC_SCALAR("result")};
static const weft_loop count_loops[] = {
    UFUNC_LOOP("int64(bool[:])", K_COUNT, WEFT_BOOL, WEFT_INT64)};
const weft_ufunc sample_count =
    UFUNC("count", "(n)->()", 1, 1, count_operands, count_loops, 1, AT(7), .dimension_count = 1,
          .dimensions = length_dimensions, UFUNC_COST(COST_SPLIT));

static const weft_loop absent_loops[] = {SAME(WEFT_FLOAT64, "float64", 0)};
const weft_ufunc sample_absent = UFUNC("absent", "(),()->()", 2, 1, scalars, absent_loops, 1,
                                       .doc = "", .location = "sample_ufuncs.c:8",
                                       .module = &empty_module, .flags = WEFT_UFUNC_ELEMENTWISE);

#include "sample_ufuncs.h"

#include <complex.h>
#include <string.h>

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
    add_int8,         add_int32,        add_float32,      add_float64,      add_complex128,
    both_float64,     below_float64,    matmul_float,     matmul_double,    convolve_float64,
    cross_float64,    ramp_float64,     count_bool,       spoiling_float64,
};
static const weft_module module = {
    .source = "sample_ufuncs.c",
    .kernels = {[WEFT_ISA_BASE] = kernels, [WEFT_ISA_FLAGS] = kernels}};
static const weft_module empty_module = {.source = "sample_ufuncs.c"};

#define DTYPES(...)       ((const uint8_t[]){__VA_ARGS__})
#define AXES(...)         ((const uint8_t[]){__VA_ARGS__})
#define MATMUL_TERMS \
    ((const weft_cost_term[]){{COST_SPLIT, NULL}, {1.0f, (const uint8_t[]){1, 1, 1}}})
#define TERM(NANOSECONDS) ((const weft_cost_term[]){{NANOSECONDS, NULL}})
#define COUNT(array)      (sizeof(array) / sizeof(array)[0])

static const weft_operand scalars[] = {
    {"a", 0, false, NULL}, {"b", 0, false, NULL}, {"result", 0, false, NULL}};
#define SAME(ENUM, NAME, INDEX)                                                                 \
    {                                                                                           \
        NAME "(" NAME ", " NAME ")", DTYPES(ENUM, ENUM, ENUM), DTYPES(ENUM, ENUM, ENUM), INDEX, \
            NULL                                                                                \
    }
static const weft_loop add_loops[] = {
    SAME(WEFT_INT8, "int8", K_INT8),
    SAME(WEFT_INT32, "int32", K_INT32),
    SAME(WEFT_FLOAT32, "float32", K_FLOAT32),
    SAME(WEFT_FLOAT64, "float64", K_FLOAT64),
    SAME(WEFT_COMPLEX128, "complex128", K_COMPLEX128),
};
#define ADD(COST)                                                                                \
    {                                                                                            \
        .name = "add", .layout = "(),()->()", .doc = "", .location = "sample_ufuncs.c:1",        \
        .module = &module, .flags = WEFT_UFUNC_ELEMENTWISE, .input_count = 2, .output_count = 1, \
        .loop_count = COUNT(add_loops), .operands = scalars, .loops = add_loops,                 \
        .cost_term_count = 1, .cost_terms = TERM(COST)                                           \
    }
const weft_ufunc sample_add = ADD(COST_SPLIT);
const weft_ufunc sample_add_heavy = ADD(COST_HEAVY);

static const weft_operand both_operands[] = {{"a", 0, false, NULL},
                                             {"b", 0, false, NULL},
                                             {"sum", 0, false, NULL},
                                             {"difference", 0, false, NULL}};
static const weft_loop both_loops[] = {
    {"void(float64, float64, float64[:], float64[:])",
     DTYPES(WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64),
     DTYPES(WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64), K_BOTH, NULL}};
const weft_ufunc sample_both = {.name = "both",
                                .layout = "(),()->(),()",
                                .doc = "",
                                .location = "sample_ufuncs.c:2",
                                .module = &module,
                                .flags = WEFT_UFUNC_ELEMENTWISE | WEFT_UFUNC_DIVERGENT,
                                .input_count = 2,
                                .output_count = 2,
                                .loop_count = COUNT(both_loops),
                                .operands = both_operands,
                                .loops = both_loops,
                                .cost_term_count = 1,
                                .cost_terms = TERM(COST_SPLIT)};

static const weft_operand below_operands[] = {{"a", 0, false, NULL},
                                              {"b", 0, false, NULL},
                                              {"is_below", 0, false, NULL},
                                              {"difference", 0, false, NULL}};
static const weft_loop below_loops[] = {
    {"void(float64, float64, bool[:], float64[:])",
     DTYPES(WEFT_FLOAT64, WEFT_FLOAT64, WEFT_BOOL, WEFT_FLOAT64),
     DTYPES(WEFT_FLOAT64, WEFT_FLOAT64, WEFT_BOOL, WEFT_FLOAT64), K_BELOW, NULL}};
const weft_ufunc sample_below = {.name = "below",
                                 .layout = "(),()->(),()",
                                 .doc = "",
                                 .location = "sample_ufuncs.c:9",
                                 .module = &module,
                                 .flags = WEFT_UFUNC_ELEMENTWISE,
                                 .input_count = 2,
                                 .output_count = 2,
                                 .loop_count = COUNT(below_loops),
                                 .operands = below_operands,
                                 .loops = below_loops,
                                 .cost_term_count = 1,
                                 .cost_terms = TERM(COST_SPLIT)};

static const weft_dimension matmul_dimensions[] = {{.name = "m", .limit = INT64_MAX},
                                                   {.name = "n", .limit = INT64_MAX},
                                                   {.name = "p", .limit = INT64_MAX}};
static const weft_operand matmul_operands[] = {
    {"A", 2, true, AXES(0, 1)}, {"B", 2, true, AXES(1, 2)}, {"C", 2, true, AXES(0, 2)}};
static const weft_loop matmul_loops[] = {
    {"void(float16[:,:], float16[:,:], float16[:,:])",
     DTYPES(WEFT_FLOAT16, WEFT_FLOAT16, WEFT_FLOAT16),
     DTYPES(WEFT_FLOAT32, WEFT_FLOAT32, WEFT_FLOAT32), K_MATMUL_FLOAT, NULL},
    {"void(float32[:,:], float32[:,:], float32[:,:])",
     DTYPES(WEFT_FLOAT32, WEFT_FLOAT32, WEFT_FLOAT32),
     DTYPES(WEFT_FLOAT32, WEFT_FLOAT32, WEFT_FLOAT32), K_MATMUL_FLOAT, NULL},
    {"void(float64[:,:], float64[:,:], float64[:,:])",
     DTYPES(WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64),
     DTYPES(WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64), K_MATMUL_DOUBLE, NULL}};
const weft_ufunc sample_matmul = {.name = "matmul",
                                  .layout = "(m,n),(n,p)->(m,p)",
                                  .doc = "",
                                  .location = "sample_ufuncs.c:3",
                                  .module = &module,
                                  .input_count = 2,
                                  .output_count = 1,
                                  .dimension_count = 3,
                                  .loop_count = COUNT(matmul_loops),
                                  .operands = matmul_operands,
                                  .dimensions = matmul_dimensions,
                                  .loops = matmul_loops,
                                  .cost_term_count = 2,
                                  .cost_terms = MATMUL_TERMS};

static const weft_dimension product_dimensions[] = {
    {.name = "m", .kind = WEFT_DIMENSION_OPTIONAL, .limit = INT64_MAX},
    {.name = "n", .limit = INT64_MAX},
    {.name = "p", .kind = WEFT_DIMENSION_OPTIONAL, .limit = INT64_MAX}};
const weft_ufunc sample_product = {.name = "product",
                                   .layout = "(m?,n),(n,p?)->(m?,p?)",
                                   .doc = "",
                                   .location = "sample_ufuncs.c:8",
                                   .module = &module,
                                   .flags = WEFT_UFUNC_OPTIONAL,
                                   .input_count = 2,
                                   .output_count = 1,
                                   .dimension_count = 3,
                                   .loop_count = COUNT(matmul_loops),
                                   .operands = matmul_operands,
                                   .dimensions = product_dimensions,
                                   .loops = matmul_loops,
                                   .cost_term_count = 2,
                                   .cost_terms = MATMUL_TERMS};

static const weft_dimension convolve_dimensions[] = {{.name = "m", .limit = 100},
                                                     {.name = "n", .limit = 100},
                                                     {.name = "m+n-1",
                                                      .kind = WEFT_DIMENSION_COMPUTED,
                                                      .constant = -1,
                                                      .limit = INT64_MAX,
                                                      .coefficients = (const int32_t[]){1, 1, 0}}};
static const weft_operand convolve_operands[] = {
    {"a", 1, true, AXES(0)}, {"b", 1, true, AXES(1)}, {"y", 1, true, AXES(2)}};
static const weft_loop convolve_loops[] = {SAME(WEFT_FLOAT64, "float64", K_CONVOLVE)};
const weft_ufunc sample_convolve = {.name = "convolve",
                                    .layout = "(m),(n)->(m+n-1)",
                                    .doc = "",
                                    .location = "sample_ufuncs.c:4",
                                    .module = &module,
                                    .input_count = 2,
                                    .output_count = 1,
                                    .dimension_count = 3,
                                    .loop_count = 1,
                                    .operands = convolve_operands,
                                    .dimensions = convolve_dimensions,
                                    .loops = convolve_loops,
                                    .cost_term_count = 1,
                                    .cost_terms = TERM(COST_HEAVY)};

static const weft_dimension cross_dimensions[] = {
    {.name = "3", .kind = WEFT_DIMENSION_FIXED, .constant = 3, .limit = INT64_MAX}};
static const weft_operand cross_operands[] = {
    {"a", 1, true, AXES(0)}, {"b", 1, true, AXES(0)}, {"c", 1, true, AXES(0)}};
static const weft_loop cross_loops[] = {SAME(WEFT_FLOAT64, "float64", K_CROSS)};
const weft_ufunc sample_cross = {.name = "cross",
                                 .layout = "(3),(3)->(3)",
                                 .doc = "",
                                 .location = "sample_ufuncs.c:5",
                                 .module = &module,
                                 .input_count = 2,
                                 .output_count = 1,
                                 .dimension_count = 1,
                                 .loop_count = 1,
                                 .operands = cross_operands,
                                 .dimensions = cross_dimensions,
                                 .loops = cross_loops,
                                 .cost_term_count = 1,
                                 .cost_terms = TERM(COST_SPLIT)};

static const weft_loop spoiling_loops[] = {SAME(WEFT_FLOAT64, "float64", K_SPOILING)};
const weft_ufunc sample_spoiling = {.name = "spoiling",
                                    .layout = "(3),(3)->(3)",
                                    .doc = "",
                                    .location = "sample_ufuncs.c:10",
                                    .module = &module,
                                    .input_count = 2,
                                    .output_count = 1,
                                    .dimension_count = 1,
                                    .loop_count = 1,
                                    .operands = cross_operands,
                                    .dimensions = cross_dimensions,
                                    .loops = spoiling_loops,
                                    .cost_term_count = 1,
                                    .cost_terms = TERM(COST_SPLIT),
                                    .written_inputs = 3};

static const weft_dimension length_dimensions[] = {{.name = "n", .limit = INT64_MAX}};
static const weft_operand ramp_operands[] = {
    {"start", 0, false, NULL}, {"step", 0, false, NULL}, {"y", 1, true, AXES(0)}};
static const weft_loop ramp_loops[] = {SAME(WEFT_FLOAT64, "float64", K_RAMP)};
const weft_ufunc sample_ramp = {.name = "ramp",
                                .layout = "(),()->(n)",
                                .doc = "",
                                .location = "sample_ufuncs.c:6",
                                .module = &module,
                                .input_count = 2,
                                .output_count = 1,
                                .dimension_count = 1,
                                .loop_count = 1,
                                .operands = ramp_operands,
                                .dimensions = length_dimensions,
                                .loops = ramp_loops,
                                .cost_term_count = 1,
                                .cost_terms = TERM(COST_SPLIT)};

static const weft_operand count_operands[] = {{"x", 1, true, AXES(0)}, {"result", 0, false, NULL}};
static const weft_loop count_loops[] = {{"int64(bool[:])", DTYPES(WEFT_BOOL, WEFT_INT64),
                                         DTYPES(WEFT_BOOL, WEFT_INT64), K_COUNT, NULL}};
const weft_ufunc sample_count = {.name = "count",
                                 .layout = "(n)->()",
                                 .doc = "",
                                 .location = "sample_ufuncs.c:7",
                                 .module = &module,
                                 .input_count = 1,
                                 .output_count = 1,
                                 .dimension_count = 1,
                                 .loop_count = 1,
                                 .operands = count_operands,
                                 .dimensions = length_dimensions,
                                 .loops = count_loops,
                                 .cost_term_count = 1,
                                 .cost_terms = TERM(COST_SPLIT)};

static const weft_loop absent_loops[] = {SAME(WEFT_FLOAT64, "float64", 0)};
const weft_ufunc sample_absent = {.name = "absent",
                                  .layout = "(),()->()",
                                  .doc = "",
                                  .location = "sample_ufuncs.c:8",
                                  .module = &empty_module,
                                  .flags = WEFT_UFUNC_ELEMENTWISE,
                                  .input_count = 2,
                                  .output_count = 1,
                                  .loop_count = 1,
                                  .operands = scalars,
                                  .loops = absent_loops};

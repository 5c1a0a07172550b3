/* sample.ufuncs.c: the ufuncs of sample.cu as a generated table has them, and their cpu kernels. */
#include "sample.ufuncs.h"

#include <math.h>
#include <tgmath.h>

#include "../support/ufunc.h"
#include "sample.values.h"

/* The loops, X(ufunc, dtypes…): their names are those of the kernels in sample.cu. */
#define HYPOTENUSE_LOOPS(X)                  \
    X(hypotenuse, float16, float16, float16) \
    X(hypotenuse, float32, float32, float32) \
    X(hypotenuse, float64, float64, float64)
#define ADD_LOOPS(X)                                                                           \
    X(add, bool, bool, bool)                                                                   \
    X(add, int8, int8, int8) X(add, int16, int16, int16) X(add, int32, int32, int32)           \
        X(add, int64, int64, int64) X(add, uint8, uint8, uint8) X(add, uint16, uint16, uint16) \
            X(add, uint32, uint32, uint32) X(add, uint64, uint64, uint64)                      \
                X(add, float16, float16, float16) X(add, bfloat16, bfloat16, bfloat16)         \
                    X(add, float32, float32, float32) X(add, float64, float64, float64)
#define PRODUCT_LOOPS(X)                                                        \
    X(product, int8, int8, int8)                                                \
    X(product, uint8, uint8, uint8) X(product, complex64, complex64, complex64) \
        X(product, complex128, complex128, complex128)
#define LESS_LOOPS(X)                                                                             \
    X(less, int8, float16, bool)                                                                  \
    X(less, int8, bfloat16, bool) X(less, int8, int16, bool) X(less, int8, float32, bool)         \
        X(less, int8, float64, bool) X(less, uint8, float16, bool) X(less, uint8, bfloat16, bool) \
            X(less, uint8, int16, bool) X(less, uint8, float32, bool)                             \
                X(less, uint8, float64, bool)
#define MIXED_LOOPS(X)                            \
    X(mixed, int8, float16, uint8, int8, float16) \
    X(mixed, int8, float64, bool, int8, float64)  \
    X(mixed, int16, complex128, float32, int16, complex128)
#define MATMUL_LOOPS(X)                  \
    X(matmul, float32, float32, float32) \
    X(matmul, float64, float64, float64) \
    X(matmul, complex64, complex64, complex64)
#define SMOOTH_LOOPS(X) X(smooth, float64, float64, float64, float64)

/* Integers wrap, as -fwrapv has it. */
#define EXPRESSION_hypotenuse(R) sqrt(a *a + b * b)
#define EXPRESSION_add(R)        (R)(a + b)
#define EXPRESSION_product(R)    (R)(a * b)
#define EXPRESSION_less(R)       a < b

#define BINARY_KERNEL(ufunc, A, B, R)                                                              \
    static void ufunc##_##A##_##B(char *const *args, const int64_t *dimensions,                    \
                                  const int64_t *steps, const void *data)                          \
    {                                                                                              \
        const weft_rows *rows = data;                                                              \
        for (int64_t row = 0; row < (rows ? rows->count : 1); row++)                               \
            for (int64_t i = 0; i < dimensions[0]; i++) {                                          \
                value_##A a = get_##A(args[0] + i * steps[0] + (rows ? row * rows->steps[0] : 0)); \
                value_##B b = get_##B(args[1] + i * steps[1] + (rows ? row * rows->steps[1] : 0)); \
                value_##R r = EXPRESSION_##ufunc(value_##R);                                       \
                put_##R(args[2] + i * steps[2] + (rows ? row * rows->steps[2] : 0), r);            \
            }                                                                                      \
    }
HYPOTENUSE_LOOPS(BINARY_KERNEL)
ADD_LOOPS(BINARY_KERNEL)
PRODUCT_LOOPS(BINARY_KERNEL)
LESS_LOOPS(BINARY_KERNEL)

#define MIXED_KERNEL(ufunc, X, Y, Z, L, H)                                              \
    static void ufunc##_##X##_##Y##_##Z(char *const *args, const int64_t *dimensions,   \
                                        const int64_t *steps, const void *data)         \
    {                                                                                   \
        const weft_rows *rows = data;                                                   \
        for (int64_t row = 0; row < (rows ? rows->count : 1); row++)                    \
            for (int64_t i = 0; i < dimensions[0]; i++) {                               \
                char *at[5];                                                            \
                for (int k = 0; k < 5; k++)                                             \
                    at[k] = args[k] + i * steps[k] + (rows ? row * rows->steps[k] : 0); \
                value_##X a = get_##X(at[0]);                                           \
                value_##Y b = get_##Y(at[1]);                                           \
                value_##Z c = get_##Z(at[2]);                                           \
                put_##L(at[3], (value_##L)(a + 3 * (int)c));                            \
                put_##H(at[4], b *c + a);                                               \
            }                                                                           \
    }
MIXED_LOOPS(MIXED_KERNEL)

#define MATMUL_KERNEL(ufunc, A, B, R)                                                              \
    static void ufunc##_##A##_##B(char *const *args, const int64_t *dimensions,                    \
                                  const int64_t *steps, const void *data)                          \
    {                                                                                              \
        const weft_rows *rows = data;                                                              \
        int64_t m = dimensions[1], n = dimensions[2], p = dimensions[3];                           \
        for (int64_t row = 0; row < (rows ? rows->count : 1); row++)                               \
            for (int64_t item = 0; item < dimensions[0]; item++) {                                 \
                char *at[3];                                                                       \
                for (int k = 0; k < 3; k++)                                                        \
                    at[k] = args[k] + item * steps[k] + (rows ? row * rows->steps[k] : 0);         \
                for (int64_t i = 0; i < m; i++)                                                    \
                    for (int64_t j = 0; j < p; j++) {                                              \
                        value_##R sum = 0;                                                         \
                        for (int64_t k = 0; k < n; k++)                                            \
                            sum +=                                                                 \
                                ((value_##A *)at[0])[i * n + k] * ((value_##B *)at[1])[k * p + j]; \
                        ((value_##R *)at[2])[i * p + j] = sum;                                     \
                    }                                                                              \
            }                                                                                      \
    }
MATMUL_LOOPS(MATMUL_KERNEL)

static void smooth_float64_float64(char *const *args, const int64_t *dimensions,
                                   const int64_t *steps, const void *data)
{
    static const double weights[3] = {0.25, 0.5, 0.25};
    const weft_rows *rows = data;
    int64_t n = dimensions[1];
    for (int64_t row = 0; row < (rows ? rows->count : 1); row++)
        for (int64_t item = 0; item < dimensions[0]; item++) {
            char *at[4];
            for (int k = 0; k < 4; k++)
                at[k] = args[k] + item * steps[k] + (rows ? row * rows->steps[k] : 0);
            const double *x = (const double *)at[0];
            double *y = (double *)at[2], total = 0;
            for (int64_t i = 0; i < n; i++) {
                double sum = 0;
                for (int64_t k = -1; k <= 1; k++)
                    if (i + k >= 0 && i + k < n)
                        sum += weights[k + 1] * x[i + k];
                y[i] = get_float64(at[1]) * sum;
                total += y[i];
            }
            put_float64(at[3], total);
        }
}

enum {
#define DTYPE_NUMBER(ENUM, name, ...) dtype_##name = WEFT_##ENUM,
    WEFT_DTYPES(DTYPE_NUMBER)
};

enum {
#define INDEX3(u, A, B, R)       index_##u##_##A##_##B,
#define INDEX4(u, A, B, C, D)    index_##u##_##A##_##B,
#define INDEX5(u, A, B, C, D, E) index_##u##_##A##_##B##_##C,
    HYPOTENUSE_LOOPS(INDEX3) ADD_LOOPS(INDEX3) PRODUCT_LOOPS(INDEX3) LESS_LOOPS(INDEX3)
        MIXED_LOOPS(INDEX5) MATMUL_LOOPS(INDEX3) SMOOTH_LOOPS(INDEX4) LOOP_COUNT
};

static weft_kernel *const kernels[LOOP_COUNT] = {
#define KERNEL3(u, A, B, R)       u##_##A##_##B,
#define KERNEL4(u, A, B, C, D)    u##_##A##_##B,
#define KERNEL5(u, A, B, C, D, E) u##_##A##_##B##_##C,
    HYPOTENUSE_LOOPS(KERNEL3) ADD_LOOPS(KERNEL3) PRODUCT_LOOPS(KERNEL3) LESS_LOOPS(KERNEL3)
        MIXED_LOOPS(KERNEL5) MATMUL_LOOPS(KERNEL3) SMOOTH_LOOPS(KERNEL4)};

extern const unsigned char weft_image_sample[], weft_image_sample_end[];
static const weft_module module = {
    .source = "sample.c",
    .build_id = UFUNC_BUILD_ID,
    .kernels = {UFUNC_TABLE(kernels)},
    .images = &(const weft_module_image){WEFT_GPU, weft_image_sample, weft_image_sample_end},
    .image_count = 1,
};

/* The kernels that sample.cu makes of elementwise functions, and of those with core dimensions. */
#define ELEMENTWISE_SHAPES                                                                     \
    (WEFT_HAS(STRIDED) | WEFT_HAS(GPU_VECTOR) | WEFT_HAS(GPU_STRIDED) | WEFT_HAS(GPU_MASKED))
#define CORE_SHAPES (WEFT_HAS(CORE) | WEFT_HAS(GPU_ITEM))
#define LOOP(prototype, name, SHAPES, ...)                                                       \
    {UFUNC_LOOP_FIELDS(prototype, index_##name, UFUNC_DTYPES(__VA_ARGS__),                       \
                       UFUNC_DTYPES(__VA_ARGS__)),                                               \
     .shapes = SHAPES, .symbol = #name},
#define LOOP3(u, A, B, R) \
    LOOP(#R "(" #A ", " #B ")", u##_##A##_##B, ELEMENTWISE_SHAPES, dtype_##A, dtype_##B, dtype_##R)
#define CORE3(u, A, B, R) \
    LOOP(#R "(" #A ", " #B ")", u##_##A##_##B, CORE_SHAPES, dtype_##A, dtype_##B, dtype_##R)
#define CORE4(u, A, B, C, D)                                                               \
    LOOP("void(" #A ", " #B ", " #C ", " #D ")", u##_##A##_##B, CORE_SHAPES, dtype_##A, dtype_##B, \
         dtype_##C, dtype_##D)
#define LOOP5(u, A, B, C, D, E)                                                              \
    LOOP("void(" #A ", " #B ", " #C ", " #D ", " #E ")", u##_##A##_##B##_##C, ELEMENTWISE_SHAPES, \
         dtype_##A, dtype_##B, dtype_##C, dtype_##D, dtype_##E)
static const weft_loop hypotenuse_loops[] = {HYPOTENUSE_LOOPS(LOOP3)};
static const weft_loop add_loops[] = {ADD_LOOPS(LOOP3)};
static const weft_loop product_loops[] = {PRODUCT_LOOPS(LOOP3)};
static const weft_loop less_loops[] = {LESS_LOOPS(LOOP3)};
static const weft_loop mixed_loops[] = {MIXED_LOOPS(LOOP5)};
static const weft_loop matmul_loops[] = {MATMUL_LOOPS(CORE3)};
static const weft_loop smooth_loops[] = {SMOOTH_LOOPS(CORE4)};

static const weft_operand scalars[] = {UFUNC_SCALAR("a"), UFUNC_SCALAR("b"), UFUNC_SCALAR("c"),
                                       UFUNC_SCALAR("d"), UFUNC_SCALAR("e")};

#define ELEMENTWISE(ufunc, inputs, outputs, text)                                         \
    const weft_ufunc sample_##ufunc =                                                     \
        UFUNC(#ufunc, text, inputs, outputs, scalars, ufunc##_loops, UFUNC_COUNT(ufunc##_loops), \
              .doc = "", .location = "sample.c:1", .module = &module,                     \
              .flags = WEFT_UFUNC_ELEMENTWISE)
ELEMENTWISE(hypotenuse, 2, 1, "(),()->()");
ELEMENTWISE(add, 2, 1, "(),()->()");
ELEMENTWISE(product, 2, 1, "(),()->()");
ELEMENTWISE(less, 2, 1, "(),()->()");
ELEMENTWISE(mixed, 3, 2, "(),(),()->(),()");

static const weft_dimension matmul_dimensions[] = {{.name = "m", .limit = INT64_MAX},
                                                   {.name = "n", .limit = INT64_MAX},
                                                   {.name = "p", .limit = INT64_MAX}};
static const weft_operand matmul_operands[] = {
    {.name = "A", .core_rank = 2, .dimensions = (const uint8_t[]){0, 1}},
    {.name = "B", .core_rank = 2, .dimensions = (const uint8_t[]){1, 2}},
    {.name = "C", .core_rank = 2, .dimensions = (const uint8_t[]){0, 2}},
};
const weft_ufunc sample_matmul = {
    .name = "matmul",
    .layout = "(m,n),(n,p)->(m,p)",
    .doc = "",
    .location = "sample.c:2",
    .module = &module,
    .input_count = 2,
    .output_count = 1,
    .dimension_count = 3,
    .loop_count = sizeof matmul_loops / sizeof *matmul_loops,
    .operands = matmul_operands,
    .dimensions = matmul_dimensions,
    .loops = matmul_loops,
    .cost_term_count = 1,
    .cost_terms = (const weft_cost_term[]){{0.5f, (const uint8_t[]){1, 1, 1}}},
};

static const weft_dimension smooth_dimensions[] = {{.name = "n", .limit = INT64_MAX}};
static const weft_operand smooth_operands[] = {
    {.name = "x", .core_rank = 1, .contiguous = true, .dimensions = (const uint8_t[]){0}},
    {.name = "scale"},
    {.name = "y", .core_rank = 1, .dimensions = (const uint8_t[]){0}},
    {.name = "total"},
};
const weft_ufunc sample_smooth = {
    .name = "smooth",
    .layout = "(n),()->(n),()",
    .doc = "",
    .location = "sample.c:3",
    .module = &module,
    .input_count = 2,
    .output_count = 2,
    .dimension_count = 1,
    .loop_count = sizeof smooth_loops / sizeof *smooth_loops,
    .operands = smooth_operands,
    .dimensions = smooth_dimensions,
    .loops = smooth_loops,
};

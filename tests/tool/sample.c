/* A library of ufuncs written by hand, so that list, run and bench are tested without the
 * generator: add, split (two outputs), matvec and total, a declared reduction. */
#include <complex.h>
#include <math.h>

#include "../support/ufunc.h"

/* An elementwise kernel: BODY sees a pointer p[k] to each operand of one item. */
#define ELEMENTWISE(name, operands, BODY)                                                \
    static void name(char *const *args, const int64_t *dimensions, const int64_t *steps, \
                     const void *data)                                                   \
    {                                                                                    \
        const weft_rows *rows = data;                                                    \
        int64_t row_count = rows ? rows->count : 1;                                      \
        for (int64_t row = 0; row < row_count; row++)                                    \
            for (int64_t i = 0; i < dimensions[0]; i++) {                                \
                char *p[operands];                                                       \
                for (int k = 0; k < operands; k++)                                       \
                    p[k] = args[k] + i * steps[k] + (rows ? row * rows->steps[k] : 0);   \
                BODY                                                                     \
            }                                                                            \
    }
#define AT(type, k) (*(type *)(void *)p[k])

ELEMENTWISE(add_i64, 3, AT(int64_t, 2) = AT(int64_t, 0) + AT(int64_t, 1);)
ELEMENTWISE(add_f64, 3, AT(double, 2) = AT(double, 0) + AT(double, 1);)
ELEMENTWISE(add_c128, 3, AT(double _Complex, 2) = AT(double _Complex, 0) + AT(double _Complex, 1);)
ELEMENTWISE(split_f64, 3, AT(double, 1) = floor(AT(double, 0));
            AT(double, 2) = AT(double, 0) - floor(AT(double, 0));)

ELEMENTWISE(half_f64, 2, AT(double, 1) = AT(double, 0) / 2;)

static void matvec_f64(char *const *args, const int64_t *dimensions, const int64_t *steps,
                       const void *data)
{
    const weft_rows *rows = data;
    int64_t row_count = rows ? rows->count : 1, m = dimensions[1], n = dimensions[2];
    for (int64_t row = 0; row < row_count; row++)
        for (int64_t item = 0; item < dimensions[0]; item++) {
            char *p[3];
            for (int k = 0; k < 3; k++)
                p[k] = args[k] + item * steps[k] + (rows ? row * rows->steps[k] : 0);
            for (int64_t i = 0; i < m; i++) {
                double sum = 0;
                for (int64_t j = 0; j < n; j++)
                    sum += (&AT(const double, 0))[i * n + j] * (&AT(const double, 1))[j];
                (&AT(double, 2))[i] = sum;
            }
        }
}

static weft_kernel *const kernels[] = {add_i64, add_f64, add_c128, split_f64, matvec_f64, half_f64};
static const weft_module module = UFUNC_MODULE("sample.c", kernels);

static const weft_loop add_loops[] = {
    UFUNC_LOOP("int64(int64, int64)", 0, WEFT_INT64, WEFT_INT64, WEFT_INT64),
    UFUNC_LOOP("float64(float64, float64)", 1, WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64),
    UFUNC_LOOP("complex128(complex128, complex128)", 2, WEFT_COMPLEX128, WEFT_COMPLEX128,
               WEFT_COMPLEX128),
};
static const weft_loop split_loops[] = {UFUNC_LOOP("void(float64, float64[:], float64[:])", 3,
                                                   WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64)};
static const weft_loop matvec_loops[] = {UFUNC_LOOP("void(float64[:,:], float64[:], float64[:])", 4,
                                                    WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64)};
static const weft_loop half_loops[] = {
    UFUNC_LOOP("float64(float64)", 5, WEFT_FLOAT64, WEFT_FLOAT64)};
static const weft_operand half_operands[] = {UFUNC_SCALAR("x"), UFUNC_SCALAR("result")};
static const weft_operand add_operands[] = {UFUNC_SCALAR("a"), UFUNC_SCALAR("b"),
                                            UFUNC_SCALAR("result")};
static const weft_operand split_operands[] = {UFUNC_SCALAR("x"), UFUNC_SCALAR("whole"),
                                              UFUNC_SCALAR("rest")};
static const weft_operand matvec_operands[] = {
    {.name = "A", .core_rank = 2, .dimensions = UFUNC_DTYPES(0, 1)},
    {.name = "x", .core_rank = 1, .dimensions = UFUNC_DTYPES(1)},
    {.name = "y", .core_rank = 1, .dimensions = UFUNC_DTYPES(0)},
};
static const weft_dimension matvec_dimensions[] = {
    {.name = "m", .kind = WEFT_DIMENSION_NAMED, .limit = INT64_MAX},
    {.name = "n", .kind = WEFT_DIMENSION_NAMED, .limit = INT64_MAX},
};
static const weft_cost_term matvec_costs[] = {{.nanoseconds = 1, .powers = UFUNC_DTYPES(1, 1)}};

static const weft_ufunc add = UFUNC(
    "add", "(),()->()", 2, 1, add_operands, add_loops, 3, .location = "sample.c:1",
    .module = &module, .doc = "The sum.\n\nOf numbers & <others>.", .flags = WEFT_UFUNC_ELEMENTWISE,
    UFUNC_COST(1), UFUNC_GPU_REFUSAL("sample.c:1: written by hand"));
static const weft_ufunc split =
    UFUNC("split", "()->(),()", 1, 2, split_operands, split_loops, 1, .location = "sample.c:2",
          .module = &module, .doc = "Whole part and rest.", .flags = WEFT_UFUNC_ELEMENTWISE,
          UFUNC_COST(1));
static const weft_ufunc matvec =
    UFUNC("matvec", "(m,n),(n)->(m)", 2, 1, matvec_operands, matvec_loops, 1,
          .location = "sample.c:3", .module = &module, .doc = "", .dimension_count = 2,
          .dimensions = matvec_dimensions, .cost_term_count = 1, .cost_terms = matvec_costs);

/* Half the sum: what it is made of is in no library. */
static const weft_ufunc half =
    UFUNC("total", "()->()", 1, 1, half_operands, half_loops, 1, .module = &module,
          .flags = WEFT_UFUNC_ELEMENTWISE, UFUNC_COST(1));
static const weft_ufunc sum =
    UFUNC("total", "(),()->()", 2, 1, add_operands, add_loops + 1, 1, .module = &module,
          .flags = WEFT_UFUNC_ELEMENTWISE | WEFT_UFUNC_REORDERABLE, UFUNC_COST(1));
static const weft_reducer total_reducer = {.combine = &sum, .finish = &half};
static const weft_ufunc total =
    UFUNC("total", "()->()", 1, 1, half_operands, half_loops, 1, .location = "sample.c:4",
          .module = &module, .doc = "Half the sum.", .flags = WEFT_UFUNC_REORDERABLE, UFUNC_COST(1),
          .reducer = &total_reducer);

static const weft_ufunc *const ufuncs[] = {&add, &split, &matvec, &total};
WEFT_EXPORT extern const weft_library_table weft_library;
WEFT_EXPORT const weft_library_table weft_library = {
    .abi_version = WEFT_ABI_VERSION,
    .size = sizeof(weft_library_table),
    .name = "sample",
    .count = 4,
    .ufuncs = ufuncs,
};

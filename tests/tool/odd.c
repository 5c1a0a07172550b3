/* A library of what is rare in libraries, for `weft list --json`: odd texts, every kind of
 * dimension, all numbers that an identity may be, a contraction, and a declared reduction with all
 * its stages. No kernel of it is ever called. */
#include <math.h>

#include "../support/ufunc.h"

static void nothing(char *const *args, const int64_t *dimensions, const int64_t *steps,
                    const void *data)
{
    (void)args, (void)dimensions, (void)steps, (void)data;
}

static weft_kernel *const kernels[] = {nothing};
static const weft_module hosts = UFUNC_MODULE_WITHOUT_FLAGS("odd.c", kernels);
static const unsigned char image[1];
static const weft_module gpu = {.source = "odd.c",
                                .images = &(const weft_module_image){WEFT_GPU, image, image + 1},
                                .image_count = 1};

static const weft_operand scalars[] = {UFUNC_SCALAR("x"), UFUNC_SCALAR("y"),
                                       UFUNC_SCALAR("result")};
#define BOOL_DTYPES UFUNC_DTYPES(WEFT_INT8, WEFT_BFLOAT16, WEFT_BOOL)
static const weft_loop scalar_loops[] = {
    UFUNC_LOOP("float64(float64, float64)", 0, WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64),
    {UFUNC_LOOP_FIELDS("bool(int8, bfloat16)", 0, BOOL_DTYPES, BOOL_DTYPES),
     .shapes = UFUNC_SHAPES | WEFT_HAS(GPU_STRIDED), .symbol = "odd_gpu"},
};
static const weft_cost_term scalar_cost[] = {{.nanoseconds = 0.1f}, {.nanoseconds = 1e-9f}};

/* A function of two numbers. */
#define SCALAR(NAME, ...)                                                            \
    UFUNC(NAME, "(),()->()", 2, 1, scalars, scalar_loops, UFUNC_COUNT(scalar_loops), \
          .cost_term_count = 2, .cost_terms = scalar_cost, __VA_ARGS__)
#define WITH_IDENTITY(value) \
    SCALAR(#value, .module = &hosts, .flags = WEFT_UFUNC_HAS_IDENTITY, .identity = (value))

/* The documentation is the place where a test writes other bytes. */
static const weft_ufunc bytes =
    SCALAR("bytes", .module = &gpu, .flags = WEFT_UFUNC_ELEMENTWISE | WEFT_UFUNC_WIDENING,
           .doc = "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@",
           .location = "a b/\"c\":d\\e.c:4294967295");
static const weft_ufunc quotes =
    SCALAR("\"quo\\ted\"", .module = &hosts, .flags = WEFT_UFUNC_STRICT,
           .doc = "\"\\/\b\f\n\r\t\x01\x1b[31m\x7f\xc2\x9b \xc3\xa4 \xe2\x82\xac \xf0\x9f\xa7\xb5 "
                  "\xff \xc0\xaf \xed\xa0\x80 \xe2\x82",
           .location = "odd.c:12 or so", UFUNC_GPU_REFUSAL("odd.c:1: \"\xe2\x82\xac\""));
static const weft_ufunc texts = SCALAR("none", .module = &hosts);

static const weft_ufunc identities[] = {
    WITH_IDENTITY(0.0),
    WITH_IDENTITY(-0.0),
    WITH_IDENTITY(1.0),
    WITH_IDENTITY(0.1),
    WITH_IDENTITY(1.0 / 3),
    WITH_IDENTITY(0x1p-1074),
    WITH_IDENTITY(-0x1.fffffffffffffp+1023),
    WITH_IDENTITY(9007199254740993e3),
    WITH_IDENTITY(-HUGE_VAL),
    WITH_IDENTITY(HUGE_VAL),
    WITH_IDENTITY((double)NAN),
};

static const weft_dimension dimensions[] = {
    {.name = "m", .kind = WEFT_DIMENSION_OPTIONAL, .limit = INT32_MAX},
    {.name = "n", .kind = WEFT_DIMENSION_NAMED, .limit = INT64_MAX},
    {.name = "3", .kind = WEFT_DIMENSION_FIXED, .constant = 3, .limit = INT64_MAX},
    {.name = "m+2*n-1",
     .kind = WEFT_DIMENSION_COMPUTED,
     .constant = -1,
     .limit = INT64_MAX,
     .coefficients = (const int32_t[]){1, 2, 0, 0}},
};
static const weft_operand blocks[] = {
    {.name = "A", .core_rank = 2, .dimensions = UFUNC_DTYPES(0, 1), .contiguous = true},
    {.name = "B", .core_rank = 2, .dimensions = UFUNC_DTYPES(1, 2)},
    {.name = "C", .core_rank = 2, .dimensions = UFUNC_DTYPES(0, 2)},
    {.name = "rest", .core_rank = 1, .dimensions = UFUNC_DTYPES(3)},
};
static const weft_contraction product = {.a = "ac",
                                         .b = "cb",
                                         .c = "ab",
                                         .a_operand = 0,
                                         .b_operand = 1,
                                         .c_operand = 2,
                                         .conjugated = 2,
                                         .dtype = WEFT_COMPLEX128};
#define BLOCK_DTYPES UFUNC_DTYPES(WEFT_COMPLEX128, WEFT_COMPLEX128, WEFT_COMPLEX128, WEFT_UINT16)
static const weft_loop block_loops[] = {
    {UFUNC_LOOP_FIELDS("void(complex128[:,:], complex128[:,:], complex128[:,:], uint16[:])", 0,
                       BLOCK_DTYPES, BLOCK_DTYPES),
     .shapes = UFUNC_SHAPES, .contraction = &product},
};
static const weft_cost_term block_cost[] = {
    {.nanoseconds = 2.5f},
    {.nanoseconds = 0.3f, .powers = UFUNC_DTYPES(1, 2, 0, 0)},
};
static const weft_ufunc matrices = UFUNC(
    "matrices", "(m?,n),(n,3)->(m?,3),(m+2*n-1)", 2, 2, blocks, block_loops, 1, .doc = "",
    .location = "odd.c:1", .module = &hosts, .flags = WEFT_UFUNC_OPTIONAL | WEFT_UFUNC_DIVERGENT,
    .dimension_count = 4, .dimensions = dimensions, .cost_term_count = 2, .cost_terms = block_cost,
    .written_inputs = 1, .kept_outputs = 4);

static const weft_ufunc stage = SCALAR("stage", .module = &hosts);
static const weft_reducer reducer = {&stage, &stage, &stage, &stage};
static const weft_ufunc reduction =
    SCALAR("folded", .module = &hosts, .flags = WEFT_UFUNC_REORDERABLE, .reducer = &reducer);

static const weft_ufunc *const ufuncs[] = {
    &bytes,         &quotes,         &texts,         &identities[0], &identities[1], &identities[2],
    &identities[3], &identities[4],  &identities[5], &identities[6], &identities[7], &identities[8],
    &identities[9], &identities[10], &matrices,      &reduction,
};
WEFT_EXPORT extern const weft_library_table weft_library;
WEFT_EXPORT const weft_library_table weft_library = {
    .abi_version = WEFT_ABI_VERSION,
    .size = sizeof(weft_library_table),
    .name = "o\"d\\d",
    .count = sizeof ufuncs / sizeof *ufuncs,
    .ufuncs = ufuncs,
};

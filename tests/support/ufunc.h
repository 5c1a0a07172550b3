/* ufunc.h: the descriptors that tests write by hand. Whatever of <weft/kernel.h> has a place or a
 * default is written here alone, so that another ABI changes this file and not each of them. */
#ifndef SUPPORT_UFUNC_H
#define SUPPORT_UFUNC_H

#include <weft/kernel.h>

#define UFUNC_COUNT(array) (sizeof(array) / sizeof(array)[0])
#define UFUNC_DTYPES(...)  ((const uint8_t[]){__VA_ARGS__})

/* A module whose kernels are the same with and without floating-point flags; or have none for
 * calls that ask for them. */
#define UFUNC_TABLE(KERNELS)    \
    &(const weft_kernel_table)  \
    {                           \
        UFUNC_BUILD_ID, KERNELS \
    }
#define UFUNC_BUILD_ID 1
#define UFUNC_MODULE(SOURCE, KERNELS)                              \
    {                                                              \
        .source = SOURCE, .build_id = UFUNC_BUILD_ID, .kernels = { \
            [WEFT_ISA_BASE] = UFUNC_TABLE(KERNELS),                \
            [WEFT_ISA_FLAGS] = UFUNC_TABLE(KERNELS)                \
        }                                                          \
    }
#define UFUNC_MODULE_WITHOUT_FLAGS(SOURCE, KERNELS)                \
    {                                                              \
        .source = SOURCE, .build_id = UFUNC_BUILD_ID, .kernels = { \
            [WEFT_ISA_BASE] = UFUNC_TABLE(KERNELS)                 \
        }                                                          \
    }

/* Operands: without core dimensions, and with those of the given numbers. */
#define UFUNC_SCALAR(NAME) \
    {                      \
        .name = NAME       \
    }
#define UFUNC_BLOCK(NAME, ...)                                                            \
    {                                                                                     \
        .name = NAME, .core_rank = sizeof(UFUNC_DTYPES(__VA_ARGS__)), .contiguous = true, \
        .dimensions = UFUNC_DTYPES(__VA_ARGS__)                                           \
    }

/* Kernels written by hand have one loop for all steps, or one call an item. */
#define UFUNC_SHAPES (WEFT_HAS(STRIDED) | WEFT_HAS(CORE))
/* The fields of a loop whose kernel has other dtypes than its operands; others may follow. */
#define UFUNC_LOOP_FIELDS(PROTOTYPE, INDEX, DTYPES, KERNEL_DTYPES) \
    .prototype = PROTOTYPE, .dtypes = DTYPES, .kernel_dtypes = KERNEL_DTYPES, .index = INDEX
/* A loop for hosts, of these dtypes. */
#define UFUNC_LOOP_OF(PROTOTYPE, INDEX, DTYPES)                                     \
    {                                                                               \
        UFUNC_LOOP_FIELDS(PROTOTYPE, INDEX, DTYPES, DTYPES), .shapes = UFUNC_SHAPES \
    }
#define UFUNC_LOOP(PROTOTYPE, INDEX, ...) UFUNC_LOOP_OF(PROTOTYPE, INDEX, UFUNC_DTYPES(__VA_ARGS__))

/* A cost that is the same for all sizes. */
#define UFUNC_COST(NANOSECONDS)                                  \
    .cost_term_count = 1, .cost_terms = (const weft_cost_term[]) \
    {                                                            \
        {                                                        \
            NANOSECONDS, NULL                                    \
        }                                                        \
    }
/* Why there are no gpu kernels. */
#define UFUNC_GPU_REFUSAL(REASON)                                \
    .refusal_count = 1, .refusals = (const weft_ufunc_refusal[]) \
    {                                                            \
        {                                                        \
            WEFT_GPU, REASON                                     \
        }                                                        \
    }

/* A ufunc of `COUNT` loops; then any other fields, of which the module is needed. */
#define UFUNC(NAME, LAYOUT, INPUTS, OUTPUTS, OPERANDS, LOOPS, COUNT, ...)               \
    {                                                                                   \
        .name = NAME, .layout = LAYOUT, .input_count = INPUTS, .output_count = OUTPUTS, \
        .operands = OPERANDS, .loops = LOOPS, .loop_count = COUNT, __VA_ARGS__          \
    }

#endif

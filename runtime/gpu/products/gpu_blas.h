/* gpu_blas.h: cuBLAS, NVIDIA's library of matrix products: opened at its first use, where there is
 * one. Nothing depends on it. */
#ifndef WEFT_GPU_BLAS_H
#define WEFT_GPU_BLAS_H

#include "gpu/driver/gpu_context.h"

/* A factor as columns that lie side by side, or, transposed, as rows; in elements. */
typedef struct gpu_blas_factor {
    const void *data;
    bool transposed, conjugated; /* conjugated only if transposed */
    int lead;                    /* from one column or row to the next */
    int64_t step;                /* from one product to the next; 0: the same for all */
} gpu_blas_factor;

/* Products C = A B of m × k and k × n, whose columns lie side by side, or C += A B. */
typedef struct gpu_blas_products {
    weft_dtype elements, sums; /* of the factors; of C */
    bool adds;
    int m, n, k, count;
    gpu_blas_factor a, b;
    void *c;
    int c_lead;
    int64_t c_step;
} gpu_blas_products;

/* Whether there is a cuBLAS, that of WEFT_CUBLAS (empty: none), or one that the dynamic linker
 * finds. */
bool gpu_blas_is_there(void);

/* Whether it has products of these elements and sums. */
bool gpu_blas_serves(weft_dtype elements, weft_dtype sums);

/* Between gpu_blas_begin and gpu_blas_end products may be enqueued on the stream. */
typedef struct gpu_blas_use {
    const gpu_scope *scope;
    CUstream stream;
    CUdeviceptr workspace;
    struct blas_handle *handle;
} gpu_blas_use;

/* False where there is no memory, or the library cannot be used after all; then nothing is to be
 * ended. */
bool gpu_blas_begin(const gpu_scope *scope, CUstream stream, gpu_blas_use *use);
weft_status gpu_blas_multiply(const gpu_blas_use *use, const gpu_blas_products *products,
                              weft_error *error);
void gpu_blas_end(gpu_blas_use *use);

#endif

/* gpu_blas.c: the five functions of cuBLAS that are used, and its handles. Types and numbers are
 * those of cublas_api.h and library_types.h of CUDA 12 and 13, which building libweft does not
 * need. */
#include "gpu_blas.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/error.h"
#include "gpu/driver/gpu_memory.h"
#include "plan/optional.h"

typedef void *cublas; /* cublasHandle_t */
typedef int blas_create(cublas *);
typedef int blas_set_stream(cublas, CUstream);
typedef int blas_set_workspace(cublas, void *, size_t);
typedef int blas_multiply(cublas, int op_a, int op_b, int m, int n, int k, const void *alpha,
                          const void *a, int a_type, int a_lead, const void *b, int b_type,
                          int b_lead, const void *beta, void *c, int c_type, int c_lead,
                          int compute, int algorithm);
typedef int blas_multiply_all(cublas, int op_a, int op_b, int m, int n, int k, const void *alpha,
                              const void *a, int a_type, int a_lead, long long a_step,
                              const void *b, int b_type, int b_lead, long long b_step,
                              const void *beta, void *c, int c_type, int c_lead, long long c_step,
                              int count, int compute, int algorithm);

enum { OP_PLAIN = 0, OP_TRANSPOSED = 1, OP_CONJUGATED = 2, ANY_ALGORITHM = -1 };
enum { SUMS_OF_32 = 68, SUMS_OF_64 = 70 }; /* CUBLAS_COMPUTE_32F, which is without TF32, and _64F */

/* What the library may use while it computes; more than it asks for on a Hopper GPU. */
enum { WORKSPACE = 32 << 20 };

static struct {
    blas_create *cublasCreate_v2;
    blas_set_stream *cublasSetStream_v2;
    blas_set_workspace *cublasSetWorkspace_v2;
    blas_multiply *cublasGemmEx;
    blas_multiply_all *cublasGemmStridedBatchedEx;
} blas;
static atomic_bool is_open;

static void open_library(void)
{
    static const char *const names[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so"};
    void *library = optional_library_open("WEFT_CUBLAS", names, sizeof names / sizeof *names);
#define FIND(name) optional_library_find(library, #name, &blas.name)
    atomic_store(&is_open, library && FIND(cublasCreate_v2) && FIND(cublasSetStream_v2) &&
                               FIND(cublasSetWorkspace_v2) && FIND(cublasGemmEx) &&
                               FIND(cublasGemmStridedBatchedEx));
#undef FIND
}

bool gpu_blas_is_there(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    return atomic_load_explicit(&is_open, memory_order_relaxed);
}

/* The number of a dtype in library_types.h; below 0: none. */
static int type_of(weft_dtype dtype)
{
    switch (dtype) {
    case WEFT_FLOAT32:
        return 0;
    case WEFT_FLOAT64:
        return 1;
    case WEFT_FLOAT16:
        return 2;
    case WEFT_COMPLEX64:
        return 4;
    case WEFT_COMPLEX128:
        return 5;
    case WEFT_BFLOAT16:
        return 14;
    default:
        return -1;
    }
}

bool gpu_blas_serves(weft_dtype elements, weft_dtype sums)
{
    const bool is_half = elements == WEFT_FLOAT16 || elements == WEFT_BFLOAT16;
    return type_of(elements) >= 0 && (elements == sums || (is_half && sums == WEFT_FLOAT32));
}

/* A handle of the library's, which serves one thread at a time, in one context. */
typedef struct blas_handle {
    struct blas_handle *next; /* owned, of those that are idle */
    CUcontext context;
    cublas library;
} blas_handle;

static blas_handle *all_idle;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static blas_handle *take_idle(const gpu_scope *scope)
{
    pthread_mutex_lock(&lock);
    blas_handle **link = &all_idle;
    while (*link && (*link)->context != scope->context)
        link = &(*link)->next;
    blas_handle *taken = *link;
    if (taken)
        *link = taken->next;
    pthread_mutex_unlock(&lock);
    return taken;
}

static void give_idle(blas_handle *given)
{
    pthread_mutex_lock(&lock);
    given->next = all_idle;
    all_idle = given;
    pthread_mutex_unlock(&lock);
}

/* NULL where none can be made: then the library is not made for this driver, and is not asked
 * again. */
static blas_handle *make_handle(const gpu_scope *scope)
{
    blas_handle *made = calloc(1, sizeof *made);
    if (made && blas.cublasCreate_v2(&made->library) == 0) {
        made->context = scope->context;
        return made;
    }
    free(made);
    atomic_store(&is_open, false);
    return NULL;
}

bool gpu_blas_begin(const gpu_scope *scope, CUstream stream, gpu_blas_use *use)
{
    *use = (gpu_blas_use){.scope = scope, .stream = stream, .handle = take_idle(scope)};
    if (!use->handle)
        use->handle = make_handle(scope);
    if (!use->handle)
        return false;
    /* The workspace comes behind the stream, which resets it. One of ours, so that streams share
     * none. */
    if (blas.cublasSetStream_v2(use->handle->library, stream) == 0 &&
        gpu_memory_allocate(scope, stream, WORKSPACE, &use->workspace, NULL) == WEFT_OK) {
        if (blas.cublasSetWorkspace_v2(use->handle->library, (void *)use->workspace, WORKSPACE) ==
            0)
            return true;
        gpu_memory_release(scope, stream, use->workspace);
    }
    give_idle(use->handle);
    return false;
}

void gpu_blas_end(gpu_blas_use *use)
{
    gpu_memory_release(use->scope, use->stream, use->workspace);
    give_idle(use->handle);
}

static int operation_of(const gpu_blas_factor *factor)
{
    return factor->conjugated ? OP_CONJUGATED : factor->transposed ? OP_TRANSPOSED : OP_PLAIN;
}

/* The library's status. */
static int enqueue(cublas handle, const gpu_blas_products *of)
{
    const bool is_wide = of->elements == WEFT_FLOAT64 || of->elements == WEFT_COMPLEX128;
    const double one64[2] = {1}, zero64[2] = {0};
    const float one32[2] = {1}, zero32[2] = {0};
    const void *one = is_wide ? (const void *)one64 : one32;
    const void *beta = of->adds ? one : is_wide ? (const void *)zero64 : zero32;
    const int type = type_of(of->elements), c_type = type_of(of->sums);
    const int compute = is_wide ? SUMS_OF_64 : SUMS_OF_32;
    if (of->count == 1)
        return blas.cublasGemmEx(handle, operation_of(&of->a), operation_of(&of->b), of->m, of->n,
                                 of->k, one, of->a.data, type, of->a.lead, of->b.data, type,
                                 of->b.lead, beta, of->c, c_type, of->c_lead, compute,
                                 ANY_ALGORITHM);
    return blas.cublasGemmStridedBatchedEx(
        handle, operation_of(&of->a), operation_of(&of->b), of->m, of->n, of->k, one, of->a.data,
        type, of->a.lead, of->a.step, of->b.data, type, of->b.lead, of->b.step, beta, of->c, c_type,
        of->c_lead, of->c_step, of->count, compute, ANY_ALGORITHM);
}

weft_status gpu_blas_multiply(const gpu_blas_use *use, const gpu_blas_products *products,
                              weft_error *error)
{
    const int result = enqueue(use->handle->library, products);
    return result == 0 ? WEFT_OK
                       : error_set(error, WEFT_ERROR_DEVICE,
                                   "cuBLAS reported status %d for a product", result);
}

/* peers.c: matrix products of float32, item after item, by libraries that rows.py holds ours against, where
 * CMake found them: libxsmm, and OpenBLAS on one thread. */
#include <stdint.h>
#include <string.h>
#include <time.h>

#define EXPORT __attribute__((visibility("default")))

/* Items of m × k by k × n in C order. */
typedef struct products {
    const float *a, *b;
    float *c;
    int m, k, n;
    int64_t count;
} products;

/* Computes all items; false where the library is not here. */
typedef int peer(const products *all);

/* Both know columns only: the transpose of C is that of B by that of A. */
#ifdef PEERS_HAVE_LIBXSMM
typedef void xsmm_kernel(const float *a, const float *b, float *c);
xsmm_kernel *libxsmm_smmdispatch(int m, int n, int k, const int *lda, const int *ldb,
                                 const int *ldc, const float *alpha, const float *beta,
                                 const int *flags, const int *prefetch);

static int run_libxsmm(const products *all)
{
    const float one = 1, zero = 0;
    xsmm_kernel *kernel =
        libxsmm_smmdispatch(all->n, all->m, all->k, NULL, NULL, NULL, &one, &zero, NULL, NULL);
    for (int64_t i = 0; kernel && i < all->count; i++)
        kernel(all->b + i * all->k * all->n, all->a + i * all->m * all->k,
               all->c + i * all->m * all->n);
    return kernel != NULL;
}
#else
static int run_libxsmm(const products *all)
{
    (void)all;
    return 0;
}
#endif

#ifdef PEERS_HAVE_OPENBLAS
void openblas_set_num_threads(int count);
void sgemm_(const char *, const char *, const int *, const int *, const int *, const float *,
            const float *, const int *, const float *, const int *, const float *, float *,
            const int *);

static int run_openblas(const products *all)
{
    const float one = 1, zero = 0;
    openblas_set_num_threads(1);
    for (int64_t i = 0; i < all->count; i++)
        sgemm_("N", "N", &all->n, &all->m, &all->k, &one, all->b + i * all->k * all->n, &all->n,
               all->a + i * all->m * all->k, &all->k, &zero, all->c + i * all->m * all->n, &all->n);
    return 1;
}
#else
static int run_openblas(const products *all)
{
    (void)all;
    return 0;
}
#endif

/* Seconds of `repeats` runs; -1 where the library is not here. */
EXPORT double peer_time_products(const char *name, const products *all, int64_t repeats)
{
    peer *const run = strcmp(name, "libxsmm") == 0 ? run_libxsmm : run_openblas;
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int64_t i = 0; i < repeats; i++)
        if (!run(all))
            return -1;
    clock_gettime(CLOCK_MONOTONIC, &end);
    return (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
}

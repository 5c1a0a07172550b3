/* Vector addition as in CUDA's first lesson, by a grid of blocks of threads, but as a ufunc: the
 * gpu runs the kernel of vector_add.cuh, the hosts this body, which it is held against. */
#include <weft/annotate.h>

WEFT_TYPEVAR(T);

/** a + b, along the last axis. */
WEFT_LAUNCH(blocks((n + threads - 1) / threads), threads(256))
WEFT_GUVECTORIZE("(n),(n)->(n)", "void(float32[:], float32[:], float32[:])",
                 "void(float64[:], float64[:], float64[:])")
void vector_add(size_t n, const T a[n], const T b[n], T c[n])
{
    for (size_t i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

/** The sum of a row: one block for each, whose threads share what they have added up. */
WEFT_LAUNCH(blocks(1), threads(256))
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->()")
void row_sum(size_t n, const float x[n], float *sum)
{
    float all = 0;
    for (size_t i = 0; i < n; i++)
        all += x[i];
    *sum = all;
}

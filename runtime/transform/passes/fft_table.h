/* fft_table.h: the passes of both precisions and their table, FFT_NAME; compiled by fft_*.c once
 * per instruction set. Products and sums are fused where it says so, and only there, so that a
 * number of lanes changes no bit. */
#include "fft_roots.h"
#include "passes.h"

#include <math.h>
#include <string.h>
#ifdef __AVX__
#include <immintrin.h>
#endif

#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif

/* Those that have passes of their own; 0 stands for all others. */
#define RADICES(X) X(2) X(3) X(4) X(5) X(7) X(8) X(11) X(13)

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* TYPE_a and TYPE_a_b. */
#define NAME1(a)         NAME1_(TYPE, a)
#define NAME1_(t, a)     NAME1__(t, a)
#define NAME1__(t, a)    t##_##a
#define NAME2(a, b)      NAME2_(TYPE, a, b)
#define NAME2_(t, a, b)  NAME2__(t, a, b)
#define NAME2__(t, a, b) t##_##a##_##b

#define TYPE       float32
#define REAL       float
#define REAL_BYTES 4
#include "fft_type.h"

#define TYPE       float64
#define REAL       double
#define REAL_BYTES 8
#include "fft_type.h"

fft_table FFT_NAME = {float32_stack, float64_stack};

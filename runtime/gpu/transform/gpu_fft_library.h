/* gpu_fft_library.h: cuFFT, NVIDIA's library of Fourier transforms: opened at its first use, where
 * there is one. Nothing depends on it. */
#ifndef WEFT_GPU_FFT_LIBRARY_H
#define WEFT_GPU_FFT_LIBRARY_H

#include "gpu/driver/gpu_driver.h"

/* What a plan transforms: the numbers of cufft.h. */
typedef enum gpu_fft_type {
    GPU_FFT_R2C = 0x2a,
    GPU_FFT_C2R = 0x2c,
    GPU_FFT_C2C = 0x29,
    GPU_FFT_D2Z = 0x6a,
    GPU_FFT_Z2D = 0x6c,
    GPU_FFT_Z2Z = 0x69
} gpu_fft_type;

/* Of its functions' results; and the signs of exponents. */
enum { GPU_FFT_SUCCESS = 0, GPU_FFT_ALLOC_FAILED = 2 };
enum { GPU_FFT_FORWARD = -1, GPU_FFT_INVERSE = 1 };

typedef int gpu_fft_handle; /* cufftHandle */

/* Its functions, each the one of cufft.h of the name with `cufft` before it. Types are those of
 * CUDA 12 and 13, which building libweft does not need. */
typedef struct gpu_fft_library {
    int (*Create)(gpu_fft_handle *);
    int (*Destroy)(gpu_fft_handle);
    int (*SetAutoAllocation)(gpu_fft_handle, int);
    int (*MakePlanMany64)(gpu_fft_handle, int rank, long long *sizes, long long *in_embed,
                          long long in_step, long long in_distance, long long *out_embed,
                          long long out_step, long long out_distance, int type, long long count,
                          size_t *work_bytes);
    int (*SetWorkArea)(gpu_fft_handle, void *);
    int (*SetStream)(gpu_fft_handle, CUstream);
    int (*ExecC2C)(gpu_fft_handle, void *in, void *out, int sign);
    int (*ExecZ2Z)(gpu_fft_handle, void *in, void *out, int sign);
    int (*ExecR2C)(gpu_fft_handle, void *in, void *out);
    int (*ExecD2Z)(gpu_fft_handle, void *in, void *out);
    int (*ExecC2R)(gpu_fft_handle, void *in, void *out);
    int (*ExecZ2D)(gpu_fft_handle, void *in, void *out);
} gpu_fft_library;

/* That of WEFT_CUFFT (empty: none), or one that the dynamic linker finds; NULL: there is none. */
const gpu_fft_library *gpu_fft_library_find(void);

/* The name of a result of its functions. */
const char *gpu_fft_library_result(int result);

#endif

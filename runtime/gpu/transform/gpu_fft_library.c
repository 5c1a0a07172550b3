#include "gpu_fft_library.h"

#include <pthread.h>

#include "plan/optional.h"

static gpu_fft_library opened;
static bool is_open;

static void open_library(void)
{
    static const char *const names[] = {"libcufft.so.12", "libcufft.so.11", "libcufft.so"};
    void *library = optional_library_open("WEFT_CUFFT", names, sizeof names / sizeof *names);
#define FIND(name) optional_library_find(library, "cufft" #name, &opened.name)
    is_open = library && FIND(Create) && FIND(Destroy) && FIND(SetAutoAllocation) &&
              FIND(MakePlanMany64) && FIND(SetWorkArea) && FIND(SetStream) && FIND(ExecC2C) &&
              FIND(ExecZ2Z) && FIND(ExecR2C) && FIND(ExecD2Z) && FIND(ExecC2R) && FIND(ExecZ2D);
#undef FIND
}

const gpu_fft_library *gpu_fft_library_find(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    return is_open ? &opened : NULL;
}

const char *gpu_fft_library_result(int result)
{
    static const char *const names[] = {
        "CUFFT_SUCCESS",       "CUFFT_INVALID_PLAN",   "CUFFT_ALLOC_FAILED", "CUFFT_INVALID_TYPE",
        "CUFFT_INVALID_VALUE", "CUFFT_INTERNAL_ERROR", "CUFFT_EXEC_FAILED",  "CUFFT_SETUP_FAILED",
        "CUFFT_INVALID_SIZE",  "CUFFT_UNALIGNED_DATA",
    };
    const int count = sizeof names / sizeof *names;
    return result >= 0 && result < count ? names[result] : "a result of its own";
}

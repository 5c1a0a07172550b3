/* gpu_raw_faults.c: failures of the driver around kernels that no ufunc calls, and threads that
 * launch one. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "gpu_raw.h"

enum { LAUNCH_FAILED = 719, OUT_OF_MEMORY = 2 };

void try_faults(const char *path)
{
    static const char *const entries[] = {"cuLibraryLoadData",
                                          "cuLibraryGetKernel",
                                          "cuKernelGetParamInfo",
                                          "cuKernelGetAttribute",
                                          "cuOccupancyMaxPotentialBlockSize",
                                          "cuKernelSetAttribute",
                                          "cuDeviceGetAttribute",
                                          "cuLaunchKernel",
                                          "cuStreamIsCapturing"};
    const weft_argument none[] = {{.value = NULL}};
    for (size_t k = 0; k < sizeof entries / sizeof *entries; k++) {
        weft_error error = {.text = ""};
        weft_device_module *again = NULL;
        weft_device_kernel *kernel = NULL;
        driver.fail(entries[k], 1, k % 2 ? OUT_OF_MEMORY : LAUNCH_FAILED, 1);
        weft_status status = weft_module_load(path, &again, NULL, &error);
        if (!status)
            status = weft_module_kernel(again, "raw_nothing", &kernel, &error);
        if (!status)
            status = weft_launch_kernel(kernel, &(weft_launch){.items = 5, .shared = 60000}, none,
                                        0, NULL, &error);
        driver.fail(NULL, 0, 0, 0);
        refused(status, &error, k % 2 ? WEFT_ERROR_MEMORY : WEFT_ERROR_DEVICE, "CUDA_ERROR_");
        weft_module_unload(again);
    }
}

/* Any call of the driver's failing, one after the other, from loading a module to its end: an
 * error, or all is done. */
void try_all_faults(const char *path)
{
    enum { MOST = 100 };
    const long live = driver.live();
    weft_status status = WEFT_ERROR_DEVICE;
    long n = 1;
    for (; status && n < MOST; n++) {
        weft_error error = {.text = ""};
        weft_device_module *again = NULL;
        weft_device_kernel *kernel = NULL;
        size_t count = COUNT;
        const weft_argument arguments[] = {
            {.value = &count, .size = sizeof count}, {.array = &a}, {.array = &b}, {.array = &c}};
        spoil();
        driver.fail(NULL, n, LAUNCH_FAILED, 0);
        status = weft_module_load(path, &again, NULL, &error);
        if (!status)
            status = weft_module_kernel(again, "raw_add", &kernel, &error);
        if (!status)
            status = weft_launch_kernel(kernel, &(weft_launch){.items = COUNT}, arguments, 4, NULL,
                                        &error);
        if (driver.count() < n) /* none was left to fail */
            n = MOST;
        driver.fail(NULL, 0, 0, 0);
        expect(status ? error.status == status && is_spoilt() : is_sum(COUNT), "after a fault");
        status = status || n < MOST ? WEFT_ERROR_DEVICE : WEFT_OK;
        weft_module_unload(again);
    }
    expect(!status, "faults do not end");
    expect(driver.live() == live, "memory is left behind");
    spoil();
}

/* ---- threads ---- */

enum { THREADS = 4 };

static void *launch_often(void *argument)
{
    const weft_array *own = argument;
    weft_error error = {.text = ""};
    weft_device_kernel *kernel = NULL;
    size_t n = COUNT;
    const weft_argument arguments[] = {
        {.value = &n, .size = sizeof n}, {.array = &a}, {.array = &b}, {.array = own}};
    weft_status status = weft_module_kernel(module, "raw_add", &kernel, &error);
    for (int k = 0; k < 20 && !status; k++)
        status =
            weft_launch_kernel(kernel, &(weft_launch){.items = COUNT, .shared = k % 2 ? 60000 : 0},
                               arguments, 4, NULL, &error);
    return (void *)(uintptr_t)status;
}

/* Threads launch one kernel, each with a result of its own. */
void try_threads(void)
{
    weft_error error = {.text = ""};
    pthread_t threads[THREADS];
    weft_array own[THREADS];
    for (int k = 0; k < THREADS; k++) {
        own[k] = to_device(0, 0);
        if (pthread_create(&threads[k], NULL, launch_often, &own[k]) != 0)
            exit(EXIT_FAILURE);
    }
    for (int k = 0; k < THREADS; k++) {
        void *status;
        pthread_join(threads[k], &status);
        expect(!status, "a thread's launch fails");
        done(weft_array_copy(&c, &own[k], NULL, &error), &error, "copy");
        expect(is_sum(COUNT), "a thread's sums");
        weft_array_clear(&own[k]);
    }
    spoil();
}

/* driver_faults.c: what a driver, or none, can do wrong, each in a process of its own: an error that says
 * which, nothing lost, and the CPU still at work. driver_faults stand-in LIBRARY | none | ancient: what
 * libcuda.so.1 in LD_LIBRARY_PATH must be; LIBRARY is libweft_std.so. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <weft/weft.h>

#include "../stand_in/control.h"
#include "sample.ufuncs.h"

enum { COUNT = 5 };

/* Results of the driver, as CUDA numbers them. */
enum {
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    NO_BINARY = 209,
    INVALID_PTX = 218,
    PTX_TOO_NEW = 222,
    NOT_FOUND = 500,
    NOT_READY = 600,
    LAUNCH_FAILED = 719,
    MISMATCH = 803,
    UNKNOWN = 999
};

static stand_in_control driver;

/* ---- one call ---- */

/* x + x on int32; true if it gave what it must, or the error that it must, leaving the output. */
static bool add(weft_target target, int device, weft_status wanted, const char *words)
{
    int32_t x[COUNT] = {1, -2, 3, -4, 5}, sum[COUNT] = {77, 77, 77, 77, 77};
    const int64_t shape[] = {COUNT};
    weft_array a = weft_array_view(x, WEFT_INT32, 1, shape, NULL);
    weft_array c = weft_array_view(sum, WEFT_INT32, 1, shape, NULL);
    weft_error error = {.text = ""};
    weft_status status = weft_call(&sample_add, (weft_array *[]){&a, &a, &c},
                                   &(weft_options){.target = target, .device = device}, &error);
    bool good = status == wanted && (!status || strstr(error.text, words));
    for (int k = 0; k < COUNT; k++)
        good = good && sum[k] == (status ? 77 : 2 * x[k]);
    if (!good)
        printf("  status %d, \"%s\" instead of %d, \"%s\"; the first sum is %d\n", (int)status,
               error.text, (int)wanted, words, (int)sum[0]);
    return good;
}

/* What auto takes for so much work that a gpu would be worth it; nothing is computed. */
static weft_target choice_for_much_work(void)
{
    static float one;
    const int64_t shape[] = {4096, 4096}, steps[] = {0, 0};
    weft_array a = weft_array_view(&one, WEFT_FLOAT32, 2, shape, steps), c = {0};
    weft_target chosen = WEFT_AUTO;
    weft_target_choose(&sample_matmul, (weft_array *[]){&a, &a, &c}, NULL, &chosen, NULL);
    return chosen;
}

/* The driver cannot be used at all: gpu says so, twice, cpu and auto work. */
static bool is_refused(weft_status status, const char *words)
{
    weft_error error = {.text = ""};
    weft_target chosen = choice_for_much_work();
    return add(WEFT_GPU, 0, status, words) && add(WEFT_GPU, 0, status, words) &&
           add(WEFT_AUTO, 0, WEFT_OK, "") && add(WEFT_CPU, 0, WEFT_OK, "") &&
           weft_target_check(WEFT_GPU, NULL, &error) == status && strstr(error.text, words) &&
           weft_device_count() == 0 && weft_synchronize(NULL, NULL) == status &&
           (chosen == WEFT_CPU || chosen == WEFT_PARALLEL);
}

/* ---- drivers that cannot be used ---- */

static bool old_version(void)
{
    driver.set_version(12000);
    return is_refused(WEFT_ERROR_TARGET, "this one is for CUDA 12.0");
}

static bool missing_entry(void)
{
    driver.hide("cuLibraryLoadData");
    return is_refused(WEFT_ERROR_TARGET, "this one has no cuLibraryLoadData");
}

static bool no_device(void)
{
    driver.set_device_count(0);
    return is_refused(WEFT_ERROR_TARGET, "there is an NVIDIA driver but no GPU");
}

static bool broken_start(void)
{
    driver.fail("cuInit", 1, MISMATCH, 1);
    return is_refused(WEFT_ERROR_TARGET, "initialising CUDA: the driver's parts do not fit");
}

static bool unknown_start(void)
{
    driver.fail("cuInit", 1, UNKNOWN, 1);
    return is_refused(WEFT_ERROR_TARGET, "initialising CUDA: the GPU reported a fault");
}

static bool start_out_of_memory(void)
{
    driver.fail("cuInit", 1, OUT_OF_MEMORY, 1);
    return is_refused(WEFT_ERROR_MEMORY, "initialising CUDA: out of device memory");
}

static bool no_count(void)
{
    driver.fail("cuDeviceGetCount", 1, UNKNOWN, 1);
    return is_refused(WEFT_ERROR_TARGET, "initialising CUDA");
}

/* With a driver that works auto takes the gpu where that is worth it. */
static bool good_driver(void)
{
    return choice_for_much_work() == WEFT_GPU;
}

/* ---- a fault of one call ---- */

static const struct {
    const char *entry;
    int result;
    weft_status status;
    const char *words;
} faults[] = {
    {"cuLibraryLoadData", NO_BINARY, WEFT_ERROR_TARGET,
     "there is no kernel for this GPU's architecture (CUDA_ERROR_NO_BINARY_FOR_GPU"},
    {"cuLibraryLoadData", PTX_TOO_NEW, WEFT_ERROR_TARGET, "too old to translate"},
    {"cuLibraryLoadData", INVALID_PTX, WEFT_ERROR_TARGET, "that the driver can translate"},
    {"cuLibraryLoadData", OUT_OF_MEMORY, WEFT_ERROR_MEMORY, "loading the gpu kernels of"},
    {"cuLibraryGetKernel", NOT_FOUND, WEFT_ERROR_TARGET, "the kernel is missing"},
    {"cuDevicePrimaryCtxRetain", OUT_OF_MEMORY, WEFT_ERROR_MEMORY, "making a CUDA context current"},
    {"cuCtxPushCurrent", LAUNCH_FAILED, WEFT_ERROR_DEVICE, "making a CUDA context current"},
    {"cuThreadExchangeStreamCaptureMode", UNKNOWN, WEFT_ERROR_DEVICE, "the thread's capture mode"},
    {"cuStreamIsCapturing", LAUNCH_FAILED, WEFT_ERROR_DEVICE, "asking whether a stream is captured"},
    {"cuMemPoolCreate", OUT_OF_MEMORY, WEFT_ERROR_MEMORY, "out of device memory"},
    {"cuMemPoolSetAttribute", UNKNOWN, WEFT_ERROR_DEVICE, "unknown CUDA error"},
    {"cuMemAllocFromPoolAsync", OUT_OF_MEMORY, WEFT_ERROR_MEMORY, "allocating 20 bytes on device 0"},
    {"cuMemcpyHtoDAsync", INVALID_VALUE, WEFT_ERROR_DEVICE, "copying from host to device"},
    {"cuLaunchKernel", LAUNCH_FAILED, WEFT_ERROR_DEVICE, "launching a kernel on device 0"},
    {"cuMemcpyDtoHAsync", LAUNCH_FAILED, WEFT_ERROR_DEVICE, "copying from device to host"},
    {"cuStreamSynchronize", LAUNCH_FAILED, WEFT_ERROR_DEVICE, "waiting for the gpu"},
};

/* The first call fails, the next one works, and nothing is lost. */
static bool faults_pass(int k)
{
    driver.fail(faults[k].entry, 1, faults[k].result, 0);
    bool good = add(WEFT_GPU, 0, faults[k].status, faults[k].words);
    driver.fail(NULL, 0, 0, 0);
    return good && add(WEFT_GPU, 0, WEFT_OK, "") && driver.live() == 0;
}

/* A fault that stays: every later call says so, and the CPU still works. */
static bool sticky_fault(void)
{
    bool good = add(WEFT_GPU, 0, WEFT_OK, "");
    driver.fail(NULL, 1, LAUNCH_FAILED, 1);
    for (int n = 0; n < 3; n++)
        good = good && add(WEFT_GPU, 0, WEFT_ERROR_DEVICE, "CUDA_ERROR_LAUNCH_FAILED");
    weft_error error = {.text = ""};
    good = good && weft_synchronize(NULL, &error) == WEFT_ERROR_DEVICE &&
           strstr(error.text, "waiting for the gpu");
    return good && add(WEFT_CPU, 0, WEFT_OK, "") && driver.live() == 0;
}

/* ---- arrays and events ---- */

static bool arrays_fail_whole(void)
{
    static const char *const entries[] = {"cuMemAllocFromPoolAsync", "cuStreamSynchronize"};
    const int64_t shape[] = {COUNT};
    int32_t x[COUNT] = {0};
    weft_array host = weft_array_view(x, WEFT_INT32, 1, shape, NULL);
    for (int k = 0; k < 4; k++) {
        weft_array array = {.rank = 9}, untouched = array;
        weft_error error = {.text = ""};
        driver.fail(entries[k / 2], 1, OUT_OF_MEMORY, 0);
        weft_status status = k % 2 ? weft_to_device(&host, &array, NULL, &error)
                                   : weft_device_array(&array, WEFT_INT32, 1, shape, NULL, &error);
        if (status != WEFT_ERROR_MEMORY || memcmp(&array, &untouched, sizeof array) != 0 ||
            driver.live() != 0)
            return false;
    }
    return true;
}

static bool events_fail_whole(void)
{
    weft_event *event = NULL;
    weft_error error = {.text = ""};
    driver.fail("cuEventCreate", 1, OUT_OF_MEMORY, 0);
    if (weft_event_create(&event, NULL, &error) != WEFT_ERROR_MEMORY || event ||
        !strstr(error.text, "creating an event") || weft_event_create(&event, NULL, &error))
        return false;
    driver.fail("cuEventRecord", 1, LAUNCH_FAILED, 0);
    bool good = weft_event_record(event, NULL, &error) == WEFT_ERROR_DEVICE &&
                strstr(error.text, "recording an event");
    weft_event_destroy(event);
    return good;
}

static bool streams_fail_whole(void)
{
    static const char *const entries[] = {"cuEventCreate", "cuEventRecord", "cuStreamWaitEvent"};
    void *stream = NULL, *untouched = &stream;
    weft_event *event = NULL;
    bool is_done;
    weft_error error = {.text = ""};
    const long before = driver.events();
    driver.fail("cuStreamCreate", 1, OUT_OF_MEMORY, 0);
    stream = untouched;
    if (weft_stream_create(&stream, true, NULL, &error) != WEFT_ERROR_MEMORY || stream != untouched ||
        !strstr(error.text, "creating a stream") || weft_stream_create(&stream, true, NULL, &error) ||
        driver.streams() != 1 || weft_event_create(&event, NULL, &error))
        return false;
    const weft_options options = {.stream = stream};
    bool good = true;
    for (int k = 0; k < 3; k++) {
        driver.fail(entries[k], 1, LAUNCH_FAILED, 0);
        good = good && weft_stream_follow(NULL, &options, &error) == WEFT_ERROR_DEVICE &&
               driver.events() == before + 1;
    }
    driver.fail("cuStreamQuery", 1, NOT_READY, 0);
    good = good && !weft_stream_is_done(&is_done, &options, &error) && !is_done;
    driver.fail("cuStreamQuery", 1, LAUNCH_FAILED, 0);
    good = good && weft_stream_is_done(&is_done, &options, &error) == WEFT_ERROR_DEVICE;
    driver.fail("cuEventQuery", 1, NOT_READY, 0);
    good = good && !weft_event_is_done(event, &is_done, &error) && !is_done;
    driver.fail("cuEventSynchronize", 1, LAUNCH_FAILED, 0);
    good = good && weft_event_wait(event, &error) == WEFT_ERROR_DEVICE;
    driver.fail("cuStreamWaitEvent", 1, LAUNCH_FAILED, 0);
    good = good && weft_event_follow(event, &options, &error) == WEFT_ERROR_DEVICE &&
           weft_event_wait(event, &error) == WEFT_OK;
    weft_event_destroy(event);
    weft_stream_destroy(&options);
    return good && driver.streams() == 0;
}

/* Without memory that can be pinned copies are the same, of arrays of any steps. */
static bool nothing_is_pinned(void)
{
    enum { MANY = 5000 };
    static int32_t x[2 * MANY], sum[3 * MANY];
    driver.fail("cuMemHostRegister", 1, OUT_OF_MEMORY, 1);
    for (int k = 0; k < 2 * MANY; k++)
        x[k] = k;
    weft_array a = weft_array_view(x, WEFT_INT32, 1, (int64_t[]){MANY}, (int64_t[]){8});
    weft_array c = weft_array_view(sum, WEFT_INT32, 1, (int64_t[]){MANY}, (int64_t[]){12});
    bool good = !weft_call(&sample_add, (weft_array *[]){&a, &a, &c},
                           &(weft_options){.target = WEFT_GPU}, NULL) &&
                driver.count() > 0;
    for (int k = 0; k < MANY; k++)
        good = good && sum[3 * k] == 4 * k && sum[3 * k + 1] == 0;
    return good && driver.live() == 0;
}

/* ---- two devices ---- */

static bool fails_with(weft_array *const *operands, weft_status wanted, const char *words)
{
    weft_error error = {.text = ""};
    weft_status status = weft_call(&sample_add, operands, NULL, &error);
    if (status == wanted && strstr(error.text, words))
        return true;
    printf("  status %d, \"%s\" instead of %d, \"%s\"\n", (int)status, error.text, (int)wanted, words);
    return false;
}

static bool other_device(void)
{
    driver.set_device_count(2);
    int32_t x[COUNT] = {1, 2, 3, 4, 5}, back[COUNT] = {0};
    weft_array host = weft_array_view(x, WEFT_INT32, 1, (const int64_t[]){COUNT}, NULL);
    weft_array home = weft_array_view(back, WEFT_INT32, 1, (const int64_t[]){COUNT}, NULL);
    weft_array first, second, sum = {0}, stray = host, nowhere = host;
    if (!add(WEFT_GPU, 1, WEFT_OK, "") ||
        !add(WEFT_GPU, 2, WEFT_ERROR_TARGET, "there is no CUDA device 2: this machine has 2") ||
        weft_to_device(&host, &first, &(weft_options){.device = 0}, NULL) ||
        weft_to_device(&host, &second, &(weft_options){.device = 1}, NULL))
        return false;
    bool good = fails_with((weft_array *[]){&first, &second, &sum}, WEFT_ERROR_ARGUMENT,
                           "lies on device 1, another operand on 0");
    /* A call runs where its operands lie, and copies go from one device to the other. */
    good = good && !weft_call(&sample_add, (weft_array *[]){&second, &second, &sum}, NULL, NULL) &&
           sum.device == 2 && !weft_array_copy(&first, &sum, NULL, NULL) &&
           !weft_copy_to_host(&first, &home, NULL, NULL);
    for (int k = 0; k < COUNT; k++)
        good = good && back[k] == 2 * x[k];
    /* Memory that is not what its descriptor says. */
    weft_error error = {.text = ""};
    stray.device = 1;
    good = good && weft_copy_to_host(&stray, &home, NULL, &error) == WEFT_ERROR_DEVICE &&
           strstr(error.text, "CUDA_ERROR_INVALID_VALUE");
    nowhere.device = 3;
    good = good && fails_with((weft_array *[]){&nowhere, &nowhere, &host}, WEFT_ERROR_TARGET,
                              "there is no CUDA device 2");
    weft_array_clear(&first);
    weft_array_clear(&second);
    weft_array_clear(&sum);
    return good && driver.live() == 0;
}

/* ---- kernels ---- */

/* A library of ufuncs: libweft_std.so. */
static const char *library_path;

/* A kernel is looked up at its first call, and again after its library was closed: another one may
 * lie at its place. */
static bool kernels_are_looked_up_once(void)
{
    int32_t x[COUNT] = {1, 2, 3, 4, 5}, sum[COUNT] = {0};
    weft_array a = weft_array_view(x, WEFT_INT32, 1, (const int64_t[]){COUNT}, NULL);
    weft_array c = weft_array_view(sum, WEFT_INT32, 1, (const int64_t[]){COUNT}, NULL);
    bool good = true;
    if (!library_path)
        return true; /* a build without shared libraries */
    for (int round = 0; round < 2 && good; round++) {
        weft_library *library;
        good = weft_library_open(library_path, &library, NULL) == WEFT_OK;
        driver.fail("cuLibraryGetKernel", 0, 0, 0);
        for (int k = 0; k < 3 && good; k++)
            good = weft_call(weft_library_find(library, "add"), (weft_array *[]){&a, &a, &c},
                             &(weft_options){.target = WEFT_GPU}, NULL) == WEFT_OK &&
                   sum[COUNT - 1] == 10 && driver.count() == 1;
        if (good)
            weft_library_close(library);
    }
    return good && driver.live() == 0;
}

/* ---- the list ---- */

static const struct {
    const char *name;
    bool (*holds)(void);
} scenarios[] = {
    {"a driver that works", good_driver},
    {"a driver of CUDA 12.0", old_version},
    {"a driver without an entry point", missing_entry},
    {"no device", no_device},
    {"parts of the driver that do not fit", broken_start},
    {"a driver that does not start", unknown_start},
    {"no memory to start with", start_out_of_memory},
    {"a driver that cannot count", no_count},
    {"a fault that stays", sticky_fault},
    {"arrays that cannot be made", arrays_fail_whole},
    {"events that cannot be made", events_fail_whole},
    {"streams that cannot be made", streams_fail_whole},
    {"no memory to pin", nothing_is_pinned},
    {"pointers of other devices", other_device},
    {"kernels of a library that was closed", kernels_are_looked_up_once},
};

enum { SCENARIOS = sizeof scenarios / sizeof *scenarios, FAULTS = sizeof faults / sizeof *faults };

/* In a child, because a process opens its driver once. It ends by exit, so that leaks are seen. */
static bool holds_in_child(int k)
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (!stand_in_find(&driver))
            exit(EXIT_FAILURE);
        exit((k < SCENARIOS ? scenarios[k].holds() : faults_pass(k - SCENARIOS)) ? 0 : 1);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    library_path = argc > 2 ? argv[2] : NULL;
    int failed = 0;
    if (strcmp(what, "none") == 0)
        failed = !is_refused(WEFT_ERROR_TARGET, "no NVIDIA driver");
    else if (strcmp(what, "ancient") == 0)
        failed = !is_refused(WEFT_ERROR_TARGET, "CUDA 12.1 or newer; this one is older");
    for (int k = 0; k < SCENARIOS + FAULTS && strcmp(what, "stand-in") == 0; k++)
        if (!holds_in_child(k)) {
            printf("FAILED: %s %d\n",
                   k < SCENARIOS ? scenarios[k].name : faults[k - SCENARIOS].entry,
                   k < SCENARIOS ? 0 : faults[k - SCENARIOS].result);
            failed++;
        }
    printf("%s: %d failed\n", what, failed);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

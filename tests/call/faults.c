/* faults.c: every case again and again, with the n-th allocation or the n-th call of the driver
 * failing, for all n: an error that says what, nothing lost, outputs as they were. The sanitizers
 * see leaks of host memory; the stand-in counts its own. */
#include "faults.h"

#include <stdio.h>
#include <stdlib.h>

#include "../stand_in/control.h"
#include "../support/failing_memory.h"

enum { OUT_OF_MEMORY = 2, LAUNCH_FAILED = 719 }; /* what CUDA calls these */

static stand_in_control driver;
static bool has_driver; /* that is the stand-in */

/* One kind of failure, and which call of its kind fails. */
typedef struct fault {
    const char *name;
    bool on_host;
    const char *entry; /* of the driver; NULL: any */
    int result;
    bool sticky;
    bool must_fail; /* the call cannot succeed where this fails */
    long n;
    bool came; /* so many there were */
} fault;

static void begin(void *context)
{
    fault *one = context;
    if (one->on_host) {
        has_failed = false;
        until_failure = one->n - 1;
    } else {
        driver.fail(one->entry, one->n, one->result, one->sticky);
    }
}

static void end(void *context)
{
    fault *one = context;
    if (one->on_host) {
        one->came = has_failed;
        until_failure = -1;
    } else {
        one->came = driver.count() >= one->n;
        driver.fail(NULL, 0, 0, 0);
    }
}

static const fault faults[] = {
    {.name = "allocation", .on_host = true, .must_fail = true},
    {.name = "device allocation",
     .entry = "cuMemAllocFromPoolAsync",
     .result = OUT_OF_MEMORY,
     .must_fail = true},
    {.name = "launch", .entry = "cuLaunchKernel", .result = LAUNCH_FAILED, .must_fail = true},
    {.name = "copy to the device",
     .entry = "cuMemcpyHtoDAsync",
     .result = LAUNCH_FAILED,
     .must_fail = true},
    {.name = "copy from the device",
     .entry = "cuMemcpyDtoHAsync",
     .result = LAUNCH_FAILED,
     .must_fail = true},
    {.name = "pinning", .entry = "cuMemHostRegister", .result = OUT_OF_MEMORY, .sticky = true},
    {.name = "driver call", .result = LAUNCH_FAILED},
    {.name = "driver call, for good", .result = LAUNCH_FAILED, .sticky = true},
};

/* What is run, and what came of it so far. */
typedef struct sweep {
    const way *called;
    long stride, at, injected, failed;
} sweep;

static void fail(sweep *all, const call_case *one, const fault *with, const char *text)
{
    if (++all->failed <= 40)
        printf("FAILED %s, on %s%s, %s %ld failing: %s\n", perform_name(one),
               weft_target_name(all->called->target),
               all->called->on_device ? " (device operands)" : "", with->name, with->n, text);
}

static void repeat(sweep *all, const call_case *one, fault with)
{
    static result made;
    weft_status status, wanted = with.on_host || with.result == OUT_OF_MEMORY ? WEFT_ERROR_MEMORY
                                                                              : WEFT_ERROR_DEVICE;
    for (with.n = 1, with.came = true; with.came; with.n++) {
        long live = has_driver ? driver.live() : 0;
        perform_in_trouble(one, all->called, &(trouble){begin, end, &with}, &made, &status);
        if (made.outcome == OUTCOME_NOT_A_CASE)
            return;
        if (made.outcome == OUTCOME_FAILED)
            fail(all, one, &with, made.text);
        else if (with.came && with.must_fail && !status)
            fail(all, one, &with, "the call succeeded");
        else if (status && (!with.came || status != wanted))
            fail(all, one, &with, made.text);
        if (has_driver && driver.live() != live)
            fail(all, one, &with, "device memory was lost");
        all->injected += with.came;
    }
}

static void visit(const call_case *one, void *context)
{
    sweep *all = context;
    if (all->at++ % all->stride != 0)
        return;
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++)
        if (faults[k].on_host || has_driver)
            repeat(all, one, faults[k]);
}

int faults_run(const way *called, long stride)
{
    sweep all = {.called = called, .stride = stride};
    if (called->target == WEFT_GPU && !(has_driver = stand_in_find(&driver))) {
        printf("skipped: faults need the stand-in for the driver\n");
        return 77;
    }
    perform_each(visit, &all);
    printf("%ld faults injected, %ld failed\n", all.injected, all.failed);
    return all.failed || !all.injected ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* target.c: the targets by name, and what AUTO takes. */
#include "target.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "arrays/array.h"
#include "base/dtype.h"
#include "base/error.h"
#include "base/options.h"
#include "host/threads.h"

/* Nanoseconds of serial work from which starting threads pays. */
#define PARALLEL_THRESHOLD 20e3
/* Nanoseconds of parallel work from which the gpu may pay for host arrays, and how many times the
 * time of moving them over the bus (bytes per nanosecond) it must be. */
#define GPU_THRESHOLD 10e6
#define GPU_TRANSFERS 4.0
#define BUS_BANDWIDTH 20.0

static const struct {
    const char *name;
    const weft_backend *backend;
} targets[] = {
    [WEFT_AUTO] = {"auto", NULL},
    [WEFT_CPU] = {"cpu", &backend_cpu},
    [WEFT_PARALLEL] = {"parallel", &backend_parallel},
    [WEFT_GPU] = {"gpu", &backend_gpu},
};

const weft_backend *backend_find(weft_target target)
{
    return targets[target].backend;
}

const weft_backend *backend_of_devices(void)
{
    return &backend_gpu;
}

void backend_forget(const weft_module *module)
{
    for (int target = WEFT_CPU; target <= WEFT_GPU; target++)
        if (targets[target].backend->forget)
            targets[target].backend->forget(module);
}

const char *weft_target_name(weft_target target)
{
    return (unsigned)target <= WEFT_GPU ? targets[target].name : "unknown";
}

weft_status weft_target_check(weft_target target, const weft_options *options, weft_error *error)
{
    weft_options resolved;
    weft_status status = options_resolve(&resolved, options, "weft_target_check", error);
    if (status)
        return status;
    if ((unsigned)target > WEFT_GPU)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_target_check: %d is no target",
                         (int)target);
    if (target == WEFT_AUTO)
        target = WEFT_CPU;
    if (target == WEFT_PARALLEL && !threads_are_built)
        return error_set(error, WEFT_ERROR_TARGET,
                         "this libweft was built without OpenMP: parallel runs on one thread");
    return backend_find(target)->check(&resolved, error);
}

/* Bytes that a gpu call on these operands would move over the bus. */
static double host_bytes(const operand_set *set, const weft_plan *plan)
{
    double bytes = 0;
    for (int i = 0; i < operand_total(plan->ufunc); i++) {
        double item = (double)plan_core_bytes(plan, i);
        if (!operand_is_given(set, i))
            bytes += item * (double)plan->item_count;
        else
            bytes +=
                (double)array_count(set->given[i]) * (double)dtype_table[set->given[i]->dtype].size;
    }
    return bytes;
}

/* WEFT_TARGET, read once: WEFT_AUTO if it is not set, -1 if it names no target. */
static int environment_target(void)
{
    enum { UNREAD = -2 };
    static atomic_int cached = UNREAD;
    int target = atomic_load_explicit(&cached, memory_order_relaxed);
    if (target != UNREAD)
        return target;
    const char *text = getenv("WEFT_TARGET");
    target = text && text[0] ? -1 : WEFT_AUTO;
    for (int k = WEFT_AUTO; text && k <= WEFT_GPU; k++)
        if (strcmp(text, targets[k].name) == 0)
            target = k;
    atomic_store_explicit(&cached, target, memory_order_relaxed);
    return target;
}

/* What AUTO takes where neither the environment nor the operands' place says. */
static weft_target choose(const operand_set *set, const weft_plan *plan, double share,
                          const weft_options *options)
{
    double cost = share * plan_cost(plan);
    if (cost < PARALLEL_THRESHOLD)
        return WEFT_CPU;
    int threads = threads_limit(options);
    double parallel = cost / threads;
    if (!options->floating_flags && parallel > GPU_THRESHOLD &&
        weft_loop_is_in_image(plan->ufunc, plan->loop, WEFT_GPU) &&
        parallel > GPU_TRANSFERS * share * host_bytes(set, plan) / BUS_BANDWIDTH &&
        backend_gpu.check(options, NULL) == WEFT_OK)
        return WEFT_GPU;
    return threads > 1 ? WEFT_PARALLEL : WEFT_CPU;
}

weft_status target_check(const operand_set *set, const weft_plan *plan, weft_options *options,
                         const weft_backend **backend, weft_error *error)
{
    if (options->target == WEFT_AUTO) {
        int wanted = environment_target();
        if (wanted < 0)
            return error_set(error, WEFT_ERROR_TARGET,
                             "WEFT_TARGET is \"%s\"; it may be auto, cpu, parallel or gpu",
                             getenv("WEFT_TARGET") ? getenv("WEFT_TARGET") : "");
        if (wanted == WEFT_AUTO && set->any_device)
            wanted = WEFT_GPU;
        options->target = (weft_target)wanted;
        if (wanted == WEFT_AUTO)
            return WEFT_OK; /* chosen by cost, once that is known */
    }
    if (options->target != WEFT_GPU && set->any_device) {
        int operand = 0;
        while (set->given[operand]->device == 0)
            operand++;
        return error_set_at(error, WEFT_ERROR_TARGET, operand, -1,
                            "%s: operand %d (%s) lies in device memory; the target %s works on "
                            "host memory",
                            plan->ufunc->name, operand, operand_name(plan->ufunc, operand),
                            targets[options->target].name);
    }
    *backend = targets[options->target].backend;
    return (*backend)->check(options, error);
}

weft_status target_resolve(const operand_set *set, const weft_plan *plan, double share,
                           weft_options *options, const weft_backend **backend, weft_error *error)
{
    if (options->target != WEFT_AUTO)
        return WEFT_OK;
    options->target = choose(set, plan, share, options);
    *backend = targets[options->target].backend;
    return (*backend)->check(options, error);
}

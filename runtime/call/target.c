/* target.c: the targets by name, and what AUTO takes. */
#include "target.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "arrays/array.h"
#include "base/dtype.h"
#include "base/error.h"
#include "base/options.h"
#include "host/host.h"
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
} targets[] = {[WEFT_AUTO] = {"auto", NULL},
#define ROW(ENUM, name, kernels) [WEFT_##ENUM] = {#name, &backend_##name},
               WEFT_TARGETS(ROW)
#undef ROW
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
    for (int target = WEFT_CPU; target < WEFT_TARGET_END; target++)
        if (targets[target].backend->forget)
            targets[target].backend->forget(module);
}

const char *weft_target_name(weft_target target)
{
    return (unsigned)target < WEFT_TARGET_END ? targets[target].name : "unknown";
}

weft_status weft_target_check(weft_target target, const weft_options *options, weft_error *error)
{
    weft_options resolved;
    weft_status status = options_resolve(&resolved, options, "weft_target_check", error);
    if (status)
        return status;
    if ((unsigned)target >= WEFT_TARGET_END)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_target_check: %d is no target",
                         (int)target);
    if (target == WEFT_AUTO)
        target = WEFT_CPU;
    const weft_place place = place_of_options(&resolved, backend_find(target));
    return place.backend->check(&place, error);
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
    for (int k = WEFT_AUTO; text && k < WEFT_TARGET_END; k++)
        if (strcmp(text, targets[k].name) == 0)
            target = k;
    atomic_store_explicit(&cached, target, memory_order_relaxed);
    return target;
}

/* What AUTO takes where neither the environment nor the operands' place says. */
static const weft_backend *choose(const operand_set *set, const weft_plan *plan, double share,
                                  bool wants_flags, const weft_place *place)
{
    double cost = share * plan_cost(plan);
    if (cost < PARALLEL_THRESHOLD)
        return &backend_cpu;
    int threads = threads_limit(place);
    double parallel = cost / threads;
    if (!wants_flags && parallel > GPU_THRESHOLD &&
        weft_loop_is_in_image(plan->ufunc, plan->loop, WEFT_GPU) &&
        parallel > GPU_TRANSFERS * share * host_bytes(set, plan) / BUS_BANDWIDTH &&
        backend_gpu.check(place, NULL) == WEFT_OK)
        return &backend_gpu;
    return threads > 1 ? &backend_parallel : &backend_cpu;
}

static weft_status refuse_environment(weft_error *error)
{
#define BEFORE(ENUM, name, kernels) ", " #name
    static const char names[] = "auto" WEFT_TARGETS(BEFORE);
#undef BEFORE
    const char *text = getenv("WEFT_TARGET"), *last = strrchr(names, ',');
    return error_set(error, WEFT_ERROR_TARGET, "WEFT_TARGET is \"%s\"; it may be %.*s or%s",
                     text ? text : "", (int)(last - names), names, last + 1);
}

/* Where the caller leaves it open: what the environment names, else where the operands lie; WEFT_AUTO
 * where the cost is to choose. */
static weft_status choose_early(const operand_set *set, weft_target *target, weft_error *error)
{
    int wanted = environment_target();
    if (wanted < 0)
        return refuse_environment(error);
    *target = wanted == WEFT_AUTO && set->any_device ? WEFT_GPU : (weft_target)wanted;
    return WEFT_OK;
}

/* Refuses operands in device memory on a target that works in the host's. */
static weft_status refuse_device(const operand_set *set, const weft_plan *plan, weft_target target,
                                 weft_error *error)
{
    int operand = 0;
    while (set->given[operand]->device == 0)
        operand++;
    return error_set_at(error, WEFT_ERROR_TARGET, operand, -1,
                        "%s: operand %d (%s) lies in device memory; the target %s works on "
                        "host memory",
                        plan->ufunc->name, operand, operand_name(plan->ufunc, operand),
                        targets[target].name);
}

weft_status target_check(const operand_set *set, const weft_plan *plan, weft_target wanted,
                         weft_place *place, weft_error *error)
{
    if (wanted == WEFT_AUTO) {
        weft_status status = choose_early(set, &wanted, error);
        if (status || wanted == WEFT_AUTO)
            return status; /* or chosen by cost, once that is known */
    }
    if (wanted != WEFT_GPU && set->any_device)
        return refuse_device(set, plan, wanted, error);
    place->backend = targets[wanted].backend;
    return place->backend->check(place, error);
}

weft_status target_resolve(const operand_set *set, const weft_plan *plan, double share,
                           bool wants_flags, weft_place *place, weft_error *error)
{
    if (place->backend)
        return WEFT_OK;
    place->backend = choose(set, plan, share, wants_flags, place);
    return place->backend->check(place, error);
}

bool target_takes_cpu(const weft_plan *plan, weft_target wanted)
{
    const int target = wanted == WEFT_AUTO ? environment_target() : (int)wanted;
    if (target == WEFT_AUTO || target == WEFT_PARALLEL)
        return plan_cost(plan) < (target == WEFT_AUTO ? PARALLEL_THRESHOLD : 2 * HOST_THREAD_WORK);
    return target == WEFT_CPU;
}

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
#include "host/run/serial.h"
#include "host/run/threads.h"
#include "plan/image.h"
#include "plan/trace.h"
#include "weigh.h"

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
    image_forget(module);
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

/* Counts the bytes of all operands, as they lie, each array once; and those that the items read and
 * write, what several share each time. A fold's result is short. */
static void count_bytes(const operand_set *set, const weft_plan *plan, double share,
                        weigh_load *load)
{
    const double items = share * (double)plan->item_count;
    for (int i = 0; i < operand_total(plan->ufunc) && i < set->count; i++) {
        bool is_new = true;
        if (plan_is_index(plan, i))
            continue;
        for (int other = 0; other < i && operand_is_given(set, i); other++)
            is_new = is_new && set->given[other] != set->given[i];
        if (operand_is_given(set, i) && is_new)
            load->bytes += share * (double)array_count(set->given[i]) *
                           (double)dtype_table[set->given[i]->dtype].size;
        else if (!operand_is_given(set, i) && !load->is_whole)
            load->bytes += (double)plan_core_bytes(plan, i) * items;
        load->touched += load->is_whole ? 0 : (double)plan_core_bytes(plan, i) * items;
    }
}

atomic_int target_taken = -2; /* not read yet */

int target_read(void)
{
    const char *text = getenv("WEFT_TARGET");
    int target = text && text[0] ? -1 : WEFT_AUTO;
    for (int k = WEFT_AUTO; text && k < WEFT_TARGET_END; k++)
        if (strcmp(text, targets[k].name) == 0)
            target = k;
    atomic_store_explicit(&target_taken, target, memory_order_relaxed);
    return target;
}

/* Whether the device is the one that the numbers hold for; the driver is asked once for each. */
static bool is_tuned_device(const tune_numbers *numbers, int device)
{
    static atomic_uint same, other; /* bit i: device i */
    const unsigned bit = device < 32 ? 1u << device : 0;
    char name[TUNE_NAME];
    if ((atomic_load_explicit(&same, memory_order_relaxed) |
         atomic_load_explicit(&other, memory_order_relaxed)) &
        bit)
        return atomic_load_explicit(&same, memory_order_relaxed) & bit;
    const bool is_same = weft_device_name(device, name, sizeof name, NULL) == WEFT_OK &&
                         strcmp(name, numbers->device) == 0;
    atomic_fetch_or(is_same ? &same : &other, bit);
    return is_same;
}

/* Whether the gpu is worth it for what takes so long on a host. */
static bool takes_gpu(const tune_numbers *numbers, const weigh_load *load, double host,
                      const weft_place *place)
{
    if (host < numbers->gpu_from || weigh_gpu(numbers, load) * numbers->gpu_margin >= host ||
        backend_gpu.check(place, NULL) != WEFT_OK)
        return false;
    if (!numbers->device[0] || is_tuned_device(numbers, place->device))
        return true;
    tune_numbers assumed; /* of a device that nobody measured here */
    tune_assume(&assumed);
    return host >= assumed.gpu_from && weigh_gpu(&assumed, load) * assumed.gpu_margin < host;
}

/* Says once, in a trace, what AUTO weighs by. */
static void trace_numbers(void)
{
    static atomic_bool is_said;
    char path[1024], line[2048];
    weft_error error;
    plan_text text = {.data = line, .size = sizeof line};
    if (atomic_exchange(&is_said, true) || weft_tune_path(path, sizeof path, NULL) || !path[0])
        return;
    if (weft_tune_check(path, &error) == WEFT_OK)
        plan_text_add(&text, "weft: auto weighs by %s\n", path);
    else
        plan_text_add(&text, "weft: auto weighs by libweft's own numbers: %s\n", error.text);
    trace_write(&text);
}

/* What AUTO takes where neither the environment nor the operands' place says. */
static const weft_backend *choose(const operand_set *set, const weft_plan *plan, double share,
                                  bool is_fold, bool wants_flags, const weft_place *place)
{
    const tune_numbers *numbers = tune_get();
    weigh_load load = {.is_whole = is_fold};
    if (serial_is(plan->ufunc))
        return &backend_cpu;
    if (trace_is_on())
        trace_numbers();
    load.work = share * plan_work(plan, &load.kind);
    if (load.work * numbers->cpu.work[load.kind] < numbers->least)
        return &backend_cpu;
    count_bytes(set, plan, share, &load);
    const int threads = weigh_may_take_parallel(numbers, &load) ? threads_limit(place) : 1;
    const bool is_parallel = weigh_takes_parallel(numbers, &load, threads);
    const double host =
        is_parallel ? weigh_parallel(numbers, &load, threads) : weigh_cpu(numbers, &load);
    if (!wants_flags && !plan->ufunc->transform && /* there a sum for each element */
        weft_loop_is_in_image(plan->ufunc, plan->loop, WEFT_GPU) &&
        takes_gpu(numbers, &load, host, place))
        return &backend_gpu;
    return is_parallel ? &backend_parallel : &backend_cpu;
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

/* Where the caller leaves it open: what the environment names, else where the operands lie;
 * WEFT_AUTO where the cost is to choose. */
static weft_status choose_early(const operand_set *set, weft_target *target, weft_error *error)
{
    int wanted = target_of_environment();
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
    if (wanted == WEFT_PARALLEL && serial_is(plan->ufunc))
        wanted = WEFT_CPU; /* one thread is what cpu is */
    place->backend = targets[wanted].backend;
    return place->backend->check(place, error);
}

weft_status target_resolve(const operand_set *set, const weft_plan *plan, double share,
                           bool wants_flags, weft_place *place, weft_error *error)
{
    if (place->backend)
        return WEFT_OK;
    place->backend = choose(set, plan, share, false, wants_flags, place);
    return place->backend->check(place, error);
}

weft_status target_resolve_fold(const operand_set *set, const weft_plan *plan, weft_place *place,
                                weft_error *error)
{
    if (place->backend)
        return WEFT_OK;
    place->backend = choose(set, plan, 1.0, true, false, place);
    return place->backend->check(place, error);
}

/* What is more than the least work may still be cpu's. */
__attribute__((noinline)) static bool is_for_cpu(const weft_plan *plan, const tune_numbers *numbers)
{
    weigh_load load = {.bytes = 0};
    load.work = plan_work(plan, &load.kind);
    for (int i = 0; i < plan->operand_count; i++)
        load.bytes += (double)plan_core_bytes(plan, i) * (double)plan->item_count;
    const double cpu = weigh_cpu(numbers, &load);
    return !weigh_may_take_parallel(numbers, &load) &&
           (cpu < numbers->gpu_from || weigh_gpu(numbers, &load) > cpu ||
            !weft_loop_is_in_image(plan->ufunc, plan->loop, WEFT_GPU));
}

bool target_is_short(const weft_ufunc *ufunc, const weft_loop *loop, int64_t item_count)
{
    return plan_item_cost(ufunc, loop, NULL) * (double)item_count < 2 * HOST_THREAD_WORK;
}

bool target_weigh_cpu(const weft_plan *plan, weft_target wanted)
{
    const int target = target_named(wanted);
    if (target == WEFT_PARALLEL)
        return plan_cost(plan) < 2 * HOST_THREAD_WORK;
    if (target != WEFT_AUTO)
        return target == WEFT_CPU;
    const tune_numbers *numbers = tune_get();
    return plan_cost(plan) < numbers->least || is_for_cpu(plan, numbers);
}

weft_status weft_tune_check(const char *path, weft_error *error)
{
    tune_numbers read;
    char device[TUNE_NAME];
    if (!path || !path[0])
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_tune_check: path is %s",
                         path ? "empty" : "NULL");
    const weft_status status = tune_read(&read, path, error);
    if (status || !read.device[0] || weft_device_name(0, device, sizeof device, NULL) ||
        strcmp(device, read.device) == 0)
        return status;
    return error_set(error, WEFT_ERROR_FILE, "%s: of another device: %s; this is %s", path,
                     read.device, device);
}

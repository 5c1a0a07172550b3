/* isa.c: the instruction set is found once; WEFT_ISA overrides it for tests. */
#include "isa.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static const char *const names[] = {"base", "v3", "v4"};

enum { REFUSED = -1 };
atomic_int isa_taken = -2; /* not read yet */

/* The best instruction set of this CPU. */
static int best_isa(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("x86-64-v4"))
        return WEFT_ISA_V4;
    if (__builtin_cpu_supports("x86-64-v3"))
        return WEFT_ISA_V3;
#endif
    return WEFT_ISA_BASE;
}

/* Asks the environment and the CPU. */
static int choose_isa(void)
{
    const char *text = getenv("WEFT_ISA");
    int best = best_isa();
    if (!text || !text[0])
        return best;
    for (int isa = 0; isa <= best; isa++)
        if (strcmp(text, names[isa]) == 0)
            return isa;
    return REFUSED;
}

int isa_read(void)
{
    const int isa = choose_isa();
    atomic_store_explicit(&isa_taken, isa, memory_order_relaxed);
    return isa;
}

weft_isa isa_selected(void)
{
    return (weft_isa)isa_find();
}

weft_status isa_check(weft_error *error)
{
    if (isa_find() != REFUSED)
        return WEFT_OK;
    const char *text = getenv("WEFT_ISA");
    return error_set(error, WEFT_ERROR_TARGET,
                     "WEFT_ISA is \"%s\"; it may be base, v3 or v4, and this CPU has up to %s",
                     text ? text : "", names[best_isa()]);
}

const char *isa_plan_name(const weft_plan *plan)
{
    int isa;
    if (plan->raised)
        return "flags";
    return isa_best_kernel(plan->ufunc, plan->loop, &isa) ? names[isa] : "no kernel";
}

weft_status isa_check_module(const weft_ufunc *ufunc, weft_error *error)
{
    const weft_module *module = ufunc->module;
    for (int isa = 0; isa < WEFT_ISA_COUNT; isa++)
        if (module->kernels[isa] && module->kernels[isa]->build_id != module->build_id)
            return error_set(error, WEFT_ERROR_TARGET,
                             "%s: the kernels that were linked for %s are another file's, or of "
                             "another run of the "
                             "generator (%016" PRIx64 " for %016" PRIx64 ")",
                             ufunc->name, module->source, module->kernels[isa]->build_id,
                             module->build_id);
    return WEFT_OK;
}

weft_status isa_find_kernel(const weft_ufunc *ufunc, const weft_loop *loop, weft_kernel **kernel,
                            weft_error *error)
{
    int isa;
    weft_kernel *found = isa_best_kernel(ufunc, loop, &isa);
    if (found) {
        *kernel = found;
        return WEFT_OK;
    }
    weft_status status = isa_check_module(ufunc, error);
    return status ? status
                  : error_set(error, WEFT_ERROR_TARGET, "%s was built without a cpu kernel for %s",
                              ufunc->name, loop->prototype);
}

static weft_status find_flags_kernel(const weft_ufunc *ufunc, const weft_loop *loop,
                                     weft_kernel **kernel, weft_error *error)
{
    const weft_kernel_table *table = ufunc->module->kernels[WEFT_ISA_FLAGS];
    weft_status status = isa_check_module(ufunc, error);
    if (status)
        return status;
    if (!table || !table->kernels[loop->index])
        return error_set(error, WEFT_ERROR_TARGET,
                         "%s was built without a kernel for %s that reports floating-point flags",
                         ufunc->name, loop->prototype);
    *kernel = table->kernels[loop->index];
    return WEFT_OK;
}

weft_status weft_kernel_find(const weft_ufunc *ufunc, const weft_loop *loop, bool flags,
                             weft_kernel **kernel, weft_error *error)
{
    if (!ufunc || !loop || !kernel)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_kernel_find: %s is NULL",
                         !ufunc  ? "ufunc"
                         : !loop ? "loop"
                                 : "kernel");
    weft_status status = isa_check(error);
    if (status)
        return status;
    return flags ? find_flags_kernel(ufunc, loop, kernel, error)
                 : isa_find_kernel(ufunc, loop, kernel, error);
}

weft_status isa_find_plan_kernel(const weft_plan *plan, weft_kernel **kernel, weft_error *error)
{
    if (!plan->raised)
        return isa_find_kernel(plan->ufunc, plan->loop, kernel, error);
    return find_flags_kernel(plan->ufunc, plan->loop, kernel, error);
}

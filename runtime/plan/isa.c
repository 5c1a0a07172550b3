/* isa.c: the instruction set is found once; WEFT_ISA overrides it for tests. */
#include "isa.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static const char *const names[] = {"base", "v3", "v4"};

enum { UNREAD = -2, REFUSED = -1 };
static atomic_int selected = UNREAD;

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

/* Reads the environment and the CPU. */
static int read_isa(void)
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

static int selected_isa(void)
{
    int isa = atomic_load_explicit(&selected, memory_order_relaxed);
    if (isa == UNREAD) {
        isa = read_isa();
        atomic_store_explicit(&selected, isa, memory_order_relaxed);
    }
    return isa;
}

weft_isa isa_selected(void)
{
    return (weft_isa)selected_isa();
}

weft_status isa_check(weft_error *error)
{
    if (selected_isa() != REFUSED)
        return WEFT_OK;
    const char *text = getenv("WEFT_ISA");
    return error_set(error, WEFT_ERROR_TARGET,
                     "WEFT_ISA is \"%s\"; it may be base, v3 or v4, and this CPU has up to %s",
                     text ? text : "", names[best_isa()]);
}

/* The kernel of the best instruction set that there is one for, which is stored; NULL: none. */
static inline weft_kernel *find_best(const weft_ufunc *ufunc, const weft_loop *loop, int *isa)
{
    for (*isa = selected_isa(); *isa >= 0; --*isa) {
        weft_kernel *const *table = ufunc->module->kernels[*isa];
        if (table && table[loop->index])
            return table[loop->index];
    }
    return NULL;
}

const char *isa_plan_name(const weft_plan *plan)
{
    int isa;
    if (plan->raised)
        return "flags";
    return find_best(plan->ufunc, plan->loop, &isa) ? names[isa] : "no kernel";
}

weft_status isa_find_kernel(const weft_ufunc *ufunc, const weft_loop *loop, weft_kernel **kernel,
                            weft_error *error)
{
    int isa;
    weft_kernel *found = find_best(ufunc, loop, &isa);
    if (found) {
        *kernel = found;
        return WEFT_OK;
    }
    return error_set(error, WEFT_ERROR_TARGET, "%s was built without a cpu kernel for %s",
                     ufunc->name, loop->prototype);
}

weft_status isa_find_plan_kernel(const weft_plan *plan, weft_kernel **kernel, weft_error *error)
{
    if (!plan->raised)
        return isa_find_kernel(plan->ufunc, plan->loop, kernel, error);
    weft_kernel *const *table = plan->ufunc->module->kernels[WEFT_ISA_FLAGS];
    if (!table || !table[plan->loop->index])
        return error_set(error, WEFT_ERROR_TARGET,
                         "%s was built without a kernel for %s that reports floating-point flags",
                         plan->ufunc->name, plan->loop->prototype);
    *kernel = table[plan->loop->index];
    return WEFT_OK;
}

/* isa.h: which compilation of a kernel this CPU runs. */
#ifndef WEFT_ISA_H
#define WEFT_ISA_H

#include <weft/weft.h>

#include "plan.h"

/* The instruction set that is taken: the best that the CPU has and WEFT_ISA allows, found once;
 * below 0 where that names none. */
extern atomic_int isa_taken;
int isa_read(void);

static inline __attribute__((always_inline)) int isa_find(void)
{
    enum { UNREAD = -2 };
    const int isa = atomic_load_explicit(&isa_taken, memory_order_relaxed);
    return isa == UNREAD ? isa_read() : isa;
}

/* The loop's kernel of that instruction set, or of the best below it that the module was built for,
 * which is stored in *isa; NULL: none, or one of another module's, which a link can bring about. */
static inline __attribute__((always_inline)) weft_kernel *
isa_best_kernel(const weft_ufunc *ufunc, const weft_loop *loop, int *isa)
{
    for (*isa = isa_find(); *isa >= 0; --*isa) {
        const weft_kernel_table *table = ufunc->module->kernels[*isa];
        if (table && table->build_id != ufunc->module->build_id)
            return NULL;
        if (table && table->kernels[loop->index])
            return table->kernels[loop->index];
    }
    return NULL;
}

/* The same, or why there is none. */
weft_status isa_find_kernel(const weft_ufunc *ufunc, const weft_loop *loop, weft_kernel **kernel,
                            weft_error *error);

/* The kernel of a plan's loop: the one above, or the one that raises the right floating-point flags
 * if the call is asked for them. */
weft_status isa_find_plan_kernel(const weft_plan *plan, weft_kernel **kernel, weft_error *error);

/* The instruction set of that kernel, for people: "v4". */
const char *isa_plan_name(const weft_plan *plan);

/* The instruction set that kernels of the runtime's own are taken for; isa_check has passed. */
weft_isa isa_selected(void);

/* Whether all kernels of the module are its own. */
weft_status isa_check_module(const weft_ufunc *ufunc, weft_error *error);

/* Whether WEFT_ISA, if set, names an instruction set of this CPU. */
weft_status isa_check(weft_error *error);

#endif

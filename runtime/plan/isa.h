/* isa.h: which compilation of a kernel this CPU runs. */
#ifndef WEFT_ISA_H
#define WEFT_ISA_H

#include <weft/weft.h>

#include "plan.h"

/* The loop's kernel of the best instruction set that the CPU has, that WEFT_ISA allows and that the
 * module was built for. */
weft_status isa_find_kernel(const weft_ufunc *ufunc, const weft_loop *loop, weft_kernel **kernel,
                            weft_error *error);

/* The kernel of a plan's loop: the one above, or the one that raises the right floating-point flags
 * if the call is asked for them. */
weft_status isa_find_plan_kernel(const weft_plan *plan, weft_kernel **kernel, weft_error *error);

/* The instruction set of that kernel, for people: "v4". */
const char *isa_plan_name(const weft_plan *plan);

/* The instruction set that kernels of the runtime's own are taken for; isa_check has passed. */
weft_isa isa_selected(void);

/* Whether WEFT_ISA, if set, names an instruction set of this CPU. */
weft_status isa_check(weft_error *error);

#endif

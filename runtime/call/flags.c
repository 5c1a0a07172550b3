/* flags.c: the floating-point flags of one call. The processor keeps them per thread; a call that
 * is asked for them starts with none, adds those of its threads, and leaves the caller's as they
 * were. */
#include "flags.h"

#include "base/error.h"

weft_status flags_check(const call_state *call, weft_error *error)
{
    if (call->place.backend->has_floating_flags)
        return WEFT_OK;
    return error_set(error, WEFT_ERROR_TARGET,
                     "%s: a %s reports no floating-point flags; ask for them on cpu or parallel",
                     call->ufunc->name, weft_target_name(call->place.backend->target));
}

void flags_begin(flags_watch *watch, weft_plan *plan)
{
    atomic_init(&watch->raised, 0);
    plan->raised = &watch->raised;
    feholdexcept(&watch->kept);
}

void flags_end(flags_watch *watch, unsigned *flags)
{
    static const struct {
        int exception;
        unsigned flag;
    } names[] = {
        {FE_DIVBYZERO, WEFT_FLOATING_DIVIDE},
        {FE_OVERFLOW, WEFT_FLOATING_OVERFLOW},
        {FE_UNDERFLOW, WEFT_FLOATING_UNDERFLOW},
        {FE_INVALID, WEFT_FLOATING_INVALID},
    };
    int raised = fetestexcept(FE_ALL_EXCEPT) | atomic_load(&watch->raised);
    fesetenv(&watch->kept);
    for (size_t k = 0; flags && k < sizeof names / sizeof *names; k++)
        if (raised & names[k].exception)
            *flags |= names[k].flag;
}

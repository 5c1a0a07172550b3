/* check_options.c: whether the options for reductions fit the function that has them. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "text/dtype.h"

bool check_options(diagnostics *messages, const function *checked)
{
    const char *option = checked->reorderable    ? "reorderable"
                         : checked->widening     ? "widening"
                         : checked->has_identity ? "identity"
                                                 : NULL;
    const layout *core = &checked->core;
    bool has_core = false;
    for (size_t i = 0; i < checked->operand_count; i++)
        has_core |= core->operands[i].rank > 0;
    const bool reducible = core->input_count == 2 && core->output_count == 1 && !has_core;
    const bool is_inside = has_core && !checked->widening && !checked->has_identity;
    if (!option || reducible || is_inside)
        return true;
    if (has_core && checked->reorderable)
        option = checked->widening ? "widening" : "identity";
    diagnostics_add(messages, SEVERITY_ERROR, checked->options_place,
                    (unsigned)strlen("WEFT_OPTIONS"),
                    "%s is for reductions, and only an elementwise function of two inputs and one "
                    "output can be reduced, which '%s' is not",
                    option, checked->name);
    return false;
}

/* The largest finite value of a floating dtype. */
static double largest_of(weft_dtype dtype)
{
    double fraction = 1 - ldexp(1, -dtype_digits(dtype)); /* all bits of the significand */
    return ldexp(fraction, dtype_exponent(dtype));
}

/* -1 stands for all bits where there is no sign. Fractions are rounded, as C rounds them. */
static bool can_hold(weft_dtype dtype, double value)
{
    char kind = dtype_kind(dtype);
    if (kind == 'f' || kind == 'c')
        return !isfinite(value) || fabs(value) <= largest_of(dtype);
    double past = ldexp(1, dtype_digits(dtype)), low = kind == 'i' ? -past : 0;
    return trunc(value) == value && ((value >= low && value < past) || value == -1);
}

void check_identity(diagnostics *messages, const ufunc *checked)
{
    const function *first = checked->first;
    if (!first->has_identity || checked->stage_of)
        return;
    const reduction *declared = checked->declared;
    const loop *loops = declared ? declared->stages[STAGE_COMBINE]->loops : checked->loops;
    size_t count = declared ? declared->stages[STAGE_COMBINE]->loop_count : checked->loop_count;
    for (size_t i = 0; i < count; i++) {
        const weft_dtype *dtypes = loops[i].dtypes;
        bool uniform = dtypes[0] == dtypes[1] && dtypes[0] == dtypes[2]; /* others fold nothing */
        if (!uniform || can_hold(dtypes[0], first->identity))
            continue;
        diagnostics_add(messages, SEVERITY_ERROR, first->options_place,
                        (unsigned)strlen("WEFT_OPTIONS"),
                        "identity(%s): the loop %s of '%s' cannot hold it", first->identity_text,
                        loops[i].prototype, checked->name);
        return;
    }
}

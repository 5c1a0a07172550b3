/* check_options.c: whether the options for reductions, and defaults, fit the function that has
 * them. */
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
    const bool reducible =
        core->input_count == 2 && core->output_count == 1 && !has_core && !checked->index_count;
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

static const default_value *default_of(const function *checked, size_t input)
{
    int from = checked->operand_parameter[input];
    return from < 0 ? NULL : checked->parameters[from].fallback;
}

/* Whether a loop takes the default as it is. */
static bool takes(weft_dtype dtype, double value)
{
    return can_hold(dtype, value) && (value >= 0 || dtype_kind(dtype) != 'u');
}

/* Reports one default; `of` is what the sentence is about. */
static void refuse_default(diagnostics *messages, const function *checked,
                           const default_value *refused, const char *what, const char *of)
{
    diagnostics_add(messages, SEVERITY_ERROR, checked->options_place,
                    (unsigned)strlen("WEFT_OPTIONS"), what, refused->name, refused->text, of);
}

/* Whether a default is that of an input, and nothing else. */
static bool names_input(const function *checked, const default_value *given)
{
    for (size_t i = 0; i < checked->core.input_count; i++)
        if (default_of(checked, i) == given)
            return checked->core.operands[i].rank == 0;
    return false;
}

void check_defaults(diagnostics *messages, const ufunc *checked)
{
    const function *first = checked->first;
    const layout *core = &first->core;
    for (size_t i = 0; i < first->default_count; i++)
        if (!names_input(first, &first->defaults[i])) {
            refuse_default(messages, first, &first->defaults[i],
                           "default(%s, %s): '%s' has no input of that name that is a number, or "
                           "has that twice",
                           checked->name);
            return;
        }
    for (size_t i = 0; i < core->input_count; i++) {
        const default_value *given = default_of(first, i);
        if (given && i + 1 < core->input_count && !default_of(first, i + 1) &&
            core->operands[i + 1].kind == WEFT_OPERAND_ARRAY) {
            refuse_default(messages, first, given,
                           "default(%s, %s): an input of '%s' behind it has none, and only the "
                           "last ones can be left out",
                           checked->name);
            return;
        }
        for (size_t k = 0; given && k < checked->loop_count; k++)
            if (!takes(checked->loops[k].dtypes[i], given->value)) {
                refuse_default(messages, first, given,
                               "default(%s, %s): the loop %s cannot hold it",
                               checked->loops[k].prototype);
                return;
            }
    }
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

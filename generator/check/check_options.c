/* check_options.c: whether the options for reductions fit the function that has them. */
#include <float.h>
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
    bool reducible = core->input_count == 2 && core->output_count == 1;
    for (size_t i = 0; i < checked->operand_count; i++)
        reducible &= core->operands[i].rank == 0;
    if (!option || reducible)
        return true;
    diagnostics_add(messages, SEVERITY_ERROR, checked->options_place,
                    (unsigned)strlen("WEFT_OPTIONS"),
                    "%s is for reductions, and only an elementwise function of two inputs and one "
                    "output can be reduced, which '%s' is not",
                    option, checked->name);
    return false;
}

/* What the values of a dtype are. */
typedef enum value_kind { WHOLE_VALUES, TRUTH_VALUES, FLOATING_VALUES } value_kind;

typedef struct value_range {
    value_kind kind;
    double low, past; /* of whole ones: the least, and the first one too large */
    double largest;   /* of floating ones */
} value_range;

static value_range range_of(weft_dtype dtype)
{
    static const value_range ranges[] = {
        [WEFT_BOOL] = {TRUTH_VALUES, 0, 2, 0},
        [WEFT_INT8] = {WHOLE_VALUES, -0x1p7, 0x1p7, 0},
        [WEFT_INT16] = {WHOLE_VALUES, -0x1p15, 0x1p15, 0},
        [WEFT_INT32] = {WHOLE_VALUES, -0x1p31, 0x1p31, 0},
        [WEFT_INT64] = {WHOLE_VALUES, -0x1p63, 0x1p63, 0},
        [WEFT_UINT8] = {WHOLE_VALUES, 0, 0x1p8, 0},
        [WEFT_UINT16] = {WHOLE_VALUES, 0, 0x1p16, 0},
        [WEFT_UINT32] = {WHOLE_VALUES, 0, 0x1p32, 0},
        [WEFT_UINT64] = {WHOLE_VALUES, 0, 0x1p64, 0},
        [WEFT_FLOAT16] = {FLOATING_VALUES, 0, 0, 65504},
        [WEFT_BFLOAT16] = {FLOATING_VALUES, 0, 0, 0x1.fep127},
        [WEFT_FLOAT32] = {FLOATING_VALUES, 0, 0, FLT_MAX},
        [WEFT_FLOAT64] = {FLOATING_VALUES, 0, 0, DBL_MAX},
        [WEFT_COMPLEX64] = {FLOATING_VALUES, 0, 0, FLT_MAX},
        [WEFT_COMPLEX128] = {FLOATING_VALUES, 0, 0, DBL_MAX},
    };
    return ranges[dtype];
}

/* -1 stands for all bits where there is no sign. Fractions are rounded, as C rounds them. */
static bool can_hold(weft_dtype dtype, double value)
{
    value_range range = range_of(dtype);
    if (range.kind == FLOATING_VALUES)
        return !isfinite(value) || fabs(value) <= range.largest;
    return trunc(value) == value && ((value >= range.low && value < range.past) || value == -1);
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

/* check_fourier.c: whether a function can be the Fourier transform that an option says that it is.
 * That it computes it is its author's word. */
#include <string.h>

#include "check.h"

/* Whether an extent is factor × name / divisor + constant, of the name that another one is. */
static bool is_computed(const extent *tested, const extent *named, int64_t factor, int64_t divisor,
                        int64_t constant)
{
    return tested->term_count == 1 && strcmp(tested->terms[0].name, named->terms[0].name) == 0 &&
           tested->terms[0].coefficient == factor && tested->divisor == divisor &&
           tested->constant == constant;
}

/* Whether the last axes of input and output belong together. */
static bool is_last_axis(weft_transform_kind kind, const extent *in, const extent *out)
{
    switch (kind) {
    case WEFT_TRANSFORM_REAL:
        return is_computed(out, in, 1, 2, 2); /* (n + 2) / 2 */
    case WEFT_TRANSFORM_HALF:
        return is_computed(out, in, 2, 0, -2) || is_computed(out, in, 2, 0, -1);
    default:
        return extent_equal(in, out);
    }
}

/* Whether all axes of an operand have names, each its own. */
static bool has_names(const layout_operand *tested)
{
    for (size_t axis = 0; axis < tested->rank; axis++) {
        if (!extent_is_name(&tested->extents[axis]) || tested->extents[axis].optional ||
            tested->extents[axis].ragged)
            return false;
        for (size_t before = 0; before < axis; before++)
            if (extent_equal(&tested->extents[axis], &tested->extents[before]))
                return false;
    }
    return true;
}

static bool has_layout(const layout *core, weft_transform_kind kind)
{
    const layout_operand *in = &core->operands[0], *out = &core->operands[2];
    if (core->input_count != 2 || core->output_count != 1 || core->operands[1].rank != 0 ||
        in->rank < 1 || in->rank > 3 || out->rank != in->rank || !has_names(in))
        return false;
    for (size_t axis = 0; axis + 1 < in->rank; axis++)
        if (!extent_equal(&in->extents[axis], &out->extents[axis]))
            return false;
    return is_last_axis(kind, &in->extents[in->rank - 1], &out->extents[in->rank - 1]);
}

/* Whether a loop has one precision, and real numbers where they belong. */
static bool has_dtypes(const weft_dtype *dtypes, weft_transform_kind kind)
{
    const weft_dtype real = dtypes[1];
    const weft_dtype whole = real == WEFT_FLOAT32 ? WEFT_COMPLEX64 : WEFT_COMPLEX128;
    return (real == WEFT_FLOAT32 || real == WEFT_FLOAT64) &&
           dtypes[0] == (kind == WEFT_TRANSFORM_REAL ? real : whole) &&
           dtypes[2] == (kind == WEFT_TRANSFORM_HALF ? real : whole);
}

static bool refuse(diagnostics *messages, const function *checked, const char *what, const char *of)
{
    diagnostics_add(messages, SEVERITY_ERROR, checked->options_place,
                    (unsigned)strlen("WEFT_OPTIONS"), what, checked->fourier, checked->name, of);
    return false;
}

bool check_fourier(diagnostics *messages, function *checked)
{
    static const char *const layouts[] = {
        [WEFT_TRANSFORM_COMPLEX] = "(n),()->(n)",
        [WEFT_TRANSFORM_REAL] = "(n),()->(n/2+1)",
        [WEFT_TRANSFORM_HALF] = "(h),()->(2*h-2) or (h),()->(2*h-1)",
    };
    if (!checked->fourier)
        return true;
    const weft_transform_kind kind = strcmp(checked->fourier, "real") == 0 ? WEFT_TRANSFORM_REAL
                                     : strcmp(checked->fourier, "half") == 0
                                         ? WEFT_TRANSFORM_HALF
                                         : WEFT_TRANSFORM_COMPLEX;
    if (checked->strict || checked->serial)
        return refuse(
            messages, checked,
            "fourier(%s): '%s' is %s, and libweft computes a transform in an order of its "
            "own",
            checked->strict ? "strict" : "serial");
    if (!has_layout(&checked->core, kind))
        return refuse(
            messages, checked,
            "fourier(%s): the layout of '%s' is not %s, nor the same with one or two axes "
            "before",
            layouts[kind]);
    for (size_t i = 0; i < checked->loop_count; i++)
        if (!has_dtypes(checked->loops[i].dtypes, kind))
            return refuse(messages, checked,
                          "fourier(%s) of '%s': the loop %s is not of complex64 and float32, nor "
                          "of complex128 and float64, with real numbers where they belong",
                          checked->loops[i].prototype);
    checked->transform = (weft_transform){
        .kind = (uint8_t)kind,
        .rank = (uint8_t)checked->core.operands[0].rank,
        .inverse = kind == WEFT_TRANSFORM_HALF || strcmp(checked->fourier, "inverse") == 0,
    };
    return true;
}

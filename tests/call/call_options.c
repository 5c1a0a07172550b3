#include "call_options.h"

#include <string.h>

/* ---- which cases there are ---- */

static bool turning_fits(const case_state *state)
{
    const weft_ufunc *ufunc = state->one->of->ufunc;
    turning turns = state->one->in->turns;
    bool fits = !(ufunc->flags & (WEFT_UFUNC_ELEMENTWISE | WEFT_UFUNC_OPTIONAL));
    for (int i = 0; i < state->count; i++) {
        int rank = state->cores[i].rank;
        if (turns == TURNS_AXIS)
            fits = fits && ufunc->dimension_count == 1 && rank <= 1;
        if (turns == KEEPS_DIMENSIONS)
            fits =
                fits && state->inputs > 0 && rank == (i < state->inputs ? state->cores[0].rank : 0);
    }
    return fits;
}

/* Whether the loop has the outputs that options.dtype says: one dtype for all of them. */
static bool gives(const case_state *state, const weft_loop *loop, weft_dtype dtype)
{
    for (int i = state->inputs; i < state->count; i++)
        if (loop->dtypes[i] != dtype)
            return false;
    return true;
}

/* Whether the options force this very loop: no other one has the dtypes that they say. */
static bool forcing_fits(const case_state *state)
{
    const weft_ufunc *ufunc = state->one->of->ufunc;
    const weft_loop *own = state->one->loop;
    size_t count = (size_t)state->count;
    if (state->one->inputs)
        return false;
    for (uint32_t k = 0; k < ufunc->loop_count; k++) {
        const weft_loop *loop = &ufunc->loops[k];
        bool has = state->one->in->forces == FORCES_DTYPE
                       ? gives(state, loop, state->dtypes[state->inputs])
                       : memcmp(loop->dtypes, own->dtypes, count) == 0;
        if (has != (loop == own))
            return false;
    }
    return true;
}

bool call_options_fit(const case_state *state)
{
    const situation *in = state->one->in;
    bool is_elementwise = state->one->of->ufunc->flags & WEFT_UFUNC_ELEMENTWISE;
    return (!in->mask || is_elementwise) && (!in->turns || turning_fits(state)) &&
           (!in->forces || forcing_fits(state));
}

void call_options_choose_inputs(case_state *state)
{
    static const weft_dtype others[] = {
        /* of the same kind, wider and narrower */
        [WEFT_BOOL] = WEFT_BOOL,
        [WEFT_INT8] = WEFT_INT16,
        [WEFT_INT16] = WEFT_INT64,
        [WEFT_INT32] = WEFT_INT8,
        [WEFT_INT64] = WEFT_INT32,
        [WEFT_UINT8] = WEFT_UINT32,
        [WEFT_UINT16] = WEFT_UINT8,
        [WEFT_UINT32] = WEFT_UINT64,
        [WEFT_UINT64] = WEFT_UINT16,
        [WEFT_FLOAT16] = WEFT_FLOAT64,
        [WEFT_BFLOAT16] = WEFT_FLOAT32,
        [WEFT_FLOAT32] = WEFT_FLOAT64,
        [WEFT_FLOAT64] = WEFT_FLOAT32,
        [WEFT_COMPLEX64] = WEFT_COMPLEX128,
        [WEFT_COMPLEX128] = WEFT_COMPLEX64,
    };
    for (int i = 0; i < state->inputs && state->one->in->forces; i++)
        state->given[i] = others[state->dtypes[i]];
}

/* ---- axes ---- */

/* Axes that the caller shows in front of those of the loop, the last one first. */
static int front_axes(const case_state *state, int operand)
{
    turning turns = state->one->in->turns;
    return turns == TURNS_AXES || turns == TURNS_AXIS ? state->cores[operand].rank : 0;
}

/* Axes of size 1 behind all others of an output. */
static int kept_axes(const case_state *state, int operand)
{
    return state->one->in->turns == KEEPS_DIMENSIONS && operand >= state->inputs
               ? state->cores[0].rank
               : 0;
}

static weft_array show(const case_state *state, int operand)
{
    const weft_array *array = &state->operands[operand].array;
    weft_array shown = *array;
    int front = front_axes(state, operand), kept = kept_axes(state, operand);
    if (array->dtype == WEFT_NONE)
        return shown;
    for (int axis = 0; axis < array->rank && front; axis++) {
        int core = axis - (array->rank - front), place = core < 0 ? front + axis : front - 1 - core;
        shown.shape[place] = array->shape[axis];
        shown.steps[place] = array->steps[axis];
    }
    for (int k = 0; k < kept; k++) {
        shown.shape[shown.rank] = 1;
        shown.steps[shown.rank++] = 4711; /* nobody walks it */
    }
    return shown;
}

/* A result as the rest of the tests knows it; of rank -1 where a kept axis is not one. */
static weft_array canonical(const case_state *state, int operand, const weft_array *shown)
{
    weft_array array = *shown;
    int front = front_axes(state, operand), kept = kept_axes(state, operand);
    if (shown->dtype == WEFT_NONE)
        return array;
    for (int axis = 0; axis < shown->rank && front; axis++) {
        int core = axis - (shown->rank - front), place = core < 0 ? front + axis : front - 1 - core;
        array.shape[axis] = shown->shape[place];
        array.steps[axis] = shown->steps[place];
    }
    for (int k = 0; k < kept; k++)
        array.rank = array.rank > 0 && shown->shape[array.rank - 1] == 1 ? array.rank - 1 : -1;
    return array;
}

/* Where the core axes stand, counted from the end for every second operand. */
static int name_axes(const case_state *state, int *axes)
{
    int count = 0;
    for (int i = 0; i < state->count; i++) {
        int front = front_axes(state, i);
        const shape *loop = i < state->inputs ? &state->loops[i] : &state->loop;
        for (int k = 0; k < front; k++)
            axes[count++] = front - 1 - k - (i % 2 ? loop->rank + front : 0);
    }
    return count;
}

/* ---- the call ---- */

void call_options_make(call_options *made, case_state *state, const way *called)
{
    const situation *in = state->one->in;
    weft_options *options = &made->options;
    *options = (weft_options){.target = called->target, .threads = called->threads};
    options->where = in->mask ? &state->operands[state->count].array : NULL;
    options->order = in->order;
    options->keepdims = in->turns == KEEPS_DIMENSIONS;
    made->axis = 0;
    if (in->turns == TURNS_AXIS)
        options->axis = &made->axis;
    if (in->turns == TURNS_AXES) {
        options->axes = made->axes;
        options->axes_count = name_axes(state, made->axes);
    }
    if (in->forces) /* narrower integers take the lowest bits of any value */
        options->casting = WEFT_CASTING_UNSAFE;
    if (in->forces == FORCES_DTYPE)
        options->dtype = state->dtypes[state->inputs];
    if (in->forces == FORCES_SIGNATURE)
        options->signature = made->signature;
    for (int i = 0; i < state->count; i++) {
        made->signature[i] = state->dtypes[i];
        made->shown[i] = show(state, i);
    }
}

void call_options_take_results(const call_options *made, case_state *state)
{
    for (int i = state->inputs; i < state->count && !state->one->in->given; i++)
        state->operands[i].array = canonical(state, i, &made->shown[i]);
}

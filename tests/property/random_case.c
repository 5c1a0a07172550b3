#include "random_case.h"

#include <string.h>

#include "sample_ufuncs.h"

static const weft_ufunc *const ufuncs[] = {
    &sample_add,    &sample_add,    &sample_add_heavy, &sample_both,    &sample_both,
    &sample_matmul, &sample_matmul, &sample_product,   &sample_product, &sample_convolve,
    &sample_cross,  &sample_ramp,   &sample_count};

static bool chance(random_source *source, int percent)
{
    return random_below(source, 100) < percent;
}

/* The loop shape: mostly small, at times one long axis, so that rows are split among threads. */
static void choose_loop_shape(random_case *made, random_source *source, bool small)
{
    static const int ranks[] = {0, 1, 1, 2, 2, 3, 3, 4, 5};
    made->loop_rank = ranks[random_below(source, 9)];
    int long_axis = !small && made->loop_rank <= 2 && chance(source, 30)
                        ? random_below(source, made->loop_rank + 1)
                        : -1;
    for (int axis = 0; axis < made->loop_rank; axis++) {
        made->loop_shape[axis] = chance(source, 2) ? 0 : 1 + random_below(source, 4);
        if (axis == long_axis)
            made->loop_shape[axis] = 60 + random_below(source, 200);
    }
}

static void choose_core_sizes(random_case *made, random_source *source)
{
    for (int d = 0; d < made->ufunc->dimension_count; d++) {
        const weft_dimension *dimension = &made->ufunc->dimensions[d];
        made->sizes[d] = chance(source, 4) ? 0 : 1 + random_below(source, 4);
        made->missing[d] = dimension->kind == WEFT_DIMENSION_OPTIONAL && chance(source, 40);
        if (made->missing[d])
            made->sizes[d] = 1;
        if (dimension->kind == WEFT_DIMENSION_FIXED)
            made->sizes[d] = dimension->constant;
        if (dimension->kind == WEFT_DIMENSION_COMPUTED) {
            if (made->sizes[0] + made->sizes[1] == 0)
                made->sizes[0] = 1;
            made->sizes[d] = made->sizes[0] + made->sizes[1] - 1;
        }
    }
}

int random_case_shape(const random_case *made, int operand, int64_t *shape)
{
    const weft_operand *layout = &made->ufunc->operands[operand];
    for (int axis = 0; axis < made->loop_rank; axis++)
        shape[axis] = made->loop_shape[axis];
    for (int k = 0; k < layout->core_rank; k++)
        shape[made->loop_rank + k] = made->sizes[layout->dimensions[k]];
    return made->loop_rank + layout->core_rank;
}

/* Steps that lay the array out without overlap in any axis order, with gaps, reversed axes and,
 * for inputs, repeats. Sets steps, and data to an offset that makes all addresses 0 or more;
 * returns the bytes that it spans. */
static int64_t lay_out(weft_array *array, random_source *source, bool input)
{
    int order[WEFT_MAX_RANK];
    bool plain = chance(source, 40);
    int64_t step = (int64_t)weft_dtype_size((weft_dtype)array->dtype), lowest = 0;
    for (int axis = 0; axis < array->rank; axis++) /* C order, innermost first */
        order[axis] = array->rank - 1 - axis;
    for (int k = array->rank - 1; !plain && k > 0 && chance(source, 50); k--) {
        int other = random_below(source, k + 1), moved = order[k];
        order[k] = order[other];
        order[other] = moved;
    }
    for (int k = 0; k < array->rank; k++) {
        int axis = order[k];
        if (!plain && chance(source, 15))
            step += chance(source, 50) ? 1 + random_below(source, 5) : 8;
        array->steps[axis] = step;
        if (array->shape[axis] > 0)
            step *= array->shape[axis];
        if (input && !plain && chance(source, 8)) {
            array->steps[axis] = 0;
        } else if (!plain && chance(source, 15) && array->shape[axis] > 0) {
            lowest += array->steps[axis] * (array->shape[axis] - 1);
            array->steps[axis] = -array->steps[axis];
        }
    }
    array->data = (void *)(intptr_t)lowest;
    return step;
}

/* The mask's place: a region of its own. */
static void place_mask(random_case *made, random_source *source, int64_t bytes)
{
    int64_t offset = made->used + random_below(source, 8);
    made->mask.data = made->arena + offset + (intptr_t)made->mask.data;
    made->used = (offset + bytes + 15) / 8 * 8;
}

/* An operand's place: a region of its own, or for an output at times one over an input or the
 * mask. */
static void place(random_case *made, random_source *source, int operand, int64_t bytes)
{
    weft_array *array = &made->operands[operand];
    int64_t offset = made->used + (chance(source, 15) ? random_below(source, 8) : 0);
    bool over = operand >= made->ufunc->input_count && chance(source, 25) &&
                !(operand > made->ufunc->input_count);
    if (over) { /* exactly the input's view, or somewhere about it */
        const weft_array *input = &made->operands[random_below(source, made->ufunc->input_count)];
        if (made->is_masked && chance(source, 30))
            input = &made->mask;
        if (chance(source, 50) && input->rank == array->rank && input->dtype == array->dtype &&
            memcmp(input->shape, array->shape, sizeof input->shape) == 0) {
            bool repeats = false;
            for (int axis = 0; axis < array->rank; axis++)
                repeats = repeats || (input->shape[axis] > 1 && input->steps[axis] == 0);
            if (!repeats) {
                array->data = input->data;
                memcpy(array->steps, input->steps, sizeof array->steps);
                return;
            }
        }
        int64_t start = (char *)input->data - made->arena;
        offset = start - random_below(source, 40);
        offset = offset < 0 ? 0 : offset;
    }
    array->data = made->arena + offset + (intptr_t)array->data;
    if (offset + bytes > made->used)
        made->used = (offset + bytes + 15) / 8 * 8;
}

/* Random integers in every element of a random input. */
static void fill(const weft_array *array, random_source *source)
{
    int64_t index[WEFT_MAX_RANK] = {0};
    char *at = array->data;
    weft_dtype dtype = (weft_dtype)array->dtype;
    bool is_signed = dtype != WEFT_BOOL && !(dtype >= WEFT_UINT8 && dtype <= WEFT_UINT64);
    for (int axis = 0; axis < array->rank; axis++)
        if (array->shape[axis] == 0)
            return;
    for (;;) {
        double real = random_below(source, 9) - (is_signed ? 4 : 0);
        double imaginary = random_below(source, 9) - 4;
        element_write(at, dtype, array->flags & WEFT_ARRAY_SWAPPED, real, imaginary);
        if (dtype == WEFT_BOOL && chance(source, 20))
            *at = (char)random_below(source, 256);
        int axis = array->rank - 1;
        for (; axis >= 0; axis--) {
            at += array->steps[axis];
            if (++index[axis] < array->shape[axis])
                break;
            at -= array->steps[axis] * array->shape[axis];
            index[axis] = 0;
        }
        if (axis < 0)
            return;
    }
}

/* Random bytes, mostly of one kind at times, in every element of the mask. */
static void fill_mask(const random_case *made, random_source *source)
{
    static const int percents[] = {0, 10, 50, 50, 90, 100};
    int percent = percents[random_below(source, 6)];
    int64_t index[WEFT_MAX_RANK] = {0};
    char *at = made->mask.data;
    for (int axis = 0; axis < made->mask.rank; axis++)
        if (made->mask.shape[axis] == 0)
            return;
    for (;;) {
        *at = chance(source, percent) ? (char)(1 + random_below(source, 255)) : 0;
        int axis = made->mask.rank - 1;
        for (; axis >= 0; axis--) {
            at += made->mask.steps[axis];
            if (++index[axis] < made->mask.shape[axis])
                break;
            at -= made->mask.steps[axis] * made->mask.shape[axis];
            index[axis] = 0;
        }
        if (axis < 0)
            return;
    }
}

/* Inputs of random dtypes; mostly ones that some loop takes. */
static void choose_dtypes(random_case *made, random_source *source)
{
    const weft_ufunc *ufunc = made->ufunc;
    const weft_loop *wanted = &ufunc->loops[random_below(source, (int)ufunc->loop_count)];
    for (int i = 0; i < ufunc->input_count; i++) {
        weft_dtype dtype = (weft_dtype)wanted->dtypes[i];
        if (chance(source, 30))
            dtype = (weft_dtype)(1 + random_below(source, WEFT_DTYPE_END - 1));
        made->operands[i].dtype = (uint8_t)dtype;
        if (chance(source, 10))
            made->operands[i].flags |= WEFT_ARRAY_SWAPPED;
    }
    made->loop = NULL;
    made->order = (weft_order)random_below(source, WEFT_ORDER_A + 1);
    made->dtype = WEFT_NONE;
    if (chance(source, 15)) { /* forced: the sample ufuncs have one loop for each result */
        made->dtype = (weft_dtype)wanted->dtypes[ufunc->input_count];
        made->loop = wanted;
        for (int i = 0; i < ufunc->input_count; i++)
            if (!weft_can_cast((weft_dtype)made->operands[i].dtype, (weft_dtype)wanted->dtypes[i],
                               WEFT_CASTING_SAME_KIND))
                made->loop = NULL;
        return;
    }
    for (int safe = 0; safe < 2; safe++)
        for (uint32_t k = 0; !made->loop && k < ufunc->loop_count; k++) {
            bool fits = true;
            for (int i = 0; i < ufunc->input_count; i++)
                fits = fits && weft_can_cast((weft_dtype)made->operands[i].dtype,
                                             (weft_dtype)ufunc->loops[k].dtypes[i],
                                             safe ? WEFT_CASTING_SAFE : WEFT_CASTING_NO);
            made->loop = fits ? &ufunc->loops[k] : NULL;
        }
}

/* An input's shape: the loop shape without some leading axes, or all where `alone`, with some axes 1, then
 * its core; `rank` and `shape` are those without loss. */
static void choose_input_shape(const random_case *made, random_source *source, weft_array *array,
                               int rank, int64_t *shape, bool alone)
{
    int dropped = chance(source, 20) ? random_below(source, made->loop_rank + 1) : 0;
    if (alone)
        dropped = made->loop_rank;
    for (int axis = 0; axis < made->loop_rank; axis++)
        if (chance(source, 15))
            shape[axis] = 1;
    array->rank = rank - dropped;
    memcpy(array->shape, shape + dropped, (size_t)array->rank * sizeof *shape);
}

/* Whether an operand lacks a dimension, which the call sees only where it has no loop axes. */
static bool has_missing(const random_case *made, int operand)
{
    const weft_operand *layout = &made->ufunc->operands[operand];
    for (int k = 0; k < layout->core_rank; k++)
        if (made->missing[layout->dimensions[k]])
            return true;
    return false;
}

/* A mask, of an elementwise call: true everywhere, nowhere, or here and there. */
static void choose_mask(random_case *made, random_source *source)
{
    int64_t shape[WEFT_MAX_RANK];
    memset(&made->mask, 0, sizeof made->mask);
    made->is_masked = made->ufunc->flags & WEFT_UFUNC_ELEMENTWISE && chance(source, 40);
    if (!made->is_masked)
        return;
    made->mask.dtype = WEFT_BOOL;
    memcpy(shape, made->loop_shape, sizeof shape);
    choose_input_shape(made, source, &made->mask, made->loop_rank, shape, false);
    place_mask(made, source, lay_out(&made->mask, source, true));
}

bool random_case_is_chosen(const random_case *made, const int64_t *index)
{
    const char *at = made->mask.data;
    int missing = made->loop_rank - made->mask.rank;
    for (int axis = 0; axis < made->mask.rank; axis++)
        if (made->mask.shape[axis] != 1)
            at += made->mask.steps[axis] * index[missing + axis];
    return !made->is_masked || *at != 0;
}

/* Loop axes of an input, or of the mask behind the inputs. */
static int loop_rank_of(const random_case *made, int i)
{
    return i < made->ufunc->input_count
               ? made->operands[i].rank - made->ufunc->operands[i].core_rank
               : made->mask.rank;
}

/* The loop shape that the inputs alone give, where no output is given. */
static void shrink_loop_shape(random_case *made)
{
    int64_t shape[WEFT_MAX_RANK];
    int rank = 0, count = made->ufunc->input_count + made->is_masked;
    for (int i = 0; i < count; i++) {
        int own = loop_rank_of(made, i);
        rank = own > rank ? own : rank;
    }
    for (int axis = 0; axis < rank; axis++) {
        shape[axis] = 1;
        for (int i = 0; i < count; i++) {
            int own = loop_rank_of(made, i), at = axis - (rank - own);
            const weft_array *array =
                i < made->ufunc->input_count ? &made->operands[i] : &made->mask;
            if (at >= 0 && array->shape[at] != 1)
                shape[axis] = array->shape[at];
        }
    }
    made->loop_rank = rank;
    memcpy(made->loop_shape, shape, (size_t)rank * sizeof *shape);
}

/* A given output: any dtype that the loop's result may be cast to. */
static void choose_output(random_case *made, random_source *source, int operand)
{
    weft_array *array = &made->operands[operand];
    weft_dtype result = (weft_dtype)(made->loop ? made->loop->dtypes[operand] : WEFT_FLOAT64);
    array->dtype = (uint8_t)result;
    if (chance(source, 25)) {
        weft_dtype dtype = (weft_dtype)(1 + random_below(source, WEFT_DTYPE_END - 1));
        if (weft_can_cast(result, dtype, WEFT_CASTING_SAME_KIND))
            array->dtype = (uint8_t)dtype;
    }
    if (chance(source, 10))
        array->flags |= WEFT_ARRAY_SWAPPED;
    array->rank = random_case_shape(made, operand, array->shape);
    place(made, source, operand, lay_out(array, source, false));
}

/* Scatters the core axes of a gufunc's operands; some are named from the end. */
static void choose_axes(random_case *made, random_source *source)
{
    made->axes_count = 0;
    made->has_axes = !(made->ufunc->flags & WEFT_UFUNC_ELEMENTWISE) && chance(source, 40);
    for (int i = 0; i < made->operand_count; i++) {
        int64_t shape[WEFT_MAX_RANK];
        const weft_operand *layout = &made->ufunc->operands[i];
        bool taken[WEFT_MAX_RANK] = {false};
        int rank =
            made->operands[i].dtype ? made->operands[i].rank : random_case_shape(made, i, shape);
        int loops = rank - layout->core_rank, shown = loops, last = loops, used = 0;
        for (int k = 0; k < layout->core_rank; k++)
            shown += !made->missing[layout->dimensions[k]];
        for (int k = 0; k < layout->core_rank; k++) {
            made->places[i][loops + k] = -1;
            if (made->missing[layout->dimensions[k]])
                continue;
            int axis = made->has_axes ? random_below(source, shown) : last++;
            while (taken[axis])
                axis = (axis + 1) % shown;
            taken[axis] = true;
            made->places[i][loops + k] = (int8_t)axis;
            if (made->has_axes)
                made->axes[made->axes_count++] = chance(source, 50) ? axis : axis - shown;
        }
        for (int axis = 0; axis < shown; axis++)
            if (!taken[axis])
                made->places[i][used++] = (int8_t)axis;
    }
}

weft_array random_case_shown(const random_case *made, int operand, const weft_array *array)
{
    weft_array shown = *array;
    shown.rank = 0;
    for (int axis = 0; axis < array->rank; axis++) {
        int place = made->places[operand][axis];
        if (place < 0)
            continue;
        shown.shape[place] = array->shape[axis];
        shown.steps[place] = array->steps[axis];
        shown.rank++;
    }
    return shown;
}

weft_array random_case_canonical(const random_case *made, int operand, const weft_array *shown)
{
    weft_array array = *shown;
    int64_t shape[WEFT_MAX_RANK];
    array.rank = random_case_shape(made, operand, shape);
    for (int axis = 0; axis < array.rank; axis++) {
        int place = made->places[operand][axis];
        array.shape[axis] = place < 0 ? 1 : shown->shape[place];
        array.steps[axis] = place < 0 ? 0 : shown->steps[place];
    }
    return array;
}

void random_case_make(random_case *made, random_source *source)
{
    made->ufunc = ufuncs[random_below(source, sizeof ufuncs / sizeof ufuncs[0])];
    made->operand_count = made->ufunc->input_count + made->ufunc->output_count;
    made->used = 64;
    memset(made->operands, 0, sizeof made->operands);
    choose_loop_shape(made, source, made->ufunc->dimension_count > 0);
    choose_core_sizes(made, source);
    choose_dtypes(made, source);
    for (int i = 0; i < made->ufunc->input_count; i++) {
        int64_t shape[WEFT_MAX_RANK];
        int rank = random_case_shape(made, i, shape);
        choose_input_shape(made, source, &made->operands[i], rank, shape, has_missing(made, i));
        place(made, source, i, lay_out(&made->operands[i], source, true));
    }
    choose_mask(made, source);
    bool given[CASE_OPERANDS] = {false}, any = made->ufunc == &sample_ramp;
    for (int i = made->ufunc->input_count; i < made->operand_count; i++) {
        given[i] = any || chance(source, 70);
        any = any || given[i];
    }
    if (!any)
        shrink_loop_shape(made);
    for (int i = made->ufunc->input_count; i < made->operand_count; i++)
        if (given[i])
            choose_output(made, source, i);
    choose_axes(made, source);
    for (int64_t k = 0; k < made->used; k++)
        made->arena[k] = (char)random_below(source, 256);
    for (int i = 0; i < made->ufunc->input_count; i++)
        fill(&made->operands[i], source);
    if (made->is_masked)
        fill_mask(made, source);
}

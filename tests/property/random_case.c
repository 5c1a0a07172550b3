#include "random_case.h"

#include <stddef.h>
#include <string.h>

#include "random_place.h"
#include "random_types.h"

/* The loop shape: mostly small, at times one long axis, so that rows are split among threads. */
static void choose_loop_shape(random_case *made, random_source *source, bool small)
{
    static const int ranks[] = {0, 1, 1, 2, 2, 3, 3, 4, 5};
    made->loop_rank = ranks[random_below(source, 9)];
    int long_axis = !small && made->loop_rank <= 2 && random_chance(source, 30)
                        ? random_below(source, made->loop_rank + 1)
                        : -1;
    for (int axis = 0; axis < made->loop_rank; axis++) {
        made->loop_shape[axis] = random_chance(source, 2) ? 0 : 1 + random_below(source, 4);
        if (axis == long_axis)
            made->loop_shape[axis] = 60 + random_below(source, 200);
    }
}

static void choose_core_sizes(random_case *made, random_source *source)
{
    for (int d = 0; d < made->ufunc->dimension_count; d++) {
        const weft_dimension *dimension = &made->ufunc->dimensions[d];
        made->sizes[d] = random_chance(source, 4) ? 0 : 1 + random_below(source, 4);
        made->missing[d] = dimension->kind == WEFT_DIMENSION_OPTIONAL && random_chance(source, 40);
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
        if (dtype == WEFT_BOOL && random_chance(source, 20))
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
        *at = random_chance(source, percent) ? (char)(1 + random_below(source, 255)) : 0;
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

/* An input's shape: the loop shape without some leading axes, or all where `alone`, with some axes 1, then
 * its core; `rank` and `shape` are those without loss. */
static void choose_input_shape(const random_case *made, random_source *source, weft_array *array,
                               int rank, int64_t *shape, bool alone)
{
    int dropped = random_chance(source, 20) ? random_below(source, made->loop_rank + 1) : 0;
    if (alone)
        dropped = made->loop_rank;
    for (int axis = 0; axis < made->loop_rank; axis++)
        if (random_chance(source, 15))
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
    if (!(made->ufunc->flags & WEFT_UFUNC_ELEMENTWISE) || !random_chance(source, 40))
        return;
    made->options.where = &made->mask;
    made->mask.dtype = WEFT_BOOL;
    memcpy(shape, made->loop_shape, sizeof shape);
    choose_input_shape(made, source, &made->mask, made->loop_rank, shape, false);
    random_place_mask(made, source);
}

bool random_case_is_chosen(const random_case *made, const int64_t *index)
{
    const char *at = made->mask.data;
    int missing = made->loop_rank - made->mask.rank;
    for (int axis = 0; axis < made->mask.rank; axis++)
        if (made->mask.shape[axis] != 1)
            at += made->mask.steps[axis] * index[missing + axis];
    return !made->options.where || *at != 0;
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
    int rank = 0, count = made->ufunc->input_count + (made->options.where != NULL);
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

/* A given output. */
static void choose_output(random_case *made, random_source *source, int operand)
{
    weft_array *array = &made->operands[operand];
    random_types_choose_output(made, source, operand);
    array->rank = random_case_shape(made, operand, array->shape);
    random_place_operand(made, source, operand);
}

/* Rank of an operand here, with all core axes. */
static int full_rank(const random_case *made, int operand)
{
    int64_t shape[WEFT_MAX_RANK];
    return made->operands[operand].dtype ? made->operands[operand].rank
                                         : random_case_shape(made, operand, shape);
}

/* Core axes that an operand has in the call. */
static int core_axes_shown(const random_case *made, int operand)
{
    const weft_operand *layout = &made->ufunc->operands[operand];
    int count = 0;
    for (int k = 0; k < layout->core_rank; k++)
        count += !made->missing[layout->dimensions[k]];
    return count;
}

/* options.axis, where the layout has one core dimension: an axis that all operands have. */
static void choose_axis(random_case *made, random_source *source)
{
    int least = WEFT_MAX_RANK;
    for (int i = 0; i < made->operand_count; i++) {
        bool keeps = made->options.keepdims && i >= made->ufunc->input_count;
        int rank = full_rank(made, i) + keeps;
        if ((made->ufunc->operands[i].core_rank || keeps) && rank < least)
            least = rank;
    }
    made->axis = random_below(source, 2 * least) - least;
    made->options.axis = &made->axis;
}

/* Where the core axes of one operand are in the call: `shown` axes, the core ones at random places that
 * options.axes names, all at options.axis, or behind the others. */
static void choose_places(random_case *made, random_source *source, int operand)
{
    const weft_operand *layout = &made->ufunc->operands[operand];
    bool taken[WEFT_MAX_RANK] = {false}, keeps = made->options.keepdims;
    keeps = keeps && operand >= made->ufunc->input_count;
    int loops = full_rank(made, operand) - layout->core_rank, used = 0;
    int shown = loops + (keeps ? 1 : core_axes_shown(made, operand)), last = loops;
    made->kept[operand] = -1;
    for (int k = 0; k < (keeps ? 1 : layout->core_rank); k++) {
        bool is_missing = !keeps && made->missing[layout->dimensions[k]];
        int axis = made->options.axes   ? random_below(source, shown ? shown : 1)
                   : made->options.axis ? made->axis + (made->axis < 0 ? shown : 0)
                                        : last;
        if (!keeps)
            made->places[operand][loops + k] = (int8_t)(is_missing ? -1 : axis);
        if (is_missing)
            continue;
        while (taken[axis])
            axis = (axis + 1) % shown;
        taken[axis] = true;
        last++;
        *(keeps ? &made->kept[operand] : &made->places[operand][loops + k]) = (int8_t)axis;
        if (made->options.axes)
            made->axes[made->options.axes_count++] =
                random_chance(source, 50) ? axis : axis - shown;
    }
    for (int axis = 0; axis < shown; axis++)
        if (!taken[axis])
            made->places[operand][used++] = (int8_t)axis;
}

/* The core axes of a gufunc's operands: the last ones, or scattered by one of the options. */
static void choose_axes(random_case *made, random_source *source)
{
    if (!(made->ufunc->flags & WEFT_UFUNC_ELEMENTWISE)) {
        made->options.keepdims = made->what == MEANING_COUNT && random_chance(source, 40);
        bool one = made->what == MEANING_COUNT || made->what == MEANING_CROSS ||
                   made->what == MEANING_RAMP;
        if (random_chance(source, 40))
            made->options.axes = made->axes;
        else if (one && random_chance(source, 50))
            choose_axis(made, source);
    }
    for (int i = 0; i < made->operand_count; i++)
        choose_places(made, source, i);
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
    if (made->kept[operand] >= 0 && array->dtype) {
        shown.shape[made->kept[operand]] = 1;
        shown.steps[made->kept[operand]] = 1; /* any: nothing walks it */
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

/* One of the ufuncs, as often as their shares say. */
static void choose_ufunc(random_case *made, random_source *source)
{
    int all = 0;
    const random_ufunc *chosen = random_ufuncs;
    for (const random_ufunc *item = random_ufuncs; item->ufunc; item++)
        all += item->share;
    for (int number = random_below(source, all); number >= chosen->share; chosen++)
        number -= chosen->share;
    made->ufunc = chosen->ufunc;
    made->what = chosen->what;
    made->operand_count = made->ufunc->input_count + made->ufunc->output_count;
}

/* Which outputs are given; where none is, the inputs alone make the loop's shape. */
static void choose_outputs(random_case *made, random_source *source)
{
    bool given[CASE_OPERANDS] = {false}, any = made->what == MEANING_RAMP;
    for (int i = made->ufunc->input_count; i < made->operand_count; i++) {
        given[i] = any || random_chance(source, 70);
        any = any || given[i];
    }
    if (!any)
        shrink_loop_shape(made);
    for (int i = made->ufunc->input_count; i < made->operand_count; i++)
        if (given[i])
            choose_output(made, source, i);
}

/* Makes a loop axis of an input longer than that of another operand, which the call must refuse. */
static void spoil_shape(random_case *made, random_source *source)
{
    int spoiled = random_below(source, made->ufunc->input_count);
    weft_array *array = &made->operands[spoiled];
    int own = array->rank - made->ufunc->operands[spoiled].core_rank;
    for (int i = 0; i < made->operand_count && own > 0; i++) {
        const weft_array *other = &made->operands[i];
        int their = other->rank - made->ufunc->operands[i].core_rank;
        bool is_output = i >= made->ufunc->input_count;
        if (i == spoiled || !other->dtype || their < 1)
            continue;
        if (other->shape[their - 1] != 1 || is_output) {
            array->shape[own - 1] = other->shape[their - 1] + 2;
            made->status = WEFT_ERROR_SHAPE;
            return;
        }
    }
}

void random_case_make(random_case *made, random_source *source)
{
    memset(made, 0, offsetof(random_case, arena));
    made->used = 64;
    choose_ufunc(made, source);
    choose_loop_shape(made, source, made->ufunc->dimension_count > 0);
    choose_core_sizes(made, source);
    random_types_choose(made, source);
    made->options.order = (weft_order)random_below(source, WEFT_ORDER_A + 1);
    for (int i = 0; i < made->ufunc->input_count; i++) {
        int64_t shape[WEFT_MAX_RANK];
        int rank = random_case_shape(made, i, shape);
        choose_input_shape(made, source, &made->operands[i], rank, shape, has_missing(made, i));
        random_place_operand(made, source, i);
    }
    choose_mask(made, source);
    choose_outputs(made, source);
    choose_axes(made, source);
    for (int64_t k = 0; k < made->used; k++)
        made->arena[k] = (char)random_below(source, 256);
    for (int i = 0; i < made->ufunc->input_count; i++)
        fill(&made->operands[i], source);
    if (made->options.where)
        fill_mask(made, source);
    if (made->status == WEFT_OK && random_chance(source, 3))
        spoil_shape(made, source);
}

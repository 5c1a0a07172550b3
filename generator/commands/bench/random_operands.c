#include "random_operands.h"

#include <math.h>
#include <string.h>

#include "commands/call/lists.h"

enum { LONGEST_CORE = 9, ONE_OF = 4 };

/* SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t draw(uint64_t *state)
{
    uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ mixed >> 31;
}

static void draw_sizes(const weft_ufunc *ufunc, int64_t *sizes, uint64_t *state)
{
    for (int i = 0; i < ufunc->dimension_count; i++) {
        const weft_dimension *dimension = &ufunc->dimensions[i];
        const int64_t drawn = 1 + (int64_t)(draw(state) % LONGEST_CORE);
        sizes[i] = dimension->kind == WEFT_DIMENSION_FIXED ? dimension->constant
                   : drawn > dimension->limit              ? dimension->limit
                                                           : drawn;
    }
}

/* Whole for integers, whose numbers stand in doubles exactly; bool is 0 or 1. */
static double draw_number(weft_dtype dtype, const random_rule *rule, uint64_t *state)
{
    const double share = (double)(draw(state) >> 11) * 0x1p-53;
    const bool is_unsigned = weft_can_cast(dtype, WEFT_UINT64, WEFT_CASTING_SAFE);
    const bool is_whole = is_unsigned || weft_can_cast(dtype, WEFT_INT64, WEFT_CASTING_SAFE);
    double low = isnan(rule->low) ? (is_whole ? 0 : -rule->high) : rule->low;
    if (dtype == WEFT_BOOL)
        return share < 0.5;
    if (is_unsigned)
        low = fmax(low, 0);
    const double number = low + share * (rule->high - low);
    return is_whole ? floor(number) : number;
}

/* Fills a new array, through one of doubles. */
static weft_status draw_elements(weft_array *array, const random_rule *rule, uint64_t *state,
                                 weft_error *error)
{
    weft_array numbers = {0};
    const weft_options unsafe = {.casting = WEFT_CASTING_UNSAFE};
    const bool is_complex =
        !weft_can_cast((weft_dtype)array->dtype, WEFT_FLOAT64, WEFT_CASTING_SAME_KIND);
    weft_status status = weft_array_new(&numbers, is_complex ? WEFT_COMPLEX128 : WEFT_FLOAT64,
                                        array->rank, array->shape, error);
    int64_t count = is_complex ? 2 : 1;
    for (int axis = 0; axis < array->rank; axis++)
        count *= array->shape[axis]; /* the array exists, so it fits */
    for (int64_t i = 0; i < count && !status; i++)
        ((double *)numbers.data)[i] = draw_number((weft_dtype)array->dtype, rule, state);
    if (!status)
        status = weft_array_copy(array, &numbers, &unsafe, error);
    weft_array_clear(&numbers);
    return status;
}

/* Where lists of random lengths begin: those of the first operand with lists of this size. */
static weft_status draw_offsets(call_operands *all, int operand, int64_t count, uint64_t *state,
                                const weft_array **offsets, weft_error *error)
{
    int first = 0;
    while (lists_dimension(all->ufunc, first) != lists_dimension(all->ufunc, operand))
        first++;
    *offsets = &all->offsets[first];
    if (first < operand)
        return WEFT_OK;
    weft_status status =
        weft_array_new(&all->offsets[first], WEFT_INT64, 1, (int64_t[]){count + 1}, error);
    int64_t at = 0;
    for (int64_t k = 0; k <= count && !status; k++) {
        ((int64_t *)all->offsets[first].data)[k] = at;
        at += (int64_t)(draw(state) % (LONGEST_CORE + 1));
    }
    return status;
}

/* One input, whose dtype is set: lists, or an item for each or for all. */
static weft_status draw_input(call_operands *all, int number, const random_rule *rule,
                              const int64_t *sizes, uint64_t *state, weft_error *error)
{
    const weft_operand *operand = &all->ufunc->operands[number];
    const weft_array *offsets = NULL;
    const bool is_lists = lists_dimension(all->ufunc, number) >= 0;
    weft_array *array = &all->arrays[number];
    int64_t shape[WEFT_MAX_RANK];
    weft_status status = WEFT_OK;
    const bool is_one = number && !is_lists && draw(state) % ONE_OF == 0;
    shape[0] = is_one ? 1 : rule->items;
    for (int axis = 0; axis < operand->core_rank; axis++)
        shape[axis + 1] = sizes[operand->dimensions[axis]];
    if (is_lists)
        status = draw_offsets(all, number, rule->items, state, &offsets, error);
    if (is_lists && !status)
        shape[1] = ((const int64_t *)offsets->data)[rule->items];
    if (!status)
        status = weft_array_new(array, (weft_dtype)array->dtype, operand->core_rank + !is_lists,
                                shape + is_lists, error);
    if (!status)
        status = draw_elements(array, rule, state, error);
    if (is_lists && !status)
        lists_set(array, offsets);
    return status;
}

weft_status random_operands(call_operands *all, const weft_loop *loop, const random_rule *rule,
                            weft_error *error)
{
    const weft_ufunc *ufunc = all->ufunc;
    uint64_t state = rule->seed;
    int64_t sizes[UINT8_MAX];
    weft_status status = WEFT_OK;
    draw_sizes(ufunc, sizes, &state);
    for (int i = 0; i < weft_ufunc_given_inputs(ufunc) && !status; i++) {
        all->arrays[i].dtype = loop->dtypes[i];
        status = draw_input(all, i, rule, sizes, &state, error);
    }
    return status;
}

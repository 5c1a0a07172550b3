#include "random_types.h"

#include <string.h>

static weft_casting casting_of(const random_case *made)
{
    return made->options.casting ? made->options.casting : WEFT_CASTING_SAME_KIND;
}

/* Whether one array may be cast from or to the dtype; `casting` no wants its byte order, too. */
static bool may_cast(const weft_array *array, weft_dtype from, weft_dtype to, weft_casting casting)
{
    return weft_can_cast(from, to, casting) &&
           !(casting == WEFT_CASTING_NO && array->flags & WEFT_ARRAY_SWAPPED);
}

static bool inputs_fit(const random_case *made, const weft_loop *loop, weft_casting casting)
{
    for (int i = 0; i < made->ufunc->input_count; i++)
        if (!may_cast(&made->operands[i], (weft_dtype)made->operands[i].dtype,
                      (weft_dtype)loop->dtypes[i], casting))
            return false;
    return true;
}

/* Whether a loop has the dtypes that the options ask for. */
static bool is_asked_for(const random_case *made, const weft_loop *loop)
{
    for (int i = 0; i < made->operand_count; i++) {
        weft_dtype wanted = WEFT_NONE;
        if (made->options.signature)
            wanted = made->signature[i];
        else if (i >= made->ufunc->input_count)
            wanted = made->options.dtype;
        if (wanted && wanted != loop->dtypes[i])
            return false;
    }
    return true;
}

/* Kinds from below: bool, unsigned, signed, floating, complex. */
static int height(weft_dtype dtype)
{
    return dtype == WEFT_BOOL                    ? 0
           : dtype >= WEFT_COMPLEX64             ? 4
           : dtype >= WEFT_FLOAT16               ? 3
           : strchr(weft_dtype_name(dtype), 'u') ? 1
                                                 : 2;
}

/* The loop to which `casting` lets the inputs be cast, NULL if there are none or several. */
static const weft_loop *find_only_loop(const random_case *made, weft_casting casting)
{
    const weft_loop *only = NULL;
    int count = 0;
    for (uint32_t k = 0; k < made->ufunc->loop_count; k++)
        if (inputs_fit(made, &made->ufunc->loops[k], casting)) {
            only = &made->ufunc->loops[k];
            count++;
        }
    return count == 1 ? only : NULL;
}

/* The rule of docs/semantics.md: the exact match, else the first loop to which every input casts
 * safely, else the only one to which `casting` lets them be cast; of forced loops else, where it
 * allows the casts, the last that loses least. */
static const weft_loop *find_loop(const random_case *made)
{
    bool forced = made->options.signature || made->options.dtype;
    weft_casting most = casting_of(made);
    weft_casting rounds[] = {forced ? WEFT_CASTING_NO : WEFT_CASTING_EQUIV, WEFT_CASTING_EQUIV,
                             WEFT_CASTING_SAFE};
    const weft_loop *best = NULL;
    int least = 0;
    for (int round = 0; round < 3; round++)
        for (uint32_t k = 0; k < made->ufunc->loop_count; k++)
            if (is_asked_for(made, &made->ufunc->loops[k]) && !(forced && rounds[round] > most) &&
                inputs_fit(made, &made->ufunc->loops[k], rounds[round]))
                return &made->ufunc->loops[k];
    if (!forced)
        return find_only_loop(made, most);
    for (uint32_t k = 0; k < made->ufunc->loop_count; k++)
        if (is_asked_for(made, &made->ufunc->loops[k]) &&
            inputs_fit(made, &made->ufunc->loops[k], most)) {
            int losses = 0;
            for (int i = 0; i < made->ufunc->input_count; i++) {
                weft_dtype from = (weft_dtype)made->operands[i].dtype;
                weft_dtype to = (weft_dtype)made->ufunc->loops[k].dtypes[i];
                losses += !weft_can_cast(from, to, WEFT_CASTING_SAFE);
                if (!weft_can_cast(from, to, WEFT_CASTING_SAME_KIND))
                    losses +=
                        100 + 100 * (height(from) > height(to) ? height(from) - height(to) : 0);
            }
            if (best && losses > least)
                continue;
            best = &made->ufunc->loops[k];
            least = losses;
        }
    return best;
}

/* Forces the loop, by the dtype of its outputs or by those of some operands. */
static void choose_forced(random_case *made, random_source *source, const weft_loop *wanted)
{
    if (random_chance(source, 50)) {
        made->options.dtype = (weft_dtype)wanted->dtypes[made->ufunc->input_count];
        return;
    }
    made->options.signature = made->signature;
    for (int i = 0; i < made->operand_count; i++)
        made->signature[i] = random_chance(source, 70) ? (weft_dtype)wanted->dtypes[i] : WEFT_NONE;
}

void random_types_choose(random_case *made, random_source *source)
{
    static const weft_casting castings[] = {WEFT_CASTING_NO,     WEFT_CASTING_EQUIV,
                                            WEFT_CASTING_SAFE,   WEFT_CASTING_SAME_KIND,
                                            WEFT_CASTING_UNSAFE, WEFT_CASTING_UNSAFE};
    const weft_ufunc *ufunc = made->ufunc;
    const weft_loop *wanted = &ufunc->loops[random_below(source, (int)ufunc->loop_count)];
    for (int i = 0; i < ufunc->input_count; i++) {
        weft_array *input = &made->operands[i];
        input->dtype = wanted->dtypes[i];
        if (random_chance(source, 30))
            input->dtype = (uint8_t)(1 + random_below(source, WEFT_DTYPE_END - 1));
        if (random_chance(source, 10))
            input->flags |= WEFT_ARRAY_SWAPPED;
    }
    if (random_chance(source, 30))
        made->options.casting = castings[random_below(source, 6)];
    if (random_chance(source, 20))
        choose_forced(made, source, wanted);
    made->loop = find_loop(made);
    made->status = made->loop ? WEFT_OK : WEFT_ERROR_DTYPE;
}

void random_types_choose_output(random_case *made, random_source *source, int operand)
{
    weft_array *output = &made->operands[operand];
    weft_dtype result = (weft_dtype)(made->loop ? made->loop->dtypes[operand] : WEFT_FLOAT64);
    output->dtype = (uint8_t)result;
    if (random_chance(source, 25)) {
        weft_dtype dtype = (weft_dtype)(1 + random_below(source, WEFT_DTYPE_END - 1));
        if (weft_can_cast(result, dtype, casting_of(made)) || random_chance(source, 5))
            output->dtype = (uint8_t)dtype;
    }
    if (random_chance(source, 10))
        output->flags |= WEFT_ARRAY_SWAPPED;
    if (made->loop && !may_cast(output, result, (weft_dtype)output->dtype, casting_of(made)))
        made->status = WEFT_ERROR_DTYPE;
}

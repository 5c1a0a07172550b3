/* resolve.c: which loop of a ufunc serves these dtypes. */
#include <math.h>

#include "arrays/array.h"
#include "base/dtype.h"
#include "base/error.h"
#include "base/options.h"
#include "call.h"

/* Whether a weak scalar can be a value of the dtype: of its own kind or above, and no bool. */
static bool bends_to(const weft_array *scalar, unsigned dtype)
{
    int rank = dtype_table[dtype].kind_rank;
    bool integer = dtype_table[scalar->dtype].kind == 'i';
    return rank > 0 && (integer || rank >= dtype_table[scalar->dtype].kind_rank);
}

/* Whether every input has the loop's dtype, or casts safely to it where `safe`; those of the set
 * `bending`, which are weak scalars, also fit wherever they bend to. */
static bool matches(const call_state *call, const weft_loop *loop, const uint8_t *dtypes, bool safe,
                    uint32_t bending)
{
    for (int i = 0; i < call->input_count; i++) {
        unsigned to = loop->dtypes[i];
        if (dtypes[i] == to || (safe && dtype_is_safe(dtypes[i], to)))
            continue;
        if (!(bending >> i & 1) || !bends_to(call->given[i], to))
            return false;
    }
    return true;
}

/* The dtype of the highest kind, then size, among inputs that are not weak; WEFT_NONE if all
 * are. */
static unsigned leading_dtype(const call_state *call)
{
    unsigned leading = WEFT_NONE;
    for (int i = 0; i < call->input_count; i++) {
        const weft_array *input = call->given[i];
        if (input->flags & WEFT_ARRAY_WEAK)
            continue;
        const dtype_facts *facts = &dtype_table[input->dtype], *best = &dtype_table[leading];
        bool integers = facts->kind != 'f' && facts->kind != 'c' && facts->kind_rank > 0 &&
                        best->kind_rank > 0 && best->kind_rank < 3;
        if (leading == WEFT_NONE ||
            (integers ? facts->size > best->size : facts->kind_rank > best->kind_rank) ||
            (facts->kind_rank == best->kind_rank && facts->size > best->size))
            leading = input->dtype;
    }
    return leading;
}

/* The dtype that a weak scalar takes beside arrays whose leading dtype is `leading`: that one
 * where it is of the scalar's kind or above, else the scalar's default, but complex64 beside
 * narrow floats. */
static unsigned weak_dtype(const weft_array *scalar, unsigned leading)
{
    char kind = dtype_table[scalar->dtype].kind;
    const dtype_facts *facts = &dtype_table[leading];
    if (leading == WEFT_NONE || facts->kind == 'b')
        return scalar->dtype;
    if (kind == 'i' || facts->kind_rank >= dtype_table[scalar->dtype].kind_rank)
        return leading;
    if (kind == 'c' && facts->kind == 'f' && facts->size <= 4)
        return WEFT_COMPLEX64;
    return scalar->dtype;
}

/* Whether a weak integer is a value of the dtype. */
static bool integer_fits(int64_t value, unsigned dtype)
{
    const dtype_facts *facts = &dtype_table[dtype];
    int bits = 8 * facts->size;
    if (facts->kind == 'u')
        return value >= 0 && (bits == 64 || value >> bits == 0);
    if (facts->kind == 'i' && bits < 64)
        return value >= -(INT64_C(1) << (bits - 1)) && value < INT64_C(1) << (bits - 1);
    return true;
}

/* The loops that there are, for a message. */
static void append_loops(error_text *text, const weft_ufunc *ufunc)
{
    for (uint32_t k = 0; k < ufunc->loop_count; k++)
        error_append(text, "%s%s", k ? "; " : "", ufunc->loops[k].prototype);
}

/* The first loop that fits: exact before safe, and each before the weak scalars of a set are bent
 * to other dtypes than the arrays'. Without any array bending alone fits no loop exactly. */
static const weft_loop *find_loop(const call_state *call, const uint8_t *dtypes, uint32_t weak)
{
    const weft_ufunc *ufunc = call->ufunc;
    for (uint32_t k = 0; k < ufunc->loop_count; k++) { /* most calls end here */
        const uint8_t *wanted = ufunc->loops[k].dtypes;
        int i = 0;
        while (i < call->input_count && dtypes[i] == wanted[i])
            i++;
        if (i == call->input_count)
            return &ufunc->loops[k];
    }
    for (int round = 1; round < 4; round++) {
        bool safe = round >= 2, bend = round % 2;
        if (bend && (weak == 0 || (!safe && weak + 1 == UINT32_C(1) << call->input_count)))
            continue;
        for (uint32_t k = 0; k < ufunc->loop_count; k++)
            if (matches(call, &ufunc->loops[k], dtypes, safe, bend ? weak : 0))
                return &ufunc->loops[k];
    }
    return NULL;
}

/* Whether a loop has the dtypes that the options force. */
static bool is_forced(const call_state *call, const weft_loop *loop)
{
    const weft_dtype *signature = call->options.signature;
    for (int i = signature ? 0 : call->input_count; i < call->operand_count; i++) {
        weft_dtype wanted = signature ? signature[i] : call->options.dtype;
        if (wanted && wanted != loop->dtypes[i])
            return false;
    }
    return true;
}

/* The first input that `casting` keeps from the loop's dtype, -1 if there is none; those of the set
 * `weak` bend. */
static int find_obstacle(const call_state *call, const weft_loop *loop, uint32_t weak,
                         weft_casting casting)
{
    for (int i = 0; i < call->input_count; i++) {
        const weft_array *input = call->given[i];
        if (weak >> i & 1 && bends_to(input, loop->dtypes[i]))
            continue;
        if (!weft_can_cast((weft_dtype)input->dtype, (weft_dtype)loop->dtypes[i], casting) ||
            (casting == WEFT_CASTING_NO && array_is_swapped(input)))
            return i;
    }
    return -1;
}

/* How many loops the call's casting allows the inputs to be cast to, those of the set `weak` bent;
 * *last is the last of them. None where it allows no more than safe casts, which have been tried. */
static int count_castable(const call_state *call, uint32_t weak, const weft_loop **last)
{
    const weft_ufunc *ufunc = call->ufunc;
    int count = 0;
    if (call->options.casting <= WEFT_CASTING_SAFE)
        return 0;
    for (uint32_t k = 0; k < ufunc->loop_count; k++)
        if (find_obstacle(call, &ufunc->loops[k], weak, call->options.casting) < 0) {
            *last = &ufunc->loops[k];
            count++;
        }
    return count;
}

static weft_status no_loop(const call_state *call, uint32_t weak, weft_error *error)
{
    const weft_ufunc *ufunc = call->ufunc;
    const weft_loop *last;
    error_text wanted = {0, ""}, loops = {0, ""}, choice = {0, ""};
    int castable = count_castable(call, weak, &last);
    for (int i = 0; i < call->input_count; i++) {
        const weft_array *input = call->given[i];
        error_append(&wanted, "%s%s%s", i ? ", " : "",
                     input->flags & WEFT_ARRAY_WEAK ? "scalar " : "",
                     weft_dtype_name((weft_dtype)input->dtype));
    }
    if (castable)
        error_append(&choice,
                     " safely, and casting %s allows %d of them, of which dtype or signature "
                     "chooses one",
                     options_casting_name(call->options.casting), castable);
    append_loops(&loops, ufunc);
    return error_set(error, WEFT_ERROR_DTYPE, "no loop of %s takes (%s)%s; it has: %s",
                     ufunc->name, wanted.text, choice.text, loops.text);
}

/* What the inputs lose where a loop reads them: most by casts that are not same_kind, each kind lower
 * once more, then by those that are not safe. */
static int find_losses(const call_state *call, const weft_loop *loop, uint32_t weak)
{
    int losses = 0;
    for (int i = 0; i < call->input_count; i++) {
        weft_dtype from = (weft_dtype)call->given[i]->dtype, to = (weft_dtype)loop->dtypes[i];
        if (weak >> i & 1 && bends_to(call->given[i], to))
            continue;
        int kinds = dtype_table[from].kind_rank - dtype_table[to].kind_rank;
        if (!weft_can_cast(from, to, WEFT_CASTING_SAME_KIND))
            losses += WEFT_MAX_OPERANDS * (kinds > 0 ? 1 + kinds : 1);
        losses += !weft_can_cast(from, to, WEFT_CASTING_SAFE);
    }
    return losses;
}

/* The loop that options.dtype or options.signature forces: the first that the inputs fit exactly,
 * else safely, else of those that `casting` allows the one by which least is lost; of several the
 * last, which is the widest. */
static const weft_loop *find_forced_loop(const call_state *call, uint32_t weak)
{
    const weft_casting rounds[] = {WEFT_CASTING_NO, WEFT_CASTING_EQUIV, WEFT_CASTING_SAFE};
    const weft_ufunc *ufunc = call->ufunc;
    for (int round = 0; round < 3 && rounds[round] <= call->options.casting; round++)
        for (uint32_t k = 0; k < ufunc->loop_count; k++)
            if (is_forced(call, &ufunc->loops[k]) &&
                find_obstacle(call, &ufunc->loops[k], weak, rounds[round]) < 0)
                return &ufunc->loops[k];
    const weft_loop *best = NULL;
    for (uint32_t k = 0; k < ufunc->loop_count; k++) {
        const weft_loop *loop = &ufunc->loops[k];
        if (is_forced(call, loop) && find_obstacle(call, loop, weak, call->options.casting) < 0 &&
            (!best || find_losses(call, loop, weak) <= find_losses(call, best, weak)))
            best = loop;
    }
    return best;
}

/* The inputs that are weak scalars; gives them the dtype that they take. */
static uint32_t bind_weak(const call_state *call, uint8_t *dtypes)
{
    unsigned leading = leading_dtype(call);
    uint32_t weak = 0;
    for (int i = 0; i < call->input_count; i++)
        if (call->given[i]->flags & WEFT_ARRAY_WEAK) {
            dtypes[i] = (uint8_t)weak_dtype(call->given[i], leading);
            weak |= UINT32_C(1) << i;
        }
    return weak;
}

/* The first weak integer that is no value of what the loop takes, -1 if there is none. */
static int find_misfit(const call_state *call, const weft_loop *loop, uint32_t weak)
{
    for (int i = 0; i < call->input_count; i++) {
        const weft_array *input = call->given[i];
        if (weak >> i & 1 && input->flags & WEFT_ARRAY_INLINE && input->dtype == WEFT_INT64 &&
            !integer_fits(input->value.i64, loop->dtypes[i]))
            return i;
    }
    return -1;
}

static weft_status misfit(const call_state *call, const weft_loop *loop, int i, weft_error *error)
{
    return error_set_at(error, WEFT_ERROR_DTYPE, i, -1,
                        "%s: operand %d (%s), the integer %lld, is no value of %s",
                        call->ufunc->name, i, call_operand_name(call, i),
                        (long long)call->given[i]->value.i64,
                        weft_dtype_name((weft_dtype)loop->dtypes[i]));
}

/* Whether some result of the loop has the dtype of some input. */
static bool gives_what_it_takes(const call_state *call, const weft_loop *loop)
{
    for (int output = call->input_count; output < call->operand_count; output++)
        for (int i = 0; i < call->input_count; i++)
            if (loop->dtypes[output] == loop->dtypes[i])
                return true;
    return false;
}

static weft_status no_such_loop(const call_state *call, weft_error *error)
{
    const weft_ufunc *ufunc = call->ufunc;
    const weft_dtype *signature = call->options.signature;
    error_text wanted = {0, ""}, loops = {0, ""};
    for (int i = 0; signature && i < call->operand_count; i++)
        error_append(&wanted, "%s%s",
                     i == call->input_count ? " -> "
                     : i                    ? ", "
                                            : "",
                     signature[i] ? weft_dtype_name(signature[i]) : "any");
    append_loops(&loops, ufunc);
    if (signature)
        return error_set(error, WEFT_ERROR_DTYPE,
                         "no loop of %s has the signature (%s); it has: %s", ufunc->name,
                         wanted.text, loops.text);
    return error_set(error, WEFT_ERROR_DTYPE, "no loop of %s gives %s; it has: %s", ufunc->name,
                     weft_dtype_name(call->options.dtype), loops.text);
}

/* Why no loop is to be had of those that the options force. */
static weft_status no_forced_loop(const call_state *call, uint32_t weak, weft_error *error)
{
    const weft_ufunc *ufunc = call->ufunc;
    const weft_loop *widest = NULL;
    for (uint32_t k = 0; k < ufunc->loop_count; k++)
        if (is_forced(call, &ufunc->loops[k]))
            widest = &ufunc->loops[k];
    if (!widest)
        return no_such_loop(call, error);
    int i = find_obstacle(call, widest, weak, call->options.casting);
    return error_set_at(error, WEFT_ERROR_DTYPE, i, -1,
                        "%s: operand %d (%s) is %s%s, and casting %s does not allow the loop %s to "
                        "read it as %s",
                        ufunc->name, i, call_operand_name(call, i),
                        array_is_swapped(call->given[i]) ? "byte-swapped " : "",
                        weft_dtype_name((weft_dtype)call->given[i]->dtype),
                        options_casting_name(call->options.casting), widest->prototype,
                        weft_dtype_name((weft_dtype)widest->dtypes[i]));
}

static bool has_forced_loop(const call_state *call)
{
    return call->options.dtype || call->options.signature;
}

static const weft_loop *search(const call_state *call, const uint8_t *dtypes, uint32_t weak)
{
    return has_forced_loop(call) ? find_forced_loop(call, weak) : find_loop(call, dtypes, weak);
}

/* The loop that the inputs are cast to as the call's casting allows, where that is a single one;
 * else NULL. */
static const weft_loop *find_castable(const call_state *call, uint32_t weak)
{
    const weft_loop *only;
    return !has_forced_loop(call) && count_castable(call, weak, &only) == 1 ? only : NULL;
}

/* The loop that inputs and options choose. A weak integer out of range is an error where the loop
 * gives what it takes, and where only a cast could make it fit; quotients and comparisons take it as
 * the int64 that it is. */
static weft_status choose_loop(const call_state *call, uint8_t *dtypes, uint32_t weak,
                               const weft_loop **found, weft_error *error)
{
    const weft_loop *loop = search(call, dtypes, weak);
    if (!loop)
        loop = find_castable(call, weak);
    const weft_loop *tight = loop;
    int i = loop ? find_misfit(call, loop, weak) : -1, first = i;
    while (i >= 0 && !gives_what_it_takes(call, loop)) {
        dtypes[i] = WEFT_INT64;
        weak &= ~(UINT32_C(1) << i);
        loop = search(call, dtypes, weak);
        i = loop ? find_misfit(call, loop, weak) : -1;
    }
    *found = loop;
    if (first >= 0 && (!loop || i >= 0))
        return misfit(call, tight, first, error);
    if (loop)
        return WEFT_OK;
    return has_forced_loop(call) ? no_forced_loop(call, weak, error) : no_loop(call, weak, error);
}

static weft_status check_signature(const call_state *call, weft_error *error)
{
    const weft_dtype *signature = call->options.signature;
    for (int i = 0; signature && i < call->operand_count; i++)
        if (signature[i] && !dtype_is_valid(signature[i]))
            return error_set_at(error, WEFT_ERROR_ARGUMENT, i, -1,
                                "%s: options.signature[%d] is %d, which is no dtype",
                                call->ufunc->name, i, (int)signature[i]);
    return WEFT_OK;
}

/* Whether the loop's results may be cast to the dtypes of the given outputs. */
static weft_status check_outputs(const call_state *call, weft_error *error)
{
    const weft_loop *loop = call->plan.loop;
    for (int i = call->input_count; i < call->operand_count; i++) {
        const weft_array *output = call->given[i];
        if (call->results >> i & 1)
            continue;
        bool swapped = output->flags & WEFT_ARRAY_SWAPPED;
        if (output->dtype == loop->dtypes[i] && !swapped)
            continue;
        if (!weft_can_cast((weft_dtype)loop->dtypes[i], (weft_dtype)output->dtype,
                           call->options.casting) ||
            (swapped && call->options.casting == WEFT_CASTING_NO))
            return error_set_at(error, WEFT_ERROR_DTYPE, i, -1,
                                "%s: operand %d (%s) is %s%s, and casting %s does not allow the "
                                "loop %s to write its %s there",
                                call->ufunc->name, i, call_operand_name(call, i),
                                swapped ? "byte-swapped " : "",
                                weft_dtype_name((weft_dtype)output->dtype),
                                options_casting_name(call->options.casting), loop->prototype,
                                weft_dtype_name((weft_dtype)loop->dtypes[i]));
    }
    return WEFT_OK;
}

weft_status resolve_loop(call_state *call, weft_error *error)
{
    uint8_t dtypes[WEFT_MAX_OPERANDS];
    uint32_t weak = 0;
    for (int i = 0; i < call->input_count; i++) {
        dtypes[i] = call->given[i]->dtype;
        weak |= call->given[i]->flags & WEFT_ARRAY_WEAK ? 1 : 0;
    }
    weak = weak ? bind_weak(call, dtypes) : 0;
    weft_status status;
    if ((status = check_signature(call, error)) ||
        (status = choose_loop(call, dtypes, weak, &call->plan.loop, error)))
        return status;
    return check_outputs(call, error);
}

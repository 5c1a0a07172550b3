/* resolve.c: which loop of a ufunc serves these dtypes. */
#include "resolve.h"

#include "base/dtype.h"
#include "base/error.h"
#include "base/options.h"
#include "call/direct/exact.h"
#include "operands.h"

/* Whether a weak scalar of a dtype can be a value of another: of its own kind or above, and no
 * bool. */
static bool bends_to(unsigned scalar, unsigned dtype)
{
    int rank = dtype_table[dtype].kind_rank;
    bool integer = dtype_table[scalar].kind == 'i';
    return rank > 0 && (integer || rank >= dtype_table[scalar].kind_rank);
}

/* Whether every input has the loop's dtype, or casts safely to it where `safe`; those of the set
 * `bending`, which are weak scalars, also fit wherever they bend to. */
static bool matches(const operand_types *types, const weft_loop *loop, bool safe, uint32_t bending)
{
    for (int i = 0; i < types->ufunc->input_count; i++) {
        unsigned to = loop->dtypes[i];
        if (types->bound[i] == to || (safe && dtype_is_safe(types->bound[i], to)))
            continue;
        if (!(bending >> i & 1) || !bends_to(types->dtypes[i], to))
            return false;
    }
    return true;
}

/* The dtype of the highest kind, then size, among inputs that are not weak; WEFT_NONE if all
 * are. */
static unsigned leading_dtype(const operand_types *types)
{
    unsigned leading = WEFT_NONE;
    for (int i = 0; i < types->ufunc->input_count; i++) {
        if (types->weak >> i & 1)
            continue;
        const dtype_facts *facts = &dtype_table[types->dtypes[i]], *best = &dtype_table[leading];
        bool integers = facts->kind != 'f' && facts->kind != 'c' && facts->kind_rank > 0 &&
                        best->kind_rank > 0 && best->kind_rank < 3;
        if (leading == WEFT_NONE ||
            (integers ? facts->size > best->size : facts->kind_rank > best->kind_rank) ||
            (facts->kind_rank == best->kind_rank && facts->size > best->size))
            leading = types->dtypes[i];
    }
    return leading;
}

/* The dtype that a weak scalar takes beside arrays whose leading dtype is `leading`: that one
 * where it is of the scalar's kind or above, else the scalar's default, but complex64 beside
 * narrow floats. */
static unsigned weak_dtype(unsigned scalar, unsigned leading)
{
    char kind = dtype_table[scalar].kind;
    const dtype_facts *facts = &dtype_table[leading];
    if (leading == WEFT_NONE || facts->kind == 'b')
        return scalar;
    if (kind == 'i' || facts->kind_rank >= dtype_table[scalar].kind_rank)
        return leading;
    if (kind == 'c' && facts->kind == 'f' && facts->size <= 4)
        return WEFT_COMPLEX64;
    return scalar;
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

/* The first loop of exactly these dtypes. Most calls end here. */
static inline const weft_loop *find_exact(const operand_types *types)
{
    const weft_ufunc *ufunc = types->ufunc;
    return ufunc->input_count > 0 ? exact_find(ufunc, types->bound, ufunc->input_count)
           : ufunc->loop_count    ? ufunc->loops
                                  : NULL;
}

/* The first loop that fits: exact before safe, and each before the weak scalars of a set are bent
 * to other dtypes than the arrays'. Without any array bending alone fits no loop exactly. */
static const weft_loop *find_loop(const operand_types *types, uint32_t weak)
{
    const weft_ufunc *ufunc = types->ufunc;
    const weft_loop *exact = find_exact(types);
    if (exact)
        return exact;
    for (int round = 1; round < 4; round++) {
        bool safe = round >= 2, bend = round % 2;
        if (bend && (weak == 0 || (!safe && weak + 1 == UINT32_C(1) << types->ufunc->input_count)))
            continue;
        for (uint32_t k = 0; k < ufunc->loop_count; k++)
            if (matches(types, &ufunc->loops[k], safe, bend ? weak : 0))
                return &ufunc->loops[k];
    }
    return NULL;
}

/* Whether a loop has the dtypes that the options force. */
static bool is_forced(const operand_types *types, const weft_loop *loop)
{
    const weft_dtype *signature = types->options->signature;
    for (int i = signature ? 0 : types->ufunc->input_count; i < operand_total(types->ufunc); i++) {
        weft_dtype wanted = signature ? signature[i] : types->options->dtype;
        if (wanted && wanted != loop->dtypes[i])
            return false;
    }
    return true;
}

/* The first input that `casting` keeps from the loop's dtype, -1 if there is none; those of the set
 * `weak` bend. */
static int find_obstacle(const operand_types *types, const weft_loop *loop, uint32_t weak,
                         weft_casting casting)
{
    for (int i = 0; i < types->ufunc->input_count; i++) {
        if (weak >> i & 1 && bends_to(types->dtypes[i], loop->dtypes[i]))
            continue;
        if (!weft_can_cast((weft_dtype)types->dtypes[i], (weft_dtype)loop->dtypes[i], casting) ||
            (casting == WEFT_CASTING_NO && types->swapped >> i & 1))
            return i;
    }
    return -1;
}

/* How many loops the call's casting allows the inputs to be cast to, those of the set `weak` bent;
 * *last is the last of them. None where it allows no more than safe casts, which have been tried.
 */
static int count_castable(const operand_types *types, uint32_t weak, const weft_loop **last)
{
    const weft_ufunc *ufunc = types->ufunc;
    int count = 0;
    if (types->options->casting <= WEFT_CASTING_SAFE)
        return 0;
    for (uint32_t k = 0; k < ufunc->loop_count; k++)
        if (find_obstacle(types, &ufunc->loops[k], weak, types->options->casting) < 0) {
            *last = &ufunc->loops[k];
            count++;
        }
    return count;
}

static weft_status no_loop(const operand_types *types, uint32_t weak, weft_error *error)
{
    const weft_ufunc *ufunc = types->ufunc;
    const weft_loop *last;
    error_text wanted = {0, ""}, loops = {0, ""}, choice = {0, ""};
    int castable = count_castable(types, weak, &last);
    for (int i = 0; i < types->ufunc->input_count; i++) {
        error_append(&wanted, "%s%s%s", i ? ", " : "", types->weak >> i & 1 ? "scalar " : "",
                     weft_dtype_name((weft_dtype)types->dtypes[i]));
    }
    if (castable)
        error_append(&choice,
                     " safely, and casting %s allows %d of them, of which dtype or signature "
                     "chooses one",
                     options_casting_name(types->options->casting), castable);
    append_loops(&loops, ufunc);
    return error_set(error, WEFT_ERROR_DTYPE, "no loop of %s takes (%s)%s; it has: %s", ufunc->name,
                     wanted.text, choice.text, loops.text);
}

/* What the inputs lose where a loop reads them: most by casts that are not same_kind, each kind
 * lower once more, then by those that are not safe. */
static int find_losses(const operand_types *types, const weft_loop *loop, uint32_t weak)
{
    int losses = 0;
    for (int i = 0; i < types->ufunc->input_count; i++) {
        weft_dtype from = (weft_dtype)types->dtypes[i], to = (weft_dtype)loop->dtypes[i];
        if (weak >> i & 1 && bends_to(types->dtypes[i], to))
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
static const weft_loop *find_forced_loop(const operand_types *types, uint32_t weak)
{
    const weft_casting rounds[] = {WEFT_CASTING_NO, WEFT_CASTING_EQUIV, WEFT_CASTING_SAFE};
    const weft_ufunc *ufunc = types->ufunc;
    for (int round = 0; round < 3 && rounds[round] <= types->options->casting; round++)
        for (uint32_t k = 0; k < ufunc->loop_count; k++)
            if (is_forced(types, &ufunc->loops[k]) &&
                find_obstacle(types, &ufunc->loops[k], weak, rounds[round]) < 0)
                return &ufunc->loops[k];
    const weft_loop *best = NULL;
    for (uint32_t k = 0; k < ufunc->loop_count; k++) {
        const weft_loop *loop = &ufunc->loops[k];
        if (is_forced(types, loop) &&
            find_obstacle(types, loop, weak, types->options->casting) < 0 &&
            (!best || find_losses(types, loop, weak) <= find_losses(types, best, weak)))
            best = loop;
    }
    return best;
}

/* Gives the inputs that are weak scalars the dtype that they take. */
static void bind_weak(operand_types *types)
{
    unsigned leading = leading_dtype(types);
    for (int i = 0; i < types->ufunc->input_count; i++)
        if (types->weak >> i & 1)
            types->bound[i] = (uint8_t)weak_dtype(types->dtypes[i], leading);
}

/* The first weak integer that is no value of what the loop takes, -1 if there is none. */
static int find_misfit(const operand_types *types, const weft_loop *loop, uint32_t weak)
{
    for (int i = 0; i < types->ufunc->input_count; i++)
        if (weak & types->integers & UINT32_C(1) << i &&
            !integer_fits(types->values[i], loop->dtypes[i]))
            return i;
    return -1;
}

static weft_status misfit(const operand_types *types, const weft_loop *loop, int i,
                          weft_error *error)
{
    return error_set_at(error, WEFT_ERROR_DTYPE, i, -1,
                        "%s: operand %d (%s), the integer %lld, is no value of %s",
                        types->ufunc->name, i, operand_name(types->ufunc, i),
                        (long long)types->values[i], weft_dtype_name((weft_dtype)loop->dtypes[i]));
}

/* Whether some result of the loop has the dtype of some input. */
static bool gives_what_it_takes(const operand_types *types, const weft_loop *loop)
{
    for (int output = types->ufunc->input_count; output < operand_total(types->ufunc); output++)
        for (int i = 0; i < types->ufunc->input_count; i++)
            if (loop->dtypes[output] == loop->dtypes[i])
                return true;
    return false;
}

static weft_status no_such_loop(const operand_types *types, weft_error *error)
{
    const weft_ufunc *ufunc = types->ufunc;
    const weft_dtype *signature = types->options->signature;
    error_text wanted = {0, ""}, loops = {0, ""};
    for (int i = 0; signature && i < operand_total(types->ufunc); i++)
        error_append(&wanted, "%s%s",
                     i == types->ufunc->input_count ? " -> "
                     : i                            ? ", "
                                                    : "",
                     signature[i] ? weft_dtype_name(signature[i]) : "any");
    append_loops(&loops, ufunc);
    if (signature)
        return error_set(error, WEFT_ERROR_DTYPE,
                         "no loop of %s has the signature (%s); it has: %s", ufunc->name,
                         wanted.text, loops.text);
    return error_set(error, WEFT_ERROR_DTYPE, "no loop of %s gives %s; it has: %s", ufunc->name,
                     weft_dtype_name(types->options->dtype), loops.text);
}

/* Why no loop is to be had of those that the options force. */
static weft_status no_forced_loop(const operand_types *types, uint32_t weak, weft_error *error)
{
    const weft_ufunc *ufunc = types->ufunc;
    const weft_loop *widest = NULL;
    for (uint32_t k = 0; k < ufunc->loop_count; k++)
        if (is_forced(types, &ufunc->loops[k]))
            widest = &ufunc->loops[k];
    if (!widest)
        return no_such_loop(types, error);
    int i = find_obstacle(types, widest, weak, types->options->casting);
    return error_set_at(error, WEFT_ERROR_DTYPE, i, -1,
                        "%s: operand %d (%s) is %s%s, and casting %s does not allow the loop %s to "
                        "read it as %s",
                        ufunc->name, i, operand_name(types->ufunc, i),
                        types->swapped >> i & 1 ? "byte-swapped " : "",
                        weft_dtype_name((weft_dtype)types->dtypes[i]),
                        options_casting_name(types->options->casting), widest->prototype,
                        weft_dtype_name((weft_dtype)widest->dtypes[i]));
}

static bool has_forced_loop(const operand_types *types)
{
    return types->options->dtype || types->options->signature;
}

static const weft_loop *search(const operand_types *types, uint32_t weak)
{
    return has_forced_loop(types) ? find_forced_loop(types, weak) : find_loop(types, weak);
}

/* The loop that the inputs are cast to as the call's casting allows, where that is a single one;
 * else NULL. */
static const weft_loop *find_castable(const operand_types *types, uint32_t weak)
{
    const weft_loop *only;
    return !has_forced_loop(types) && count_castable(types, weak, &only) == 1 ? only : NULL;
}

/* The loop that inputs and options choose. A weak integer out of range is an error where the loop
 * gives what it takes, and where only a cast could make it fit; quotients and comparisons take it
 * as the int64 that it is. */
static weft_status choose_loop(operand_types *types, uint32_t weak, const weft_loop **found,
                               weft_error *error)
{
    const weft_loop *loop = search(types, weak);
    if (!loop)
        loop = find_castable(types, weak);
    const weft_loop *tight = loop;
    int i = loop ? find_misfit(types, loop, weak) : -1, first = i;
    while (i >= 0 && !gives_what_it_takes(types, loop)) {
        types->bound[i] = WEFT_INT64;
        weak &= ~(UINT32_C(1) << i);
        loop = search(types, weak);
        i = loop ? find_misfit(types, loop, weak) : -1;
    }
    *found = loop;
    if (first >= 0 && (!loop || i >= 0))
        return misfit(types, tight, first, error);
    if (loop)
        return WEFT_OK;
    return has_forced_loop(types) ? no_forced_loop(types, weak, error)
                                  : no_loop(types, weak, error);
}

static weft_status check_signature(const operand_types *types, weft_error *error)
{
    const weft_dtype *signature = types->options->signature;
    for (int i = 0; signature && i < operand_total(types->ufunc); i++)
        if (signature[i] && !dtype_is_valid(signature[i]))
            return error_set_at(error, WEFT_ERROR_ARGUMENT, i, -1,
                                "%s: options.signature[%d] is %d, which is no dtype",
                                types->ufunc->name, i, (int)signature[i]);
    return WEFT_OK;
}

/* Whether the loop's results may be cast to the dtypes of the outputs that are there. */
static weft_status check_outputs(const operand_types *types, const weft_loop *loop,
                                 weft_error *error)
{
    const weft_casting casting = types->options->casting;
    for (int i = types->ufunc->input_count; i < operand_total(types->ufunc); i++) {
        const weft_dtype output = (weft_dtype)types->dtypes[i], made = (weft_dtype)loop->dtypes[i];
        bool swapped = types->swapped >> i & 1;
        if (output == WEFT_NONE || (output == made && !swapped))
            continue;
        if (!weft_can_cast(made, output, casting) || (swapped && casting == WEFT_CASTING_NO))
            return error_set_at(error, WEFT_ERROR_DTYPE, i, -1,
                                "%s: operand %d (%s) is %s%s, and casting %s does not allow the "
                                "loop %s to write its %s there",
                                types->ufunc->name, i, operand_name(types->ufunc, i),
                                swapped ? "byte-swapped " : "", weft_dtype_name(output),
                                options_casting_name(casting), loop->prototype,
                                weft_dtype_name(made));
    }
    return WEFT_OK;
}

/* Whether all outputs are there with the loop's dtypes: nothing is left to check. */
static inline bool fits_exactly(const operand_types *types, const weft_loop *loop)
{
    const int count = operand_total(types->ufunc);
    int i = types->ufunc->input_count;
    while (i < count && types->dtypes[i] == loop->dtypes[i])
        i++;
    return i == count && !types->swapped;
}

weft_status resolve_loop(operand_types *types, const weft_loop **loop, weft_error *error)
{
    weft_status status;
    if (!types->weak && !has_forced_loop(types) && (*loop = find_exact(types)))
        return fits_exactly(types, *loop) ? WEFT_OK : check_outputs(types, *loop, error);
    bind_weak(types);
    if ((status = check_signature(types, error)) ||
        (status = choose_loop(types, types->weak, loop, error)))
        return status;
    return check_outputs(types, *loop, error);
}

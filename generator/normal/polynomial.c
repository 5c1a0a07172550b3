#include "polynomial.h"

#include <string.h>

#include "text/dtype.h"

polynomial polynomial_constant(int64_t value)
{
    polynomial result = {.count = value != 0};
    result.terms[0].factor = value;
    return result;
}

polynomial polynomial_symbol(const symbol *of)
{
    return (polynomial){.count = 1, .terms = {{.factor = 1, .count = 1, .of = {of}}}};
}

bool polynomial_is_constant(const polynomial *value, int64_t *constant)
{
    *constant = value->count ? value->terms[0].factor : 0;
    return value->count == 0 || (value->count == 1 && value->terms[0].count == 0);
}

const symbol *polynomial_is_symbol(const polynomial *value)
{
    const term *only = value->terms;
    return value->count == 1 && only->factor == 1 && only->count == 1 ? only->of[0] : NULL;
}

static bool same_factors(const term *a, const term *b)
{
    return a->count == b->count && memcmp(a->of, b->of, a->count * sizeof *a->of) == 0;
}

static bool add_term(polynomial *sum, const term *added)
{
    for (size_t i = 0; i < sum->count; i++) {
        term *old = &sum->terms[i];
        if (!same_factors(old, added))
            continue;
        if (__builtin_add_overflow(old->factor, added->factor, &old->factor))
            return false;
        if (old->factor == 0)
            memmove(old, old + 1, (--sum->count - i) * sizeof *old);
        return true;
    }
    if (sum->count == POLYNOMIAL_TERMS)
        return false;
    sum->terms[sum->count++] = *added;
    return true;
}

bool polynomial_add(const polynomial *a, const polynomial *b, int64_t scale, polynomial *sum)
{
    polynomial result = *a;
    for (size_t i = 0; i < b->count && scale; i++) {
        term added = b->terms[i];
        if (__builtin_mul_overflow(added.factor, scale, &added.factor) ||
            !add_term(&result, &added))
            return false;
    }
    *sum = result;
    return true;
}

static bool multiply_terms(const term *a, const term *b, term *product)
{
    *product = *a;
    if (a->count + b->count > TERM_FACTORS ||
        __builtin_mul_overflow(a->factor, b->factor, &product->factor))
        return false;
    for (size_t i = 0; i < b->count; i++) {
        size_t at = product->count++;
        for (; at > 0 && product->of[at - 1]->number > b->of[i]->number; at--)
            product->of[at] = product->of[at - 1];
        product->of[at] = b->of[i];
    }
    return true;
}

bool polynomial_multiply(const polynomial *a, const polynomial *b, polynomial *product)
{
    polynomial result = {0};
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < b->count; k++) {
            term one;
            if (!multiply_terms(&a->terms[i], &b->terms[k], &one) || !add_term(&result, &one))
                return false;
        }
    *product = result;
    return true;
}

bool polynomial_same(const polynomial *a, const polynomial *b)
{
    polynomial difference;
    return polynomial_add(a, b, -1, &difference) && difference.count == 0;
}

bool polynomial_has(const polynomial *value, const symbol *of)
{
    for (size_t i = 0; i < value->count; i++)
        for (size_t k = 0; k < value->terms[i].count; k++)
            if (value->terms[i].of[k] == of)
                return true;
    return false;
}

bool polynomial_is_open(const polynomial *value)
{
    for (size_t i = 0; i < value->count; i++)
        for (size_t k = 0; k < value->terms[i].count; k++)
            if (!value->terms[i].of[k]->name)
                return true;
    return false;
}

/* The term without one factor that is the symbol; false where none is. */
static bool take_out(const term *from, const symbol *of, term *rest)
{
    *rest = *from;
    for (size_t k = 0; k < from->count; k++)
        if (from->of[k] == of) {
            rest->count--;
            memmove(rest->of + k, rest->of + k + 1, (rest->count - k) * sizeof *rest->of);
            return true;
        }
    return false;
}

bool polynomial_replace(const polynomial *value, const symbol *of, const polynomial *by,
                        polynomial *result)
{
    polynomial left = *value;
    for (unsigned power = 0; power <= TERM_FACTORS && polynomial_has(&left, of); power++) {
        polynomial next = {0};
        for (size_t i = 0; i < left.count; i++) {
            polynomial one = {.count = 1}, product;
            if (!take_out(&left.terms[i], of, &one.terms[0]))
                product = (polynomial){.count = 1, .terms = {left.terms[i]}};
            else if (!polynomial_multiply(&one, by, &product))
                return false;
            if (!polynomial_add(&next, &product, 1, &next))
                return false;
        }
        left = next;
    }
    *result = left;
    return !polynomial_has(&left, of) || polynomial_has(by, of);
}

bool polynomial_divide(const polynomial *value, const polynomial *by, polynomial *quotient,
                       polynomial *rest)
{
    *quotient = *rest = (polynomial){0};
    if (by->count != 1)
        return false;
    for (size_t i = 0; i < value->count; i++) {
        term left = value->terms[i], next;
        bool divides = left.factor % by->terms[0].factor == 0;
        for (size_t k = 0; k < by->terms[0].count && divides; k++) {
            divides = take_out(&left, by->terms[0].of[k], &next);
            left = next;
        }
        left.factor /= by->terms[0].factor;
        if (!(divides ? add_term(quotient, &left) : add_term(rest, &value->terms[i])))
            return false;
    }
    return true;
}

/* ---- what they lie between ---- */

/* The innermost counter; NULL if there is none. */
static const symbol *find_counter(const polynomial *value)
{
    const symbol *found = NULL;
    for (size_t i = 0; i < value->count; i++)
        for (size_t k = 0; k < value->terms[i].count; k++) {
            const symbol *of = value->terms[i].of[k];
            if (!of->size && (!found || of->number > found->number))
                found = of;
        }
    return found;
}

/* Each term with a counter is at least, or at most, what it is at one end of the counter's range,
 * for all other factors are 0 or more. */
static bool find_bound(const polynomial *value, bool lowest, polynomial *bound)
{
    const symbol *counter;
    *bound = *value;
    while ((counter = find_counter(bound)) != NULL) {
        polynomial next = {0};
        if (!counter->low)
            return false;
        for (size_t i = 0; i < bound->count; i++) {
            polynomial one = {.count = 1, .terms = {bound->terms[i]}};
            const bool is_low = (one.terms[0].factor > 0) == lowest;
            if (!polynomial_replace(&one, counter, is_low ? counter->low : counter->high, &one) ||
                !polynomial_add(&next, &one, 1, &next))
                return false;
        }
        *bound = next;
    }
    return true;
}

bool polynomial_lowest(const polynomial *value, polynomial *bound)
{
    return find_bound(value, true, bound);
}

bool polynomial_highest(const polynomial *value, polynomial *bound)
{
    return find_bound(value, false, bound);
}

bool polynomial_is_natural(const polynomial *value)
{
    polynomial bound;
    if (!polynomial_lowest(value, &bound))
        return false;
    for (size_t i = 0; i < bound.count; i++)
        if (bound.terms[i].factor < 0)
            return false;
    return true;
}

bool polynomial_is_below(const polynomial *value, const polynomial *end)
{
    polynomial difference, one = polynomial_constant(1);
    return polynomial_add(end, value, -1, &difference) &&
           polynomial_add(&difference, &one, -1, &difference) && polynomial_is_natural(&difference);
}

/* ---- as text ---- */

/* Sizes of narrow types are computed with as others are. */
static const char *term_text(arena *memory, const term *shown, uint64_t factor, bool alone)
{
    const char *text =
        factor == 1 && shown->count ? "" : arena_format(memory, "%llu", (unsigned long long)factor);
    alone &= factor == 1 && shown->count == 1;
    for (size_t k = 0; k < shown->count; k++) {
        const symbol *of = shown->of[k];
        const bool narrow = of->size && !alone && dtype_size(of->size->type->dtype) < 8;
        text = arena_format(memory, "%s%s%s%s", text, *text ? " * " : "", narrow ? "(size_t)" : "",
                            of->name);
    }
    return text;
}

const char *polynomial_text(arena *memory, const polynomial *value)
{
    const char *text = value->count ? "" : "0";
    for (int negative = 0; negative < 2; negative++)
        for (size_t i = 0; i < value->count; i++) {
            const int64_t factor = value->terms[i].factor;
            if ((factor < 0) != negative)
                continue;
            if (negative && !*text)
                return NULL;
            const uint64_t size = factor < 0 ? -(uint64_t)factor : (uint64_t)factor;
            text = arena_format(memory, "%s%s%s", text,
                                negative ? " - "
                                : *text  ? " + "
                                         : "",
                                term_text(memory, &value->terms[i], size, value->count == 1));
        }
    return text;
}

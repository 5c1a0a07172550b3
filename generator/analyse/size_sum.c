/* size_sum.c: numbers × products of sizes, added up. */
#include <string.h>

#include "flow.h"

size_sum sum_term(trip_count term)
{
    return (size_sum){.count = 1, .terms = {term}};
}

size_sum sum_number(double number)
{
    return sum_term((trip_count){.known = true, .factor = count_bound(number)});
}

/* The term of these sizes. Where there is no place for one the last is made to have them. */
static trip_count *find_term(size_sum *in, const trip_count *like)
{
    for (size_t i = 0; i < in->count; i++)
        if (count_is_alike(&in->terms[i], like))
            return &in->terms[i];
    if (in->count < MOST_TERMS) {
        trip_count *added = &in->terms[in->count++];
        *added = *like;
        added->factor = 0;
        return added;
    }
    trip_count *last = &in->terms[MOST_TERMS - 1];
    for (size_t i = 0; i < MOST_SIZES; i++)
        if (like->sizes.powers[i] > last->sizes.powers[i])
            last->sizes.powers[i] = like->sizes.powers[i];
    return last;
}

static void add_factor(size_sum *to, const trip_count *like, double factor)
{
    trip_count *term = find_term(to, like);
    term->factor = count_bound(term->factor + factor);
}

size_sum sum_join(size_sum a, size_sum b)
{
    for (size_t i = 0; i < b.count; i++) {
        trip_count *term = find_term(&a, &b.terms[i]);
        term->factor = term->factor > b.terms[i].factor ? term->factor : b.terms[i].factor;
    }
    a.own |= b.own;
    return a;
}

size_sum sum_add(size_sum a, size_sum b)
{
    for (size_t i = 0; i < b.count; i++)
        add_factor(&a, &b.terms[i], b.terms[i].factor);
    a.own |= b.own;
    return a;
}

size_sum sum_multiply(size_sum a, size_sum b)
{
    if (!a.count || !b.count)
        return a.count ? a : b;
    size_sum result = {.own = a.own || b.own};
    for (size_t i = 0; i < a.count; i++)
        for (size_t k = 0; k < b.count; k++) {
            const trip_count product = count_multiply(a.terms[i], b.terms[k]);
            add_factor(&result, &product, product.factor);
        }
    return result;
}

static trip_count divide_term(trip_count term, const trip_count *by)
{
    trip_count result = term;
    for (size_t i = 0; i < MOST_SIZES; i++) {
        if (by->sizes.powers[i] > term.sizes.powers[i])
            return term;
        result.sizes.powers[i] = (uint8_t)(term.sizes.powers[i] - by->sizes.powers[i]);
    }
    result.factor = count_bound(result.factor / by->factor);
    return result;
}

size_sum sum_divide(size_sum a, size_sum b)
{
    if (b.count != 1 || !(b.terms->factor > 0))
        return a;
    size_sum result = {.own = a.own};
    for (size_t i = 0; i < a.count; i++) {
        const trip_count quotient = divide_term(a.terms[i], b.terms);
        add_factor(&result, &quotient, quotient.factor);
    }
    return result;
}

size_sum sum_scale(size_sum a, double by)
{
    for (size_t i = 0; i < a.count; i++)
        a.terms[i].factor = count_bound(a.terms[i].factor * by);
    return a;
}

size_sum sum_of_sizes(size_sum a)
{
    size_sum result = {.own = a.own};
    for (size_t i = 0; i < a.count; i++)
        if (count_degree(&a.terms[i]))
            result.terms[result.count++] = a.terms[i];
    return result;
}

bool sum_has_sizes(const size_sum *sum)
{
    for (size_t i = 0; i < sum->count; i++)
        if (count_degree(&sum->terms[i]) && sum->terms[i].factor > 0)
            return true;
    return false;
}

bool sum_is_same(const size_sum *a, const size_sum *b)
{
    if (a->count != b->count || a->own != b->own)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->terms[i].factor != b->terms[i].factor || !count_is_alike(&a->terms[i], &b->terms[i]))
            return false;
    return true;
}

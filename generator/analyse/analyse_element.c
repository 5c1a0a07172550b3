/* analyse_element.c: which loop's variable counts each axis of an element of an array: A[i][k], or
 * A[i * n + k] where n is what k counts to, so that rows follow each other. */
#include "analyse.h"

#include <string.h>

#include "text/dtype.h"

enum { MOST_FACTORS = 8 };

/* One term of an index: a loop's variable, or none, times sizes and a constant. */
typedef struct monomial {
    int loop; /* -1: none */
    int64_t constant;
    const ir_variable *sizes[MOST_FACTORS];
    size_t size_count;
} monomial;

typedef struct polynomial {
    monomial terms[ELEMENT_MOST_AXES];
    size_t count;
} polynomial;

static unsigned bits(const ir_type *type)
{
    return ir_is_integer(type) && type->dtype != WEFT_BOOL ? 8u * (unsigned)dtype_size(type->dtype)
                                                           : 0;
}

const ir_expression *analyse_strip_widening(const ir_expression *value)
{
    while (value->kind == IR_CAST && bits(value->type) &&
           bits(value->type) >= bits(value->operands[0]->type))
        value = value->operands[0];
    return value;
}

/* Whether sums and products of this type stay exact as long as they are an element's index: those
 * of int overflow only where an index before them was beyond 2^31, outside of any such array. */
static bool is_index_type(const ir_type *type)
{
    return bits(type) == 64 || (bits(type) == 32 && ir_kind(type) == 'i');
}

static bool find_loop(const ir_statement *const *loops, size_t depth, const ir_variable *variable,
                      int *loop)
{
    counted_loop counted;
    for (size_t i = 0; i < depth; i++)
        if (analyse_counted(loops[i], &counted) && counted.variable == variable) {
            *loop = (int)i;
            return true;
        }
    return false;
}

static bool multiply_terms(const monomial *a, const monomial *b, monomial *product)
{
    *product = *a;
    if ((a->loop >= 0 && b->loop >= 0) || a->size_count + b->size_count > MOST_FACTORS ||
        __builtin_mul_overflow(a->constant, b->constant, &product->constant))
        return false;
    product->loop = a->loop >= 0 ? a->loop : b->loop;
    memcpy(product->sizes + a->size_count, b->sizes, b->size_count * sizeof *b->sizes);
    product->size_count = a->size_count + b->size_count;
    return true;
}

static bool add(const polynomial *a, const polynomial *b, polynomial *sum)
{
    *sum = *a;
    if (a->count + b->count > ELEMENT_MOST_AXES)
        return false;
    memcpy(sum->terms + a->count, b->terms, b->count * sizeof *b->terms);
    sum->count = a->count + b->count;
    return true;
}

static bool multiply(const polynomial *a, const polynomial *b, polynomial *product)
{
    product->count = 0;
    if (a->count * b->count > ELEMENT_MOST_AXES)
        return false;
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < b->count; k++)
            if (!multiply_terms(&a->terms[i], &b->terms[k], &product->terms[product->count++]))
                return false;
    return true;
}

static bool read_index(const ir_statement *const *loops, size_t depth, const ir_expression *value,
                       polynomial *index)
{
    monomial one = {.loop = -1, .constant = 1};
    polynomial left, right;
    value = analyse_strip_widening(value);
    if (value->kind == IR_BINARY && (value->op == IR_ADD || value->op == IR_MULTIPLY))
        return is_index_type(value->type) && read_index(loops, depth, value->operands[0], &left) &&
               read_index(loops, depth, value->operands[1], &right) &&
               (value->op == IR_ADD ? add : multiply)(&left, &right, index);
    if (value->kind == IR_LITERAL && value->is_integer)
        one.constant = value->integer;
    else if (value->kind != IR_VARIABLE)
        return false;
    else if (value->variable->storage == IR_PARAMETER && value->variable->is_size)
        one.sizes[one.size_count++] = value->variable;
    else if (!find_loop(loops, depth, value->variable, &one.loop))
        return false;
    *index = (polynomial){.terms = {one}, .count = 1};
    return true;
}

/* Whether the term counts in these steps: the same sizes, in any order. */
static bool has_step(const monomial *term, const monomial *step)
{
    bool used[MOST_FACTORS] = {false};
    if (term->constant != step->constant || term->size_count != step->size_count)
        return false;
    for (size_t i = 0; i < term->size_count; i++) {
        size_t k = 0;
        while (k < step->size_count && (used[k] || step->sizes[k] != term->sizes[i]))
            k++;
        if (k == step->size_count)
            return false;
        used[k] = true;
    }
    return true;
}

/* The step of the axis before the one that the loop counts. */
static bool widen_step(const ir_statement *loop, monomial *step)
{
    counted_loop counted;
    const ir_expression *size;
    monomial extent = {.loop = -1, .constant = 1}, inner = *step;
    if (!analyse_counted(loop, &counted) || !analyse_full_range(&counted, &size))
        return false;
    if (!ir_constant(size, &extent.constant))
        extent.sizes[extent.size_count++] = size->variable;
    return multiply_terms(&inner, &extent, step);
}

/* The axes of a flat index, the last one first: that one's step is 1, each other's its follower's
 * times that one's size. */
static bool order_axes(const ir_statement *const *loops, const polynomial *index,
                       element_axes *axes)
{
    monomial step = {.loop = -1, .constant = 1};
    axes->count = index->count;
    for (size_t left = index->count; left > 0; left--) {
        const monomial *found = NULL;
        for (size_t i = 0; i < index->count; i++)
            if (has_step(&index->terms[i], &step)) {
                if (found)
                    return false;
                found = &index->terms[i];
            }
        if (!found || found->loop < 0 || !widen_step(loops[found->loop], &step))
            return false;
        axes->loops[left - 1] = (size_t)found->loop;
    }
    return true;
}

bool analyse_element(const ir_statement *const *loops, size_t depth, const ir_expression *element,
                     element_axes *axes)
{
    polynomial index;
    int64_t first;
    int loop;
    const ir_expression *base = element->operand_count ? element->operands[0] : NULL;
    *axes = (element_axes){0};
    if (!base || base->kind != IR_VARIABLE || base->variable->storage != IR_PARAMETER)
        return false;
    axes->parameter = base->variable;
    if (element->kind == IR_UNARY)
        return element->op == IR_DEREFERENCE;
    const size_t rank = element->operand_count - 1;
    if (element->kind != IR_SUBSCRIPT || rank != ir_subscript_rank(base->variable->type) ||
        rank > ELEMENT_MOST_AXES)
        return false;
    if (base->variable->type->kind == IR_TYPE_POINTER && rank == 1 &&
        ir_constant(element->operands[1], &first) && first == 0)
        return true;
    for (size_t i = 0; i < rank; i++) {
        const ir_expression *value = analyse_strip_widening(element->operands[i + 1]);
        if (value->kind != IR_VARIABLE || !find_loop(loops, depth, value->variable, &loop))
            return rank == 1 && read_index(loops, depth, value, &index) &&
                   order_axes(loops, &index, axes);
        axes->loops[axes->count++] = (size_t)loop;
    }
    return true;
}

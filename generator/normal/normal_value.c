/* normal_value.c: what integers, pointers and locals are, in sizes and counters. */
#include <string.h>

#include "normal_parts.h"
#include "text/dtype.h"

value *normal_value_of(normaliser *in, const ir_variable *variable)
{
    return &in->values[variable->id];
}

bool normal_is_tracked(const normaliser *in, const ir_variable *variable)
{
    return in->values[variable->id].kind != VALUE_KEPT;
}

/* Of 64 bits there is none that sizes of arrays in memory would not fit in. */
bool normal_fits(normaliser *in, const polynomial *number, const ir_type *type)
{
    const char kind = ir_kind(type);
    polynomial negative = {0}, zero = {0};
    if (kind != 'i' && kind != 'u')
        return false;
    if (in->dry)
        return true;
    const size_t bits = 8 * dtype_size(type->dtype) - (kind == 'i');
    if (kind == 'u' && !polynomial_is_natural(number))
        return false;
    if (bits >= 63)
        return true;
    const int64_t most = (INT64_C(1) << bits) - 1;
    return normal_limit_to(in, number, most) &&
           (kind == 'u' || polynomial_is_natural(number) ||
            (polynomial_add(&zero, number, -1, &negative) && normal_limit_to(in, &negative, most)));
}

static bool read_variable(normaliser *in, const ir_variable *variable, polynomial *number)
{
    const value *known = normal_value_of(in, variable);
    if (variable->storage == IR_PARAMETER && variable->is_size && known->kind == VALUE_KEPT) {
        if (variable->assigned || !ir_is_integer(variable->type))
            return false;
        if (!in->sizes[variable->id]) {
            symbol *fresh = normal_symbol(in, variable->name);
            fresh->size = variable;
            in->sizes[variable->id] = fresh;
        }
        *number = polynomial_symbol(in->sizes[variable->id]);
        return true;
    }
    if (known->kind == VALUE_UNKNOWN)
        normal_keep(in, variable);
    *number = known->number;
    return known->kind == VALUE_NUMBER;
}

static bool read_binary(normaliser *in, const ir_expression *of, polynomial *number)
{
    polynomial left, right;
    if (of->op != IR_ADD && of->op != IR_SUBTRACT && of->op != IR_MULTIPLY)
        return false;
    if (!ir_is_integer(of->operands[0]->type) || !ir_is_integer(of->operands[1]->type) ||
        !normal_number(in, of->operands[0], &left) || !normal_number(in, of->operands[1], &right))
        return false;
    return of->op == IR_MULTIPLY ? polynomial_multiply(&left, &right, number)
                                 : polynomial_add(&left, &right, of->op == IR_ADD ? 1 : -1, number);
}

/* Whether unsigned arithmetic of 64 bits gives it, which indices are computed in, whatever it is.
 */
static bool is_modular(const ir_type *type)
{
    return ir_kind(type) == 'u' && dtype_size(type->dtype) == 8;
}

static bool read_number(normaliser *in, const ir_expression *of, polynomial *number)
{
    value stepped;
    switch (of->kind) {
    case IR_LITERAL:
        *number = polynomial_constant(of->integer);
        return of->is_integer;
    case IR_VARIABLE:
        return read_variable(in, of->variable, number);
    case IR_CAST:
        return ir_is_integer(of->operands[0]->type) && normal_number(in, of->operands[0], number);
    case IR_BINARY:
        return read_binary(in, of, number);
    case IR_ASSIGN:
        *number = (polynomial){0};
        if (!normal_step(in, of, &stepped) || stepped.kind != VALUE_NUMBER)
            return false;
        *number = stepped.number;
        return true;
    case IR_UNARY: {
        polynomial inner, zero = {0};
        if (of->op >= IR_PRE_INCREMENT) {
            bool known = normal_step(in, of, &stepped) && stepped.kind == VALUE_NUMBER;
            *number = stepped.number;
            return known;
        }
        return (of->op == IR_NEGATE || of->op == IR_PLUS) &&
               normal_number(in, of->operands[0], &inner) &&
               polynomial_add(&zero, &inner, of->op == IR_PLUS ? 1 : -1, number);
    }
    default:
        return false;
    }
}

bool normal_number(normaliser *in, const ir_expression *of, polynomial *number)
{
    if (!ir_is_integer(of->type) || ir_kind(of->type) == 'b' || !read_number(in, of, number) ||
        normal_is_over(in))
        return false;
    /* what a variable holds is of its type */
    return of->kind == IR_VARIABLE || normal_fits(in, number, of->type) ||
           (is_modular(of->type) && in->modular);
}

static bool find_changing(void *context, const ir_expression *of, const ir_statement *statement)
{
    bool *found = context;
    (void)statement;
    *found |= of->kind == IR_VARIABLE && of->variable->assigned;
    return !*found;
}

/* Whether an extent may not be any more what it was when the array was declared. */
static bool has_changed(const ir_expression *extent)
{
    bool found = false;
    ir_visit_expression(extent, NULL, find_changing, &found);
    return found;
}

bool normal_extent(normaliser *in, const ir_type *type, polynomial *extent)
{
    *extent = polynomial_constant(1);
    for (; type && type->kind == IR_TYPE_ARRAY; type = type->element) {
        polynomial own = polynomial_constant(type->extent);
        if (type->extent < 0 && (has_changed(type->extent_expression) || !type->extent_expression ||
                                 !normal_number(in, type->extent_expression, &own)))
            return false;
        if (!polynomial_multiply(extent, &own, extent))
            return false;
    }
    return type && ir_kind(type) != 0;
}

/* Behind so many objects of the type that lies there. */
static bool move(normaliser *in, place *where, const ir_expression *by, int64_t sign)
{
    polynomial count, extent;
    const bool outside = in->modular;
    in->modular = true;
    const bool known = normal_number(in, by, &count);
    in->modular = outside;
    return known && normal_extent(in, where->type, &extent) &&
           polynomial_multiply(&count, &extent, &count) &&
           polynomial_add(&where->offset, &count, sign, &where->offset);
}

static bool points_to_variable(normaliser *in, const ir_variable *variable, place *where)
{
    const value *known = normal_value_of(in, variable);
    const ir_type *type = variable->type;
    if (known->kind == VALUE_UNKNOWN)
        normal_keep(in, variable);
    *where = known->points;
    if (known->kind != VALUE_KEPT)
        return known->kind == VALUE_POINTER;
    const bool is_array = type->kind == IR_TYPE_ARRAY && !type->is_volatile;
    const bool is_operand = variable->storage == IR_PARAMETER && type->kind == IR_TYPE_POINTER &&
                            !variable->assigned && in->now == in->root;
    *where = (place){.base = variable, .type = type->element};
    return (is_array || is_operand) && variable->residence != IR_VOLATILE;
}

/* A conversion that changes no more than a const. */
static bool is_renamed(const ir_expression *cast)
{
    const ir_type *to = cast->type, *from = cast->operands[0]->type;
    if (cast->implicit && from->kind == IR_TYPE_ARRAY)
        return true;
    return to->kind == IR_TYPE_POINTER && from->kind == IR_TYPE_POINTER && to->element &&
           from->element && ir_kind(to->element) && ir_kind(from->element) &&
           to->element->dtype == from->element->dtype && !to->element->is_volatile;
}

bool normal_points(normaliser *in, const ir_expression *pointer, place *where)
{
    value stepped;
    switch (pointer->kind) {
    case IR_VARIABLE:
        return points_to_variable(in, pointer->variable, where);
    case IR_CAST:
        return is_renamed(pointer) && normal_points(in, pointer->operands[0], where);
    case IR_BINARY:
        if (pointer->op != IR_ADD && pointer->op != IR_SUBTRACT)
            return false;
        if (ir_is_integer(pointer->operands[0]->type))
            return pointer->op == IR_ADD && normal_points(in, pointer->operands[1], where) &&
                   move(in, where, pointer->operands[0], 1);
        return normal_points(in, pointer->operands[0], where) &&
               ir_is_integer(pointer->operands[1]->type) &&
               move(in, where, pointer->operands[1], pointer->op == IR_ADD ? 1 : -1);
    case IR_UNARY:
        if (pointer->op == IR_ADDRESS)
            return normal_place(in, pointer->operands[0], where);
        if (pointer->op >= IR_PRE_INCREMENT) {
            bool known = normal_step(in, pointer, &stepped) && stepped.kind == VALUE_POINTER;
            *where = stepped.points;
            return known;
        }
        break;
    default:
        break;
    }
    if (pointer->type->kind != IR_TYPE_ARRAY || !normal_place(in, pointer, where) ||
        where->type->kind != IR_TYPE_ARRAY)
        return false;
    where->type = where->type->element; /* a row becomes a pointer to what it begins with */
    return true;
}

bool normal_place(normaliser *in, const ir_expression *lvalue, place *where)
{
    if (lvalue->kind == IR_UNARY && lvalue->op == IR_DEREFERENCE)
        return normal_points(in, lvalue->operands[0], where);
    if (lvalue->kind == IR_VARIABLE && lvalue->variable->type->kind == IR_TYPE_ARRAY &&
        normal_value_of(in, lvalue->variable)->kind == VALUE_KEPT) {
        *where = (place){.base = lvalue->variable, .type = lvalue->variable->type};
        return true;
    }
    if (lvalue->kind != IR_SUBSCRIPT || !normal_points(in, lvalue->operands[0], where))
        return false;
    for (size_t i = 1; i < lvalue->operand_count; i++) {
        if (i > 1 && where->type->kind != IR_TYPE_ARRAY)
            return false;
        where->type = i > 1 ? where->type->element : where->type;
        if (!move(in, where, lvalue->operands[i], 1))
            return false;
    }
    return true;
}

/* ---- locals ---- */

/* Whether nothing writes to what the elements lie in: an operand that is read. */
static bool is_read_only(const normaliser *in, const ir_expression *element)
{
    const ir_variable *base = ir_base_variable(element);
    if (base && in->values[base->id].kind == VALUE_POINTER)
        base = in->values[base->id].points.base;
    if (!base || base->storage != IR_PARAMETER || in->values[base->id].kind == VALUE_UNKNOWN)
        return false;
    const ir_type *type = base->type->element;
    while (type && type->kind == IR_TYPE_ARRAY)
        type = type->element;
    return type && type->is_const && !type->is_volatile;
}

static bool is_passing(void *context, const ir_expression *of, const ir_statement *statement)
{
    normaliser *in = ((void **)context)[0];
    bool *lasting = ((void **)context)[1];
    const ir_variable *variable = of->variable;
    (void)statement;
    switch (of->kind) {
    case IR_LITERAL:
    case IR_CAST:
        break;
    case IR_VARIABLE:
        *lasting &= variable->storage <= IR_LOCAL && variable->residence == IR_REGISTER &&
                    (normal_is_tracked(in, variable) || !variable->assigned ||
                     variable->type->kind == IR_TYPE_ARRAY);
        break;
    case IR_SUBSCRIPT:
        *lasting &= ir_kind(of->type) == 0 || is_read_only(in, of);
        break;
    case IR_UNARY:
        *lasting &= of->op < IR_PRE_INCREMENT && (of->op != IR_DEREFERENCE || is_read_only(in, of));
        break;
    case IR_BINARY:
        *lasting &= of->op == IR_ADD || of->op == IR_SUBTRACT || of->op == IR_MULTIPLY;
        break;
    default:
        *lasting = false;
    }
    return *lasting;
}

/* An element of an array that nothing writes, a number, or a local that is either: the same
 * wherever it stands. */
static bool is_lasting(normaliser *in, const ir_expression *of)
{
    bool lasting = true;
    void *context[] = {in, &lasting};
    const ir_expression *bare = ir_strip_casts(of);
    if (bare->kind != IR_LITERAL && bare->kind != IR_VARIABLE && bare->kind != IR_SUBSCRIPT &&
        !(bare->kind == IR_UNARY && bare->op == IR_DEREFERENCE))
        return false;
    ir_visit_expression(of, NULL, is_passing, context);
    return lasting && ir_kind(bare->type);
}

/* Whether a number becomes one of another type without a word of it: where C converts it once, it
 * may be converted as often as it is read, or never. */
static bool converts_silently(const ir_type *to, const ir_expression *from)
{
    const bool same = strcmp(normal_type(to), normal_type(from->type)) == 0;
    const bool widens = ir_kind(to) == 'f' && ir_kind(from->type) == 'f' &&
                        dtype_digits(to->dtype) >= dtype_digits(from->type->dtype);
    return from->kind == IR_LITERAL ||
           ((same || widens) &&
            (from->kind != IR_CAST || converts_silently(from->type, from->operands[0])));
}

bool normal_evaluate(normaliser *in, const ir_variable *target, const ir_expression *of,
                     value *result)
{
    const char kind = ir_kind(target->type);
    *result = (value){0};
    if (target->type->kind == IR_TYPE_POINTER) {
        result->kind = VALUE_POINTER;
        return normal_points(in, of, &result->points);
    }
    if (kind == 'i' || kind == 'u') {
        result->kind = VALUE_NUMBER;
        return normal_number(in, of, &result->number);
    }
    if ((kind != 'f' && kind != 'c') || !is_lasting(in, of) || !converts_silently(target->type, of))
        return false;
    result->kind = VALUE_TEXT;
    const ir_expression *bare = ir_strip(of);
    const bool same = strcmp(normal_type(target->type), normal_type(bare->type)) == 0;
    const shown_text shown = normal_text(in, bare);
    result->text =
        same && shown.strength == BINDS_AS_NAME ? shown.text
        : same                                  ? arena_format(in->memory, "(%s)", shown.text)
               : arena_format(in->memory, "((%s)%s%s%s)", normal_type(target->type),
                              shown.strength ? "" : "(", shown.text, shown.strength ? "" : ")");
    return !normal_is_over(in);
}

/* What ++, --, += and -= make of a local's value. */
static bool advance(normaliser *in, const ir_expression *step, const ir_variable *variable,
                    value *after)
{
    *after = *normal_value_of(in, variable);
    const polynomial one = polynomial_constant(1);
    const bool is_assignment = step->kind == IR_ASSIGN;
    const bool down = is_assignment ? step->op == IR_SUBTRACT
                                    : step->op == IR_PRE_DECREMENT || step->op == IR_POST_DECREMENT;
    polynomial by = one;
    if (is_assignment && !normal_number(in, step->operands[1], &by))
        return false;
    if (after->kind == VALUE_POINTER) {
        polynomial extent;
        return normal_extent(in, after->points.type, &extent) &&
               polynomial_multiply(&by, &extent, &by) &&
               polynomial_add(&after->points.offset, &by, down ? -1 : 1, &after->points.offset);
    }
    if (after->kind != VALUE_NUMBER)
        return false;
    if (is_assignment && step->op == IR_MULTIPLY)
        return polynomial_multiply(&after->number, &by, &after->number) &&
               normal_fits(in, &after->number, variable->type);
    if (!polynomial_add(&after->number, &by, down ? -1 : 1, &after->number))
        return false;
    if (!normal_fits(in, &after->number, variable->type))
        *after = (value){.kind = VALUE_UNKNOWN}; /* such as -1 behind the last round */
    return true;
}

bool normal_step(normaliser *in, const ir_expression *step, value *result)
{
    const ir_expression *target = ir_written(step);
    value after;
    if (!target || target->kind != IR_VARIABLE || !normal_is_tracked(in, target->variable))
        return false;
    const ir_variable *variable = target->variable;
    const bool adds = step->kind != IR_ASSIGN || step->op == IR_ADD || step->op == IR_SUBTRACT ||
                      (step->op == IR_MULTIPLY && ir_is_integer(step->computed));
    const bool is_known = step->kind == IR_ASSIGN && step->op == IR_OPERATOR_NONE
                              ? normal_evaluate(in, variable, step->operands[1], &after)
                              : adds && normal_value_of(in, variable)->kind != VALUE_UNKNOWN &&
                                    (!step->computed || ir_is_integer(step->computed) ||
                                     step->computed->kind == IR_TYPE_POINTER) &&
                                    advance(in, step, variable, &after);
    if (!is_known || in->maybe) {
        normal_keep(in, variable);
        return false;
    }
    const bool postfix = step->op == IR_POST_INCREMENT || step->op == IR_POST_DECREMENT;
    if (step->kind == IR_UNARY && postfix) {
        *result = *normal_value_of(in, variable);
        *ARENA_PUSH(in->memory, in->pending, in->pending_count) = (pending_step){variable, after};
    } else {
        *result = *normal_value_of(in, variable) = after;
    }
    return true;
}

void normal_make_pending(normaliser *in)
{
    for (size_t i = 0; i < in->pending_count; i++)
        *normal_value_of(in, in->pending[i].variable) = in->pending[i].after;
    in->pending_count = 0;
}

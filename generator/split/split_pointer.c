/* split_pointer.c: pointers. A pointer of the function's own always leads into one object, and
 * becomes the number of the element there: `p = v; *p++` is `p_at = 0; v[p_at], p_at = p_at + 1`.
 */
#include "split_parts.h"

static const ir_type *number_type(split *in)
{
    return ir_scalar(in->memory, WEFT_INT32); /* objects of a function are small */
}

static ir_expression *first(split *in, location where)
{
    return split_number(in, number_type(in), where, 0);
}

static split_pointer nowhere(split *in, const ir_expression *value, const char *reason)
{
    split_gap(in, value->place, reason);
    ir_expression *number = first(in, value->place);
    return (split_pointer){.base = {.whole = number}, .type = number->type, .at = number};
}

static bool is_zero(const ir_expression *value)
{
    int64_t number;
    return ir_constant(value, &number) && number == 0;
}

/* at + by, or less. */
static ir_expression *moved(split *in, ir_expression *at, ir_operator op, ir_expression *by)
{
    if (is_zero(at) && op == IR_ADD)
        return by;
    if (is_zero(by))
        return at;
    const ir_type *type = number_type(in);
    return split_binary(in, op, split_cast(in, type, at), split_cast(in, type, by));
}

/* ---- the object ---- */

static bool is_same_object(const split_place *a, const split_place *b)
{
    if (a->whole || b->whole)
        return a->whole && b->whole && ir_same(a->whole, b->whole);
    bool same =
        a->variable == b->variable && a->part == b->part && a->index_count == b->index_count;
    for (size_t i = 0; i < a->index_count && same; i++)
        same = ir_same(a->indices[i], b->indices[i]);
    return same;
}

static bool is_fixed(const split_place *place)
{
    bool fixed = !place->whole || place->whole->kind == IR_VARIABLE;
    for (size_t i = 0; i < place->index_count && fixed; i++)
        fixed = place->indices[i]->kind == IR_LITERAL;
    return fixed;
}

/* Two pointers into one object. */
static void need_same(split *in, const split_pointer *a, const split_pointer *b, location where)
{
    if (!is_same_object(&a->base, &b->base) || !a->at || !b->at)
        split_gap(in, where, "pointers into several objects");
}

/* ---- values ---- */

static bool is_pointer(const ir_type *type)
{
    return type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY;
}

/* Whether a pointer leads to what it is said to. */
static bool is_pun(const ir_type *said, const ir_type *is)
{
    if (!is_pointer(said) || !is_pointer(is))
        return true;
    said = said->element, is = is->element;
    return said->kind != is->kind || said->dtype != is->dtype || said->record != is->record;
}

static split_pointer of_address(split *in, const ir_expression *place)
{
    place = ir_strip(place);
    if (place->kind == IR_UNARY && place->op == IR_DEREFERENCE)
        return split_find_pointer(in, place->operands[0]);
    if (place->kind != IR_SUBSCRIPT)
        return (split_pointer){.base = split_find_place(in, place), .type = place->type};
    ir_expression *outer = split_copy_node(in, place);
    for (size_t i = 0; i + 1 < place->operand_count; i++)
        ir_add_operand(in->memory, outer, place->operands[i]);
    split_pointer found;
    if (outer->operand_count == 1)
        found = split_find_pointer(in, outer->operands[0]);
    else
        found = (split_pointer){.base = split_find_place(in, outer),
                                .type = place->type,
                                .at = first(in, place->place)};
    ir_expression *index = split_value(in, place->operands[place->operand_count - 1]);
    if (found.at)
        found.at = moved(in, found.at, IR_ADD, index);
    else if (!is_zero(index))
        split_gap(in, place->place, "a pointer that is a value");
    return found;
}

static split_pointer of_sum(split *in, const ir_expression *value)
{
    const bool left = is_pointer(value->operands[0]->type);
    split_pointer found = split_find_pointer(in, value->operands[!left]);
    ir_expression *by = split_value(in, value->operands[left]);
    if (!found.at || (value->op != IR_ADD && value->op != IR_SUBTRACT))
        return nowhere(in, value, "a pointer that is a value");
    found.at = moved(in, found.at, value->op, by);
    return found;
}

static split_pointer of_choice(split *in, const ir_expression *value)
{
    ir_expression *condition = split_condition(in, value->operands[0]);
    split_pointer yes = split_find_pointer(in, value->operands[1]);
    split_pointer no = split_find_pointer(in, value->operands[2]);
    need_same(in, &yes, &no, value->place);
    if (in->gap->reason)
        return no;
    const ir_type *type = number_type(in);
    yes.at = split_choose(in, condition, split_cast(in, type, yes.at), split_cast(in, type, no.at));
    return yes;
}

static split_pointer of_variable(split *in, const ir_expression *value)
{
    ir_variable *variable = value->variable;
    if (variable->type->kind == IR_TYPE_POINTER && variable->storage != IR_PARAMETER) {
        bool known = variable->id < in->old_count && in->pointers[variable->id].type;
        return known ? in->pointers[variable->id]
                     : nowhere(in, value, "a pointer that is a variable");
    }
    const ir_type *element = variable->type->element;
    return (split_pointer){
        .base = split_find_place(in, value), .type = element, .at = first(in, value->place)};
}

split_pointer split_find_pointer(split *in, const ir_expression *pointer)
{
    const ir_expression *value = ir_strip_casts(pointer);
    if (value->kind == IR_UNARY && value->op == IR_ADDRESS)
        return of_address(in, value->operands[0]);
    if (is_pun(pointer->type, value->type))
        return nowhere(in, pointer, "a pointer that is a value");
    if (value->kind == IR_VARIABLE)
        return of_variable(in, value);
    if (value->kind == IR_BINARY)
        return of_sum(in, value);
    if (value->kind == IR_CONDITIONAL)
        return of_choice(in, value);
    if (split_is_place(value) && value->type->kind == IR_TYPE_ARRAY)
        return (split_pointer){.base = split_find_place(in, value),
                               .type = value->type->element,
                               .at = first(in, value->place)};
    return nowhere(in, value, "a pointer that is a value");
}

/* ---- rows of arrays of arrays ---- */

/* How many indices stand before the one that a pointer moves, where it leads into a row of an array
 * of arrays. It may go on into the next row. */
static size_t count_rows(const split *in, const ir_expression *pointer)
{
    const ir_expression *value = ir_strip_casts(pointer);
    const bool takes = value->kind == IR_UNARY && value->op == IR_ADDRESS;
    if (value->kind == IR_VARIABLE)
        return value->variable->id < in->old_count ? in->pointers[value->variable->id].rows : 0;
    if (value->kind == IR_BINARY)
        return count_rows(in, value->operands[!is_pointer(value->operands[0]->type)]);
    if (value->kind == IR_CONDITIONAL)
        return count_rows(in, value->operands[1]);
    if (takes)
        value = ir_strip(value->operands[0]);
    if (!value->operand_count || !(takes || value->type->kind == IR_TYPE_ARRAY))
        return 0;
    const size_t outside = count_rows(in, value->operands[0]);
    if (value->kind == IR_UNARY && value->op == IR_DEREFERENCE)
        return !takes + outside;
    return value->kind == IR_SUBSCRIPT ? value->operand_count - 1 - takes + outside : 0;
}

/* Takes the last index off a place; NULL: it has none. */
static ir_expression *peel(split_place *place)
{
    ir_expression *whole = place->whole;
    if (!whole)
        return place->index_count ? place->indices[--place->index_count] : NULL;
    if (whole->kind != IR_SUBSCRIPT || whole->operand_count != 2)
        return NULL;
    place->whole = whole->operands[0];
    return whole->operands[1];
}

/* How many elements a row has; 0 where that is not known. */
static int64_t row_length(const split_place *row)
{
    const ir_type *type = row->whole ? row->whole->type : row->variable->parts[row->part]->type;
    for (size_t i = 0; !row->whole && i < row->index_count && is_pointer(type); i++)
        type = type->element;
    const bool is_known = type->kind == IR_TYPE_ARRAY && type->extent <= INT32_MAX;
    return is_known && type->extent > 0 ? type->extent : 0;
}

/* The element `at` of a row, which lies in a later or earlier one of the `rows` around where the
 * number is beyond the row's ends: compilers take m[0][5] of rows of four for impossible. */
static split_place in_rows(split *in, split_place row, ir_expression *at, const ir_type *type,
                           size_t rows)
{
    const ir_type *number = ir_scalar(in->memory, WEFT_UINT32);
    ir_expression **lengths = arena_array(in->memory, rows + 1, sizeof(ir_expression *));
    ir_expression *flat = split_cast(in, number, at), *weight = NULL, *before;
    split_place outer = row;
    int64_t length = row_length(&row), known;
    size_t count = 0;
    if (length && ir_constant(at, &known) && 0 <= known && known < length)
        rows = 0;
    for (; count < rows && (length = row_length(&outer)) && (before = peel(&outer)); count++) {
        lengths[count] = split_number(in, number, at->place, (int)length);
        weight = weight ? split_binary(in, IR_MULTIPLY, weight, lengths[count]) : lengths[count];
        ir_expression *part = split_binary(in, IR_MULTIPLY, split_cast(in, number, before), weight);
        flat = is_zero(before) ? flat : split_binary(in, IR_ADD, part, flat);
    }
    if (!count)
        return split_index(in, row, at, type);
    ir_expression **indices = arena_array(in->memory, count + 1, sizeof(ir_expression *));
    for (size_t i = 0; i < count; i++) {
        flat = split_hold(in, flat);
        indices[i] = split_binary(in, IR_REMAINDER, flat, lengths[i]);
        flat = split_binary(in, IR_DIVIDE, flat, lengths[i]);
    }
    indices[count] = flat;
    for (size_t i = count + 1; i-- > 0;) {
        const ir_type *inner = outer.whole ? outer.whole->type->element : type;
        outer = split_index(in, outer, indices[i], inner);
    }
    return outer;
}

split_place split_behind(split *in, const ir_expression *pointer, ir_expression *index)
{
    split_pointer found = split_find_pointer(in, pointer);
    ir_expression *by = index ? index : first(in, pointer->place);
    if (found.at)
        return in_rows(in, found.base, moved(in, found.at, IR_ADD, by), found.type,
                       count_rows(in, pointer));
    if (!is_zero(by))
        split_gap(in, pointer->place, "a pointer that is a value");
    return found.base;
}

/* ---- variables ---- */

bool split_is_pointer_variable(const ir_variable *variable)
{
    return variable->storage == IR_LOCAL && variable->type->kind == IR_TYPE_POINTER;
}

void split_assign_pointer(split *in, ir_variable *variable, const ir_expression *value)
{
    split_pointer *known = &in->pointers[variable->id];
    const bool is_first = !known->type, begins = value == variable->initializer;
    in->holding = is_first;
    split_pointer found = split_find_pointer(in, value);
    in->holding = false;
    if (in->gap->reason)
        return;
    if (is_first && !begins && !is_fixed(&found.base))
        split_gap(in, value->place, "a pointer that is a variable");
    if (!is_first)
        need_same(in, known, &found, value->place);
    if (is_first) {
        *known = found;
        known->rows = count_rows(in, value);
        if (!found.at)
            return;
        ir_variable *at = split_temporary(in, number_type(in), variable->place);
        at->name = arena_format(in->memory, "%s_at", variable->name);
        known->at = split_use(in, at, variable->place);
    }
    if (!in->gap->reason)
        split_store(in, known->at, split_cast(in, number_type(in), found.at));
}

/* ---- what numbers they give ---- */

ir_expression *split_pointer_comparison(split *in, const ir_expression *value)
{
    split_pointer a = split_find_pointer(in, value->operands[0]);
    split_pointer b = split_find_pointer(in, value->operands[1]);
    const ir_type *type = number_type(in);
    need_same(in, &a, &b, value->place);
    if (in->gap->reason)
        return first(in, value->place);
    ir_expression *left = split_cast(in, type, a.at), *right = split_cast(in, type, b.at);
    if (value->op == IR_SUBTRACT)
        return split_cast(in, value->type, split_binary(in, IR_SUBTRACT, left, right));
    return split_compare(in, value->op, left, right);
}

ir_expression *split_pointer_part(split *in, split_pointer pointer, size_t part, location where)
{
    split_place place = pointer.base;
    place.part += part;
    if (!pointer.at)
        return split_address(in, split_place_text(in, place, pointer.type, where));
    if (is_zero(pointer.at))
        return split_place_text(in, place, pointer.type, where);
    place = split_index(in, place, pointer.at, pointer.type);
    return split_address(in, split_place_text(in, place, pointer.type, where));
}

/* split_place.c: members, elements and halves of split variables. */
#include "split_parts.h"

bool split_is_place(const ir_expression *expression)
{
    bool leads = expression->kind == IR_UNARY &&
                 (expression->op == IR_DEREFERENCE || expression->op == IR_REAL ||
                  expression->op == IR_IMAGINARY);
    return leads || expression->kind == IR_VARIABLE || expression->kind == IR_SUBSCRIPT ||
           expression->kind == IR_MEMBER;
}

/* Whether a place ends at a variable or pointer, and at no value that was computed. */
bool split_is_read(const ir_expression *expression)
{
    if (!split_is_place(expression) || expression->kind == IR_VARIABLE ||
        (expression->kind == IR_UNARY && expression->op == IR_DEREFERENCE))
        return split_is_place(expression);
    const ir_expression *outer = expression->operands[0];
    return outer->type->kind == IR_TYPE_POINTER || split_is_read(ir_strip(outer));
}

static split_place with_index(split *in, split_place place, ir_expression *index)
{
    ir_expression **all = NULL;
    size_t count = 0;
    for (size_t i = 0; i < place.index_count; i++)
        *ARENA_PUSH(in->memory, all, count) = place.indices[i];
    *ARENA_PUSH(in->memory, all, count) = index;
    place.indices = all;
    place.index_count = count;
    return place;
}

/* The element of an array, or what lies so far behind a pointer. */
split_place split_index(split *in, split_place place, ir_expression *index, const ir_type *type)
{
    if (in->holding && index->kind != IR_LITERAL) {
        ir_variable *held = split_temporary(in, index->type, index->place);
        held->initializer = index;
        index = split_use(in, held, index->place);
    }
    if (!place.whole)
        return with_index(in, place, index);
    ir_expression *element = ir_new_expression(in->memory, IR_SUBSCRIPT, type, index->place);
    ir_add_operand(in->memory, element, place.whole);
    ir_add_operand(in->memory, element, index);
    place.whole = element;
    return place;
}

static ir_expression *constant(split *in, int64_t value, location where)
{
    return split_number(in, ir_scalar(in->memory, WEFT_INT32), where, (int)value);
}

static split_place find_subscript(split *in, const ir_expression *place)
{
    split_place found = split_behind(in, place->operands[0], split_value(in, place->operands[1]));
    const ir_type *type = place->operands[0]->type->element;
    for (size_t i = 2; i < place->operand_count; i++) {
        type = type && type->element ? type->element : place->type;
        found = split_index(in, found, split_value(in, place->operands[i]), type);
    }
    return found;
}

static split_place find_member(split *in, const ir_expression *place)
{
    const ir_expression *outer = place->operands[0];
    const ir_type *type = outer->type;
    bool through = type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY;
    split_place found = through ? split_behind(in, outer, NULL) : split_find_place(in, outer);
    type = through ? type->element : type;
    for (size_t i = 0; type->kind == IR_TYPE_RECORD && i < type->record->field_count; i++)
        if (&type->record->fields[i] == place->field)
            return split_field(in, found, type, i);
    split_gap(in, place->place, "a member of this kind");
    return found;
}

split_place split_find_place(split *in, const ir_expression *place)
{
    place = ir_strip(place);
    if (place->kind == IR_SUBSCRIPT)
        return find_subscript(in, place);
    if (place->kind == IR_MEMBER)
        return find_member(in, place);
    if (place->kind == IR_UNARY && place->op == IR_DEREFERENCE)
        return split_behind(in, place->operands[0], NULL);
    if (place->kind == IR_UNARY && (place->op == IR_REAL || place->op == IR_IMAGINARY))
        return split_half(in, split_find_place(in, place->operands[0]), place->op == IR_IMAGINARY);
    split_place found = {0};
    found.variable = place->kind == IR_VARIABLE ? split_variable_of(in, place->variable) : NULL;
    if (found.variable)
        return found;
    if (place->kind != IR_VARIABLE)
        split_gap(in, place->place, "a pointer that is a value");
    found.whole = split_copy_node(in, place);
    return found;
}

split_place split_hold_place(split *in, const ir_expression *place)
{
    in->holding = true;
    split_place found = split_find_place(in, place);
    in->holding = false;
    return found;
}

split_place split_field(split *in, split_place place, const ir_type *record, size_t field)
{
    const ir_field *member = &record->record->fields[field];
    place.part += split_field_part(record->record, member);
    if (!place.whole)
        return place;
    ir_expression *node =
        ir_new_expression(in->memory, IR_MEMBER, member->type, place.whole->place);
    node->text = member->name;
    node->field = member;
    ir_add_operand(in->memory, node, place.whole);
    if (!*member->name) /* its members are those of what it is in */
        node = place.whole;
    place.whole = node;
    return place;
}

split_place split_element(split *in, split_place place, int64_t index, location where)
{
    const ir_type *type = place.whole ? place.whole->type->element : NULL;
    return split_index(in, place, constant(in, index, where), type);
}

split_place split_half(split *in, split_place place, bool imaginary)
{
    place.part += imaginary;
    if (place.whole) {
        ir_expression *whole = place.whole;
        place.whole = split_unary(in, imaginary ? IR_IMAGINARY : IR_REAL, whole);
        place.whole->type = split_real_type(in, whole->type);
    }
    return place;
}

ir_expression *split_place_text(split *in, split_place place, const ir_type *type, location where)
{
    if (place.whole)
        return place.whole;
    if (place.part >= place.variable->count) { /* a record without members has none */
        split_gap(in, where, "a place of this kind");
        return split_number(in, ir_scalar(in->memory, WEFT_INT32), where, 0);
    }
    ir_expression *variable = split_use(in, place.variable->parts[place.part], where);
    if (!place.index_count)
        return variable;
    ir_expression *node = ir_new_expression(in->memory, IR_SUBSCRIPT, type, where);
    ir_add_operand(in->memory, node, variable);
    for (size_t i = 0; i < place.index_count; i++)
        ir_add_operand(in->memory, node, place.indices[i]);
    return node;
}

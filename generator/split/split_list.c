/* split_list.c: initializers, which may leave out braces and name what they are for. */
#include <string.h>

#include "split_parts.h"

enum { MOST_ELEMENTS = 1024 };

/* How far a list has been taken. */
typedef struct cursor {
    const ir_expression *list;
    size_t next;
} cursor;

static void take(split *in, split_place to, const ir_type *type, cursor *from, location where);

static bool has_elements(const ir_type *type)
{
    return type->kind == IR_TYPE_RECORD || type->kind == IR_TYPE_ARRAY;
}

static size_t count_elements(split *in, const ir_type *type, location where)
{
    if (type->kind == IR_TYPE_RECORD)
        return type->record->field_count;
    if (type->extent < 0 || type->extent > MOST_ELEMENTS)
        split_gap(in, where, "an array of this length that starts with a value");
    return in->gap->reason ? 0 : (size_t)type->extent;
}

static split_place element_place(split *in, split_place to, const ir_type *type, size_t index,
                                 location where)
{
    return type->kind == IR_TYPE_RECORD ? split_field(in, to, type, index)
                                        : split_element(in, to, (int64_t)index, where);
}

static const ir_type *element_type(const ir_type *type, size_t index)
{
    return type->kind == IR_TYPE_RECORD ? type->record->fields[index].type : type->element;
}

/* ---- zeros ---- */

static void clear(split *in, split_place to, const ir_type *type, location where)
{
    if (has_elements(type)) {
        for (size_t i = 0, count = count_elements(in, type, where); i < count; i++)
            clear(in, element_place(in, to, type, i, where), element_type(type, i), where);
    } else if (ir_kind(type) == 'c') {
        for (int i = 0; i < 2; i++)
            clear(in, split_half(in, to, i), split_real_type(in, type), where);
    } else {
        split_store(in, split_place_text(in, to, type, where), split_number(in, type, where, 0));
    }
}

/* ---- lists ---- */

/* Which element a step of a designator is for; of several the first. */
static size_t designated(split *in, const ir_type *type, const ir_designator *step, location where)
{
    if (!step->member && type->kind == IR_TYPE_ARRAY && step->first >= 0)
        return (size_t)step->first;
    for (size_t i = 0;
         step->member && type->kind == IR_TYPE_RECORD && i < type->record->field_count; i++)
        if (strcmp(type->record->fields[i].name, step->member) == 0)
            return i;
    split_gap(in, where, "an initializer of this kind");
    return 0;
}

/* What an element of a list is for that names it: behind the first step. */
static void take_designated(split *in, split_place to, const ir_type *type,
                            const ir_expression *element)
{
    for (size_t i = 1; i < element->designator_count && !in->gap->reason; i++) {
        const ir_designator *step = &element->designators[i];
        size_t index = designated(in, type, step, element->place);
        if (step->first != step->last || index >= count_elements(in, type, element->place)) {
            split_gap(in, element->place, "an initializer that names several elements");
            return;
        }
        to = element_place(in, to, type, index, element->place);
        type = element_type(type, index);
    }
    take(in, to, type, &(cursor){element, 0}, element->place);
}

/* What elements get: those that are named have had theirs cleared. */
static void take_named(split *in, split_place to, const ir_type *type, const ir_expression *element,
                       bool *given, size_t count)
{
    const ir_designator *step = &element->designators[0];
    const size_t index = designated(in, type, step, element->place);
    const size_t last = step->member ? index : (size_t)step->last;
    for (size_t i = index; i <= last && !in->gap->reason; i++) {
        if (i >= count) {
            split_gap(in, element->place, "an initializer of this kind");
            return;
        }
        split_place place = element_place(in, to, type, i, element->place);
        if (!given[i] && element->designator_count > 1)
            clear(in, place, element_type(type, i), element->place);
        take_designated(in, place, element_type(type, i), element);
        given[i] = true;
    }
}

static void take_list(split *in, split_place to, const ir_type *type, const ir_expression *list)
{
    size_t count = count_elements(in, type, list->place), i = 0;
    bool *given = arena_array(in->memory, count + 1, sizeof *given);
    cursor from = {list, 0};
    while (from.next < list->operand_count && !in->gap->reason) {
        const ir_expression *value = list->operands[from.next];
        if (value->kind == IR_DESIGNATED) {
            bool goes_on = from.next + 1 < list->operand_count &&
                           list->operands[from.next + 1]->kind != IR_DESIGNATED;
            if (goes_on && value->designator_count > 1)
                split_gap(in, value->place, "an initializer that goes on inside of an element");
            take_named(in, to, type, value, given, count);
            i = designated(in, type, &value->designators[0], value->place);
            if (!value->designators[0].member)
                i = (size_t)value->designators[0].last;
            from.next++;
        } else if (i >= count) {
            split_gap(in, list->place, "an initializer of this kind");
        } else {
            take(in, element_place(in, to, type, i, list->place), element_type(type, i), &from,
                 list->place);
            given[i] = true;
        }
        i++;
    }
    for (size_t k = 0; k < count && !in->gap->reason; k++)
        if (!given[k])
            clear(in, element_place(in, to, type, k, list->place), element_type(type, k),
                  list->place);
}

/* Elements of an array or record without braces of its own. */
static void take_inside(split *in, split_place to, const ir_type *type, cursor *from,
                        location where)
{
    for (size_t i = 0, count = count_elements(in, type, where); i < count; i++) {
        bool more = from->next < from->list->operand_count &&
                    from->list->operands[from->next]->kind != IR_DESIGNATED;
        split_place element = element_place(in, to, type, i, where);
        if (more)
            take(in, element, element_type(type, i), from, where);
        else
            clear(in, element, element_type(type, i), where);
    }
}

/* What the list has next goes to a place. */
static void take(split *in, split_place to, const ir_type *type, cursor *from, location where)
{
    const ir_expression *value = from->list->operands[from->next];
    const ir_type *given = ir_strip(value)->type;
    bool whole = type->kind == IR_TYPE_RECORD && given->kind == IR_TYPE_RECORD &&
                 given->record == type->record;
    if (value->kind != IR_LIST && has_elements(type) && !whole) {
        take_inside(in, to, type, from, where);
        return;
    }
    from->next++;
    split_initialize(in, to, type, value, where);
}

void split_initialize(split *in, split_place to, const ir_type *type, const ir_expression *value,
                      location where)
{
    if (in->gap->reason)
        return;
    if (value->kind == IR_LIST && has_elements(type))
        take_list(in, to, type, value);
    else if (value->kind == IR_LIST && value->operand_count)
        split_initialize(in, to, type, value->operands[0], where);
    else if (value->kind == IR_LIST)
        clear(in, to, type, where);
    else if (type->kind == IR_TYPE_ARRAY || (type->kind == IR_TYPE_SCALAR && ir_is_string(value)))
        split_gap(in, where, "an array that starts as a string");
    else
        split_assign(in, to, type, value);
}

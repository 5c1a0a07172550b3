/* split_assign.c: what gives variables of all types their values, part by part. */
#include <string.h>

#include "split_parts.h"

/* An array of more is not written out. */
enum { MOST_ELEMENTS = 1024 };

/* ---- a value of the same type ---- */

static void assign_complex(split *in, split_place to, const ir_type *type,
                           const ir_expression *value)
{
    const ir_type *half = split_real_type(in, type);
    split_pair pair = split_complex(in, value);
    location where = value->place;
    ir_expression *first = pair.real;
    if (pair.imaginary->kind != IR_LITERAL && first->kind != IR_LITERAL) {
        ir_variable *held = split_temporary(in, half, where); /* the place may be read, too */
        held->initializer = first;
        first = split_use(in, held, where);
    }
    split_store(in, split_place_text(in, split_half(in, to, true), half, where), pair.imaginary);
    split_store(in, split_place_text(in, split_half(in, to, false), half, where), first);
}

void split_copy(split *in, split_place to, split_place from, const ir_type *type, location where)
{
    if (type->kind == IR_TYPE_RECORD) {
        for (size_t i = 0; i < type->record->field_count; i++)
            split_copy(in, split_field(in, to, type, i), split_field(in, from, type, i),
                       type->record->fields[i].type, where);
    } else if (type->kind == IR_TYPE_ARRAY) {
        if (type->extent < 0 || type->extent > MOST_ELEMENTS)
            split_gap(in, where, "an array that is copied");
        for (int64_t i = 0; i < type->extent && !in->gap->reason; i++)
            split_copy(in, split_element(in, to, i, where), split_element(in, from, i, where),
                       type->element, where);
    } else if (ir_kind(type) == 'c') {
        const ir_type *half = split_real_type(in, type);
        for (int i = 0; i < 2; i++)
            split_copy(in, split_half(in, to, i), split_half(in, from, i), half, where);
    } else {
        ir_expression *place = split_place_text(in, to, type, where);
        ir_expression *value = split_place_text(in, from, type, where);
        split_store(in, place, value);
    }
}

static void assign_record(split *in, split_place to, const ir_type *type,
                          const ir_expression *value)
{
    value = ir_strip_casts(value);
    if (value->kind == IR_CALL && value->function)
        split_call(in, value, &to);
    else if (split_is_read(value))
        split_copy(in, to, split_hold_place(in, value), type, value->place);
    else
        split_gap(in, value->place, "a structure that is a value");
}

static void assign_choice(split *in, split_place to, const ir_type *type,
                          const ir_expression *value)
{
    ir_statement *choice = ir_new_statement(in->memory, IR_IF, value->place);
    choice->expression = split_condition(in, value->operands[0]);
    for (size_t i = 1; i <= 2; i++) {
        ir_statement *outside = split_open(in, value->place);
        split_assign(in, to, type, value->operands[i]);
        ir_add_child(in->memory, choice, split_close(in, outside));
    }
    ir_add_child(in->memory, in->now, choice);
}

void split_assign(split *in, split_place to, const ir_type *type, const ir_expression *value)
{
    if (type->kind == IR_TYPE_RECORD && value->kind == IR_CONDITIONAL)
        assign_choice(in, to, type, value);
    else if (type->kind == IR_TYPE_RECORD)
        assign_record(in, to, type, value);
    else if (value->kind == IR_CALL && value->function)
        split_call(in, value, &to);
    else if (ir_kind(type) == 'c')
        assign_complex(in, to, type, value);
    else
        split_store(in, split_place_text(in, to, type, value->place), split_value(in, value));
}

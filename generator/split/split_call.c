/* split_call.c: arguments and results of helpers. */
#include "split_parts.h"

static const split_head *head_of(const split *in, const ir_function *function)
{
    for (size_t i = 0; i < in->head_count; i++)
        if (in->heads[i].function == function)
            return &in->heads[i];
    return NULL;
}

/* A new variable of a type with parts, in memory, for a call. */
static split_variable new_variable(split *in, const ir_type *type, location where)
{
    split_variable made = {0};
    const size_t count = split_count_parts(type);
    const char **names = arena_array(in->memory, count + 1, sizeof *names);
    const ir_type **types = arena_array(in->memory, count + 1, sizeof *types);
    made.parts = arena_array(in->memory, count + 1, sizeof *made.parts);
    split_list_parts(in, type, "", names, types, &made.count);
    for (size_t i = 0; i < count; i++) {
        made.parts[i] = split_temporary(in, types[i], where);
        made.parts[i]->residence = IR_ADDRESSED;
    }
    return made;
}

/* What a pointer to a part of a type is handed: the address of a number, or an array. */
static ir_expression *pointer_to(split *in, ir_expression *place)
{
    return place->type->kind == IR_TYPE_ARRAY ? place : split_address(in, place);
}

/* By value: arrays in it are copied, for the helper may write its own. */
static void add_value(split *in, ir_expression *call, const ir_expression *argument)
{
    const ir_type *type = argument->type;
    if (ir_kind(type) == 'c') {
        split_pair pair = split_complex(in, argument);
        ir_add_operand(in->memory, call, pair.real);
        ir_add_operand(in->memory, call, pair.imaginary);
        return;
    }
    split_variable made = new_variable(in, type, argument->place);
    split_assign(in, (split_place){.variable = &made}, type, argument);
    for (size_t i = 0; i < made.count; i++)
        ir_add_operand(in->memory, call, split_use(in, made.parts[i], argument->place));
}

/* A pointer to each part. */
static void add_pointers(split *in, ir_expression *call, const ir_expression *argument)
{
    split_pointer pointer = split_find_pointer(in, argument);
    const size_t count = split_count_parts(argument->type);
    if (pointer.base.whole && split_is_composite(argument->type))
        split_gap(in, argument->place, "a pointer into a table");
    for (size_t i = 0; i < count && !in->gap->reason; i++)
        ir_add_operand(in->memory, call, split_pointer_part(in, pointer, i, argument->place));
}

/* For NULL, pointers to what nobody reads. */
static void add_nowhere(split *in, ir_expression *call, const ir_expression *argument,
                        const ir_type *type)
{
    const split_variable made = new_variable(in, type->element, argument->place);
    for (size_t i = 0; i < made.count; i++)
        ir_add_operand(in->memory, call,
                       pointer_to(in, split_use(in, made.parts[i], argument->place)));
}

static void add_argument(split *in, ir_expression *call, const ir_expression *argument,
                         const ir_type *type)
{
    bool pointer = type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY;
    if (pointer && split_is_null(argument))
        add_nowhere(in, call, argument, type);
    else if (pointer)
        add_pointers(in, call, argument);
    else if (!split_is_composite(type))
        ir_add_operand(in->memory, call, split_value(in, argument));
    else
        add_value(in, call, argument);
}

ir_expression *split_call(split *in, const ir_expression *call, const split_place *result)
{
    const split_head *head = head_of(in, call->function);
    ir_expression *made = split_copy_node(in, call);
    if (!head || call->operand_count != head->parameter_count) {
        split_gap(in, call->place, "a call of this kind");
        return NULL;
    }
    for (size_t i = 0; i < call->operand_count && !in->gap->reason; i++) {
        add_argument(in, made, call->operands[i], head->parameters[i]->type);
        if (head->given[i])
            ir_add_operand(in->memory, made, split_given(in, call->operands[i]));
    }
    made->type = call->function->result;
    if (!split_is_composite(head->result))
        return made;
    split_variable place = new_variable(in, head->result, call->place);
    for (size_t i = 0; i < place.count; i++)
        ir_add_operand(in->memory, made,
                       pointer_to(in, split_use(in, place.parts[i], call->place)));
    split_add(in, IR_EVALUATE, call->place)->expression = made;
    if (result)
        split_copy(in, *result, (split_place){.variable = &place}, head->result, call->place);
    return NULL;
}

/* split_bytes.c: memcpy from one number to another of its size, which takes its bits. */
#include <string.h>

#include "split_parts.h"

/* The number that an argument is the address of; NULL if it is of something else. */
static const ir_expression *number_behind(const ir_expression *argument)
{
    const ir_expression *value = ir_strip_casts(argument);
    bool address = value->kind == IR_UNARY && value->op == IR_ADDRESS;
    const ir_expression *place = address ? value->operands[0] : NULL;
    bool number = place && strchr("iuf", ir_kind(place->type)) && ir_kind(place->type);
    return number ? place : NULL;
}

static int64_t size_of(const ir_type *type)
{
    static const int64_t sizes[WEFT_DTYPE_END] = {
        [WEFT_INT8] = 1,    [WEFT_INT16] = 2,  [WEFT_INT32] = 4,  [WEFT_INT64] = 8,
        [WEFT_UINT8] = 1,   [WEFT_UINT16] = 2, [WEFT_UINT32] = 4, [WEFT_UINT64] = 8,
        [WEFT_FLOAT32] = 4, [WEFT_FLOAT64] = 8};
    return sizes[type->dtype];
}

bool split_copy_bytes(split *in, const ir_expression *call)
{
    int64_t bytes;
    const char *name = call->kind == IR_CALL && call->library ? call->library->name : "";
    if ((strcmp(name, "memcpy") && strcmp(name, "memmove")) || call->operand_count != 3)
        return false;
    const ir_expression *to = number_behind(call->operands[0]);
    const ir_expression *from = number_behind(call->operands[1]);
    if (!to || !from || !ir_constant(call->operands[2], &bytes) || size_of(to->type) != bytes ||
        size_of(from->type) != bytes)
        return false;
    split_place place = split_find_place(in, to);
    ir_expression *bits = split_copy_node(in, call);
    bits->type = to->type;
    ir_add_operand(in->memory, bits, split_value(in, from));
    split_store(in, split_place_text(in, place, to->type, to->place), bits);
    return true;
}

bool split_is_bits(const ir_expression *value)
{
    return value->kind == IR_CALL && value->operand_count == 1 && value->library &&
           (!strcmp(value->library->name, "memcpy") || !strcmp(value->library->name, "memmove"));
}

/* ir_convert.c: which type C computes in. */
#include "ir.h"

#include "text/dtype.h"

static const struct {
    unsigned char size;
    char kind;
} shapes[WEFT_DTYPE_END] = {
#define SHAPE(ENUM, name, size, alignment, kind, npy) [WEFT_##ENUM] = {size, kind},
    WEFT_DTYPES(SHAPE)
#undef SHAPE
};

const ir_type *ir_scalar(arena *memory, weft_dtype dtype)
{
    ir_type *type = arena_array(memory, 1, sizeof *type);
    type->kind = IR_TYPE_SCALAR;
    type->dtype = dtype;
    type->spelling = dtype == WEFT_FLOAT16    ? "_Float16"
                     : dtype == WEFT_BFLOAT16 ? "__bf16"
                                              : dtype_c_type(dtype);
    type->extent = -1;
    return type;
}

weft_dtype ir_promoted(weft_dtype dtype)
{
    char kind = shapes[dtype].kind;
    bool small = shapes[dtype].size < shapes[WEFT_INT32].size;
    return small && (kind == 'b' || kind == 'i' || kind == 'u') ? WEFT_INT32 : dtype;
}

static weft_dtype real_part(weft_dtype dtype)
{
    return dtype == WEFT_COMPLEX64 ? WEFT_FLOAT32 : dtype == WEFT_COMPLEX128 ? WEFT_FLOAT64 : dtype;
}

/* Of two floating types, or of one and an integer. */
static weft_dtype common_floating(weft_dtype a, weft_dtype b)
{
    if (shapes[a].kind != 'f' || shapes[b].kind != 'f')
        return shapes[a].kind == 'f' ? a : b;
    return shapes[a].size >= shapes[b].size ? a : b;
}

static weft_dtype common_integer(weft_dtype a, weft_dtype b)
{
    a = ir_promoted(a), b = ir_promoted(b);
    if (shapes[a].size != shapes[b].size)
        return shapes[a].size > shapes[b].size ? a : b;
    return shapes[a].kind == 'u' ? a : b;
}

weft_dtype ir_common(weft_dtype a, weft_dtype b)
{
    weft_dtype x = real_part(a), y = real_part(b);
    bool is_complex = x != a || y != b;
    if (shapes[x].kind != 'f' && shapes[y].kind != 'f')
        return common_integer(x, y);
    weft_dtype real = common_floating(x, y);
    if (!is_complex)
        return real;
    return real == WEFT_FLOAT64 ? WEFT_COMPLEX128 : WEFT_COMPLEX64;
}

/* A bit-field that an int holds is promoted to int, whatever it is declared as. */
static weft_dtype target_dtype(const ir_expression *target)
{
    const ir_field *field = target->kind == IR_MEMBER ? target->field : NULL;
    bool in_int = field && field->bits >= 0 && field->bits < 32 && ir_is_integer(target->type);
    return in_int ? WEFT_INT32 : target->type->dtype;
}

const ir_type *ir_computed(arena *memory, ir_operator op, const ir_expression *target,
                           const ir_type *value)
{
    bool shifts = op == IR_SHIFT_LEFT || op == IR_SHIFT_RIGHT;
    if (target->type->kind != IR_TYPE_SCALAR)
        return target->type;
    if (value->kind != IR_TYPE_SCALAR)
        return value;
    weft_dtype own = target_dtype(target);
    weft_dtype dtype = shifts ? ir_promoted(own) : ir_common(own, value->dtype);
    return ir_scalar(memory, dtype);
}

/* lanes_core.c: arrays whose extents are known at run time, and what must not be evaluated where no
 * item is: a quotient or an element that an item asked for before. */
#include "lanes_parts.h"

/* ---- extents ---- */

/* A parameter of the function that is written, for one of the same that a type names: types are
 * shared with the tree that was lowered. */
static const ir_variable *find_parameter(const lanes *in, const ir_variable *named)
{
    for (size_t i = 0; i < in->function->parameter_count; i++)
        if (in->function->parameters[i]->id == named->id)
            return in->function->parameters[i];
    return NULL;
}

const char *lanes_extent(lanes *in, const ir_type *array, location place)
{
    if (array->extent >= 0)
        return arena_format(in->memory, "[%lld]", (long long)array->extent);
    const ir_expression *value =
        array->extent_expression ? ir_strip_casts(array->extent_expression) : NULL;
    bool named = value && value->kind == IR_VARIABLE && value->variable->storage == IR_PARAMETER;
    const ir_variable *size = named ? find_parameter(in, value->variable) : NULL;
    if (!size || lanes_variable_varies(in, size)) {
        lanes_gap(in, place, "an array whose length is known at run time only");
        return "";
    }
    return arena_format(in->memory, "[%s + !%s]", size->name, size->name); /* never none */
}

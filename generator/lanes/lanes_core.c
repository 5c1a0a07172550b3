/* lanes_core.c: sizes, arrays whose extents are known at run time, and what must not be evaluated
 * where no item is: a quotient or an element that an item asked for before. */
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

/* ---- sizes ---- */

/* What the call gives of a size that the function writes to, each item on its own. */
static const char *given_size(lanes *in, const ir_variable *size)
{
    return arena_format(in->memory, "all%u", size->id);
}

bool lanes_is_given(const lanes *in, const ir_variable *parameter)
{
    return in->function == in->root && parameter->is_size && lanes_variable_varies(in, parameter);
}

const char *lanes_given_text(lanes *in, const ir_variable *size)
{
    return c_declared(&in->scalars, size->type, given_size(in, size), size->place);
}

void lanes_spread_sizes(lanes *in)
{
    for (size_t i = 0; i < in->function->parameter_count; i++) {
        const ir_variable *size = in->function->parameters[i];
        if (!lanes_is_given(in, size))
            continue;
        const char *element = lanes_type(in, size->type, size->place);
        lanes_declare(in, "WEFT_V(%s) %s[WEFT_VECTOR_COUNT];", element, size->name);
        lanes_open(in);
        lanes_line(in, "%s[v] = WEFT_SET(%s, %s);", size->name, element, given_size(in, size));
    }
}

/* check_reduction_prototypes.c: the prototypes of a declared reduction against its C types. */
#include <string.h>

#include "check_reduction.h"
#include "model/prototype.h"
#include "text/dtype.h"

static bool refuse_item(const reduction_match *match, const prototype_item *item, const char *why)
{
    const annotation_text *text = match->text;
    diagnostics_add(match->check->messages, SEVERITY_ERROR, annotation_location(text, item->at),
                    text->exact ? (unsigned)item->length : 0, "%s", why);
    return false;
}

/* What a type variable stands for; NULL for other types. */
static const char **find_binding(const reduction_match *match, const c_type *type)
{
    const source_file *source = match->check->source;
    for (size_t i = 0; type->typevar && i < source->typevar_count; i++)
        if (strcmp(source->typevars[i], type->typevar) == 0)
            return &match->types[i];
    return NULL;
}

weft_dtype reduction_value_dtype(const reduction_match *match, const c_type *type)
{
    const char **bound = find_binding(match, type);
    if (!bound)
        return type->dtype;
    for (weft_dtype dtype = WEFT_NONE + 1; dtype < WEFT_DTYPE_END; dtype++)
        if (*bound && dtype_value(dtype) == dtype && strcmp(dtype_c_type(dtype), *bound) == 0)
            return dtype;
    return WEFT_FLOAT64;
}

bool reduction_is_held_by(weft_dtype dtype, weft_dtype value)
{
    return dtype == value || dtype_value(dtype) == value;
}

/* Whether a cast keeps the kind of number: what the casting same_kind allows. */
static bool keeps_kind(weft_dtype from, weft_dtype to)
{
    static const char order[] = "buifc";
    return strchr(order, dtype_kind(from)) <= strchr(order, dtype_kind(to));
}

static bool bind_input(reduction_match *match, size_t input, const prototype_item *item)
{
    const reduction_check *check = match->check;
    const parameter *from = &check->checked->map->parameters[input];
    const char **bound = find_binding(match, &from->type);
    match->inputs[input] = item->dtype;
    if (bound && !*bound)
        *bound = dtype_c_type(item->dtype);
    if (reduction_is_held_by(item->dtype, reduction_value_dtype(match, &from->type)))
        return true;
    return refuse_item(
        match, item,
        arena_format(
            check->memory, "the prototype says %s, but parameter '%s' of '%s' is '%s' in C",
            dtype_name(item->dtype), from->name, check->checked->map->name, from->type.spelling));
}

/* A cast from one end of the prototype to the C type, or from it. */
static bool check_cast(const reduction_match *match, weft_dtype from, weft_dtype to,
                       const prototype_item *item, const char *what)
{
    if (keeps_kind(from, to))
        return true;
    return refuse_item(match, item,
                       arena_format(match->check->memory, "%s, %s, cannot become %s", what,
                                    dtype_name(from), dtype_name(to)));
}

static bool match_items(reduction_match *match, const prototype *said)
{
    const reduction_check *check = match->check;
    bool good = true, maps = check->checked->map;
    for (size_t i = 0; i < said->argument_count; i++)
        if (said->arguments[i].rank)
            return refuse_item(match, &said->arguments[i],
                               "the operands of a reduction have no core dimensions");
    if (said->result.dtype == WEFT_NONE)
        return refuse_item(match, &said->result, "a reduction has a result, not void");
    for (size_t i = 0; i < said->argument_count && maps; i++)
        good &= bind_input(match, i, &said->arguments[i]);
    const char **output = find_binding(match, check->output);
    const char **accumulator = find_binding(match, check->accumulator);
    match->result = said->result.dtype;
    if (output && !*output)
        *output = dtype_c_type(match->result);
    if (good && !reduction_is_held_by(match->result, reduction_value_dtype(match, check->output)))
        good = check_cast(match, reduction_value_dtype(match, check->output), match->result,
                          &said->result, "the result");
    if (maps)
        return good;
    match->inputs[0] = said->arguments[0].dtype;
    if (accumulator && !*accumulator)
        *accumulator = dtype_c_type(match->inputs[0]);
    return good &&
           check_cast(match, match->inputs[0], reduction_value_dtype(match, check->accumulator),
                      &said->arguments[0], "the operand");
}

static bool match_text(reduction_match *match)
{
    const reduction_check *check = match->check;
    prototype said;
    text_error error;
    if (!prototype_parse(check->memory, match->text->text, &said, &error))
        return refuse_item(match, &(prototype_item){.at = error.at, .length = error.length},
                           arena_format(check->memory, "prototype \"%s\", column %zu: %s",
                                        match->text->text, error.at + 1, error.text));
    if (said.argument_count != check->input_count)
        return refuse_item(match, &(prototype_item){.length = strlen(match->text->text)},
                           arena_format(check->memory,
                                        "the prototype has %zu argument%s, but %s '%s' takes %zu",
                                        said.argument_count, said.argument_count == 1 ? "" : "s",
                                        check->checked->map ? "the map" : "without a map",
                                        check->checked->map ? check->checked->map->name
                                                            : check->checked->combine->name,
                                        check->input_count));
    return match_items(match, &said);
}

/* The prototype of the C types themselves, type variables as double. */
static void match_c_types(reduction_match *match)
{
    const reduction_check *check = match->check;
    const function *map = check->checked->map;
    for (size_t i = 0; i < check->input_count; i++)
        match->inputs[i] =
            reduction_value_dtype(match, map ? &map->parameters[i].type : check->accumulator);
    match->result = reduction_value_dtype(match, check->output);
}

bool reduction_match_prototype(reduction_match *match)
{
    if (match->text)
        return match_text(match);
    match_c_types(match);
    return true;
}

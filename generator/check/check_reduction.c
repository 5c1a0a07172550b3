/* check_reduction.c: whether the functions of a declared reduction go together. */
#include "check_reduction.h"

#include <string.h>

static bool refuse_function(const reduction_check *check, const function *refused, const char *why)
{
    diagnostics_add(check->messages, SEVERITY_ERROR, refused->place,
                    (unsigned)strlen(refused->name), "%s", why);
    return false;
}

static bool is_same_type(const c_type *left, const c_type *right)
{
    bool typevars = left->typevar && right->typevar;
    return typevars ? strcmp(left->typevar, right->typevar) == 0
                    : !left->typevar && !right->typevar && left->dtype == right->dtype;
}

/* Whether all parameters are values. */
static bool takes_values(const reduction_check *check, const function *tested)
{
    for (size_t i = 0; i < tested->parameter_count; i++)
        if (tested->parameters[i].kind != PARAMETER_SCALAR)
            return refuse_function(check, tested,
                                   arena_format(check->memory,
                                                "parameter '%s' of '%s': a reduction takes values",
                                                tested->parameters[i].name, tested->name));
    return true;
}

static bool check_combine(reduction_check *check)
{
    const function *combine = check->checked->combine;
    const parameter *parameters = combine->parameters;
    check->accumulator = check->output = &combine->result;
    if (combine->has_status || combine->fixed_count || combine->default_count ||
        combine->index_count)
        return refuse_function(check, combine,
                               "WEFT_STATUS, fixed, default and index are for ufuncs");
    if (!takes_values(check, combine))
        return false;
    if (combine->parameter_count != 2 || !combine->returns ||
        !is_same_type(&parameters[0].type, &combine->result) ||
        !is_same_type(&parameters[1].type, &combine->result))
        return refuse_function(check, combine,
                               arena_format(check->memory,
                                            "'%s' combines two accumulators to one: it takes two "
                                            "values and returns one, all of one type",
                                            combine->name));
    if (combine->widening)
        return refuse_function(check, combine,
                               "widening is for ufuncs; the accumulator of a reduction has the "
                               "type that the function says");
    if (combine->nan || combine->has_invalid)
        return refuse_function(check, combine,
                               "nan and invalid are for ufuncs; the map of a reduction can test "
                               "its values");
    return true;
}

static bool check_map(reduction_check *check)
{
    const function *map = check->checked->map;
    check->input_count = map ? map->parameter_count : 1;
    if (!map)
        return true;
    if (!takes_values(check, map))
        return false;
    if (map->parameter_count < 1 || map->parameter_count > REDUCTION_INPUTS)
        return refuse_function(check, map,
                               arena_format(check->memory,
                                            "the map of a reduction takes 1 to %d values, but "
                                            "'%s' takes %zu",
                                            REDUCTION_INPUTS, map->name, map->parameter_count));
    if (!map->returns || !is_same_type(&map->result, check->accumulator))
        return refuse_function(
            check, map,
            arena_format(check->memory, "'%s' returns '%s', but the accumulator of '%s' is '%s'",
                         map->name, map->returns ? map->result.spelling : "void",
                         check->checked->combine->name, check->accumulator->spelling));
    return true;
}

static bool is_count(const c_type *type)
{
    return !type->typevar && (type->dtype == WEFT_INT64 || type->dtype == WEFT_UINT64);
}

static bool check_finish(reduction_check *check)
{
    const function *finish = check->checked->finish;
    if (!finish)
        return true;
    if (!takes_values(check, finish))
        return false;
    size_t count = finish->parameter_count;
    if (count < 1 || count > 2 || !is_same_type(&finish->parameters[0].type, check->accumulator) ||
        (count == 2 && !is_count(&finish->parameters[1].type)) || !finish->returns)
        return refuse_function(
            check, finish,
            arena_format(check->memory,
                         "the finish of '%s' takes the accumulator, '%s', and may take the number "
                         "of elements, an int64_t or size_t; it returns the result",
                         check->checked->combine->name, check->accumulator->spelling));
    check->output = &finish->result;
    return true;
}

bool check_reduction(arena *memory, diagnostics *messages, source_file *source, reduction *checked)
{
    reduction_check check = {
        .memory = memory, .messages = messages, .source = source, .checked = checked};
    const function *combine = checked->combine;
    bool unsound = combine->unsound || (checked->map && checked->map->unsound) ||
                   (checked->finish && checked->finish->unsound);
    if (unsound || !check_combine(&check) || !check_map(&check) || !check_finish(&check))
        return false;
    reduction_make_stages(&check);
    bool good = true, from_types = combine->text_count == 0;
    for (size_t i = 0; i < combine->text_count + from_types; i++) {
        reduction_match match = {.check = &check, .text = from_types ? NULL : &combine->texts[i]};
        match.types = arena_array(memory, source->typevar_count + 1, sizeof *match.types);
        match.inputs = arena_array(memory, check.input_count + 1, sizeof *match.inputs);
        bool matches = reduction_match_prototype(&match);
        if (matches)
            reduction_add_loops(&match);
        good &= matches;
    }
    return good;
}

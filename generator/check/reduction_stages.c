/* reduction_stages.c: the functions that a declared reduction is computed by. Each is made up: one
 * line of C that calls the user's, so that all that reads and emits functions serves them too. */
#include <string.h>

#include "check_reduction.h"
#include "model/keywords.h"
#include "text/dtype.h"

/* A type as both the reading and the generated code spell it. */
static const char *made_up_type(const c_type *type)
{
    return type->typevar ? type->typevar : dtype_c_type(type->dtype);
}

/* A parameter of a made-up function, x0 … */
static void add_parameter(arena *memory, function *target, const c_type *type)
{
    const char *name = arena_format(memory, "weft_x%zu", target->parameter_count);
    parameter *added = ARENA_PUSH(memory, target->parameters, target->parameter_count);
    *added = (parameter){.name = name,
                         .place = target->place,
                         .length = (unsigned)strlen(name),
                         .kind = PARAMETER_SCALAR,
                         .type = *type};
    added->type.spelling = type->typevar                    ? type->typevar
                           : type->dtype == WEFT_BOOL       ? "bool"
                           : type->dtype == WEFT_COMPLEX64  ? "weft_complex64"
                           : type->dtype == WEFT_COMPLEX128 ? "weft_complex128"
                                                            : dtype_c_type(type->dtype);
}

/* Operands of an elementwise function: the parameters, then the result. */
static void set_operands(arena *memory, function *target)
{
    size_t count = target->parameter_count;
    target->operand_count = count + 1;
    target->core.input_count = count;
    target->core.output_count = 1;
    target->core.operands = arena_array(memory, count + 1, sizeof *target->core.operands);
    target->operand_parameter = arena_array(memory, count + 1, sizeof *target->operand_parameter);
    for (size_t i = 0; i < count; i++)
        target->operand_parameter[i] = (int)i;
    target->operand_parameter[count] = -1;
}

/* A function of these values (twice them for a pair); its text is `call`, an expression of x0 … */
static function *make_up(const reduction_check *check, const char *stage,
                         const parameter *parameters, size_t count, size_t times,
                         const c_type *result, const char *call)
{
    arena *memory = check->memory;
    const function *combine = check->checked->combine;
    function *made = arena_array(memory, 1, sizeof *made);
    const char *name = arena_format(memory, "weft_%s_%s", combine->ufunc_name, stage), *list = "";
    *made = (function){.name = name,
                       .made_for = combine->name,
                       .ufunc_name = name,
                       .doc = "",
                       .place = combine->place,
                       .kind = ANNOTATION_VECTORIZE,
                       .strict = combine->strict,
                       .serial = combine->serial,
                       .defined = true,
                       .returns = true,
                       .result = *result};
    for (size_t i = 0; i < count * times; i++) {
        add_parameter(memory, made, &parameters[i % count].type);
        list = arena_format(memory, "%s%s%s %s", list, i ? ", " : "",
                            made_up_type(&parameters[i % count].type), made->parameters[i].name);
    }
    parameter as_result = {0};
    function holder = {.place = made->place};
    add_parameter(memory, &holder, result);
    as_result = holder.parameters[0];
    made->result = as_result.type;
    set_operands(memory, made);
    made->made_up = arena_format(memory, "static %s %s(%s) { return %s; }", made_up_type(result),
                                 name, list, call);
    return made;
}

/* "square(weft_x2, weft_x3)" */
static const char *print_call(arena *memory, const function *called, size_t first)
{
    const char *list = "";
    for (size_t i = 0; i < called->parameter_count; i++)
        list = arena_format(memory, "%s%sweft_x%zu", list, i ? ", " : "", first + i);
    return arena_format(memory, "%s(%s)", called->name, list);
}

/* The reduction as users see it: the inputs are the map's. */
static void make_whole(const reduction_check *check)
{
    const function *combine = check->checked->combine, *map = check->checked->map;
    function *whole = arena_array(check->memory, 1, sizeof *whole);
    *whole = *combine;
    whole->reorderable = true;
    whole->parameters = map ? map->parameters : combine->parameters;
    whole->parameter_count = check->input_count;
    whole->operand_count = 0;
    set_operands(check->memory, whole);
    check->checked->whole = whole;
}

void reduction_make_stages(const reduction_check *check)
{
    arena *memory = check->memory;
    reduction *checked = check->checked;
    const function *combine = checked->combine, *map = checked->map, *finish = checked->finish;
    const c_type *accumulator = check->accumulator;
    make_whole(check);
    if (map) {
        size_t count = map->parameter_count;
        checked->stages[STAGE_MAP] = make_up(check, "map", map->parameters, count, 1, accumulator,
                                             print_call(memory, map, 0));
        checked->stages[STAGE_PAIR] =
            make_up(check, "pair", map->parameters, count, 2, accumulator,
                    arena_format(memory, "%s(%s, %s)", combine->name, print_call(memory, map, 0),
                                 print_call(memory, map, count)));
        checked->stages[STAGE_PAIR]->device_only = true;
    }
    checked->stages[STAGE_COMBINE] = make_up(check, "combine", combine->parameters, 2, 1,
                                             accumulator, print_call(memory, combine, 0));
    checked->stages[STAGE_COMBINE]->reorderable = true;
    if (finish)
        checked->stages[STAGE_FINISH] =
            make_up(check, "finish", finish->parameters, finish->parameter_count, 1,
                    &finish->result, print_call(memory, finish, 0));
    for (size_t i = 0; i < STAGE_COUNT; i++)
        if (checked->stages[i])
            *ARENA_PUSH(memory, check->source->stages, check->source->stage_count) =
                checked->stages[i];
}

static size_t add_binding(const reduction_match *match, function *target)
{
    size_t count = match->check->source->typevar_count;
    for (size_t i = 0; i < count; i++)
        if (!match->types[i])
            match->types[i] = "double";
    *ARENA_PUSH(match->check->memory, target->bindings, target->binding_count) =
        (binding){match->types};
    return target->binding_count - 1;
}

/* Adds a loop: inputs, then the result. */
static void add_loop(const reduction_match *match, function *target, const weft_dtype *dtypes)
{
    arena *memory = match->check->memory;
    size_t count = target->core.input_count;
    weft_dtype *kept = arena_array(memory, count + 1, sizeof *kept);
    const char *list = "";
    for (size_t i = 0; i <= count; i++)
        kept[i] = dtypes[i];
    for (size_t i = 0; i < count; i++)
        list = arena_format(memory, "%s%s%s", list, i ? ", " : "", dtype_name(dtypes[i]));
    size_t bound = add_binding(match, target);
    *ARENA_PUSH(memory, target->loops, target->loop_count) = (loop){
        .from = target,
        .binding = bound,
        .dtypes = kept,
        .prototype = arena_format(memory, "%s(%s)", dtype_name(dtypes[count]), list),
        .symbol = arena_format(memory, "%s_%s", keywords_plain_name(memory, target->ufunc_name),
                               dtype_name(dtypes[0])),
        .place = match->text ? annotation_location(match->text, 0) : target->place,
    };
}

void reduction_add_loops(const reduction_match *match)
{
    const reduction_check *check = match->check;
    const reduction *checked = check->checked;
    const size_t count = check->input_count;
    const weft_dtype accumulator = reduction_value_dtype(match, check->accumulator);
    const weft_dtype value = reduction_value_dtype(match, check->output);
    weft_dtype dtypes[2 * REDUCTION_INPUTS + 1];
    for (size_t i = 0; i < 2 * count; i++)
        dtypes[i] = match->inputs[i % count];
    dtypes[count] = match->result;
    add_loop(match, checked->whole, dtypes);
    if (checked->map) {
        dtypes[count] = accumulator;
        add_loop(match, checked->stages[STAGE_MAP], dtypes);
        dtypes[count] = match->inputs[0];
        dtypes[2 * count] = accumulator;
        add_loop(match, checked->stages[STAGE_PAIR], dtypes);
    }
    dtypes[0] = dtypes[1] = dtypes[2] = accumulator;
    add_loop(match, checked->stages[STAGE_COMBINE], dtypes);
    if (!checked->finish)
        return;
    const weft_dtype end = reduction_is_held_by(match->result, value) ? match->result : value;
    dtypes[1] =
        checked->finish->parameter_count == 2 ? checked->finish->parameters[1].type.dtype : end;
    dtypes[checked->finish->parameter_count] = end;
    add_loop(match, checked->stages[STAGE_FINISH], dtypes);
}

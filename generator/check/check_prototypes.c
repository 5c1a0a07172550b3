#include <string.h>

#include "check.h"
#include "model/keywords.h"
#include "model/prototype.h"
#include "text/dtype.h"

/* State of matching one prototype. */
typedef struct match {
    arena *memory;
    diagnostics *messages;
    const source_file *source;
    function *checked;
    const annotation_text *text; /* NULL: the C types are the prototype */
    prototype said;
    const char **types; /* per type variable of the file, NULL while unbound */
    weft_dtype *dtypes; /* per operand */
} match;

static bool refuse(match *state, size_t at, size_t length, const char *why)
{
    diagnostics_add(state->messages, SEVERITY_ERROR, annotation_location(state->text, at),
                    state->text->exact ? (unsigned)length : 0, "%s", why);
    return false;
}

/* Whether a C type holds what a kernel loads from a dtype. */
static bool c_type_takes(const c_type *type, weft_dtype dtype)
{
    return type->dtype == dtype_value(dtype);
}

static bool bind(match *state, const c_type *type, const prototype_item *item, const char *what)
{
    if (!type->typevar) {
        if (c_type_takes(type, item->dtype))
            return true;
        return refuse(state, item->at, item->length,
                      arena_format(state->memory, "the prototype says %s, but %s is '%s' in C",
                                   dtype_name(item->dtype), what, type->spelling));
    }
    for (size_t i = 0; i < state->source->typevar_count; i++) {
        if (strcmp(state->source->typevars[i], type->typevar) != 0)
            continue;
        const char *wanted = dtype_c_type(item->dtype);
        if (!state->types[i])
            state->types[i] = wanted;
        if (strcmp(state->types[i], wanted) == 0)
            return true;
        return refuse(state, item->at, item->length,
                      arena_format(state->memory, "%s is a '%s', which is %s here, not %s", what,
                                   type->typevar, state->types[i], wanted));
    }
    return true;
}

static const char *operand_description(match *state, size_t operand)
{
    int from = state->checked->operand_parameter[operand];
    return from < 0 ? "the result"
                    : arena_format(state->memory, "parameter '%s'",
                                   state->checked->parameters[from].name);
}

static bool check_rank(match *state, size_t operand, const prototype_item *item)
{
    size_t rank = state->checked->core.operands[operand].rank;
    bool scalar_output = rank == 0 && operand >= state->checked->core.input_count;
    if (item->rank == rank || (scalar_output && item->rank == 1))
        return true;
    return refuse(state, item->at, item->length,
                  arena_format(state->memory, "%s has %zu core dimension%s, not %zu",
                               operand_description(state, operand), rank, rank == 1 ? "" : "s",
                               item->rank));
}

/* The dtypes of what no prototype names: its C type's. */
static void set_indices(match *state)
{
    const function *checked = state->checked;
    for (size_t i = 0; i < checked->operand_count; i++)
        if (checked->core.operands[i].kind != WEFT_OPERAND_ARRAY)
            state->dtypes[i] = checked->parameters[checked->operand_parameter[i]].type.dtype;
}

/* Matches argument by argument; prototypes list the operands in C order, sizes left out. */
static bool match_arguments(match *state)
{
    function *checked = state->checked;
    size_t expected = checked->operand_count - checked->returns - checked->index_count, next = 0;
    const prototype_item *items = state->said.arguments;
    if (state->said.argument_count != expected) {
        const char *names = "";
        for (size_t i = 0; i < checked->parameter_count; i++)
            if (checked->parameters[i].kind != PARAMETER_SIZE && !checked->parameters[i].index)
                names = arena_format(state->memory, "%s%s%s", names, *names ? ", " : "",
                                     checked->parameters[i].name);
        return refuse(
            state, 0, strlen(state->text->text),
            arena_format(state->memory,
                         "the prototype has %zu argument%s, but '%s' has %zu operand%s: %s",
                         state->said.argument_count, state->said.argument_count == 1 ? "" : "s",
                         checked->name, expected, expected == 1 ? "" : "s", names));
    }
    bool good = true;
    for (size_t i = 0; i < checked->parameter_count; i++) {
        if (checked->parameters[i].kind == PARAMETER_SIZE || checked->parameters[i].index)
            continue;
        const prototype_item *item = &items[next++];
        for (size_t operand = 0; operand < checked->operand_count; operand++) {
            if (checked->operand_parameter[operand] != (int)i)
                continue;
            state->dtypes[operand] = item->dtype;
            good &=
                check_rank(state, operand, item) && bind(state, &checked->parameters[i].type, item,
                                                         operand_description(state, operand));
        }
    }
    return good;
}

static bool match_result(match *state)
{
    function *checked = state->checked;
    const prototype_item *result = &state->said.result;
    if (!checked->returns && result->dtype != WEFT_NONE)
        return refuse(state, result->at, result->length,
                      arena_format(state->memory,
                                   "'%s' returns void in C, so the prototype begins with void",
                                   checked->name));
    if (!checked->returns)
        return true;
    if (result->dtype == WEFT_NONE)
        return refuse(state, result->at, result->length,
                      arena_format(state->memory, "'%s' returns '%s' in C, not void", checked->name,
                                   checked->result.spelling));
    state->dtypes[checked->operand_count - 1] = result->dtype;
    return bind(state, &checked->result, result, "the result");
}

/* The prototype of the C types themselves, type variables as double. */
static void match_c_types(match *state)
{
    function *checked = state->checked;
    for (size_t i = 0; i < checked->operand_count; i++) {
        int from = checked->operand_parameter[i];
        state->dtypes[i] = from < 0 ? checked->result.dtype : checked->parameters[from].type.dtype;
    }
}

static size_t find_binding(match *state)
{
    function *checked = state->checked;
    size_t count = state->source->typevar_count;
    for (size_t i = 0; i < count; i++)
        if (!state->types[i])
            state->types[i] = "double";
    for (size_t i = 0; i < checked->binding_count; i++) {
        bool same = true;
        for (size_t k = 0; k < count && same; k++)
            same = strcmp(checked->bindings[i].types[k], state->types[k]) == 0;
        if (same)
            return i;
    }
    *ARENA_PUSH(state->memory, checked->bindings, checked->binding_count) = (binding){state->types};
    return checked->binding_count - 1;
}

/* "void(float32[:,:], float32[:])", operands in the order of the layout. */
static const char *print_prototype(arena *memory, const function *checked,
                                   const weft_dtype *operands)
{
    size_t arguments = checked->operand_count - checked->returns;
    const char *text = checked->returns ? dtype_name(operands[arguments]) : "void";
    text = arena_format(memory, "%s(", text);
    for (size_t i = 0; i < arguments; i++) {
        size_t rank = checked->core.operands[i].rank;
        if (checked->core.operands[i].kind != WEFT_OPERAND_ARRAY)
            continue;
        text = arena_format(memory, "%s%s%s", text, text[strlen(text) - 1] == '(' ? "" : ", ",
                            dtype_name(operands[i]));
        for (size_t axis = 0; axis < rank; axis++)
            text = arena_format(memory, "%s%s", text, axis ? ",:" : "[:");
        text = arena_format(memory, "%s%s", text,
                            rank                             ? "]"
                            : i >= checked->core.input_count ? "[:]"
                                                             : "");
    }
    return arena_format(memory, "%s)", text);
}

/* "add_float64": the ufunc and its input dtypes, one word where they are all the same. */
static const char *loop_symbol(arena *memory, const function *checked, const weft_dtype *operands)
{
    const char *name = keywords_plain_name(memory, checked->ufunc_name);
    size_t count = checked->core.input_count - checked->index_count;
    bool uniform = true;
    for (size_t i = 1; i < count; i++)
        uniform &= operands[i] == operands[0];
    if (!count)
        return arena_format(memory, "%s_%s", name, dtype_name(operands[checked->core.input_count]));
    if (uniform)
        return arena_format(memory, "%s_%s", name, dtype_name(operands[0]));
    const char *text = name;
    for (size_t i = 0; i < count; i++)
        text = arena_format(memory, "%s_%s", text, dtype_name(operands[i]));
    return text;
}

static bool add_loop(match *state)
{
    function *checked = state->checked;
    if (state->text) {
        text_error error;
        if (!prototype_parse(state->memory, state->text->text, &state->said, &error))
            return refuse(state, error.at, error.length,
                          arena_format(state->memory, "prototype \"%s\", column %zu: %s",
                                       state->text->text, error.at + 1, error.text));
        set_indices(state);
        bool arguments = match_arguments(state), result = match_result(state);
        if (!arguments || !result)
            return false;
    } else {
        match_c_types(state);
    }
    *ARENA_PUSH(state->memory, checked->loops, checked->loop_count) = (loop){
        .from = checked,
        .binding = find_binding(state),
        .dtypes = state->dtypes,
        .prototype = print_prototype(state->memory, checked, state->dtypes),
        .symbol = loop_symbol(state->memory, checked, state->dtypes),
        .place = state->text ? annotation_location(state->text, 0) : checked->place,
    };
    return true;
}

bool check_prototypes(arena *memory, diagnostics *messages, const source_file *source,
                      function *checked)
{
    size_t first = annotation_first_prototype(checked);
    bool good = true, from_types = first == checked->text_count;
    for (size_t i = first; i < checked->text_count + from_types; i++) {
        match state = {.memory = memory,
                       .messages = messages,
                       .source = source,
                       .checked = checked,
                       .text = from_types ? NULL : &checked->texts[i]};
        state.types = arena_array(memory, source->typevar_count + 1, sizeof *state.types);
        state.dtypes = arena_array(memory, checked->operand_count + 1, sizeof *state.dtypes);
        good &= add_loop(&state);
    }
    return good;
}

#include "adapter.h"

#include <string.h>

static bool is_written(const parameter *tested)
{
    return (tested->kind == PARAMETER_POINTER || tested->kind == PARAMETER_ARRAY) &&
           !tested->is_const;
}

/* The two parameters of what is read and written. */
static void split(arena *memory, const function *checked, const parameter *updated,
                  parameter **list, size_t *count)
{
    parameter *input = ARENA_PUSH(memory, *list, *count);
    *input = *updated;
    input->is_const = true;
    input->side = SIDE_INPUT;
    parameter *result = ARENA_PUSH(memory, *list, *count);
    *result = *updated;
    result->name = adapter_name(memory, checked, arena_format(memory, "%s_out", updated->name));
    result->side = SIDE_UPDATED;
}

/* Whether the number of elements of an operand is a parameter's. */
static bool counts(const parameter *tested, const layout *written)
{
    if (tested->kind == PARAMETER_SIZE)
        return true;
    for (size_t i = 0; written && i < written->input_count + written->output_count; i++)
        for (size_t axis = 0; axis < written->operands[i].rank; axis++)
            for (size_t t = 0; t < written->operands[i].extents[axis].term_count; t++)
                if (strcmp(written->operands[i].extents[axis].terms[t].name, tested->name) == 0)
                    return true;
    return false;
}

bool adapter_fix(arena *memory, diagnostics *messages, function *checked, const layout *written)
{
    if (!checked->fixed_count)
        return true;
    checked->called = checked->parameters;
    checked->called_count = checked->parameter_count;
    checked->parameters = NULL;
    checked->parameter_count = 0;
    for (size_t i = 0; i < checked->called_count; i++) {
        const parameter *next = &checked->called[i];
        if (!next->fixed) {
            *ARENA_PUSH(memory, checked->parameters, checked->parameter_count) = *next;
        } else if (counts(next, written)) {
            diagnostics_add(messages, SEVERITY_ERROR, checked->options_place,
                            (unsigned)strlen("WEFT_OPTIONS"),
                            "fixed(%s, %s): '%s' is the size of an operand of '%s', which the call "
                            "says",
                            next->name, next->fixed, next->name, checked->name);
            return false;
        }
    }
    return true;
}

void adapter_split_updates(arena *memory, function *checked, const layout *written)
{
    size_t operands = written->input_count + written->output_count, own = checked->returns;
    size_t candidates = 0, outputs = written->output_count - checked->returns;
    for (size_t i = 0; i < checked->parameter_count; i++) {
        own += checked->parameters[i].kind != PARAMETER_SIZE;
        candidates += is_written(&checked->parameters[i]);
    }
    if (written->output_count < checked->returns || operands <= own || outputs > candidates ||
        operands - own > outputs)
        return;
    size_t others = candidates - outputs, updates = operands - own, seen = 0;
    parameter *list = NULL;
    size_t count = 0;
    for (size_t i = 0; i < checked->parameter_count; i++) {
        const parameter *next = &checked->parameters[i];
        bool is_output = is_written(next) && seen++ >= others;
        if (is_output && seen - others <= updates) {
            split(memory, checked, next, &list, &count);
            continue;
        }
        parameter *added = ARENA_PUSH(memory, list, count);
        *added = *next;
        added->side = is_output ? SIDE_OUTPUT : SIDE_INPUT;
    }
    if (!checked->called_count) {
        checked->called = checked->parameters;
        checked->called_count = checked->parameter_count;
    }
    checked->parameters = list;
    checked->parameter_count = count;
}

static void set_spelling(c_type *type)
{
    type->spelling = type->typevar                    ? type->typevar
                     : type->dtype == WEFT_BOOL       ? "bool"
                     : type->dtype == WEFT_COMPLEX64  ? "weft_complex64"
                     : type->dtype == WEFT_COMPLEX128 ? "weft_complex128"
                                                      : type->plain;
}

/* What the adapter walks through must have sizes that C knows. */
static bool check_sizes(diagnostics *messages, const function *checked, size_t operand)
{
    const layout_operand *core = &checked->core.operands[operand];
    int from = checked->operand_parameter[operand];
    if (from < 0 || checked->parameters[from].kind != PARAMETER_POINTER)
        return true;
    const parameter *named = &checked->parameters[from];
    named -= named->side == SIDE_UPDATED;
    for (size_t axis = 0; axis < core->rank; axis++)
        for (size_t t = 0; t < core->extents[axis].term_count; t++) {
            const char *name = core->extents[axis].terms[t].name;
            bool known = false;
            for (size_t i = 0; i < checked->parameter_count; i++)
                known |= strcmp(checked->parameters[i].name, name) == 0;
            if (known)
                continue;
            diagnostics_add(messages, SEVERITY_ERROR, named->place, named->length,
                            "parameter '%s': its size '%s' is no parameter of '%s', so that what "
                            "it points to can neither be copied nor made NaN",
                            named->name, name, checked->name);
            return false;
        }
    return true;
}

static bool has_floating_output(const function *checked)
{
    for (size_t i = checked->core.input_count; i < checked->operand_count; i++)
        if (adapter_is_floating(checked, i))
            return true;
    return false;
}

/* An input that is one number behind a pointer becomes a value: the gpu's have no address. */
static void pass_values(arena *memory, function *checked)
{
    const parameter *before = checked->parameters;
    if (!checked->called_count) {
        checked->called = checked->parameters;
        checked->called_count = checked->parameter_count;
        checked->parameters = arena_array(memory, checked->called_count + 1, sizeof *before);
        for (size_t i = 0; i < checked->called_count; i++)
            checked->parameters[i] = before[i];
    }
    for (size_t i = 0; i < checked->core.input_count; i++) {
        parameter *input = &checked->parameters[checked->operand_parameter[i]];
        if (input->kind != PARAMETER_POINTER || checked->core.operands[i].rank)
            continue;
        input->kind = PARAMETER_SCALAR;
        input->is_const = false;
    }
}

/* Whether the function cannot be called as the operands are. */
static bool is_needed(const function *checked)
{
    bool needed =
        checked->called_count || checked->nan || checked->has_invalid || checked->returns_pointer;
    for (size_t i = 0; i < checked->operand_count; i++) {
        int from = checked->operand_parameter[i];
        needed |= from >= 0 &&
                  (checked->parameters[from].record || adapter_string_size(checked, (size_t)from));
    }
    return needed;
}

bool adapter_make(arena *memory, diagnostics *messages, source_file *source, function *checked)
{
    if (!is_needed(checked))
        return true;
    if ((checked->nan || checked->has_invalid) && !has_floating_output(checked)) {
        diagnostics_add(messages, SEVERITY_ERROR, checked->options_place,
                        (unsigned)strlen("WEFT_OPTIONS"), "%s: no output of '%s' can be NaN",
                        checked->nan ? "nan" : "invalid", checked->name);
        return false;
    }
    const bool walks = checked->nan || checked->has_invalid;
    for (size_t i = checked->core.input_count; i < checked->operand_count; i++) {
        int from = checked->operand_parameter[i];
        bool walked = walks || (from >= 0 && checked->parameters[from].side == SIDE_UPDATED);
        if (walked && !check_sizes(messages, checked, i))
            return false;
    }
    pass_values(memory, checked);
    const char *name = arena_format(memory, "weft_call_%s", checked->name);
    checked->made_up = adapter_text(memory, checked, name);
    for (size_t i = 0; i < checked->parameter_count; i++)
        set_spelling(&checked->parameters[i].type);
    if (checked->returns)
        set_spelling(&checked->result);
    checked->made_for = checked->name;
    checked->name = name;
    checked->foreign = false;
    checked->defined = true;
    *ARENA_PUSH(memory, source->stages, source->stage_count) = checked;
    return true;
}

/* indices.c: parameters that are numbers of items. */
#include "indices.h"

#include <string.h>

static bool refuse(diagnostics *messages, const function *checked, const index_value *refused,
                   const char *why)
{
    diagnostics_add(messages, SEVERITY_ERROR, checked->options_place,
                    (unsigned)strlen("WEFT_OPTIONS"), why, refused->name, checked->name);
    return false;
}

static const parameter *parameter_of(const function *checked, const index_value *shown)
{
    for (size_t i = 0; i < checked->parameter_count; i++)
        if (checked->parameters[i].index == shown)
            return &checked->parameters[i];
    return NULL;
}

bool check_indices(diagnostics *messages, const function *checked)
{
    if (checked->index_count > WEFT_MAX_INDICES)
        return refuse(messages, checked, &checked->indices[WEFT_MAX_INDICES],
                      "index(%s): '%s' has more than 4 of them");
    for (size_t i = 0; i < checked->index_count; i++) {
        const index_value *shown = &checked->indices[i];
        const parameter *counted = parameter_of(checked, shown);
        if (!counted)
            return refuse(messages, checked, shown,
                          "index(%s): '%s' has no parameter of that name, or has that twice");
        if (counted->fixed || counted->fallback)
            return refuse(messages, checked, shown,
                          "index(%s): '%s' has fixed or default of it, too");
        if (counted->kind == PARAMETER_SIZE)
            return refuse(messages, checked, shown,
                          "index(%s): it is the size of an operand of '%s', which the call says");
        if (counted->kind != PARAMETER_SCALAR ||
            (counted->type.dtype != WEFT_UINT64 && counted->type.dtype != WEFT_INT64) ||
            counted->type.typevar)
            return refuse(messages, checked, shown,
                          "index(%s): the number of an item has 64 bits, so that the parameter of "
                          "'%s' is a uint64_t, int64_t or size_t");
    }
    return true;
}

void indices_add(arena *memory, const function *checked, layout *written)
{
    const size_t total = written->input_count + written->output_count;
    if (!checked->index_count)
        return;
    layout_operand *with =
        arena_array(memory, total + checked->index_count + 1, sizeof *written->operands);
    memcpy(with, written->operands, written->input_count * sizeof *with);
    memcpy(with + written->input_count + checked->index_count,
           written->operands + written->input_count, written->output_count * sizeof *with);
    for (size_t i = 0; i < checked->index_count; i++)
        with[written->input_count + i] =
            (layout_operand){.kind = checked->indices[i].kind, .axis = checked->indices[i].axis};
    written->operands = with;
    written->input_count += checked->index_count;
}

bool indices_check_last(diagnostics *messages, const function *checked)
{
    const index_value *seen = NULL;
    for (size_t i = 0; i < checked->core.input_count; i++) {
        const index_value *next = checked->parameters[checked->operand_parameter[i]].index;
        if (seen && !next)
            return refuse(messages, checked, seen,
                          "index(%s): an input of '%s' stands behind it, and indices are the last "
                          "ones");
        seen = next;
    }
    return true;
}

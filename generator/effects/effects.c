#include "effects.h"

#include <string.h>

/* Whether the operand is an array of the caller's that C lets the function write to. */
static bool is_open_input(const function *from, size_t operand)
{
    int parameter = from->operand_parameter[operand];
    return operand < from->core.input_count && from->core.operands[operand].rank > 0 &&
           parameter >= 0 && !from->parameters[parameter].is_const;
}

/* Whether the operand is an output that the function gets the address of. */
static bool is_open_output(const function *from, size_t operand)
{
    return operand >= from->core.input_count && from->operand_parameter[operand] >= 0;
}

/* The size parameter of a body that an extent names; NULL if the extent is no such name. */
static const ir_variable *find_size(const function *from, const body *read, const extent *named)
{
    if (!extent_is_name(named))
        return NULL;
    for (size_t i = 0; i < from->parameter_count && i < read->tree->parameter_count; i++)
        if (strcmp(from->parameters[i].name, named->terms[0].name) == 0)
            return read->tree->parameters[i];
    return NULL;
}

static void find_kept(arena *memory, const function *from, body *read, size_t operand)
{
    const layout_operand *core = &from->core.operands[operand];
    effects_output output = {.variable = read->tree->parameters[from->operand_parameter[operand]],
                             .rank = core->rank};
    body_effect *effect = &read->effects[operand];
    for (size_t axis = 0; axis < core->rank; axis++) {
        output.sizes[axis] = find_size(from, read, &core->extents[axis]);
        if (extent_is_fixed(&core->extents[axis]))
            output.constants[axis] = core->extents[axis].constant;
    }
    effect->is = !effects_fills(memory, read->tree, &output, &effect->text, &effect->place);
    if (effect->is || read->range_count == 0 || core->rank == 0)
        return;
    /* for other sizes the text is run that the tree is the normal form of, whose counters may end
     * before all is written; of a number its own reading tells */
    *effect = (body_effect){true, "counters that do not hold every size", read->tree->place};
}

static void find_written(arena *memory, const function *from, body *read, size_t operand)
{
    const ir_expression *where;
    body_effect *effect = &read->effects[operand];
    const ir_variable *parameter = read->tree->parameters[from->operand_parameter[operand]];
    effect->is = effects_writes(memory, read->tree, parameter, &where);
    if (effect->is) {
        effect->text = ir_expression_text(memory, where);
        effect->place = where->place;
    }
}

void effects_find(arena *memory, const function *from, body *read)
{
    read->effects = arena_array(memory, from->operand_count + 1, sizeof *read->effects);
    for (size_t i = 0; i < from->operand_count; i++) {
        int parameter = from->operand_parameter[i];
        if (parameter < 0 || (size_t)parameter >= read->tree->parameter_count)
            continue;
        if (is_open_input(from, i))
            find_written(memory, from, read, i);
        else if (is_open_output(from, i))
            find_kept(memory, from, read, i);
    }
}

/* Whether the function behind an adapter writes to a structure whose members are outputs; the
 * adapter hands it a copy, and hands on what is there then. */
static bool writes_structure(arena *memory, const function *from, const body *read,
                             const char *name)
{
    const ir_expression *where;
    const ir_function *behind = read->tree->helper_count ? read->tree->helpers[0] : NULL;
    if (!behind || !behind->body || behind->parameter_count != from->called_count)
        return true;
    for (size_t i = 0; i < from->called_count; i++)
        if (strcmp(from->called[i].name, name) == 0)
            return effects_writes(memory, behind, behind->parameters[i], &where);
    return true;
}

const parameter *effects_unwritten(arena *memory, const function *from, const body *read)
{
    const ir_expression *where;
    for (size_t i = from->core.input_count; i < from->operand_count; i++) {
        int index = from->operand_parameter[i];
        if (index < 0 || (size_t)index >= read->tree->parameter_count)
            continue;
        const parameter *output = &from->parameters[index];
        if (output->whole
                ? !writes_structure(memory, from, read, output->whole)
                : !effects_writes(memory, read->tree, read->tree->parameters[index], &where))
            return output;
    }
    return NULL;
}

/* The first body with an effect on the operand; *unknown: there is none, for there is no source. */
static const body_effect *find_effect(const function *from, size_t operand, bool *unknown)
{
    *unknown = !from->bodies || !from->binding_count;
    for (size_t i = 0; i < from->binding_count && !*unknown; i++) {
        if (!from->bodies[i])
            *unknown = true;
        else if (from->bodies[i]->effects[operand].is)
            return &from->bodies[i]->effects[operand];
    }
    return NULL;
}

bool effects_written(const function *from, size_t operand, const body_effect **why)
{
    bool unknown;
    *why = NULL;
    if (!is_open_input(from, operand))
        return false;
    *why = find_effect(from, operand, &unknown);
    return unknown || *why;
}

bool effects_kept(const function *from, size_t operand, const body_effect **why)
{
    bool unknown;
    *why = NULL;
    if (!is_open_output(from, operand))
        return false;
    *why = find_effect(from, operand, &unknown);
    return unknown || *why;
}

unsigned effects_written_mask(const function *from)
{
    const body_effect *why;
    unsigned mask = 0;
    for (size_t i = 0; i < from->operand_count; i++)
        mask |= (unsigned)effects_written(from, i, &why) << i;
    return mask;
}

unsigned effects_kept_mask(const function *from)
{
    const body_effect *why;
    unsigned mask = 0;
    for (size_t i = 0; i < from->operand_count; i++)
        mask |= (unsigned)effects_kept(from, i, &why) << i;
    return mask;
}

/* emit_item.c: the call of the user's function on one item, in C and in CUDA. */
#include <string.h>

#include "analyse/effects.h"
#include "emit_section.h"
#include "model/keywords.h"

/* A type of the user's, where its renaming is undone; no type of his comes along with a
 * declaration. */
static const char *instance_type(section *part, const c_type *type, bool device)
{
    arena *memory = part->from->memory;
    if (!part->shown->body_text)
        return type->plain;
    for (size_t i = 0; i < part->shown->piece_count; i++)
        for (size_t k = 0; k < part->shown->pieces[i].name_count; k++)
            if (strcmp(part->shown->pieces[i].names[k], type->spelling) == 0)
                return device && strcmp(keywords_device_name(memory, type->spelling),
                                        type->spelling) != 0
                           ? keywords_device_name(memory, type->spelling)
                           : arena_format(memory, "WEFT_INSTANCE(%s)", type->spelling);
    return emit_own_name(part, type->spelling);
}

static const c_type *operand_type(const function *shown, size_t operand)
{
    int from = shown->operand_parameter[operand];
    return from < 0 ? &shown->result : &shown->parameters[from].type;
}

static bool is_output(const function *shown, size_t operand)
{
    return operand >= shown->core.input_count;
}

static const char *function_symbol(section *part, bool device)
{
    arena *memory = part->from->memory;
    const char *name = part->shown->name, *own = emit_own_name(part, name);
    if (own != name)
        return own;
    if (device && strcmp(keywords_device_name(memory, name), name) != 0)
        return keywords_device_name(memory, name);
    return arena_format(memory, "WEFT_INSTANCE(%s)", name);
}

/* The ufunc that a function belongs to. */
static const ufunc *find_ufunc(const module *all, const function *shown)
{
    const ufunc *found = all->ufuncs;
    while (strcmp(found->name, shown->ufunc_name) != 0)
        found++;
    return found;
}

/* The distinct core dimensions as emit_table numbers them; check_operands has seen to it that each
 * size is one. */
static size_t dimension_index(section *part, const char *name)
{
    const extent *dimensions = find_ufunc(part->from->module, part->shown)->dimensions;
    size_t index = 0;
    while (!extent_is_name(&dimensions[index]) ||
           strcmp(dimensions[index].terms[0].name, name) != 0)
        index++;
    return index;
}

/* One argument of the call of the user's function. */
static const char *print_argument(section *part, size_t parameter_index, bool device)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const parameter *passed = &shown->parameters[parameter_index];
    const char *type = instance_type(part, &passed->type, device);
    if (passed->kind == PARAMETER_SIZE)
        return arena_format(memory, device ? "(%s)item.size(%zu)" : "(%s)dimensions[%zu]", type,
                            dimension_index(part, passed->name) + !device);
    size_t operand = 0;
    while (shown->operand_parameter[operand] != (int)parameter_index)
        operand++;
    size_t rank = shown->core.operands[operand].rank;
    const char *qualifier = passed->is_const ? "const " : "";
    if (rank && device) {
        bool block = emit_needs_block(shown, operand);
        if (block && passed->kind == PARAMETER_POINTER)
            rank = 1; /* a block of rank 1 is a plain pointer */
        return arena_format(memory, "item.%s<%s%s, %zu>(%zu)", block ? "block" : "view", qualifier,
                            type, rank, operand);
    }
    if (rank)
        return arena_format(memory, "(%svoid *)p%zu", qualifier, operand);
    if (is_output(shown, operand))
        return arena_format(memory, "&r%zu", operand);
    if (passed->kind != PARAMETER_SCALAR) /* a foreign function takes a scalar by address */
        return arena_format(
            memory, "&(%s%s){%s}", qualifier, type,
            device ? arena_format(memory, "item.value<%s>(%zu)", type, operand)
                   : arena_format(memory, "WEFT_GET(WEFT_DTYPE_%zu, p%zu)", operand, operand));
    if (device)
        return part->shown->shape.elementwise
                   ? arena_format(memory, "a%zu", operand)
                   : arena_format(memory, "item.value<%s>(%zu)", type, operand);
    return arena_format(memory,
                        part->shown->shape.elementwise ? "WEFT_GET(WEFT_DTYPE_%zu, p%zu + i * s%zu)"
                                                       : "WEFT_GET(WEFT_DTYPE_%zu, p%zu)",
                        operand, operand, operand);
}

/* The element of an output before the call. */
static const char *print_element(section *part, size_t operand, const char *type, bool device)
{
    arena *memory = part->from->memory;
    if (device)
        return part->shown->shape.elementwise ? arena_format(memory, "a%zu", operand)
                                 : arena_format(memory, "*item.pointer<%s>(%zu)", type, operand);
    return arena_format(memory,
                        part->shown->shape.elementwise ? "WEFT_GET(WEFT_DTYPE_%zu, p%zu + i * s%zu)"
                                          : "WEFT_GET(WEFT_DTYPE_%zu, p%zu)",
                        operand, operand, operand);
}

/* Declares the locals of outputs without core axes; the start of the call, if it returns one. */
static const char *emit_locals(section *part, bool device)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const char *result = "";
    const body_effect *why;
    for (size_t i = 0; i < shown->operand_count; i++) {
        if (!is_output(shown, i) || shown->core.operands[i].rank)
            continue;
        const char *type = instance_type(part, operand_type(shown, i), device);
        if (shown->operand_parameter[i] < 0)
            result = arena_format(memory, "%s r%zu = ", type, i);
        else if (effects_kept(shown, i, &why))
            output_line(part->out, "%s r%zu = %s;", type, i, print_element(part, i, type, device));
        else
            output_line(part->out, "%s r%zu;", type, i);
    }
    return result;
}

/* The call of the user's function on one item: outputs without core axes are locals r0 …, which start
 * as what is there where the function may leave it. */
void emit_item(section *part, bool device)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const char *arguments = "", *result = emit_locals(part, device);
    for (size_t i = 0; i < shown->parameter_count; i++)
        arguments = arena_format(memory, "%s%s%s", arguments, i ? ", " : "",
                                 print_argument(part, i, device));
    output_line(part->out, "%s%s(%s);", result, function_symbol(part, device), arguments);
    for (size_t i = 0; i < shown->operand_count; i++) {
        if (!is_output(shown, i) || shown->core.operands[i].rank)
            continue;
        if (device)
            output_line(part->out, "%s = r%zu;",
                        print_element(part, i, instance_type(part, operand_type(shown, i), true), true),
                        i);
        else
            output_line(part->out,
                        part->shown->shape.elementwise
                            ? "WEFT_PUT(WEFT_DTYPE_%zu, p%zu + i * s%zu, r%zu);"
                            : "WEFT_PUT(WEFT_DTYPE_%zu, p%zu, r%zu);",
                        i, i, i, i);
    }
}

void emit_device_body(section *part)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const char *parameters = "const weft::item &item";
    if (part->shown->shape.elementwise) {
        parameters = "";
        for (size_t i = 0; i < shown->operand_count; i++)
            parameters = arena_format(memory, "%s%sWEFT_VALUE(WEFT_DTYPE_%zu) %sa%zu", parameters,
                                      i ? ", " : "", i, is_output(shown, i) ? "&" : "", i);
    }
    output_open(part->out, "struct weft_body {");
    output_line(part->out, "WEFT_DEVICE void operator()(%s) const", parameters);
    output_open(part->out, "{");
    emit_item(part, true);
    output_close(part->out, "}");
    output_close(part->out, "};");
}

/* emit_item.c: the call of the user's function on one item, as the loops of C and CUDA take it. */
#include <string.h>

#include "choose/analyse_shape.h"
#include "effects/effects.h"
#include "emit_section.h"
#include "model/keywords.h"

/* A type of the user's, where its renaming is undone; no type of his comes along with a
 * declaration. */
static const char *instance_type(section *part, const c_type *type, bool device)
{
    arena *memory = part->from->memory;
    const char *name = part->shown->body_text ? type->spelling : type->plain;
    for (size_t i = 0; i < part->typevar_count; i++)
        if (strcmp(part->from->module->source->typevars[part->typevars[i]], name) == 0)
            return arena_format(memory, "WEFT_TYPE(%zu)", i);
    if (!part->shown->body_text)
        return name;
    for (size_t i = 0; i < part->shown->piece_count; i++)
        for (size_t k = 0; k < part->shown->pieces[i].name_count; k++)
            if (strcmp(part->shown->pieces[i].names[k], type->spelling) == 0)
                return device && strcmp(keywords_device_name(memory, type->spelling),
                                        type->spelling) != 0
                           ? keywords_device_name(memory, type->spelling)
                           : emit_piece_name(part, i, type->spelling);
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
    return emit_instance_name(part, name);
}

const ufunc *emit_ufunc_of(const section *part)
{
    const ufunc *found = part->from->module->ufuncs;
    while (strcmp(found->name, part->shown->ufunc_name) != 0)
        found++;
    return found;
}

/* The distinct core dimensions as emit_table numbers them; check_operands has seen to it that each
 * size is one. */
static size_t dimension_index(section *part, const char *name)
{
    const extent *dimensions = emit_ufunc_of(part)->dimensions;
    size_t index = 0;
    while (!extent_is_name(&dimensions[index]) ||
           strcmp(dimensions[index].terms[0].name, name) != 0)
        index++;
    return index;
}

static const char *print_input(arena *memory, size_t operand)
{
    return arena_format(memory, "WEFT_IN(%zu)", operand);
}

const char *emit_size(section *part, size_t number, bool device)
{
    const parameter *passed = &part->shown->parameters[number];
    return arena_format(part->from->memory, "(%s)WEFT_EXTENT(%zu)",
                        instance_type(part, &passed->type, device),
                        dimension_index(part, passed->name));
}

/* One argument of the call of the user's function. */
static const char *print_argument(section *part, size_t parameter_index, bool device)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const parameter *passed = &shown->parameters[parameter_index];
    const char *type = instance_type(part, &passed->type, device);
    const char *qualifier = passed->is_const ? "const " : "";
    if (passed->kind == PARAMETER_SIZE)
        return emit_size(part, parameter_index, device);
    size_t operand = analyse_operand_of(shown, (int)parameter_index);
    size_t rank = shown->core.operands[operand].rank;
    if (rank) {
        bool block = emit_needs_block(shown, operand);
        if (block && passed->kind == PARAMETER_POINTER)
            rank = 1; /* a block of rank 1 is a plain pointer */
        return arena_format(memory, "WEFT_%s(%s%s, %zu, %zu)", block ? "BLOCK" : "VIEW", qualifier,
                            type, rank, operand);
    }
    if (is_output(shown, operand))
        return arena_format(memory, "&r%zu", operand);
    if (passed->kind != PARAMETER_SCALAR) /* a foreign function takes a scalar by address */
        return arena_format(memory, "&(%s%s){%s}", qualifier, type, print_input(memory, operand));
    return print_input(memory, operand);
}

/* The same of a kernel of the device's own, which knows no types of the C file: arrays and outputs
 * are pointers to the dtypes' types. */
static const char *print_kernel_argument(section *part, size_t number)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const parameter *passed = &shown->parameters[number];
    if (passed->kind == PARAMETER_SIZE)
        return arena_format(memory, "(%s)WEFT_EXTENT(%zu)", passed->type.plain,
                            dimension_index(part, passed->name));
    const size_t operand = analyse_operand_of(shown, (int)number);
    const char *qualifier = is_output(shown, operand) ? "" : "const ";
    if (shown->core.operands[operand].rank || is_output(shown, operand))
        return arena_format(memory, "WEFT_BLOCK(%sWEFT_VALUE(WEFT_DTYPE(%zu)), 1, %zu)", qualifier,
                            operand, operand);
    return print_input(memory, operand);
}

static const char *print_kernel(section *part)
{
    arena *memory = part->from->memory;
    const char *arguments = "";
    for (size_t i = 0; i < part->shown->parameter_count; i++)
        arguments = arena_format(memory, "%s%s%s", arguments, i ? ", " : "",
                                 print_kernel_argument(part, i));
    return arena_format(memory, "%s(%s);", emit_instance_name(part, part->shown->name), arguments);
}

/* Whether an operand is a scalar that the function writes through a pointer: a local of its own. */
static bool is_local(const function *shown, size_t operand)
{
    return is_output(shown, operand) && !shown->core.operands[operand].rank &&
           shown->operand_parameter[operand] >= 0;
}

/* The locals r0 … of such operands, which start as what is there where the function may leave
 * it. */
static const char *print_locals(section *part, bool device)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const char *text = "";
    const body_effect *why;
    for (size_t i = 0; i < shown->operand_count; i++) {
        if (!is_local(shown, i))
            continue;
        const char *type = instance_type(part, operand_type(shown, i), device);
        const char *start = effects_kept(shown, i, &why)
                                ? arena_format(memory, " = %s", print_input(memory, i))
                                : "";
        text = arena_format(memory, "%s%s r%zu%s; ", text, type, i, start);
    }
    return text;
}

static const char *print_call(section *part, bool device)
{
    arena *memory = part->from->memory;
    const char *arguments = "";
    for (size_t i = 0; i < part->shown->parameter_count; i++)
        arguments = arena_format(memory, "%s%s%s", arguments, i ? ", " : "",
                                 print_argument(part, i, device));
    return arena_format(memory, "%s(%s%s)", function_symbol(part, device), arguments,
                        emit_is_nested(part) ? " WEFT_NEST_ARGUMENT" : "");
}

static const char *print_item(section *part, bool device)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const char *call = print_call(part, device), *puts = "";
    for (size_t i = 0; i < shown->operand_count; i++)
        if (is_local(shown, i))
            puts = arena_format(memory, "%s WEFT_OUT(%zu, r%zu);", puts, i, i);
    if (shown->returns) /* the last operand */
        call = arena_format(memory, "WEFT_OUT(%zu, %s)", shown->operand_count - 1, call);
    return arena_format(memory, "%s%s;%s", print_locals(part, device), call, puts);
}

void emit_item(section *part)
{
    const char *item = print_item(part, false);
    const char *on_device = part->shown->launch ? print_kernel(part) : print_item(part, true);
    bool same = strcmp(item, on_device) == 0;
    if (!same) {
        output_line(part->out, "#ifdef WEFT_ON_DEVICE");
        output_line(part->out, "#define WEFT_ITEM %s", on_device);
        output_line(part->out, "#else");
    }
    output_line(part->out, "#define WEFT_ITEM %s", item);
    if (!same)
        output_line(part->out, "#endif");
}

/* The device has another function of the name, and nothing of this one's: it is called in one
 * place, which nvcc names by the user's line where it does not fit. */
void emit_kernel_call(section *part)
{
    const char *name = part->shown->name;
    output_line(part->out, "#else");
    output_locate(part->out, emit_file_name(part->from, part->shown->place.file),
                  part->shown->place.line);
    output_line(part->out,
                "template <class... A> WEFT_DEVICE_INLINE void %s(A... a) { ::%s(a...); }",
                emit_instance_name(part, name), name);
    output_locate_here(part->out);
    output_line(part->out, "#endif");
}

/* emit_lanes.c: a function as one of vectors, for the hosts. There is one text a binding of the type
 * variables; WEFT_BINDING says which one a loop is of. */
#include <string.h>

#include "analyse/analyse_shape.h"
#include "analyse/effects.h"
#include "emit_section.h"
#include "lanes/lanes.h"

/* So many vectors go side by side where items leave loops one by one: a loop waits for the slowest of
 * its items, and each round for the one before. Of core blocks fewer, for all their elements are there. */
enum { DIVERGENT_VECTORS = 4, DIVERGENT_CORES = 2 };

static const char *write_name(const void *context, const char *name)
{
    return emit_own_name(context, name);
}

static weft_dtype operand_dtype(const function *shown, size_t operand, const ir_function *tree)
{
    int parameter = shown->operand_parameter[operand];
    const ir_type *type = parameter < 0 ? tree->result : tree->parameters[parameter]->type;
    while (type->kind != IR_TYPE_SCALAR)
        type = type->element;
    return type->dtype;
}

const char *emit_element(const function *shown, size_t operand, const ir_function *tree)
{
    weft_dtype dtype = operand_dtype(shown, operand, tree);
    return dtype == WEFT_COMPLEX64    ? "f32"
           : dtype == WEFT_COMPLEX128 ? "f64"
                                      : lanes_element(dtype);
}

static bool is_complex(weft_dtype dtype)
{
    return dtype == WEFT_COMPLEX64 || dtype == WEFT_COMPLEX128;
}

/* "x0"; "x0, y0" of a complex operand; with addresses of a pointer. */
static const char *print_argument(section *part, size_t operand, bool pointer, weft_dtype dtype)
{
    const char *address = pointer ? "&" : "";
    const char *text = arena_format(part->from->memory, "%sx%zu", address, operand);
    return is_complex(dtype)
               ? arena_format(part->from->memory, "%s, %sy%zu", text, address, operand)
               : text;
}

/* "x0, &x1" */
static const char *print_arguments(section *part, const ir_function *tree)
{
    const function *shown = part->shown;
    const char *text = "";
    for (size_t i = 0; i < shown->parameter_count; i++) {
        size_t operand = analyse_operand_of(shown, (int)i);
        bool pointer = shown->parameters[i].kind != PARAMETER_SCALAR;
        text = arena_format(part->from->memory, "%s%s%s", text, i ? ", " : "",
                            print_argument(part, operand, pointer,
                                           operand_dtype(shown, operand, tree)));
    }
    if (!shown->returns)
        return text;
    const size_t last = shown->operand_count - 1;
    const weft_dtype dtype = operand_dtype(shown, last, tree);
    return arena_format(part->from->memory, "%s%s%s", text, *text ? ", " : "",
                        print_argument(part, last, is_complex(dtype), dtype));
}

static const char *print_block(section *part, const ir_function *tree)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const char *text = "", *puts = "";
    const body_effect *why;
    for (size_t i = 0; i < shown->operand_count; i++) {
        bool out = i >= shown->core.input_count;
        bool read = !out || effects_kept(shown, i, &why);
        const weft_dtype dtype = operand_dtype(shown, i, tree);
        const char *element = emit_element(shown, i, tree);
        const char *kind = is_complex(dtype) ? "PAIR_" : "";
        text = arena_format(memory, "%sWEFT_LANES_%s%s(%zu, %s) ", text, kind, read ? "IN" : "NEW",
                            i, element);
        if (out)
            puts = arena_format(memory, "%s WEFT_LANES_%sOUT(%zu%s%s)", puts, kind, i,
                                *kind ? ", " : "", *kind ? element : "");
    }
    return arena_format(memory, "%sWEFT_INSTANCE(%s__lanes)(%s);%s", text, tree->name,
                        print_arguments(part, tree), puts);
}

static void emit_text(section *part, const lanes_text *shown, const ir_function *tree)
{
    output *out = part->out;
    const unsigned depth = out->depth;
    output_line(out, "#define WEFT_LANE_BITS %u", shown->bits);
    output_line(out, "#define WEFT_LANES_MATH %d", shown->twins);
    const int several = part->shown->shape.elementwise ? DIVERGENT_VECTORS : DIVERGENT_CORES;
    output_line(out, "#define WEFT_VECTOR_COUNT %d", shown->divergent ? several : 1);
    for (size_t i = 0; i < shown->count; i++) {
        out->depth = depth + shown->lines[i].depth;
        output_line(out, "%s", shown->lines[i].text);
    }
    out->depth = depth;
    if (part->shown->shape.elementwise)
        output_line(out, "#define WEFT_LANES_ITEM %s", print_block(part, tree));
    else
        emit_lanes_core(part, tree);
}

static bool is_same(const lanes_text *a, const lanes_text *b)
{
    bool same = a->count == b->count && a->bits == b->bits;
    for (size_t i = 0; i < a->count && same; i++)
        same = strcmp(a->lines[i].text, b->lines[i].text) == 0;
    return same;
}

/* The bindings whose text is that of binding `first`; NULL where an earlier one has it. */
static const char *list_bindings(section *part, const lanes_text *texts, size_t first)
{
    const char *list = "";
    for (size_t i = 0; i < part->shown->binding_count; i++) {
        if (!is_same(&texts[i], &texts[first]))
            continue;
        if (i < first)
            return NULL;
        list = arena_format(part->from->memory, "%s%sWEFT_BINDING == %zu", list,
                            *list ? " || " : "", i);
    }
    return list;
}

void emit_lanes(section *part)
{
    const function *shown = part->shown;
    arena *memory = part->from->memory;
    const c_naming naming = {write_name, part};
    if (!shown->shape.lanes)
        return;
    lanes_text *texts = arena_array(memory, shown->binding_count, sizeof *texts);
    for (size_t i = 0; i < shown->binding_count; i++)
        texts[i] = lanes_translate(memory, shown->bodies[i]->tree, shown->strict, &naming);
    output_line(part->out, "#if WEFT_LANES_WANTED");
    for (size_t i = 0; i < shown->binding_count; i++) {
        const char *list = list_bindings(part, texts, i);
        if (!list)
            continue;
        if (shown->binding_count > 1)
            output_line(part->out, "#%sif %s", i ? "el" : "", list);
        emit_text(part, &texts[i], shown->bodies[i]->tree);
    }
    if (shown->binding_count > 1)
        output_line(part->out, "#endif");
    output_line(part->out, "#endif");
}

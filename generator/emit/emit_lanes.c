/* emit_lanes.c: a function as one of vectors, for the hosts. There is one text a binding of the
 * type variables; WEFT_BINDING says which one a loop is of. */
#include <string.h>

#include "choose/analyse_shape.h"
#include "effects/effects.h"
#include "emit_shared_lanes.h"

/* So many vectors go side by side where items leave loops one by one: a loop waits for the slowest
 * of its items, and each round for the one before. Of core blocks fewer, for all their elements are
 * there. Of functions that wait for themselves no more, for a single item takes as long as two
 * vectors. */
enum { DIVERGENT_VECTORS = 4, DIVERGENT_CORES = 2, WAITING_VECTORS = 2 };

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

/* "x0" of the letter x; "x0, y0" of a complex operand; with addresses of a pointer. */
static const char *print_argument(section *part, size_t operand, bool pointer, weft_dtype dtype,
                                  char letter)
{
    const char *address = pointer ? "&" : "";
    const char *text = arena_format(part->from->memory, "%s%c%zu", address, letter, operand);
    return is_complex(dtype)
               ? arena_format(part->from->memory, "%s, %sy%zu", text, address, operand)
               : text;
}

/* "x0, &x1" */
static const char *print_arguments(section *part, const ir_function *tree, char letter)
{
    const function *shown = part->shown;
    const char *text = "";
    for (size_t i = 0; i < shown->parameter_count; i++) {
        size_t operand = analyse_operand_of(shown, (int)i);
        bool pointer = shown->parameters[i].kind != PARAMETER_SCALAR;
        text = arena_format(
            part->from->memory, "%s%s%s", text, i ? ", " : "",
            print_argument(part, operand, pointer, operand_dtype(shown, operand, tree), letter));
    }
    if (!shown->returns)
        return text;
    const size_t last = shown->operand_count - 1;
    const weft_dtype dtype = operand_dtype(shown, last, tree);
    return arena_format(part->from->memory, "%s%s%s", text, *text ? ", " : "",
                        print_argument(part, last, is_complex(dtype), dtype, letter));
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
                        print_arguments(part, tree, 'x'), puts);
}

/* What <weft/loop_refill.h> asks for. */
static void emit_refill(section *part, const lanes_text *text, const ir_function *tree)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const char *operands = "", *kept = "", *names = "";
    for (size_t i = 0; i < shown->operand_count; i++)
        operands = arena_format(memory, "%s %s(%zu, %s)", operands,
                                i < shown->core.input_count ? "IN" : "OUT", i,
                                emit_element(shown, i, tree));
    for (size_t i = 0; i < text->kept_count; i++) {
        kept =
            arena_format(memory, "%s X(%s, %s)", kept, text->kept[i].element, text->kept[i].name);
        names = arena_format(memory, "%s, %s", names, text->kept[i].name);
    }
    output_line(part->out, "#define WEFT_REFILL_OPERANDS(IN, OUT)%s", operands);
    output_line(part->out, "#define WEFT_REFILL_KEPT(X)%s", kept);
    output_line(
        part->out,
        "#define WEFT_LANES_ITEM WEFT_INSTANCE(%s__lanes)(%s, fresh, busy%s, to_end, &rounds);",
        tree->name, print_arguments(part, tree, 'y'), names);
}

unsigned emit_lane_vectors(const function *shown, const lanes_text *text)
{
    const bool elementwise = shown->shape.elementwise;
    return text->divergent              ? (elementwise ? DIVERGENT_VECTORS : DIVERGENT_CORES)
           : text->waits && elementwise ? WAITING_VECTORS
                                        : 1;
}

void emit_lane_width(section *part, unsigned bits, unsigned vectors)
{
    output_line(part->out, "#define WEFT_LANE_BITS %u", bits);
    output_line(part->out, "#define WEFT_VECTOR_COUNT %u", vectors);
}

void emit_lanes_function(section *part, const lanes_function *shown, const char *name)
{
    output *out = part->out;
    const unsigned depth = out->depth;
    output_line(out, "%s void %s(%s)",
                shown->noinline ? "WEFT_LANES_NOINLINE" : "WEFT_LANES_FUNCTION", name,
                shown->parameters);
    output_line(out, "{");
    for (size_t i = 0; i < shown->count; i++) {
        out->depth = depth + shown->lines[i].depth;
        output_line(out, "%s", shown->lines[i].text);
    }
    out->depth = depth;
    output_line(out, "}");
}

/* What a helper is called: the one that several functions have, or this loop's own. */
static void emit_helper_names(section *part, const lanes_text *text, bool undo)
{
    for (size_t i = 0; i < text->helper_count; i++) {
        const char *name = text->helpers[i].name;
        const size_t number = emit_shared_lanes_number(part->lanes, part->shown, i);
        if (undo)
            output_line(part->out, "#undef %s", name);
        else if (number)
            output_line(part->out, "#define %s WEFT_COMMON(%s, %zu)", name, name, number);
        else
            output_line(part->out, "#define %s WEFT_INSTANCE(%s)", name, name);
    }
}

static void emit_text(section *part, const lanes_text *text, const ir_function *tree)
{
    emit_lane_width(part, text->bits, emit_lane_vectors(part->shown, text));
    output_line(part->out, "#define WEFT_LANES_MATH %d", text->twins);
    emit_helper_names(part, text, false);
    for (size_t i = 0; i < text->helper_count; i++) {
        const lanes_function *helper = &text->helpers[i];
        if (!emit_shared_lanes_number(part->lanes, part->shown, i))
            emit_lanes_function(part, helper, helper->name);
    }
    emit_lanes_function(part, &text->root,
                        arena_format(part->from->memory, "WEFT_INSTANCE(%s)", text->root.name));
    emit_helper_names(part, text, true);
    if (text->refills)
        emit_refill(part, text, tree);
    else if (part->shown->shape.elementwise)
        output_line(part->out, "#define WEFT_LANES_ITEM %s", print_block(part, tree));
    else
        emit_lanes_core(part, tree, text);
}

static bool is_same(const lanes_text *a, const lanes_text *b)
{
    bool same = a->bits == b->bits && a->helper_count == b->helper_count &&
                lanes_is_same(&a->root, &b->root);
    for (size_t i = 0; i < a->helper_count && same; i++)
        same = lanes_is_same(&a->helpers[i], &b->helpers[i]);
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

/* Whether a lane may take one item after the other: operands are numbers, and each output is
 * written. */
static bool may_refill(const function *shown, const ir_function *tree)
{
    bool may = shown->shape.elementwise && !effects_kept_mask(shown);
    for (size_t i = 0; i < shown->operand_count; i++)
        may &= !is_complex(operand_dtype(shown, i, tree));
    return may;
}

lanes_text emit_translate_lanes(const section *part, size_t binding)
{
    const c_naming naming = {write_name, part};
    const ir_function *tree = part->shown->bodies[binding]->tree;
    return lanes_translate(part->from->memory, tree, part->shown->strict,
                           may_refill(part->shown, tree), &naming);
}

void emit_lanes(section *part)
{
    const function *shown = part->shown;
    if (!shown->shape.lanes)
        return;
    lanes_text *texts = arena_array(part->from->memory, shown->binding_count, sizeof *texts);
    for (size_t i = 0; i < shown->binding_count; i++)
        texts[i] = emit_translate_lanes(part, i);
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

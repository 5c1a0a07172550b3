/* emit_body.c: STEM.body.h. A section holds one function of the user's with all that comes along,
 * and the loop (C) or the body class (CUDA) around it. It is read once per loop of the function,
 * between macros that say which: T, WEFT_INSTANCE(name), WEFT_DTYPE_0 …. */
#include "emit_section.h"

/* "p0, p1, p2": what stands before each number is given. */
static const char *list_operands(section *part, const char *before)
{
    const char *text = "";
    for (size_t i = 0; i < part->shown->operand_count; i++)
        text = arena_format(part->from->memory, "%s%s%s%zu", text, i ? ", " : "", before, i);
    return text;
}

static void emit_items(section *part)
{
    output_line(part->out, "WEFT_INLINE void WEFT_INSTANCE(_items)(%s, %s, int64_t count)",
                list_operands(part, "char *p"), list_operands(part, "int64_t s"));
    output_open(part->out, "{");
    output_line(part->out, "WEFT_SIMD");
    output_open(part->out, "for (int64_t i = 0; i < count; i++) {");
    emit_item(part, false);
    output_close(part->out, "}");
    output_close(part->out, "}");
    output_blank(part->out);
}

static void emit_loop_head(section *part)
{
    size_t count = part->shown->operand_count;
    output_line(part->out, "static void WEFT_INSTANCE(_loop)(char *const *args, "
                           "const int64_t *dimensions, const int64_t *steps, const void *data)");
    output_open(part->out, "{");
    output_line(part->out, "const weft_rows *rows = data;");
    output_line(part->out, "const int64_t row_count = rows ? rows->count : 1;");
    output_line(part->out, "const int64_t count = dimensions[0];");
    for (size_t i = 0; i < count; i++)
        output_line(part->out, "const int64_t s%zu = steps[%zu];", i, i);
    for (size_t i = 0; i < count && part->shown->shape.variant_count; i++)
        output_line(part->out, "const int64_t z%zu = WEFT_SIZE(WEFT_DTYPE_%zu);", i, i);
    output_open(part->out, "for (int64_t row = 0; row < row_count; row++) {");
    for (size_t i = 0; i < count; i++)
        output_line(part->out, "char *p%zu = args[%zu] + (rows ? row * rows->steps[%zu] : 0);", i,
                    i, i);
}

/* One specialisation: inputs in `scalars` have step 0, everything else is contiguous. */
static void emit_variant(section *part, bool first, unsigned scalars)
{
    arena *memory = part->from->memory;
    const char *test = "", *steps = "";
    for (size_t i = 0; i < part->shown->operand_count; i++) {
        const char *step = scalars >> i & 1 ? "0" : arena_format(memory, "z%zu", i);
        test = arena_format(memory, "%s%ss%zu == %s", test, i ? " && " : "", i, step);
        steps = arena_format(memory, "%s, %s", steps, step);
    }
    output_line(part->out, "%sif (%s)", first ? "" : "else ", test);
    output_line(part->out, "    WEFT_INSTANCE(_items)(%s%s, count);", list_operands(part, "p"),
                steps);
}

/* The variants, each behind a question about the steps, and any steps. */
static void emit_elementwise_loop(section *part)
{
    const loop_shape *shape = &part->shown->shape;
    emit_items(part);
    emit_loop_head(part);
    for (size_t i = 0; i < shape->variant_count; i++)
        emit_variant(part, i == 0, shape->scalars[i]);
    if (shape->variant_count) {
        output_line(part->out, "else");
        part->out->depth++;
    }
    output_line(part->out, "WEFT_INSTANCE(_items)(%s, %s, count);", list_operands(part, "p"),
                list_operands(part, "s"));
    if (shape->variant_count)
        part->out->depth--;
    output_close(part->out, "}");
    output_close(part->out, "}");
}

static void emit_core_loop(section *part)
{
    emit_loop_head(part);
    output_open(part->out, "for (int64_t i = 0; i < count; i++) {");
    emit_item(part, false);
    for (size_t i = 0; i < part->shown->operand_count; i++)
        output_line(part->out, "p%zu += s%zu;", i, i);
    output_close(part->out, "}");
    output_close(part->out, "}");
    output_close(part->out, "}");
}

/* What makes a kernel of the text: for C and for CUDA. */
static void emit_kernels(section *part)
{
    output *out = part->out;
    if (part->shown->device_only) {
        emit_device_body(part);
        return;
    }
    output_line(out, "#ifndef WEFT_ON_DEVICE");
    if (part->shown->shape.elementwise)
        emit_elementwise_loop(part);
    else
        emit_core_loop(part);
    if (part->shown->body_text && part->from->module->has_gpu) {
        output_line(out, "#else");
        emit_device_body(part);
    }
    output_line(out, "#endif");
}

static void emit_section(const emission *from, const function *shown, output *out)
{
    section part = {.from = from, .shown = shown, .out = out};
    if (shown->device_only && !from->module->has_gpu)
        return;
    output_line(out, "#ifdef WEFT_BODY_%s /* %s */", shown->name,
                layout_print(from->memory, &shown->core));
    emit_user_text(&part);
    emit_kernels(&part);
    output_line(out, "#undef WEFT_BODY_%s", shown->name);
    output_line(out, "#endif");
    output_blank(out);
}

void emit_body(const emission *from, output *out)
{
    const source_file *source = from->module->source;
    size_t most = 0;
    emit_banner(from, out, "the functions, and a loop around each; read once per loop");
    output_blank(out);
    for (size_t i = 0; i < source->function_count + source->stage_count; i++) {
        const function *shown = i < source->function_count
                                    ? &source->functions[i]
                                    : source->stages[i - source->function_count];
        emit_section(from, shown, out);
        if (shown->operand_count > most)
            most = shown->operand_count;
    }
    for (size_t i = 0; i < source->typevar_count; i++)
        output_line(out, "#undef %s", source->typevars[i]);
    output_line(out, "#undef WEFT_INSTANCE");
    if (from->options->bodies != BODIES_TEXT)
        output_line(out, "#undef WEFT_BINDING");
    for (size_t i = 0; i < most; i++)
        output_line(out, "#undef WEFT_DTYPE_%zu", i);
}

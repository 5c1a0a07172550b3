/* emit_body.c: STEM.body.h. A section holds one function of the user's with all that comes along, and
 * the loop (C) or the body class (CUDA) around it. It is read once per loop of the function, between
 * macros that say which: T, WEFT_INSTANCE(name), WEFT_DTYPE_0 …. */
#include <inttypes.h>
#include <string.h>

#include "emit.h"
#include "keywords.h"

/* One section while it is written. */
typedef struct section {
    const emission *from;
    const function *shown;
    output *out;
    bool elementwise;
} section;

/* ---- the user's text ---- */

static void emit_rename(output *out, const char *name, bool undo)
{
    if (undo)
        output_line(out, "#undef %s", name);
    else
        output_line(out, "#define %s WEFT_INSTANCE(%s)", name, name);
}

static void emit_renames(section *part, bool undo)
{
    const function *shown = part->shown;
    for (size_t i = 0; i < shown->piece_count; i++)
        for (size_t k = 0; k < shown->pieces[i].name_count; k++)
            emit_rename(part->out, shown->pieces[i].names[k], undo);
    if (shown->body_text)
        emit_rename(part->out, shown->name, undo);
}

static void emit_macros(section *part, bool undo)
{
    const function *shown = part->shown;
    for (size_t i = 0; i < shown->macro_count; i++)
        if (undo)
            output_line(part->out, "#undef %s", shown->macros[i].name);
        else
            output_verbatim(part->out,
                            arena_format(part->from->memory, "#define %s", shown->macros[i].text));
}

static void locate(section *part, location place)
{
    output_locate(part->out, emit_file_name(part->from, place.file), place.line);
}

static void emit_piece(section *part, const piece *shown)
{
    bool linked = shown->kind == PIECE_PROTOTYPE;
    const char *marks = linked || shown->kind == PIECE_TYPE ? ""
                        : shown->is_static                  ? "WEFT_DEVICE "
                                                            : "WEFT_DEVICE static ";
    if (linked)
        output_line(part->out, "#ifndef WEFT_ON_DEVICE");
    locate(part, shown->place);
    output_verbatim(part->out, arena_format(part->from->memory, "%s%s%s", marks, shown->text,
                                            shown->kind == PIECE_FUNCTION ? "" : ";"));
    if (linked)
        output_line(part->out, "#endif");
}

static void emit_forwards(section *part)
{
    const function *shown = part->shown;
    for (size_t i = 0; i < shown->piece_count; i++)
        if (shown->pieces[i].forward)
            output_verbatim(part->out,
                            arena_format(part->from->memory, "WEFT_DEVICE %s%s;",
                                         shown->pieces[i].is_static ? "" : "static ",
                                         shown->pieces[i].forward));
}

static void emit_pieces(section *part)
{
    bool forwards = false;
    for (size_t i = 0; i < part->shown->piece_count; i++) {
        const piece *next = &part->shown->pieces[i];
        if (next->kind == PIECE_FUNCTION && !forwards) {
            emit_forwards(part);
            forwards = true;
        }
        emit_piece(part, next);
    }
    if (part->shown->piece_count)
        output_locate_here(part->out);
}

/* "[m][n + !n]": inner extents are never 0, which would be undefined for a variable length. */
static const char *print_extents(section *part, const layout_operand *core)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const char *text = "";
    for (size_t axis = 0; axis < core->rank; axis++) {
        extent own = {.constant = core->extents[axis].constant};
        for (size_t t = 0; t < core->extents[axis].term_count; t++) {
            const extent_term *term = &core->extents[axis].terms[t];
            const char *name = NULL;
            for (size_t i = 0; i < shown->parameter_count && !name; i++)
                if (strcmp(shown->parameters[i].name, term->name) == 0)
                    name = shown->body_parameters[i].name;
            if (!name) /* the function does not take this size */
                return axis == 0 && core->rank == 1 ? "[]" : text;
            extent_add(memory, &own, name, term->coefficient);
        }
        const char *size = extent_print(memory, &own);
        text = extent_is_fixed(&own) || axis == 0
                   ? arena_format(memory, "%s[%s]", text, size)
               : extent_is_name(&own)
                   ? arena_format(memory, "%s[%s + !%s]", text, size, size)
                   : arena_format(memory, "%s[(%s) + !(%s)]", text, size, size);
    }
    return text;
}

static const layout_operand *operand_core(const function *shown, size_t parameter_index)
{
    for (size_t i = 0; i < shown->operand_count; i++)
        if (shown->operand_parameter[i] == (int)parameter_index)
            return &shown->core.operands[i];
    return NULL;
}

static const char *print_parameters(section *part)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const char *text = "";
    for (size_t i = 0; i < shown->parameter_count; i++) {
        const parameter *next = &shown->parameters[i];
        const char *name =
            shown->body_parameters ? shown->body_parameters[i].name : next->name;
        const char *qualifier = next->is_const && next->kind != PARAMETER_SCALAR &&
                                        next->kind != PARAMETER_SIZE
                                    ? "const "
                                    : "";
        const layout_operand *core = operand_core(shown, i);
        bool flat = core && core->rank > 1 && next->kind == PARAMETER_POINTER;
        bool array = core && core->rank && !flat && part->shown->body_text;
        const char *one =
            array ? arena_format(memory, "WEFT_ARRAY(%s%s, %s, %s)", qualifier,
                                 next->type.spelling, name, print_extents(part, core))
                  : arena_format(memory, "%s%s %s%s", qualifier, next->type.spelling,
                                 next->kind == PARAMETER_POINTER || next->kind == PARAMETER_ARRAY
                                     ? "*"
                                     : "",
                                 name);
        text = arena_format(memory, "%s%s%s", text, i ? ", " : "", one);
    }
    return *text ? text : "void";
}

static bool is_inlined(const function *shown)
{
    for (size_t i = 0; i < shown->binding_count; i++)
        if (shown->bodies[i]->has_loops || shown->bodies[i]->recursive)
            return false;
    return true;
}

static void emit_function(section *part)
{
    const function *shown = part->shown;
    const char *result = shown->returns ? shown->result.spelling : "void";
    if (!shown->body_text) {
        output_line(part->out, "extern %s %s(%s);", result, shown->name, print_parameters(part));
        return;
    }
    output_line(part->out, "%s %s %s(%s)", is_inlined(shown) ? "WEFT_INLINE" : "WEFT_FUNCTION",
                result, shown->name, print_parameters(part));
    locate(part, shown->body_place);
    output_verbatim(part->out, shown->body_text);
    output_locate_here(part->out);
}

static void emit_user_text(section *part)
{
    bool keywords = keywords_used(part->shown);
    emit_macros(part, false);
    emit_renames(part, false);
    if (keywords) {
        output_line(part->out, "#ifdef WEFT_ON_DEVICE");
        output_line(part->out, "#include <weft_keywords.h>");
        output_line(part->out, "#endif");
    }
    emit_pieces(part);
    emit_function(part);
    if (keywords) {
        output_line(part->out, "#ifdef WEFT_ON_DEVICE");
        output_line(part->out, "#include <weft_keywords_end.h>");
        output_line(part->out, "#endif");
    }
    emit_renames(part, true);
    emit_macros(part, true);
    output_blank(part->out);
}

/* ---- the loop around it ---- */

/* A type of the user's, where its renaming is undone. */
static const char *instance_type(section *part, const c_type *type)
{
    for (size_t i = 0; i < part->shown->piece_count; i++)
        for (size_t k = 0; k < part->shown->pieces[i].name_count; k++)
            if (strcmp(part->shown->pieces[i].names[k], type->spelling) == 0)
                return arena_format(part->from->memory, "WEFT_INSTANCE(%s)", type->spelling);
    return type->spelling;
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

static const char *function_symbol(section *part)
{
    return part->shown->body_text
               ? arena_format(part->from->memory, "WEFT_INSTANCE(%s)", part->shown->name)
               : part->shown->name;
}

/* "p0, p1, p2": what stands before each number is given. */
static const char *list_operands(section *part, const char *before)
{
    const char *text = "";
    for (size_t i = 0; i < part->shown->operand_count; i++)
        text = arena_format(part->from->memory, "%s%s%s%zu", text, i ? ", " : "", before, i);
    return text;
}

/* The distinct core dimensions as emit_table numbers them. */
static size_t dimension_index(section *part, const char *name)
{
    const module *all = part->from->module;
    for (size_t u = 0; u < all->ufunc_count; u++)
        for (size_t f = 0; f < all->ufuncs[u].function_count; f++) {
            if (all->ufuncs[u].functions[f] != part->shown)
                continue;
            for (size_t i = 0; i < all->ufuncs[u].dimension_count; i++)
                if (extent_is_name(&all->ufuncs[u].dimensions[i]) &&
                    strcmp(all->ufuncs[u].dimensions[i].terms[0].name, name) == 0)
                    return i;
        }
    return 0;
}

static bool operand_needs_block(const function *shown, size_t operand)
{
    int parameter_index = shown->operand_parameter[operand];
    for (size_t i = 0; i < shown->binding_count; i++)
        if (shown->bodies && shown->bodies[i] && parameter_index >= 0 &&
            !shown->bodies[i]->subscripted[parameter_index])
            return true;
    return false;
}

/* One argument of the call of the user's function. */
static const char *print_argument(section *part, size_t parameter_index, bool device)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const parameter *passed = &shown->parameters[parameter_index];
    const char *type = instance_type(part, &passed->type);
    if (passed->kind == PARAMETER_SIZE)
        return arena_format(memory, device ? "(%s)item.size(%zu)" : "(%s)dimensions[%zu]", type,
                            dimension_index(part, passed->name) + !device);
    size_t operand = 0;
    while (shown->operand_parameter[operand] != (int)parameter_index)
        operand++;
    size_t rank = shown->core.operands[operand].rank;
    const char *qualifier = passed->is_const ? "const " : "";
    if (rank && device) {
        bool block = operand_needs_block(shown, operand);
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
        return arena_format(memory, "&(%s%s){%s}", qualifier, type,
                            device ? arena_format(memory, "item.value<%s>(%zu)", type, operand)
                                   : arena_format(memory, "WEFT_GET(WEFT_DTYPE_%zu, p%zu)", operand,
                                                  operand));
    if (device)
        return part->elementwise ? arena_format(memory, "a%zu", operand)
                                 : arena_format(memory, "item.value<%s>(%zu)", type, operand);
    return arena_format(memory,
                        part->elementwise ? "WEFT_GET(WEFT_DTYPE_%zu, p%zu + i * s%zu)"
                                          : "WEFT_GET(WEFT_DTYPE_%zu, p%zu)",
                        operand, operand, operand);
}

/* The call of the user's function on one item: outputs without core axes are locals r0 …. */
static void emit_item(section *part, bool device)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const char *arguments = "", *result = "";
    for (size_t i = 0; i < shown->operand_count; i++) {
        if (!is_output(shown, i) || shown->core.operands[i].rank)
            continue;
        const char *type = instance_type(part, operand_type(shown, i));
        if (shown->operand_parameter[i] < 0)
            result = arena_format(memory, "%s r%zu = ", type, i);
        else
            output_line(part->out, "%s r%zu;", type, i);
    }
    for (size_t i = 0; i < shown->parameter_count; i++)
        arguments = arena_format(memory, "%s%s%s", arguments, i ? ", " : "",
                                 print_argument(part, i, device));
    output_line(part->out, "%s%s(%s);", result, function_symbol(part), arguments);
    for (size_t i = 0; i < shown->operand_count; i++) {
        if (!is_output(shown, i) || shown->core.operands[i].rank)
            continue;
        if (device && part->elementwise)
            output_line(part->out, "a%zu = r%zu;", i, i);
        else if (device)
            output_line(part->out, "*item.pointer<%s>(%zu) = r%zu;",
                        instance_type(part, operand_type(shown, i)), i, i);
        else
            output_line(part->out,
                        part->elementwise ? "WEFT_PUT(WEFT_DTYPE_%zu, p%zu + i * s%zu, r%zu);"
                                          : "WEFT_PUT(WEFT_DTYPE_%zu, p%zu, r%zu);",
                        i, i, i, i);
    }
}

static void emit_device_body(section *part)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const char *parameters = "const weft::item &item";
    if (part->elementwise) {
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

/* Bodies with loops of their own gain nothing from constant steps. */
static bool has_variants(const function *shown)
{
    return !shown->body_text || is_inlined(shown);
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
    for (size_t i = 0; i < count && part->elementwise && has_variants(part->shown); i++)
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

/* Contiguous; each single scalar input; all inputs scalar but the first ones; any steps. */
static void emit_elementwise_loop(section *part)
{
    size_t inputs = part->shown->core.input_count;
    emit_items(part);
    emit_loop_head(part);
    if (has_variants(part->shown)) {
        emit_variant(part, true, 0);
        for (size_t i = 0; inputs > 1 && inputs <= 8 && i < inputs; i++)
            emit_variant(part, false, 1u << i);
        for (size_t first = 1; inputs > 2 && inputs <= 8 && first + 1 < inputs; first++)
            emit_variant(part, false, (1u << inputs) - (1u << first));
        output_line(part->out, "else");
        part->out->depth++;
    }
    output_line(part->out, "WEFT_INSTANCE(_items)(%s, %s, count);", list_operands(part, "p"),
                list_operands(part, "s"));
    if (has_variants(part->shown))
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

static void emit_section(const emission *from, const function *shown, output *out)
{
    section part = {.from = from, .shown = shown, .out = out, .elementwise = true};
    for (size_t i = 0; i < shown->operand_count; i++)
        part.elementwise &= shown->core.operands[i].rank == 0;
    output_line(out, "#ifdef WEFT_BODY_%s /* %s */", shown->name,
                layout_print(from->memory, &shown->core));
    emit_user_text(&part);
    output_line(out, "#ifndef WEFT_ON_DEVICE");
    if (part.elementwise)
        emit_elementwise_loop(&part);
    else
        emit_core_loop(&part);
    if (shown->body_text && from->module->has_gpu) {
        output_line(out, "#else");
        emit_device_body(&part);
    }
    output_line(out, "#endif");
    output_line(out, "#undef WEFT_BODY_%s", shown->name);
    output_line(out, "#endif");
    output_blank(out);
}

void emit_body(const emission *from, output *out)
{
    const source_file *source = from->module->source;
    emit_banner(from, out, "the functions, and a loop around each; read once per loop");
    output_blank(out);
    for (size_t i = 0; i < source->function_count; i++)
        emit_section(from, &source->functions[i], out);
    for (size_t i = 0; i < source->typevar_count; i++)
        output_line(out, "#undef %s", source->typevars[i]);
    output_line(out, "#undef WEFT_INSTANCE");
    size_t most = 0;
    for (size_t i = 0; i < source->function_count; i++)
        if (source->functions[i].operand_count > most)
            most = source->functions[i].operand_count;
    for (size_t i = 0; i < most; i++)
        output_line(out, "#undef WEFT_DTYPE_%zu", i);
}

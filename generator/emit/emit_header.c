/* emit_header.c: STEM.h: what a C or C++ program includes. */
#include <ctype.h>
#include <string.h>

#include "choose/analyse_shape.h"
#include "emit.h"
#include "model/header_macros.h"
#include "model/keywords.h"

/* Names that a typed entry uses itself. */
static const char *const own_names[] = {"options", "error", "operands", "how"};

/* What <weft/weft.h> calls weft_…: an entry of such a name would be declared twice. */
static const char *const public_names[] = {
    "accumulate",
    "allocate",
    "argument",
    "array",
    "array_clear",
    "array_copy",
    "array_flags",
    "array_new",
    "array_view",
    "at",
    "call",
    "call_range",
    "can_cast",
    "casting",
    "code",
    "code_rule",
    "codes",
    "contraction",
    "copy_to_host",
    "cost_term",
    "device_array",
    "device_array_async",
    "device_count",
    "device_kernel",
    "device_kernel_parameters",
    "device_limit",
    "device_memory",
    "device_module",
    "device_name",
    "device_of",
    "device_trim",
    "dimension",
    "dimension_kind",
    "dtype",
    "dtype_find",
    "dtype_name",
    "dtype_size",
    "epilogue",
    "epilogue_step",
    "error",
    "event",
    "event_borrow",
    "event_create",
    "event_destroy",
    "event_elapsed",
    "event_follow",
    "event_is_done",
    "event_record",
    "event_wait",
    "floating_flags",
    "grouping",
    "groups",
    "isa",
    "item_count",
    "kernel",
    "kernel_find",
    "kernel_shape",
    "kernel_shapes_of",
    "kernel_table",
    "launch",
    "launch_grid",
    "launch_kernel",
    "library",
    "library_close",
    "library_contents",
    "library_find",
    "library_open",
    "library_table",
    "lists",
    "loop",
    "loop_choose",
    "loop_is_in_image",
    "memory",
    "module",
    "module_find_image",
    "module_image",
    "module_kernel",
    "module_load",
    "module_unload",
    "npy_read",
    "npy_write",
    "operand",
    "operand_kind",
    "options",
    "order",
    "outer",
    "pin",
    "ragged_view",
    "reduce",
    "reduce_inputs",
    "reduce_keys",
    "reduce_segments",
    "reduceat",
    "reducer",
    "reduction",
    "rows",
    "rows_flags",
    "scalar_c128",
    "scalar_f64",
    "scalar_i64",
    "size_expression",
    "size_range",
    "size_step",
    "size_step_kind",
    "status",
    "stream_create",
    "stream_destroy",
    "stream_follow",
    "stream_is_done",
    "synchronize",
    "target",
    "target_check",
    "target_choose",
    "target_kernels",
    "target_name",
    "term",
    "to_device",
    "transform",
    "transform_kind",
    "tune_check",
    "tune_machine",
    "tune_path",
    "ufunc",
    "ufunc_default",
    "ufunc_find_refusal",
    "ufunc_flags",
    "ufunc_given_inputs",
    "ufunc_refusal",
    "unpin",
    "work_estimate",
    "work_kind",
};

static bool is_among(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static bool begins_with(const char *name, const char *beginning)
{
    return strncmp(name, beginning, strlen(beginning)) == 0;
}

/* Whether a name may be one that the entry calls: of <weft/weft.h>, or a ufunc's. */
static bool is_ours(const emission *from, const char *name)
{
    const char *prefix = from->options->prefix;
    return begins_with(name, "weft_") ||
           (begins_with(name, prefix) && begins_with(name + strlen(prefix), "ufunc_"));
}

/* Whether the entry cannot call an operand so: a name that was made up gives way to all others, the
 * result's own to those of parameters. */
static bool is_taken(const emission *from, const function *shown, size_t operand, const char *name)
{
    bool own = name == analyse_operand_name(shown, operand);
    if (keywords_are_taken(name) || is_among(name, own_names, sizeof own_names / sizeof *own_names))
        return true;
    if ((is_ours(from, name) || header_macros_have(name)) && name[strlen(name) - 1] != '_')
        return true;
    for (size_t i = 0; i < (own ? operand : shown->operand_count); i++)
        if (i != operand && strcmp(analyse_operand_name(shown, i), name) == 0)
            return true;
    return false;
}

/* The name of an operand in the typed entry. */
static const char *parameter_name(const emission *from, const function *shown, size_t operand)
{
    const char *name = analyse_operand_name(shown, operand);
    while (is_taken(from, shown, operand, name))
        name = arena_format(from->memory, "%s_", name);
    return name;
}

const char *emit_entry_name(arena *memory, const generate_options *options, const ufunc *shown)
{
    bool clashes = begins_with(shown->name, "ufunc_") ||
                   is_among(shown->name, public_names, sizeof public_names / sizeof *public_names);
    return arena_format(memory, "%s%s%s", options->prefix, shown->name,
                        clashes && strcmp(options->prefix, "weft_") == 0 ? "_" : "");
}

/* Comments do not nest: neither their beginning nor their end may stand inside one. */
static void take_out_comments(char *line)
{
    for (char *at = line; *at; at++)
        if ((at[0] == '*' && at[1] == '/') || (at[0] == '/' && at[1] == '*'))
            at[1] = ' ';
}

/* The doc comment, as one. */
static void emit_doc(const emission *from, const ufunc *shown, output *out)
{
    output_line(out, "/* %s: %s", shown->name, layout_print(from->memory, &shown->first->core));
    const char *text = shown->first->doc;
    while (*text) {
        size_t length = strcspn(text, "\n");
        char *line = arena_text(from->memory, text, length);
        take_out_comments(line);
        output_line(out, length ? " * %s" : " *%s", line);
        text += length + (text[length] == '\n');
    }
    for (size_t i = 0; i < shown->loop_count; i++)
        output_line(out, " *     %s", shown->loops[i].prototype);
    output_line(out, " */");
}

/* "const weft_array *x, weft_array *result, " */
static const char *print_parameters(const emission *from, const ufunc *shown)
{
    const function *first = shown->first;
    const char *list = "";
    for (size_t i = 0; i < first->operand_count; i++)
        if (first->core.operands[i].kind == WEFT_OPERAND_ARRAY)
            list = arena_format(from->memory, "%s%sweft_array *%s, ", list,
                                i < first->core.input_count ? "const " : "",
                                parameter_name(from, first, i));
    return list;
}

/* A cast of the pointer itself would be one of those that -Wcast-qual warns of. */
static void emit_call(const emission *from, const ufunc *shown, output *out)
{
    arena *memory = from->memory;
    const function *first = shown->first;
    const char *operands = "";
    for (size_t i = 0; i < first->operand_count; i++)
        operands =
            first->core.operands[i].kind != WEFT_OPERAND_ARRAY
                ? arena_format(memory, "%s%sNULL", operands, i ? ", " : "")
                : arena_format(memory, "%s%s%s%s", operands, i ? ", " : "",
                               i < first->core.input_count ? "(weft_array *)(uintptr_t)" : "",
                               parameter_name(from, first, i));
    output_line(out, "weft_array *operands[] = {%s};", operands);
    output_line(out, "return weft_call(&%s, operands, options, error);",
                emit_ufunc_symbol(from, shown));
}

static void emit_reduction(const emission *from, const ufunc *shown, output *out)
{
    arena *memory = from->memory;
    const function *first = shown->first;
    const char *operands = "";
    for (size_t i = 0; i < first->core.input_count; i++)
        operands =
            arena_format(memory, "%s%s%s", operands, i ? ", " : "", parameter_name(from, first, i));
    output_line(out, "const weft_array *operands[] = {%s};", operands);
    output_line(out, "return weft_reduce_inputs(&%s, operands, %s, how, options, error);",
                emit_ufunc_symbol(from, shown),
                parameter_name(from, first, first->core.input_count));
}

static void emit_entry(const emission *from, const ufunc *shown, output *out)
{
    output_blank(out);
    emit_doc(from, shown, out);
    emit_ufunc_declaration(from, shown, out);
    output_line(out,
                "static inline weft_status %s(%s%sconst weft_options *options, "
                "weft_error *error)",
                emit_entry_name(from->memory, from->options, shown), print_parameters(from, shown),
                shown->declared ? "const weft_reduction *how, " : "");
    output_open(out, "{");
    (shown->declared ? emit_reduction : emit_call)(from, shown, out);
    output_close(out, "}");
}

void emit_header(const emission *from, output *out)
{
    const module *all = from->module;
    char *guard = arena_format(from->memory, "%s%s_%s_H", from->options->prefix,
                               emit_identifier(from->memory, all->source->stem),
                               emit_identifier(from->memory, emit_owner(from)));
    for (char *at = guard; *at; at++)
        *at = (char)toupper((unsigned char)*at);
    emit_banner(from, out, "the ufuncs, and one typed entry each (see weft_call)");
    output_line(out, "#ifndef %s", guard);
    output_line(out, "#define %s", guard);
    output_blank(out);
    output_line(out, "#include <weft/weft.h>");
    output_blank(out);
    output_line(out, "#ifdef __cplusplus");
    output_line(out, "extern \"C\" {");
    output_line(out, "#endif");
    for (size_t i = 0; i < all->ufunc_count; i++)
        if (!all->ufuncs[i].stage_of)
            emit_entry(from, &all->ufuncs[i], out);
    output_blank(out);
    output_line(out, "#ifdef __cplusplus");
    output_line(out, "}");
    output_line(out, "#endif");
    output_line(out, "#endif");
}

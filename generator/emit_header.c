/* emit_header.c: STEM.h: what a C or C++ program includes. */
#include <ctype.h>
#include <string.h>

#include "emit.h"

/* Names that a typed entry uses itself, or that C++ does not allow. */
static const char *const taken[] = {
    "options", "error",     "operands", "class",   "new",    "delete",   "this",  "template",
    "private", "protected", "public",   "virtual", "friend", "operator", "using", "namespace",
    "typename", "try",      "catch",    "throw",   "explicit", "mutable", "bool", "and",
    "or",      "not",       "xor",
};

static const char *parameter_name(arena *memory, const char *name)
{
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcmp(taken[i], name) == 0)
            return arena_format(memory, "%s_", name);
    return name;
}

/* The doc comment, as one; a comment's end inside it would end ours. */
static void emit_doc(const emission *from, const ufunc *shown, output *out)
{
    output_line(out, "/* %s: %s", shown->name, layout_print(from->memory, &shown->first->core));
    const char *text = shown->first->doc;
    while (*text) {
        size_t length = strcspn(text, "\n");
        char *line = arena_text(from->memory, text, length);
        for (char *end = line; (end = strstr(end, "*/"));)
            end[1] = ' ';
        output_line(out, length ? " * %s" : " *%s", line);
        text += length + (text[length] == '\n');
    }
    for (size_t i = 0; i < shown->loop_count; i++)
        output_line(out, " *     %s", shown->loops[i].prototype);
    output_line(out, " */");
}

static void emit_entry(const emission *from, const ufunc *shown, output *out)
{
    arena *memory = from->memory;
    const char *parameters = "", *operands = "";
    for (size_t i = 0; i < shown->first->operand_count; i++) {
        bool input = i < shown->first->core.input_count;
        const char *name = parameter_name(memory, emit_operand_name(shown->first, i));
        parameters = arena_format(memory, "%s%sweft_array *%s, ", parameters,
                                  input ? "const " : "", name);
        operands = arena_format(memory, "%s%s%s%s", operands, i ? ", " : "",
                                input ? "(weft_array *)" : "", name);
    }
    output_blank(out);
    emit_doc(from, shown, out);
    output_line(out, "extern const weft_ufunc %s;", emit_ufunc_symbol(from, shown));
    output_line(out, "static inline weft_status %s%s(%sconst weft_options *options, "
                     "weft_error *error)",
                from->options->prefix, shown->name, parameters);
    output_open(out, "{");
    output_line(out, "weft_array *operands[] = {%s};", operands);
    output_line(out, "return weft_call(&%s, operands, options, error);",
                emit_ufunc_symbol(from, shown));
    output_close(out, "}");
}

void emit_header(const emission *from, output *out)
{
    const module *all = from->module;
    char *guard = arena_format(from->memory, "%s%s_H", from->options->prefix,
                               emit_identifier(from->memory, all->source->stem));
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
        emit_entry(from, &all->ufuncs[i], out);
    output_blank(out);
    output_line(out, "#ifdef __cplusplus");
    output_line(out, "}");
    output_line(out, "#endif");
    output_line(out, "#endif");
}

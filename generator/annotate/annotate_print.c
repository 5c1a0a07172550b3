/* annotate_print.c: the annotated file. */
#include <string.h>

#include "annotate.h"

/* A text inside of a comment, each line behind " * ". */
static void print_comment(arena *memory, const char *text, const char *begin, output *out)
{
    for (bool first = true; first || *text; first = false) {
        size_t length = strcspn(text, "\n");
        char *line = arena_text(memory, text, length);
        for (char *mark = line; (mark = strstr(mark, "*/"));) /* ends no comment */
            *mark++ = '+';
        for (char *mark = line; (mark = strstr(mark, "/*"));)
            mark[1] = '+', mark++;
        text += length + (text[length] == '\n');
        output_line(out, "%s%s%s%s", first ? begin : " *", *line ? " " : "", line,
                    *text ? "" : " */");
    }
}

/* The declaration as its types say it. */
static const char *print_declaration(arena *memory, const function *shown)
{
    const char *list = "";
    for (size_t i = 0; i < shown->parameter_count; i++) {
        const parameter *next = &shown->parameters[i];
        list =
            arena_format(memory, "%s%s%s%s %s%s", list, i ? ", " : "",
                         next->is_const && next->kind != PARAMETER_SCALAR ? "const " : "",
                         next->type.plain, next->kind == PARAMETER_POINTER ? "*" : "", next->name);
        for (size_t axis = 0; axis < next->rank; axis++)
            list = arena_format(memory, "%s[%s]", list, extent_print(memory, &next->extents[axis]));
    }
    return arena_format(memory, "%s %s(%s);", shown->returns ? shown->result.plain : "void",
                        shown->name, *list ? list : "void");
}

static void print_function(arena *memory, const annotated_function *shown, output *out)
{
    const function *declared = &shown->from->declared;
    output_blank(out);
    if (!shown->annotation) {
        print_comment(
            memory,
            arena_format(memory, "%s: %s. Write %s.", declared->name, shown->reason, shown->advice),
            "/*", out);
        return;
    }
    if (*shown->assumed)
        output_line(out, "/* Taken for one number each, and written: %s. */", shown->assumed);
    if (*shown->doc)
        print_comment(memory, shown->doc, "/**", out);
    if (strcmp(declared->ufunc_name, declared->name) != 0)
        output_line(out, "WEFT_NAME(\"%s\")", declared->ufunc_name);
    output_line(out, "%s", shown->annotation);
    output_line(out, "%s", print_declaration(memory, declared));
}

void annotate_print(const annotated_function *items, size_t count, const char *header, output *out)
{
    size_t done = 0;
    for (size_t i = 0; i < count; i++)
        done += items[i].annotation != NULL;
    output_line(out, "/* %zu of the %zu functions that %s declares, annotated by `weft annotate'.",
                done, count, header);
    output_line(out, " * Read it once: it says what types, names and comments say. */");
    output_line(out, "#include <weft/annotate.h>");
    output_line(out, "#include \"%s\"", header);
    for (size_t i = 0; i < count; i++)
        print_function(out->memory, &items[i], out);
}

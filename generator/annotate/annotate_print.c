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

/* A type without typedefs, but of enumerations, which are no plain integers then. */
static const char *type_name(const c_type *type)
{
    return type->named ? type->named : type->plain;
}

/* A parameter as its types say it. */
static const char *print_parameter(arena *memory, const parameter *shown)
{
    const size_t rank = shown->rank - (shown->record && !shown->member_count);
    bool is_const = shown->is_const && shown->kind != PARAMETER_SCALAR && !shown->by_value;
    bool is_pointer = shown->kind == PARAMETER_POINTER;
    const char *text = arena_format(memory, "%s%s%s %s%s", is_const ? "const " : "",
                                    shown->is_volatile ? "volatile " : "",
                                    shown->record ? shown->record : type_name(&shown->type),
                                    is_pointer ? "*" : "", shown->name);
    for (size_t axis = 0; axis < rank && !is_pointer; axis++)
        text = arena_format(memory, "%s[%s]", text, extent_print(memory, &shown->extents[axis]));
    return text;
}

/* The declaration as its types say it. */
static const char *print_declaration(arena *memory, const function *shown)
{
    const char *list = "";
    for (size_t i = 0; i < shown->parameter_count; i++)
        list = arena_format(memory, "%s%s%s", list, i ? ", " : "",
                            print_parameter(memory, &shown->parameters[i]));
    return arena_format(memory, "%s %s(%s);",
                        shown->returns_pointer ? shown->result.spelling
                        : shown->returns       ? type_name(&shown->result)
                                               : "void",
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
        print_comment(
            memory,
            arena_format(memory,
                         "DOUBT: nothing says whether these are read or written, nor how "
                         "many elements they have: %s. They are taken for outputs, of one "
                         "element where the type says no more. If that is wrong, so are "
                         "the results.",
                         shown->assumed),
            "/*", out);
    if (*shown->strings)
        output_line(out, "/* Taken for strings of at most 16 bytes: %s. */", shown->strings);
    if (*shown->doc)
        print_comment(memory, shown->doc, "/**", out);
    if (strcmp(declared->ufunc_name, declared->name) != 0)
        output_line(out, "WEFT_NAME(\"%s\")", declared->ufunc_name);
    output_line(out, "%s", shown->annotation);
    if (*shown->status)
        output_line(out, "WEFT_STATUS(%s)", shown->status);
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

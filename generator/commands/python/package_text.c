/* package_text.c: see package_text.h. */
#include "package_text.h"

#include <string.h>

#include "text/output.h"

/* Words that no name of Python's can be, and names that the module has itself. */
static const char *const words[] = {
    "False",   "None",     "True",     "and",    "as",   "assert",  "async",  "await",
    "break",   "class",    "continue", "def",    "del",  "elif",    "else",   "except",
    "finally", "for",      "from",     "global", "if",   "import",  "in",     "is",
    "lambda",  "nonlocal", "not",      "or",     "pass", "raise",   "return", "try",
    "while",   "with",     "yield",    "self",   "out",  "options", "match",  "type",
};

static bool is_word(const char *name)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return false;
}

/* A C name as one of Python's. */
static const char *python_name(const package *from, const char *name)
{
    return is_word(name) ? arena_format(from->memory, "%s_", name) : name;
}

/* A text that can stand between three quotes. */
static const char *quote_doc(const package *from, const char *doc)
{
    char *quoted = arena_array(from->memory, 2 * strlen(doc) + 1, 1), *at = quoted;
    for (; *doc; doc++) {
        if (*doc == '\\' || *doc == '"')
            *at++ = '\\';
        *at++ = *doc;
    }
    return quoted;
}

/* The doc comment, and the prototypes. */
static void put_doc(const package *from, output *out, const weft_ufunc *ufunc)
{
    const char *quoted = quote_doc(from, ufunc->doc);
    output_line(out, "\"\"\"");
    while (*quoted) {
        const size_t length = strcspn(quoted, "\n");
        output_line(out, length ? " %.*s" : "%.*s", (int)length, quoted); /* no directive, if a # */
        quoted += length + (quoted[length] == '\n');
    }
    if (ufunc->doc[0])
        output_blank(out);
    for (uint32_t k = 0; k < ufunc->loop_count; k++)
        output_line(out, " %s", ufunc->loops[k].prototype);
    output_line(out, "\"\"\"");
}

const char *package_module_text(const package *from)
{
    output out;
    output_init(&out, from->memory, "__init__.py");
    output_line(&out, "\"\"\"The functions of %s. Made by `weft python`; needs weft-ufuncs.\"\"\"",
                from->file);
    output_line(&out, "import os as _os");
    output_blank(&out);
    output_line(&out, "import weft as _weft");
    output_blank(&out);
    output_line(&out,
                "_library = _weft.load(_os.path.join(_os.path.dirname(__file__), \"%s\"), "
                "module=__name__)",
                from->file);
    for (uint32_t i = 0; i < from->contents->count; i++) {
        const char *name = from->contents->ufuncs[i]->name;
        output_line(&out, "%s = _library[\"%s\"]", python_name(from, name), name);
    }
    output_open(&out, "__all__ = [");
    for (uint32_t i = 0; i < from->contents->count; i++)
        output_line(&out, "\"%s\",", python_name(from, from->contents->ufuncs[i]->name));
    output_close(&out, "]");
    return out.text;
}

/* "a: ArrayLike, b: ArrayLike, /, " */
static const char *print_inputs(const package *from, const weft_ufunc *ufunc)
{
    const char *list = "";
    const int inputs = weft_ufunc_given_inputs(ufunc);
    for (int i = 0; i < inputs; i++)
        list = arena_format(from->memory, "%s%s: ArrayLike%s, ", list,
                            python_name(from, ufunc->operands[i].name),
                            weft_ufunc_default(ufunc, i) ? " = ..." : "");
    return inputs ? arena_format(from->memory, "%s/, ", list) : list;
}

static void put_class(const package *from, output *out, const weft_ufunc *ufunc)
{
    const bool is_single = ufunc->output_count == 1;
    const char *inputs = print_inputs(from, ufunc);
    output_open(out, "class _%s(Ufunc):", ufunc->name);
    put_doc(from, out, ufunc);
    if (ufunc->reducer)
        output_line(
            out, "def reduce(self, %saxis: Axes = ..., **options: Unpack[Reduction]) -> Any: ...",
            inputs);
    else
        output_line(out, "def __call__(self, %sout: %s = ..., **options: Unpack[%s]) -> %s: ...",
                    inputs, is_single ? "Out" : "Outs",
                    ufunc->flags & WEFT_UFUNC_ELEMENTWISE ? "ElementOptions" : "CoreOptions",
                    is_single ? "Any" : "tuple[Any, ...]");
    out->depth--;
    output_blank(out);
    output_line(out, "%s: Final[_%s]", python_name(from, ufunc->name), ufunc->name);
}

const char *package_stub_text(const package *from)
{
    output out;
    output_init(&out, from->memory, "__init__.pyi");
    output_line(&out, "# The functions of %s. Made by `weft python`.", from->file);
    output_line(&out, "from typing import Any, Final, Unpack");
    output_blank(&out);
    output_line(&out, "from weft import Ufunc");
    output_line(&out,
                "from weft.typing import (ArrayLike, Axes, CoreOptions, ElementOptions, Out, Outs, "
                "Reduction)");
    for (uint32_t i = 0; i < from->contents->count; i++) {
        output_blank(&out);
        put_class(from, &out, from->contents->ufuncs[i]);
    }
    return out.text;
}

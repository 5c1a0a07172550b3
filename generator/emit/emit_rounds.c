/* emit_rounds.c: STEM.loops.h, which STEM.c and STEM.cu include: the body once per loop, behind
 * lines that say which. A preprocessor needs as long for what it leaves out, so the body is not
 * read anew for each loop, but for one of every function. */
#include <string.h>

#include "emit.h"
#include "text/dtype.h"

/* "weft_complex64" for "float _Complex": the spelling that C and CUDA share. */
static const char *bound_type(const char *c_type)
{
    return strcmp(c_type, "float _Complex") == 0    ? "weft_complex64"
           : strcmp(c_type, "double _Complex") == 0 ? "weft_complex128"
           : strcmp(c_type, "_Bool") == 0           ? "bool"
                                                    : c_type;
}

/* "signed char, double": what stands for the type variables that the function uses. */
static const char *print_types(const emission *from, const loop *shown)
{
    const binding *bound = &shown->from->bindings[shown->binding];
    const char *list = "";
    size_t count;
    const size_t *used = emit_typevars(from, shown->from, &count);
    for (size_t i = 0; i < count; i++)
        list = arena_format(from->memory, "%s%s%s", list, i ? ", " : "",
                            bound_type(bound->types[used[i]]));
    return list;
}

/* The lines that say which loop of a function the body is read for. */
static void emit_instance(const emission *from, const ufunc *owner, const loop *shown, output *out)
{
    const char *list = "", *name = shown->from->name;
    for (size_t i = 0; i < shown->from->operand_count; i++)
        list =
            arena_format(from->memory, "%s, %s%s", list,
                         shown->from->core.operands[i].kind == WEFT_OPERAND_ARRAY ? "" : "index_",
                         dtype_name(emit_kernel_dtype(owner, shown, i)));
    output_line(out, "#define WEFT_BODY_%s(x) %s##x, (%s)%s", name, shown->symbol,
                print_types(from, shown), list);
    if (emit_has_bindings(from, shown->from))
        output_line(out, "#define WEFT_BINDING_%s %zu", name, shown->binding);
    if (shown->host_folded)
        output_line(out, "#define WEFT_HOST_FOLDED_%s", name);
}

/* How many loops of the same function stand before this one. */
static size_t round_of(const ufunc *owner, size_t index)
{
    size_t before = 0;
    for (size_t i = 0; i < index; i++)
        before += owner->loops[i].from == owner->loops[index].from;
    return before;
}

/* What says whether the target compiles the loops of a ufunc. nvcc may refuse them: refused.c reads
 * the first line. */
static void emit_condition(const emission *from, const ufunc *owner, bool undo, output *out)
{
    const char *name = owner->stage_of ? owner->stage_of : owner->name;
    if (!from->module->has_gpu) {
        if (!undo)
            output_line(out, "/* %s */", name);
        return;
    }
    if (owner->first->device_only)
        output_line(out, undo ? "#endif" : "#ifdef WEFT_SPACE");
    if (undo)
        output_line(out, "#endif");
    else if (owner->gpu_refusal)
        output_line(out, "#ifndef WEFT_SPACE /* %s */", name);
    else
        output_line(out, "#ifndef %s /* %s */", emit_refused_macro(from->memory, owner), name);
}

/* A ufunc's loops of one reading of the body; how many they are. */
static size_t emit_ufunc(const emission *from, const ufunc *owner, size_t round, output *out)
{
    output before = *out;
    size_t shown = 0;
    emit_condition(from, owner, false, out);
    for (size_t i = 0; i < emit_kernel_count(owner); i++)
        if (round_of(owner, i) == round) {
            emit_instance(from, owner, &owner->loops[i], out);
            shown++;
        }
    emit_condition(from, owner, true, out);
    if (!shown)
        *out = before;
    return shown;
}

void emit_rounds(const emission *from, output *out)
{
    const module *all = from->module;
    size_t shown = 1;
    emit_banner(from, out, "which loops there are, and the body for each");
    for (size_t round = 0; shown; round++) {
        output before = *out;
        shown = 0;
        output_blank(out);
        for (size_t u = 0; u < all->ufunc_count; u++)
            if (all->has_gpu || !all->ufuncs[u].first->device_only)
                shown += emit_ufunc(from, &all->ufuncs[u], round, out);
        output_line(out, "#include \"%s.body.h\"", all->source->stem);
        if (!shown)
            *out = before;
    }
}

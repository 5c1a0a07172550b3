/* emit_c.c: STEM.c, and STEM.cu, which is its like: the body once per loop, then what makes a
 * kernel of it. */
#include <string.h>

#include "analyse/effects.h"
#include "emit.h"
#include "text/dtype.h"

/* Core operands of the 16-bit formats are handed over as float32. */
weft_dtype emit_kernel_dtype(const ufunc *owner, const loop *shown, size_t operand)
{
    weft_dtype dtype = shown->dtypes[operand];
    bool half = dtype == WEFT_FLOAT16 || dtype == WEFT_BFLOAT16;
    return half && owner->dimension_count ? WEFT_FLOAT32 : dtype;
}

/* "weft_complex64" for "float _Complex": the spelling that C and CUDA share. */
static const char *bound_type(const char *c_type)
{
    return strcmp(c_type, "float _Complex") == 0    ? "weft_complex64"
           : strcmp(c_type, "double _Complex") == 0 ? "weft_complex128"
           : strcmp(c_type, "_Bool") == 0           ? "bool"
                                                    : c_type;
}

size_t emit_kernel_count(const ufunc *shown)
{
    return shown->declared ? 0 : shown->loop_count;
}

/* The macros and typedefs that say which loop the body is read for, and its inclusion. */
static void emit_instance(const emission *from, const ufunc *owner, const loop *shown, bool device,
                          output *out)
{
    const source_file *source = from->module->source;
    const binding *bound = &shown->from->bindings[shown->binding];
    output_line(out, "#define WEFT_BODY_%s", shown->from->name);
    if (device)
        output_line(out, "#define WEFT_INSTANCE(name) name");
    else
        output_line(out, "#define WEFT_INSTANCE(name) %s_##name", shown->symbol);
    for (size_t i = 0; i < source->typevar_count; i++)
        if (device)
            output_line(out, "typedef %s %s;", bound_type(bound->types[i]), source->typevars[i]);
        else
            output_line(out, "#define %s %s", source->typevars[i], bound_type(bound->types[i]));
    for (size_t i = 0; i < shown->from->operand_count; i++)
        output_line(out, "#define WEFT_DTYPE_%zu %s", i,
                    dtype_name(emit_kernel_dtype(owner, shown, i)));
    if (from->options->bodies != BODIES_TEXT)
        output_line(out, "#define WEFT_BINDING %zu", shown->binding);
    output_line(out, "#include \"%s.body.h\"", source->stem);
}

void emit_c(const emission *from, output *out)
{
    const module *all = from->module;
    emit_banner(from, out, "the kernels of cpu and parallel, compiled once per instruction set");
    output_line(out, "#include <weft/loop.h>");
    for (size_t i = 0; i < all->source->include_count; i++)
        if (strcmp(all->source->includes[i], "weft/annotate.h") != 0)
            output_line(out, "#include <%s>", all->source->includes[i]);
    for (size_t u = 0; u < all->ufunc_count; u++)
        for (size_t i = 0; i < emit_kernel_count(&all->ufuncs[u]); i++) {
            const loop *shown = &all->ufuncs[u].loops[i];
            if (shown->from->device_only)
                continue;
            output_blank(out);
            output_line(out, "/* %s: %s */", all->ufuncs[u].name, shown->prototype);
            emit_instance(from, &all->ufuncs[u], shown, false, out);
        }
    output_blank(out);
    output_open(out, "WEFT_HIDDEN weft_kernel *const WEFT_ISA_NAME(weft_kernels_%s)[] = {",
                emit_identifier(from->memory, all->source->stem));
    for (size_t u = 0; u < all->ufunc_count; u++)
        for (size_t i = 0; i < emit_kernel_count(&all->ufuncs[u]); i++)
            if (all->ufuncs[u].first->device_only)
                output_line(out, "NULL,");
            else
                output_line(out, "%s__loop,", all->ufuncs[u].loops[i].symbol);
    if (!all->ufunc_count)
        output_line(out, "NULL,");
    output_close(out, "};");
}

static void emit_cuda_loop(const emission *from, const ufunc *owner, const loop *shown, output *out)
{
    arena *memory = from->memory;
    const char *space = from->module->source->type_generic ? "tgmath" : "math";
    const char *list = "";
    output_blank(out);
    output_line(out, "/* %s: %s */", owner->name, shown->prototype);
    output_line(out, "namespace weft::%s::%s {", space, shown->symbol);
    emit_instance(from, owner, shown, true, out);
    output_line(out, "}");
    for (size_t i = 0; i < shown->from->operand_count; i++)
        list = owner->dimension_count
                   ? arena_format(memory, "%s, %zu", list, shown->from->core.operands[i].rank)
                   : arena_format(memory, "%s, %s", list,
                                  dtype_name(emit_kernel_dtype(owner, shown, i)));
    if (owner->dimension_count)
        output_line(out, "WEFT_GUFUNC(weft::%s, %s, %zu%s)", space, shown->symbol,
                    owner->dimension_count, list);
    else if (effects_kept_mask(shown->from))
        output_line(out, "WEFT_ELEMENTWISE_KEPT(weft::%s, %s, %zu, 0x%x%s)", space, shown->symbol,
                    shown->from->core.input_count, effects_kept_mask(shown->from), list);
    else
        output_line(out, "WEFT_ELEMENTWISE(weft::%s, %s, %zu%s)", space, shown->symbol,
                    shown->from->core.input_count, list);
}

/* One -D or -U of the command line: nvcc hands its own to a shell, so they stand here. A macro's
 * text ends with its line. */
static void emit_definition(const emission *from, const char *flag, output *out)
{
    const char *name = flag + 2;
    size_t length = strcspn(name, "=\n");
    output_line(out, "#undef %.*s", (int)strcspn(name, "(=\n"), name);
    if (flag[1] == 'U')
        return;
    const char *value = name[length] == '=' ? name + length + 1 : "1";
    output_verbatim(out, arena_format(from->memory, "#define %.*s %.*s", (int)length, name,
                                      (int)strcspn(value, "\n"), value));
}

static void emit_definitions(const emission *from, output *out)
{
    const generate_options *options = from->options;
    for (size_t i = 0; i < options->compile_flag_count; i++) {
        const char *flag = options->compile_flags[i];
        if (flag[0] == '-' && (flag[1] == 'D' || flag[1] == 'U') && flag[2])
            emit_definition(from, flag, out);
    }
}

/* The loops of one ufunc, which can be left out where nvcc refuses them: refused.c reads the first
 * line. */
static void emit_cuda_ufunc(const emission *from, const ufunc *owner, output *out)
{
    size_t count = emit_kernel_count(owner);
    if (!count || owner->gpu_refusal)
        return;
    output_blank(out);
    output_line(out, "#ifndef %s /* %s */", emit_refused_macro(from->memory, owner),
                owner->stage_of ? owner->stage_of : owner->name);
    for (size_t i = 0; i < count; i++)
        emit_cuda_loop(from, owner, &owner->loops[i], out);
    output_line(out, "#endif");
}

void emit_cuda(const emission *from, output *out)
{
    const module *all = from->module;
    emit_banner(from, out, "the kernels of gpu");
    output_line(out, "#include <weft_device.cuh>");
    emit_definitions(from, out);
    for (size_t u = 0; u < all->ufunc_count; u++)
        emit_cuda_ufunc(from, &all->ufuncs[u], out);
}

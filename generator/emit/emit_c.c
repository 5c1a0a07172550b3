/* emit_c.c: STEM.c and STEM.cu: what the kernels are written in, and the loops. */
#include <inttypes.h>
#include <string.h>

#include "emit.h"
#include "model/targets.h"
#include "text/dtype.h"

/* Core operands are handed over in the dtype that bodies compute in: float16 as float32. */
weft_dtype emit_kernel_dtype(const ufunc *owner, const loop *shown, size_t operand)
{
    weft_dtype dtype = shown->dtypes[operand];
    return owner->dimension_count ? dtype_value(dtype) : dtype;
}

size_t emit_kernel_count(const ufunc *shown)
{
    return shown->declared ? 0 : shown->loop_count;
}

bool emit_has_bindings(const emission *from, const function *shown)
{
    return from->options->bodies != BODIES_TEXT || shown->shape.lanes || shown->shape.rows ||
           shown->shape.tiled || shown->shape.nested || shown->shape.fronted;
}

/* All loops in the order of their numbers, as many on a line as fit. */
static void emit_kernels(const emission *from, output *out)
{
    const module *all = from->module;
    const char *line = all->ufunc_count ? "" : "NULL,";
    output_open(out, "static weft_kernel *const weft_kernels[] = {");
    for (size_t u = 0; u < all->ufunc_count; u++)
        for (size_t i = 0; i < emit_kernel_count(&all->ufuncs[u]); i++) {
            const ufunc *owner = &all->ufuncs[u];
            const char *symbol = owner->loops[i].symbol;
            const char *name = owner->first->device_only
                                   ? "NULL,"
                                   : arena_format(from->memory, "%s__loop,", symbol);
            line = output_pack(out, line, name);
        }
    output_line(out, "%s", line);
    output_close(out, "};");
    output_line(out,
                "WEFT_HIDDEN const weft_kernel_table WEFT_KERNEL_TABLE(%s, %016" PRIx64 ") = {",
                emit_identifier(from->memory, all->source->stem), all->build_id);
    output_line(out, "    %s, weft_kernels};", emit_build_id(from->memory, all));
}

/* gcc 12 fuses the products of neighbouring sums and differences when it makes vectors of them,
 * under -ffp-contract=off too (vfmaddsub): strict kernels do without the instructions. */
static void emit_strictness(const emission *from, output *out)
{
    if (!from->module->strict)
        return;
    output_line(out, "#if defined __x86_64__ && !defined __clang__");
    output_line(out, "#pragma GCC target(\"no-fma,no-avx512f\")");
    output_line(out, "#endif");
}

/* The header of what the kernels are written in: <weft/loop.h>, or what includes it. */
static const char *header_of(const module *all)
{
    const char *name = "loop";
    for (size_t u = 0; u < all->ufunc_count; u++)
        for (size_t i = 0; i < all->ufuncs[u].function_count; i++) {
            const loop_shape *shape = &all->ufuncs[u].functions[i]->shape;
            if (shape->lanes && !shape->elementwise)
                return "lanes_core";
            if (shape->lanes)
                name = "lanes";
        }
    return name;
}

static bool has_rows(const module *all)
{
    for (size_t u = 0; u < all->ufunc_count; u++)
        for (size_t i = 0; i < all->ufuncs[u].function_count; i++)
            if (all->ufuncs[u].functions[i]->shape.rows)
                return true;
    return false;
}

static bool has_tiles(const module *all)
{
    for (size_t u = 0; u < all->ufunc_count; u++)
        for (size_t i = 0; i < all->ufuncs[u].function_count; i++)
            if (all->ufuncs[u].functions[i]->shape.tiled)
                return true;
    return false;
}

static void emit_inclusion(const emission *from, output *out)
{
    output_line(out, "#include \"%s.loops.h\"", from->module->source->stem);
}

/* Before any header, for those of the system look at them once. */
static void emit_asked(const emission *from, output *out)
{
    const source_file *source = from->module->source;
    for (size_t i = 0; i < source->asked_count; i++) {
        const char *definition = source->asked[i];
        output_line(out, "#ifndef %.*s", (int)strcspn(definition, " \t"), definition);
        output_verbatim(out, arena_format(from->memory, "#define %s", definition));
        output_line(out, "#endif");
    }
}

/* A function with a twin on the device, by the name that it has there or on the hosts; there it
 * stands outside of all namespaces. */
static void emit_twin_macro(const emission *from, output *out, bool is_device)
{
    if (from->module->has_twins)
        output_line(out, "#define WEFT_TWIN(host, name) %s", is_device ? "::name" : "host");
}

void emit_c(const emission *from, output *out)
{
    const module *all = from->module;
    emit_banner(from, out,
                arena_format(from->memory, "the kernels of %s, compiled once per instruction set",
                             targets_list(from->memory, TARGET_HOSTS, " and ")));
    emit_strictness(from, out);
    emit_asked(from, out);
    output_line(out, "#include <weft/%s.h>", header_of(all));
    if (has_rows(all))
        output_line(out, "#include <weft/lanes_row.h>");
    if (has_tiles(all))
        output_line(out, "#include <weft/loop/nest_parts.h>");
    for (size_t i = 0; i < all->source->include_count; i++)
        if (strcmp(all->source->includes[i], "weft/annotate.h") != 0)
            output_line(out, "#include <%s>", all->source->includes[i]);
    emit_twin_macro(from, out, false);
    emit_inclusion(from, out);
    output_blank(out);
    emit_kernels(from, out);
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

/* The kernels that fold what a map makes, which go with those that combine. */
static void emit_folds(const emission *from, const ufunc *owner, output *out)
{
    output before = *out;
    if (!emit_kernel_count(owner) || owner->gpu_refusal)
        return;
    output_blank(out);
    output_line(out, "#ifndef %s", emit_refused_macro(from->memory, owner));
    const size_t length = out->length;
    emit_mapped_folds(from, owner, out);
    if (out->length == length)
        *out = before;
    else
        output_line(out, "#endif");
}

void emit_image_names(const emission *from, output *out)
{
    const char *stem = emit_identifier(from->memory, from->module->source->stem);
    const char *symbol = emit_module_symbol(from->memory, from->module);
    emit_banner(from, out, "what the gpu code is called");
    output_line(out, "#define weft_image_%s weft_image_%s", stem, symbol);
    output_line(out, "#define weft_image_%s_end weft_image_%s_end", stem, symbol);
}

/* What the gpu has of functions with a twin, as it would be in a file of its own: under the macros
 * of the command line, outside of all namespaces, ahead of what is generated; it leaves no macros.
 */
static void emit_twins(const emission *from, output *out)
{
    const device_text *twins = from->module->twins;
    const generate_options *options = from->options;
    if (!twins)
        return;
    emit_definitions(from, out);
    emit_carried(from, out, twins->text);
    output_locate_here(out);
    for (size_t i = 0; i < twins->macro_count; i++)
        output_line(out, "#undef %s", twins->macros[i]);
    for (size_t i = 0; i < options->compile_flag_count; i++)
        if (strncmp(options->compile_flags[i], "-D", 2) == 0)
            output_line(out, "#undef %.*s", (int)strcspn(options->compile_flags[i] + 2, "(=\n"),
                        options->compile_flags[i] + 2);
}

void emit_cuda(const emission *from, output *out)
{
    const module *all = from->module;
    emit_banner(from, out, "the kernels of gpu");
    if (!all->has_gpu) {
        output_line(out, "/* none: no function has any */");
        return;
    }
    emit_twins(from, out);
    output_line(out, "#include <weft_device.cuh>");
    output_line(out, "#define WEFT_SPACE %s", all->source->type_generic ? "tgmath" : "math");
    emit_definitions(from, out);
    emit_twin_macro(from, out, true);
    emit_inclusion(from, out);
    for (size_t u = 0; u < all->ufunc_count; u++)
        emit_folds(from, &all->ufuncs[u], out);
}

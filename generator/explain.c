/* explain.c: what was recognised of each function, in words. */
#include <string.h>

#include "check.h"
#include "generate.h"
#include "pipeline.h"

static const char *const kind_names[] = {
    [CORE_ELEMENTWISE] = "elementwise",
    [CORE_CONTRACTION] = "contraction",
    [CORE_SEQUENTIAL] = "sequential axis",
    [CORE_GENERAL] = "general",
};

static void explain_cost(const function *from, const body *read, FILE *out)
{
    fputs("    cost:", out);
    for (size_t i = 0; i < read->cost_count; i++) {
        fprintf(out, "%s%.3g ns", i ? " + " : " ", read->costs[i].nanoseconds);
        for (size_t k = 0; k < from->parameter_count && k < 32; k++)
            if (read->costs[i].parameters >> k & 1)
                fprintf(out, " × %s", from->parameters[k].name);
    }
    fputs(" an item (estimate)\n", out);
}

/* Which operands a strided view serves, and which must be packed first, and why. */
static void explain_operands(const function *from, const body *read, FILE *out)
{
    for (size_t i = 0; i < from->operand_count; i++) {
        int index = from->operand_parameter[i];
        if (index < 0 || !from->core.operands[i].rank)
            continue;
        fprintf(out, "    %s: ", from->parameters[index].name);
        if (read->subscripted[index])
            fputs("any strides on gpu; cpu packs a core block that is not contiguous\n", out);
        else
            fprintf(out, "core block packed unless contiguous, because of \"%s\" (%s:%u)\n",
                    read->packed_reason[index], read->packed_location[index].file,
                    read->packed_location[index].line);
    }
}

static void explain_body(const function *from, const body *read, FILE *out)
{
    fprintf(out, "    body: %s", kind_names[read->kind]);
    if (read->kind_reason && *read->kind_reason)
        fprintf(out, " (%s)", read->kind_reason);
    fprintf(out, "%s%s%s\n", read->divergent ? ", loop lengths depend on data" : "",
            read->recursive ? ", recursive" : "", read->pure ? ", pure" : "");
    explain_cost(from, read, out);
    explain_operands(from, read, out);
}

static void explain_ufunc(arena *memory, const generate_options *options, const ufunc *shown,
                          FILE *out)
{
    const function *first = shown->first;
    fprintf(out, "%s%s\n", shown->name, layout_print(memory, &first->core));
    for (size_t f = 0; f < shown->function_count; f++) {
        const function *from = shown->functions[f];
        fprintf(out, "  %s, %s:%u\n", from->name, from->place.file, from->place.line);
        for (size_t i = 0; i < from->loop_count; i++)
            fprintf(out, "    loop: %s\n", from->loops[i].prototype);
        if (from->binding_count && from->bodies && from->bodies[0])
            explain_body(from, from->bodies[0], out);
        else
            fputs("    body: not known; cpu and parallel link to it\n", out);
        for (size_t i = 0; i < from->piece_count; i++)
            for (size_t k = 0; k < from->pieces[i].name_count; k++)
                fprintf(out, "    comes along: %s (%s:%u)\n", from->pieces[i].names[k],
                        from->pieces[i].place.file, from->pieces[i].place.line);
    }
    bool elementwise = !shown->dimension_count;
    if (options->targets & (TARGET_CPU | TARGET_PARALLEL))
        fprintf(out, "  cpu, parallel: %s\n",
                elementwise ? "contiguous, broadcast-scalar and strided loops"
                            : "one call an item on contiguous core blocks");
    if (!shown->gpu_refusal)
        fprintf(out, "  gpu: %s\n",
                elementwise ? "vectorised in one dimension (V), strided in N"
                            : "one thread an item");
    else
        fprintf(out, "  gpu: none: %s\n", shown->gpu_refusal);
}

bool generate_explain(const generate_options *options, FILE *out)
{
    pipeline all;
    bool done = pipeline_run(&all, options);
    for (size_t m = 0; m < all.module_count && done; m++)
        for (size_t i = 0; i < all.modules[m].ufunc_count; i++) {
            if (m + i)
                fputc('\n', out);
            explain_ufunc(all.memory, options, &all.modules[m].ufuncs[i], out);
        }
    pipeline_clear(&all);
    return done;
}

/* explain_text.c: what was recognised of each function, in words. */
#include "explain.h"

#include <string.h>

#include <weft/kernel.h>

#include "text/dtype.h"
#include "text/epilogue_text.h"

static void print_block(const explained_block *block, FILE *out)
{
    fprintf(out, "    %s: ", block->operand);
    if (!block->reason)
        fputs("any strides on gpu; cpu packs a core block that is not contiguous\n", out);
    else
        fprintf(out, "core block packed unless contiguous, because of \"%s\" (%s:%u)\n",
                block->reason, block->place.file, block->place.line);
}

static void print_body(const explained_body *read, FILE *out)
{
    fprintf(out, "    body: %s", read->kind);
    if (read->reason)
        fprintf(out, " (%s)", read->reason);
    fprintf(out, "%s%s%s\n", read->divergent ? ", loop lengths depend on data" : "",
            read->recursive ? ", recursive" : "", read->pure ? ", pure" : "");
    fprintf(out, "    cost: %s an item (estimate)\n", read->cost);
    if (read->gap.reason)
        fprintf(out, "    syntax tree: does not tell all, because of %s (%s:%u)\n",
                read->gap.reason, read->gap.place.file, read->gap.place.line);
    for (size_t i = 0; i < read->block_count; i++)
        print_block(&read->blocks[i], out);
}

static void print_effect(const explained_effect *effect, FILE *out)
{
    const body_effect *why = effect->why;
    fprintf(out, "    %s: %s, because ", effect->operand,
            effect->written ? "every item gets a copy" : "starts as what is there");
    if (!why)
        fputs("the source is not known\n", out);
    else if (!why->text)
        fprintf(out, "the function can end without writing it all (%s:%u)\n", why->place.file,
                why->place.line);
    else
        fprintf(out, "of \"%s\" (%s:%u)\n", why->text, why->place.file, why->place.line);
}

/* What a sum of products is more than a sum of its operands' dtype. */
static void print_sum(const explained_loop *loop, FILE *out)
{
    const weft_contraction *sum = loop->sum;
    const char *dtype = dtype_name((weft_dtype)sum->dtype);
    if (sum->product)
        fprintf(out, ", products in %s", dtype_name((weft_dtype)sum->product));
    if (!strstr(loop->prototype, dtype))
        fprintf(out, ", summed in %s", dtype);
    if (sum->starts) {
        fputs(", from ", out);
        epilogue_print_term(&sum->terms[0], loop->names, out);
    }
    if (sum->epilogue) {
        fputs(", stored as ", out);
        epilogue_print(sum, loop->names, out);
    }
}

static void print_loops(const explained_loop *loops, size_t count, FILE *out)
{
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "    loop: %s", loops[i].prototype);
        if (loops[i].accumulator)
            fprintf(out, ", in %s", loops[i].accumulator);
        if (loops[i].sum)
            print_sum(&loops[i], out);
        if (loops[i].obstacle)
            fprintf(out, ", no tiles: %s (%s:%u)", loops[i].obstacle->text,
                    loops[i].obstacle->place.file, loops[i].obstacle->place.line);
        fputc('\n', out);
    }
}

static void print_nests(const explained_function *fact, FILE *out)
{
    for (size_t i = 0; i < fact->nest_count; i++) {
        const explained_nest *nest = &fact->nests[i];
        if (nest->columns)
            fprintf(out, "    tiles of results: rows by %s, columns by %s, %s in order; on ",
                    nest->rows, nest->columns, nest->in_order);
        else
            fprintf(out, "    rounds side by side: of %s, through %s in order; on ", nest->rows,
                    nest->in_order);
        fprintf(out, "%s%s%s (%s:%u)\n", nest->hosts ? "hosts" : "",
                nest->hosts && nest->device ? " and " : "", nest->device ? "gpu" : "",
                nest->place.file, nest->place.line);
    }
    if (fact->no_nests)
        fprintf(out, "    no tiles of results: %s (%s:%u)\n", fact->no_nests->text,
                fact->no_nests->place.file, fact->no_nests->place.line);
}

static void print_function(const explained_ufunc *owner, const explained_function *fact, FILE *out)
{
    fprintf(out, "  %s%s%s, %s:%u\n", fact->stage ? fact->stage : "", fact->stage ? ": " : "",
            fact->name, fact->place.file, fact->place.line);
    print_loops(fact->loops, fact->loop_count, out);
    if (fact->body)
        print_body(fact->body, out);
    else if (fact->linked)
        fprintf(out, "    body: linked, not carried: %s\n", fact->linked);
    else if (!fact->stage)
        fprintf(out, "    body: not known; %s link to it\n", owner->host_words);
    if (fact->serial)
        fprintf(out, "    one item after the other, on one thread: %s\n", fact->serial);
    if (fact->launch)
        fprintf(out, "    on gpu its own kernel: %s\n", fact->launch);
    if (fact->not_fused)
        fprintf(out, "    no fused multiply-add: %s\n", fact->not_fused);
    if (fact->no_lanes)
        fprintf(out, "    no vectors of items, because of %s (%s:%u)\n", fact->no_lanes->text,
                fact->no_lanes->place.file, fact->no_lanes->place.line);
    if (fact->no_team)
        fprintf(out, "    no team of threads: %s (%s:%u)\n", fact->no_team->text,
                fact->no_team->place.file, fact->no_team->place.line);
    for (size_t i = 0; i < fact->row_count; i++)
        fprintf(out, "    rounds of a loop as vectors (%s:%u)\n", fact->rows[i].file,
                fact->rows[i].line);
    if (fact->no_rows)
        fprintf(out, "    no rounds of a loop as vectors: %s (%s:%u)\n", fact->no_rows->text,
                fact->no_rows->place.file, fact->no_rows->place.line);
    print_nests(fact, out);
    for (size_t i = 0; i < fact->effect_count; i++)
        print_effect(&fact->effects[i], out);
    for (size_t i = 0; i < fact->piece_count; i++)
        fprintf(out, "    comes along: %s (%s:%u)%s\n", fact->pieces[i].name,
                fact->pieces[i].place.file, fact->pieces[i].place.line,
                fact->pieces[i].has_twin ? ", and the gpu has its twin" : "");
}

/* One line where all functions have the same loops, else one for each. */
static void print_hosts(const explained_ufunc *fact, FILE *out)
{
    if (fact->hosts)
        fprintf(out, "  %s: %s\n", fact->host_list, fact->hosts->words);
    for (size_t f = 0; f < fact->function_count && !fact->hosts; f++)
        fprintf(out, "  %s, %s: %s\n", fact->host_list, fact->functions[f].name,
                fact->functions[f].hosts->words);
}

static void print_ufunc(const explained_ufunc *fact, FILE *out)
{
    fprintf(out, "%s %s%s\n", fact->name, fact->layout, fact->is_reduction ? ", a reduction" : "");
    print_loops(fact->loops, fact->loop_count, out);
    for (size_t f = 0; f < fact->function_count; f++)
        print_function(fact, &fact->functions[f], out);
    if (fact->targets & TARGET_HOSTS)
        print_hosts(fact, out);
    if (fact->device)
        fprintf(out, "  gpu: %s\n", fact->device->words);
    else
        fprintf(out, "  gpu: none: %s\n", fact->gpu_refusal);
}

void explain_print_text(const explanation *all, FILE *out)
{
    for (size_t i = 0; i < all->count; i++) {
        if (i)
            fputc('\n', out);
        print_ufunc(&all->ufuncs[i], out);
    }
}

/* "contiguous, strided"; "none" where there are no kernels. */
static const char *list_kernels(arena *memory, const explained_kernels *kernels)
{
    const char *list = "";
    for (int i = 0; kernels && i < WEFT_SHAPE_COUNT; i++)
        if (kernels->shapes >> i & 1)
            list = arena_format(memory, "%s%s%s", list, *list ? ", " : "", explain_shape_names[i]);
    return *list ? list : "none";
}

const char *explain_head(arena *memory, const explained_ufunc *fact, const explained_function *part)
{
    const char *body =
        part->body ? arena_format(memory, "%s; %s an item", part->body->kind, part->body->cost)
                   : "body not known";
    return arena_format(memory, "%s %s: %s\n%s: %s; gpu: %s", part->name, fact->layout, body,
                        fact->host_list, list_kernels(memory, part->hosts),
                        list_kernels(memory, fact->device));
}

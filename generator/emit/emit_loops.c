/* emit_loops.c: the rows of loops in STEM.table.c, and the grid of kernels of the device's own. */
#include <inttypes.h>
#include <string.h>

#include <weft/kernel.h>

#include "choose/analyse_shape.h"
#include "emit_table.h"

static const char *const dtype_constants[] = {[WEFT_NONE] = "WEFT_NONE",
#define ROW(ENUM, ...) [WEFT_##ENUM] = "WEFT_" #ENUM,
                                              WEFT_DTYPES(ROW)
#undef ROW
};

/* The terms of a contraction as a compound literal. */
static const char *print_terms(arena *memory, const weft_contraction *sum)
{
    const char *list = "";
    for (unsigned i = 0; i < sum->term_count; i++) {
        const weft_term *term = &sum->terms[i];
        list = arena_format(memory, "%s%s{%s, %u, %a, %" PRId64 "}", list, i ? ", " : "",
                            term->letters ? output_quote(memory, term->letters) : "NULL",
                            term->operand, term->number, term->integer);
    }
    return arena_format(memory, "(const weft_term[]){%s}", list);
}

static const char *print_epilogue(arena *memory, const weft_epilogue *epilogue)
{
    const char *list = "";
    for (unsigned i = 0; i < epilogue->length; i++)
        list = arena_format(memory, "%s%s%u", list, i ? ", " : "", epilogue->steps[i]);
    return arena_format(memory, "&(const weft_epilogue){%s, %u, (const uint8_t[]){%s}}",
                        dtype_constants[epilogue->dtype], epilogue->length, list);
}

/* The loop's contraction as a compound literal; "NULL" where it is none. */
static const char *print_contraction(const table *part, const loop *shown)
{
    arena *memory = part->from->memory;
    const function *from = shown->from;
    const contraction *found = from->shape.sums ? from->shape.sums[shown->binding] : NULL;
    if (!found)
        return "NULL";
    const weft_contraction *sum = analyse_descriptor(memory, from, found);
    return arena_format(
        memory, "&(const weft_contraction){%s, %s, %s, %u, %u, %u, %u, %s, %s, %u, %u, %u, %s, %s}",
        output_quote(memory, sum->a), output_quote(memory, sum->b), output_quote(memory, sum->c),
        sum->a_operand, sum->b_operand, sum->c_operand, sum->conjugated,
        dtype_constants[sum->dtype], sum->product ? dtype_constants[sum->product] : "0",
        sum->subtracted, sum->starts, sum->term_count,
        sum->term_count ? print_terms(memory, sum) : "NULL",
        sum->epilogue ? print_epilogue(memory, sum->epilogue) : "NULL");
}

/* "WEFT_HAS(CORE) | WEFT_HAS(GPU_ITEM)" */
static const char *shape_list(arena *memory, uint64_t shapes)
{
    static const char *const names[] = {
#define NAME(ENUM, name, target, suffix) [WEFT_SHAPE_##ENUM] = #ENUM,
        WEFT_SHAPES(NAME)
#undef NAME
    };
    const char *list = "";
    for (int i = 0; i < WEFT_SHAPE_COUNT; i++)
        if (shapes >> i & 1)
            list = arena_format(memory, "%s%sWEFT_HAS(%s)", list, *list ? " | " : "", names[i]);
    return *list ? list : "0";
}

/* The number of a set of shapes: among those that loops of the module have, in the order in which
 * they appear. Where it is new, it is added. */
static size_t shapes_number(arena *memory, loop_sets *sets, uint64_t shapes)
{
    size_t i = 0;
    while (i < sets->count && sets->items[i] != shapes)
        i++;
    if (i == sets->count)
        *ARENA_PUSH(memory, sets->items, sets->count) = shapes;
    return i;
}

static const char *dtype_list(const table *part, const loop *shown, bool kernel)
{
    const char *list = "";
    for (size_t i = 0; i < shown->from->operand_count; i++)
        list = arena_format(
            part->from->memory, "%s%s%s", list, i ? ", " : "",
            dtype_constants[kernel ? emit_kernel_dtype(part->shown, shown, i) : shown->dtypes[i]]);
    return list;
}

/* The number of a row among those of the module that are as long; where it is new, it is added. */
static size_t dtypes_number(const table *part, const loop *shown, bool kernel)
{
    const char *list = dtype_list(part, shown, kernel);
    dtype_rows *rows = &part->sets->dtypes[shown->from->operand_count];
    size_t i = 0;
    while (i < rows->count && strcmp(rows->items[i], list) != 0)
        i++;
    if (i == rows->count)
        *ARENA_PUSH(part->from->memory, rows->items, rows->count) = list;
    return i;
}

/* Rows of dtypes of so many operands, as many on a line as fit. */
static void emit_dtypes(const table *part, size_t operands)
{
    const dtype_rows *rows = &part->sets->dtypes[operands];
    const char *line = "";
    if (!rows->count)
        return;
    output_open(part->out, "static const uint8_t dtypes_%zu[][%zu] = {", operands, operands);
    for (size_t i = 0; i < rows->count; i++)
        line =
            output_pack(part->out, line, arena_format(part->from->memory, "{%s},", rows->items[i]));
    output_line(part->out, "%s", line);
    output_close(part->out, "};");
}

/* Finds what the loops of a ufunc have in common with others. */
static void find_sets(const table *part)
{
    for (size_t i = 0; i < part->shown->loop_count; i++) {
        const loop *next = &part->shown->loops[i];
        shapes_number(part->from->memory, part->sets, analyse_loop_shapes(part->shown, next));
        dtypes_number(part, next, false);
        dtypes_number(part, next, true);
    }
}

void emit_sets(const emission *from, loop_sets *sets, output *out)
{
    const table all = {.from = from, .out = out, .sets = sets};
    for (size_t u = 0; u < from->module->ufunc_count; u++) {
        table part = all;
        part.shown = &from->module->ufuncs[u];
        find_sets(&part);
    }
    if (!sets->count)
        return;
    output_blank(out);
    output_line(out, "/* Which kernels loops have. */");
    for (size_t i = 0; i < sets->count; i++)
        output_line(out, "#define shapes_%zu (%s)", i, shape_list(from->memory, sets->items[i]));
    output_line(out, "/* The dtypes of loops of so many operands; BOTH: those of the loop are its "
                     "kernel's, too. */");
    for (size_t i = 0; i <= WEFT_MAX_OPERANDS; i++)
        emit_dtypes(&all, i);
    output_line(out, "#define BOTH(dtypes) dtypes, dtypes");
    output_line(out, "/* Why a ufunc has no gpu kernels. */");
    output_line(out, "#define GPU_REFUSAL(why) \\");
    output_line(out,
                "    .refusals = &(const weft_ufunc_refusal){WEFT_GPU, why}, .refusal_count = 1,");
}

/* The rows of a loop's dtypes and its kernel's. */
static const char *print_dtypes(const table *part, const loop *shown)
{
    const size_t operands = shown->from->operand_count;
    const size_t own = dtypes_number(part, shown, false), kernel = dtypes_number(part, shown, true);
    return own == kernel ? arena_format(part->from->memory, "BOTH(dtypes_%zu[%zu])", operands, own)
                         : arena_format(part->from->memory, "dtypes_%zu[%zu], dtypes_%zu[%zu]",
                                        operands, own, operands, kernel);
}

void emit_loops(const table *part)
{
    arena *memory = part->from->memory;
    const ufunc *shown = part->shown;
    output_open(part->out, "static const weft_loop %s_loops[] = {", shown->name);
    for (size_t i = 0; i < shown->loop_count; i++) {
        const loop *next = &shown->loops[i];
        size_t index = shown->declared ? 0 : part->first_loop + i;
        output_line(part->out, "{%s, %s, %zu, shapes_%zu, %s, %s},",
                    output_quote(memory, next->prototype), print_dtypes(part, next), index,
                    shapes_number(memory, part->sets, analyse_loop_shapes(shown, next)),
                    output_quote(memory, next->symbol), print_contraction(part, next));
    }
    output_close(part->out, "};");
}

static const char *print_step(arena *memory, const weft_size_step *step)
{
    static const char *const kinds[] = {
        [WEFT_SIZE_NUMBER] = "NUMBER",
        [WEFT_SIZE_DIMENSION] = "DIMENSION",
        [WEFT_SIZE_ELEMENT] = "ELEMENT",
        [WEFT_SIZE_THREADS] = "THREADS",
        [WEFT_SIZE_ADD] = "ADD",
        [WEFT_SIZE_SUBTRACT] = "SUBTRACT",
        [WEFT_SIZE_MULTIPLY] = "MULTIPLY",
        [WEFT_SIZE_DIVIDE] = "DIVIDE",
        [WEFT_SIZE_REMAINDER] = "REMAINDER",
        [WEFT_SIZE_LEAST] = "LEAST",
        [WEFT_SIZE_GREATEST] = "GREATEST",
    };
    const char *number =
        step->number == INT64_MIN ? "INT64_MIN" : arena_format(memory, "%" PRId64, step->number);
    return arena_format(memory, "{%s, WEFT_SIZE_%s}", number, kinds[step->kind]);
}

static void emit_expression(const table *part, const char *member, const weft_size_expression *one)
{
    arena *memory = part->from->memory;
    const char *line = "";
    if (!one->text)
        return;
    output_open(part->out, "%s = {%s, (const weft_size_step[]){", member,
                output_quote(memory, one->text));
    for (uint32_t i = 0; i < one->count; i++)
        line = output_pack(part->out, line,
                           arena_format(memory, "%s,", print_step(memory, &one->steps[i])));
    output_line(part->out, "%s", line);
    output_close(part->out, "}, %" PRIu32 "},", one->count);
}

void emit_grid(const table *part)
{
    const weft_launch_grid *grid = part->shown->grid;
    if (!grid)
        return;
    output_open(part->out, ".grid = &(const weft_launch_grid){");
    for (int axis = 0; axis < 3; axis++)
        emit_expression(part, arena_format(part->from->memory, ".blocks[%d]", axis),
                        &grid->blocks[axis]);
    for (int axis = 0; axis < 3; axis++)
        emit_expression(part, arena_format(part->from->memory, ".threads[%d]", axis),
                        &grid->threads[axis]);
    emit_expression(part, ".shared", &grid->shared);
    output_close(part->out, "},");
}

#include "list_json.h"

#include <stdlib.h>
#include <string.h>

#include "commands/number.h"
#include "library.h"
#include "text/json_facts.h"

/* "kernels.c:12": a number behind the last colon. */
static void write_location(json_writer *to, const char *text)
{
    const char *colon = text ? strrchr(text, ':') : NULL;
    char *end = NULL;
    unsigned long line = colon ? strtoul(colon + 1, &end, 10) : 0;
    json_place_fact fact = {.file = text, .line = line};
    if (line)
        fact.length = (size_t)(colon - text);
    json_location(to, line && !*end ? &fact : NULL);
}

/* The operands [begin, end), by their side of the arrow. */
static void write_operands(json_writer *to, const weft_ufunc *ufunc, bool outputs)
{
    uint8_t begin = outputs ? ufunc->input_count : 0;
    uint8_t count = outputs ? ufunc->output_count : (uint8_t)weft_ufunc_given_inputs(ufunc);
    json_open_array(to, outputs ? "outputs" : "inputs");
    for (unsigned i = begin; i < (unsigned)begin + count; i++) {
        const weft_operand *operand = &ufunc->operands[i];
        json_open_object(to, NULL);
        json_text(to, "name", operand->name);
        json_open_array(to, "core");
        for (uint8_t axis = 0; axis < operand->core_rank; axis++)
            json_text(to, NULL, ufunc->dimensions[operand->dimensions[axis]].name);
        json_close_array(to);
        json_text(to, "fields", ufunc->fields ? ufunc->fields[i] : NULL);
        json_boolean(to, "contiguous", operand->contiguous);
        if (!outputs && weft_ufunc_default(ufunc, (int)i))
            json_number(to, "default", number_value(weft_ufunc_default(ufunc, (int)i)));
        if (outputs)
            json_boolean(to, "kept", ufunc->kept_outputs >> i & 1);
        else
            json_boolean(to, "written", ufunc->written_inputs >> i & 1);
        json_close_object(to);
    }
    json_close_array(to);
}

static const char *const kind_names[] = {
    [WEFT_DIMENSION_NAMED] = "named",       [WEFT_DIMENSION_FIXED] = "fixed",
    [WEFT_DIMENSION_COMPUTED] = "computed", [WEFT_DIMENSION_OPTIONAL] = "optional",
    [WEFT_DIMENSION_RAGGED] = "ragged",
};

static void write_terms(json_writer *to, const weft_ufunc *ufunc, const weft_dimension *computed)
{
    json_open_object(to, "terms");
    for (uint8_t k = 0; k < ufunc->dimension_count; k++)
        if (computed->coefficients[k])
            json_integer(to, ufunc->dimensions[k].name, computed->coefficients[k]);
    json_close_object(to);
}

static void write_dimension(json_writer *to, const weft_ufunc *ufunc,
                            const weft_dimension *dimension)
{
    json_open_object(to, NULL);
    json_text(to, "name", dimension->name);
    json_text(to, "kind", kind_names[dimension->kind]);
    switch (dimension->kind) {
    case WEFT_DIMENSION_FIXED:
        json_integer(to, "size", dimension->constant);
        break;
    case WEFT_DIMENSION_COMPUTED:
        write_terms(to, ufunc, dimension);
        json_integer(to, "constant", dimension->constant);
        json_integer(to, "divisor", dimension->divisor > 1 ? dimension->divisor : 1);
        break;
    case WEFT_DIMENSION_NAMED:
    case WEFT_DIMENSION_OPTIONAL:
    case WEFT_DIMENSION_RAGGED:
        json_integer(to, "limit", dimension->limit);
    }
    json_close_object(to);
}

static void write_dimensions(json_writer *to, const weft_ufunc *ufunc)
{
    json_open_array(to, "dimensions");
    for (uint8_t i = 0; i < ufunc->dimension_count; i++)
        write_dimension(to, ufunc, &ufunc->dimensions[i]);
    json_close_array(to);
}

static void write_flags(json_writer *to, uint32_t flags)
{
    static const struct {
        uint32_t flag;
        const char *name;
    } rows[] = {
        {WEFT_UFUNC_ELEMENTWISE, "elementwise"}, {WEFT_UFUNC_STRICT, "strict"},
        {WEFT_UFUNC_REORDERABLE, "reorderable"}, {WEFT_UFUNC_HAS_IDENTITY, "has_identity"},
        {WEFT_UFUNC_DIVERGENT, "divergent"},     {WEFT_UFUNC_WIDENING, "widening"},
        {WEFT_UFUNC_OPTIONAL, "optional"},       {WEFT_UFUNC_SERIAL, "serial"},
    };
    json_open_object(to, "flags");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        json_boolean(to, rows[i].name, flags & rows[i].flag);
    json_close_object(to);
}

static void write_contraction(json_writer *to, const weft_ufunc *ufunc, const weft_contraction *sum)
{
    const char *names[WEFT_MAX_OPERANDS];
    for (int i = 0; i < ufunc->input_count + ufunc->output_count; i++)
        names[i] = ufunc->operands[i].name;
    json_contraction(to, sum, names);
}

static void write_dtypes(json_writer *to, const char *name, const uint8_t *dtypes, unsigned count)
{
    json_open_array(to, name);
    for (unsigned i = 0; i < count; i++)
        json_text(to, NULL, weft_dtype_name(dtypes[i]));
    json_close_array(to);
}

/* `loop` NULL: the targets of the ufunc, which are those of any of its loops. */
static void write_targets(json_writer *to, const weft_ufunc *ufunc, const weft_loop *loop)
{
    json_open_array(to, "targets");
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++)
        if (library_has_kernels(ufunc, target) &&
            (!loop || weft_target_kernels(target) == WEFT_CPU ||
             weft_loop_is_in_image(ufunc, loop, target)))
            json_text(to, NULL, weft_target_name(target));
    json_close_array(to);
}

static void write_loop(json_writer *to, const weft_ufunc *ufunc, const weft_loop *loop)
{
    json_open_object(to, NULL);
    json_text(to, "prototype", loop->prototype);
    write_dtypes(to, "inputs", loop->dtypes, (unsigned)weft_ufunc_given_inputs(ufunc));
    write_dtypes(to, "outputs", loop->dtypes + ufunc->input_count, ufunc->output_count);
    write_targets(to, ufunc, loop);
    write_contraction(to, ufunc, loop->contraction);
    json_close_object(to);
}

static void write_loops(json_writer *to, const weft_ufunc *ufunc)
{
    json_open_array(to, "loops");
    for (uint32_t i = 0; i < ufunc->loop_count; i++)
        write_loop(to, ufunc, &ufunc->loops[i]);
    json_close_array(to);
}

static void write_cost(json_writer *to, const weft_ufunc *ufunc)
{
    json_open_array(to, "cost");
    for (uint8_t i = 0; i < ufunc->cost_term_count; i++) {
        const weft_cost_term *term = &ufunc->cost_terms[i];
        json_open_object(to, NULL);
        json_single(to, "nanoseconds", term->nanoseconds);
        json_open_object(to, "powers");
        for (uint8_t k = 0; k < ufunc->dimension_count && term->powers; k++)
            if (term->powers[k])
                json_integer(to, ufunc->dimensions[k].name, term->powers[k]);
        json_close_object(to);
        json_close_object(to);
    }
    json_close_array(to);
}

/* A stage of a declared reduction, an elementwise function. */
static void write_stage(json_writer *to, const char *name, const weft_ufunc *stage)
{
    if (!stage) {
        json_null(to, name);
        return;
    }
    json_open_object(to, name);
    json_text(to, "layout", stage->layout);
    write_operands(to, stage, false);
    write_operands(to, stage, true);
    write_loops(to, stage);
    write_cost(to, stage);
    json_close_object(to);
}

static void write_reduction(json_writer *to, const weft_reducer *reducer)
{
    if (!reducer) {
        json_null(to, "reduction");
        return;
    }
    json_open_object(to, "reduction");
    write_stage(to, "map", reducer->map);
    write_stage(to, "pair", reducer->pair);
    write_stage(to, "combine", reducer->combine);
    write_stage(to, "finish", reducer->finish);
    json_close_object(to);
}

/* What the numbers of an output mean; ends that are none are null. */
static void write_status(json_writer *to, const weft_ufunc *ufunc)
{
    if (!ufunc->code_count) {
        json_null(to, "status");
        return;
    }
    json_open_object(to, "status");
    json_text(to, "output", ufunc->operands[ufunc->code_operand].name);
    json_open_array(to, "codes");
    for (uint32_t k = 0; k < ufunc->code_count; k++) {
        const weft_code *code = &ufunc->codes[k];
        json_open_object(to, NULL);
        if (code->low == INT64_MIN)
            json_null(to, "from");
        else
            json_integer(to, "from", code->low);
        if (code->high == INT64_MAX)
            json_null(to, "to");
        else
            json_integer(to, "to", code->high);
        json_boolean(to, "error", code->is_error);
        json_text(to, "text", code->text);
        json_close_object(to);
    }
    json_close_array(to);
    json_close_object(to);
}

static void write_ufunc(json_writer *to, const weft_ufunc *ufunc)
{
    json_open_object(to, NULL);
    json_text(to, "name", ufunc->name);
    json_text(to, "layout", ufunc->layout);
    json_text(to, "doc", ufunc->doc);
    write_location(to, ufunc->location);
    write_operands(to, ufunc, false);
    write_operands(to, ufunc, true);
    write_dimensions(to, ufunc);
    write_flags(to, ufunc->flags);
    if (ufunc->flags & WEFT_UFUNC_HAS_IDENTITY)
        json_number(to, "identity", ufunc->identity);
    else
        json_null(to, "identity");
    write_targets(to, ufunc, NULL);
    json_text(to, "gpu_refusal", weft_ufunc_find_refusal(ufunc, WEFT_GPU));
    write_status(to, ufunc);
    write_loops(to, ufunc);
    write_cost(to, ufunc);
    write_reduction(to, ufunc->reducer);
    json_close_object(to);
}

void list_print_json(const weft_library_table *contents, const char *path, FILE *out)
{
    json_writer to = {.out = out};
    json_open_object(&to, NULL);
    json_text(&to, "weft", WEFT_VERSION);
    json_integer(&to, "abi", contents->abi_version);
    json_text(&to, "library", contents->name);
    json_text(&to, "path", path);
    json_open_array(&to, "ufuncs");
    for (uint32_t i = 0; i < contents->count; i++)
        write_ufunc(&to, contents->ufuncs[i]);
    json_close_array(&to);
    json_close_object(&to);
}

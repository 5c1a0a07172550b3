/* emit_table.c: STEM.table.c and library.c: static descriptors, nothing to run. */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <weft/kernel.h>

#include "choose/analyse_shape.h"
#include "effects/effects.h"
#include "emit_table.h"

static const char *quote(const table *part, const char *text)
{
    return output_quote(part->from->memory, text);
}

size_t emit_dimension_index(const ufunc *shown, const extent *wanted)
{
    size_t i = 0;
    while (!extent_equal(&shown->dimensions[i], wanted))
        i++;
    return i;
}

static int64_t size_limit(const ufunc *shown, const extent *named)
{
    int64_t limit = INT64_MAX;
    for (size_t f = 0; f < shown->function_count; f++)
        for (size_t i = 0; i < shown->functions[f]->parameter_count; i++) {
            const parameter *size = &shown->functions[f]->parameters[i];
            if (size->kind == PARAMETER_SIZE && size->limit < limit &&
                strcmp(size->name, named->terms[0].name) == 0)
                limit = size->limit;
        }
    return limit;
}

static void emit_coefficients(const table *part)
{
    for (size_t i = 0; i < part->shown->dimension_count; i++) {
        const extent *computed = &part->shown->dimensions[i];
        if (extent_is_name(computed) || extent_is_fixed(computed))
            continue;
        const char *list = "";
        for (size_t k = 0; k < part->shown->dimension_count; k++) {
            int64_t factor = 0;
            const extent *named = &part->shown->dimensions[k];
            for (size_t t = 0; t < computed->term_count && extent_is_name(named); t++)
                if (strcmp(computed->terms[t].name, named->terms[0].name) == 0)
                    factor = computed->terms[t].coefficient;
            list = arena_format(part->from->memory, "%s%s%" PRId64, list, k ? ", " : "", factor);
        }
        output_line(part->out, "static const int32_t %s_coefficients_%zu[] = {%s};",
                    part->shown->name, i, list);
    }
}

static const char *print_limit(arena *memory, int64_t limit)
{
    return limit == INT64_MAX ? "INT64_MAX" : arena_format(memory, "%" PRId64, limit);
}

static void emit_dimensions(const table *part)
{
    const ufunc *shown = part->shown;
    if (!shown->dimension_count)
        return;
    emit_coefficients(part);
    output_open(part->out, "static const weft_dimension %s_dimensions[] = {", shown->name);
    for (size_t i = 0; i < shown->dimension_count; i++) {
        const extent *next = &shown->dimensions[i];
        const char *name = quote(part, extent_print(part->from->memory, next));
        if (extent_is_fixed(next))
            output_line(part->out,
                        "{.name = %s, .kind = WEFT_DIMENSION_FIXED, .constant = %" PRId64
                        ", .limit = INT64_MAX},",
                        name, next->constant);
        else if (!extent_is_name(next))
            output_line(part->out,
                        "{.name = %s, .kind = WEFT_DIMENSION_COMPUTED,%s .constant = %" PRId64
                        ", .limit = INT64_MAX, .coefficients = %s_coefficients_%zu},",
                        name,
                        next->divisor ? arena_format(part->from->memory, " .divisor = %" PRId64 ",",
                                                     next->divisor)
                                      : "",
                        next->constant, shown->name, i);
        else
            output_line(part->out, "{.name = %s, .kind = WEFT_DIMENSION_%s, .limit = %s},", name,
                        next->optional ? "OPTIONAL"
                        : next->ragged ? "RAGGED"
                                       : "NAMED",
                        print_limit(part->from->memory, size_limit(shown, next)));
    }
    output_close(part->out, "};");
}

static bool needs_block(const ufunc *shown, size_t operand)
{
    bool needed = false;
    for (size_t f = 0; f < shown->function_count; f++)
        needed |= emit_needs_block(shown->functions[f], operand);
    return needed;
}

static void emit_operands(const table *part)
{
    const ufunc *shown = part->shown;
    output_open(part->out, "static const weft_operand %s_operands[] = {", shown->name);
    for (size_t i = 0; i < shown->first->operand_count; i++) {
        const layout_operand *core = &shown->first->core.operands[i];
        const char *list = "";
        for (size_t axis = 0; axis < core->rank; axis++)
            list = arena_format(part->from->memory, "%s%s%zu", list, axis ? ", " : "",
                                emit_dimension_index(shown, &core->extents[axis]));
        const char *name = quote(part, analyse_operand_name(shown->first, i));
        if (core->rank)
            output_line(
                part->out, "{.name = %s, .core_rank = %zu,%s .dimensions = (const uint8_t[]){%s}},",
                name, core->rank, needs_block(shown, i) ? " .contiguous = true," : "", list);
        else if (core->kind == WEFT_OPERAND_INDEX_AXIS)
            output_line(part->out, "{.name = %s, .kind = WEFT_OPERAND_INDEX_AXIS, .axis = %d},",
                        name, core->axis);
        else
            output_line(part->out, "{.name = %s%s},", name,
                        core->kind == WEFT_OPERAND_INDEX ? ", .kind = WEFT_OPERAND_INDEX" : "");
    }
    output_close(part->out, "};");
}

/* The power of a dimension in a product of size parameters of the C function. */
static unsigned dimension_power(const ufunc *shown, const extent *dimension,
                                const size_product *sizes)
{
    for (size_t i = 0; i < shown->first->parameter_count && i < MOST_SIZES; i++)
        if (extent_is_name(dimension) &&
            strcmp(dimension->terms[0].name, shown->first->parameters[i].name) == 0)
            return sizes->powers[i];
    return 0;
}

/* The powers of all dimensions as an array of C; NULL where there are none. */
static const char *power_list(const table *part, const size_product *sizes)
{
    arena *memory = part->from->memory;
    const ufunc *shown = part->shown;
    const char *list = "";
    bool any = false;
    for (size_t k = 0; k < shown->dimension_count; k++) {
        unsigned power = dimension_power(shown, &shown->dimensions[k], sizes);
        list = arena_format(memory, "%s%s%u", list, k ? ", " : "", power);
        any |= power > 0;
    }
    return any ? arena_format(memory, "(const uint8_t[]){%s}", list) : "NULL";
}

/* Of a declared reduction the pair's, which does on two elements what is done on each. */
static const body *first_body(const ufunc *shown)
{
    if (shown->declared) {
        function *const *stages = shown->declared->stages;
        const function *from = stages[stages[STAGE_PAIR] ? STAGE_PAIR : STAGE_COMBINE];
        return from->binding_count && from->bodies ? from->bodies[0] : NULL;
    }
    return shown->first->binding_count && shown->first->bodies ? shown->first->bodies[0] : NULL;
}

/* A function without source is taken for this costly. */
static const double unknown_nanoseconds = 50;

static size_t emit_costs(const table *part)
{
    arena *memory = part->from->memory;
    const body *known = first_body(part->shown);
    size_t count = known ? known->cost_count : 0;
    if (count > UINT8_MAX)
        count = UINT8_MAX;
    const char *line = count ? "" : arena_format(memory, "{%#.9gf, NULL}", unknown_nanoseconds);
    for (size_t i = 0; i < count; i++) {
        assert(isfinite(known->costs[i].nanoseconds));
        line = arena_format(memory, "%s%s{%#.9gf, %s}", line, i ? ", " : "",
                            known->costs[i].nanoseconds, power_list(part, &known->costs[i].sizes));
    }
    output_line(part->out, "static const weft_cost_term %s_cost[] = {%s};", part->shown->name,
                line);
    return count ? count : 1;
}

static bool has_optional(const ufunc *shown)
{
    for (size_t i = 0; i < shown->dimension_count; i++)
        if (shown->dimensions[i].optional)
            return true;
    return false;
}

/* The most that the threads of a team need of each other in any function. */
static bool has_teams(const ufunc *shown, team_bond most)
{
    bool any = false;
    for (size_t f = 0; f < shown->function_count; f++) {
        const function *from = shown->functions[f];
        if (from->shape.teamed && analyse_team_bond(from) > most)
            return false;
        any |= from->shape.teamed;
    }
    return any;
}

/* Whether all that walk in order have the elements of their rounds alone. */
static bool has_own_streams(const ufunc *shown)
{
    bool any = false;
    for (size_t f = 0; f < shown->function_count; f++) {
        const function *from = shown->functions[f];
        if (from->shape.streamed && !analyse_streams_own(from))
            return false;
        any |= from->shape.streamed;
    }
    return any;
}

static const char *flag_list(const table *part)
{
    const ufunc *shown = part->shown;
    const body *known = first_body(shown);
    const struct {
        bool set;
        const char *name;
    } flags[] = {
        {!shown->dimension_count && !shown->declared, "WEFT_UFUNC_ELEMENTWISE"},
        {part->from->module->strict, "WEFT_UFUNC_STRICT"},
        {shown->first->reorderable, "WEFT_UFUNC_REORDERABLE"},
        {shown->first->widening, "WEFT_UFUNC_WIDENING"},
        {shown->first->has_identity, "WEFT_UFUNC_HAS_IDENTITY"},
        {known && known->divergent, "WEFT_UFUNC_DIVERGENT"},
        {has_optional(shown), "WEFT_UFUNC_OPTIONAL"},
        {shown->first->serial, "WEFT_UFUNC_SERIAL"},
        {has_teams(shown, TEAM_EXACT), "WEFT_UFUNC_TEAM_EXACT"},
        {has_teams(shown, TEAM_APART), "WEFT_UFUNC_TEAM_APART"},
        {has_own_streams(shown), "WEFT_UFUNC_STREAM_OWN"},
        {shown->first->index_count > 0, "WEFT_UFUNC_INDEXED"},
        {layout_has_lists(&shown->first->core), "WEFT_UFUNC_RAGGED"},
    };
    const char *list = "";
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (flags[i].set)
            list =
                arena_format(part->from->memory, "%s%s%s", list, *list ? " | " : "", flags[i].name);
    return *list ? list : "0";
}

static const char *print_double(const table *part, double value)
{
    if (isnan(value))
        return "__builtin_nan(\"\")";
    if (isinf(value))
        return value < 0 ? "-__builtin_inf()" : "__builtin_inf()";
    if (value == 0 && signbit(value))
        return "-0.0"; /* -0 would be an integer */
    return arena_format(part->from->memory, "%.17g", value);
}

static const char *stage_symbol(const table *part, reduction_stage stage)
{
    const function *made = part->shown->declared->stages[stage];
    return made ? arena_format(part->from->memory, "&%s", made->ufunc_name) : "NULL";
}

static void emit_reducer(const table *part)
{
    output_open(part->out, "static const weft_reducer %s_reducer = {", part->shown->name);
    output_line(part->out, ".map = %s,", stage_symbol(part, STAGE_MAP));
    output_line(part->out, ".pair = %s,", stage_symbol(part, STAGE_PAIR));
    output_line(part->out, ".combine = %s,", stage_symbol(part, STAGE_COMBINE));
    output_line(part->out, ".finish = %s,", stage_symbol(part, STAGE_FINISH));
    output_close(part->out, "};");
}

/* The sizes that what is known of every function of the ufunc holds for. */
static void emit_ranges(const table *part)
{
    const ufunc *shown = part->shown;
    const char *list = "";
    bool any = false;
    for (size_t d = 0; d < shown->dimension_count; d++) {
        const size_range all = analyse_range(shown, &shown->dimensions[d]);
        any |= all.least > 0 || all.most < INT64_MAX;
        list = arena_format(
            part->from->memory, "%s%s{%" PRId64 ", %s}", list, d ? ", " : "", all.least,
            all.most < INT64_MAX ? arena_format(part->from->memory, "%" PRId64, all.most)
                                 : "INT64_MAX");
    }
    if (any)
        output_line(part->out, ".ranges = (const weft_size_range[]){%s},", list);
}

/* Whether the runtime computes all functions of a ufunc, and the same. */
static bool is_transform(const ufunc *shown)
{
    const weft_transform *first = &shown->first->transform;
    for (size_t f = 0; f < shown->function_count; f++) {
        const function *from = shown->functions[f];
        if (!from->shape.transforms || from->transform.kind != first->kind ||
            from->transform.inverse != first->inverse)
            return false;
    }
    return true;
}

static void emit_transform(const table *part)
{
    static const char *const kinds[] = {
        [WEFT_TRANSFORM_COMPLEX] = "COMPLEX",
        [WEFT_TRANSFORM_REAL] = "REAL",
        [WEFT_TRANSFORM_HALF] = "HALF",
    };
    const weft_transform *made = &part->shown->first->transform;
    if (is_transform(part->shown))
        output_line(part->out, ".transform = &(const weft_transform){WEFT_TRANSFORM_%s, %d, %s},",
                    kinds[made->kind], made->rank, made->inverse ? "true" : "false");
}

/* What some function of the ufunc does to its operands. */
static void emit_effects(const table *part)
{
    const ufunc *shown = part->shown;
    unsigned written = 0, kept = 0;
    for (size_t f = 0; f < shown->function_count; f++) {
        written |= effects_written_mask(shown->functions[f]);
        kept |= effects_kept_mask(shown->functions[f]);
    }
    if (is_transform(shown)) /* it fills its output, whatever analysis sees of its sizes */
        written = kept = 0;
    if (written)
        output_line(part->out, ".written_inputs = 0x%x,", written);
    if (kept)
        output_line(part->out, ".kept_outputs = 0x%x,", kept);
    const uint32_t is_free = analyse_free_dimensions(shown);
    if (is_free)
        output_line(part->out, ".free_dimensions = 0x%x,", is_free);
    uint32_t again;
    const uint32_t walked = analyse_team_dimensions(shown, &again) | analyse_deal_dimensions(shown);
    if (walked)
        output_line(part->out, ".team_dimensions = 0x%x,", walked);
    if (again)
        output_line(part->out, ".team_again = 0x%x,", again);
}

/* One end of a code's range: INT64_MIN is no number of C's. */
static const char *print_code(arena *memory, int64_t number)
{
    return number == INT64_MIN ? "INT64_MIN" : arena_format(memory, "INT64_C(%" PRId64 ")", number);
}

/* What the numbers of the status mean. */
static void emit_codes(const table *part)
{
    const function *first = part->shown->first;
    arena *memory = part->from->memory;
    if (!first->code_count)
        return;
    output_line(part->out, ".code_count = %zu, .code_operand = %zu,", first->code_count,
                first->code_operand);
    output_open(part->out, ".codes = (const weft_code[]){");
    for (size_t i = 0; i < first->code_count; i++)
        output_line(part->out, "{%s, %s, %s, %s},", print_code(memory, first->codes[i].low),
                    print_code(memory, first->codes[i].high),
                    first->codes[i].is_error ? "true" : "false", quote(part, first->codes[i].text));
    output_close(part->out, "},");
}

/* The members of the structures among the operands. */
static void emit_fields(const table *part)
{
    const function *first = part->shown->first;
    const char *list = "";
    bool any = false;
    for (size_t i = 0; i < first->operand_count; i++) {
        int from = first->operand_parameter[i];
        const char *fields = from < 0 ? NULL : first->parameters[from].fields;
        list = arena_format(part->from->memory, "%s%s%s", list, i ? ", " : "",
                            fields ? quote(part, fields) : "NULL");
        any |= fields != NULL;
    }
    if (any)
        output_line(part->out, ".fields = (const char *const[]){%s},", list);
}

/* The inputs that a call may leave out: numbers without a dtype of their own, whole ones as
 * integers, for these go everywhere. */
static void emit_defaults(const table *part)
{
    const function *first = part->shown->first;
    if (!first->default_count && !first->index_count)
        return;
    output_open(part->out, ".defaults = (const weft_array *const[]){");
    for (size_t i = 0; i < first->core.input_count; i++) {
        int from = first->operand_parameter[i];
        const default_value *given = from < 0 ? NULL : first->parameters[from].fallback;
        bool whole = given && fabs(given->value) < 0x1p53 && trunc(given->value) == given->value &&
                     !(given->value == 0 && signbit(given->value));
        if (from >= 0 && first->parameters[from].index)
            output_line(part->out,
                        "&(const weft_array){.dtype = WEFT_%s, .flags = WEFT_ARRAY_INLINE},",
                        first->parameters[from].type.dtype == WEFT_INT64 ? "INT64" : "UINT64");
        else if (!given)
            output_line(part->out, "NULL,");
        else if (whole)
            output_line(part->out,
                        "&(const weft_array){.dtype = WEFT_INT64, .flags = WEFT_ARRAY_WEAK | "
                        "WEFT_ARRAY_INLINE, .value.i64 = %.0f},",
                        given->value);
        else
            output_line(part->out,
                        "&(const weft_array){.dtype = WEFT_FLOAT64, .flags = WEFT_ARRAY_WEAK | "
                        "WEFT_ARRAY_INLINE, .value.f64 = %s},",
                        print_double(part, given->value));
    }
    output_close(part->out, "},");
}

/* Whether kernels of `made` are needed for those of `shown`: its own, and of a declared reduction
 * and its stages all stages'. */
static bool is_needed(const ufunc *shown, const ufunc *made)
{
    const char *declared = shown->declared ? shown->name : shown->stage_of;
    return declared ? made->stage_of && strcmp(made->stage_of, declared) == 0 : made == shown;
}

/* "signatures/arithmetic.c:38" */
static const char *print_location(const table *part)
{
    const function *first = part->shown->first;
    return arena_format(part->from->memory, "%s:%u", emit_file_name(part->from, first->place.file),
                        first->place.line);
}

/* Why there are no gpu kernels: what the generator knows, or what nvcc will say. */
static void emit_refusal(const table *part)
{
    arena *memory = part->from->memory;
    const ufunc *shown = part->shown;
    const module *all = part->from->module;
    if (shown->gpu_refusal) {
        output_line(part->out, "GPU_REFUSAL(%s)", quote(part, shown->gpu_refusal));
        return;
    }
    const char *condition = "";
    for (size_t i = 0; i < all->ufunc_count; i++)
        if (is_needed(shown, &all->ufuncs[i]))
            condition = arena_format(memory, "%s%sdefined %s", condition, *condition ? " || " : "",
                                     emit_refused_macro(memory, &all->ufuncs[i]));
    output_line(part->out, "#if %s", condition);
    output_line(part->out, "GPU_REFUSAL(%s)",
                quote(part, arena_format(memory, "the device compiler refuses it (%s)",
                                         print_location(part))));
    output_line(part->out, "#endif");
}

static void open_descriptor(const table *part)
{
    const emission *from = part->from;
    const ufunc *shown = part->shown;
    if (shown->stage_of)
        output_open(part->out, "static const weft_ufunc %s = {", shown->name);
    else if (from->options->library)
        output_open(part->out, "WEFT_LISTED_UFUNC(%s, \"%s\", %s) = {",
                    emit_ufunc_symbol(from, shown), emit_ufunc_label(from, shown),
                    emit_own_symbol(from, shown));
    else
        output_open(part->out, "WEFT_UFUNC(%s, \"%s\") = {", emit_ufunc_symbol(from, shown),
                    emit_ufunc_label(from, shown));
}

static void emit_ufunc(const table *part)
{
    const emission *from = part->from;
    const ufunc *shown = part->shown;
    output *out = part->out;
    const char *name = shown->name;
    output_blank(out);
    output_line(out, "/* ---- %s: %s ---- */", name,
                layout_print(from->memory, &shown->first->core));
    output_blank(out);
    emit_dimensions(part);
    emit_operands(part);
    emit_loops(part);
    size_t costs = emit_costs(part);
    if (shown->declared)
        emit_reducer(part);
    open_descriptor(part);
    output_line(out, ".name = %s,", quote(part, shown->stage_of ? shown->stage_of : name));
    output_line(out, ".layout = %s,", quote(part, layout_print(from->memory, &shown->first->core)));
    output_line(out, ".doc = %s,", quote(part, shown->first->doc));
    output_line(out, ".location = %s,", quote(part, print_location(part)));
    output_line(out, ".module = &module,");
    output_line(out, ".flags = %s,", flag_list(part));
    output_line(out, ".input_count = %zu, .output_count = %zu, .operands = %s_operands,",
                shown->first->core.input_count, shown->first->core.output_count, name);
    if (shown->dimension_count)
        output_line(out, ".dimension_count = %zu, .dimensions = %s_dimensions,",
                    shown->dimension_count, name);
    output_line(out, ".loop_count = %zu, .loops = %s_loops,", shown->loop_count, name);
    output_line(out, ".cost_term_count = %zu, .cost_terms = %s_cost,", costs, name);
    if (shown->first->has_identity)
        output_line(out, ".identity = %s,", print_double(part, shown->first->identity));
    emit_refusal(part);
    if (shown->declared)
        output_line(out, ".reducer = &%s_reducer,", name);
    emit_transform(part);
    emit_effects(part);
    emit_codes(part);
    emit_fields(part);
    emit_defaults(part);
    emit_ranges(part);
    emit_grid(part);
    output_close(out, "};");
}

/* The kernels of each instruction set, hosts of other processors lack the last ones; declared, or
 * named. */
static void emit_kernel_tables(const char *before, const char *symbol, const char *behind,
                               output *out)
{
    static const char *const names[][2] = {
        {"BASE", "base"}, {"FLAGS", "flags"}, {"V3", "v3"}, {"V4", "v4"}};
    enum { COUNT = sizeof names / sizeof *names, EVERYWHERE = 2 };
    for (size_t i = 0; i < COUNT; i++) {
        if (i == EVERYWHERE)
            output_line(out, "#ifdef __x86_64__");
        if (strcmp(before, "") == 0)
            output_line(out, ".kernels[WEFT_ISA_%s] = &weft_kernels_%s_%s%s", names[i][0], symbol,
                        names[i][1], behind);
        else
            output_line(out, "%sweft_kernels_%s_%s%s", before, symbol, names[i][1], behind);
    }
    output_line(out, "#endif");
}

static void emit_module(const emission *from, output *out)
{
    const char *symbol = emit_module_symbol(from->memory, from->module);
    output_blank(out);
    emit_kernel_tables("extern WEFT_HIDDEN const weft_kernel_table ", symbol, ";", out);
    if (from->module->has_gpu) {
        output_line(out, "#ifdef WEFT_WITH_IMAGE");
        output_line(out, "extern WEFT_HIDDEN const unsigned char weft_image_%s[];", symbol);
        output_line(out, "extern WEFT_HIDDEN const unsigned char weft_image_%s_end[];", symbol);
        output_line(out, "#endif");
    }
    output_blank(out);
    output_open(out, "static const weft_module module = {");
    output_line(out, ".source = %s,",
                output_quote(from->memory, emit_file_name(from, from->module->source->path)));
    output_line(out, ".build_id = %s,", emit_build_id(from->memory, from->module));
    emit_kernel_tables("", symbol, ",", out);
    if (from->module->has_gpu) {
        output_line(out, "#ifdef WEFT_WITH_IMAGE");
        output_line(
            out,
            ".images = &(const weft_module_image){WEFT_GPU, weft_image_%s, weft_image_%s_end},",
            symbol, symbol);
        output_line(out, ".image_count = 1,");
        output_line(out, "#endif");
    }
    output_close(out, "};");
}

static bool has_defaults(const module *all)
{
    bool found = false;
    for (size_t i = 0; i < all->ufunc_count; i++)
        found |= all->ufuncs[i].first->default_count || all->ufuncs[i].first->index_count;
    return found;
}

void emit_table(const emission *from, output *out)
{
    const module *all = from->module;
    emit_banner(from, out, "what the runtime knows of each ufunc");
    output_line(out, "#include <weft/%s>", has_defaults(all) ? "weft.h" : "kernel.h");
    if (all->ufunc_count)
        emit_module(from, out);
    loop_sets sets = {0};
    emit_sets(from, &sets, out);
    size_t first_loop = 0;
    for (size_t i = 0; i < all->ufunc_count; i++) {
        emit_ufunc(&(table){from, &all->ufuncs[i], out, first_loop, &sets});
        first_loop += emit_kernel_count(&all->ufuncs[i]);
    }
}

void emit_library(arena *memory, const char *name, const module *modules, size_t count,
                  const generate_options *options, output *out)
{
    size_t total = 0;
    const char **symbols = NULL;
    output_line(out, "/* %s: the table of the library %s.", out->name, name);
    output_line(out, " * Generated by weft " WEFT_VERSION "; do not edit. */");
    output_line(out, "#include <weft/kernel.h>");
    output_blank(out);
    for (size_t m = 0; m < count; m++)
        for (size_t i = 0; i < modules[m].ufunc_count; i++) {
            const emission from = {memory, &modules[m], options};
            const ufunc *listed = &modules[m].ufuncs[i];
            if (listed->stage_of)
                continue;
            *ARENA_PUSH(memory, symbols, total) = emit_own_symbol(&from, listed);
            output_line(out, "WEFT_OWN_UFUNC(%s, \"%s\");", symbols[total - 1],
                        emit_ufunc_label(&from, listed));
        }
    output_blank(out);
    output_open(out, "static const weft_ufunc *const ufuncs[] = {");
    for (size_t i = 0; i < total; i++)
        output_line(out, "&%s,", symbols[i]);
    if (!total)
        output_line(out, "NULL,");
    output_close(out, "};");
    output_blank(out);
    output_open(out, "WEFT_EXPORT const weft_library_table weft_library = {");
    output_line(out, "WEFT_ABI_VERSION, sizeof(weft_library_table), %s, %zu, ufuncs,",
                output_quote(memory, name), total);
    output_close(out, "};");
}

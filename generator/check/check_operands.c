#include <string.h>

#include "adapter.h"
#include "indices.h"

location annotation_location(const annotation_text *text, size_t at)
{
    location place = text->place;
    if (text->exact) {
        place.column += 1 + (unsigned)at;
        place.offset += 1 + (unsigned)at;
    }
    return place;
}

size_t annotation_first_prototype(const function *annotated)
{
    return annotated->kind == ANNOTATION_GUVECTORIZE && annotated->text_count &&
           strstr(annotated->texts[0].text, "->");
}

/* State of checking one function. */
typedef struct operand_check {
    arena *memory;
    diagnostics *messages;
    function *checked;
    bool has_layout;
    layout written; /* the annotation's */
} operand_check;

static bool refuse_parameter(operand_check *check, const parameter *refused, const char *why)
{
    diagnostics_add(check->messages, SEVERITY_ERROR, refused->place, refused->length,
                    "parameter '%s': %s", refused->name, why);
    return false;
}

static bool read_layout(operand_check *check)
{
    const function *checked = check->checked;
    check->has_layout = annotation_first_prototype(checked) == 1;
    if (!check->has_layout)
        return true;
    const annotation_text *text = &checked->texts[0];
    text_error error;
    if (layout_parse(check->memory, text->text, &check->written, &error))
        return true;
    diagnostics_add(check->messages, SEVERITY_ERROR, annotation_location(text, error.at),
                    text->exact ? (unsigned)error.length : 0, "layout \"%s\", column %zu: %s",
                    text->text, error.at + 1, error.text);
    return false;
}

static bool layout_names(const layout *written, const char *name)
{
    for (size_t i = 0; i < written->input_count + written->output_count; i++)
        for (size_t axis = 0; axis < written->operands[i].rank; axis++) {
            const extent *used = &written->operands[i].extents[axis];
            for (size_t t = 0; t < used->term_count; t++)
                if (strcmp(used->terms[t].name, name) == 0)
                    return true;
        }
    return false;
}

/* An integer named in the annotation's layout is a size too. */
static void find_sizes(operand_check *check)
{
    function *checked = check->checked;
    for (size_t i = 0; i < checked->parameter_count; i++) {
        parameter *size = &checked->parameters[i];
        if (size->kind == PARAMETER_SCALAR && size->limit && !size->type.typevar &&
            check->has_layout && layout_names(&check->written, size->name))
            size->kind = PARAMETER_SIZE;
    }
}

/* Whether the parameters say by `const` what is an input. Where none has it, the layout does:
 * declarations of others' often lack it, and a function may work in its inputs. */
static bool const_decides(const operand_check *check)
{
    const function *checked = check->checked;
    if (!check->has_layout)
        return true;
    for (size_t i = 0; i < checked->parameter_count; i++)
        if ((checked->parameters[i].kind == PARAMETER_POINTER ||
             checked->parameters[i].kind == PARAMETER_ARRAY) &&
            checked->parameters[i].is_const && !checked->parameters[i].by_value &&
            strcmp(checked->parameters[i].type.plain, "char") != 0) /* strings have it anywhere */
            return true;
    return false;
}

static bool is_number(const parameter *tested)
{
    return tested->kind == PARAMETER_SCALAR || tested->by_value;
}

/* How many of the arrays and pointers of a declaration without const are inputs: the first ones, as
 * many as the layout has inputs that are not handed by value. */
static size_t count_array_inputs(const operand_check *check)
{
    size_t inputs = check->written.input_count;
    for (size_t i = 0; i < check->checked->parameter_count && inputs; i++)
        inputs -= is_number(&check->checked->parameters[i]);
    return inputs;
}

/* Fills operand_parameter: inputs, then outputs, each in C order, then the result. */
static void order_operands(operand_check *check)
{
    function *checked = check->checked;
    bool by_const = const_decides(check);
    checked->operand_parameter = arena_array(check->memory, checked->parameter_count + 1,
                                             sizeof *checked->operand_parameter);
    const size_t array_inputs = by_const ? 0 : count_array_inputs(check);
    for (int pass = 0; pass < 2; pass++) {
        size_t arrays = 0;
        for (size_t i = 0; i < checked->parameter_count; i++) {
            const parameter *next = &checked->parameters[i];
            if (next->kind == PARAMETER_SIZE)
                continue;
            bool is_input =
                is_number(next) || (by_const ? next->is_const : arrays++ < array_inputs);
            if (next->side != SIDE_BY_RULE)
                is_input = next->side == SIDE_INPUT;
            if (is_input != (pass == 0))
                continue;
            checked->operand_parameter[checked->operand_count++] = (int)i;
            *(pass ? &checked->core.output_count : &checked->core.input_count) += 1;
        }
    }
    if (checked->returns) {
        checked->operand_parameter[checked->operand_count++] = -1;
        checked->core.output_count++;
    }
}

static bool check_counts(operand_check *check)
{
    const function *checked = check->checked;
    if (checked->operand_count > WEFT_MAX_OPERANDS) {
        diagnostics_add(check->messages, SEVERITY_ERROR, checked->place,
                        (unsigned)strlen(checked->name),
                        "'%s' has %zu operands; a call takes at most %d", checked->name,
                        checked->operand_count, WEFT_MAX_OPERANDS);
        return false;
    }
    if (!checked->core.output_count) {
        diagnostics_add(check->messages, SEVERITY_ERROR, checked->place,
                        (unsigned)strlen(checked->name),
                        "'%s' has no output: return a value, or take a pointer or array without "
                        "const",
                        checked->name);
        return false;
    }
    return true;
}

static bool check_kind(operand_check *check, const parameter *tested, bool is_input)
{
    bool elementwise = check->checked->kind == ANNOTATION_VECTORIZE;
    if (tested->rank > WEFT_MAX_RANK)
        return refuse_parameter(check, tested, "more dimensions than an operand can have (32)");
    if (elementwise && tested->record)
        return refuse_parameter(check, tested,
                                "a structure is a row of numbers, and needs WEFT_GUVECTORIZE");
    if (elementwise && tested->kind == PARAMETER_ARRAY)
        return refuse_parameter(check, tested, "an array operand needs WEFT_GUVECTORIZE");
    if (is_input && tested->kind == PARAMETER_POINTER && !check->has_layout && !tested->record &&
        !tested->whole)
        return refuse_parameter(check, tested,
                                elementwise
                                    ? "a pointer to const has no extent: take the value itself, or "
                                      "write T name[n] under WEFT_GUVECTORIZE"
                                    : "a pointer has no extent: write T name[n], or give the "
                                      "layout in the annotation");
    for (size_t axis = 0; axis < tested->rank && is_input; axis++)
        if (!extent_is_fixed(&tested->extents[axis]) && !extent_is_name(&tested->extents[axis]))
            return refuse_parameter(check, tested,
                                    "only an extent of an output can be computed from others");
    for (size_t axis = 0; axis < tested->rank; axis++)
        if (extent_is_fixed(&tested->extents[axis]) && tested->extents[axis].constant < 1)
            return refuse_parameter(check, tested, "a fixed extent is at least 1");
    return true;
}

/* The layout that the C types give; pointers without extents stay at rank 0. */
static bool read_c_layout(operand_check *check)
{
    function *checked = check->checked;
    bool good = true;
    checked->core.operands =
        arena_array(check->memory, checked->operand_count + 1, sizeof *checked->core.operands);
    for (size_t i = 0; i < checked->operand_count; i++) {
        if (checked->operand_parameter[i] < 0)
            continue;
        const parameter *from = &checked->parameters[checked->operand_parameter[i]];
        good &= check_kind(check, from, i < checked->core.input_count);
        checked->core.operands[i] =
            (layout_operand){from->extents, from->rank,
                             (uint8_t)(from->index ? from->index->kind : WEFT_OPERAND_ARRAY),
                             from->index ? from->index->axis : 0};
    }
    return good;
}

/* Names of the annotation's layout and the C names they stand for. */
typedef struct renaming {
    const char *written, *meant;
} renaming;

static bool rename_add(renaming *names, size_t *count, const char *written, const char *meant)
{
    for (size_t i = 0; i < *count; i++) {
        bool left = strcmp(names[i].written, written) == 0;
        bool right = strcmp(names[i].meant, meant) == 0;
        if (left || right)
            return left && right;
    }
    names[(*count)++] = (renaming){written, meant};
    return true;
}

/* The written extent in C names. */
static extent renamed(arena *memory, const extent *written, const renaming *names, size_t count)
{
    extent result = {
        .constant = written->constant, .optional = written->optional, .ragged = written->ragged};
    for (size_t t = 0; t < written->term_count; t++) {
        const char *name = written->terms[t].name;
        for (size_t i = 0; i < count; i++)
            if (strcmp(names[i].written, name) == 0) {
                name = names[i].meant;
                break;
            }
        extent_add(memory, &result, name, written->terms[t].coefficient);
    }
    result.divisor = written->divisor;
    return result;
}

/* Whether the layout says what a parameter leads to, for its type does not. */
static bool is_bare(const function *checked, size_t operand)
{
    int from = checked->operand_parameter[operand];
    return from >= 0 && checked->parameters[from].kind == PARAMETER_POINTER &&
           !checked->parameters[from].whole;
}

/* Whether the written layout says what the C types say, up to the names of dimensions; completes
 * the operands that C gives as bare pointers. */
static bool merge_layouts(operand_check *check)
{
    function *checked = check->checked;
    const layout *written = &check->written;
    layout *core = &checked->core;
    if (written->input_count != core->input_count || written->output_count != core->output_count)
        return false;
    size_t total = checked->operand_count, name_count = 0, axis_count = 1;
    for (size_t i = 0; i < total; i++)
        axis_count += written->operands[i].rank;
    renaming *names = arena_array(check->memory, axis_count, sizeof *names);
    for (size_t i = 0; i < total; i++) {
        const layout_operand *said = &written->operands[i], *meant = &core->operands[i];
        if (is_bare(checked, i))
            continue;
        if (said->rank != meant->rank)
            return false;
        for (size_t axis = 0; axis < said->rank; axis++)
            if (extent_is_name(&said->extents[axis]) && extent_is_name(&meant->extents[axis]) &&
                !rename_add(names, &name_count, said->extents[axis].terms[0].name,
                            meant->extents[axis].terms[0].name))
                return false;
    }
    for (size_t i = 0; i < total; i++) {
        const layout_operand *said = &written->operands[i];
        layout_operand *meant = &core->operands[i];
        extent *extents = arena_array(check->memory, said->rank + 1, sizeof *extents);
        for (size_t axis = 0; axis < said->rank; axis++)
            extents[axis] = renamed(check->memory, &said->extents[axis], names, name_count);
        if (is_bare(checked, i))
            *meant = (layout_operand){.extents = extents, .rank = said->rank};
        for (size_t axis = 0; axis < said->rank; axis++)
            if (extent_equal(&extents[axis], &meant->extents[axis])) {
                meant->extents[axis].optional = extents[axis].optional;
                meant->extents[axis].ragged = extents[axis].ragged;
            } else {
                return false;
            }
    }
    return true;
}

static bool plain_in_some_operand(const layout *core, const char *name)
{
    for (size_t i = 0; i < core->input_count + core->output_count; i++)
        for (size_t axis = 0; axis < core->operands[i].rank; axis++) {
            const extent *tested = &core->operands[i].extents[axis];
            if (extent_is_name(tested) && strcmp(tested->terms[0].name, name) == 0)
                return true;
        }
    return false;
}

/* Every name in a computed extent, and every size, is bound by some operand's shape. */
static bool check_bound(operand_check *check)
{
    const function *checked = check->checked;
    const layout *core = &checked->core;
    for (size_t i = 0; i < checked->operand_count; i++)
        for (size_t axis = 0; axis < core->operands[i].rank; axis++) {
            const extent *tested = &core->operands[i].extents[axis];
            for (size_t t = 0; t < tested->term_count; t++) {
                if (plain_in_some_operand(core, tested->terms[t].name))
                    continue;
                int from = checked->operand_parameter[i];
                diagnostics_add(check->messages, SEVERITY_ERROR,
                                from < 0 ? checked->place : checked->parameters[from].place,
                                from < 0 ? 1 : checked->parameters[from].length,
                                "dimension '%s' of '%s' cannot be known: no operand has it as a "
                                "dimension of its own",
                                tested->terms[t].name, extent_print(check->memory, tested));
                return false;
            }
        }
    for (size_t i = 0; i < checked->parameter_count; i++) {
        const parameter *size = &checked->parameters[i];
        if (size->kind == PARAMETER_SIZE && !plain_in_some_operand(core, size->name))
            return refuse_parameter(check, size,
                                    "the layout names it, but the C types of the arrays do not");
    }
    return true;
}

/* Whether the layout lacks as many operands as there are numbers handed by value, and so these;
 * says so. */
static bool explain_numbers(const operand_check *check)
{
    const function *checked = check->checked;
    size_t numbers = 0;
    for (size_t i = 0; i < checked->parameter_count; i++)
        numbers += checked->parameters[i].kind == PARAMETER_SCALAR;
    if (!numbers || checked->operand_count !=
                        check->written.input_count + check->written.output_count + numbers)
        return false;
    for (size_t i = 0; i < checked->parameter_count; i++)
        if (checked->parameters[i].kind == PARAMETER_SCALAR)
            diagnostics_add(check->messages, SEVERITY_NOTE, checked->parameters[i].place,
                            checked->parameters[i].length,
                            "'%s' has no place in the layout; a number has (), in the order of C",
                            checked->parameters[i].name);
    return true;
}

/* Whether the layout lacks the output that tells whether NULL was returned; says so. */
static bool explain_result(const operand_check *check)
{
    const function *checked = check->checked;
    if (!checked->returns_pointer ||
        checked->operand_count != check->written.input_count + check->written.output_count + 1)
        return false;
    diagnostics_add(check->messages, SEVERITY_NOTE, checked->place, (unsigned)strlen(checked->name),
                    "'%s' returns the address of an output, or NULL: whether it did is the last "
                    "output, () in the layout",
                    checked->name);
    return true;
}

/* Names the operands that stand for members of structures. */
static void explain_members(const operand_check *check)
{
    const function *checked = check->checked;
    for (size_t i = 0; i < checked->called_count; i++) {
        const parameter *whole = &checked->called[i];
        const char *list = "";
        for (size_t k = 0; k < checked->parameter_count; k++) {
            const parameter *shown = &checked->parameters[k];
            if (!shown->whole || strcmp(shown->whole, whole->name) != 0)
                continue;
            layout one = {.operands =
                              &(layout_operand){.extents = shown->extents, .rank = shown->rank},
                          .input_count = 1};
            const char *core = layout_print(check->memory, &one);
            list = arena_format(check->memory, "%s%s%s %s", list, *list ? ", " : "", shown->name,
                                core);
        }
        if (*list)
            diagnostics_add(check->messages, SEVERITY_NOTE, whole->place, whole->length,
                            "the members of '%s' are operands: %s", whole->name, list);
    }
}

/* Where the layout and the C types count different inputs: the parameters that `const`, or its
 * lack, puts on the other side of the arrow. */
static void explain_counts(const operand_check *check)
{
    const function *checked = check->checked;
    const size_t array_inputs = count_array_inputs(check);
    size_t arrays = 0;
    if (check->written.input_count == checked->core.input_count)
        return;
    for (size_t i = 0; i < checked->parameter_count; i++) {
        const parameter *next = &checked->parameters[i];
        bool is_array = next->kind == PARAMETER_POINTER || next->kind == PARAMETER_ARRAY;
        if (!is_array || is_number(next))
            continue;
        bool is_input = arrays++ < array_inputs;
        if (next->whole && i && checked->parameters[i - 1].whole == next->whole)
            continue; /* said of the first */
        if (is_input != next->is_const)
            diagnostics_add(check->messages, SEVERITY_NOTE, next->place, next->length,
                            next->is_const ? "'%s' has const, so it is an input"
                                           : "'%s' has no const, so it is an output; write "
                                             "const where it is only read",
                            next->whole ? next->whole : next->name);
    }
}

/* The last dimension of a structure's operand is the row of its numbers. */
static bool check_records(operand_check *check)
{
    const function *checked = check->checked;
    for (size_t i = 0; i < checked->operand_count; i++) {
        int from = checked->operand_parameter[i];
        const parameter *tested = from < 0 ? NULL : &checked->parameters[from];
        const layout_operand *core = &checked->core.operands[i];
        if (!tested || !tested->record)
            continue;
        const extent *numbers = &tested->extents[tested->rank - 1];
        const size_t count = (size_t)numbers->constant;
        if (core->rank && core->rank <= 2 && extent_equal(&core->extents[core->rank - 1], numbers))
            continue;
        return refuse_parameter(
            check, tested,
            arena_format(check->memory,
                         "a '%s' has %zu numbers: (%zu) in the layout, or (n,%zu) of several",
                         tested->record, count, count, count));
    }
    return true;
}

bool check_operands(arena *memory, diagnostics *messages, function *checked)
{
    operand_check check = {.memory = memory, .messages = messages, .checked = checked};
    if (!read_layout(&check))
        return false;
    if (!check_indices(messages, checked))
        return false;
    if (check.has_layout)
        indices_add(memory, checked, &check.written);
    if (!adapter_fix(memory, messages, checked, check.has_layout ? &check.written : NULL))
        return false;
    adapter_split_members(memory, checked);
    find_sizes(&check);
    if (check.has_layout)
        adapter_split_updates(memory, checked, &check.written);
    order_operands(&check);
    if (!check_counts(&check) || !read_c_layout(&check))
        return false;
    if (check.has_layout) {
        const char *from_types = layout_print(memory, &checked->core);
        if (!merge_layouts(&check)) {
            const annotation_text *text = &checked->texts[0];
            diagnostics_add(messages, SEVERITY_ERROR, annotation_location(text, 0),
                            text->exact ? (unsigned)strlen(text->text) : 0,
                            "the annotation says %s, but the C types of '%s' say %s",
                            layout_print(memory, &check.written), checked->name, from_types);
            explain_members(&check);
            if (!explain_result(&check) && !explain_numbers(&check))
                explain_counts(&check);
            return false;
        }
    }
    return indices_check_last(messages, checked) && check_records(&check) && check_bound(&check);
}

#include "method.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "commands/arguments.h"
#include "commands/number.h"
#include "commands/report.h"
#include "commands/text.h"

enum { KEY_AXIS = 1024, KEY_KEEPDIMS, KEY_INITIAL, KEY_COUNT, KEY_SKIP };

/* One method by its name: its inputs, and which of the options it takes. */
static const struct {
    const char *name;
    int input_count;
    const char *inputs;
    bool takes_axis, takes_several, takes_keepdims, takes_initial;
} methods[METHOD_COUNT] = {
    [METHOD_CALL] = {NULL, 0, NULL, true, false, false},
    [METHOD_REDUCE] = {"reduce", 1, "1 input", true, true, true, true},
    [METHOD_ACCUMULATE] = {"accumulate", 1, "1 input", true, false, false},
    [METHOD_REDUCEAT] = {"reduceat", 2, "2 inputs (the operand, the indices)", true, false, false},
    [METHOD_OUTER] = {"outer", 2, "2 inputs", false, false, false},
    [METHOD_AT] = {"at", 3, "3 inputs (the operand, the indices, the values)", false, false, false},
    [METHOD_REDUCE_SEGMENTS] = {"reduce_segments", 2, "its operands and the offsets", true, false,
                                false, true},
    [METHOD_REDUCE_KEYS] = {"reduce_keys", 2, "its operands and the keys", false, false, false,
                            true},
};

static const struct argp_option options[] = {
    {"axis", KEY_AXIS, "N[,N...]", 0,
     "reduce, accumulate, reduceat, reduce_segments: the axis, from the end where negative; 0 by "
     "default. reduce "
     "also takes several, or the word all. A call: the axis of the one core dimension; the last by "
     "default",
     2},
    {"keepdims", KEY_KEEPDIMS, NULL, 0, "reduce, and calls: keep the axes, with size 1", 2},
    {"initial", KEY_INITIAL, "X", 0, "reduce and its like: the number to begin with", 2},
    {"count", KEY_COUNT, "N", 0, "reduce_keys: how many groups there are, needed", 2},
    {"skip", KEY_SKIP, NULL, 0, "reduce_keys: leave out elements whose key is no group's", 2},
    {0},
};

static void parse_axes(const char *word, method_options *given, struct argp_state *state)
{
    char part[24];
    given->axis_count = 0;
    given->all = strcmp(word, "all") == 0;
    for (const char *at = word; !given->all && at;) {
        const char *comma = strchr(at, ',');
        size_t length = comma ? (size_t)(comma - at) : strlen(at);
        long axis;
        snprintf(part, sizeof part, "%.*s", (int)(length < 20 ? length : 20), at);
        bool is_negative = part[0] == '-';
        if (!text_whole_number(part + is_negative, 0, WEFT_MAX_RANK, &axis) ||
            given->axis_count == WEFT_MAX_RANK)
            argp_error(state, "--axis: '%s' is neither a list of axes nor all", word);
        given->axes[given->axis_count++] = is_negative ? -(int)axis : (int)axis;
        at = comma ? comma + 1 : NULL;
    }
}

static error_t parse(int key, char *word, struct argp_state *state)
{
    method_options *given = state->input;
    long count;
    switch (key) {
    case KEY_AXIS:
        parse_axes(arguments_plain(word), given, state);
        return 0;
    case KEY_KEEPDIMS:
        given->keepdims = true;
        return 0;
    case KEY_INITIAL:
        given->initial = arguments_plain(word);
        return 0;
    case KEY_COUNT:
        if (!text_whole_number(arguments_plain(word), 0, LONG_MAX, &count))
            argp_error(state, "--count: '%s' is no number of groups", word);
        given->count = count;
        return 0;
    case KEY_SKIP:
        given->skip = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp method_grammar = {.options = options, .parser = parse};

const char *method_split(arena *memory, const char *word, call_method *method)
{
    const char *dot = strrchr(word, '.');
    *method = METHOD_CALL;
    for (int k = METHOD_CALL + 1; dot && k < METHOD_COUNT; k++)
        if (strcmp(dot + 1, methods[k].name) == 0) {
            *method = (call_method)k;
            return arena_format(memory, "%.*s", (int)(dot - word), word);
        }
    return word;
}

const char *method_names(arena *memory)
{
    const char *text = "";
    for (int k = METHOD_CALL + 1; k < METHOD_COUNT; k++) {
        const char *between = k + 1 == METHOD_COUNT ? " and " : ", ";
        text = arena_format(memory, "%s%s%s", text, *text ? between : "", methods[k].name);
    }
    return text;
}

int method_input_count(call_method method, const weft_ufunc *ufunc)
{
    if (method == METHOD_CALL || (method == METHOD_REDUCE && ufunc->reducer))
        return ufunc->input_count;
    const bool is_grouped = method == METHOD_REDUCE_SEGMENTS || method == METHOD_REDUCE_KEYS;
    return is_grouped && ufunc->reducer ? ufunc->input_count + 1 : methods[method].input_count;
}

bool method_takes_declared(call_method method)
{
    return methods[method].takes_initial;
}

const char *method_inputs(call_method method)
{
    return methods[method].inputs;
}

bool method_check(call_method method, const char *name, const method_options *given)
{
    weft_array ignored;
    const char *wrong = NULL, *takers = NULL;
    if (given->axis_count >= 0 && !methods[method].takes_axis) {
        wrong = "--axis";
        takers = "NAME, NAME.reduce, NAME.accumulate, NAME.reduceat and NAME.reduce_segments";
    }
    if (given->keepdims && !methods[method].takes_keepdims && method != METHOD_CALL) {
        wrong = "--keepdims";
        takers = "NAME and NAME.reduce";
    }
    if (given->initial && !methods[method].takes_initial) {
        wrong = "--initial";
        takers = "NAME.reduce, NAME.reduce_segments and NAME.reduce_keys";
    }
    if ((given->count >= 0 || given->skip) && method != METHOD_REDUCE_KEYS) {
        wrong = given->skip ? "--skip" : "--count";
        takers = "NAME.reduce_keys";
    }
    if (wrong) {
        report_error("%s does not go with %s; it goes with %s", wrong, name, takers);
        return false;
    }
    if ((given->axis_count > 1 || given->all) && !methods[method].takes_several) {
        report_error("%s takes one axis", name);
        return false;
    }
    if (given->count < 0 && method == METHOD_REDUCE_KEYS) {
        report_error("%s needs --count=N, the number of groups", name);
        return false;
    }
    if (given->initial && !number_parse(given->initial, &ignored)) {
        report_error("--initial: '%s' is no number", given->initial);
        return false;
    }
    return true;
}

static weft_status reduce(const weft_ufunc *ufunc, weft_array *operands, const method_options *how,
                          const weft_options *options, weft_error *error)
{
    const weft_array *inputs[WEFT_MAX_OPERANDS];
    int count = method_input_count(METHOD_REDUCE, ufunc);
    weft_array initial;
    weft_options plain = *options;
    weft_reduction what = {.all = how->all, .keepdims = how->keepdims, .where = options->where};
    plain.where = NULL;
    if (how->axis_count > 0) {
        what.axes = how->axes;
        what.axis_count = how->axis_count;
    }
    if (how->initial && number_parse(how->initial, &initial))
        what.initial = &initial;
    for (int i = 0; i < count; i++)
        inputs[i] = &operands[i];
    return ufunc->reducer
               ? weft_reduce_inputs(ufunc, inputs, &operands[count], &what, &plain, error)
               : weft_reduce(ufunc, inputs[0], &operands[count], &what, &plain, error);
}

static weft_status reduce_groups(call_method method, const weft_ufunc *ufunc, weft_array *operands,
                                 const method_options *given, const weft_options *options,
                                 weft_error *error)
{
    const weft_array *inputs[WEFT_MAX_OPERANDS];
    const int count = method_input_count(method, ufunc); /* the last are offsets or keys */
    weft_array initial;
    weft_grouping how = {.skip = given->skip};
    if (given->axis_count > 0)
        how.axis = given->axes[0];
    if (given->initial && number_parse(given->initial, &initial))
        how.initial = &initial;
    for (int i = 0; i < count; i++)
        inputs[i] = &operands[i];
    if (method == METHOD_REDUCE_SEGMENTS)
        return weft_reduce_segments(ufunc, inputs, inputs[count - 1], &operands[count], &how,
                                    options, error);
    how.count = given->count;
    return weft_reduce_keys(ufunc, inputs, inputs[count - 1], &operands[count], &how, options,
                            error);
}

/* The result is a copy of the operand in which the items are updated. */
static weft_status at(const weft_ufunc *ufunc, weft_array *operands, const weft_options *options,
                      weft_error *error)
{
    weft_array *result = &operands[3];
    weft_status status = weft_array_new(result, (weft_dtype)operands[0].dtype, operands[0].rank,
                                        operands[0].shape, error);
    if (!status)
        status = weft_array_copy(result, &operands[0], NULL, error);
    return status ? status : weft_at(ufunc, result, &operands[1], &operands[2], options, error);
}

weft_status method_run(call_method method, const weft_ufunc *ufunc, weft_array *operands,
                       const method_options *how, const weft_options *options, weft_error *error)
{
    int axis = how->axis_count > 0 ? how->axes[0] : 0;
    switch (method) {
    case METHOD_ACCUMULATE:
        return weft_accumulate(ufunc, &operands[0], &operands[1], axis, options, error);
    case METHOD_REDUCEAT:
        return weft_reduceat(ufunc, &operands[0], &operands[1], &operands[2], axis, options, error);
    case METHOD_OUTER:
        return weft_outer(ufunc, &operands[0], &operands[1], &operands[2], options, error);
    case METHOD_AT:
        return at(ufunc, operands, options, error);
    case METHOD_REDUCE_SEGMENTS:
    case METHOD_REDUCE_KEYS:
        return reduce_groups(method, ufunc, operands, how, options, error);
    default:
        return reduce(ufunc, operands, how, options, error);
    }
}

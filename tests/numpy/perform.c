/* perform.c: see perform.h. */
#include "perform.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "literal.h"

enum { THREADS = 3 };

/* The operands of a case by what they are for. */
typedef struct call_arrays {
    weft_array *operands[CASE_OPERANDS]; /* inputs, then outputs */
    int input_count, output_count;
    weft_array *where, *initial, *indices;
} call_arrays;

static void say(char *report, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(report, size, format, arguments);
    va_end(arguments);
}

/* The operands in `own`, copies that the call may overwrite. */
static call_arrays sort_operands(const numpy_case *item, weft_array *own)
{
    call_arrays arrays = {.input_count = 0};
    for (int pass = 0; pass < 2; pass++) /* inputs before outputs */
        for (int k = 0; k < item->operand_count; k++) {
            case_role role = item->operands[k].role;
            own[k] = pass ? own[k] : item->operands[k].array;
            if (role == (pass ? CASE_OUTPUT : CASE_INPUT))
                arrays.operands[arrays.input_count + arrays.output_count] = &own[k];
            arrays.input_count += !pass && role == CASE_INPUT;
            arrays.output_count += pass && role == CASE_OUTPUT;
            if (role == CASE_WHERE)
                arrays.where = &own[k];
            if (role == CASE_INITIAL)
                arrays.initial = &own[k];
            if (role == CASE_INDICES)
                arrays.indices = &own[k];
        }
    return arrays;
}

static weft_status reduce(const numpy_case *item, const weft_ufunc *ufunc,
                          const call_arrays *arrays, weft_options *options, weft_error *error)
{
    weft_reduction how = {.axes = item->all_axes ? NULL : item->axes,
                          .axis_count = item->axis_count,
                          .all = item->all_axes,
                          .keepdims = options->keepdims,
                          .initial = arrays->initial,
                          .where = arrays->where};
    options->keepdims = false;
    return weft_reduce(ufunc, arrays->operands[0], arrays->operands[1], &how, options, error);
}

/* Performs the method; -1 if the case has other operands than it takes. */
static int perform(const numpy_case *item, const weft_ufunc *ufunc, const call_arrays *arrays,
                   weft_options *options, weft_error *error)
{
    weft_array *const *operands = arrays->operands;
    int inputs = arrays->input_count, outputs = arrays->output_count;
    const char *method = item->method;
    if (strcmp(method, "copy") == 0 && inputs == 1 && outputs == 1)
        return (int)weft_array_copy(operands[1], operands[0], options, error);
    if (!ufunc)
        return -1;
    if (strcmp(method, "call") == 0 && inputs == ufunc->input_count &&
        outputs == ufunc->output_count) {
        options->where = arrays->where;
        return (int)weft_call(ufunc, operands, options, error);
    }
    if (strcmp(method, "outer") == 0 && inputs == 2 && outputs == 1)
        return (int)weft_outer(ufunc, operands[0], operands[1], operands[2], options, error);
    if (strcmp(method, "at") == 0 && inputs == 1 && outputs == 1 && arrays->indices)
        return (int)weft_at(ufunc, operands[1], arrays->indices, operands[0], options, error);
    if (inputs != 1 || outputs != 1)
        return -1;
    if (strcmp(method, "reduce") == 0)
        return (int)reduce(item, ufunc, arrays, options, error);
    if (strcmp(method, "accumulate") == 0)
        return (int)weft_accumulate(ufunc, operands[0], operands[1], item->axes[0], options, error);
    if (strcmp(method, "reduceat") == 0 && arrays->indices)
        return (int)weft_reduceat(ufunc, operands[0], arrays->indices, operands[1], item->axes[0],
                                  options, error);
    return -1;
}

static bool has_elements(const weft_array *array)
{
    int64_t low, high;
    return case_reach(array, &low, &high);
}

/* Whether a result has the form that NumPy's has, and an allocated one its steps. */
static bool check_form(const case_result *wanted, const weft_array *found, bool is_allocated,
                       char *report, size_t size)
{
    if (found->dtype != wanted->dtype || found->rank != wanted->rank) {
        say(report, size, "expected %s of rank %d, got %s of rank %d",
            weft_dtype_name(wanted->dtype), wanted->rank, weft_dtype_name((weft_dtype)found->dtype),
            (int)found->rank);
        return false;
    }
    for (int axis = 0; axis < wanted->rank; axis++) {
        bool is_stepped =
            is_allocated && !wanted->any_steps && wanted->shape[axis] != 1 && has_elements(found);
        if (found->shape[axis] == wanted->shape[axis] &&
            (!is_stepped || found->steps[axis] == wanted->steps[axis]))
            continue;
        say(report, size, "axis %d: expected size %lld, step %lld, got size %lld, step %lld", axis,
            (long long)wanted->shape[axis], (long long)wanted->steps[axis],
            (long long)found->shape[axis], (long long)found->steps[axis]);
        return false;
    }
    return true;
}

/* Whether every element is NumPy's. */
static bool check_elements(const case_result *wanted, const weft_array *found, int ulps,
                           char *report, size_t size)
{
    int64_t index[WEFT_MAX_RANK] = {0}, position = 0;
    size_t bytes = weft_dtype_size(wanted->dtype);
    bool is_swapped = found->flags & WEFT_ARRAY_SWAPPED;
    for (bool more = has_elements(found); more; position++) {
        const char *expected = wanted->elements + (size_t)position * bytes;
        const char *element = case_element(found, index);
        if (!literal_is_same(expected, element, is_swapped, wanted->dtype, ulps)) {
            char before[64], after[64];
            literal_print(expected, false, wanted->dtype, before, sizeof before);
            literal_print(element, is_swapped, wanted->dtype, after, sizeof after);
            say(report, size, "element %lld: expected %s, got %s", (long long)position, before,
                after);
            return false;
        }
        more = case_advance(found->rank, found->shape, index);
    }
    return true;
}

/* Whether the memory is as it was, but for the elements of the given outputs where these were to be
 * written. `before` becomes what it must be. */
static bool check_memory(numpy_case *item, bool was_written, char *report, size_t size)
{
    for (int k = 0; k < item->operand_count && was_written; k++) {
        const weft_array *output = &item->operands[k].array;
        int64_t index[WEFT_MAX_RANK] = {0};
        if (item->operands[k].role != CASE_OUTPUT || output->dtype == WEFT_NONE)
            continue;
        int owner = 0;
        while ((const char *)output->data < item->operands[owner].memory ||
               (const char *)output->data >=
                   item->operands[owner].memory + item->operands[owner].memory_size)
            owner++;
        for (bool more = has_elements(output); more;) {
            const char *element = case_element(output, index);
            memcpy(item->operands[owner].before + (element - item->operands[owner].memory), element,
                   weft_dtype_size((weft_dtype)output->dtype));
            more = case_advance(output->rank, output->shape, index);
        }
    }
    for (int k = 0; k < item->operand_count; k++) {
        const case_operand *operand = &item->operands[k];
        for (size_t byte = 0; byte < operand->memory_size; byte++)
            if (operand->memory[byte] != operand->before[byte]) {
                say(report, size, "byte %lld from element 0 of operand %d is changed",
                    (long long)(operand->memory + byte - (char *)operand->array.data), k);
                return false;
            }
    }
    return true;
}

static bool check_results(numpy_case *item, weft_array *own, char *report, size_t size)
{
    bool is_right = true;
    int count = 0;
    for (int k = 0; k < item->operand_count; k++) {
        if (item->operands[k].role != CASE_OUTPUT)
            continue;
        bool is_allocated = item->operands[k].array.dtype == WEFT_NONE;
        const case_result *wanted = &item->results[count++];
        if (is_right && count <= item->result_count)
            is_right = check_form(wanted, &own[k], is_allocated, report, size) &&
                       check_elements(wanted, &own[k], item->ulps, report, size);
        if (is_allocated)
            weft_array_clear(&own[k]);
    }
    if (is_right && count != item->result_count)
        say(report, size, "there are %d outputs, but %d results", count, item->result_count);
    return is_right && count == item->result_count;
}

static case_outcome compare_castable(const numpy_case *item, char *report, size_t size)
{
    weft_dtype from = weft_dtype_find(item->name);
    for (unsigned to = WEFT_NONE + 1; to < WEFT_DTYPE_END; to++) {
        bool wanted = item->castable >> to & 1;
        if (to == WEFT_BFLOAT16 ||
            weft_can_cast(from, (weft_dtype)to, item->options.casting) == wanted)
            continue;
        say(report, size, "%s to %s: expected %s", item->name, weft_dtype_name((weft_dtype)to),
            wanted ? "allowed" : "refused");
        return CASE_WRONG;
    }
    return CASE_RIGHT;
}

case_outcome case_perform(numpy_case *item, const weft_library *library, weft_target target,
                          char *report, size_t size)
{
    weft_array own[CASE_OPERANDS];
    weft_options options = item->options;
    weft_error error = {.text = ""};
    unsigned flags = 0;
    if (strcmp(item->method, "can_cast") == 0)
        return compare_castable(item, report, size);
    if (item->asks_flags && target == WEFT_GPU)
        return CASE_LEFT_OUT; /* asking is an error there */
    options.target = target;
    options.threads = target == WEFT_PARALLEL ? THREADS : 0;
    options.floating_flags = item->asks_flags ? &flags : NULL;
    call_arrays arrays = sort_operands(item, own);
    int status = perform(item, weft_library_find(library, item->name), &arrays, &options, &error);
    if (status < 0) {
        say(report, size, "the case has no such ufunc, method or operands");
        return CASE_WRONG;
    }
    bool is_right = (status != WEFT_OK) == item->is_refused;
    if (!is_right)
        say(report, size, "expected %s, got %s%s", item->is_refused ? "an error" : "results",
            status ? "the error: " : "results", error.text);
    if (status == WEFT_OK) {
        bool are_right = check_results(item, own, is_right ? report : error.text,
                                       is_right ? size : sizeof error.text);
        is_right = is_right && are_right;
    }
    if (is_right && flags != item->flags) {
        say(report, size, "expected the flags %u, got %u", item->flags, flags);
        is_right = false;
    }
    is_right = is_right && check_memory(item, status == WEFT_OK, report, size);
    return is_right ? CASE_RIGHT : CASE_WRONG;
}

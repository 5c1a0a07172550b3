/* reader.c: from a line to a case. README.md has the notation. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"

static int find_word(const char *const *words, int count, const char *text)
{
    for (int k = 0; k < count; k++)
        if (words[k] && strcmp(words[k], text) == 0)
            return k;
    return -1;
}

static bool read_signature(numpy_case *item, const char *text)
{
    for (int k = 0; k < WEFT_MAX_OPERANDS; k++) {
        if (*text == '*')
            text++;
        else if ((item->signature[k] = reader_dtype(&text)) == WEFT_NONE)
            return false;
        if (*text == 0) {
            item->options.signature = item->signature;
            return true;
        }
        if (*text++ != ',')
            return false;
    }
    return false;
}

/* axes=…, axis=…: lists of axes, or all of them. */
static bool read_axes(numpy_case *item, const char *text)
{
    int64_t axes[CASE_AXES];
    item->all_axes = strcmp(text, "all") == 0;
    item->axis_count = item->all_axes ? 0 : reader_list(&text, 0, axes, CASE_AXES);
    for (int k = 0; k < item->axis_count; k++) {
        if (axes[k] < INT_MIN || axes[k] > INT_MAX)
            return false;
        item->axes[k] = (int)axes[k];
    }
    return item->axis_count >= 0;
}

static bool read_option(line_reader *reader, char *token)
{
    static const char *const castings[] = {NULL, "no", "equiv", "safe", "same_kind", "unsafe"};
    static const char *const orders[] = {"K", "C", "F", "A"};
    numpy_case *item = reader->item;
    char *value = strchr(token, '=');
    int found = 0;
    if (strcmp(token, "keepdims") == 0)
        return item->options.keepdims = true;
    if (!value)
        return reader_fail(reader, "unknown word '%s'", token);
    *value++ = 0;
    if (strcmp(token, "casting") == 0)
        item->options.casting = (weft_casting)(found = find_word(castings, 6, value));
    else if (strcmp(token, "order") == 0)
        item->options.order = (weft_order)(found = find_word(orders, 4, value));
    else if (strcmp(token, "dtype") == 0)
        found = (item->options.dtype = weft_dtype_find(value)) == WEFT_NONE ? -1 : 0;
    else if (strcmp(token, "signature") == 0)
        found = read_signature(item, value) ? 0 : -1;
    else if (strcmp(token, "axes") == 0 || strcmp(token, "axis") == 0) {
        found = read_axes(item, value) ? 0 : -1;
        if (strcmp(item->method, "call") == 0 && token[2] == 'i')
            item->options.axis = item->axes;
        else if (strcmp(item->method, "call") == 0) {
            item->options.axes = item->axes;
            item->options.axes_count = item->axis_count;
        }
    } else {
        return reader_fail(reader, "unknown option '%s'", token);
    }
    return found >= 0 || reader_fail(reader, "%s has no value '%s'", token, value);
}

/* flags=divide,invalid: what must be raised. */
static bool read_flags(numpy_case *item, const char *text)
{
    static const char *const names[] = {"divide", "overflow", "underflow", "invalid"};
    item->asks_flags = true;
    while (*text) {
        size_t length = strcspn(text, ",");
        int k = 0;
        while (k < 4 && (strlen(names[k]) != length || strncmp(names[k], text, length) != 0))
            k++;
        if (k == 4)
            return false;
        item->flags |= 1u << k;
        text += length + (text[length] == ',');
    }
    return true;
}

static bool read_castable(numpy_case *item, const char *text)
{
    for (;;) {
        weft_dtype dtype = reader_dtype(&text);
        if (dtype == WEFT_NONE)
            return false;
        item->castable |= 1u << dtype;
        if (*text++ != ',')
            return text[-1] == 0;
    }
}

static bool read_result(line_reader *reader, const char *text)
{
    numpy_case *item = reader->item;
    weft_array form;
    if (item->result_count == CASE_RESULTS)
        return reader_fail(reader, "more than %d results", CASE_RESULTS);
    case_result *result = &item->results[item->result_count++];
    if (!reader_form(reader, &text, &form, &result->any_steps))
        return false;
    if (*text != '=')
        return reader_fail(reader, "no elements at '%.20s'", text);
    result->dtype = (weft_dtype)form.dtype;
    result->rank = form.rank;
    memcpy(result->shape, form.shape, sizeof form.shape);
    memcpy(result->steps, form.steps, sizeof form.steps);
    size_t bytes = weft_dtype_size(result->dtype);
    for (int axis = 0; axis < form.rank; axis++)
        if (__builtin_mul_overflow(bytes, (size_t)form.shape[axis], &bytes) ||
            bytes > READER_MOST_BYTES)
            return reader_fail(reader, "the result has too many elements");
    result->elements = malloc(bytes ? bytes : 1);
    if (!result->elements)
        return reader_fail(reader, "out of memory");
    weft_array flat = weft_array_view(result->elements, result->dtype, form.rank, form.shape, NULL);
    return reader_elements(reader, &flat, text + 1);
}

/* What stands behind the arrow. */
static bool read_answer(line_reader *reader, const char *token)
{
    numpy_case *item = reader->item;
    if (strcmp(token, "error") == 0)
        return item->is_refused = true;
    if (strncmp(token, "ulp=", 4) == 0)
        return (item->ulps = atoi(token + 4)) > 0 || reader_fail(reader, "no count in '%s'", token);
    if (strncmp(token, "flags=", 6) == 0)
        return read_flags(item, token + 6) || reader_fail(reader, "no flags in '%s'", token);
    if (strcmp(item->method, "can_cast") == 0)
        return read_castable(item, token) || reader_fail(reader, "no dtypes in '%s'", token);
    return read_result(reader, token);
}

bool case_read(char *line, numpy_case *item, char *reason, size_t reason_size)
{
    line_reader reader = {item, reason, reason_size};
    char *rest;
    bool is_answer = false, has_answer = false;
    *item = (numpy_case){0};
    item->method = strtok_r(line, " ", &rest);
    item->name = strtok_r(NULL, " ", &rest);
    if (!item->method || !item->name)
        return reader_fail(&reader, "no method and name");
    for (char *token; (token = strtok_r(NULL, " ", &rest)) != NULL;) {
        bool is_operand = *token && strchr("iomwnx", *token) && token[1] == ':';
        if (!is_answer && strcmp(token, "->") == 0)
            is_answer = true;
        else if (!(is_answer    ? read_answer(&reader, token)
                   : is_operand ? reader_operand(&reader, token)
                                : read_option(&reader, token)))
            return false;
        else
            has_answer = is_answer;
    }
    if (!has_answer)
        return reader_fail(&reader, "no answer");
    for (int k = 0; k < item->operand_count; k++)
        if (item->operands[k].memory)
            memcpy(item->operands[k].before, item->operands[k].memory,
                   item->operands[k].memory_size);
    return true;
}

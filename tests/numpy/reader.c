/* reader.c: from a line to a case. README.md has the notation. */
#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "literal.h"

enum { GUARD = 64, FILLER = 0xA5, MOST_BYTES = 1 << 24 };

/* A line as it is read: the first fault is kept. */
typedef struct line_reader {
    numpy_case *item;
    char *reason;
    size_t reason_size;
} line_reader;

static bool malformed(line_reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->reason, reader->reason_size, format, arguments);
    va_end(arguments);
    return false;
}

/* Reads `1,2,3` up to the closing character; the number of them, -1 where it is none. */
static int read_list(const char **text, char closing, int64_t *numbers, int most)
{
    const char *at = *text;
    int count = 0;
    while (*at != closing) {
        char *end;
        if (count == most)
            return -1;
        numbers[count++] = strtoll(at, &end, 10);
        if (end == at || (*end != ',' && *end != closing))
            return -1;
        at = *end == ',' ? end + 1 : end;
    }
    *text = closing ? at + 1 : at;
    return count;
}

static weft_dtype read_dtype(const char **text)
{
    char name[16];
    size_t length = 0;
    while (isalnum((unsigned char)(*text)[length]) && length < sizeof name - 1) {
        name[length] = (*text)[length];
        length++;
    }
    name[length] = 0;
    *text += length;
    return weft_dtype_find(name);
}

bool case_reach(const weft_array *array, int64_t *low, int64_t *high)
{
    *low = *high = 0;
    for (int axis = 0; axis < array->rank; axis++) {
        if (array->shape[axis] == 0)
            return false;
        int64_t reach = (array->shape[axis] - 1) * array->steps[axis];
        *(reach < 0 ? low : high) += reach;
    }
    *high += (int64_t)weft_dtype_size((weft_dtype)array->dtype);
    return true;
}

char *case_element(const weft_array *array, const int64_t *index)
{
    char *at = array->data;
    for (int axis = 0; axis < array->rank; axis++)
        at += index[axis] * array->steps[axis];
    return at;
}

bool case_advance(int rank, const int64_t *shape, int64_t *index)
{
    for (int axis = rank - 1; axis >= 0; axis--) {
        if (++index[axis] < shape[axis])
            return true;
        index[axis] = 0;
    }
    return false;
}

/* dtype[shape], then {steps} where they stand. */
static bool read_form(line_reader *reader, const char **text, weft_array *array, bool *any_steps)
{
    int64_t shape[WEFT_MAX_RANK], steps[WEFT_MAX_RANK];
    weft_dtype dtype = read_dtype(text);
    if (dtype == WEFT_NONE || *(*text)++ != '[')
        return malformed(reader, "no dtype and shape before '%.20s'", *text);
    int rank = read_list(text, ']', shape, WEFT_MAX_RANK);
    if (rank < 0)
        return malformed(reader, "no shape at '%.20s'", *text);
    for (int axis = 0; axis < rank; axis++)
        if (shape[axis] < 0 || shape[axis] > MOST_BYTES)
            return malformed(reader, "axis %d has the size %lld", axis, (long long)shape[axis]);
    *array = weft_array_view(NULL, dtype, rank, shape, NULL);
    *any_steps = strncmp(*text, "{*}", 3) == 0;
    if (*any_steps)
        *text += 3;
    else if (**text == '{') {
        ++*text;
        if (read_list(text, '}', steps, WEFT_MAX_RANK) != rank)
            return malformed(reader, "not %d steps at '%.20s'", rank, *text);
        for (int axis = 0; axis < rank; axis++)
            if (steps[axis] < -MOST_BYTES || steps[axis] > MOST_BYTES)
                return malformed(reader, "axis %d has the step %lld", axis, (long long)steps[axis]);
        *array = weft_array_view(NULL, dtype, rank, shape, steps);
    }
    return true;
}

/* Memory of an operand's own, with guards around it; `shift` bytes off alignment. */
static bool make_memory(line_reader *reader, case_operand *operand, int64_t shift)
{
    int64_t low, high;
    if (!case_reach(&operand->array, &low, &high))
        low = high = 0;
    if (shift < 0 || shift > GUARD || high - low > MOST_BYTES)
        return malformed(reader, "%lld bytes at +%lld", (long long)(high - low), (long long)shift);
    size_t size = (size_t)(high - low + shift) + 2 * GUARD;
    operand->memory_size = (size + GUARD - 1) / GUARD * GUARD;
    operand->memory = aligned_alloc(GUARD, operand->memory_size);
    operand->before = malloc(operand->memory_size);
    if (!operand->memory || !operand->before)
        return malformed(reader, "out of memory");
    memset(operand->memory, FILLER, operand->memory_size);
    operand->array.data = operand->memory + GUARD + shift - low;
    return true;
}

static bool write_elements(line_reader *reader, const weft_array *array, const char *text)
{
    int64_t index[WEFT_MAX_RANK] = {0}, low, high;
    literal_list list = {.text = text};
    bool more = case_reach(array, &low, &high);
    for (; more; more = case_advance(array->rank, array->shape, index))
        if (!literal_read(&list, (weft_dtype)array->dtype, array->flags & WEFT_ARRAY_SWAPPED,
                          case_element(array, index)))
            return malformed(reader, "no %s at '%.20s'",
                             weft_dtype_name((weft_dtype)array->dtype), list.text);
    return literal_is_at_end(&list) || malformed(reader, "more elements than the shape has");
}

/* @K+OFFSET: in the memory of the token K, from its element 0. */
static bool share_memory(line_reader *reader, case_operand *operand, const char *text)
{
    char *end;
    long which = strtol(text, &end, 10);
    int64_t offset = strtoll(end, &end, 10), low, high;
    const case_operand *other = &reader->item->operands[0];
    if (*end || offset < -MOST_BYTES || offset > MOST_BYTES || which < 0 || which >= reader->item->operand_count - 1 || !other[which].memory)
        return malformed(reader, "no place at '@%s'", text);
    operand->array.data = (char *)other[which].array.data + offset;
    bool any = case_reach(&operand->array, &low, &high);
    int64_t start = (char *)operand->array.data - other[which].memory;
    if (any && (start + low < GUARD || start + high + GUARD > (int64_t)other[which].memory_size))
        return malformed(reader, "'@%s' is outside of that memory", text);
    return true;
}

/* int=5, float=0.5, complex=1,2: a scalar without a dtype; false where the text is another. */
static bool read_weak(case_operand *operand, const char *text)
{
    char *end;
    if (strncmp(text, "int=", 4) == 0)
        operand->array = weft_scalar_i64(strtoll(text + 4, &end, 10));
    else if (strncmp(text, "float=", 6) == 0)
        operand->array = weft_scalar_f64(strtod(text + 6, &end));
    else if (strncmp(text, "complex=", 8) == 0) {
        literal_list list = {.text = text + 8};
        double parts[2];
        if (!literal_read(&list, WEFT_COMPLEX128, false, (char *)parts))
            return false;
        operand->array = weft_scalar_c128(parts[0], parts[1]);
        return literal_is_at_end(&list);
    } else {
        return false;
    }
    return *end == 0;
}

static bool read_operand(line_reader *reader, const char *text)
{
    numpy_case *item = reader->item;
    bool any_steps;
    if (item->operand_count == CASE_OPERANDS)
        return malformed(reader, "more than %d operands", CASE_OPERANDS);
    case_operand *operand = &item->operands[item->operand_count++];
    operand->role = (case_role)*text;
    text += 2;
    if (strcmp(text, "?") == 0 || read_weak(operand, text))
        return true;
    if (!read_form(reader, &text, &operand->array, &any_steps))
        return false;
    if (*text == '~') {
        operand->array.flags |= WEFT_ARRAY_SWAPPED;
        text++;
    }
    if (*text == '@')
        return share_memory(reader, operand, text + 1);
    char *end = (char *)(uintptr_t)text; /* strtoll's own type; nothing is written */
    int64_t shift = *text == '+' ? strtoll(text, &end, 10) : 0;
    if (any_steps || *end != '=')
        return malformed(reader, "no elements at '%.20s'", end);
    return make_memory(reader, operand, shift) && write_elements(reader, &operand->array, end + 1);
}

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
        else if ((item->signature[k] = read_dtype(&text)) == WEFT_NONE)
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
    item->axis_count = item->all_axes ? 0 : read_list(&text, 0, axes, CASE_AXES);
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
        return malformed(reader, "unknown word '%s'", token);
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
        return malformed(reader, "unknown option '%s'", token);
    }
    return found >= 0 || malformed(reader, "%s has no value '%s'", token, value);
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
        weft_dtype dtype = read_dtype(&text);
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
        return malformed(reader, "more than %d results", CASE_RESULTS);
    case_result *result = &item->results[item->result_count++];
    if (!read_form(reader, &text, &form, &result->any_steps))
        return false;
    if (*text != '=')
        return malformed(reader, "no elements at '%.20s'", text);
    result->dtype = (weft_dtype)form.dtype;
    result->rank = form.rank;
    memcpy(result->shape, form.shape, sizeof form.shape);
    memcpy(result->steps, form.steps, sizeof form.steps);
    size_t bytes = weft_dtype_size(result->dtype);
    for (int axis = 0; axis < form.rank; axis++)
        if (__builtin_mul_overflow(bytes, (size_t)form.shape[axis], &bytes) || bytes > MOST_BYTES)
            return malformed(reader, "the result has too many elements");
    result->elements = malloc(bytes ? bytes : 1);
    if (!result->elements)
        return malformed(reader, "out of memory");
    weft_array flat = weft_array_view(result->elements, result->dtype, form.rank, form.shape, NULL);
    return write_elements(reader, &flat, text + 1);
}

/* What stands behind the arrow. */
static bool read_answer(line_reader *reader, const char *token)
{
    numpy_case *item = reader->item;
    if (strcmp(token, "error") == 0)
        return item->is_refused = true;
    if (strncmp(token, "ulp=", 4) == 0)
        return (item->ulps = atoi(token + 4)) > 0 || malformed(reader, "no count in '%s'", token);
    if (strncmp(token, "flags=", 6) == 0)
        return read_flags(item, token + 6) || malformed(reader, "no flags in '%s'", token);
    if (strcmp(item->method, "can_cast") == 0)
        return read_castable(item, token) || malformed(reader, "no dtypes in '%s'", token);
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
        return malformed(&reader, "no method and name");
    for (char *token; (token = strtok_r(NULL, " ", &rest)) != NULL;) {
        bool is_operand = *token && strchr("iomwnx", *token) && token[1] == ':';
        if (!is_answer && strcmp(token, "->") == 0)
            is_answer = true;
        else if (!(is_answer    ? read_answer(&reader, token)
                   : is_operand ? read_operand(&reader, token)
                                : read_option(&reader, token)))
            return false;
        else
            has_answer = is_answer;
    }
    if (!has_answer)
        return malformed(&reader, "no answer");
    for (int k = 0; k < item->operand_count; k++)
        if (item->operands[k].memory)
            memcpy(item->operands[k].before, item->operands[k].memory,
                   item->operands[k].memory_size);
    return true;
}

void case_clear(numpy_case *item)
{
    for (int k = 0; k < item->operand_count; k++) {
        free(item->operands[k].memory);
        free(item->operands[k].before);
    }
    for (int k = 0; k < item->result_count; k++)
        free(item->results[k].elements);
    *item = (numpy_case){0};
}

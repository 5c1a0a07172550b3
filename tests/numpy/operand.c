/* operand.c: the operands of a line and their memory. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "literal.h"
#include "reader.h"

enum { FILLER = 0xA5 };

bool reader_fail(line_reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->reason, reader->reason_size, format, arguments);
    va_end(arguments);
    return false;
}

int reader_list(const char **text, char closing, int64_t *numbers, int most)
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

weft_dtype reader_dtype(const char **text)
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

bool reader_form(line_reader *reader, const char **text, weft_array *array, bool *any_steps)
{
    int64_t shape[WEFT_MAX_RANK], steps[WEFT_MAX_RANK];
    weft_dtype dtype = reader_dtype(text);
    if (dtype == WEFT_NONE || *(*text)++ != '[')
        return reader_fail(reader, "no dtype and shape before '%.20s'", *text);
    int rank = reader_list(text, ']', shape, WEFT_MAX_RANK);
    if (rank < 0)
        return reader_fail(reader, "no shape at '%.20s'", *text);
    for (int axis = 0; axis < rank; axis++)
        if (shape[axis] < 0 || shape[axis] > READER_MOST_BYTES)
            return reader_fail(reader, "axis %d has the size %lld", axis, (long long)shape[axis]);
    *array = weft_array_view(NULL, dtype, rank, shape, NULL);
    *any_steps = strncmp(*text, "{*}", 3) == 0;
    if (*any_steps)
        *text += 3;
    else if (**text == '{') {
        ++*text;
        if (reader_list(text, '}', steps, WEFT_MAX_RANK) != rank)
            return reader_fail(reader, "not %d steps at '%.20s'", rank, *text);
        for (int axis = 0; axis < rank; axis++)
            if (steps[axis] < -READER_MOST_BYTES || steps[axis] > READER_MOST_BYTES)
                return reader_fail(reader, "axis %d has the step %lld", axis,
                                   (long long)steps[axis]);
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
    if (shift < 0 || shift > READER_GUARD || high - low > READER_MOST_BYTES)
        return reader_fail(reader, "%lld bytes at +%lld", (long long)(high - low),
                           (long long)shift);
    size_t size = (size_t)(high - low + shift) + 2 * READER_GUARD;
    operand->memory_size = (size + READER_GUARD - 1) / READER_GUARD * READER_GUARD;
    operand->memory = aligned_alloc(READER_GUARD, operand->memory_size);
    operand->before = malloc(operand->memory_size);
    if (!operand->memory || !operand->before)
        return reader_fail(reader, "out of memory");
    memset(operand->memory, FILLER, operand->memory_size);
    operand->array.data = operand->memory + READER_GUARD + shift - low;
    return true;
}

bool reader_elements(line_reader *reader, const weft_array *array, const char *text)
{
    int64_t index[WEFT_MAX_RANK] = {0}, low, high;
    literal_list list = {.text = text};
    bool more = case_reach(array, &low, &high);
    for (; more; more = case_advance(array->rank, array->shape, index))
        if (!literal_read(&list, (weft_dtype)array->dtype, array->flags & WEFT_ARRAY_SWAPPED,
                          case_element(array, index)))
            return reader_fail(reader, "no %s at '%.20s'",
                               weft_dtype_name((weft_dtype)array->dtype), list.text);
    return literal_is_at_end(&list) || reader_fail(reader, "more elements than the shape has");
}

/* @K+OFFSET: in the memory of the token K, from its element 0. */
static bool share_memory(line_reader *reader, case_operand *operand, const char *text)
{
    char *end;
    long which = strtol(text, &end, 10);
    int64_t offset = strtoll(end, &end, 10), low, high;
    const case_operand *other = &reader->item->operands[0];
    if (*end || offset < -READER_MOST_BYTES || offset > READER_MOST_BYTES || which < 0 ||
        which >= reader->item->operand_count - 1 || !other[which].memory)
        return reader_fail(reader, "no place at '@%s'", text);
    operand->array.data = (char *)other[which].array.data + offset;
    bool any = case_reach(&operand->array, &low, &high);
    int64_t start = (char *)operand->array.data - other[which].memory;
    if (any && (start + low < READER_GUARD ||
                start + high + READER_GUARD > (int64_t)other[which].memory_size))
        return reader_fail(reader, "'@%s' is outside of that memory", text);
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

bool reader_operand(line_reader *reader, const char *text)
{
    numpy_case *item = reader->item;
    bool any_steps;
    if (item->operand_count == CASE_OPERANDS)
        return reader_fail(reader, "more than %d operands", CASE_OPERANDS);
    case_operand *operand = &item->operands[item->operand_count++];
    operand->role = (case_role)*text;
    text += 2;
    if (strcmp(text, "?") == 0 || read_weak(operand, text))
        return true;
    if (!reader_form(reader, &text, &operand->array, &any_steps))
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
        return reader_fail(reader, "no elements at '%.20s'", end);
    return make_memory(reader, operand, shift) && reader_elements(reader, &operand->array, end + 1);
}

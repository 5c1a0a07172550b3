/* error.c: texts of failures. */
#include "error.h"

#include <stdio.h>
#include <string.h>

/* Appends formatted text at `length`; returns the new length, at most size - 1. */
static size_t append(char *text, size_t size, size_t length, const char *format, va_list arguments)
{
    int written = vsnprintf(text + length, size - length, format, arguments);
    if (written < 0)
        return length;
    size_t wanted = length + (size_t)written;
    return wanted < size ? wanted : size - 1;
}

/* Cuts a text that filled its buffer so that it ends in "...", never within a UTF-8 sequence. */
static void shorten(char *text, size_t size)
{
    size_t end = size - 4;
    while (end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80)
        end--;
    memcpy(text + end, "...", 4);
}

static weft_status store(weft_error *error, weft_status status, int operand, int axis,
                         const char *format, va_list arguments)
{
    if (error) {
        error->status = status;
        error->operand = operand;
        error->axis = axis;
        error->text[0] = '\0';
        if (append(error->text, sizeof error->text, 0, format, arguments) == sizeof error->text - 1)
            shorten(error->text, sizeof error->text);
    }
    return status;
}

weft_status error_set(weft_error *error, weft_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    store(error, status, -1, -1, format, arguments);
    va_end(arguments);
    return status;
}

weft_status error_set_at(weft_error *error, weft_status status, int operand, int axis,
                         const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    store(error, status, operand, axis, format, arguments);
    va_end(arguments);
    return status;
}

void error_append(error_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text->length = append(text->text, sizeof text->text, text->length, format, arguments);
    va_end(arguments);
}

void error_append_shape(error_text *text, int rank, const int64_t *shape)
{
    error_append(text, "(");
    for (int axis = 0; axis < rank; axis++)
        error_append(text, axis ? ", %lld" : "%lld", (long long)shape[axis]);
    error_append(text, rank == 1 ? ",)" : ")");
}

#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "printable.h"

static void write_character(FILE *out, const char *text, size_t length)
{
    unsigned char first = (unsigned char)text[0];
    unsigned char second = length > 1 ? (unsigned char)text[1] : 0;
    if (first == '"' || first == '\\')
        fprintf(out, "\\%c", first);
    else if (first == '\n')
        fputs("\\n", out);
    else if (first == '\t')
        fputs("\\t", out);
    else if (first < ' ' || first == 0x7f)
        fprintf(out, "\\u%04x", first);
    else if (first == 0xc2 && second < 0xa0) /* C1: some terminals obey them */
        fprintf(out, "\\u%04x", second);
    else
        fwrite(text, 1, length, out);
}

static void write_text(FILE *out, const char *text, size_t length)
{
    fputc('"', out);
    for (size_t i = 0; i < length;) {
        size_t whole = printable_character(text + i, length - i);
        if (whole)
            write_character(out, text + i, whole);
        else
            fputs("\xef\xbf\xbd", out); /* U+FFFD */
        i += whole ? whole : 1;
    }
    fputc('"', out);
}

static void begin_line(const json_writer *to)
{
    fprintf(to->out, "\n%*s", (int)to->depth * 2, "");
}

/* What stands before any value. */
static void begin_value(json_writer *to, const char *name)
{
    if (to->has_elements)
        fputc(',', to->out);
    if (to->depth)
        begin_line(to);
    to->has_elements = true;
    if (!name)
        return;
    write_text(to->out, name, strlen(name));
    fputs(": ", to->out);
}

static void open_bracket(json_writer *to, const char *name, char bracket)
{
    begin_value(to, name);
    fputc(bracket, to->out);
    to->depth++;
    to->has_elements = false;
}

static void close_bracket(json_writer *to, char bracket)
{
    to->depth--;
    if (to->has_elements)
        begin_line(to);
    fputc(bracket, to->out);
    to->has_elements = true;
    if (!to->depth)
        fputc('\n', to->out);
}

void json_open_object(json_writer *to, const char *name)
{
    open_bracket(to, name, '{');
}

void json_close_object(json_writer *to)
{
    close_bracket(to, '}');
}

void json_open_array(json_writer *to, const char *name)
{
    open_bracket(to, name, '[');
}

void json_close_array(json_writer *to)
{
    close_bracket(to, ']');
}

void json_text(json_writer *to, const char *name, const char *text)
{
    if (text)
        json_text_part(to, name, text, strlen(text));
    else
        json_null(to, name);
}

void json_text_part(json_writer *to, const char *name, const char *text, size_t length)
{
    begin_value(to, name);
    write_text(to->out, text, length);
}

void json_boolean(json_writer *to, const char *name, bool value)
{
    begin_value(to, name);
    fputs(value ? "true" : "false", to->out);
}

void json_null(json_writer *to, const char *name)
{
    begin_value(to, name);
    fputs("null", to->out);
}

void json_integer(json_writer *to, const char *name, int64_t value)
{
    begin_value(to, name);
    fprintf(to->out, "%" PRId64, value);
}

/* Whether the number needs no digits; then it has been written. */
static bool write_special(json_writer *to, const char *name, double value)
{
    if (isnan(value))
        json_text(to, name, "nan");
    else if (isinf(value))
        json_text(to, name, value < 0 ? "-inf" : "inf");
    else if (value == 0 && signbit(value)) {
        begin_value(to, name);
        fputs("-0.0", to->out); /* readers take -0 for the integer */
    } else
        return false;
    return true;
}

void json_number(json_writer *to, const char *name, double value)
{
    char digits[32];
    if (write_special(to, name, value))
        return;
    int count = 15; /* 17 always do */
    do
        snprintf(digits, sizeof digits, "%.*g", count, value);
    while (count++ < 17 && strtod(digits, NULL) != value);
    begin_value(to, name);
    fputs(digits, to->out);
}

void json_single(json_writer *to, const char *name, float value)
{
    char digits[32];
    if (write_special(to, name, (double)value))
        return;
    int count = 6; /* 9 always do */
    do
        snprintf(digits, sizeof digits, "%.*g", count, (double)value);
    while (count++ < 9 && strtof(digits, NULL) != value);
    begin_value(to, name);
    fputs(digits, to->out);
}

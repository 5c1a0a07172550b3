/* npy_header.c: {'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), } and back. The text
 * comes from anywhere: every size is checked, and nothing outside the three keys is accepted. */
#include "npy_header.h"

#include <stdio.h>
#include <string.h>

#include "array.h"
#include "base/checked.h"
#include "base/dtype.h"
#include "base/error.h"

/* What is left of the text, and whom to tell. */
typedef struct reader {
    const char *next, *end;
    const char *path;
    weft_error *error;
} reader;

/* What the dict said; a bit of `seen` per key. */
typedef struct header {
    unsigned seen;
    bool fortran_order;
    weft_array array;
} header;

static weft_status malformed(reader *text, const char *what)
{
    return error_set(text->error, WEFT_ERROR_FILE, "%s: malformed .npy header: %s", text->path,
                     what);
}

static void skip_blanks(reader *text)
{
    while (text->next < text->end && (*text->next == ' ' || *text->next == '\t' ||
                                      *text->next == '\n' || *text->next == '\r'))
        text->next++;
}

/* Skips blanks, then takes the character if it is next. */
static bool take(reader *text, char wanted)
{
    skip_blanks(text);
    if (text->next == text->end || *text->next != wanted)
        return false;
    text->next++;
    return true;
}

/* Takes a word such as True, if it is next. */
static bool take_word(reader *text, const char *word)
{
    size_t length = strlen(word);
    skip_blanks(text);
    if ((size_t)(text->end - text->next) < length || memcmp(text->next, word, length) != 0)
        return false;
    text->next += length;
    return true;
}

/* A string literal without escapes, in either quotes, into a terminated buffer. */
static bool take_string(reader *text, char *string, size_t size)
{
    size_t length = 0;
    skip_blanks(text);
    if (text->next == text->end || (*text->next != '\'' && *text->next != '"'))
        return false;
    char quote = *text->next++;
    while (text->next < text->end && *text->next != quote) {
        if (*text->next == '\\' || (unsigned char)*text->next < ' ' || length + 1 == size)
            return false;
        string[length++] = *text->next++;
    }
    string[length] = '\0';
    if (text->next == text->end)
        return false;
    text->next++;
    return true;
}

/* A size: decimal digits, with the L that Python 2 wrote. False too if it does not fit int64. */
static bool take_size(reader *text, int64_t *size)
{
    skip_blanks(text);
    const char *first = text->next;
    *size = 0;
    for (; text->next < text->end && *text->next >= '0' && *text->next <= '9'; text->next++)
        if (!checked_multiply(*size, 10, size) || !checked_add(*size, *text->next - '0', size))
            return false;
    if (text->next == first)
        return false;
    if (text->next < text->end && *text->next == 'L')
        text->next++;
    return true;
}

/* '<f8' and the like. */
static weft_status parse_descr(reader *text, header *found)
{
    char code[32];
    if (!take_string(text, code, sizeof code))
        return malformed(text, "'descr' is no plain string (structured dtypes are not supported)");
    const uint16_t probe = 1;
    bool little_host = *(const unsigned char *)&probe == 1;
    char order = code[0];
    const char *name = strchr("<>|=", order) && order ? code + 1 : code;
    for (unsigned dtype = WEFT_NONE + 1; dtype < WEFT_DTYPE_END; dtype++) {
        const dtype_facts *facts = &dtype_table[dtype];
        if (!facts->npy[0] || strcmp(name, facts->npy) != 0)
            continue;
        found->array.dtype = (uint8_t)dtype;
        if (facts->part > 1 && order == (little_host ? '>' : '<'))
            found->array.flags |= WEFT_ARRAY_SWAPPED;
        return WEFT_OK;
    }
    if (strcmp(name, "V2") == 0)
        return error_set(text->error, WEFT_ERROR_FILE,
                         "%s: dtype '%s' is untyped data (bfloat16 has no .npy type); store it as "
                         "float32",
                         text->path, code);
    char names[256] = "";
    for (unsigned dtype = WEFT_NONE + 1; dtype < WEFT_DTYPE_END; dtype++) {
        const size_t length = strlen(names);
        if (dtype_table[dtype].npy[0])
            snprintf(names + length, sizeof names - length, "%s%s", length ? ", " : "",
                     weft_dtype_name((weft_dtype)dtype));
    }
    return error_set(text->error, WEFT_ERROR_FILE,
                     "%s: dtype '%s' is not supported; those that are: %s", text->path, code,
                     names);
}

static weft_status parse_order(reader *text, header *found)
{
    found->fortran_order = take_word(text, "True");
    if (!found->fortran_order && !take_word(text, "False"))
        return malformed(text, "'fortran_order' is neither True nor False");
    return WEFT_OK;
}

static weft_status parse_shape(reader *text, header *found)
{
    weft_array *array = &found->array;
    if (!take(text, '('))
        return malformed(text, "'shape' is no tuple");
    while (!take(text, ')')) {
        int64_t size;
        if (!take_size(text, &size))
            return malformed(text, "a size in 'shape' is no integer from 0 to 2^63 - 1");
        if (array->rank == WEFT_MAX_RANK)
            return error_set(text->error, WEFT_ERROR_FILE,
                             "%s: the array has more than %d dimensions", text->path,
                             WEFT_MAX_RANK);
        array->shape[array->rank++] = size;
        if (take(text, ','))
            continue;
        if (!take(text, ')'))
            return malformed(text, "'shape' is no tuple");
        if (array->rank == 1)
            return malformed(text, "'shape' is no tuple (a comma is missing)");
        return WEFT_OK;
    }
    return WEFT_OK;
}

static const struct {
    const char *key;
    weft_status (*parse)(reader *, header *);
} keys[] = {
    {"descr", parse_descr},
    {"fortran_order", parse_order},
    {"shape", parse_shape},
};
enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

static weft_status parse_item(reader *text, header *found)
{
    char name[32];
    if (!take_string(text, name, sizeof name) || !take(text, ':'))
        return malformed(text, "a key with ':' was expected");
    for (unsigned k = 0; k < KEY_COUNT; k++) {
        if (strcmp(name, keys[k].key) != 0)
            continue;
        if (found->seen & 1u << k)
            return malformed(text, "a key stands twice");
        found->seen |= 1u << k;
        return keys[k].parse(text, found);
    }
    return malformed(text, "a key is none of descr, fortran_order, shape");
}

static weft_status parse_dict(reader *text, header *found)
{
    if (!take(text, '{'))
        return malformed(text, "no dict");
    while (!take(text, '}')) {
        weft_status status = parse_item(text, found);
        if (status)
            return status;
        if (take(text, ','))
            continue;
        if (!take(text, '}'))
            return malformed(text, "',' or '}' was expected");
        break;
    }
    skip_blanks(text);
    while (text->next < text->end && *text->next == '\0') /* some writers pad with NUL */
        text->next++;
    if (text->next != text->end)
        return malformed(text, "text after the dict");
    if (found->seen != (1u << KEY_COUNT) - 1)
        return malformed(text, "descr, fortran_order and shape must all be there");
    return WEFT_OK;
}

/* Turns C order steps into Fortran order ones. */
static void reverse_steps(weft_array *array)
{
    int64_t step = dtype_table[array->dtype].size;
    if (array_count(array) == 0)
        return;
    for (int axis = 0; axis < array->rank; axis++) {
        array->steps[axis] = step;
        step *= array->shape[axis];
    }
}

weft_status npy_header_parse(const char *text, size_t length, const char *path, weft_array *array,
                             weft_error *error)
{
    reader from = {.next = text, .end = text + length, .path = path, .error = error};
    header found = {.seen = 0};
    int64_t byte_count;
    weft_status status = parse_dict(&from, &found);
    if (status)
        return status;
    if (!array_lay_out(&found.array, &byte_count)) {
        error_text shape = {0, ""};
        error_append_shape(&shape, found.array.rank, found.array.shape);
        return error_set(error, WEFT_ERROR_FILE,
                         "%s: an array of shape %s and dtype %s has more bytes than int64 counts",
                         path, shape.text, weft_dtype_name((weft_dtype)found.array.dtype));
    }
    if (found.fortran_order)
        reverse_steps(&found.array);
    *array = found.array;
    return WEFT_OK;
}

size_t npy_header_print(const weft_array *array, bool fortran, char buffer[NPY_HEADER_MOST])
{
    enum { PREFIX = 10, ALIGNMENT = 64 };
    const dtype_facts *facts = &dtype_table[array->dtype];
    const uint16_t probe = 1;
    char order = facts->part == 1 ? '|' : *(const unsigned char *)&probe == 1 ? '<' : '>';
    int length = PREFIX + snprintf(buffer + PREFIX, NPY_HEADER_MOST - PREFIX,
                                   "{'descr': '%c%s', 'fortran_order': %s, 'shape': (", order,
                                   facts->npy, fortran ? "True" : "False");
    for (int axis = 0; axis < array->rank; axis++) /* 32 sizes of 19 digits fit */
        length += snprintf(buffer + length, (size_t)(NPY_HEADER_MOST - length),
                           array->rank == 1 ? "%lld,"
                           : axis           ? ", %lld"
                                            : "%lld",
                           (long long)array->shape[axis]);
    length += snprintf(buffer + length, (size_t)(NPY_HEADER_MOST - length), "), }");
    int total = (length + ALIGNMENT) / ALIGNMENT * ALIGNMENT; /* room for the newline */
    memset(buffer + length, ' ', (size_t)(total - length));
    buffer[total - 1] = '\n';
    memcpy(buffer, "\x93NUMPY\x01\x00", 8);
    buffer[8] = (char)((total - PREFIX) & 0xff);
    buffer[9] = (char)((total - PREFIX) >> 8);
    return (size_t)total;
}

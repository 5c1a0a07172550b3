#include "prototype.h"

#include <ctype.h>
#include <string.h>

#include <weft/kernel.h>

#include "text/dtype.h"

/* "[:,:]": one colon an axis. */
static bool read_rank(reader *in, size_t *rank)
{
    in->at++;
    do {
        if (!reader_expect(in, ':', "for each core dimension"))
            return false;
        if (++*rank > WEFT_MAX_RANK)
            return reader_fail(in, in->at - 1, 1, "more dimensions than an operand can have (32)");
        if (reader_peek(in) != ',')
            break;
        in->at++;
    } while (true);
    return reader_expect(in, ']', "or ',' after ':'");
}

static weft_dtype find_dtype(const char *name, size_t length)
{
    for (weft_dtype dtype = WEFT_NONE + 1; dtype < WEFT_DTYPE_END; dtype++)
        if (strlen(dtype_name(dtype)) == length && memcmp(dtype_name(dtype), name, length) == 0)
            return dtype;
    return WEFT_NONE;
}

static bool refuse_dtype(reader *in, size_t begin, size_t length)
{
    const char *known = "";
    for (weft_dtype dtype = WEFT_NONE + 1; dtype < WEFT_DTYPE_END; dtype++)
        known = arena_format(in->memory, "%s%s%s", known, *known ? ", " : "", dtype_name(dtype));
    return reader_fail(in, begin, length,
                       arena_format(in->memory, "'%.*s' is no dtype; the dtypes are %s",
                                    (int)length, in->text + begin, known));
}

static bool read_item(reader *in, prototype_item *item, bool void_allowed)
{
    char first = reader_peek(in);
    size_t begin = in->at;
    while (isalnum((unsigned char)in->text[in->at]) || in->text[in->at] == '_')
        in->at++;
    size_t length = in->at - begin;
    *item = (prototype_item){.at = begin, .length = length};
    if (!begin && first == '(')
        return reader_fail(in, begin, 1,
                           "a prototype begins with its result, as in void(float64[:]); a layout "
                           "has an arrow, as in (n)->(n)");
    if (!length)
        return reader_fail(in, begin, 1,
                           first ? arena_format(in->memory, "expected a dtype, not '%c'", first)
                                 : "expected a dtype, but the text ends");
    if (void_allowed && length == 4 && memcmp(in->text + begin, "void", 4) == 0)
        return true;
    item->dtype = find_dtype(in->text + begin, length);
    if (item->dtype == WEFT_NONE)
        return refuse_dtype(in, begin, length);
    if (reader_peek(in) == '[' && !read_rank(in, &item->rank))
        return false;
    item->length = in->at - begin;
    return true;
}

bool prototype_parse(arena *memory, const char *text, prototype *result, text_error *error)
{
    *error = (text_error){0};
    *result = (prototype){0};
    reader in = {memory, text, 0, error};
    if (!read_item(&in, &result->result, true) || !reader_expect(&in, '(', "after the result"))
        return false;
    if (result->result.rank)
        return reader_fail(&in, result->result.at, result->result.length,
                           "a result is a scalar; an array output is an argument");
    if (reader_peek(&in) != ')') {
        for (;;) {
            size_t begin = in.at;
            if (result->argument_count == WEFT_MAX_OPERANDS)
                return reader_fail(&in, begin, 1, "more operands than a function can have (32)");
            prototype_item *next = ARENA_PUSH(memory, result->arguments, result->argument_count);
            if (!read_item(&in, next, false))
                return false;
            if (reader_peek(&in) != ',')
                break;
            in.at++;
        }
    }
    if (!reader_expect(&in, ')', "or ',' after an argument"))
        return false;
    if (reader_peek(&in))
        return reader_fail(&in, in.at, strlen(text + in.at),
                           "the prototype is complete before this");
    return true;
}

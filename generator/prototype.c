#include "prototype.h"

#include <ctype.h>
#include <string.h>

#include <weft/kernel.h>

/* A text while it is read. */
typedef struct reader {
    arena *memory;
    const char *text;
    size_t at;
    text_error *error;
} reader;

static const struct {
    const char *name;
    weft_dtype dtype;
} dtype_names[] = {
#define ROW(ENUM, name, size, alignment, kind, npy) {#name, WEFT_##ENUM},
    WEFT_DTYPES(ROW)
#undef ROW
};

static bool fail(reader *in, size_t at, size_t length, const char *text)
{
    if (!in->error->text)
        *in->error = (text_error){at, length ? length : 1, text};
    return false;
}

static char peek(reader *in)
{
    while (isspace((unsigned char)in->text[in->at]))
        in->at++;
    return in->text[in->at];
}

static bool expect(reader *in, char wanted, const char *where)
{
    char found = peek(in);
    if (found == wanted) {
        in->at++;
        return true;
    }
    return fail(in, in->at, 1,
                found ? arena_format(in->memory, "expected '%c' %s, not '%c'", wanted, where, found)
                      : arena_format(in->memory, "expected '%c' %s, but the text ends", wanted,
                                     where));
}

/* "[:,:]": one colon an axis. */
static bool read_rank(reader *in, size_t *rank)
{
    in->at++;
    do {
        if (!expect(in, ':', "for each core dimension"))
            return false;
        if (++*rank > WEFT_MAX_RANK)
            return fail(in, in->at - 1, 1, "more dimensions than an operand can have (32)");
        if (peek(in) != ',')
            break;
        in->at++;
    } while (true);
    return expect(in, ']', "or ',' after ':'");
}

static bool read_item(reader *in, prototype_item *item, bool void_allowed)
{
    char first = peek(in);
    size_t begin = in->at;
    while (isalnum((unsigned char)in->text[in->at]) || in->text[in->at] == '_')
        in->at++;
    size_t length = in->at - begin;
    *item = (prototype_item){.at = begin, .length = length};
    if (!length)
        return fail(in, begin, 1,
                    first ? arena_format(in->memory, "expected a dtype, not '%c'", first)
                          : "expected a dtype, but the text ends");
    if (void_allowed && length == 4 && memcmp(in->text + begin, "void", 4) == 0)
        return true;
    for (size_t i = 0; i < sizeof dtype_names / sizeof *dtype_names; i++)
        if (strlen(dtype_names[i].name) == length &&
            memcmp(dtype_names[i].name, in->text + begin, length) == 0)
            item->dtype = dtype_names[i].dtype;
    if (item->dtype == WEFT_NONE) {
        const char *known = "";
        for (size_t i = 0; i < sizeof dtype_names / sizeof *dtype_names; i++)
            known = arena_format(in->memory, "%s%s%s", known, i ? ", " : "", dtype_names[i].name);
        return fail(in, begin, length,
                    arena_format(in->memory, "'%.*s' is no dtype; the dtypes are %s", (int)length,
                                 in->text + begin, known));
    }
    if (peek(in) == '[' && !read_rank(in, &item->rank))
        return false;
    item->length = in->at - begin;
    return true;
}

bool prototype_parse(arena *memory, const char *text, prototype *result, text_error *error)
{
    *error = (text_error){0};
    *result = (prototype){0};
    reader in = {memory, text, 0, error};
    if (!read_item(&in, &result->result, true) || !expect(&in, '(', "after the result"))
        return false;
    if (result->result.rank)
        return fail(&in, result->result.at, result->result.length,
                    "a result is a scalar; an array output is an argument");
    if (peek(&in) != ')') {
        for (;;) {
            size_t begin = in.at;
            if (result->argument_count == WEFT_MAX_OPERANDS)
                return fail(&in, begin, 1, "more operands than a function can have (32)");
            prototype_item *next = ARENA_PUSH(memory, result->arguments, result->argument_count);
            if (!read_item(&in, next, false))
                return false;
            if (peek(&in) != ',')
                break;
            in.at++;
        }
    }
    if (!expect(&in, ')', "or ',' after an argument"))
        return false;
    if (peek(&in))
        return fail(&in, in.at, strlen(text + in.at), "the prototype is complete before this");
    return true;
}

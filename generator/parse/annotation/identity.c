#include "identity.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NESTING = 100 };

/* A number on its way: whole ones exactly, by sign and size. */
typedef struct number {
    bool whole, negative;
    uint64_t size;
    double value; /* where it is not whole */
} number;

/* The text that is left; `good` until something is no number. */
typedef struct reader {
    const char *at;
    int depth;
    bool good, overflow;
} reader;

static double number_value(const number *from)
{
    double size = (double)from->size;
    return !from->whole ? from->value : from->negative ? -size : size;
}

static bool skip(reader *from, char wanted)
{
    while (isspace((unsigned char)*from->at))
        from->at++;
    if (*from->at != wanted)
        return false;
    from->at++;
    return true;
}

static number refuse(reader *from)
{
    from->good = false;
    return (number){0};
}

/* inf, nan, and what INFINITY, HUGE_VAL and NAN stand for. */
static number read_word(reader *from)
{
    static const struct {
        const char *word;
        double value;
    } words[] = {
        {"inf", INFINITY},
        {"nan", NAN},
        {"__builtin_inf()", INFINITY},
        {"__builtin_inff()", INFINITY},
        {"__builtin_huge_val()", INFINITY},
        {"__builtin_huge_valf()", INFINITY},
        {"__builtin_nan(\"\")", NAN},
        {"__builtin_nanf(\"\")", NAN},
    };
    for (size_t i = sizeof words / sizeof *words; i-- > 0;) {
        const char *word = words[i].word, *at = from->at;
        for (; *word; word++, at++) {
            while (*word == '(' && isspace((unsigned char)*at))
                at++;
            if (*at != *word)
                break;
        }
        if (!*word && !isalnum((unsigned char)*at) && *at != '_') {
            from->at = at;
            return (number){.value = words[i].value};
        }
    }
    return refuse(from);
}

/* Takes the letters behind a number; false if they are none of the suffixes. */
static bool take_suffix(reader *from, const char *const *suffixes)
{
    size_t length = 0;
    while (isalnum((unsigned char)from->at[length]) || from->at[length] == '_' ||
           from->at[length] == '.')
        length++;
    for (; *suffixes; suffixes++)
        if (strlen(*suffixes) == length && strncasecmp(from->at, *suffixes, length) == 0) {
            from->at += length;
            return true;
        }
    return false;
}

static number read_floating(reader *from)
{
    static const char *const of_float[] = {"f", NULL}, *const of_double[] = {"", "l", NULL};
    char *end;
    number result = {.value = strtod(from->at, &end)};
    float narrow = strtof(from->at, NULL);
    from->at = end;
    if (take_suffix(from, of_float))
        result.value = (double)narrow;
    else if (!take_suffix(from, of_double))
        return refuse(from);
    from->overflow |= isinf(result.value);
    return result;
}

static number read_whole(reader *from)
{
    static const char *const suffixes[] = {"", "u", "l", "ul", "lu", "ll", "ull", "llu", NULL};
    char *end;
    errno = 0;
    number result = {.whole = true, .size = strtoull(from->at, &end, 0)};
    from->overflow |= errno == ERANGE;
    from->at = end;
    return take_suffix(from, suffixes) ? result : refuse(from);
}

static bool is_floating(const char *text)
{
    bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = hexadecimal ? text + 2 : text;
    digits += strspn(digits, hexadecimal ? "0123456789abcdefABCDEF" : "0123456789");
    return *digits == '.' || *digits == (hexadecimal ? 'p' : 'e') ||
           *digits == (hexadecimal ? 'P' : 'E');
}

static number read_sum(reader *from);

static number read_term(reader *from)
{
    if (from->depth++ == NESTING)
        return refuse(from);
    number result;
    if (skip(from, '-')) {
        result = read_term(from);
        result.negative ^= true;
        result.value = -result.value;
    } else if (skip(from, '+')) {
        result = read_term(from);
    } else if (skip(from, '(')) {
        result = read_sum(from);
        from->good &= skip(from, ')');
    } else if (isdigit((unsigned char)*from->at) || *from->at == '.') {
        result = is_floating(from->at) ? read_floating(from) : read_whole(from);
    } else {
        result = read_word(from);
    }
    from->depth--;
    return result;
}

static number add(reader *from, number left, number right)
{
    if (!left.whole || !right.whole)
        return (number){.value = number_value(&left) + number_value(&right)};
    number result = left;
    if (left.negative == right.negative) {
        from->overflow |= __builtin_add_overflow(left.size, right.size, &result.size);
    } else if (left.size >= right.size) {
        result.size = left.size - right.size;
    } else {
        result.size = right.size - left.size;
        result.negative = right.negative;
    }
    return result;
}

static number read_sum(reader *from)
{
    number result = read_term(from);
    while (from->good) {
        bool minus = skip(from, '-');
        if (!minus && !skip(from, '+'))
            break;
        number next = read_term(from);
        next.negative ^= minus;
        next.value = minus ? -next.value : next.value;
        result = add(from, result, next);
    }
    return result;
}

/* Whether a double has as many bits as a whole number, from its highest to its lowest one. */
static bool is_exact(const number *tested)
{
    uint64_t size = tested->whole ? tested->size : 0;
    return size == 0 || size >> __builtin_ctzll(size) <= UINT64_C(1) << 53;
}

identity_reading identity_read(const char *text, double *value)
{
    reader from = {.at = text, .good = true};
    number result = read_sum(&from);
    skip(&from, ' ');
    *value = 0;
    if (!from.good || *from.at)
        return IDENTITY_NONSENSE;
    if (from.overflow || !is_exact(&result))
        return IDENTITY_INEXACT;
    *value = number_value(&result);
    return IDENTITY_NUMBER;
}

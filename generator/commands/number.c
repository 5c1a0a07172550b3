#include "number.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Words as C and as Python write them. */
static bool parse_bool(const char *text, weft_array *scalar)
{
    static bool values[] = {false, true};
    bool is_true = strcasecmp(text, "true") == 0;
    if (!is_true && strcasecmp(text, "false") != 0)
        return false;
    *scalar = weft_array_view(&values[is_true], WEFT_BOOL, 0, NULL, NULL);
    scalar->flags |= WEFT_ARRAY_READONLY;
    return true;
}

static bool parse_whole(const char *text, weft_array *scalar)
{
    const char *digits = text + (*text == '-' || *text == '+');
    if (!*digits || digits[strspn(digits, "0123456789")])
        return false;
    errno = 0;
    long long value = strtoll(text, NULL, 10);
    if (!errno) {
        *scalar = weft_scalar_i64(value);
        return true;
    }
    errno = 0;
    unsigned long long large = strtoull(text, NULL, 10);
    if (errno || *text == '-')
        return false; /* beyond every integer dtype: read as a floating-point number */
    *scalar = weft_scalar_i64(0);
    scalar->dtype = WEFT_UINT64;
    scalar->flags &= (uint8_t)~WEFT_ARRAY_WEAK;
    scalar->value.u64 = large;
    return true;
}

/* A floating-point number at the start of text; *end behind it. strtod alone would also take blanks
 * and "nan(…)". */
static bool parse_part(const char *text, const char **end, double *value)
{
    const char *first = text + (*text == '-' || *text == '+');
    if (!isdigit((unsigned char)*first) && *first != '.' && strncasecmp(first, "inf", 3) != 0 &&
        strncasecmp(first, "nan", 3) != 0)
        return false;
    char *stop;
    *value = strtod(text, &stop);
    *end = stop;
    return stop != text && stop[-1] != ')';
}

bool number_parse(const char *text, weft_array *scalar)
{
    if (parse_bool(text, scalar) || parse_whole(text, scalar))
        return true;
    const char *end;
    double first, second;
    if (!parse_part(text, &end, &first))
        return false;
    if (!*end) {
        *scalar = weft_scalar_f64(first);
        return true;
    }
    if (strcmp(end, "j") == 0) {
        *scalar = weft_scalar_c128(0, first);
        return true;
    }
    if ((*end == '+' || *end == '-') && parse_part(end, &end, &second) && strcmp(end, "j") == 0) {
        *scalar = weft_scalar_c128(first, second);
        return true;
    }
    return false;
}

double number_value(const weft_array *scalar)
{
    return scalar->dtype == WEFT_INT64 ? (double)scalar->value.i64 : scalar->value.f64;
}

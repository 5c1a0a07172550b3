/* library.c: the table, in the order of the alphabet. */
#include "library.h"

#include <stdlib.h>
#include <string.h>

/* Nanoseconds up to here are instructions. */
static const double instruction = 2;

enum { NONE = 0, FIRST = 1, SECOND = 2, THIRD = 4 }; /* operands that are written behind */

#define ON_GPU         false, true, false
#define BUILTIN_ON_GPU false, true, true
#define IMPURE_ON_GPU  true, true, false
#define HOST_ONLY      false, false, false

/* tests/bench/costs.py holds the nanoseconds against the clock. */
static const library_function functions[] = {
    {"abs", 1, 0.3, NONE, ON_GPU},
    {"acos", 1, 10, NONE, ON_GPU},
    {"acosh", 1, 10, NONE, ON_GPU},
    {"asin", 1, 10, NONE, ON_GPU},
    {"asinh", 1, 10, NONE, ON_GPU},
    {"atan", 1, 10, NONE, ON_GPU},
    {"atan2", 2, 10, NONE, ON_GPU},
    {"atanh", 1, 10, NONE, ON_GPU},
    {"bswap16", 1, 10, NONE, BUILTIN_ON_GPU},
    {"bswap32", 1, 10, NONE, BUILTIN_ON_GPU},
    {"bswap64", 1, 10, NONE, BUILTIN_ON_GPU},
    {"cabs", 1, 5, NONE, ON_GPU},
    {"cacos", 1, 10, NONE, ON_GPU},
    {"cacosh", 1, 10, NONE, ON_GPU},
    {"carg", 1, 10, NONE, ON_GPU},
    {"casin", 1, 10, NONE, ON_GPU},
    {"casinh", 1, 10, NONE, ON_GPU},
    {"catan", 1, 10, NONE, ON_GPU},
    {"catanh", 1, 10, NONE, ON_GPU},
    {"cbrt", 1, 10, NONE, ON_GPU},
    {"ccos", 1, 10, NONE, ON_GPU},
    {"ccosh", 1, 10, NONE, ON_GPU},
    {"ceil", 1, 0.5, NONE, ON_GPU},
    {"cexp", 1, 30, NONE, ON_GPU},
    {"cimag", 1, 0.1, NONE, ON_GPU},
    {"clog", 1, 30, NONE, ON_GPU},
    {"clz", 1, 10, NONE, BUILTIN_ON_GPU},
    {"clzl", 1, 10, NONE, BUILTIN_ON_GPU},
    {"clzll", 1, 10, NONE, BUILTIN_ON_GPU},
    {"complex", 2, 10, NONE, ON_GPU},
    {"conj", 1, 0.3, NONE, ON_GPU},
    {"copysign", 2, 0.3, NONE, ON_GPU},
    {"cos", 1, 10, NONE, ON_GPU},
    {"cosh", 1, 10, NONE, ON_GPU},
    {"cpow", 2, 60, NONE, ON_GPU},
    {"cproj", 1, 10, NONE, ON_GPU},
    {"creal", 1, 0.1, NONE, ON_GPU},
    {"csin", 1, 10, NONE, ON_GPU},
    {"csinh", 1, 10, NONE, ON_GPU},
    {"csqrt", 1, 20, NONE, ON_GPU},
    {"ctan", 1, 10, NONE, ON_GPU},
    {"ctanh", 1, 10, NONE, ON_GPU},
    {"ctz", 1, 10, NONE, BUILTIN_ON_GPU},
    {"ctzl", 1, 10, NONE, BUILTIN_ON_GPU},
    {"ctzll", 1, 10, NONE, BUILTIN_ON_GPU},
    {"erf", 1, 10, NONE, ON_GPU},
    {"erfc", 1, 10, NONE, ON_GPU},
    {"exp", 1, 10, NONE, ON_GPU},
    {"exp10", 1, 10, NONE, ON_GPU},
    {"exp2", 1, 10, NONE, ON_GPU},
    {"expect", 2, 10, NONE, ON_GPU},
    {"expm1", 1, 10, NONE, ON_GPU},
    {"fabs", 1, 0.3, NONE, ON_GPU},
    {"fdim", 2, 0.6, NONE, ON_GPU},
    {"ffs", 1, 10, NONE, BUILTIN_ON_GPU},
    {"ffsl", 1, 10, NONE, BUILTIN_ON_GPU},
    {"ffsll", 1, 10, NONE, BUILTIN_ON_GPU},
    {"floor", 1, 0.5, NONE, ON_GPU},
    {"fma", 3, 0.3, NONE, ON_GPU},
    {"fmax", 2, 0.5, NONE, ON_GPU},
    {"fmin", 2, 0.5, NONE, ON_GPU},
    {"fmod", 2, 10, NONE, ON_GPU},
    {"fpclassify", 6, 10, NONE, ON_GPU},
    {"frexp", 2, 10, SECOND, ON_GPU},
    {"huge_val", 0, 0, NONE, ON_GPU},
    {"hypot", 2, 5, NONE, ON_GPU},
    {"ilogb", 1, 10, NONE, ON_GPU},
    {"imaxabs", 1, 10, NONE, ON_GPU},
    {"inf", 0, 0, NONE, ON_GPU},
    {"isfinite", 1, 0.3, NONE, ON_GPU},
    {"isgreater", 2, 0.3, NONE, ON_GPU},
    {"isgreaterequal", 2, 0.3, NONE, ON_GPU},
    {"isinf", 1, 0.3, NONE, ON_GPU},
    {"isinf_sign", 1, 0.3, NONE, ON_GPU},
    {"isless", 2, 0.3, NONE, ON_GPU},
    {"islessequal", 2, 0.3, NONE, ON_GPU},
    {"islessgreater", 2, 0.3, NONE, ON_GPU},
    {"isnan", 1, 0.3, NONE, ON_GPU},
    {"isnormal", 1, 0.3, NONE, ON_GPU},
    {"isunordered", 2, 0.3, NONE, ON_GPU},
    {"j0", 1, 10, NONE, ON_GPU},
    {"j1", 1, 10, NONE, ON_GPU},
    {"jn", 2, 10, NONE, ON_GPU},
    {"labs", 1, 0.3, NONE, ON_GPU},
    {"ldexp", 2, 10, NONE, ON_GPU},
    {"lgamma", 1, 40, NONE, IMPURE_ON_GPU},
    {"lgamma_r", 2, 40, SECOND, HOST_ONLY},
    {"lgammaf_r", 2, 40, SECOND, HOST_ONLY},
    {"llabs", 1, 0.3, NONE, ON_GPU},
    {"llrint", 1, 10, NONE, ON_GPU},
    {"llround", 1, 10, NONE, ON_GPU},
    {"log", 1, 10, NONE, ON_GPU},
    {"log10", 1, 10, NONE, ON_GPU},
    {"log1p", 1, 10, NONE, ON_GPU},
    {"log2", 1, 10, NONE, ON_GPU},
    {"logb", 1, 10, NONE, ON_GPU},
    {"lrint", 1, 10, NONE, ON_GPU},
    {"lround", 1, 10, NONE, ON_GPU},
    {"memcmp", 3, 10, NONE, ON_GPU},
    {"memcpy", 3, 10, FIRST, ON_GPU},
    {"memmove", 3, 10, FIRST, ON_GPU},
    {"memset", 3, 10, FIRST, ON_GPU},
    {"modf", 2, 10, SECOND, ON_GPU},
    {"nan", 1, 0, NONE, ON_GPU},
    {"nearbyint", 1, 0.5, NONE, ON_GPU},
    {"nextafter", 2, 10, NONE, ON_GPU},
    {"nexttoward", 2, 10, NONE, ON_GPU},
    {"parity", 1, 10, NONE, BUILTIN_ON_GPU},
    {"parityl", 1, 10, NONE, BUILTIN_ON_GPU},
    {"parityll", 1, 10, NONE, BUILTIN_ON_GPU},
    {"popcount", 1, 10, NONE, BUILTIN_ON_GPU},
    {"popcountl", 1, 10, NONE, BUILTIN_ON_GPU},
    {"popcountll", 1, 10, NONE, BUILTIN_ON_GPU},
    {"pow", 2, 25, NONE, ON_GPU},
    {"remainder", 2, 10, NONE, ON_GPU},
    {"remquo", 3, 10, THIRD, ON_GPU},
    {"rint", 1, 0.5, NONE, ON_GPU},
    {"round", 1, 1, NONE, ON_GPU},
    {"scalbln", 2, 10, NONE, ON_GPU},
    {"scalbn", 2, 10, NONE, ON_GPU},
    {"signbit", 1, 0.3, NONE, ON_GPU},
    {"sin", 1, 10, NONE, ON_GPU},
    {"sincos", 3, 10, SECOND | THIRD, ON_GPU},
    {"sinh", 1, 10, NONE, ON_GPU},
    {"sqrt", 1, 2, NONE, ON_GPU},
    {"tan", 1, 10, NONE, ON_GPU},
    {"tanh", 1, 10, NONE, ON_GPU},
    {"tgamma", 1, 40, NONE, ON_GPU},
    {"trunc", 1, 0.5, NONE, ON_GPU},
    {"unreachable", 0, 10, NONE, ON_GPU},
    {"y0", 1, 10, NONE, ON_GPU},
    {"y1", 1, 10, NONE, ON_GPU},
    {"yn", 2, 10, NONE, ON_GPU},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

const char *library_name(const char *symbol)
{
    static const char *const prefixes[] = {"__tg_", "__builtin_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(symbol, prefixes[i], strlen(prefixes[i])) == 0)
            return symbol + strlen(prefixes[i]);
    return symbol;
}

/* A name without its terminator. */
typedef struct word {
    const char *text;
    size_t length;
} word;

static int compare(const void *key, const void *element)
{
    const word *name = key;
    const library_function *function = element;
    int order = strncmp(name->text, function->name, name->length);
    return order ? order : -(function->name[name->length] != '\0');
}

static const library_function *find(const char *name, size_t length)
{
    word key = {name, length};
    return bsearch(&key, functions, FUNCTIONS, sizeof *functions, compare);
}

const library_function *library_find(const char *name)
{
    size_t length = strlen(name);
    const library_function *found = find(name, length);
    bool of_float = !found && length > 1 && name[length - 1] == 'f';
    found = of_float ? find(name, length - 1) : found;
    return of_float && found && found->builtin ? NULL : found;
}

bool library_is_instruction(const library_function *function)
{
    return function && function->nanoseconds <= instruction;
}

#include "header_macros.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* The macros of C's and POSIX's headers, and of compilers, that are not in capitals. */
static const char *const plain[] = {
    "I",     "complex", "errno",    "imaginary",        "i386", "linux", "stderr",
    "stdin", "stdout",  "noreturn", "math_errhandling", "unix",
};

/* Those with parameters; the ones of <tgmath.h> are functions of <math.h> and <complex.h>. */
static const char *const with_parameters[] = {
    "assert",      "fpclassify",  "isfinite",      "isgreater",   "isgreaterequal", "isinf",
    "isless",      "islessequal", "islessgreater", "isnan",       "isnormal",       "isunordered",
    "major",       "makedev",     "minor",         "offsetof",    "signbit",        "va_arg",
    "va_copy",     "va_end",      "va_start",      "issignaling", "iseqsig",        "iscanonical",
    "issubnormal", "iszero",
};

static bool is_among(const char *const *list, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], name) == 0)
            return true;
    return false;
}

/* As M_PI, FP_NAN, INT8_MAX begin: to undefine what is none does no harm. */
static bool begins_in_capitals(const char *name)
{
    return isupper((unsigned char)name[0]) && (isupper((unsigned char)name[1]) || name[1] == '_');
}

bool header_macros_have(const char *name)
{
    return begins_in_capitals(name) || is_among(plain, sizeof plain / sizeof *plain, name);
}

bool header_macros_have_function(const char *name)
{
    return header_macros_have(name) ||
           is_among(with_parameters, sizeof with_parameters / sizeof *with_parameters, name);
}

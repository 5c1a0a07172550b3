#include "standard.h"

#include <string.h>

const char *standard_since_c23(const generate_options *options)
{
    static const char begin[] = "-std=";
    static const char *const later[] = {"2x", "23", "2y", "2Y", "26", "29"};
    const char *last = NULL;
    for (size_t i = 0; i < options->compile_flag_count; i++)
        if (strncmp(options->compile_flags[i], begin, sizeof begin - 1) == 0)
            last = options->compile_flags[i];
    const size_t length = last ? strlen(last) : 0;
    for (size_t i = 0; last && i < sizeof later / sizeof *later; i++)
        if (strcmp(last + length - 2, later[i]) == 0)
            return last;
    return NULL;
}
